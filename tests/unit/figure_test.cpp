#include "figure/extent.hpp"
#include "figure/outline.hpp"
#include "figure/surface.hpp"
#include "figure/volume.hpp"
#include "support/every_shape.hpp"

#include <gtest/gtest.h>
#include <gluey/errors.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace gluey::figure::figure_test {
namespace {

using std::numbers::pi;

Solid only(const std::string& shape, std::size_t dimension) {
  const std::vector<Solid> solids = solids_of(shape, dimension);
  EXPECT_EQ(solids.size(), 1U) << shape;
  return solids.front();
}

double reach_along(const std::vector<Vec<3>>& points, const Vec<3>& direction) {
  double farthest = -1e300;
  for (const Vec<3>& point : points) {
    farthest = std::max(farthest, direction.dot(point));
  }
  return farthest;
}

/// (|a n_x|^p* + |b n_y|^p*)^(1/p*): the support function of a superellipse.
double support(double a, double b, double p, const Vec<3>& n) {
  const double dual = p / (p - 1.0);
  return std::pow(std::pow(std::abs(a * n[0]), dual) + std::pow(std::abs(b * n[1]), dual), 1.0 / dual);
}

TEST(FigureOutline, ReachesAsFarAsTheSupportFunctionSays) {
  const Line ellipse = outline_of(only(R"({"kind":"ellipsoid","radii":[3,1]})", 2));
  const Line super = outline_of(only(R"({"kind":"superellipsoid","radii":[2,1],"exponents":[5]})", 2));
  const Line capsule = outline_of(only(R"({"kind":"capsule","radius":0.5,"length":2})", 2));
  for (int k = 0; k < 40; ++k) {
    const Vec<3> n(std::cos(0.157 * k), std::sin(0.157 * k), 0.0);
    EXPECT_NEAR(reach_along(ellipse, n), support(3, 1, 2, n), 3e-3);
    EXPECT_NEAR(reach_along(super, n), support(2, 1, 5, n), 4e-3);
    EXPECT_NEAR(reach_along(capsule, n), std::abs(n[0]) + 0.5, 1e-3);
  }
}

TEST(FigureOutline, OfTwoDiscsIsWhatEachHasOutsideTheOther) {
  const std::vector<Solid> solids =
      solids_of(R"({"kind":"compound","parts":[{"kind":"sphere","radius":1,"position":[-0.6,0]},
      {"kind":"sphere","radius":1,"position":[0.6,0]}]})",
                2);
  const Outline outline = outline_of(solids);
  ASSERT_EQ(outline.insides.size(), 2U);
  double length = 0.0;
  for (const Line& line : outline.edges) {
    for (std::size_t k = 0; k + 1 < line.size(); ++k) {
      length += (line[k + 1] - line[k]).norm();
      const Vec<3> middle = 0.5 * (line[k] + line[k + 1]);
      EXPECT_FALSE(contains(solids[middle[0] < 0.0 ? 1 : 0], middle));
    }
  }
  EXPECT_EQ(outline.edges.size(), 2U);
  EXPECT_NEAR(length, 4.0 * (pi - std::acos(0.6)), 0.1);
  EXPECT_NEAR(outline.reach, 1.6, 1e-3);
  EXPECT_NEAR(outline.tip, 1.6, 4e-3);
  EXPECT_EQ(outline.girth, 1.0);
}

TEST(FigureOutline, HasNoLineWhereTwoPartsShareASide) {
  const Outline outline = outline_of(solids_of(R"({"kind":"compound","parts":[
      {"kind":"box","size":[1,1],"position":[-0.5,0]},{"kind":"box","size":[1,1],"position":[0.5,0]}]})",
                                               2));
  double length = 0.0;
  for (const Line& line : outline.edges) {
    for (std::size_t k = 0; k + 1 < line.size(); ++k) {
      length += (line[k + 1] - line[k]).norm();
      EXPECT_GT((0.5 * (line[k] + line[k + 1])).cwiseAbs().maxCoeff(), 0.49);
    }
  }
  EXPECT_NEAR(length, 6.0, 1e-9);
}

