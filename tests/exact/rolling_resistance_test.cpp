// Rolling resistance: a moment up to μ_r p_n against rolling. For a ball that rolls on a level floor, from
// m v̇ = −f,  k m r² ω̇ = f r − μ_r m g,  v = r ω:
//     v̇ = −a,   a = μ_r g/((1 + k) r),       it stops after v²/(2 a) = v² (1 + k) r/(2 μ_r g),
// where friction can hold it to rolling, a ≤ μ g. In steps: v_n = v − n h a as long as that is positive, then rest; with
// v = N h a it stops after v²/(2 a) − v h/2.

#include "support/ball_on_plane.hpp"

#include <gtest/gtest.h>

namespace gluey::test::rolling_resistance_test {
namespace {

constexpr double g = 9.81;
constexpr double h = 0.01;
constexpr double radius = 0.3;
constexpr double mass = 2.0;

// Impulse and moment of a contact are coupled: sweeps bring the error down by 1/√(1 + k) each, so 400 reach rounding.
constexpr std::int64_t sweeps = 400;

LawOptions resisting(double mu, double rolling, FrictionModel model = FrictionModel::coulomb) {
  LawOptions law = friction(mu, model);
  law.rolling = rolling;
  return law;
}

template <int D>
Stepper<D> on_slope(const Slope<D>& slope, const LawOptions& law, double v, double spin, const std::string& method) {
  World<D> world = slope.world(radius, mass);
  world.bodies.velocity[0] = v * slope.down;
  world.bodies.angular_velocity[0] = spin / radius * slope.axis();
  Forces<D> forces;
  forces.gravity.acceleration = -g * Vec<D>::Unit(D - 1);
  StepSettings settings = to_rounding(h, sweeps);
  settings.method = method;
  return {world, forces, one_law(law), settings};
}

template <class Dimension>
class RollingResistance : public testing::Test {};
using Dimensions = testing::Types<Plane2D, Space3D>;
TYPED_TEST_SUITE(RollingResistance, Dimensions);

TYPED_TEST(RollingResistance, StopsARollingBallWhereItShould) {
  constexpr int D = TypeParam::value;
  const double k = inertia_ratio<D>;
  const double rolling = 0.01;
  const double a = rolling * g / ((1.0 + k) * radius);
  const int last = 150;  // N
  const double v = last * h * a;
  const Slope<D> slope = Slope<D>::leaning(0.0);
  for (const std::string method : {"gauss-seidel", "apgd"}) {
    Stepper<D> stepper = on_slope<D>(slope, resisting(0.5, rolling), v, v, method);
    // Accelerated steps leave what their tolerance allows; sweeps leave rounding.
    const double tolerance = method == "apgd" ? 1e-9 : 1e-12;
    for (int n = 1; n <= last + 20; ++n) {
      stepper.step(infinity);
      ASSERT_NEAR(slope.v(stepper), std::max(0.0, v - n * h * a), tolerance) << method << ", step " << n;
      ASSERT_NEAR(slope.spin(stepper), std::max(0.0, v - n * h * a), tolerance) << method << ", step " << n;
      ASSERT_NEAR(slope.gap(stepper), 0.0, 1e-12);
      ASSERT_LT(slope.aside(stepper), 1e-12);
    }
    const double distance = 0.5 * v * v / a - 0.5 * v * h;
    EXPECT_NEAR(slope.x(stepper), distance, 1e-9) << method;
    EXPECT_NEAR(distance, v * v * (1.0 + k) * radius / (2.0 * rolling * g), v * h);
  }
}

TYPED_TEST(RollingResistance, HoldsABallOnASlopeUpToItsAngle) {
  // At rest where g sin α r ≤ μ_r g cos α; beyond, v̇ = (g sin α − μ_r g cos α/r)/(1 + k).
  constexpr int D = TypeParam::value;
  const double k = inertia_ratio<D>;
  const double rolling = 0.03;
  const double steepest = std::atan(rolling / radius);
  for (const double angle : {0.999 * steepest, 1.001 * steepest, 3.0 * steepest}) {
    const Slope<D> slope = Slope<D>::leaning(angle);
    Stepper<D> stepper = on_slope<D>(slope, resisting(0.8, rolling), 0.0, 0.0, "gauss-seidel");
    const double acceleration = std::max(0.0, g * (std::sin(angle) - rolling / radius * std::cos(angle)) / (1.0 + k));
    for (int n = 1; n <= 100; ++n) {
      stepper.step(infinity);
      ASSERT_NEAR(slope.v(stepper), n * h * acceleration, 1e-12) << angle / steepest << ", step " << n;
      ASSERT_NEAR(slope.spin(stepper), n * h * acceleration, 1e-12) << angle / steepest << ", step " << n;
    }
  }
}

TYPED_TEST(RollingResistance, SlowsASlidingBallsSpin) {
  // While it slides, friction μ m g spins it up and the moment holds against that: k m r² ω̇ = μ m g r − μ_r m g.
  constexpr int D = TypeParam::value;
  const double k = inertia_ratio<D>;
  const double mu = 0.1, rolling = 0.01;
  const Slope<D> slope = Slope<D>::leaning(0.0);
  Stepper<D> stepper = on_slope<D>(slope, resisting(mu, rolling), 5.0, 0.0, "gauss-seidel");
  for (int n = 1; n <= 100; ++n) {
    stepper.step(infinity);
    ASSERT_NEAR(slope.v(stepper), 5.0 - n * h * mu * g, 1e-12) << "step " << n;
    ASSERT_NEAR(slope.spin(stepper), n * h * (mu - rolling / radius) * g / k, 1e-12) << "step " << n;
  }
}

TYPED_TEST(RollingResistance, LargerThanFrictionsArmKeepsASlidingBallFromTurning) {
  // μ_r > μ r: the ball slides to a stop like a block.
  constexpr int D = TypeParam::value;
  const double mu = 0.1;
  const Slope<D> slope = Slope<D>::leaning(0.0);
  Stepper<D> stepper = on_slope<D>(slope, resisting(mu, 1.01 * mu * radius), 0.5, 0.0, "gauss-seidel");
  for (int n = 1; n <= 100; ++n) {
    stepper.step(infinity);
    ASSERT_NEAR(slope.v(stepper), std::max(0.0, 0.5 - n * h * mu * g), 1e-12) << "step " << n;
    ASSERT_NEAR(slope.spin(stepper), 0.0, 1e-12) << "step " << n;
  }
}

TYPED_TEST(RollingResistance, OfTheConvexModelOpensTheGapByTheTurningToo) {
  // D = h (μ |slip| + μ_r |ω|).
  constexpr int D = TypeParam::value;
  const double mu = 0.1, rolling = 0.01;
  const Slope<D> slope = Slope<D>::leaning(0.0);
  Stepper<D> stepper = on_slope<D>(slope, resisting(mu, rolling, FrictionModel::convex), 5.0, 0.0, "gauss-seidel");
  for (int n = 1; n <= 60; ++n) {
    stepper.step(infinity);
    const double slip = slope.v(stepper) - slope.spin(stepper);
    ASSERT_GT(slip, 0.5);
    // Sliding this fast it hops at first; where it touches the gap is as predicted.
    if (impulse_between<D>(stepper, 0, 1) > 0.0) {
      ASSERT_NEAR(slope.gap(stepper), h * (mu * slip + rolling * slope.spin(stepper) / radius), 1e-10) << "step " << n;
    }
  }
  EXPECT_GT(impulse_between<D>(stepper, 0, 1), 0.0);
}

TEST(RollingResistanceInSpace, LeavesSpinAboutTheNormal) {
  const Slope<3> slope = Slope<3>::leaning(0.0);
  World<3> world = slope.world(radius, mass);
  world.bodies.angular_velocity[0] = Vec<3>(0.0, 0.0, 7.0);
  Forces<3> forces;
  forces.gravity.acceleration = -g * Vec<3>::UnitZ();
  Stepper<3> stepper(world, forces, one_law(resisting(0.5, 0.05)), to_rounding(h, sweeps));
  for (int n = 0; n < 50; ++n) {
    stepper.step(infinity);
  }
  EXPECT_LT((stepper.world.bodies.angular_velocity[0] - Vec<3>(0.0, 0.0, 7.0)).norm(), 1e-13);
  EXPECT_LT(stepper.world.bodies.velocity[0].norm(), 1e-13);
}

TYPED_TEST(RollingResistance, BetweenTwoBallsActsOnTheirRelativeSpin) {
  // Pressed together by an impact, spinning alike: μ_r p_n on each, with opposite signs, so that spins and the sum stay.
  constexpr int D = TypeParam::value;
  const double k = inertia_ratio<D>;
  const Slope<D> axes = Slope<D>::leaning(0.3);
  const double r = 0.2, fall = 2.0, rolling = 0.01;
  World<D> world;
  world.bodies.add(Vec<D>::Zero(), r, mass);
  world.bodies.add(2.0 * r * axes.normal, r, mass);
  world.bodies.velocity = {0.5 * fall * axes.normal, -0.5 * fall * axes.normal};
  // Opposite spins of equal balls make no slip: ω r on both sides of the contact.
  world.bodies.angular_velocity = {3.0 * axes.axis(), -3.0 * axes.axis()};
  Stepper<D> stepper(world, {}, one_law(resisting(0.5, rolling)), to_rounding(h, sweeps));
  stepper.step(infinity);
  // p_n = m fall/2; the moment turns each back by μ_r p_n/(k m r²).
  const double turned = rolling * 0.5 * mass * fall / (k * mass * r * r);
  EXPECT_LT((stepper.world.bodies.angular_velocity[0] - (3.0 - turned) * axes.axis()).norm(), 1e-12);
  EXPECT_LT((stepper.world.bodies.angular_velocity[1] + (3.0 - turned) * axes.axis()).norm(), 1e-12);
  EXPECT_LT(stepper.world.bodies.velocity[0].norm(), 1e-12);
}

}  // namespace
}  // namespace gluey::test::rolling_resistance_test
