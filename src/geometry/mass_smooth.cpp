#include "geometry/mass_smooth.hpp"

#include <cmath>
#include <numbers>

namespace gluey {
namespace {

/// From the volume and the second moments ∫x², ∫y², … along the principal axes.
template <int D>
MassProperties<D> from_moments(double volume, const Vec<D>& moments, const Pose<D>& pose) {
  MassProperties<D> result;
  result.volume = volume;
  result.center = pose.position;
  if constexpr (D == 2) {
    result.inertia(0, 0) = moments.sum();
  } else {
    const Eigen::Matrix3d axes = pose.orientation.matrix();
    const Vec<3> principal = Vec<3>::Constant(moments.sum()) - moments;
    result.inertia = axes * principal.asDiagonal() * axes.transpose();
  }
  return result;
}

double gamma_of(double x) { return std::tgamma(x); }
double beta_of(double x, double y) { return std::exp(std::lgamma(x) + std::lgamma(y) - std::lgamma(x + y)); }

}  // namespace

template <int D>
MassProperties<D> mass_properties(const Ellipsoid<D>& ellipsoid) {
  const Vec<D>& r = ellipsoid.radii;
  const double volume = (D == 2 ? std::numbers::pi : 4.0 / 3.0 * std::numbers::pi) * r.prod();
  return from_moments<D>(volume, volume / (D + 2) * r.cwiseAbs2(), ellipsoid.pose);
}

template <int D>
MassProperties<D> mass_properties(const Sphere<D>& sphere) {
  Ellipsoid<D> round;
  round.pose.position = sphere.position;
  round.radii.setConstant(sphere.radius);
  return mass_properties(round);
}

template <int D>
MassProperties<D> mass_properties(const Superellipsoid<D>& shape) {
  const Vec<D>& r = shape.radii;
  const double p = shape.exponents[0];
  const double one = gamma_of(1.0 + 1.0 / p);
  const double area = 4.0 * r[0] * r[1] * one * one / gamma_of(1.0 + 2.0 / p);
  const double spread = 4.0 / 3.0 * r[0] * r[1] * gamma_of(1.0 + 3.0 / p) * one / gamma_of(1.0 + 4.0 / p);
  const double xx = spread * r[0] * r[0];
  const double yy = spread * r[1] * r[1];
  if constexpr (D == 2) {
    return from_moments<2>(area, {xx, yy}, shape.pose);
  } else {
    const double q = shape.exponents[1];
    const double c = r[2];
    const auto sections = [q, c](double k, double m) {  // ∫ s^k z^m dz
      return 2.0 / q * std::pow(c, m + 1.0) * beta_of((m + 1.0) / q, 1.0 + k / q);
    };
    return from_moments<3>(area * sections(2.0, 0.0),
                           {xx * sections(4.0, 0.0), yy * sections(4.0, 0.0), area * sections(2.0, 2.0)}, shape.pose);
  }
}

template MassProperties<2> mass_properties(const Sphere<2>&);
template MassProperties<3> mass_properties(const Sphere<3>&);
template MassProperties<2> mass_properties(const Ellipsoid<2>&);
template MassProperties<3> mass_properties(const Ellipsoid<3>&);
template MassProperties<2> mass_properties(const Superellipsoid<2>&);
template MassProperties<3> mass_properties(const Superellipsoid<3>&);

}  // namespace gluey
