// Volume, centre of mass and inertia of every kind of shape against a sum over a fine lattice of points that lie within it,
// the frame of a body's shape, and its description.

#include "geometry/union_mass.hpp"
#include "support/inside.hpp"
#include "world/make_shape.hpp"
#include "world/shape_json.hpp"

#include <gluey/errors.hpp>

#include <gtest/gtest.h>

#include <numbers>

namespace gluey::test::shape_mass_test {
namespace {

template <int D>
Rotation<D> some_turn() {
  if constexpr (D == 2) {
    return {0.7};
  } else {
    return {Eigen::Quaterniond(0.8, 0.3, -0.4, 0.33).normalized()};
  }
}

/// By a lattice of points over a cube that holds the shape.
template <int D>
MassProperties<D> by_lattice(const std::string& description, double half, int points) {
  const Json shape = Json::parse(description);
  const double h = 2.0 * half / points;
  const double cell = std::pow(h, D);
  double volume = 0.0;
  Vec<D> first = Vec<D>::Zero();
  Eigen::Matrix<double, D, D> second = Eigen::Matrix<double, D, D>::Zero();
  const int layers = D == 3 ? points : 1;
  for (int k = 0; k < points * points * layers; ++k) {
    Vec<D> x;
    x[0] = -half + (k % points + 0.5) * h;
    const int row = k / points % points;
    x[1] = -half + (row + 0.5) * h;
    if constexpr (D == 3) {
      const int layer = k / (points * points);
      x[2] = -half + (layer + 0.5) * h;
    }
    if (inside<D>(shape, x)) {
      volume += cell;
      first += cell * x;
      second += cell * x * x.transpose();
    }
  }
  MassProperties<D> mass{volume, first / volume};
  second -= volume * mass.center * mass.center.transpose();
  if constexpr (D == 2) {
    mass.inertia(0, 0) = second.trace();
  } else {
    mass.inertia = second.trace() * Eigen::Matrix3d::Identity() - second;
  }
  return mass;
}

template <int D>
void expect_near(const MassProperties<D>& found, const MassProperties<D>& expected, double size, double tolerance) {
  EXPECT_NEAR(found.volume / expected.volume, 1.0, tolerance);
  EXPECT_LT((found.center - expected.center).cwiseAbs().maxCoeff(), tolerance * size);
  EXPECT_LT((found.inertia - expected.inertia).cwiseAbs().maxCoeff(), tolerance * expected.volume * size * size);
}

template <int D>
std::vector<Part<D>> every_part() {
  const Pose<D> pose{Vec<D>::Constant(0.1), some_turn<D>()};
  Vec<D> sizes = Vec<D>::Constant(0.5);
  sizes[0] = 0.7;
  sizes[1] = 0.3;
  std::vector<Part<D>> parts = {
      Sphere<D>{pose.position, 0.6},
      Segment<D>{pose.to_world(-0.4 * Vec<D>::UnitX()), pose.to_world(0.4 * Vec<D>::UnitX()), 0.3},
      Box<D>{pose, sizes},
      Ellipsoid<D>{pose, sizes},
      Superellipsoid<D>{pose, sizes, Vec<D - 1>::Constant(1.4)},
      Superellipsoid<D>{pose, sizes, Vec<D - 1>::Constant(5.0)}};
  if constexpr (D == 2) {
    parts.push_back(Polygon{{{-0.5, -0.4}, {0.6, -0.5}, {0.8, 0.2}, {0.1, 0.7}}});
  } else {
    parts.push_back(Superellipsoid<3>{pose, sizes, {1.5, 6.0}});
    parts.push_back(
        convex_hull({{-0.5, -0.4, -0.6}, {0.6, -0.5, 0.1}, {0.8, 0.2, 0.3}, {0.1, 0.7, -0.2}, {0, 0, 0.8}}));
  }
  return parts;
}

template <int D>
void test_every_part(int points, double tolerance) {
  for (const Part<D>& part : every_part<D>()) {
    SCOPED_TRACE(part_json<D>(part));
    expect_near<D>(union_mass<D>({part}), by_lattice<D>(part_json<D>(part), 1.2, points), 0.5, tolerance);
  }
}

TEST(ShapeMass, OfEveryPartIsThatOfALattice2D) { test_every_part<2>(900, 1e-3); }
TEST(ShapeMass, OfEveryPartIsThatOfALattice3D) { test_every_part<3>(100, 3e-3); }

TEST(ShapeMass, OfPartsThatOverlapCountsWhatTheyShareOnce) {
  // Any two kinds that lie about the same place, and all of them at once.
  const auto check = [](const auto& parts, auto dimension, int points, double tolerance) {
    constexpr int D = decltype(dimension)::value;
    const std::string text = parts_json<D>(parts, true);
    SCOPED_TRACE(text);
    expect_near<D>(union_mass<D>(parts), by_lattice<D>(text, 1.2, points), 0.5, tolerance);
  };
  const std::vector<Part<2>> plane = every_part<2>();
  for (std::size_t k = 1; k < plane.size(); ++k) {
    check(std::vector<Part<2>>{plane[k - 1], plane[k]}, std::integral_constant<int, 2>{}, 700, 1.5e-3);
  }
  check(plane, std::integral_constant<int, 2>{}, 700, 1.5e-3);
  check(every_part<3>(), std::integral_constant<int, 3>{}, 100, 3e-3);
}

/// Two unit balls whose centres are 1 apart share 5π/12.
TEST(ShapeMass, OfTwoBallsThatOverlapIsExactToATenThousandth) {
  const std::vector<Part<3>> balls = {Sphere<3>{{-0.5, 0, 0}, 1.0}, Sphere<3>{{0.5, 0, 0}, 1.0}};
  const double exact = 8.0 / 3.0 * std::numbers::pi - 5.0 / 12.0 * std::numbers::pi;
  EXPECT_NEAR(union_mass<3>(balls).volume / exact, 1.0, 1e-4);
  const std::vector<Part<3>> turned = {Sphere<3>{{0.3, 0.4, 0.0}, 1.0}, Sphere<3>{{-0.3, -0.4, 0.0}, 1.0}};
  EXPECT_NEAR(union_mass<3>(turned).volume / exact, 1.0, 1e-4);
}

TEST(ShapeMass, OfDiscsThatOverlapIsExactToAMillionth) {
  const std::vector<Part<2>> discs = {Sphere<2>{{-0.5, 0}, 1.0}, Sphere<2>{{0.5, 0}, 1.0}};
  const double lens = 2.0 * std::acos(0.5) - 0.5 * std::sqrt(3.0);
  EXPECT_NEAR(union_mass<2>(discs).volume / (2.0 * std::numbers::pi - lens), 1.0, 1e-6);
}

TEST(ShapeMass, OfPartsThatOnlyTouchIsTheSum) {
  const std::vector<Part<3>> boxes = {Box<3>{{{-0.5, 0, 0}, {}}, {0.5, 0.5, 0.5}},
                                      Box<3>{{{0.5, 0, 0}, {}}, {0.5, 0.5, 0.5}}};
  const MassProperties<3> both = union_mass<3>(boxes);
  EXPECT_NEAR(both.volume, 2.0, 1e-14);
  EXPECT_NEAR(both.inertia(1, 1), 2.0 * (4.0 + 1.0) / 12.0, 1e-14);
}

/// A bent worm of overlapping balls: its shape is centred, its axes principal, and pose times description is what the user
/// wrote.
TEST(ShapeFrame, OfAWormIsThatOfItsPrincipalAxes) {
  std::vector<Part<3>> worm;
  worm.reserve(7);
  for (int k = 0; k < 7; ++k) {
    worm.emplace_back(Sphere<3>{{0.3 * k, 0.05 * k * k, 0.2 * std::sin(k)}, 0.3 - 0.02 * k});
  }
  const MadeShape<3> made = make_shape<3>("compound", worm);
  const MassProperties<3> own = union_mass<3>(made.shape.parts);
  EXPECT_NEAR(own.volume / made.volume, 1.0, 1e-3);
  EXPECT_LT(own.center.norm(), 1e-3);
  const Eigen::Matrix3d coupled = own.inertia - Eigen::Matrix3d(own.inertia.diagonal().asDiagonal());
  EXPECT_LT(coupled.cwiseAbs().maxCoeff(), 1e-3 * own.inertia.trace());
  EXPECT_NEAR(made.inertia[0] / own.inertia(0, 0), 1.0, 1e-3);
  EXPECT_NEAR(made.frame.orientation.quaternion.norm(), 1.0, 1e-14);
  for (std::size_t k = 0; k < worm.size(); ++k) {
    const Vec<3> back = made.frame.to_world(std::get<Sphere<3>>(made.shape.parts[k]).position);
    EXPECT_LT((back - std::get<Sphere<3>>(worm[k]).position).norm(), 1e-12);
  }
  EXPECT_EQ(made.shape.inner, 0.3 - 0.02 * 6);
  EXPECT_GT(made.shape.outer, 0.9);
}

TEST(ShapeFrame, OfShapesThatAreSymmetricIsNotTurned) {
  for (const Part<3>& part : {Part<3>(Box<3>{{}, {3, 1, 2}}), Part<3>(Ellipsoid<3>{{}, {1, 3, 2}}),
                              Part<3>(Segment<3>{{-1, 0, 0}, {1, 0, 0}, 0.2})}) {
    const MadeShape<3> made = make_shape<3>("x", {part});
    EXPECT_EQ(made.frame.orientation.quaternion.vec().norm(), 0.0);
    EXPECT_EQ(made.frame.position.norm(), 0.0);
    EXPECT_EQ(made.shape.description, part_json<3>(part));
  }
  // A cross of overlapping bars is symmetric, its three axes in the user's order.
  const MadeShape<3> cross = make_shape<3>("compound", {Box<3>{{}, {2, 0.2, 0.2}}, Box<3>{{}, {0.2, 1, 0.2}}});
  EXPECT_EQ(cross.frame.orientation.quaternion.vec().norm(), 0.0);
  EXPECT_LT(cross.inertia[0], cross.inertia[1]);
  EXPECT_LT(cross.inertia[1], cross.inertia[2]);
}

TEST(ShapeFrame, TurnsABoxBack) {
  const Rotation<3> turn = some_turn<3>();
  const MadeShape<3> made = make_shape<3>("compound", {Box<3>{{{1, 2, 3}, turn}, {3, 1, 2}}});
  EXPECT_LT((made.frame.position - Vec<3>(1, 2, 3)).norm(), 1e-14);
  const Vec<3> m = made.inertia / (8.0 * 6.0);
  std::vector<double> moments(m.begin(), m.end());
  std::sort(moments.begin(), moments.end());
  EXPECT_NEAR(moments[0], 5.0 / 3.0, 1e-12);
  EXPECT_NEAR(moments[1], 10.0 / 3.0, 1e-12);
  EXPECT_NEAR(moments[2], 13.0 / 3.0, 1e-12);
}

TEST(ShapeFrame, KeepsTheUsersAxesWhereAsked) {
  const MadeShape<3> made = make_shape<3>("compound", {Box<3>{{{1, 2, 3}, some_turn<3>()}, {3, 1, 2}}}, true);
  EXPECT_EQ(made.frame.orientation.quaternion.vec().norm(), 0.0);
}

TEST(ShapeScale, MultipliesLengthsVolumeAndInertia) {
  for (const Part<3>& part : every_part<3>()) {
    const MadeShape<3> one = make_shape<3>("compound", {part});
    const MadeShape<3> two = scaled<3>(one, 2.0);
    const MassProperties<3> measured = union_mass<3>(two.shape.parts);
    EXPECT_NEAR(two.volume / measured.volume, 1.0, 1e-12);
    EXPECT_NEAR(two.inertia[0] / (measured.inertia(0, 0)), 1.0, 1e-9);
    EXPECT_NEAR(two.shape.outer, 2.0 * one.shape.outer, 1e-12);
    EXPECT_NEAR(two.shape.inner, 2.0 * one.shape.inner, 1e-12);
  }
}

template <int D>
void expect_same_text() {
  for (const Part<D>& part : every_part<D>()) {
    const MadeShape<D> made = make_shape<D>("compound", {part});
    const Shape<D> again = shape_from<D>("compound", made.shape.description);
    EXPECT_EQ(again.outer, made.shape.outer);
    EXPECT_EQ(again.inner, made.shape.inner);
    EXPECT_EQ(parts_json<D>(again.parts, true), parts_json<D>(made.shape.parts, true));
  }
}

TEST(ShapeJson, GivesTheSameShapeAgain) {
  expect_same_text<2>();
  expect_same_text<3>();
}

TEST(ShapeJson, ThatMakesNoSenseIsRefused) {
  for (const char* text : {"", "{", "[]", R"({"kind":"plane"})", R"({"kind":"box","size":[1,2]})", R"({"kind":"box"})",
                           R"({"kind":"polyhedron","points":[[0,0,0]],"faces":[[0,1,2]]})"}) {
    EXPECT_THROW(shape_from<3>("box", text), Error) << text;
  }
}

}  // namespace
}  // namespace gluey::test::shape_mass_test
