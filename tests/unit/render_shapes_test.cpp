// Bodies that are no spheres, and where their pixels are.

#include "render/facet.hpp"
#include "render/planar.hpp"
#include "support/every_shape.hpp"
#include "unit/render_pixels.hpp"
#include "unit/render_samples.hpp"

#include <cmath>
#include <numbers>

namespace gluey::render::render_shapes_test {
namespace {

using namespace samples;
using std::numbers::pi;

constexpr std::array<double, 4> view = {-1.0, -1.0, 1.0, 1.0};
// The margin around panels is 10 pixels, so that one unit is 200.
constexpr int width = 420;
constexpr double scale = 200.0;

/// One red body in the middle, turned.
Pixels one_body(const std::string& shape, double angle) {
  Sample sample(2);
  sample.body({0, 0}, 0.9, "red");
  sample.constants.bodies.shape = {shape};
  sample.snapshot.frame.orientation = {angle};
  return drawn({sample.snapshot}, {.legend = false, .width = width, .height = width, .zoom = view});
}

/// Whether a pixel within the frame around the view is not paper.
bool is_body(const Pixels& pixels, int x, int y) {
  return (pixels.values[static_cast<std::size_t>(y) * pixels.width + x] >> 8 & 0xff) < 0x80;
}

struct Extent {
  int left = 1 << 20, right = -1, top = 1 << 20, bottom = -1, count = 0;
};

Extent extent(const Pixels& pixels) {
  Extent found;
  for (int y = 14; y < pixels.height - 14; ++y) {
    for (int x = 14; x < pixels.width - 14; ++x) {
      if (is_body(pixels, x, y)) {
        found.left = std::min(found.left, x);
        found.right = std::max(found.right, x);
        found.top = std::min(found.top, y);
        found.bottom = std::max(found.bottom, y);
        ++found.count;
      }
    }
  }
  return found;
}

TEST(RenderShapes, AnEllipseReachesAsFarAsItsSupportFunction) {
  for (const double angle : {0.0, 0.4, 1.3, 2.6}) {
    const Extent found = extent(one_body(R"({"kind":"ellipsoid","radii":[0.8,0.3]})", angle));
    const double across = std::hypot(0.8 * std::cos(angle), 0.3 * std::sin(angle));
    const double up = std::hypot(0.8 * std::sin(angle), 0.3 * std::cos(angle));
    EXPECT_NEAR(found.right - found.left + 1, 2.0 * scale * across, 2.0);
    EXPECT_NEAR(found.bottom - found.top + 1, 2.0 * scale * up, 2.0);
    EXPECT_NEAR(found.count, pi * 0.8 * 0.3 * scale * scale, 0.01 * scale * scale);
  }
}

TEST(RenderShapes, CoverTheirArea) {
  EXPECT_NEAR(extent(one_body(R"({"kind":"box","size":[1.2,0.5]})", 0.7)).count, 0.6 * scale * scale, 200);
  EXPECT_NEAR(extent(one_body(R"({"kind":"capsule","radius":0.2,"length":0.8})", 0.7)).count,
              (0.32 + 0.04 * pi) * scale * scale, 250);
  EXPECT_NEAR(extent(one_body(R"({"kind":"polygon","points":[[-0.5,-0.5],[0.7,-0.5],[-0.5,0.7]]})", 0.2)).count,
              0.72 * scale * scale, 250);
  EXPECT_NEAR(extent(one_body(R"({"kind":"compound","parts":[{"kind":"box","size":[1,0.4]},
      {"kind":"box","size":[0.4,1]}]})",
                              0.3))
                  .count,
              0.64 * scale * scale, 250);
}

TEST(RenderShapes, ATurnedBoxHasItsCornersWhereTheyBelong) {
  const Pixels pixels = one_body(R"({"kind":"box","size":[1.2,0.4]})", pi / 2.0);
  EXPECT_TRUE(is_body(pixels, 210, 210 - 115));
  EXPECT_FALSE(is_body(pixels, 210, 210 - 125));
  EXPECT_TRUE(is_body(pixels, 210 + 35, 210));
  EXPECT_FALSE(is_body(pixels, 210 + 45, 210));
}

