// A capsule that slides along a flat floor keeps its glue, whatever the floor is cut into: pressed by 1 for a time unit and pulled by 1 after that,
// it lets go after another one and rises as a free body, in steps y = r + h² k (k + 1) / 2m.

#include "core/random.hpp"
#include "geometry/surface_file.hpp"
#include "support/shaped_world.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

namespace gluey::test::capsule_glue_test {
namespace {

/// Joints at uneven distances, some of them shorter than the capsule and some longer.
std::vector<double> joints(std::uint64_t seed) {
  RandomStream random(seed, 0);
  std::vector<double> at = {-3.0};
  while (at.back() < 4.0) {
    at.push_back(at.back() + random.uniform(0.05, 0.9));
  }
  return at;
}

std::vector<std::pair<std::string, std::vector<Part<2>>>> floors(Plane2D /*dimension*/) {
  std::vector<Vec<2>> points;
  for (const double x : joints(1)) {
    points.push_back({x, 0.0});
  }
  std::vector<Vec<2>> even;
  for (int k = 0; k <= 40; ++k) {
    even.push_back({-3.0 + 0.23 * k, 0.0});
  }
  return {
      {"plane", {Plane<2>{Vec<2>::Zero(), Vec<2>::UnitY()}}}, {"chain", chain(points)}, {"even chain", chain(even)}};
}

std::vector<std::pair<std::string, std::vector<Part<3>>>> floors(Space3D /*dimension*/) {
  SurfaceMesh surface;
  const std::vector<double> x = joints(2), y = joints(3);
  const auto columns = static_cast<std::int32_t>(y.size());
  for (std::size_t a = 0; a < x.size(); ++a) {
    for (std::size_t b = 0; b < y.size(); ++b) {
      surface.points.emplace_back(x[a], y[b], 0.0);
      if (a > 0 && b > 0) {
        const auto at = static_cast<std::int32_t>(a) * columns + static_cast<std::int32_t>(b);
        surface.triangles.push_back({at - columns - 1, at - 1, at});
        surface.triangles.push_back({at - columns - 1, at, at - columns});
      }
    }
  }
  const std::vector<Triangle> triangles = mesh_triangles(surface);
  return {{"plane", {Plane<3>{Vec<3>::Zero(), Vec<3>::UnitZ()}}}, {"mesh", {triangles.begin(), triangles.end()}}};
}

Rotation<2> askew(Plane2D /*dimension*/, double /*angle*/) { return {}; }
Rotation<3> askew(Space3D /*dimension*/, double angle) { return Rotation<3>{}.turned({0.0, 0.0, angle}); }

template <class Dimension>
class CapsuleGlue : public testing::Test {};
using Dimensions = testing::Types<Plane2D, Space3D>;
TYPED_TEST_SUITE(CapsuleGlue, Dimensions);

TYPED_TEST(CapsuleGlue, LastsOnAFloorOfManyPartsAsOnAPlane) {
  constexpr int D = TypeParam::value;
  constexpr double radius = 0.2, mass = 1.7, h = 0.01;
  constexpr int pressed = 100, end = 250;
  const Vec<D> up = Vec<D>::Unit(D - 1);
  for (const auto& [name, floor] : floors(TypeParam{})) {
    RandomStream random(7, D);
    for (int trial = 0; trial < 6; ++trial) {
      const double half = random.uniform(0.1, 0.4);
      World<D> world;
      world.obstacles.push_back(obstacle_of<D>(floor));
      Segment<D> capsule;
      capsule.from = -half * Vec<D>::UnitX();
      capsule.to = half * Vec<D>::UnitX();
      capsule.radius = radius;
      Vec<D> begin = radius * up, velocity = Vec<D>::Zero();
      for (int axis = 0; axis < D - 1; ++axis) {
        begin[axis] = random.uniform(-0.2, 0.2);
        velocity[axis] = random.uniform(-0.6, 0.6);
      }
      add_shape<D>(world, {capsule}, {begin, askew(TypeParam{}, random.uniform(0.0, 3.0))}, mass,
                   Spin<D>::Constant(0.06), radius);
      world.bodies.velocity[0] = velocity;
      Forces<D> forces;
      forces.body_force.force = -up;
      StepSettings settings;
      settings.step = h;
      settings.accuracy.radii = 1e-12;
      settings.max_iterations = 100000;
      Stepper<D> stepper(world, forces, one_law(gluey()), settings);
      for (int n = 1; n <= end; ++n) {
        if (n == pressed + 1) {
          stepper.forces().body_force.force = up;
        }
        stepper.step(infinity);
        const int free = std::max(0, n - 2 * pressed);
        const double held = -h * std::max(0, n <= pressed ? n : 2 * pressed - n);
        double gamma = 0.0;
        for (const double potential : stepper.graph.contacts.potential) {
          gamma += potential;
        }
        const Vec<D> expected = begin + n * h * velocity + h * h * 0.5 * free * (free + 1) / mass * up;
        const auto where = testing::Message() << name << ", trial " << trial << ", step " << n;
        ASSERT_NEAR((stepper.world.bodies.position[0] - expected).norm(), 0.0, 1e-8) << where;
        ASSERT_NEAR(gamma, held, 1e-7) << where;
        ASSERT_LT(stepper.world.bodies.angular_velocity[0].norm(), 1e-6) << where;
      }
    }
  }
}

}  // namespace
}  // namespace gluey::test::capsule_glue_test
