// Ellipsoids and superellipsoids with each other and with spheres and planes.

#include "geometry/bounds.hpp"
#include "geometry/distance/smooth_polytope.hpp"
#include "geometry/distance/smooth_smooth.hpp"
#include "geometry/distance/sphere_smooth.hpp"
#include "smooth_samples.hpp"

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <numbers>

namespace gluey {
namespace {

using namespace testing_smooth;

constexpr double anywhere = 1e9;

template <int D, class A, class B>
struct Pair {
  static constexpr int dim = D;
  using First = A;
  using Second = B;
};
using Pairs =
    ::testing::Types<Pair<2, Ellipsoid<2>, Ellipsoid<2>>, Pair<3, Ellipsoid<3>, Ellipsoid<3>>,
                     Pair<2, Ellipsoid<2>, Superellipsoid<2>>, Pair<3, Ellipsoid<3>, Superellipsoid<3>>,
                     Pair<2, Superellipsoid<2>, Ellipsoid<2>>, Pair<3, Superellipsoid<3>, Ellipsoid<3>>,
                     Pair<2, Superellipsoid<2>, Superellipsoid<2>>, Pair<3, Superellipsoid<3>, Superellipsoid<3>>>;

template <class P>
class SmoothPair : public ::testing::Test {
 protected:
  typename P::First a;
  typename P::Second b;
  Pose<P::dim> b_in_a;
  double gap = 0.0, size = 1.0;
  Vec<P::dim> n;

