// Round bodies with flat sides that rock and roll over the joints of flat floors: the point at which they touch runs along them faster than they
// move, over any joint. What the film holds goes with it, and friction acts as on a plane.

#include "geometry/superellipsoid.hpp"
#include "geometry/surface_file.hpp"
#include "support/shaped_world.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace gluey::test::rocking_over_joints_test {
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
  settings.accuracy.radii = 1e-13;
  settings.max_iterations = 100000;
  return {world, forces, one_law(law), settings};
}

double total(const std::vector<double>& values) {
  double sum = 0.0;
  for (const double value : values) {
    sum += value;
  }
  return sum;
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

/// Glued with its flat side and pulled off, straight: it hangs on the one point beneath its middle until it lets go.
TEST(RockingOverJoints, ABodyIsPulledOffAMeshAsOffAPlane) {
  SurfaceMesh mesh;
  mesh.points = {{0.4, -0.4, 0.0},  {1.9, 3.2, 0.0},   {-0.1, 3.5, 0.0}, {-2.7, 2.2, 0.0},
                 {-3.6, -0.9, 0.0}, {-0.9, -4.2, 0.0}, {4.1, -1.9, 0.0}};
  mesh.triangles = {{0, 1, 2}, {0, 2, 3}, {0, 3, 4}, {0, 4, 5}, {0, 5, 6}, {0, 6, 1}};
  const std::vector<Triangle> triangles = mesh_triangles(mesh);
  World<3> world;
  world.obstacles.push_back(obstacle_of<3>(std::vector<Part<3>>(triangles.begin(), triangles.end())));
  add_shape<3>(world, {Superellipsoid<3>{{}, {0.5, 0.4, 0.3}, {4.7, 5.4}}},
               {{0.37, -0.46, 0.3}, Rotation<3>{}.turned({0.0, 0.0, 0.4})}, 0.8, {0.05, 0.06, 0.07}, 0.3);
  world.bodies.velocity[0] = {-0.2, 0.3, 0.0};
  Forces<3> forces;
  forces.gravity.acceleration = {0.0, 0.0, -2.0};
  StepSettings settings;
  settings.step = 0.005;
  settings.accuracy.radii = 1e-12;
  Stepper<3> stepper(world, forces, one_law(gluey()), settings);
  for (int n = 1; n <= 240; ++n) {
    if (n == 121) {
      stepper.forces().gravity.acceleration = {0.0, 0.0, 2.0};
    }
    stepper.step(infinity);
    // γ runs back to 0 as it came; the film lets go with step 240, in which the velocity is still 0.
    ASSERT_NEAR(stepper.world.bodies.position[0][2], 0.3, 1e-12) << n;
    ASSERT_LT(stepper.world.bodies.angular_velocity[0].norm(), 1e-10) << n;
    ASSERT_NEAR(total(stepper.graph.contacts.potential), -0.8 * 2.0 * 0.005 * std::min(n, 240 - n), 1e-9) << n;
  }
}

}  // namespace
}  // namespace gluey::test::rocking_over_joints_test
