// Ellipsoids and superellipsoids against capsules, boxes, polygons, polyhedra and triangles.

#include "geometry/distance/smooth_polytope.hpp"
#include "smooth_samples.hpp"

#include <fmt/core.h>
#include <gtest/gtest.h>

namespace gluey {
namespace {

using namespace testing_smooth;

constexpr double anywhere = 1e9;

/// A box as a polyhedron, with the faces and corners the search needs.
Polyhedron brick(const Vec<3>& half) {
  Polyhedron result;
  auto topology = std::make_shared<Topology>();
  for (unsigned k = 0; k < 8; ++k) {
    result.points.emplace_back((k & 1U) != 0 ? half[0] : -half[0], (k & 2U) != 0 ? half[1] : -half[1],
                               (k & 4U) != 0 ? half[2] : -half[2]);
  }
  for (int axis = 0; axis < 3; ++axis) {
    for (const double side : {-1.0, 1.0}) {
      result.normals.emplace_back(side * Vec<3>::Unit(axis));
      topology->face.push_back(static_cast<std::int32_t>(topology->corner.size()));
      for (std::int32_t k = 0; k < 8; ++k) {
        if (result.points[static_cast<std::size_t>(k)][axis] * side > 0.0) {
          topology->corner.push_back(k);
        }
      }
    }
  }
  topology->face.push_back(static_cast<std::int32_t>(topology->corner.size()));
  result.topology = topology;
  return result;
}

template <int D>
void make(Generator& random, const Range& range, Box<D>& box) {
  box.pose = {unit<D>(random), turn<D>(random)};
  box.half = lengths<D>(random, range);
}
template <int D>
void make(Generator& random, const Range& /*range*/, Segment<D>& segment) {
  segment.from = unit<D>(random);
  segment.to = -segment.from + 0.9 * unit<D>(random);
  segment.radius = uniform(random, 0.0, 1.0) < 0.5 ? 0.0 : 0.3;
}
void make(Generator& random, const Range& range, Polygon& polygon) {
  polygon.points.clear();
  const Vec<2> r = lengths<2>(random, range);
  const int count = static_cast<int>(uniform(random, 3.0, 9.0));
  for (int k = 0; k < count; ++k) {
    const double angle = 6.28 * (k + uniform(random, 0.0, 0.7)) / count;
    polygon.points.emplace_back(r[0] * std::cos(angle), r[1] * std::sin(angle));
  }
}
void make(Generator& random, const Range& range, Polyhedron& polyhedron) {
  polyhedron = brick(lengths<3>(random, range));
}
void make(Generator& random, const Range& range, Triangle& triangle) {
  const Vec<3> at = unit<3>(random);
  const Rotation<3> axes = turn<3>(random);
  const Vec<3> r = lengths<3>(random, range);
  const double lean = uniform(random, -0.5, 0.5);
  triangle.points = {at + axes.apply({-r[0], 0.0, 0.0}), at + axes.apply({r[0], 0.0, 0.0}),
                     at + axes.apply({lean * r[0], r[1], 0.0})};
}

/// A point of the surface and a unit vector of the normal cone there: of a face, an edge or a corner by chance.
template <int D>
Tip<D> box_tip(Generator& random, const Vec<D>& half) {
  Tip<D> at;
  const int forced = static_cast<int>(uniform(random, 0.0, D));
  for (int k = 0; k < D; ++k) {
    const double side = uniform(random, -1.0, 1.0);
    const bool pinned = k == forced || uniform(random, 0.0, 1.0) < 0.5;
    at.x[k] = pinned ? std::copysign(half[k], side) : side * half[k];
    at.n[k] = pinned ? std::copysign(uniform(random, 0.05, 1.0), side) : 0.0;
  }
  at.n.normalize();
  return at;
}
template <int D>
Tip<D> tip_of(Generator& random, const Box<D>& box) {
  const Tip<D> at = box_tip<D>(random, box.half);
  return {box.pose.to_world(at.x), box.pose.orientation.apply(at.n)};
}
Tip<3> tip_of(Generator& random, const Polyhedron& polyhedron) { return box_tip<3>(random, polyhedron.points.back()); }
template <int D>
Tip<D> tip_of(Generator& random, const Segment<D>& segment) {
  const Vec<D> along = (segment.to - segment.from).normalized();
  const double where = uniform(random, -1.0, 2.0);
  Tip<D> at{segment.from + std::clamp(where, 0.0, 1.0) * (segment.to - segment.from), unit<D>(random)};
  const double lean = at.n.dot(along);
  at.n -= where > 0.0 && where < 1.0 ? Vec<D>(lean * along) : Vec<D>(Vec<D>::Zero());
  at.n = (where <= 0.0 && lean > 0.0) || (where >= 1.0 && lean < 0.0) ? Vec<D>(-at.n) : at.n;
  at.n.normalize();
  at.x += segment.radius * at.n;
  return at;
}
Tip<2> tip_of(Generator& random, const Polygon& polygon) {
  const std::size_t count = polygon.points.size();
  const auto k = static_cast<std::size_t>(uniform(random, 0.0, static_cast<double>(count)));
  const auto normal = [&](std::size_t edge) {
    const Vec<2> along = polygon.points[(edge + 1) % count] - polygon.points[edge % count];
    return Vec<2>(Vec<2>(along[1], -along[0]).normalized());
  };
  const double part = uniform(random, 0.0, 1.0);
  if (uniform(random, 0.0, 1.0) < 0.5) {
    return {(1.0 - part) * polygon.points[k] + part * polygon.points[(k + 1) % count], normal(k)};
  }
  return {polygon.points[(k + 1) % count], ((1.0 - part) * normal(k) + part * normal(k + 1)).normalized()};
}
Tip<3> tip_of(Generator& random, const Triangle& triangle) {
  const auto& p = triangle.points;
  const auto k = static_cast<std::size_t>(uniform(random, 0.0, 3.0));
  const Vec<3> along = p[(k + 1) % 3] - p[k];
  Vec<3> face = along.cross(p[(k + 2) % 3] - p[k]).normalized();
  const Vec<3> outward = along.cross(face).normalized();
  face *= uniform(random, 0.0, 1.0) < 0.5 ? 1.0 : -1.0;
  const double part = uniform(random, 0.0, 1.0);
  switch (static_cast<int>(uniform(random, 0.0, 3.0))) {
    case 0:
      return {p[k] + part * (along + uniform(random, 0.0, 1.0) * (p[(k + 2) % 3] - p[(k + 1) % 3])), face};
    case 1:
      return {p[k] + part * along, (uniform(random, -1.0, 1.0) * face + part * outward).normalized()};
    default: {
      Vec<3> n = unit<3>(random);
      while (n.dot(p[(k + 1) % 3] - p[k]) > 0.0 || n.dot(p[(k + 2) % 3] - p[k]) > 0.0) {
        n = unit<3>(random);
      }
      return {p[k], n};
    }
  }
}

template <int D, class A, class B>
struct Pair {
  static constexpr int dim = D;
  using First = A;
  using Second = B;
};
using Pairs = ::testing::Types<
    Pair<2, Ellipsoid<2>, Segment<2>>, Pair<3, Ellipsoid<3>, Segment<3>>, Pair<2, Ellipsoid<2>, Box<2>>,
    Pair<3, Ellipsoid<3>, Box<3>>, Pair<2, Ellipsoid<2>, Polygon>, Pair<3, Ellipsoid<3>, Polyhedron>,
    Pair<3, Ellipsoid<3>, Triangle>, Pair<2, Superellipsoid<2>, Segment<2>>, Pair<3, Superellipsoid<3>, Segment<3>>,
    Pair<2, Superellipsoid<2>, Box<2>>, Pair<3, Superellipsoid<3>, Box<3>>, Pair<2, Superellipsoid<2>, Polygon>,
    Pair<3, Superellipsoid<3>, Polyhedron>, Pair<3, Superellipsoid<3>, Triangle>>;

template <class P>
class SmoothPolytope : public ::testing::Test {};
TYPED_TEST_SUITE(SmoothPolytope, Pairs);

TYPED_TEST(SmoothPolytope, FindsTheDistanceItWasPutTogetherAt) {
  constexpr int D = TypeParam::dim;
  Generator random(1);
  double worst = 0.0;
  double off = 0.0;
  int inexact = 0;
  int longer = 0;
  for (int k = 0; k < 10000; ++k) {
    typename TypeParam::First a;
    typename TypeParam::Second b;
    draw(random, {}, a);
    make(random, {}, b);
    const double size = a.radii.maxCoeff() + 1.0;
    const double gap = sample_gap(random, k, size);
    const Tip<D> at = tip_of(random, b);
    Pose<D> b_in_a{Vec<D>::Zero(), turn<D>(random)};
    const Vec<D> n = -b_in_a.orientation.apply(at.n);
    b_in_a.position = furthest<D>(a, n) + gap * n - b_in_a.orientation.apply(at.x);
    const Manifold<D> found = meet(a, b, b_in_a, anywhere);
    ASSERT_EQ(found.count, 1);
    ASSERT_NEAR(found.normal.norm(), 1.0, 1e-14);
    const double error = (found.gap() - gap) / size;
    if (!found.exact) {
      ++inexact;
    } else if (gap >= 0.0) {
      worst = std::max(worst, std::abs(error));
    } else if (error < -1e-12) {
      // An overlap deeper than a sharp corner is round (exponents < 2) has more than one way out: a longer one was taken.
      ++longer;
      fmt::print("{} instead of {}\n", found.gap(), gap);
      ASSERT_GT(found.gap(), 2.0 * gap) << k;
    }
    off = std::max(off, std::abs(gauge<D>(a, found.touch[0].point)));
    if (gap > 0.1) {
      ASSERT_EQ(meet(a, b, b_in_a, 0.1).count, 0);
    } else {
      ASSERT_EQ(meet(a, b, b_in_a, 0.1 + 1e-9).count, 1);
    }
  }
  EXPECT_LE(longer, 2);
  EXPECT_LE(inexact, 5);    // overlaps as deep as a sharp corner is round
  EXPECT_LT(worst, 1e-12);  // rounding: the error in n enters squared
  EXPECT_LT(off, 1e-12);
}

template <int D, class A, class B>
void degenerate(int count, std::uint64_t seed) {
  Generator random(seed);
  int inexact = 0;
  int wrong = 0;
  for (int k = 0; k < count; ++k) {
    A a;
    B b;
    const Range range{k % 2 == 0 ? 1000.0 : 4.0, 1.1, 20.0};
    draw(random, range, a);
    make(random, range, b);
    Pose<D> b_in_a{Vec<D>::Zero(), turn<D>(random)};
    double gap = -1.0;
    if (k % 4 == 0) {  // equal centres
      b_in_a.position = a.center();
    } else if (k % 4 == 1) {
      b_in_a.position = 3.0 * uniform(random, 0.0, 1.0) * unit<D>(random);
    } else {
      const Tip<D> at = tip_of(random, b);
      const Vec<D> n = -b_in_a.orientation.apply(at.n);
      gap = k % 4 == 2 ? 0.0 : std::pow(10.0, -uniform(random, 0.0, 12.0));
      b_in_a.position = furthest<D>(a, n) + gap * n - b_in_a.orientation.apply(at.x);
    }
    const Manifold<D> found = meet(a, b, b_in_a, anywhere);
    ASSERT_EQ(found.count, 1) << k;
    ASSERT_TRUE(std::isfinite(found.gap()) && found.touch[0].point.allFinite()) << k;
    ASSERT_NEAR(found.normal.norm(), 1.0, 1e-12) << k;
    ASSERT_FALSE(std::isnan(found.radius_first) || std::isnan(found.radius_second)) << k;
    inexact += found.exact ? 0 : 1;
    if (gap >= 0.0) {
      ASSERT_LT(found.gap(), gap + 1e-10) << k;
      wrong += found.exact && found.gap() < gap - 1e-9 ? 1 : 0;
    }
  }
  ::testing::Test::RecordProperty("inexact", inexact);
  ::testing::Test::RecordProperty("wrong", wrong);
  fmt::print("{} of {} not exact, {} exact but wrong\n", inexact, count, wrong);
  EXPECT_LT(inexact, count / 5);
  EXPECT_LE(wrong, count / 1000);
}
TYPED_TEST(SmoothPolytope, StaysFiniteForDegenerateShapes) {
  degenerate<TypeParam::dim, typename TypeParam::First, typename TypeParam::Second>(7000, 2);
}

template <class P>
class LongSmoothPolytope : public ::testing::Test {};
TYPED_TEST_SUITE(LongSmoothPolytope, Pairs);
TYPED_TEST(LongSmoothPolytope, StaysFiniteForDegenerateShapes) {
  degenerate<TypeParam::dim, typename TypeParam::First, typename TypeParam::Second>(70000, 3);
}

}  // namespace
}  // namespace gluey
