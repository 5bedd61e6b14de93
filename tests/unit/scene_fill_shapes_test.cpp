// Fills of every shape: no two bodies overlap, by the engine's own distance and by points drawn within each body; all lie
// within their region, clear of obstacles, and are turned every way alike.

#include "geometry/distance/table.hpp"
#include "scene/build.hpp"
#include "support/inside.hpp"

#include <gluey/scene.hpp>

#include <gtest/gtest.h>

#include <random>

namespace gluey::test::scene_fill_shapes_test {
namespace {

template <int D>
World<D> world_of(const std::string& toml) {
  const std::string head = "dimension = " + std::to_string(D) + "\nseed = 3\n[time]\nstep = 0.01\nsteps = 1\n";
  const Scene scene = Scene::parse(head + toml, "test.toml");
  return scene::build_world<D>(scene.options(), {scene.places(), ".", {}});
}

template <int D>
const Shape<D>& shape_of(const World<D>& world, std::size_t i) {
  return world.shapes[static_cast<std::size_t>(world.bodies.shape[i])];
}

template <int D>
double gap(const World<D>& world, std::size_t i, const std::vector<Part<D>>& others, const Pose<D>& other) {
  double least = 1e300;
  for (const Part<D>& part : shape_of(world, i).parts) {
    for (const Part<D>& second : others) {
      const Manifold<D> manifold = meet_parts<D>(part, second, seen_from(world.pose(i), other), 1.0);
      least = manifold.count > 0 ? std::min(least, manifold.gap()) : least;
    }
  }
  return least;
}

/// Points within a body, in the world, drawn over its ball.
template <int D>
std::vector<Vec<D>> points_within(const World<D>& world, std::size_t i, int count, std::mt19937& random) {
  const Json shape = Json::parse(shape_of(world, i).description);
  std::uniform_real_distribution<double> uniform(-world.bodies.radius[i], world.bodies.radius[i]);
  std::vector<Vec<D>> points;
  while (static_cast<int>(points.size()) < count) {
    Vec<D> x;
    for (int k = 0; k < D; ++k) {
      x[k] = uniform(random);
    }
    if (inside<D>(shape, x)) {
      points.push_back(world.pose(i).to_world(x));
    }
  }
  return points;
}

template <int D>
void expect_no_overlap(const World<D>& world, const Vec<D>& period = Vec<D>::Zero()) {
  std::vector<Json> shapes;
  for (std::size_t i = 0; i < world.bodies.size(); ++i) {
    shapes.push_back(Json::parse(shape_of(world, i).description));
  }
  std::mt19937 random(5);
  const int images = period.isZero() ? 0 : 1;
  for (std::size_t i = 0; i < world.bodies.size(); ++i) {
    const std::vector<Vec<D>> points = points_within(world, i, 400, random);
    for (std::size_t j = 0; j < world.bodies.size(); ++j) {
      for (int a = -images; a <= images; ++a) {
        for (int b = -images; b <= images; ++b) {
          if (i == j && a == 0 && b == 0) {
            continue;
          }
          Pose<D> pose = world.pose(j);
          pose.position[0] += a * period[0];
          pose.position[1] += b * period[1];
          if ((pose.position - world.bodies.position[i]).norm() > world.bodies.radius[i] + world.bodies.radius[j]) {
            continue;
          }
          EXPECT_GE(gap(world, i, shape_of(world, j).parts, pose), -1e-9) << i << " and " << j;
          for (const Vec<D>& x : points) {
            ASSERT_FALSE(inside<D>(shapes[j], pose.to_local(x))) << i << " and " << j;
          }
        }
      }
    }
  }
}

template <int D>
void expect_within_box(const World<D>& world, const Vec<D>& lower, const Vec<D>& upper) {
  std::mt19937 random(6);
  for (std::size_t i = 0; i < world.bodies.size(); ++i) {
    for (const Vec<D>& x : points_within(world, i, 200, random)) {
      EXPECT_TRUE((x - lower).minCoeff() > 0.0 && (upper - x).minCoeff() > 0.0) << i;
    }
  }
}

class PlaneFill : public testing::TestWithParam<const char*> {};
class SpaceFill : public testing::TestWithParam<const char*> {};

std::string fill(int count, const std::string& shape, const std::string& region) {
  return "[[bodies]]\ncount = " + std::to_string(count) + "\nshape = { " + shape + " }\nregion = " + region + "\n";
}

TEST_P(PlaneFill, HasNoOverlapAndStaysInItsBox) {
  // A third of the area is covered; bounding balls alone would not fit.
  const World<2> world = world_of<2>(fill(40, GetParam(), "{ lower = [-1, 0], upper = [5, 6] }") + R"(
[[obstacle]]
shape = { kind = "polygon", points = [[0, 0], [2, 0], [1, 1]] }
position = [1, 2]
[[obstacle]]
shape = { kind = "plane", normal = [-1, 0] }
position = [4.5, 0]
[[obstacle]]
shape = { kind = "segment", from = [-1, 5], to = [2, 5.5] }
)");
  ASSERT_EQ(world.bodies.size(), 40U);
  expect_no_overlap(world);
  expect_within_box<2>(world, {-1, 0}, {4.5, 6});
  for (std::size_t i = 0; i < world.bodies.size(); ++i) {
    for (const Obstacle<2>& obstacle : world.obstacles) {
      EXPECT_GE(gap(world, i, obstacle.parts, obstacle.pose), -1e-9) << i << " and the " << obstacle.kind;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Kinds, PlaneFill,
                         testing::Values(R"(kind = "capsule", radius = [0.05, 0.1], length = [0.5, 0.9])",
                                         R"(kind = "box", size = [0.9, 0.2])",
                                         R"(kind = "ellipsoid", radii = [0.5, 0.12], scale = [0.7, 1.1])",
                                         R"(kind = "superellipsoid", radii = [0.4, 0.15], exponents = 4)",
                                         R"(kind = "polygon", points = [[0, 0], [0.8, 0], [0.7, 0.25], [0.1, 0.3]])",
                                         R"(kind = "wheel", radius = 0.45, paddles = 3, thickness = 0.1, hub = 0.1)",
                                         R"(kind = "compound", parts = [{ kind = "box", size = [0.8, 0.1] },
                       { kind = "sphere", radius = 0.15, position = [0.4, 0] }])"));

TEST_P(SpaceFill, HasNoOverlapAndStaysInItsBox) {
  const World<3> world = world_of<3>(fill(40, GetParam(), "{ lower = [0, 0, 0], upper = [3, 3, 3] }") + R"(
[[obstacle]]
shape = { kind = "ellipsoid", radii = [0.6, 0.5, 0.4] }
position = [1.5, 1.5, 1.5]
[[obstacle]]
shape = { kind = "plane", normal = [0, 0, 1] }
position = [0, 0, 0.2]
[[obstacle]]
shape = { kind = "box", size = [0.5, 0.6, 0.7] }
)");
  ASSERT_EQ(world.bodies.size(), 40U);
  expect_no_overlap(world);
  expect_within_box<3>(world, {0, 0, 0.2}, {3, 3, 3});
  for (std::size_t i = 0; i < world.bodies.size(); ++i) {
    for (const Obstacle<3>& obstacle : world.obstacles) {
      EXPECT_GE(gap(world, i, obstacle.parts, obstacle.pose), -1e-9) << i << " and the " << obstacle.kind;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    Kinds, SpaceFill,
    testing::Values(
        R"(kind = "capsule", radius = 0.1, length = 0.8)", R"(kind = "box", size = [0.9, 0.3, 0.2])",
        R"(kind = "ellipsoid", radii = [0.5, 0.2, 0.12])",
        R"(kind = "superellipsoid", radii = [0.4, 0.2, 0.15], exponents = [3, 5])",
        R"(kind = "polyhedron", points = [[0, 0, 0], [0.8, 0, 0], [0, 0.4, 0], [0, 0, 0.4], [0.5, 0.3, 0.2]])",
        R"(kind = "compound", parts = [{ kind = "box", size = [0.8, 0.2, 0.1] },
                       { kind = "sphere", radius = 0.2, position = [0.4, 0, 0] },
                       { kind = "ellipsoid", radii = [0.1, 0.2, 0.3], position = [-0.4, 0, 0] }])"));

TEST(ShapeFill, OfABallStaysInIt) {
  const World<2> world =
      world_of<2>(fill(25, R"(kind = "box", size = [0.9, 0.1])", "{ kind = \"sphere\", center = [1, 2], radius = 2 }"));
  expect_no_overlap(world);
  std::mt19937 random(7);
  for (std::size_t i = 0; i < world.bodies.size(); ++i) {
    for (const Vec<2>& x : points_within(world, i, 300, random)) {
      EXPECT_LT((x - Vec<2>(1, 2)).norm(), 2.0);
    }
  }
}

TEST(ShapeFill, AcrossAPeriodicBorderHasNoOverlapEither) {
  const World<2> world =
      world_of<2>("[domain]\nlower = [0, 0]\nupper = [3, 3]\nperiodic = [true, true]\n" +
                  fill(25, R"(kind = "ellipsoid", radii = [0.5, 0.1])", "{ lower = [0, 0], upper = [3, 3] }"));
  expect_no_overlap<2>(world, {3, 3});
  // Some stick out, which is what a periodic fill is for.
  int out = 0;
  for (std::size_t i = 0; i < world.bodies.size(); ++i) {
    const Vec<2> x = world.bodies.position[i];
    out += (x.array() < 0.1).any() || (x.array() > 2.9).any() ? 1 : 0;
  }
  EXPECT_GT(out, 0);
}

/// The mean of a rotation matrix over all orientations is zero, and so is that of its square's parts without trace.
/// An obstacle that reaches through a face comes in again on the other side.
TEST(ShapeFill, KeepsClearOfImagesOfObstacles) {
  const World<2> world = world_of<2>(
      "[domain]\nlower = [0, 0]\nupper = [3, 3]\nperiodic = [true, false]\n"
      "[[obstacle]]\nshape = { kind = \"sphere\", radius = 1.0 }\nposition = [0, 1.5]\n" +
      fill(30, "kind = \"sphere\", radius = 0.1", "{ lower = [0, 0], upper = [3, 3] }"));
  for (const Vec<2>& x : world.bodies.position) {
    EXPECT_GE((x - Vec<2>(0.0, 1.5)).norm(), 1.1);
    EXPECT_GE((x - Vec<2>(3.0, 1.5)).norm(), 1.1);
  }
}

TEST(ShapeFill, TurnsBodiesEveryWayAlike) {
  const World<3> world =
      world_of<3>(fill(3000, R"(kind = "box", size = [0.3, 0.2, 0.1])", "{ lower = [0, 0, 0], upper = [30, 30, 30] }"));
  Eigen::Matrix3d mean = Eigen::Matrix3d::Zero(), squares = Eigen::Matrix3d::Zero();
  for (const Rotation<3>& rotation : world.bodies.orientation) {
    mean += rotation.matrix() / 3000.0;
    squares += rotation.matrix().cwiseAbs2() / 3000.0;
  }
  EXPECT_LT(mean.cwiseAbs().maxCoeff(), 4.0 * std::sqrt(1.0 / 3.0 / 3000.0));
  EXPECT_LT((squares.array() - 1.0 / 3.0).abs().maxCoeff(), 4.0 * std::sqrt(4.0 / 45.0 / 3000.0));
}

TEST(ShapeFill, TurnsBodiesAsItIsTold) {
  const World<2> world = world_of<2>(
      fill(5, R"(kind = "box", size = [0.3, 0.2])", "{ lower = [0, 0], upper = [3, 3] }") + "orientation = 0.25\n");
  for (const Rotation<2>& rotation : world.bodies.orientation) {
    EXPECT_EQ(rotation.angle, 0.25);
  }
}

}  // namespace
}  // namespace gluey::test::scene_fill_shapes_test
