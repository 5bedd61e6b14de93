// What glues a flat contact does not depend on how floor and body are cut into parts: pressed, slid, turned and pulled off askew, the body takes
// the same way, to the solver's tolerance.

#include "core/random.hpp"
#include "geometry/surface_file.hpp"
#include "support/shaped_world.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

namespace gluey::test::flat_glue_test {
namespace {

using Named = std::pair<std::string, std::vector<Part<3>>>;

std::vector<Part<3>> mesh(std::vector<Vec<3>> points, std::vector<std::array<std::int32_t, 3>> triangles) {
  SurfaceMesh surface;
  surface.points = std::move(points);
  surface.triangles = std::move(triangles);
  const std::vector<Triangle> parts = mesh_triangles(surface);
  return {parts.begin(), parts.end()};
}
Box<3> box(const Vec<3>& lower, const Vec<3>& upper) {
  return {{Vec<3>(0.5 * (lower + upper)), {}}, Vec<3>(0.5 * (upper - lower))};
}

std::vector<Named> floors() {
  return {{"plane", {Plane<3>{Vec<3>::Zero(), Vec<3>::UnitZ()}}},
          {"square of two", mesh({{-3, -3, 0}, {3, -3, 0}, {3, 3, 0}, {-3, 3, 0}}, {{0, 1, 2}, {0, 2, 3}})},
          {"fan", mesh({{0.1, 0.05, 0}, {3, -1, 0}, {2, 3, 0}, {-1, 3, 0}, {-3, 1, 0}, {-2, -3, 0}, {1, -3, 0}},
                       {{0, 1, 2}, {0, 2, 3}, {0, 3, 4}, {0, 4, 5}, {0, 5, 6}, {0, 6, 1}})},
          {"slab", {box({-3, -3, -1}, {3, 3, 0})}},
          {"slabs side by side", {box({-3, -3, -1}, {0.05, 3, 0}), box({0.05, -3, -1}, {3, 3, 0})}}};
}
std::vector<Named> bodies() {
  return {{"one", {box({-0.5, -0.3, -0.2}, {0.5, 0.3, 0.2})}},
          {"halves", {box({-0.5, -0.3, -0.2}, {0.0, 0.3, 0.2}), box({0.0, -0.3, -0.2}, {0.5, 0.3, 0.2})}},
          {"unequal", {box({-0.5, -0.3, -0.2}, {0.5, -0.1, 0.2}), box({-0.5, -0.1, -0.2}, {0.5, 0.3, 0.2})}}};
}

/// Positions, velocities and spins of every step, and the sum of the potentials.
std::vector<double> taken_way(const std::vector<Part<3>>& floor, const std::vector<Part<3>>& body, double tilt,
                              const Vec<3>& push, const Vec<3>& pull) {
  constexpr double tolerance = 1e-11;
  World<3> world;
  world.obstacles.push_back(obstacle_of<3>(floor));
  const Pose<3> pose{{0.0, 0.0, 0.2 + 1e-3}, Rotation<3>{}.turned({tilt, 0.3 * tilt, 0.4})};
  add_shape<3>(world, body, pose, 1.0, box_inertia(1.0, Vec<3>(0.5, 0.3, 0.2)), 0.2);
  world.bodies.velocity[0] = {0.3, 0.1, -0.1};
  world.bodies.angular_velocity[0] = {0.0, 0.0, 0.5};
  Forces<3> forces;
  forces.gravity.acceleration = push;
  StepSettings settings;
  settings.step = 0.01;
  settings.accuracy.radii = tolerance;
  settings.max_iterations = 100000;
  Stepper<3> stepper(world, forces, one_law(gluey()), settings);
  std::vector<double> way;
  for (int n = 0; n < 200; ++n) {
    if (n == 80) {
      stepper.forces().gravity.acceleration = pull;
    }
    stepper.step(infinity);
    const Bodies<3>& now = stepper.world.bodies;
    for (const Vec<3>& v : {now.position[0], now.velocity[0], Vec<3>(now.angular_velocity[0])}) {
      way.insert(way.end(), v.begin(), v.end());
    }
    double sum = 0.0;
    for (const double potential : stepper.graph.contacts.potential) {
      sum += potential;
    }
    way.push_back(sum);
  }
  return way;
}

TEST(FlatGlue, DoesNotDependOnHowFloorAndBodyAreCut) {
  RandomStream random(5, 0);
  for (int trial = 0; trial < 4; ++trial) {
    const double tilt = trial % 2 == 0 ? 0.0 : 0.01;
    const Vec<3> push(random.uniform(-0.1, 0.1), random.uniform(-0.1, 0.1), random.uniform(-3.0, -1.0));
    // Along the floor as well, so that it lets go on one side first.
    const Vec<3> pull(random.uniform(-2.0, 2.0), random.uniform(-2.0, 2.0), random.uniform(1.0, 4.0));
    std::vector<double> expected;
    for (const auto& [floor_name, floor] : floors()) {
      for (const auto& [body_name, body] : bodies()) {
        const std::vector<double> way = taken_way(floor, body, tilt, push, pull);
        if (expected.empty()) {
          expected = way;
          EXPECT_LT(*std::min_element(way.begin(), way.end()), -0.5);  // it is glued
        }
        double difference = 0.0;
        for (std::size_t k = 0; k < way.size(); ++k) {
          difference = std::max(difference, std::abs(way[k] - expected[k]));
        }
        // Flat contacts are told from tilted ones by 1e-6, which a body that comes down on an edge passes through.
        EXPECT_LT(difference, tilt == 0.0 ? 1e-8 : 1e-5) << body_name << " on " << floor_name << ", trial " << trial;
      }
    }
  }
}

/// Two free boxes that meet tilted by some thousandths and turn flat onto each other, the first whole or in slices.
World<3> meeting(const std::vector<Part<3>>& parts) {
  World<3> world;
  add_shape<3>(world, parts, {{-0.318, 0.057, -0.0904}, {}}, 1.0, {0.0549, 0.0521, 0.084}, 0.2);
  world.bodies.velocity[0] = {0.603, 0.051, -0.151};
  world.bodies.angular_velocity[0] = {-0.786, 0.732, -0.721};
  add_box<3>(world, {0.49623, 0.38983, 0.4023}, {{0.5112, -0.0585, 0.07}, {}}, 2.0);
  world.bodies.velocity[1] = {-0.43, -0.001, 0.104};
  return world;
}

TEST(FlatGlue, DoesNotDependOnSlicesThatComeDownTilted) {
  const Vec<3> half(0.303, 0.3107, 0.31235);
  StepSettings settings;
  settings.step = 0.01;
  settings.accuracy.radii = 1e-11;
  settings.max_iterations = 100000;
  Stepper<3> whole(meeting({Box<3>{{}, half}}), {}, one_law(gluey()), settings);
  Stepper<3> slices(
      meeting({box(-half, {half[0], -0.0228, half[2]}), box({-half[0], -0.0228, -half[2]}, {half[0], 0.1924, half[2]}),
               box({-half[0], 0.1924, -half[2]}, half)}),
      {}, one_law(gluey()), settings);
  double held = 0.0;
  for (int n = 1; n <= 100; ++n) {
    whole.step(infinity);
    slices.step(infinity);
    for (std::size_t i = 0; i < 2; ++i) {
      ASSERT_LT((slices.world.bodies.velocity[i] - whole.world.bodies.velocity[i]).norm(), 1e-6) << n;
      ASSERT_LT((slices.world.bodies.angular_velocity[i] - whole.world.bodies.angular_velocity[i]).norm(), 1e-5) << n;
    }
    // No point at a seam has a share of it: the same points hold the same.
    std::vector<double> one = whole.graph.contacts.potential, other = slices.graph.contacts.potential;
    std::sort(one.begin(), one.end());
    std::sort(other.begin(), other.end());
    for (std::size_t k = 0; k < std::min(one.size(), other.size()); ++k) {
      ASSERT_NEAR(one[k], other[k], 1e-6) << n;
    }
    held = std::min(held, one.empty() ? 0.0 : one[0]);
  }
  EXPECT_LT(held, -0.1);
}

/// The corners of a flat contact go on along edges, over surfaces that are tilted by some 10⁻⁴. Where a gap rose by more than 10⁻⁶ of the ball that holds a
/// body, its glue went over to a corner at the other end.
TEST(FlatGlue, GoesOnWithItsCornersOverTiltedFaces) {
  const Vec<3> half(0.470329, 0.426174, 0.326465);
  const auto glued = [&](double larger) {
    World<3> world;
    add_box<3>(world, half, {{-0.98486, -0.197355, 0.158822}, Rotation<3>{}.turned({-0.000946, 0.009923, -0.007456})},
               1.0);
    world.bodies.velocity[0] = {0.761024, -0.188209, -0.079773};
    world.bodies.angular_velocity[0] = {0.763888, 0.002198, 0.506161};
    add_box<3>(world, {0.509531, 0.349111, 0.400885}, {}, 2.0);
    world.bodies.velocity[1] = {-0.039609, 0.016812, -0.071148};
    world.bodies.angular_velocity[1] = {0.268961, 0.057047, 0.189476};
    world.shapes[0].outer = world.bodies.radius[0] = larger * half.norm();
    StepSettings settings;
    settings.step = 0.01;
    settings.accuracy.radii = 1e-11;
    settings.max_iterations = 100000;
    return Stepper<3>(std::move(world), {}, one_law(gluey()), settings);
  };
  for (const double larger : {1.25, 2.0, 4.0}) {
    Stepper<3> one = glued(1.0), other = glued(larger);
    double held = 0.0;
    for (int n = 1; n <= 100; ++n) {
      one.step(infinity);
      other.step(infinity);
      for (std::size_t i = 0; i < 2; ++i) {
        ASSERT_LT((other.world.bodies.velocity[i] - one.world.bodies.velocity[i]).norm(), 1e-6) << larger << ' ' << n;
      }
      for (const double potential : one.graph.contacts.potential) {
        held = std::min(held, potential);
      }
    }
    EXPECT_LT(held, -0.1);
  }
}

}  // namespace
}  // namespace gluey::test::flat_glue_test