  void place(Generator& random, const Range& range, int k) {
    constexpr int D = P::dim;
    draw(random, range, a);
    draw(random, range, b);
    size = a.radii.maxCoeff() + b.radii.maxCoeff();
    gap = sample_gap(random, k, size);
    // Half of the points are drawn on the surface of a, the others by direction: the latter seek the corners.
    Vec<D> x;
    if (k % 8 < 4) {
      const Tip<D> at = tip<D>(a, unit<D>(random));
      x = at.x;
      n = at.n;
    } else {
      n = unit<D>(random);
      x = furthest<D>(a, n);
    }
    b_in_a.orientation = turn<D>(random);
    const Vec<D> y = b_in_a.orientation.apply(furthest<D>(b, b_in_a.orientation.apply_inverse(-n)));
    b_in_a.position = x + gap * n - y;
  }
};
TYPED_TEST_SUITE(SmoothPair, Pairs);

TYPED_TEST(SmoothPair, FindsTheDistanceItWasPutTogetherAt) {
  constexpr int D = TypeParam::dim;
  Generator random(1);
  double worst = 0.0;
  double off = 0.0;
  for (int k = 0; k < 10000; ++k) {
    this->place(random, {}, k);
    const Manifold<D> found = meet(this->a, this->b, this->b_in_a, anywhere);
    ASSERT_EQ(found.count, 1);
    ASSERT_TRUE(found.exact) << k;
    // In a corner sharper than the overlap is deep (exponents < 2) the way out sideways is shorter: never a longer one.
    const double error = (found.gap() - this->gap) / this->size;
    worst = std::max(worst, this->gap < 0.0 && error > 0.0 && error < 1e-3 ? 0.0 : std::abs(error));
    const Vec<D> first = found.touch[0].point;
    const Vec<D> second = this->b_in_a.to_local(first + found.gap() * found.normal);
    off = std::max({off, std::abs(gauge<D>(this->a, first)), std::abs(gauge<D>(this->b, second))});
    ASSERT_NEAR(found.normal.norm(), 1.0, 1e-14);
    ASSERT_GT(found.radius_first, 0.0);
  }
  // Rounding of the support points, with room: the error in n enters squared.
  EXPECT_LT(worst, 1e-13);
  // Here it enters at first order: 1e-10 of the size where Newton's method was content, times the aspect ratio.
  EXPECT_LT(off, 1e-9);
}

/// max of f over the hemisphere about the line of centres, one golden section inside the other: f/|n| is quasi-concave along
/// great circles where it is positive, so this is an optimum for shapes apart.
template <int D, class A, class B>
double separation(const A& a, const B& b, const Pose<D>& b_in_a) {
  const Vec<D> line = (b_in_a.to_world(b.center()) - a.center()).normalized();
  const auto f = [&](const Vec<D>& n) {
    return n.dot(b_in_a.to_world(furthest<D>(b, b_in_a.orientation.apply_inverse(-n))) - furthest<D>(a, n));
  };
  const auto best = [](const auto& g) {
    constexpr double ratio = std::numbers::phi - 1.0;
    double from = -0.5 * std::numbers::pi;
    double to = -from;
    double left = to - ratio * (to - from);
    double right = from + ratio * (to - from);
    double at_left = g(left);
    double at_right = g(right);
    for (int k = 0; k < 70; ++k) {
      if (at_left < at_right) {
        from = left;
        left = right;
        at_left = at_right;
        at_right = g(right = from + ratio * (to - from));
      } else {
        to = right;
        right = left;
        at_right = at_left;
        at_left = g(left = to - ratio * (to - from));
      }
    }
    return std::max(at_left, at_right);
  };
  if constexpr (D == 2) {
    const Vec<2> side(-line[1], line[0]);
    return best([&](double angle) { return f(std::cos(angle) * line + std::sin(angle) * side); });
  } else {
    const Vec<3> up = line.unitOrthogonal();
    const Vec<3> side = line.cross(up);
    return best([&](double longitude) {
      const Vec<3> meridian = std::cos(longitude) * line + std::sin(longitude) * side;
      return best([&](double latitude) { return f(std::cos(latitude) * meridian + std::sin(latitude) * up); });
    });
  }
}

TYPED_TEST(SmoothPair, AgreesWithASearchOverAllNormals) {
  constexpr int D = TypeParam::dim;
  Generator random(2);
  double worst = 0.0;
  for (int k = 0; k < (D == 2 ? 2000 : 40); ++k) {
    draw(random, {}, this->a);
    draw(random, {}, this->b);
    this->b_in_a = {unit<D>(random) * uniform(random, 3.5, 6.0), turn<D>(random)};
    const Manifold<D> found = meet(this->a, this->b, this->b_in_a, anywhere);
    const double expected = separation<D>(this->a, this->b, this->b_in_a);
    if (expected > 0.0) {
      worst = std::max(worst, std::abs(found.gap() - expected));
    }
  }
  EXPECT_LT(worst, 1e-10);  // what golden sections of noisy values reach
}

TYPED_TEST(SmoothPair, IsContinuousThroughContact) {
  constexpr int D = TypeParam::dim;
  Generator random(3);
  for (int k = 0; k < 200; ++k) {
    this->place(random, {4.0, 1.6, 4.0}, 3);
    const Pose<D> touching = this->b_in_a;
    for (const double apart : {-1e-4, -1e-6, -1e-9, 1e-9, 1e-6, 1e-4}) {
      Pose<D> moved = touching;
      moved.position += apart * this->n;
      const Manifold<D> found = meet(this->a, this->b, moved, anywhere);
      EXPECT_NEAR(found.gap(), apart, 1e-13);
      EXPECT_LT((found.normal - this->n).norm(), 1e-7);
    }
  }
}

TYPED_TEST(SmoothPair, ReportsNothingBeyondTheRange) {
  constexpr int D = TypeParam::dim;
  Generator random(4);
  for (int k = 0; k < 2000; ++k) {
    this->place(random, {}, k);
    const int expected = this->gap > 0.1 ? 0 : 1;
    if (std::abs(this->gap - 0.1) > 1e-9) {
      EXPECT_EQ(meet(this->a, this->b, this->b_in_a, 0.1).count, expected);
    }
    const Manifold<D> there = meet(this->a, this->b, this->b_in_a, anywhere);
    if (std::abs(this->gap) < 1e-3) {
      EXPECT_NEAR(meet(this->a, this->b, this->b_in_a, 0.1).gap(), there.gap(), 1e-13);
    }
  }
}

/// Needles, sharp and flat exponents, equal centres, shapes side by side: finite, a unit normal, a lower bound of the distance.
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
    draw(random, range, b);
    Pose<D> b_in_a{Vec<D>::Zero(), turn<D>(random)};
    double gap = -1.0;
    switch (k % 5) {
      case 0:  // equal centres
        b_in_a.position = a.center() - b_in_a.orientation.apply(b.center());
        break;
      case 1:  // axes aligned, side by side
        a.pose = b.pose = b_in_a = {};
        b_in_a.position[0] = a.radii[0] + b.radii[0];
        gap = 0.0;
        break;
      case 2:  // anywhere, near or deep
        b_in_a.position = unit<D>(random) * uniform(random, 0.0, 3.0);
        break;
      default: {  // touching
        const Tip<D> at = tip<D>(a, unit<D>(random));
        const Vec<D> y = furthest<D>(b, b_in_a.orientation.apply_inverse(-at.n));
        gap = k % 5 == 3 ? 0.0 : std::pow(10.0, -uniform(random, 0.0, 12.0));
        b_in_a.position = at.x + gap * at.n - b_in_a.orientation.apply(y);
      }
    }
    const Manifold<D> found = meet(a, b, b_in_a, anywhere);
    ASSERT_EQ(found.count, 1) << k;
    ASSERT_TRUE(std::isfinite(found.gap()) && found.touch[0].point.allFinite()) << k;
    ASSERT_NEAR(found.normal.norm(), 1.0, 1e-12) << k;
    ASSERT_FALSE(std::isnan(found.radius_first) || std::isnan(found.radius_second)) << k;
    inexact += found.exact ? 0 : 1;
    if (gap >= 0.0) {
      const double size = a.radii.maxCoeff() + b.radii.maxCoeff();
      ASSERT_LT(found.gap(), gap + 1e-10 * size) << k;
      wrong += found.exact && found.gap() < gap - 1e-9 * size ? 1 : 0;
    }
  }
  ::testing::Test::RecordProperty("inexact", inexact);
  ::testing::Test::RecordProperty("wrong", wrong);
  fmt::print("{} of {} not exact, {} exact but wrong\n", inexact, count, wrong);
  EXPECT_LT(inexact, count / 5);
  EXPECT_LE(wrong, count / 1000);
}

