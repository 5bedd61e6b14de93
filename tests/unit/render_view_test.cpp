#include "render/bounds.hpp"
#include "render/domain.hpp"
#include "render/planar.hpp"
#include "render/plane_patch.hpp"
#include "render/projection.hpp"
#include "render/veil.hpp"
#include "unit/render_samples.hpp"

#include <gtest/gtest.h>

namespace gluey::render::render_view_test {
namespace {

using samples::Sample;

TEST(RenderPlanarView, HasOneScaleAndPutsTheRegionInTheMiddle) {
  const PlanarView view({-1.0, 0.0, 3.0, 2.0}, {10.0, 20.0, 400.0, 400.0});
  EXPECT_DOUBLE_EQ(view.scale(), 100.0);
  EXPECT_DOUBLE_EQ(view.x(-1.0), 10.0);
  EXPECT_DOUBLE_EQ(view.x(3.0), 410.0);
  // y points up: the upper edge of the region has the smaller pixel.
  EXPECT_DOUBLE_EQ(view.y(2.0), 120.0);
  EXPECT_DOUBLE_EQ(view.y(0.0), 320.0);
  EXPECT_EQ(view.visible(), (std::array{-1.0, -1.0, 3.0, 3.0}));
  EXPECT_DOUBLE_EQ(view.area().height, 200.0);
}

TEST(RenderBounds, HoldBodiesTrailsAndObstaclesButNotAPlaneFarAway) {
  Sample sample(2);
  sample.body({1, 2}, 0.5);
  sample.snapshot.trail = {{-3, 2}};
  sample.obstacle(R"({"kind":"segment","from":[0,0],"to":[0,4]})", {1, 1});
  sample.obstacle(R"({"kind":"plane","normal":[0,1]})", {0, -1});
  sample.obstacle(R"({"kind":"plane","normal":[1,0]})", {-1000, 0});
  const Bounds bounds = bounds_of({sample.snapshot});
  EXPECT_DOUBLE_EQ(bounds.lower[0], -3.5);
  EXPECT_DOUBLE_EQ(bounds.upper[0], 1.5);
  EXPECT_DOUBLE_EQ(bounds.lower[1], -1.0);
  EXPECT_DOUBLE_EQ(bounds.upper[1], 5.0);
}

TEST(RenderBounds, LetAPlaneGoOnForARadiusBeyondTheOutermostBody) {
  for (const Vec<3>& normal : {Vec<3>(0.6, 0.8, 0.0), Vec<3>(0.0, 1.0, 0.0)}) {
    Sample sample(3);
    for (const double z : {0.0, 4.0}) {
      sample.body({0.5 * normal[0], 0.5 * normal[1], z}, 0.5);
    }
    const Piece plane{.kind = Piece::Kind::plane, .points = {Vec<3>::Zero()}, .normal = normal};
    sample.obstacle(
        normal[0] > 0.0 ? R"({"kind":"plane","normal":[0.6,0.8,0]})" : R"({"kind":"plane","normal":[0,1,0]})",
        {0, 0, 0});
    const std::vector<Vec<3>> patch = plane_patch(plane, bounds_of({sample.snapshot}), {plane});
    const Vec<3> along = normal.cross(Vec<3>::UnitZ());
    double left = 0.0, right = 0.0, near = 2.0, far = 2.0;
    for (const Vec<3>& corner : patch) {
      left = std::min(left, along.dot(corner));
      right = std::max(right, along.dot(corner));
      near = std::min(near, corner[2]);
      far = std::max(far, corner[2]);
    }
    // The balls touch at (0, 0, 0) and (0, 0, 4): each casts its radius, and there is another around it.
    EXPECT_NEAR(near, -1.0, 1e-4);
    EXPECT_NEAR(far, 5.0, 1e-4);
    EXPECT_LT(left, -0.8);
    EXPECT_GT(right, 0.8);
  }
}

TEST(RenderDomain, HasAnImageWhereABallSticksOut) {
  Constants constants;
  EXPECT_FALSE(Domain::of(constants));
  constants.scene = "[domain]\nlower = [0, 0]\nupper = [2, 3]\nperiodic = [true, false]\n";
  const std::optional<Domain> tube = Domain::of(constants);
  ASSERT_TRUE(tube);
  using Shifts = std::vector<Vec<3>>;
  EXPECT_EQ(tube->shifts({1, 0.1, 0}, 0.2, 0.0), Shifts{Vec<3>(0, 0, 0)});
  EXPECT_EQ(tube->shifts({1.9, 0.1, 0}, 0.2, 0.0), (Shifts{{-2, 0, 0}, {0, 0, 0}}));
  // One that has walked on around.
  EXPECT_EQ(tube->shifts({5, 1, 0}, 0.2, 0.0), Shifts{Vec<3>(-4, 0, 0)});
  constants.scene = "[domain]\nlower = [0, 0]\nupper = [2, 3]\nperiodic = [true, true]\nshear_rate = 0.5\n";
  const std::optional<Domain> sheared = Domain::of(constants);
  EXPECT_EQ(sheared->shifts({0.1, 0.1, 0}, 0.2, 0.0).size(), 4U);
  // The image above stands 0.5 · 3 · 0.4 farther along x.
  EXPECT_EQ(sheared->shifts({0.5, 0.1, 0}, 0.2, 0.4), (Shifts{{0, 0, 0}, {0.5 * 0.4 * 3, 3, 0}}));
}

TEST(RenderPieces, ExistForEveryKindOfObstacle) {
  const auto kinds = [](const char* shape, std::size_t dimension) {
    std::vector<Piece::Kind> found;
    for (const Piece& piece : pieces_of(shape, dimension)) {
      found.push_back(piece.kind);
    }
    return found;
  };
  using Kind = Piece::Kind;
  EXPECT_EQ(kinds(R"({"kind":"plane","normal":[0,2]})", 2), std::vector{Kind::plane});
  EXPECT_EQ(kinds(R"({"kind":"sphere","radius":1})", 3), std::vector{Kind::ball});
  EXPECT_EQ(kinds(R"({"kind":"capsule","radius":1,"length":2})", 2), std::vector{Kind::capsule});
  EXPECT_EQ(kinds(R"({"kind":"segment","from":[0,0],"to":[1,0]})", 2), std::vector{Kind::line});
  EXPECT_EQ(kinds(R"({"kind":"chain","points":[[0,0],[1,0],[1,1]]})", 2), std::vector{Kind::line});
  EXPECT_EQ(kinds(R"({"kind":"polygon","points":[[0,0],[1,0],[1,1]]})", 2), std::vector{Kind::solid});
  EXPECT_EQ(kinds(R"({"kind":"box","size":[1,2]})", 2), std::vector{Kind::solid});
  EXPECT_EQ(kinds(R"({"kind":"box-walls","lower":[0,0],"upper":[1,2]})", 2), std::vector{Kind::room});
  EXPECT_EQ(kinds(R"({"kind":"box","size":[1,2,3]})", 3), std::vector(6, Kind::face));
  EXPECT_EQ(kinds(R"({"kind":"box-walls","lower":[0,0,0],"upper":[1,2,3]})", 3), std::vector(6, Kind::wall));
  EXPECT_EQ(kinds(R"({"kind":"wheel","radius":1,"paddles":2,"thickness":0.1,"hub":0.2})", 2),
            (std::vector{Kind::solid, Kind::solid, Kind::ball}));
  EXPECT_EQ(kinds(R"({"kind":"ellipsoid","radii":[1,2]})", 2), std::vector{Kind::solid});
  EXPECT_EQ(kinds(R"({"kind":"superellipsoid","radii":[1,2,3],"exponents":[4,4]})", 3).front(), Kind::face);
  EXPECT_EQ(kinds(R"({"kind":"polyhedron","points":[[0,0,0],[1,0,0],[0,1,0],[0,0,1]],
      "faces":[[0,2,1],[0,1,3],[0,3,2],[1,2,3]]})",
                  3),
            std::vector(4, Kind::face));
  EXPECT_EQ(kinds(R"({"kind":"mesh","points":[[0,0,0],[1,0,0],[0,1,0]],"triangles":[[0,1,2]]})", 3),
            std::vector{Kind::face});
  EXPECT_TRUE(kinds(R"({"kind":"something-new"})", 2).empty());
  EXPECT_TRUE(kinds(R"({"kind":"something-new"})", 3).empty());
}

