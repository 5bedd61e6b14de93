// Exact drags of Stokes flow near contact.
//
// Sphere at a plane, k = 2n + 1 (Brenner 1961):
//   λ = (4/3) sinh α Σ_{n≥1} n(n+1)/((2n−1)(2n+3)) [ (2 sinh kα + k sinh 2α) / (4 sinh²(kα/2) − k² sinh²α) − 1 ],
// and at a plane without shear stress, which is half-way between two equal spheres:
//   [ (4 cosh²(kα/2) + k² sinh²α) / (2 sinh kα − k sinh 2α) − 1 ].
// The −1 is taken into the numerators by hand, and the denominators, whose leading terms cancel for small kα, are summed as
// power series there: all that remains is positive.

#include <gluey/ode.hpp>

#include <cmath>
#include <numbers>

namespace gluey::ode {

namespace {

/// Nearer than this the two leading terms of the expansion for small gaps carry on; they are wrong by gap ln gap.
constexpr double nearest = 1e-6;
/// Farther than this the expansion for large distances is better than 1e-12.
constexpr double farthest = 1e3;

/// Σ_{j≥1} (2 a^{2j+1} − b c^{2j+1})/(2j+1)!: 2 sinh a − b sinh c where the linear terms cancel, 2a = bc, and a > c.
double sinh_difference(double a, double b, double c) {
  if (a > 4.0) {
    return 2.0 * std::sinh(a) - b * std::sinh(c);
  }
  double power_a = a;
  double power_c = c;
  double sum = 0.0;
  double factorial = 1.0;
  for (int j = 1; j <= 20; ++j) {
    power_a *= a * a;
    power_c *= c * c;
    factorial *= 2.0 * j * (2.0 * j + 1.0);
    sum += (2.0 * power_a - b * power_c) / factorial;
  }
  return sum;
}

double bracket_no_slip(double k, double alpha, double sinh_alpha, double cosh_alpha) {
  const double numerator =
      2.0 - 2.0 * std::exp(-k * alpha) + 2.0 * k * sinh_alpha * cosh_alpha + k * k * sinh_alpha * sinh_alpha;
  return numerator / (sinh_difference(0.5 * k * alpha, k, alpha) * (2.0 * std::sinh(0.5 * k * alpha) + k * sinh_alpha));
}

double bracket_no_stress(double k, double alpha, double sinh_alpha, double cosh_alpha) {
  const double numerator =
      2.0 + 2.0 * std::exp(-k * alpha) + 2.0 * k * sinh_alpha * cosh_alpha + k * k * sinh_alpha * sinh_alpha;
  return numerator / sinh_difference(k * alpha, k, 2.0 * alpha);
}

/// `height`: of the sphere above the plane, in radii.
template <class Bracket>
double series(double height, Bracket&& bracket) {
  const double alpha = 2.0 * std::asinh(std::sqrt(0.5 * height));
  const double sinh_alpha = std::sqrt(height * (2.0 + height));
  double sum = 0.0;
  for (double n = 1.0;; n += 1.0) {
    const double k = 2.0 * n + 1.0;
    const double term =
        n * (n + 1.0) / ((2.0 * n - 1.0) * (2.0 * n + 3.0)) * bracket(k, alpha, sinh_alpha, 1.0 + height);
    sum += term;
    // From kα = 4 on terms fall at least as (kα)² e^{−kα}: what is left is less than 2 term/α.
    if (k * alpha > 4.0 && term < 1e-17 * std::fmin(1.0, alpha) * sum) {
      return 4.0 / 3.0 * sinh_alpha * sum;
    }
  }
}

/// The series, and beyond its ends the expansions; near contact 1/(c gap) − a ln gap, the rest as at the last point.
template <class Series, class Far>
double drag(double gap, double c, double a, double at_nearest, Series&& middle, Far&& far) {
  if (gap < nearest) {
    return at_nearest + (1.0 / gap - 1.0 / nearest) / c + a * std::log(nearest / gap);
  }
  return gap > farthest ? far(gap) : middle(gap);
}

}  // namespace

double disc_at_line(double gap) {
  const double alpha = 2.0 * std::asinh(std::sqrt(0.5 * gap));
  // α − tanh α, by its power series where the two are close.
  const double a2 = alpha * alpha;
  const double difference =
      alpha > 0.1
          ? alpha - std::tanh(alpha)
          : alpha * a2 *
                (1.0 / 3.0 +
                 a2 * (-2.0 / 15.0 +
                       a2 * (17.0 / 315.0 +
                             a2 * (-62.0 / 2835.0 + a2 * (1382.0 / 155925.0 + a2 * (-21844.0 / 6081075.0 +
                                                                                    a2 * (929569.0 / 638512875.0)))))));
  return 4.0 * std::numbers::pi / difference;
}

double sphere_at_plane(double gap) {
  const auto middle = [](double height) { return series(height, bracket_no_slip); };
  static const double at_nearest = middle(nearest);
  return drag(gap, 1.0, 1.0 / 5.0, at_nearest, middle, [](double far_gap) {
    const double x = 1.0 / (1.0 + far_gap);  // radius / height of the centre; the next term is of order x⁴
    return 1.0 / (1.0 - 9.0 / 8.0 * x + 0.5 * x * x * x);
  });
}

double two_spheres(double gap) {
  const auto middle = [](double distance) { return series(0.5 * distance, bracket_no_stress); };
  static const double at_nearest = middle(nearest);
  return drag(gap, 2.0, 9.0 / 20.0, at_nearest, middle, [](double far_gap) {
    const double x = 1.0 / (2.0 + far_gap);  // radius / distance of the centres; the next term is of order x⁴
    return 1.0 / (1.0 - 1.5 * x + x * x * x);
  });
}

}  // namespace gluey::ode