/// By Gauss' theorem: what the facets enclose, if they look outwards and leave no hole.
double volume_within(const Surface& surface) {
  double volume = 0.0;
  for (const std::vector<int>& face : surface.faces) {
    for (std::size_t k = 1; k + 1 < face.size(); ++k) {
      const auto at = [&](std::size_t corner) { return surface.points[static_cast<std::size_t>(face[corner])]; };
      volume += at(0).dot(at(k).cross(at(k + 1))) / 6.0;
    }
  }
  return volume;
}

TEST(FigureSurface, EnclosesTheShape) {
  const auto enclosed = [](const char* shape) { return volume_within(surface_of(only(shape, 3), 24)); };
  EXPECT_NEAR(enclosed(R"({"kind":"sphere","radius":1})"), 4.0 / 3.0 * pi, 0.02);
  EXPECT_NEAR(enclosed(R"({"kind":"ellipsoid","radii":[1,2,3],"position":[5,5,5]})"), 8.0 * pi, 0.1);
  EXPECT_NEAR(enclosed(R"({"kind":"capsule","radius":1,"length":2})"), 4.0 / 3.0 * pi + 2.0 * pi, 0.05);
  EXPECT_NEAR(enclosed(R"({"kind":"box","size":[1,2,3],"orientation":[0.6,0.8,0,0]})"), 6.0, 1e-12);
  // p = q = 1 would be an octahedron of volume 4/3, infinity a cube of 8; in between by the Beta function.
  EXPECT_NEAR(enclosed(R"({"kind":"superellipsoid","radii":[1,1,1],"exponents":[4,4]})"),
              8.0 * std::pow(std::tgamma(1.25), 3) / std::tgamma(1.75), 0.03);
}

TEST(FigureSurface, HasTheFacetsItWasAskedForAndTheNormalsOfTheShape) {
  const Surface ball = surface_of(only(R"({"kind":"sphere","radius":2})", 3), 5);
  EXPECT_EQ(ball.faces.size(), 6U * 25U);
  const Solid solid = only(R"({"kind":"superellipsoid","radii":[1,2,3],"exponents":[3,5]})", 3);
  const Surface surface = surface_of(solid, 8);
  const auto value = [](const Vec<3>& x) {
    const double across = std::pow(std::abs(x[0]), 3.0) + std::pow(std::abs(x[1] / 2.0), 3.0);
    return std::pow(across, 5.0 / 3.0) + std::pow(std::abs(x[2] / 3.0), 5.0);
  };
  for (std::size_t k = 0; k < surface.points.size(); ++k) {
    const Vec<3>& x = surface.points[k];
    EXPECT_NEAR(value(x), 1.0, 1e-12);
    Vec<3> gradient;
    for (int axis = 0; axis < 3; ++axis) {
      gradient[axis] = value(x + 1e-6 * Vec<3>::Unit(axis)) - value(x - 1e-6 * Vec<3>::Unit(axis));
    }
    EXPECT_LT((gradient.normalized() - surface.normals[k]).norm(), 1e-6);
  }
}

TEST(FigureSurface, OfACompoundLeavesOutWhatIsInside) {
  for (const test::NamedShape& shape : test::body_shapes(3)) {
    const std::vector<Solid> solids = solids_of(shape.text, 3);
    ASSERT_FALSE(solids.empty()) << shape.name;
    const Surface surface = surface_of(solids, 6);
    EXPECT_GE(surface.faces.size(), 6U);
    EXPECT_EQ(surface.sharp.size(), surface.faces.size());
    std::size_t apart = 0;
    for (const Solid& solid : solids) {
      apart += surface_of(solid, 6).faces.size();
    }
    EXPECT_EQ(surface.faces.size() < apart, solids.size() > 1) << shape.name;
    for (const Vec<3>& point : surface.points) {
      EXPECT_LE(point.norm(), shape.radius + 0.1) << shape.name;
    }
  }
}

TEST(FigureSurface, OfAMeshHasEdgesAtItsBorderAndWhereItBends) {
  // A roof of two squares, each two triangles: the ridge and the border are edges, diagonals are not.
  const Surface roof = surface_of(mesh_of(R"({"kind":"mesh","points":[[0,0,0],[1,0,0],[1,1,1],[0,1,1],[1,2,0],[0,2,0]],
      "triangles":[[0,1,2],[0,2,3],[3,2,4],[3,4,5]]})"));
  EXPECT_TRUE(roof.two_sided);
  EXPECT_EQ(roof.sharp, (std::vector<std::uint64_t>{0b011, 0b110, 0b011, 0b110}));
}

