// Convex hulls, meshes from files, and who of a mesh's triangles owns a contact.

#include "geometry/bounds.hpp"
#include "geometry/distance/point_polyhedron.hpp"
#include "geometry/distance/point_triangle.hpp"
#include "geometry/distance/sphere_any.hpp"
#include "geometry/surface_file.hpp"
#include "unit/polytope_brute.hpp"

#include <gluey/errors.hpp>

#include <gtest/gtest.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>

namespace gluey::test::geometry_mesh_test {
namespace {

/// Euler's count, unit outward normals, all points under all faces, and each corner on its faces.
void expect_hull(const Polyhedron& hull, const std::vector<Vec<3>>& points, double size) {
  const Topology& t = *hull.topology;
  EXPECT_EQ(
      static_cast<int>(hull.points.size()) - static_cast<int>(t.edges.size()) + static_cast<int>(hull.normals.size()),
      2);
  ASSERT_EQ(t.face.size(), hull.normals.size() + 1);
  for (std::size_t f = 0; f < hull.normals.size(); ++f) {
    EXPECT_NEAR(hull.normals[f].norm(), 1.0, 1e-12);
    const Vec<3>& origin = hull.points[static_cast<std::size_t>(t.corner[static_cast<std::size_t>(t.face[f])])];
    for (const Vec<3>& p : points) {
      ASSERT_LE(hull.normals[f].dot(p - origin), 3e-9 * size);
    }
    for (std::int32_t k = t.face[f]; k < t.face[f + 1]; ++k) {
      ASSERT_NEAR(
          hull.normals[f].dot(hull.points[static_cast<std::size_t>(t.corner[static_cast<std::size_t>(k)])] - origin),
          0.0, 3e-9 * size);
    }
  }
  for (const Topology::Edge& edge : t.edges) {
    ASSERT_GE(edge.left, 0);
    ASSERT_GE(edge.right, 0);
    ASSERT_NE(edge.left, edge.right);
  }
}

TEST(ConvexHull, HoldsAllPoints) {
  RandomStream random(1, 2);
  for (const int count : {4, 5, 10, 100, 2000}) {
    for (const bool on_sphere : {false, true}) {
      std::vector<Vec<3>> points;
      for (int k = 0; k < count; ++k) {
        const Vec<3> p = random_vector<3>(random, 1.0);
        points.push_back(on_sphere ? p.normalized() : p);
      }
      const Polyhedron hull = convex_hull(points);
      expect_hull(hull, points, 2.0);
      if (on_sphere) {
        EXPECT_EQ(hull.points.size(), points.size());
      }
    }
  }
}

TEST(ConvexHull, JoinsCoplanarFacesAndDropsWhatIsNoCorner) {
  std::vector<Vec<3>> grid;
  for (int x = 0; x <= 4; ++x) {
    for (int y = 0; y <= 4; ++y) {
      for (int z = 0; z <= 4; ++z) {
        grid.emplace_back(0.1 * x, 0.7 * y, 1.3 * z);
      }
    }
  }
  for (const auto& turn : {Rotation<3>{}, Rotation<3>{}.turned({0.3, 1.0, -0.7})}) {
    std::vector<Vec<3>> points = grid;
    for (Vec<3>& p : points) {
      p = turn.apply(p);
    }
    const Polyhedron hull = convex_hull(points);
    expect_hull(hull, points, 6.0);
    EXPECT_EQ(hull.points.size(), 8U);
    EXPECT_EQ(hull.normals.size(), 6U);
    EXPECT_EQ(hull.topology->edges.size(), 12U);
  }
  // A prism over 64 corners: two big faces.
  std::vector<Vec<3>> prism;
  for (int k = 0; k < 64; ++k) {
    for (const double z : {-1.0, 1.0}) {
      prism.emplace_back(std::cos(2.0 * M_PI * k / 64.0), std::sin(2.0 * M_PI * k / 64.0), z);
    }
  }
  EXPECT_EQ(convex_hull(prism).normals.size(), 66U);
}

TEST(ConvexHull, OfRoundedLatticesIsClosed) {
  // Many points that are coplanar up to rounding.
  RandomStream random(5, 2);
  for (int trial = 0; trial < 200; ++trial) {
    const Rotation<3> turn = random_turn<3>(random);
    std::vector<Vec<3>> points;
    points.reserve(60);
    for (int k = 0; k < 60; ++k) {
      points.push_back(turn.apply((4.0 * random_vector<3>(random, 1.0)).array().round().matrix()));
    }
    expect_hull(convex_hull(points), points, 14.0);
  }
}

TEST(ConvexHull, RefusesWhatIsFlat) {
  EXPECT_THROW(convex_hull({{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}}), Error);
  EXPECT_THROW(convex_hull({{0.0, 0.0, 1.0}, {1.0, 0.0, 1.0}, {0.0, 1.0, 1.0}, {1.0, 1.0, 1.0}}), Error);
  EXPECT_THROW(convex_hull({{1.0, 1.0, 1.0}, {1.0, 1.0, 1.0}, {1.0, 1.0, 1.0}, {1.0, 1.0, 1.0}}), Error);
  EXPECT_THROW(convex_hull({{0.0, 0.0, NAN}, {1.0, 0.0, 1.0}, {0.0, 1.0, 1.0}, {1.0, 1.0, 0.0}}), Error);
}

TEST(PolyhedronPlace, MovesPointsNormalsAndBounds) {
  RandomStream random(6, 2);
  const Polyhedron here = Any<Polyhedron>::make(random);
  const Pose<3> pose{random_vector<3>(random, 1.0), random_turn<3>(random)};
  const Polyhedron there = placed(here, pose);
  const Vec<3> x = random_vector<3>(random, 2.0);
  EXPECT_NEAR(closest(x, here).distance, closest(pose.to_world(x), there).distance, 1e-12);
  const Bounds<3> one = part_bounds<3>(here, pose), two = part_bounds<3>(there, Pose<3>{});
  EXPECT_NEAR((one.lower - two.lower).norm() + (one.upper - two.upper).norm(), 0.0, 1e-12);
  EXPECT_NEAR((there.center() - pose.to_world(here.center())).norm(), 0.0, 1e-12);
  EXPECT_NEAR(there.extent(), here.extent(), 1e-12);
  const Triangle flat = placed(Any<Triangle>::make(random), pose);
  const Bounds<3> around = part_bounds<3>(flat, Pose<3>{});
  for (const Vec<3>& p : flat.points) {
    EXPECT_TRUE((p.array() >= around.lower.array()).all() && (p.array() <= around.upper.array()).all());
  }
}

class Files : public testing::Test {
 protected:
  std::filesystem::path write(const std::string& name, const std::string& content) {
    std::filesystem::create_directories(folder_);
    std::ofstream(folder_ / name, std::ios::binary) << content;
    return folder_ / name;
  }
  /// The message of the error that reading makes.
  std::string failure(const std::string& name, const std::string& content) {
    try {
      (void)read_surface(write(name, content));
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

 private:
  std::filesystem::path folder_ =
      std::filesystem::temp_directory_path() /
      ("gluey_mesh_" + std::string(testing::UnitTest::GetInstance()->current_test_info()->name()));
};

using SurfaceFile = Files;

const std::string square_stl =
    "solid floor\n facet normal 0 0 1\n  outer loop\n   vertex 0 0 0\n   vertex 1 0 0\n   vertex 1 1 0\n  endloop\n "
    "endfacet\n"
    " facet normal 0 0 1\n  outer loop\n   vertex 0 0 0\n   vertex 1 1 0\n   vertex 0 1 0.0e+0\n  endloop\n "
    "endfacet\nendsolid floor\n";

std::string binary_stl(const std::vector<std::array<float, 9>>& triangles, std::uint32_t promised) {
  std::string bytes(80, 's');
  bytes.replace(0, 5, "solid");  // as some writers do
  bytes.append(reinterpret_cast<const char*>(&promised), 4);
  for (const auto& t : triangles) {
    bytes.append(12, '\0');
    bytes.append(reinterpret_cast<const char*>(t.data()), 36);
    bytes.append(2, '\0');
  }
  return bytes;
}

TEST_F(SurfaceFile, IsReadFromStlAndObj) {
  for (const auto& [name, content] : std::vector<std::pair<std::string, std::string>>{
           {"a.stl", square_stl},
           {"b.STL", binary_stl({{0, 0, 0, 1, 0, 0, 1, 1, 0}, {0, 0, 0, 1, 1, 0, 0, 1, 0}}, 2)},
           {"c.obj",
            "# a square\no floor\nv 0 0 0\nv 1 0 0\r\nv 1 1 0\nv 0 1 0\nvn 0 0 1\nvt 0 0\ns off\nf 1/1/1 2//1 3/1 "
            "-1\n"}}) {
    const SurfaceMesh mesh = read_surface(write(name, content));
    ASSERT_EQ(mesh.points.size(), 4U) << name;
    ASSERT_EQ(mesh.triangles.size(), 2U) << name;
    const std::vector<Triangle> triangles = mesh_triangles(mesh);
    ASSERT_EQ(triangles.size(), 2U);
    int joined = 0;
    for (const Triangle& t : triangles) {
      for (std::size_t k = 0; k < 3; ++k) {
        joined += t.joined[k] ? 1 : 0;
        if (t.joined[k]) {
          EXPECT_NEAR((t.across[k] - t.points[(k + 2) % 3]).norm(), std::sqrt(2.0), 1e-6);
        } else {
          EXPECT_EQ(t.across[k], t.points[(k + 2) % 3]);
        }
      }
    }
    EXPECT_EQ(joined, 2);
  }
}

TEST_F(SurfaceFile, SaysWhereItIsBroken) {
  EXPECT_NE(failure("a.stl", "solid x\nfacet normal 0 0 1\nouter loop\nvertex 0 0\n").find("a.stl:4: a point needs"),
            std::string::npos);
  EXPECT_NE(failure("b.stl", "solid x\nfacet normal 0 0 1\nvertex 0 0 zero\n").find("b.stl:3: found \"zero\""),
            std::string::npos);
  EXPECT_NE(failure("c.stl", "solid x\nfacet normal 0 0 1\nvertex 0 0 0\nendfacet\n").find("c.stl:4: a facet with 1"),
            std::string::npos);
  EXPECT_NE(failure("d.stl", "solid x\nfacet normal 0 0 1\nvertex 0 0 0\n").find("ends within a facet"),
            std::string::npos);
  EXPECT_NE(failure("e.stl", "solid x\nvertex 0 0 0\n").find("e.stl:2: a vertex outside"), std::string::npos);
  EXPECT_NE(failure("f.stl", "solid x\nendsolid x\n").find("holds no triangle"), std::string::npos);
  EXPECT_NE(failure("g.stl", "nonsense").find("no STL file"), std::string::npos);
  std::string cut = binary_stl({{0, 0, 0, 1, 0, 0, 1, 1, 0}}, 7);
  cut[0] = 'S';
  EXPECT_NE(failure("h.stl", cut).find("offset 134: the file ends, though its header promises 7"), std::string::npos);
  EXPECT_NE(
      failure("i.stl", binary_stl({{0, 0, 0, NAN, 0, 0, 1, 1, 0}}, 1)).find("offset 108: a coordinate is not finite"),
      std::string::npos);
  EXPECT_NE(failure("j.obj", "v 0 0 0\nv 1 0 0\nf 1 2 3\n").find("j.obj:3: the face names point 3, there are 2"),
            std::string::npos);
  EXPECT_NE(failure("k.obj", "v 0 0 0\nv 1 0 0\nf 1 2\n").find("k.obj:3: a face with 2 corners"), std::string::npos);
  EXPECT_NE(failure("l.obj", "v 0 0 0\nf 0 0 0\n").find("l.obj:2: the face names point 0"), std::string::npos);
  EXPECT_NE(failure("m.ply", "ply").find(".stl and .obj"), std::string::npos);
  EXPECT_NE(failure("n.obj", "").find("cannot be read"), std::string::npos);
  EXPECT_THROW((void)read_surface("/nowhere/at/all.stl"), Error);
}

SurfaceMesh mesh_of(std::vector<Vec<3>> points, std::vector<std::array<std::int32_t, 3>> triangles) {
  return {std::move(points), std::move(triangles)};
}

int contacts(const std::vector<Triangle>& mesh, const Vec<3>& x, double within, double* least = nullptr,
             double* steepest = nullptr) {
  int count = 0;
  for (const Triangle& triangle : mesh) {
    const Manifold<3> m = meet(Sphere<3>{x, 0.0}, triangle, Pose<3>{}, within);
    if (m.count > 0) {
      ++count;
      if (least) {
        *least = std::min(*least, m.gap());
      }
      if (steepest) {
        *steepest = std::min(*steepest, std::abs(m.normal[2]));
      }
    }
  }
  return count;
}

TEST(MeshFloor, OfTwoTrianglesMakesOneContactEverywhere) {
  const std::vector<Triangle> floor = mesh_triangles(
      mesh_of({{0.0, 0.0, 0.0}, {1.0, 0.1, 0.0}, {1.1, 1.0, 0.0}, {0.0, 0.9, 0.0}}, {{0, 1, 2}, {0, 2, 3}}));
  RandomStream random(8, 8);
  for (int trial = 0; trial < 20000; ++trial) {
    // On the diagonal, about it, and anywhere.
    const double s = random.uniform(0.05, 0.95), kind = random.uniform();
    Vec<3> x(1.1 * s, s, 0.3);
    x[1] +=
        kind < 0.2 ? 0.0 : (random.uniform() - 0.5) * (kind < 0.7 ? std::pow(10.0, random.uniform(-17.0, -3.0)) : 0.05);
    x[2] *= random.uniform() < 0.5 ? 1.0 : -1.0;
    double steepest = 1.0, least = 1.0;
    ASSERT_EQ(contacts(floor, x, 0.5, &least, &steepest), 1) << x.transpose();
    ASSERT_NEAR(steepest, 1.0, 1e-12);
    ASSERT_NEAR(least, 0.3, 1e-12);
  }
}

TEST(MeshFloor, OfAFanMakesOneContactAroundItsHub) {
  std::vector<Vec<3>> points = {{0.0, 0.0, 0.0}};
  std::vector<std::array<std::int32_t, 3>> fan;
  for (int k = 0; k < 7; ++k) {
    points.emplace_back(std::cos(2.0 * M_PI * k / 7.0), std::sin(2.0 * M_PI * k / 7.0), 0.0);
    fan.push_back({0, 1 + k, 1 + (k + 1) % 7});
  }
  const std::vector<Triangle> floor = mesh_triangles(mesh_of(points, fan));
  RandomStream random(8, 9);
  for (int trial = 0; trial < 20000; ++trial) {
    const double angle = 2.0 * M_PI * random.uniform(),
                 far = trial == 0 ? 0.0 : std::pow(10.0, random.uniform(-9.0, -0.2));
    const Vec<3> x(far * std::cos(angle), far * std::sin(angle), 0.2);
    double steepest = 1.0;
    ASSERT_EQ(contacts(floor, x, 0.5, nullptr, &steepest), 1) << x.transpose();
    ASSERT_NEAR(steepest, 1.0, 1e-12);
  }
}

TEST(MeshSurface, IsMeasuredByItsOwnersTogether) {
  // A closed, bumpy surface: the nearest owned contact is the nearest point of all triangles; over convex edges and corners
  // there is exactly one contact at that place.
  RandomStream random(9, 9);
  std::vector<Vec<3>> sphere;
  sphere.reserve(40);
  for (int k = 0; k < 40; ++k) {
    sphere.push_back(random_vector<3>(random, 1.0).normalized());
  }
  const Polyhedron hull = convex_hull(sphere);
  for (const double bump : {0.0, 0.3}) {
    SurfaceMesh mesh;
    for (const Vec<3>& p : hull.points) {
      mesh.points.emplace_back((1.0 + bump * random.uniform()) * p);
    }
    const Topology& t = *hull.topology;
    for (std::size_t f = 0; f + 1 < t.face.size(); ++f) {
      const auto begin = static_cast<std::size_t>(t.face[f]), end = static_cast<std::size_t>(t.face[f + 1]);
      for (std::size_t k = begin + 1; k + 1 < end; ++k) {
        mesh.triangles.push_back({t.corner[begin], t.corner[k], t.corner[k + 1]});
      }
    }
    const std::vector<Triangle> triangles = mesh_triangles(mesh);
    for (int trial = 0; trial < 5000; ++trial) {
      const Vec<3> x = random_vector<3>(random, 2.0);
      double all = std::numeric_limits<double>::infinity(), owned = all;
      for (const Triangle& triangle : triangles) {
        const Closest<3> near = closest(x, triangle);
        all = std::min(all, near.distance);
        owned = near.owned ? std::min(owned, near.distance) : owned;
      }
      ASSERT_NEAR(owned, all, 1e-12);
      if (bump == 0.0 && closest(x, hull).distance > 0.0) {
        ASSERT_NEAR(all, closest(x, hull).distance, 1e-12);
        ASSERT_EQ(contacts(triangles, x, all + 1e-6), 1);
      }
    }
  }
}

TEST(MeshSurface, LeavesOutTrianglesWithoutArea) {
  const auto triangles = mesh_triangles(
      mesh_of({{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0}, {2.0, 0.0, 0.0}, {0.0, 1.0, 0.0}}, {{0, 1, 2}, {0, 0, 1}, {0, 1, 3}}));
  ASSERT_EQ(triangles.size(), 1U);
  EXPECT_FALSE(triangles[0].joined[0]);
}

}  // namespace
}  // namespace gluey::test::geometry_mesh_test