TEST(RenderPieces, OfACompoundStandWhereThePartsDo) {
  const auto pieces = pieces_of(
      R"({"kind":"compound","parts":[{"kind":"sphere","radius":1,"position":[5,0]},
          {"kind":"segment","from":[1,0],"to":[2,0],"position":[0,1],"orientation":[1.5707963267948966]}]})",
      2);
  ASSERT_EQ(pieces.size(), 2U);
  EXPECT_EQ(pieces[0].points[0], Vec<3>(5, 0, 0));
  EXPECT_LT((pieces[1].points[1] - Vec<3>(0, 3, 0)).norm(), 1e-12);
}

TEST(RenderPieces, FacesLookOutwardsAndWallsInwards) {
  for (const bool room : {false, true}) {
    const char* shape =
        room ? R"({"kind":"box-walls","lower":[-1,-2,-3],"upper":[1,2,3]})" : R"({"kind":"box","size":[2,4,6]})";
    for (const Piece& piece : pieces_of(shape, 3)) {
      const Vec<3> around = (piece.points[1] - piece.points[0]).cross(piece.points[2] - piece.points[1]).normalized();
      EXPECT_LT((around - piece.normal).norm(), 1e-12);
      EXPECT_EQ(piece.normal.dot(piece.points[0]) > 0.0, !room);
    }
  }
}

