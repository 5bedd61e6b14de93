// Bodies of every shape from the scene file to the world: where they stand, what they weigh, which of them share a shape, and
// that they come back from a result.

#include "geometry/union_mass.hpp"
#include "run/snapshot.hpp"
#include "scene/build.hpp"
#include "support/files.hpp"
#include "support/inside.hpp"

#include <gluey/errors.hpp>
#include <gluey/scene.hpp>

#include <gtest/gtest.h>

#include <numbers>

namespace gluey::test::scene_shapes_test {
namespace {

template <int D>
World<D> world_of(const std::string& toml, const std::string& folder = ".", scene::FrameReader reader = {}) {
  const std::string head = "dimension = " + std::to_string(D) + "\n[time]\nstep = 0.01\nsteps = 1\n";
  const Scene scene = Scene::parse(head + toml, "test.toml", folder);
  return scene::build_world<D>(scene.options(), {scene.places(), folder, std::move(reader)});
}

TEST(BodyShape, OfAPolygonStandsWithItsCentreOfMassAtItsPosition) {
  const World<2> world = world_of<2>(R"(
[[body]]
shape = { kind = "polygon", points = [[10, 10], [13, 10], [10, 16]] }
position = [1, 2]
orientation = 0.5
density = 2
)");
  ASSERT_EQ(world.shapes.size(), 1U);
  EXPECT_EQ(world.bodies.position[0], Vec<2>(1, 2));
  EXPECT_EQ(world.bodies.orientation[0].angle, 0.5);
  EXPECT_NEAR(world.bodies.mass[0], 2 * 9, 1e-12);
  // b h (b² + h²)/36 of a right triangle about its centre.
  EXPECT_NEAR(world.bodies.inertia[0][0], 2 * 3 * 6 * (9 + 36) / 36.0, 1e-11);
  const auto& points = std::get<Polygon>(world.shapes[0].parts[0]).points;
  EXPECT_LT((points[0] + points[1] + points[2]).norm(), 1e-12);
  EXPECT_LT((points[1] - points[0] - Vec<2>(3, 0)).norm(), 1e-12);
  EXPECT_NEAR(world.bodies.radius[0], std::hypot(1.0, 4.0), 1e-12);
  EXPECT_EQ(world.shapes[0].kind, "polygon");
}

TEST(BodyShape, OfACompoundIsTurnedToItsPrincipalAxesAndItsBodyBack) {
  const World<3> world = world_of<3>(R"(
[[body]]
shape = { kind = "compound", parts = [
  { kind = "box", size = [4, 1, 1], position = [1, 0, 0] },
  { kind = "box", size = [1, 3, 1], position = [-0.5, 2, 0], orientation = { axis = [0, 0, 1], angle = 0.3 } }] }
position = [5, 6, 7]
orientation = { axis = [1, 2, 3], angle = 0.7 }
density = 3
)");
  const Rotation<3> user{Eigen::Quaterniond(Eigen::AngleAxisd(0.7, Vec<3>(1, 2, 3).normalized()))};
  const Shape<3>& shape = world.shapes.at(0);
  const MassProperties<3> own = union_mass<3>(shape.parts);
  EXPECT_LT(own.center.norm(), 1e-3);
  EXPECT_LT(std::abs(own.inertia(0, 1)), 1e-4 * own.inertia.trace());
  // The first part's centre in the world, relative to the other's: as the user wrote it.
  const Pose<3> pose = world.pose(0);
  const Vec<3> apart = pose.to_world(std::get<Box<3>>(shape.parts[1]).center()) -
                       pose.to_world(std::get<Box<3>>(shape.parts[0]).center());
  EXPECT_LT((apart - user.apply(Vec<3>(-1.5, 2, 0))).norm(), 1e-12);
  EXPECT_NEAR(world.bodies.mass[0], 3 * own.volume, 1e-3 * world.bodies.mass[0]);
  EXPECT_NEAR(world.bodies.inertia[0][2] / (3 * own.inertia(2, 2)), 1.0, 1e-3);
}

TEST(BodyShape, WithThreeMomentsKeepsTheUsersAxes) {
  const World<3> world = world_of<3>(R"(
[[body]]
shape = { kind = "compound", parts = [{ kind = "box", size = [3, 2, 1], orientation = { axis = [1, 1, 0], angle = 0.4 } }] }
position = [0, 0, 0]
inertia = [1, 2, 3]
)");
  EXPECT_EQ(world.bodies.orientation[0].quaternion.vec().norm(), 0.0);
  EXPECT_EQ(world.bodies.inertia[0], Vec<3>(1, 2, 3));
}

TEST(BodyShape, IsSharedByBodiesThatAreAlike) {
  const World<3> world = world_of<3>(R"(
[[bodies]]
count = 20
shape = { kind = "ellipsoid", radii = [0.3, 0.2, 0.1] }
region = { lower = [0, 0, 0], upper = [4, 4, 4] }
[[bodies]]
count = 20
shape = { kind = "ellipsoid", radii = [0.15, 0.1, 0.05], scale = { distribution = "table", values = [1, 2] } }
region = { lower = [5, 0, 0], upper = [9, 4, 4] }
density = 1
[[body]]
shape = { kind = "sphere", radius = 1 }
position = [-2, 0, 0]
)");
  EXPECT_EQ(world.shapes.size(), 2U);
  EXPECT_EQ(world.bodies.shape[0], Bodies<3>::sphere);
  for (std::size_t i = 21; i < 41; ++i) {
    const double scale = world.bodies.shape[i] == world.bodies.shape[1] ? 2.0 : 1.0;
    EXPECT_NEAR(world.bodies.mass[i], 4.0 / 3.0 * std::numbers::pi * 0.15 * 0.1 * 0.05 * std::pow(scale, 3), 1e-15);
    EXPECT_NEAR(world.bodies.inertia[i][0] / world.bodies.mass[i], 0.2 * (0.1 * 0.1 + 0.05 * 0.05) * scale * scale,
                1e-15);
  }
}

TEST(BodyShape, MayHaveRandomLengths) {
  const World<2> world = world_of<2>(R"(
[[bodies]]
count = 50
shape = { kind = "capsule", radius = [0.1, 0.2], length = [0.3, 0.6], scale = 2 }
region = { lower = [0, 0], upper = [20, 20] }
[[body]]
shape = { kind = "sphere", radius = { distribution = "normal", mean = 1, deviation = 0.1 } }
position = [-5, 0]
)");
  EXPECT_EQ(world.shapes.size(), 50U);
  for (const Shape<2>& shape : world.shapes) {
    const auto& capsule = std::get<Segment<2>>(shape.parts[0]);
    EXPECT_GE(capsule.radius, 0.2);
    EXPECT_LE(capsule.radius, 0.4);
    EXPECT_GE((capsule.to - capsule.from).norm(), 0.6);
    EXPECT_LE((capsule.to - capsule.from).norm(), 1.2);
    EXPECT_EQ(shape.inner, capsule.radius);
  }
  EXPECT_NEAR(world.bodies.radius[0], 1.0, 0.6);
}

TEST(BodyShape, OfAWheelIsACompound) {
  const World<2> world = world_of<2>(R"(
[[body]]
shape = { kind = "wheel", radius = 1, paddles = 3, thickness = 0.2 }
position = [0, 0]
)");
  EXPECT_EQ(world.shapes[0].kind, "wheel");
  EXPECT_EQ(Json::parse(world.shapes[0].description)["kind"], "compound");
  EXPECT_EQ(world.shapes[0].inner, 0.1);
}

const std::string tetrahedron = R"(solid t
facet normal 0 0 0
outer loop
vertex 0 0 0
vertex 0 1 0
vertex 1 0 0
endloop
endfacet
facet normal 0 0 0
outer loop
vertex 0 0 0
vertex 1 0 0
vertex 0 0 1
endloop
endfacet
facet normal 0 0 0
outer loop
vertex 0 0 0
vertex 0 0 1
vertex 0 1 0
endloop
endfacet
facet normal 0 0 0
outer loop
vertex 1 0 0
vertex 0 1 0
vertex 0 0 1
endloop
endfacet
endsolid t
)";

TEST(BodyShape, ComesFromASurfaceFile) {
  const Folder folder;
  folder.write("t.stl", tetrahedron);
  folder.write("t.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nv 0.1 0.1 0.1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n");
  const World<3> world = world_of<3>(R"(
[[body]]
shape = { kind = "polyhedron", file = "t.stl", scale = 2 }
position = [0, 0, 0]
density = 1
[[body]]
shape = { kind = "polyhedron", file = "t.obj" }
position = [9, 0, 0]
density = 1
[[obstacle]]
shape = { kind = "mesh", file = "t.stl", scale = 3 }
)",
                                     folder.path());
  EXPECT_NEAR(world.bodies.mass[0], 8.0 / 6.0, 1e-12);
  EXPECT_NEAR(world.bodies.mass[1], 1.0 / 6.0, 1e-12);
  EXPECT_EQ(Json::parse(world.shapes[1].description)["points"].size(), 4U);
  EXPECT_EQ(world.obstacles[0].parts.size(), 4U);
  const Json mesh = Json::parse(world.obstacles[0].description);
  EXPECT_EQ(mesh["kind"], "mesh");
  EXPECT_EQ(mesh["triangles"].size(), 4U);
  EXPECT_EQ(mesh["points"].size(), 4U);
}

