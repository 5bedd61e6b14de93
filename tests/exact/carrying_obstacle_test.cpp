// Obstacles whose surface moves carry bodies by friction: a belt, a wheel under a disc, a turntable. What counts is the
// surface's mean velocity over the step across the normal; for a surface that turns by Ωh that is the chord, sin(Ωh)/h.

#include "support/ball_on_plane.hpp"

#include <gtest/gtest.h>

namespace gluey::test::carrying_obstacle_test {
namespace {

constexpr double g = 9.81;
constexpr double h = 0.005;
constexpr double radius = 0.2;
constexpr double mass = 1.3;

template <int D>
Forces<D> weight() {
  Forces<D> forces;
  forces.gravity.acceleration = -g * Vec<D>::Unit(D - 1);
  return forces;
}

template <class Dimension>
class CarryingObstacle : public testing::Test {};
using Dimensions = testing::Types<Plane2D, Space3D>;
TYPED_TEST_SUITE(CarryingObstacle, Dimensions);

TYPED_TEST(CarryingObstacle, BeltDragsABallUntilItRollsAtItsShare) {
  // v = μ g t until slip ends; then v = c k/(1 + k) for ever: a third of the belt's speed, or two sevenths.
  constexpr int D = TypeParam::value;
  const double k = inertia_ratio<D>;
  const double mu = 0.3, c = 2.0;
  const Slope<D> slope = Slope<D>::leaning(0.0);
  for (const LawOptions& law : {friction(mu), gluey_friction(mu, 0.0)}) {
    Stepper<D> stepper(slope.world(radius, mass, 0.0, TranslationMotion<D>{c * slope.down}), weight<D>(), one_law(law),
                       to_rounding(h));
    const double share = c * k / (1.0 + k);
    for (int n = 1; n <= 100; ++n) {
      stepper.step(infinity);
      ASSERT_NEAR(slope.v(stepper), std::min(n * h * mu * g, share), 1e-12) << "step " << n;
      ASSERT_NEAR(slope.spin(stepper), -std::min(n * h * mu * g, share) / k, 1e-12) << "step " << n;
      ASSERT_NEAR(slope.gap(stepper), 0.0, 1e-15 * n);
    }
    EXPECT_NEAR(slope.v(stepper), D == 2 ? c / 3.0 : 2.0 * c / 7.0, 1e-12);
  }
}

TYPED_TEST(CarryingObstacle, BeltInTheConvexModelLiftsTheBallWhileItSlips) {
  constexpr int D = TypeParam::value;
  const double mu = 0.3, c = 2.0;
  const Slope<D> slope = Slope<D>::leaning(0.0);
  const LawOptions law = friction(mu, FrictionModel::convex);
  Stepper<D> stepper(slope.world(radius, mass, 0.0, TranslationMotion<D>{c * slope.down}), weight<D>(), one_law(law),
                     to_rounding(h));
  BallOnPlane hand{.law = law, .k = inertia_ratio<D>, .mass = mass, .h = h, .surface = c};
  double highest = 0.0;
  for (int n = 1; n <= 150; ++n) {
    stepper.step(infinity);
    hand.step(-g, 0.0);
    ASSERT_NEAR(slope.v(stepper), hand.v, 1e-12) << "step " << n;
    ASSERT_NEAR(slope.spin(stepper), hand.spin, 1e-12) << "step " << n;
    ASSERT_NEAR(slope.gap(stepper), hand.gap, 1e-13) << "step " << n;
    if (hand.p_n > 0.0) {
      ASSERT_NEAR(slope.gap(stepper), mu * h * std::abs(hand.slip()), 1e-13) << "step " << n;
    }
    highest = std::max(highest, slope.gap(stepper));
  }
  EXPECT_GT(highest, 0.5 * mu * h * c);
}

TYPED_TEST(CarryingObstacle, BeltThatSwingsDragsByItsMeanVelocity) {
  constexpr int D = TypeParam::value;
  const double mu = 0.1, amplitude = 0.2, frequency = 1.0;
  const Slope<D> slope = Slope<D>::leaning(0.0);
  Stepper<D> stepper(slope.world(radius, mass, 0.0, OscillationMotion<D>{amplitude * slope.down, frequency, 0.4}),
                     weight<D>(), one_law(friction(mu)), to_rounding(h));
  BallOnPlane hand{.law = friction(mu), .k = inertia_ratio<D>, .mass = mass, .h = h};
  const auto place = [&](double t) { return amplitude * std::sin(2.0 * M_PI * frequency * t + 0.4); };
  for (int n = 1; n <= 400; ++n) {
    stepper.step(infinity);
    hand.surface = (place(n * h) - place((n - 1) * h)) / h;
    hand.step(-g, 0.0);
    ASSERT_NEAR(slope.v(stepper), hand.v, 1e-11) << "step " << n;
    ASSERT_NEAR(slope.spin(stepper), hand.spin, 1e-11) << "step " << n;
  }
}

TYPED_TEST(CarryingObstacle, WheelSpinsUpTheDiscOnTopOfIt) {
  // The disc keeps its place along the wheel. It is spun up at μ g/(k r) until both surfaces move alike.
  constexpr int D = TypeParam::value;
  const double k = inertia_ratio<D>;
  const double mu = 0.2, wheel = 0.7, rate = 3.0;
  World<D> world;
  Spin<D> omega = Spin<D>::Zero();
  omega[D == 2 ? 0 : 1] = rate;
  world.obstacles.push_back(
      obstacle_of<D>({Sphere<D>{Vec<D>::Zero(), wheel}}, {}, RotationMotion<D>{Vec<D>::Zero(), omega}));
  world.bodies.add((wheel + radius) * Vec<D>::Unit(D - 1), radius, mass);
  for (int axis = 0; axis < D - 1; ++axis) {
    world.bodies.inverse_mass[0][axis] = 0.0;
  }
  Stepper<D> stepper(world, weight<D>(), one_law(friction(mu)), to_rounding(h));
  const double surface = wheel * std::sin(rate * h) / h;
  for (int n = 1; n <= 200; ++n) {
    stepper.step(infinity);
    const double expected = std::min(n * h * mu * g / (k * radius), surface / radius);
    ASSERT_LT((stepper.world.bodies.angular_velocity[0] + expected / rate * omega).norm(), 1e-12) << "step " << n;
    ASSERT_LT(stepper.world.bodies.velocity[0].norm(), 1e-13) << "step " << n;
  }
  EXPECT_NEAR(stepper.world.bodies.angular_velocity[0].norm(), rate * wheel / radius, 1e-3 * rate * wheel / radius);
}

TEST(Turntable, MovesAStickingBallByTheDiscreteRecurrence) {
  // No slip: v' = surface velocity at the ball + r ω × n. With ω horizontal, f the friction: m Δv = f, k m r² Δω = −r n × f:
  // Δv = k/(1 + k) Δ(surface velocity). The surface velocity is the chord's, taken at the place where the step begins.
  const double k = 0.4, rate = 2.0;
  const Slope<3> slope;
  World<3> world = slope.world(radius, mass, 0.0, RotationMotion<3>{Vec<3>::Zero(), rate * Vec<3>::UnitZ()});
  world.bodies.position[0] = Vec<3>(0.5, 0.0, radius);
  const auto chord = [&](const Vec<3>& x) {
    const Eigen::AngleAxisd back(-rate * h, Vec<3>::UnitZ());
    Vec<3> u = (x - back * x) / h;
    u[2] = 0.0;
    return u;
  };
  Vec<3> x = world.bodies.position[0], v(0.1, 0.4, 0.0);
  // Starts without slip; spin about the vertical stays what it is.
  const Vec<3> start = v - chord(x);
  world.bodies.velocity[0] = v;
  world.bodies.angular_velocity[0] = Vec<3>::UnitZ().cross(start) / radius + 0.3 * Vec<3>::UnitZ();
  Stepper<3> stepper(world, weight<3>(), one_law(friction(5.0)), to_rounding(h));
  Vec<3> surface = chord(x);
  for (int n = 1; n <= 600; ++n) {
    stepper.step(infinity);
    const Vec<3> now = chord(x);
    v += k / (1.0 + k) * (now - surface);
    surface = now;
    x += h * v;
    ASSERT_LT((stepper.world.bodies.velocity[0] - v).norm(), 1e-11) << "step " << n;
    ASSERT_LT((stepper.world.bodies.position[0] - x).norm(), 1e-11) << "step " << n;
    ASSERT_NEAR(stepper.world.bodies.angular_velocity[0][2], 0.3, 1e-12);
  }
}

TYPED_TEST(CarryingObstacle, RisingPlaneAddsNothingToTheVelocityAcross) {
  // A lift that rises obliquely: along the normal its motion is in the gap, across it drags.
  constexpr int D = TypeParam::value;
  const double k = inertia_ratio<D>;
  const double lift = 0.8, c = 0.5;
  const Slope<D> slope = Slope<D>::leaning(0.0);
  Stepper<D> stepper(slope.world(radius, mass, 0.0, TranslationMotion<D>{lift * slope.normal + c * slope.down}),
                     weight<D>(), one_law(friction(10.0)), to_rounding(h));
  for (int n = 1; n <= 50; ++n) {
    stepper.step(infinity);
    ASSERT_NEAR(slope.rise(stepper), lift, 1e-12);
    ASSERT_NEAR(slope.v(stepper), c * k / (1.0 + k), 1e-12);
    ASSERT_NEAR(slope.gap(stepper), n * h * lift, 1e-12);
  }
}

}  // namespace
}  // namespace gluey::test::carrying_obstacle_test