TEST(RenderProjection, PutsAllOfTheBoxIntoTheCell) {
  Bounds bounds;
  bounds.add({-1, -2, 0});
  bounds.add({4, 3, 8});
  for (const double azimuth : {-170.0, 0.0, 35.0, 90.0}) {
    for (const double elevation : {-60.0, 0.0, 22.0, 89.0}) {
      Projection projection({azimuth, elevation}, bounds, Vec<3>::UnitZ());
      const Cell cell{5, 7, 300, 200};
      projection.fit(cell);
      double left = 1e9, right = -1e9, top = 1e9, bottom = -1e9;
      for (int corner = 0; corner < 8; ++corner) {
        const Projection::Image at =
            projection.image({corner & 1 ? 4.0 : -1.0, corner & 2 ? 3.0 : -2.0, corner & 4 ? 8.0 : 0.0});
        left = std::min(left, at.x);
        right = std::max(right, at.x);
        top = std::min(top, at.y);
        bottom = std::max(bottom, at.y);
      }
      EXPECT_GE(left, 5 - 1e-9);
      EXPECT_LE(right, 305 + 1e-9);
      EXPECT_GE(top, 7 - 1e-9);
      EXPECT_LE(bottom, 207 + 1e-9);
      // One of the two directions is filled.
      EXPECT_TRUE(right - left > 299.9 || bottom - top > 199.9);
    }
  }
}

TEST(RenderProjection, SeesUpAsUpAndNearAsLarge) {
  Bounds bounds;
  bounds.add(Vec<3>::Zero(), 1.0);
  for (int axis = 0; axis < 3; ++axis) {
    const Vec<3> up = Vec<3>::Unit(axis);
    Projection projection({35.0, 22.0}, bounds, up);
    projection.fit({0, 0, 100, 100});
    EXPECT_LT(projection.image(0.5 * up).y, projection.image(-0.5 * up).y);
    const Vec<3> towards = 0.2 * projection.eye();
    EXPECT_LT(projection.image(towards).depth, projection.image(-towards).depth);
    EXPECT_GT(projection.image(towards).scale, projection.image(-towards).scale);
  }
}

