// An obstacle that draws back pulls what is glued to it, however far it moves in one step: gaps are measured to where the
// obstacle will be, so that a contact it pulls on is as far open as the obstacle moves.

#include "support/small_world.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace gluey::test::pulling_obstacle_test {
namespace {

constexpr double radius = 0.1;
constexpr double h = 0.1;

/// Parts whose right face is the line x = 0.
std::vector<Obstacle<2>> walls(const Motion<2>& motion) {
  return {plane_through<2>(Vec<2>::Zero(), Vec<2>::UnitX(), motion),
          obstacle_of<2>({Box<2>{{Vec<2>(-0.5, 0.0), {}}, {0.5, 2.0}}}, {}, motion),
          obstacle_of<2>({Segment<2>{.from = Vec<2>(0.0, -1.0), .to = Vec<2>(0.0, 1.0)}}, {}, motion)};
}

TEST(PullingObstacle, TakesAGluedDiscAlongFromRestWithinOneStep) {
  // The disc hits with speed 3 and stores 3 m. The wall then leaves at once with speed 2, that is two radii a step: the
  // disc follows exactly and 1 m is left. When the wall stops the disc does, and has 3 m again.
  const TableMotion<2> jerk{
      {0.0, 1.0, 2.0, 3.0}, {Vec<2>(0.0, 0.0), Vec<2>(0.0, 0.0), Vec<2>(-2.0, 0.0), Vec<2>(-2.0, 0.0)}, {}};
  for (const Obstacle<2>& wall : walls(jerk)) {
    SCOPED_TRACE(wall.parts.front().index());
    World<2> world;
    world.obstacles.push_back(wall);
    world.bodies.add({0.4, 0.0}, radius, 1.0);
    world.bodies.velocity[0] = {-3.0, 0.0};
    Stepper<2> stepper(world, {}, one_law(gluey()), to_rounding(h));
    while (stepper.world.time < 3.0 - 1e-9) {
      stepper.step(infinity);
      const double t = stepper.world.time;
      const double x = t < 1.0 + 1e-9 ? 0.0 : std::max(-2.0, -2.0 * (t - 1.0));
      if (t > 0.25) {
        ASSERT_NEAR(stepper.world.bodies.position[0][0], x + radius, 1e-12) << t;
        ASSERT_NEAR(potential_between(stepper, 0, 1), t > 1.05 && t < 2.05 ? -1.0 : -3.0, 1e-11) << t;
      }
    }
  }
}

TEST(PullingObstacle, LosesADiscThatHasTooLittlePotentialInTheStepThatUsesItUp) {
  // Stored 1 m, asked for 2 m: the disc leaves with what it came with, −1.
  const TableMotion<2> jerk{{0.0, 1.0, 3.0}, {Vec<2>(0.0, 0.0), Vec<2>(0.0, 0.0), Vec<2>(-4.0, 0.0)}, {}};
  for (const Obstacle<2>& wall : walls(jerk)) {
    World<2> world;
    world.obstacles.push_back(wall);
    world.bodies.add({0.4, 0.0}, radius, 1.0);
    world.bodies.velocity[0] = {-1.0, 0.0};
    Stepper<2> stepper(world, {}, one_law(gluey()), to_rounding(h));
    while (stepper.world.time < 2.0 - 1e-9) {
      stepper.step(infinity);
    }
    EXPECT_NEAR(stepper.world.bodies.velocity[0][0], -1.0, 1e-12);
    EXPECT_NEAR(stepper.world.bodies.position[0][0], radius - 1.0, 1e-12);
    EXPECT_EQ(potential_between(stepper, 0, 1), 0.0);
  }
}

TEST(PullingObstacle, ThatTurnsHoldsADiscAgainstAForceThatSlowsItsFreeFlight) {
  // A plane that turns carries a disc up below it while gravity pulls down: the free velocity is smaller than the plane's,
  // so that a range from the free velocity alone would lose the contact.
  World<2> world;
  world.obstacles.push_back(
      plane_through<2>(Vec<2>::Zero(), -Vec<2>::UnitY(), RotationMotion<2>{Vec<2>::Zero(), Spin<2>(0.5)}));
  world.bodies.add({1.0, -radius}, radius, 1.0);
  world.bodies.velocity[0] = {0.5 * radius, 50.0};  // pressed on with much to store
  Forces<2> forces;
  forces.gravity.acceleration = {0.0, -4.0};
  Stepper<2> stepper(world, forces, one_law(gluey()), to_rounding(h));
  for (int n = 0; n < 20; ++n) {
    stepper.step(infinity);
    ASSERT_LT(potential_between(stepper, 0, 1), -10.0) << "step " << n;
    const double angle = 0.5 * stepper.world.time;
    const Vec<2> normal(std::sin(angle), -std::cos(angle));
    ASSERT_NEAR(stepper.world.bodies.position[0].dot(normal), radius, 1e-12) << "step " << n;
  }
}

}  // namespace
}  // namespace gluey::test::pulling_obstacle_test