TYPED_TEST(SmoothPair, StaysFiniteForDegenerateShapes) {
  degenerate<TypeParam::dim, typename TypeParam::First, typename TypeParam::Second>(12500, 5);
}

template <class P>
class LongSmoothPair : public ::testing::Test {};
TYPED_TEST_SUITE(LongSmoothPair, Pairs);
TYPED_TEST(LongSmoothPair, StaysFiniteForDegenerateShapes) {
  degenerate<TypeParam::dim, typename TypeParam::First, typename TypeParam::Second>(125000, 6);
}

template <int D, class Shape>
Shape ball(const Vec<D>& center, double radius) {
  Shape shape;
  shape.pose.position = center;
  shape.radii.setConstant(radius);
  return shape;
}

template <int D, class A, class B>
void like_spheres(std::uint64_t seed) {
  Generator random(seed);
  for (int k = 0; k < 1000; ++k) {
    const double r = uniform(random, 0.5, 1.0);
    const double s = uniform(random, 0.5, 1.0);
    A a = ball<D, A>(unit<D>(random), r);
    B b = ball<D, B>(unit<D>(random), s);
    a.pose.orientation = turn<D>(random);
    b.pose.orientation = turn<D>(random);
    const Pose<D> b_in_a{unit<D>(random) * uniform(random, 1.0, 4.0), turn<D>(random)};
    const Vec<D> between = b_in_a.to_world(b.center()) - a.center();
    const Manifold<D> found = meet(a, b, b_in_a, anywhere);
    ASSERT_NEAR(found.gap(), between.norm() - r - s, 1e-13);
    ASSERT_LT((found.normal - between.normalized()).norm(), 1e-12 / between.norm());
    ASSERT_NEAR(found.radius_first, r, 1e-12);
    ASSERT_NEAR(found.radius_second, s, 1e-12);
    const Sphere<D> sphere{a.center(), r};
    const Manifold<D> round = meet(sphere, b, b_in_a, anywhere);
    ASSERT_NEAR(round.gap(), between.norm() - r - s, 1e-13);
    ASSERT_LT((round.normal - between.normalized()).norm(), 1e-12 / between.norm());
    const Plane<D> plane{Vec<D>::Zero(), unit<D>(random)};
    const Manifold<D> flat = meet(a, plane, b_in_a, anywhere);
    const double height = b_in_a.orientation.apply(plane.normal).dot(a.center() - b_in_a.position);
    ASSERT_NEAR(flat.gap(), height - r, 1e-13);
  }
}
TEST(SmoothShapes, AreSpheresWhereTheirRadiiAreEqual) {
  like_spheres<2, Ellipsoid<2>, Ellipsoid<2>>(7);
  like_spheres<3, Ellipsoid<3>, Ellipsoid<3>>(8);
  like_spheres<2, Superellipsoid<2>, Superellipsoid<2>>(9);
  like_spheres<3, Superellipsoid<3>, Superellipsoid<3>>(10);
}

