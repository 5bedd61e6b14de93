// Force and torque on obstacles, as the history of a run reports them: the weight of what rests on them, at its lever arm.

#include "support/scenes.hpp"
#include "support/small_world.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace gluey::test::obstacle_load_test {
namespace {

constexpr double g = 10.0;

template <int D>
Forces<D> gravity() {
  Forces<D> forces;
  forces.gravity.acceleration = -g * Vec<D>::Unit(D - 1);
  return forces;
}

TEST(LoadOnObstacle, OfAStackIsItsWeight) {
  // Two on a floor; the contact between them carries the upper one alone.
  World<2> world;
  world.obstacles.push_back(plane_through<2>(Vec<2>::Zero(), Vec<2>::UnitY()));
  world.bodies.add({3.0, 0.5}, 0.5, 2.0);
  world.bodies.add({3.0, 1.25}, 0.25, 0.7);
  Stepper<2> stepper(world, gravity<2>(), one_law(inelastic()), to_rounding(0.01, 400));
  for (int n = 0; n < 5; ++n) {
    const StepOutcome<2>& outcome = stepper.step(infinity);
    EXPECT_NEAR(outcome.obstacle_force[0][0], 0.0, 1e-11);
    EXPECT_NEAR(outcome.obstacle_force[0][1], -2.7 * g, 1e-11);
    EXPECT_NEAR(outcome.obstacle_torque[0][0], -3.0 * 2.7 * g, 1e-10);  // about the plane's own point, the origin
    EXPECT_NEAR(impulse_between(stepper, 0, 1), 0.7 * g * 0.01, 1e-12);
  }
}

TEST(LoadOnObstacle, OfABallInATroughSplitsBetweenItsSides) {
  // Slopes α on the left and β on the right: N₁ = m g sin β / sin(α+β), N₂ = m g sin α / sin(α+β).
  const double alpha = 0.5;
  const double beta = 1.1;
  const double mass = 3.0;
  const double radius = 0.2;
  World<2> world;
  const Vec<2> left(std::sin(alpha), std::cos(alpha));
  const Vec<2> right(-std::sin(beta), std::cos(beta));
  world.obstacles.push_back(plane_through<2>(Vec<2>::Zero(), left));
  world.obstacles.push_back(plane_through<2>(Vec<2>::Zero(), right));
  // Touches both: n·x = radius on either side.
  Eigen::Matrix2d normals;
  normals << left[0], left[1], right[0], right[1];
  world.bodies.add(normals.inverse() * Vec<2>(radius, radius), radius, mass);
  Stepper<2> stepper(world, gravity<2>(), one_law(inelastic()), to_rounding(0.01, 2000));
  const StepOutcome<2>& outcome = stepper.step(infinity);
  const double first = mass * g * std::sin(beta) / std::sin(alpha + beta);
  const double second = mass * g * std::sin(alpha) / std::sin(alpha + beta);
  EXPECT_NEAR((outcome.obstacle_force[0] + first * left).norm(), 0.0, 1e-10);
  EXPECT_NEAR((outcome.obstacle_force[1] + second * right).norm(), 0.0, 1e-10);
}

TEST(LoadOnObstacle, OfBallsOnABeamHasTheirLeverArms) {
  // A beam placed away from the origin and turned by half a circle, so that frames cannot be confused.
  World<2> world;
  world.obstacles.push_back(obstacle_of<2>({Box<2>{{}, {2.0, 0.1}}}, {{5.0, 1.0}, {std::numbers::pi}}));
  world.bodies.add({6.5, 1.3}, 0.2, 1.5);   // arm +1.5
  world.bodies.add({4.25, 1.4}, 0.3, 4.0);  // arm −0.75
  Stepper<2> stepper(world, gravity<2>(), one_law(inelastic()), to_rounding(0.01));
  const StepOutcome<2>& outcome = stepper.step(infinity);
  EXPECT_NEAR(outcome.obstacle_force[0][1], -5.5 * g, 1e-11);
  EXPECT_NEAR(outcome.obstacle_torque[0][0], -1.5 * 1.5 * g + 0.75 * 4.0 * g, 1e-11);
}

TEST(LoadOnObstacle, OfBallsOnATableInSpaceHasATorqueVector) {
  World<3> world;
  world.obstacles.push_back(obstacle_of<3>({Box<3>{{}, {1.0, 1.0, 0.1}}}, {{2.0, 3.0, 4.0}, {}}));
  world.bodies.add({2.5, 3.0, 4.3}, 0.2, 1.0);    // r = (0.5, 0, ·)
  world.bodies.add({2.0, 2.2, 4.25}, 0.15, 2.0);  // r = (0, −0.8, ·)
  Stepper<3> stepper(world, gravity<3>(), one_law(inelastic()), to_rounding(0.01));
  const StepOutcome<3>& outcome = stepper.step(infinity);
  EXPECT_NEAR((outcome.obstacle_force[0] - Vec<3>(0.0, 0.0, -3.0 * g)).norm(), 0.0, 1e-11);
  // r × f with f = −m g e_z: (−r_y m g, r_x m g, 0).
  EXPECT_NEAR((outcome.obstacle_torque[0] - Vec<3>(0.8 * 2.0 * g, 0.5 * g, 0.0)).norm(), 0.0, 1e-11);
}

TEST(LoadOnObstacle, OfAShakenFloorIsTheSecondDifferenceOfItsMotion) {
  // The ball follows the floor, so that the force is m (g + δ²y/h²), to rounding.
  const double mass = 1.3;
  const double h = 0.01;
  const OscillationMotion<3> shake{.amplitude = 0.01 * Vec<3>::UnitZ(), .frequency = 2.0, .phase = 0.4};
  World<3> world;
  world.obstacles.push_back(plane_through<3>(Vec<3>::Zero(), Vec<3>::UnitZ(), shake));
  const auto height = [&](double t) { return 0.01 * std::sin(2.0 * std::numbers::pi * 2.0 * t + 0.4); };
  world.bodies.add({0.0, 0.0, 0.5 + height(0.0)}, 0.5, mass);
  world.bodies.velocity[0][2] = (height(0.0) - height(-h)) / h;
  Stepper<3> stepper(world, gravity<3>(), one_law(inelastic()), to_rounding(h));
  for (int n = 1; n <= 100; ++n) {
    const StepOutcome<3>& outcome = stepper.step(infinity);
    const double acceleration = (height(n * h) - 2.0 * height((n - 1) * h) + height((n - 2) * h)) / (h * h);
    ASSERT_GT(acceleration, -g);
    // Heights are rounded by 1e-16 and divided by h².
    EXPECT_NEAR(outcome.obstacle_force[0][2], -mass * (g + acceleration), 1e-11) << n;
  }
}

TEST(LoadOnObstacle, IsWhatTheHistoryReports) {
  Simulation simulation = simulate(R"(
dimension = 2
[time]
step = 0.01
steps = 4
[environment]
gravity = [0, -10]
[contact]
law = "gluey"
[[body]]
shape = { kind = "sphere", radius = 0.2 }
position = [0.5, 0.2]
mass = 2
[[body]]
shape = { kind = "sphere", radius = 0.1 }
position = [-1.5, 0.1]
mass = 3
[[obstacle]]
name = "aside"
shape = { kind = "sphere", radius = 1 }
position = [10, 10]
[[obstacle]]
name = "bar"
shape = { kind = "segment", from = [-2, 0], to = [2, 0] }
)");
  while (!simulation.finished()) {
    const StepReport report = simulation.step();
    ASSERT_EQ(report.row.obstacle_force.size(), 4U);
    ASSERT_EQ(report.row.obstacle_torque.size(), 2U);
    EXPECT_EQ(report.row.obstacle_force[0], 0.0);
    EXPECT_EQ(report.row.obstacle_force[1], 0.0);
    EXPECT_NEAR(report.row.obstacle_force[2], 0.0, 1e-9);
    EXPECT_NEAR(report.row.obstacle_force[3], -50.0, 1e-9);
    EXPECT_NEAR(report.row.obstacle_torque[1], 1.5 * 30.0 - 0.5 * 20.0, 1e-9);
  }
}

}  // namespace
}  // namespace gluey::test::obstacle_load_test
