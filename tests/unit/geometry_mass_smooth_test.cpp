// Volume and inertia of smooth shapes against sums over slices.

#include "geometry/mass_smooth.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace gluey::geometry_mass_smooth_test {
namespace {

/// ∫ of 1, x², y², z².
struct Moments {
  double volume = 0.0, xx = 0.0, yy = 0.0, zz = 0.0;
};
constexpr int slices = 2000;

/// Twice the tanh-sinh rule on (0, 1): u, 1−u and the weight; exact to rounding whatever the powers at the ends.
template <class F>
void nodes(const F& each) {
  constexpr double step = 7.6 / slices;
  for (int k = -slices / 2; k <= slices / 2; ++k) {
    const double t = k * step;
    const double s = 0.5 * std::numbers::pi * std::sinh(t);
    const double cosh = std::cosh(s);
    each(0.5 * std::exp(s) / cosh, 0.5 * std::exp(-s) / cosh,
         step * 0.5 * std::numbers::pi * std::cosh(t) / (cosh * cosh));
  }
}
/// (1 − u^p)^(1/p) from u and 1 − u, without cancellation.
double column(double u, double rest, double p) {
  return std::pow(-std::expm1(p * (u < 0.5 ? std::log(u) : std::log1p(-rest))), 1.0 / p);
}

Moments figure(double a, double b, double p) {
  Moments sum;
  nodes([&](double u, double rest, double weight) {
    const double h = b * column(u, rest, p);
    sum.volume += a * weight * 2.0 * h;
    sum.xx += a * weight * 2.0 * h * a * a * u * u;
    sum.yy += a * weight * 2.0 / 3.0 * h * h * h;
  });
  return sum;
}
Moments solid(const Vec<3>& r, double p, double q) {
  const Moments flat = figure(r[0], r[1], p);
  Moments sum;
  nodes([&](double u, double rest, double weight) {
    const double s = column(u, rest, q);
    const double dz = r[2] * weight;
    sum.volume += dz * s * s * flat.volume;
    sum.xx += dz * std::pow(s, 4) * flat.xx;
    sum.yy += dz * std::pow(s, 4) * flat.yy;
    sum.zz += dz * s * s * flat.volume * r[2] * r[2] * u * u;
  });
  return sum;
}

TEST(MassSmooth, SuperellipsesAgreeWithQuadrature) {
  for (const double p : {1.1, 1.5, 2.0, 3.0, 8.0, 20.0}) {
    Superellipsoid<2> shape;
    shape.pose = {{1.0, 2.0}, {0.3}};
    shape.radii = {0.7, 1.9};
    shape.exponents[0] = p;
    const Moments expected = figure(0.7, 1.9, p);
    const MassProperties<2> found = mass_properties(shape);
    EXPECT_NEAR(found.volume / expected.volume, 1.0, 1e-10) << p;
    EXPECT_NEAR(found.inertia(0, 0) / (expected.xx + expected.yy), 1.0, 1e-10) << p;
    EXPECT_EQ(found.center, shape.pose.position);
  }
}

TEST(MassSmooth, SuperellipsoidsAgreeWithQuadrature) {
  const Vec<3> r(0.7, 1.9, 1.2);
  for (const double p : {1.1, 2.0, 5.0, 20.0}) {
    for (const double q : {1.1, 2.0, 5.0, 20.0}) {
      Superellipsoid<3> shape;
      shape.pose.orientation.quaternion = Eigen::Quaterniond(0.1, 0.5, -0.3, 0.8).normalized();
      shape.radii = r;
      shape.exponents = {p, q};
      const Moments m = solid(r, p, q);
      const Eigen::Matrix3d axes = shape.pose.orientation.matrix();
      const Eigen::Matrix3d expected =
          axes * Vec<3>(m.yy + m.zz, m.xx + m.zz, m.xx + m.yy).asDiagonal() * axes.transpose();
      const MassProperties<3> found = mass_properties(shape);
      EXPECT_NEAR(found.volume / m.volume, 1.0, 1e-10) << p << ' ' << q;
      EXPECT_LT((found.inertia - expected).norm() / expected.norm(), 1e-10) << p << ' ' << q;
    }
  }
}

TEST(MassSmooth, ExponentTwoIsTheEllipsoidAndEqualRadiiTheBall) {
  Superellipsoid<3> super;
  Ellipsoid<3> plain;
  super.radii = plain.radii = {0.7, 1.9, 1.2};
  EXPECT_NEAR(mass_properties(super).volume, mass_properties(plain).volume, 1e-13);
  EXPECT_LT((mass_properties(super).inertia - mass_properties(plain).inertia).norm(), 1e-12);
  const MassProperties<3> ball = mass_properties(Sphere<3>{Vec<3>(1.0, 2.0, 3.0), 2.0});
  EXPECT_NEAR(ball.volume, 32.0 / 3.0 * std::numbers::pi, 1e-12);
  EXPECT_NEAR(ball.inertia(1, 1), 0.4 * ball.volume * 4.0, 1e-12);
  const MassProperties<2> disc = mass_properties(Sphere<2>{Vec<2>(1.0, 2.0), 2.0});
  EXPECT_NEAR(disc.inertia(0, 0), 0.5 * disc.volume * 4.0, 1e-12);
}

}  // namespace
}  // namespace gluey::geometry_mass_smooth_test