template <int D, class Shape>
void points(std::uint64_t seed, double deepest) {
  Generator random(seed);
  for (int k = 0; k < 10000; ++k) {
    Shape shape;
    draw(random, {}, shape);
    const Tip<D> at = tip<D>(shape, unit<D>(random));
    // Inside as deep as the least curvature radius of an ellipsoid, least²/largest, the foot point stays the nearest.
    const double least = shape.radii.minCoeff() * shape.radii.minCoeff() / shape.radii.maxCoeff();
    const double distance = k % 2 == 0 ? uniform(random, 0.0, 2.0) : -deepest * least * uniform(random, 0.0, 0.99);
    const Closest<D> found = closest(Vec<D>(at.x + distance * at.n), shape);
    ASSERT_NEAR(found.distance, distance, 1e-12) << k;
    ASSERT_LT((found.outward - at.n).norm(), 1e-7) << k;
  }
}
TEST(PointEllipsoid, FindsTheFootPoint) {
  points<2, Ellipsoid<2>>(11, 1.0);
  points<3, Ellipsoid<3>>(12, 1.0);
}
TEST(PointSuperellipsoid, FindsTheFootPointOutside) {
  points<2, Superellipsoid<2>>(13, 0.0);
  points<3, Superellipsoid<3>>(14, 0.0);
}
TEST(PointEllipsoid, LeavesTheCentreAlongTheShortestAxis) {
  Ellipsoid<3> shape;
  shape.radii = {3.0, 1.0, 2.0};
  const Closest<3> found = closest(Vec<3>(Vec<3>::Zero()), shape);
  EXPECT_DOUBLE_EQ(found.distance, -1.0);
  EXPECT_DOUBLE_EQ(std::abs(found.outward[1]), 1.0);
}

TEST(SmoothShapes, CurvatureRadiiAreTheEllipsoids) {
  // At the end of the axis a: principal radii b²/a, c²/a.
  Ellipsoid<3> shape;
  shape.radii = {3.0, 1.0, 2.0};
  const Plane<3> plane{Vec<3>(4.0, 0.0, 0.0), Vec<3>(-1.0, 0.0, 0.0)};
  const Manifold<3> found = meet(shape, plane, Pose<3>{}, anywhere);
  EXPECT_NEAR(found.gap(), 1.0, 1e-15);
  EXPECT_NEAR(found.radius_first, 2.0 / (3.0 / 1.0 + 3.0 / 4.0), 1e-14);
  EXPECT_TRUE(std::isinf(found.radius_second));
}

template <int D, class Shape>
void boxed(std::uint64_t seed) {
  Generator random(seed);
  Shape shape;
  draw(random, {}, shape);
  const Pose<D> pose{unit<D>(random), turn<D>(random)};
  const Bounds<D> box = part_bounds<D>(shape, pose);
  const Shape moved = std::get<Shape>(placed<D>(Part<D>(shape), pose));
  Vec<D> upper = Vec<D>::Constant(-1e9);
  double reach = 0.0;
  for (int k = 0; k < 20000; ++k) {
    const Vec<D> x = tip<D>(moved, unit<D>(random)).x;
    upper = upper.cwiseMax(x);
    reach = std::max(reach, (x - moved.center()).norm());
  }
  EXPECT_TRUE((upper.array() <= box.upper.array() + 1e-14).all());
  EXPECT_TRUE((upper.array() >= box.upper.array() - 1e-2).all());
  EXPECT_LE(reach, moved.extent() + 1e-14);
  EXPECT_GE(reach, moved.extent() - 1e-2);
}
TEST(SmoothShapes, BoundsAndExtentAreTight) {
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    boxed<2, Ellipsoid<2>>(seed);
    boxed<3, Ellipsoid<3>>(seed);
    boxed<2, Superellipsoid<2>>(seed);
    boxed<3, Superellipsoid<3>>(seed);
  }
}

}  // namespace
}  // namespace gluey