TEST(RenderProjection, FindsUpAgainstGravity) {
  Constants constants;
  EXPECT_EQ(upward(constants), Vec<3>::UnitZ());
  constants.scene = "[environment]\ngravity = [0.0, -9.0, 1.0]\n";
  EXPECT_EQ(upward(constants), Vec<3>::UnitY());
  constants.scene = "[environment]\nbody_force = [2, 0, 0]\n";
  EXPECT_EQ(upward(constants), Vec<3>(-Vec<3>::UnitX()));
  constants.scene = "no TOML [";
  EXPECT_EQ(upward(constants), Vec<3>::UnitZ());
}

/// Whether a single obstacle, seen from x = 100, is a veil before ten bodies in a row.
bool is_veil(const char* shape, const std::vector<double>& position, int part = 0) {
  Sample sample(3);
  for (int k = 0; k < 10; ++k) {
    sample.body({0, 1.0 * k, 0}, 0.4);
  }
  sample.obstacle(shape, position);
  return Veils({sample.snapshot}, Vec<3>(100, 4.5, 0)).hold(sample.constants, 0, part);
}

TEST(RenderVeils, AreSolidsBeforeMoreThanAFewBodies) {
  for (const char* shape : {R"({"kind":"box","size":[1,6,1]})", R"({"kind":"sphere","radius":3})",
                            R"({"kind":"ellipsoid","radii":[1,3,1]})",
                            R"({"kind":"mesh","points":[[0,-4,-1],[0,4,-1],[0,0,4]],"triangles":[[0,2,1]]})",
                            R"({"kind":"capsule","radius":1.6,"length":1})"}) {
    EXPECT_TRUE(is_veil(shape, {10, 4.5, 0})) << shape;
    EXPECT_FALSE(is_veil(shape, {-10, 4.5, 0})) << shape << " behind the bodies";
    EXPECT_FALSE(is_veil(shape, {10, 30, 0})) << shape << " beside them";
  }
  EXPECT_FALSE(is_veil(R"({"kind":"box","size":[0.5,0.5,0.5]})", {10, 4.05, 0})) << "a pillar before one of ten";
}

TEST(RenderVeils, OfACompoundAreThePartsThatHideSomething) {
  const char* shape = R"({"kind":"compound","parts":[{"kind":"box","size":[1,1,1],"position":[10,1.4,0]},
      {"kind":"box","size":[1,1,1],"position":[10,7.6,0]},{"kind":"box","size":[1,12,1],"position":[-10,4.5,0]}]})";
  EXPECT_TRUE(is_veil(shape, {0, 0, 0}, 0));
  EXPECT_TRUE(is_veil(shape, {0, 0, 0}, 1));
  EXPECT_FALSE(is_veil(shape, {0, 0, 0}, 2)) << "behind the bodies";
}

TEST(RenderPlanePatch, IsWhatOfThePlaneLiesInTheBoxAndBeforeOtherPlanes) {
  Bounds box;
  box.add({0, 0, 0});
  box.add({2, 3, 4});
  const Piece floor{.kind = Piece::Kind::plane, .points = {Vec<3>(0, 0, 0)}, .normal = Vec<3>::UnitZ()};
  const Piece wall{.kind = Piece::Kind::plane, .points = {Vec<3>(0.5, 0, 0)}, .normal = Vec<3>::UnitX()};
  const auto area = [](const std::vector<Vec<3>>& polygon) {
    Vec<3> sum = Vec<3>::Zero();
    for (std::size_t k = 1; k + 1 < polygon.size(); ++k) {
      sum += 0.5 * (polygon[k] - polygon[0]).cross(polygon[k + 1] - polygon[0]);
    }
    return sum.norm();
  };
  EXPECT_NEAR(area(plane_patch(floor, box, {floor})), 6.0, 1e-3);
  EXPECT_NEAR(area(plane_patch(floor, box, {floor, wall})), 4.5, 1e-3);
  const Piece outside{.kind = Piece::Kind::plane, .points = {Vec<3>(0, 0, 9)}, .normal = Vec<3>::UnitZ()};
  EXPECT_TRUE(plane_patch(outside, box, {}).empty());
}

}  // namespace
}  // namespace gluey::render::render_view_test
