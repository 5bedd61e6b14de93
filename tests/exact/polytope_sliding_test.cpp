// Boxes and polyhedra that slide over flat floors of many parts: the seams are not felt. Whatever the floor is made of, the body
// goes the way it goes on a plane, and the potential is the one it would have there.

#include "geometry/surface_file.hpp"
#include "support/shaped_world.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

namespace gluey::test::polytope_sliding_test {
namespace {

StepSettings tight(double h) {
  StepSettings settings;
  settings.step = h;
  settings.accuracy.radii = 1e-13;
  settings.max_iterations = 100000;
  return settings;
}

/// A square of side 8 about the origin in cells of uneven sizes, cut along either diagonal; corners within it are moved about.
std::vector<Part<3>> flat_mesh(int cells) {
  const int row = cells + 1;
  SurfaceMesh mesh;
  for (int k = 0; k < row * row; ++k) {
    const int i = k % row, j = k / row;
    const bool rim = i == 0 || j == 0 || i == cells || j == cells;
    const double size = 8.0 / cells;
    const double away = rim ? 0.0 : 0.2 * size;
    mesh.points.emplace_back(size * i - 4.0 + away * std::sin(5.0 * k), size * j - 4.0 + away * std::cos(3.0 * k), 0.0);
  }
  for (int j = 0; j < cells; ++j) {
    for (int i = 0; i < cells; ++i) {
      const int a = j * row + i, b = a + 1, c = a + row, d = c + 1;
      if ((i + j) % 2 == 0) {
        mesh.triangles.insert(mesh.triangles.end(), {{a, b, d}, {a, d, c}});
      } else {
        mesh.triangles.insert(mesh.triangles.end(), {{a, b, c}, {b, d, c}});
      }
    }
  }
  const std::vector<Triangle> triangles = mesh_triangles(mesh);
  return {triangles.begin(), triangles.end()};
}

std::vector<Part<2>> flat_chain(int links) {
  std::vector<Vec<2>> points;
  for (int k = 0; k <= links; ++k) {
    points.emplace_back(8.0 / links * (k + (k == 0 || k == links ? 0.0 : 0.3 * std::sin(5.0 * k))) - 4.0, 0.0);
  }
  return chain(points);
}

/// Slabs side by side whose tops are one plane.
std::vector<Part<2>> slabs(int count) {
  std::vector<Part<2>> parts;
  parts.reserve(static_cast<std::size_t>(count));
  const double width = 8.0 / count;
  for (int k = 0; k < count; ++k) {
    parts.emplace_back(Box<2>{{Vec<2>(width * (k + 0.5) - 4.0, -0.3), {}}, {0.5 * width, 0.3}});
  }
  return parts;
}

template <int D>
std::vector<Part<D>> floor_of(const std::string& kind, int count) {
  if (kind == "plane") {
    return {Plane<D>{Vec<D>::Zero(), Vec<D>::Unit(D - 1)}};
  }
  if constexpr (D == 2) {
    return kind == "chain" ? flat_chain(count) : slabs(count);
  } else {
    return flat_mesh(count);
  }
}

/// A flat body that rests on the floor at the origin: a box, or a convex body with a base of five corners.
template <int D>
std::vector<Part<D>> body_of(const std::string& kind, const Vec<D>& half) {
  if (kind == "box") {
    return {Box<D>{{}, half}};
  }
  if constexpr (D == 2) {
    return {Polygon{{{-half[0], -half[1]}, {half[0], -half[1]}, {0.7 * half[0], half[1]}, {-0.5 * half[0], half[1]}}}};
  } else {
    std::vector<Vec<3>> points;
    for (int k = 0; k < 5; ++k) {
      const double angle = 0.4 * 3.141592653589793 * k;
      points.emplace_back(half[0] * std::cos(angle), half[0] * std::sin(angle), -half[2]);
      points.emplace_back(0.6 * half[0] * std::cos(angle), 0.6 * half[0] * std::sin(angle), half[2]);
    }
    return {convex_hull(points)};
  }
}

template <int D>
Stepper<D> sliding(const std::vector<Part<D>>& floor, const std::string& body, const LawOptions& law) {
  World<D> world;
  world.obstacles.push_back(obstacle_of<D>(floor));
  Vec<D> half = Vec<D>::Constant(0.3);
  half[D - 1] = 0.1;
  const Vec<D> up = Vec<D>::Unit(D - 1);
  Spin<D> turn = Spin<D>::Zero();
  if constexpr (D == 3) {
    turn[2] = 0.4;
  }
  const Pose<D> pose{-1.3 * Vec<D>::UnitX() + 0.1 * up, Rotation<D>{}.turned(turn)};
  add_shape<D>(world, body_of<D>(body, half), pose, 2.0, box_inertia(2.0, half), 0.1);
  world.bodies.velocity[0] = 1.2 * Vec<D>::UnitX();
  if constexpr (D == 3) {
    world.bodies.velocity[0][1] = 0.47;
  }
  Forces<D> forces;
  forces.gravity.acceleration = -10.0 * up;
  return {world, forces, one_law(law), tight(0.01)};
}

double total(const std::vector<double>& values) {
  double sum = 0.0;
  for (const double value : values) {
    sum += value;
  }
  return sum;
}

template <int D>
void slides_as_on_a_plane(const std::string& floor, int count, const std::string& body, const LawOptions& law) {
  SCOPED_TRACE(floor + " of " + std::to_string(count) + ", " + body);
  Stepper<D> plane = sliding<D>(floor_of<D>("plane", 0), body, law);
  Stepper<D> seams = sliding<D>(floor_of<D>(floor, count), body, law);
  const bool sticks = law.glues();
  for (int n = 1; n <= 200; ++n) {
    plane.step(infinity);
    ASSERT_TRUE(seams.step(infinity).solve.converged()) << n;
    const Bodies<D>& one = plane.world.bodies;
    const Bodies<D>& other = seams.world.bodies;
    ASSERT_LT((other.position[0] - one.position[0]).norm(), 1e-10) << n;
    ASSERT_LT((other.velocity[0] - one.velocity[0]).norm(), 1e-9) << n;
    ASSERT_LT(other.angular_velocity[0].norm(), 1e-8) << n;
    // Pressed by its weight for so many steps, and never let go.
    ASSERT_NEAR(total(seams.graph.contacts.potential), sticks ? -2.0 * 10.0 * 0.01 * n : 0.0, 1e-9) << n;
  }
  EXPECT_GT(seams.world.bodies.position[0][0], -1.0);
}

template <class Dimension>
class PolytopeSliding : public testing::Test {};
using Dimensions = testing::Types<Plane2D, Space3D>;
TYPED_TEST_SUITE(PolytopeSliding, Dimensions);

TYPED_TEST(PolytopeSliding, OverSeamsIsSlidingOnAPlane) {
  constexpr int D = TypeParam::value;
  const std::vector<LawOptions> laws = {inelastic(),
                                        gluey(),
                                        {.kind = LawKind::friction, .friction = 0.05},
                                        {.kind = LawKind::gluey_friction, .friction = 0.03}};
  for (const std::string& floor :
       D == 2 ? std::vector<std::string>{"chain", "slabs"} : std::vector<std::string>{"mesh"}) {
    for (const int count : {5, 13, 60}) {  // wider than the body, as wide, and much finer
      for (const std::string body : {"box", "polytope"}) {
        for (const LawOptions& law : laws) {
          slides_as_on_a_plane<D>(floor, count, body, law);
        }
      }
    }
  }
}

/// A raft of sixty balls on a fine mesh: what every ball has is its own, and none is lost as it slides.
TEST(RaftSliding, ARaftOfManyBallsKeepsThePotentialOfEach) {
  World<3> world;
  world.obstacles.push_back(obstacle_of<3>(flat_mesh(60)));
  const double r = 0.05;
  std::vector<Part<3>> balls;
  balls.reserve(60);
  for (int row = 0; row < 6; ++row) {
    for (int k = 0; k < 10; ++k) {
      balls.emplace_back(Sphere<3>{Vec<3>(0.1 * (k - 4.5), 0.1 * (row - 2.5), 0.0), r});
    }
  }
  add_shape<3>(world, balls, {Vec<3>(-1.0, 0.0, r), {}}, 2.0, box_inertia(2.0, Vec<3>(0.5, 0.3, 0.05)), r);
  world.bodies.velocity[0] = {1.2, 0.47, 0.0};
  Forces<3> forces;
  forces.gravity.acceleration = {0.0, 0.0, -10.0};
  Stepper<3> stepper(world, forces, one_law(gluey()), tight(0.01));
  for (int n = 1; n <= 100; ++n) {
    ASSERT_TRUE(stepper.step(infinity).solve.converged()) << n;
    ASSERT_EQ(stepper.graph.contacts.size(), 60U) << n;
    ASSERT_NEAR(total(stepper.graph.contacts.potential), -2.0 * 10.0 * 0.01 * n, 1e-9) << n;
    ASSERT_LT((stepper.world.bodies.velocity[0] - Vec<3>(1.2, 0.47, 0.0)).norm(), 1e-9) << n;
  }
}

}  // namespace
}  // namespace gluey::test::polytope_sliding_test