TEST(RenderShapes, AWormHasNoLinesWithin) {
  // Discs on one line; halfway between two of them both outlines pass near.
  const Pixels pixels = one_body(R"({"kind":"compound","parts":[{"kind":"sphere","radius":0.2,"position":[-0.2,0]},
      {"kind":"sphere","radius":0.2},{"kind":"sphere","radius":0.2,"position":[0.2,0]}]})",
                                 0.0);
  const auto color = [&](int x, int y) { return pixels.values[static_cast<std::size_t>(y) * width + x] & 0xffffff; };
  const std::uint32_t inside = color(210, 210);
  for (int x = 210 - 70; x <= 210 + 70; ++x) {
    for (const int y : {205, 210, 215, 230}) {
      ASSERT_EQ(color(x, y), inside) << x << ", " << y;
    }
  }
  EXPECT_NE(color(210, 210 - 39), inside) << "the edge is drawn";
}

TEST(RenderShapes, AnEllipsoidInSpaceCoversItsShadow) {
  const auto covered = [](const std::string& shape) {
    Sample sample(3);
    sample.constants.scene = "[environment]\ngravity = [0, 0, -1]\n";
    sample.body({0, 0, 0}, 1.0, "red");
    sample.constants.bodies.shape = {shape};
    // Far apart, so that the view is the same for all, and nearly parallel.
    sample.obstacle(R"({"kind":"sphere","radius":0.01})", {-2, -2, -2});
    sample.obstacle(R"({"kind":"sphere","radius":0.01})", {2, 2, 2});
    const Pixels pixels = drawn({sample.snapshot}, {.width = 400, .camera = {0.0, 0.0}});
    int count = 0;
    for (const std::uint32_t value : pixels.values) {
      count += (value >> 16 & 0xff) > (value >> 8 & 0xff) + 20 ? 1 : 0;
    }
    return static_cast<double>(count);
  };
  const double ball = covered(R"({"kind":"sphere","radius":1})");
  ASSERT_GT(ball, 1000.0);
  EXPECT_NEAR(covered(R"({"kind":"ellipsoid","radii":[1,1,1]})") / ball, 1.0, 0.04);
  // Seen along x.
  EXPECT_NEAR(covered(R"({"kind":"ellipsoid","radii":[1,0.8,0.5]})") / ball, 0.4, 0.03);
  EXPECT_NEAR(covered(R"({"kind":"box","size":[0.2,1.5,1.0]})") / ball, 1.5 / pi, 0.03);
  EXPECT_NEAR(covered(R"({"kind":"capsule","radius":0.6,"length":0.8})") / ball, 0.36, 0.03);
}

TEST(RenderShapes, TheViewHoldsTheShapeAndNotTheBallAroundIt) {
  Sample sample(2);
  sample.body({1, 2}, 1.0);
  sample.constants.bodies.shape = {R"({"kind":"box","size":[2,0.2]})"};
  const Bounds bounds = bounds_of({sample.snapshot});
  EXPECT_DOUBLE_EQ(bounds.upper[0], 2.0);
  EXPECT_DOUBLE_EQ(bounds.upper[1], 2.1);
}

TEST(RenderFacets, CoverTheFaceAndKeepItsEdges) {
  const Facet face{{{0, 0, 0}, {4, 0, 0}, {4, 3, 0}, {0, 3, 0}}, 0b0101};
  double area = 0.0, edges = 0.0;
  for (const Facet& facet : split(face, 0.5)) {
    ASSERT_EQ(facet.points.size(), 3U);
    area += 0.5 * (facet.points[1] - facet.points[0]).cross(facet.points[2] - facet.points[0]).norm();
    for (std::size_t k = 0; k < 3; ++k) {
      const Vec<3> side = facet.points[(k + 1) % 3] - facet.points[k];
      EXPECT_LE(side.norm(), 0.51);
      edges += is_sharp(facet, k) ? side.norm() : 0.0;
    }
  }
  EXPECT_NEAR(area, 12.0, 1e-9);
  EXPECT_NEAR(edges, 8.0, 1e-9);
  EXPECT_EQ(split(face, 5.0).size(), 1U);
}

Pixels every_shape(int dimension, const PictureOptions& options) {
  const auto [constants, frames] = test::every_shape(dimension);
  const Snapshot snapshot{.constants = &constants, .frame = frames[0]};
  return drawn({snapshot}, options);
}

TEST(RenderGolden, EveryShapeInThePlane) {
  expect_golden("shapes_planar", every_shape(2, {.network = ContactNetwork::none, .legend = false, .width = 400}),
                allowed);
}

TEST(RenderGolden, EveryShapeInSpace) {
  expect_golden("shapes_spatial", every_shape(3, {.legend = false, .width = 480}), 4.0 * allowed);
}

}  // namespace
}  // namespace gluey::render::render_shapes_test
