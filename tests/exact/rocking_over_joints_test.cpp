// Round bodies with flat sides that rock and roll over the joints of flat floors: the point at which they touch runs along them faster than they
// move, over any joint. What the film holds goes with it, and friction acts as on a plane.

#include "geometry/superellipsoid.hpp"
#include "support/shaped_world.hpp"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace gluey::test {
namespace {

using Floor = std::pair<std::string, std::vector<Part<2>>>;

std::vector<Part<2>> plane() { return {Plane<2>{Vec<2>::Zero(), Vec<2>::UnitY()}}; }
std::vector<Floor> floors() {
  return {{"chain", chain({{-4, 0}, {-0.4, 0}, {-0.1, 0}, {-0.001, 0}, {0.13, 0}, {0.3, 0}, {4, 0}})},
          {"boxes that overlap",
           {Box<2>{{Vec<2>(-2.0, -0.25), {}}, {2.05, 0.25}}, Box<2>{{Vec<2>(2.0, -0.35), {}}, {2.1, 0.35}}}},
          {"boxes side by side",
           {Box<2>{{Vec<2>(-2.001, -0.25), {}}, {2.0, 0.25}}, Box<2>{{Vec<2>(1.999, -0.25), {}}, {2.0, 0.25}}}}};
}

Stepper<2> rocking(const std::vector<Part<2>>& floor, const Part<2>& body, const LawOptions& law, double spin) {
  World<2> world;
  world.obstacles.push_back(obstacle_of<2>(floor));
  add_shape<2>(world, {body}, {{0.0, 0.3}, {0.0}}, 1.3, Spin<2>(0.06), 0.3);
  world.bodies.velocity[0] = {-0.2, 0.0};
  world.bodies.angular_velocity[0] = Spin<2>(spin);
  Forces<2> forces;
  forces.gravity.acceleration = {0.0, -9.81};
  StepSettings settings;
  settings.step = 0.01;
  settings.tolerance = 1e-13;
  settings.max_iterations = 100000;
  return {world, forces, one_law(law), settings};
}

TEST(RockingOverJoints, IsRockingOnAPlane) {
  const std::vector<std::pair<std::string, Part<2>>> bodies = {
      {"ellipse", Ellipsoid<2>{{}, {0.45, 0.3}}}, {"superellipse", Superellipsoid<2>{{}, {0.4, 0.3}, Vec<1>(2.6)}}};
  for (const auto& [body_name, body] : bodies) {
    for (const LawOptions& law :
         {gluey(), LawOptions{.kind = LawKind::gluey_friction, .gamma_min = -0.1, .friction = 0.3}}) {
      for (const auto& [name, parts] : floors()) {
        Stepper<2> expected = rocking(plane(), body, law, 0.8), found = rocking(parts, body, law, 0.8);
        for (int n = 1; n <= 60; ++n) {
          expected.step(infinity);
          found.step(infinity);
          const Bodies<2>&one = expected.world.bodies, &other = found.world.bodies;
          const auto where = testing::Message() << body_name << " on " << name << ", step " << n;
          // Distances from parts are iterated, those from a plane are not.
          ASSERT_LT((other.position[0] - one.position[0]).norm(), 1e-9) << where;
          ASSERT_NEAR(other.orientation[0].angle, one.orientation[0].angle, 1e-9) << where;
          ASSERT_EQ(found.graph.contacts.size(), 1U) << where;
          ASSERT_NEAR(found.graph.contacts.potential[0], expected.graph.contacts.potential[0], 1e-9) << where;
        }
      }
    }
  }
}

/// A flat side does not choose its point by rounding: a body at rest stays so.
TEST(RockingOverJoints, ABodyAtRestOnAFlatSideDoesNotBegin) {
  for (const double exponent : {2.6, 5.9, 8.6, 15.0}) {
    const Part<2> body = Superellipsoid<2>{{}, {0.4, 0.3}, Vec<1>(exponent)};
    for (const auto& [name, parts] : floors()) {
      Stepper<2> stepper = rocking(parts, body, gluey(), 0.0);
      stepper.world.bodies.velocity[0].setZero();
      for (int n = 1; n <= 60; ++n) {
        stepper.step(infinity);
      }
      EXPECT_EQ(stepper.world.bodies.orientation[0].angle, 0.0) << exponent << " on " << name;
      EXPECT_NEAR(stepper.world.bodies.position[0][1], 0.3, 1e-12) << exponent << " on " << name;
      EXPECT_NEAR(stepper.graph.contacts.potential[0], -1.3 * 9.81 * 0.6, 1e-9) << exponent << " on " << name;
    }
  }
}

}  // namespace
}  // namespace gluey::test