TEST(BodyShape, OfCsvRowsIsTheTablesAndTheyMayBeTurned) {
  const Folder folder;
  folder.write("a.csv", "x,y,m,angle\n0,0,2,0.5\n5,0,3,1.5\n");
  const World<2> world = world_of<2>(R"(
[[bodies]]
file = "a.csv"
shape = { kind = "box", size = [2, 1] }
)",
                                     folder.path());
  EXPECT_EQ(world.shapes.size(), 1U);
  EXPECT_EQ(world.bodies.orientation[1].angle, 1.5);
  EXPECT_NEAR(world.bodies.inertia[1][0], 3 * 5.0 / 12.0, 1e-14);
}

TEST(BodyShape, ComesBackFromAResultWithTheSameBits) {
  const std::string text = R"(
[[bodies]]
count = 4
shape = { kind = "polyhedron", points = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 0.3]], scale = [0.8, 1.2] }
region = { lower = [0, 0, 0], upper = [9, 9, 9] }
[[body]]
shape = { kind = "compound", parts = [{ kind = "capsule", radius = 0.3, length = 1 }, { kind = "sphere", radius = 0.5, position = [0.4, 0.2, 0.1] }] }
position = [-5, 0, 0]
[[body]]
shape = { kind = "sphere", radius = 0.5 }
position = [-9, 0, 0]
)";
  const World<3> first = world_of<3>(text);
  scene::EarlierFrame earlier;
  earlier.count = 1;
  earlier.constants = take_constants<3>(Stepper<3>(first, {}, {}, {}), "");
  earlier.frame = take_frame<3>(Stepper<3>(first, {}, {}, {}), false);
  const Folder folder;
  folder.write("a.h5", "");
  const World<3> second = world_of<3>("[[bodies]]\nfile = \"a.h5\"\n", folder.path(),
                                      [&](const std::string&, std::int64_t) { return earlier; });
  ASSERT_EQ(second.shapes.size(), first.shapes.size());
  for (std::size_t i = 0; i < first.bodies.size(); ++i) {
    EXPECT_EQ(second.bodies.shape[i] < 0, first.bodies.shape[i] < 0);
    EXPECT_EQ(second.bodies.radius[i], first.bodies.radius[i]);
    EXPECT_EQ(second.bodies.inertia[i], first.bodies.inertia[i]);
    EXPECT_EQ(second.bodies.orientation[i].quaternion.coeffs(), first.bodies.orientation[i].quaternion.coeffs());
    if (first.bodies.shape[i] >= 0) {
      const Shape<3>& a = first.shapes[static_cast<std::size_t>(first.bodies.shape[i])];
      const Shape<3>& b = second.shapes[static_cast<std::size_t>(second.bodies.shape[i])];
      EXPECT_EQ(a.kind, b.kind);
      EXPECT_EQ(a.description, b.description);
      EXPECT_EQ(a.inner, b.inner);
    }
  }
}

TEST(Domain, ReachesTheWorld) {
  const World<2> world = world_of<2>(R"(
[domain]
lower = [0, -1]
upper = [2, 3]
periodic = [true, true]
shear_rate = 0.5
)");
  EXPECT_TRUE(world.domain.any());
  EXPECT_EQ(world.domain.period(), Vec<2>(2, 4));
  EXPECT_EQ(world.domain.shear_rate, 0.5);
}

}  // namespace
}  // namespace gluey::test::scene_shapes_test