TEST(FigureSolid, ContainsWhatIsInside) {
  for (const int dimension : {2, 3}) {
    for (const test::NamedShape& shape : test::body_shapes(dimension)) {
      for (const Solid& solid : solids_of(shape.text, static_cast<std::size_t>(dimension))) {
        const std::vector<Vec<3>> border = dimension == 2 ? outline_of(solid) : surface_of(solid, 4).points;
        Vec<3> middle = Vec<3>::Zero();
        for (const Vec<3>& point : border) {
          middle += point / static_cast<double>(border.size());
        }
        for (const Vec<3>& point : border) {
          EXPECT_TRUE(contains(solid, middle + 0.99 * (point - middle))) << shape.name;
          EXPECT_FALSE(contains(solid, middle + 1.01 * (point - middle))) << shape.name;
        }
        EXPECT_GT(girth(solid), 0.0);
      }
    }
  }
}

TEST(FigureSolid, IsNoneForSurfacesAndUnknownKinds) {
  EXPECT_TRUE(solids_of(R"({"kind":"plane","normal":[0,1]})", 2).empty());
  EXPECT_TRUE(solids_of(R"({"kind":"something-new"})", 3).empty());
  EXPECT_THROW(solids_of("no JSON", 3), Error);
  EXPECT_THROW(solids_of(R"({"kind":"box"})", 3), Error);
}

TEST(FigureVolume, IsExactForOneSolid) {
  const auto of = [](const char* shape, std::size_t dimension) {
    return volume(solids_of(shape, dimension), dimension);
  };
  EXPECT_NEAR(of(R"({"kind":"sphere","radius":2})", 2), 4.0 * pi, 1e-12);
  EXPECT_NEAR(of(R"({"kind":"ellipsoid","radii":[1,2,3]})", 3), 8.0 * pi, 1e-12);
  EXPECT_NEAR(of(R"({"kind":"capsule","radius":1,"length":2})", 3), 4.0 / 3.0 * pi + 2.0 * pi, 1e-12);
  EXPECT_NEAR(of(R"({"kind":"box","size":[2,3]})", 2), 6.0, 1e-12);
  // p = q = 1 is an octahedron.
  EXPECT_NEAR(of(R"({"kind":"superellipsoid","radii":[1,1,1],"exponents":[1,1]})", 3), 4.0 / 3.0, 1e-12);
  EXPECT_NEAR(of(R"({"kind":"polyhedron","points":[[0,0,0],[1,0,0],[0,1,0],[0,0,1]],
      "faces":[[0,2,1],[0,1,3],[0,3,2],[1,2,3]]})",
                 3),
              1.0 / 6.0, 1e-12);
}

TEST(FigureVolume, OfPartsThatOverlapCountsWhatTheyShareOnce) {
  // Two unit discs whose centres are 1 apart share 2 acos(1/2) − √3/2; balls share 5π/12.
  const char* shape = R"({"kind":"compound","parts":[{"kind":"sphere","radius":1,"position":[-0.5,0,0]},
      {"kind":"sphere","radius":1,"position":[0.5,0,0]}]})";
  EXPECT_NEAR(volume(solids_of(shape, 2), 2), 2.0 * pi - (2.0 * std::acos(0.5) - std::sqrt(0.75)), 2e-3);
  EXPECT_NEAR(volume(solids_of(shape, 3), 3), 8.0 / 3.0 * pi - 5.0 * pi / 12.0, 0.02);
}

TEST(FigureExtent, IsAlongTheAxes) {
  EXPECT_LT((diameters(R"({"kind":"ellipsoid","radii":[1,2,3]})", 3) - Vec<3>(2, 4, 6)).norm(), 1e-12);
  EXPECT_LT((diameters(R"({"kind":"ellipsoid","radii":[1,2]})", 2) - Vec<3>(2, 4, 0)).norm(), 1e-12);
  EXPECT_LT((diameters(R"({"kind":"capsule","radius":1,"length":3})", 3) - Vec<3>(5, 2, 2)).norm(), 1e-12);
}

}  // namespace
}  // namespace gluey::figure::figure_test
