#include "ode/resistance.hpp"

#include <boost/math/quadrature/gauss_kronrod.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "ode/chebyshev.hpp"

namespace gluey::ode {

namespace {

/// Where the tables of spheres begin and end. Below, ρ = 1 + δ (c − a ln δ); above, the drag's own expansion.
constexpr double table_from = 1e-6, table_to = 1e3;

/// What a table of one drag needs: ρ = factor · δ · drag(δ).
struct Sphere {
  double (*drag)(double gap);
  double factor;      ///< δ · drag → 1/factor
  double a;           ///< ρ = 1 − a δ ln δ + …
  double x_at_0, x1;  ///< far away, with x = 1/(x_at_0 + δ): drag = 1/(1 − x1 x + x3 x³)
  double x3;
};
constexpr Sphere at_plane{sphere_at_plane, 1.0, 1.0 / 5.0, 1.0, 9.0 / 8.0, 0.5};
constexpr Sphere at_sphere{two_spheres, 2.0, 9.0 / 10.0, 2.0, 1.5, 1.0};

double log_ratio(const Sphere& sphere, double s) { return std::log(sphere.factor * sphere.drag(std::exp(s))) + s; }

Chebyshev table_of(const Sphere& sphere) {
  // The nearest singularity is δ = −1 or so, iπ away from an interval of half-length 10.4: 160 coefficients reach 1e-15.
  return {[&](double s) { return log_ratio(sphere, s); }, std::log(table_from), std::log(table_to), 160};
}

template <class Ratio>
Ratio ratio(const Sphere& sphere, const Chebyshev& table, double s) {
  const double delta = std::exp(s);
  if (delta < table_from) {
    const double c = std::expm1(table.value(std::log(table_from))) / table_from + sphere.a * std::log(table_from);
    const double excess = delta * (c - sphere.a * s);
    return {std::log1p(excess), (excess - sphere.a * delta) / (1.0 + excess)};
  }
  if (delta > table_to) {
    const double x = 1.0 / (sphere.x_at_0 + delta);
    const double inverse = 1.0 - sphere.x1 * x + sphere.x3 * x * x * x;
    const double slope_of_inverse = (sphere.x1 - 3.0 * sphere.x3 * x * x) * x * x * delta;
    return {std::log(sphere.factor) + s - std::log(inverse), 1.0 - slope_of_inverse / inverse};
  }
  return {table.value(s), table.slope(s)};
}

}  // namespace

Resistance::Ratio Resistance::sphere(double s) {
  static const Chebyshev table = table_of(at_plane);
  return ratio<Ratio>(at_plane, table, s);
}

Resistance::Ratio Resistance::spheres(double s) {
  static const Chebyshev table = table_of(at_sphere);
  return ratio<Ratio>(at_sphere, table, s);
}

Resistance::Ratio Resistance::disc(double s) {
  const double delta = std::exp(s);
  if (delta < 1e-7) {
    // ρ = 1 + (21/20) δ + …: its logarithm must keep its digits, as N sums it against 1/√q.
    return {1.05 * delta, 1.05 * delta};
  }
  const double drag = disc_at_line(delta);
  const double scale = 3.0 * std::numbers::sqrt2 * std::numbers::pi;
  // d(α − tanh α)/dδ = tanh²α / sinh α = sinh α / cosh²α.
  const double sinh_alpha = std::sqrt(delta * (2.0 + delta));
  const double change = sinh_alpha / ((1.0 + delta) * (1.0 + delta)) * drag / (4.0 * std::numbers::pi);
  return {std::log(drag / scale) + 1.5 * s, 1.5 - delta * change};
}

Resistance::Shape Resistance::shape_of(Drag drag) {
  switch (drag) {
    case Drag::disc_at_line:
      return disc;
    case Drag::sphere_at_plane:
      return sphere;
    case Drag::two_spheres:
      return spheres;
    case Drag::asymptotic_2d:
    case Drag::asymptotic_3d:
      break;
  }
  return nullptr;
}

Resistance::Resistance(const LubricatedParticle& particle)
    : coefficient_(static_cast<long double>(particle.epsilon) / particle.mass),
      exponent_(particle.drag == Drag::asymptotic_2d || particle.drag == Drag::disc_at_line ? 1.5L : 1.0L),
      log_radius_(std::log(static_cast<long double>(particle.radius))),
      shape_(shape_of(particle.drag)) {}

Resistance::Value Resistance::at(long double y) const {
  const long double power = coefficient_ * std::exp(-exponent_ * y);
  if (shape_ == nullptr) {
    return {power, -exponent_ * power};
  }
  const Ratio ratio = shape_(static_cast<double>(y - log_radius_));
  const long double n = power * std::exp(static_cast<long double>(ratio.logarithm));
  return {n, (ratio.slope - exponent_) * n};
}

long double Resistance::potential(long double y) const {
  return exponent_ == 1.0L ? coefficient_ * y : -2.0L * coefficient_ * std::exp(-0.5L * y);
}

long double Resistance::potential_slope(long double y) const { return coefficient_ * std::exp((1.0L - exponent_) * y); }

long double Resistance::inverse_potential(long double potential) const {
  if (exponent_ == 1.0L) {
    return potential / coefficient_;
  }
  return potential < 0.0L ? 2.0L * std::log(-2.0L * coefficient_ / potential)
                          : std::numeric_limits<long double>::infinity();
}

long double Resistance::full_potential(long double y) const {
  if (shape_ == nullptr) {
    return potential(y);
  }
  // ∫ n_a (ρ − 1) q d ln q, whose integrand falls at least as √q towards −∞. The kinks of ρ are where the table ends.
  const auto rest = [this](double s) {
    const auto at_s = static_cast<long double>(s) + log_radius_;
    return static_cast<double>(potential_slope(at_s) * std::expm1(static_cast<long double>(shape_(s).logarithm)));
  };
  using Rule = boost::math::quadrature::gauss_kronrod<double, 31>;
  const auto end = static_cast<double>(y - log_radius_);
  double sum = 0.0;
  // Pieces of two e-foldings, from where √q is below rounding.
  for (double from = std::min(-80.0, end - 2.0); from < end; from += 2.0) {
    sum += Rule::integrate(rest, from, std::min(from + 2.0, end), 0);
  }
  return potential(y) + sum;
}

long double Resistance::slaved_below(long double duration, long double largest) const {
  constexpr long double precision = 1e14L;
  // n · duration ≥ 1e14
  long double y = std::log(coefficient_ * duration / precision) / exponent_;
  if (largest > 0.0L) {
    // (d ln q/dt)/n = f/(n² q) ≤ 1e-14, where n² q = (ε/m)² q^{1 − 2 exponent}
    const long double rate = std::log(coefficient_ * coefficient_ / (precision * largest));
    y = std::min(y, rate / (2.0L * exponent_ - 1.0L));
  }
  return shape_ == nullptr ? y : std::min(y, log_radius_ - std::log(100.0L * precision));
}

}  // namespace gluey::ode
