// The points of flat contacts, polytopes on planes, spheres on anything, and inputs on the edge of having no answer.

#include "core/infinity.hpp"
#include "geometry/distance/plane_polytope.hpp"
#include "geometry/distance/polytope_polytope.hpp"
#include "geometry/distance/sphere_any.hpp"
#include "unit/polytope_brute.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace gluey::test::geometry_manifold_test {
namespace {

Box<3> cube() { return {{}, Vec<3>::Constant(0.5)}; }
Pose<3> at(double x, double y, double z) { return {{x, y, z}, {}}; }

/// The largest area that four of the points span, seen along the normal.
double area(const Manifold<3>& m) {
  double best = 0.0;
  const std::size_t count = static_cast<unsigned char>(m.count);
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t j = 0; j < count; ++j) {
      for (std::size_t k = 0; k < count; ++k) {
        for (std::size_t l = 0; l < count; ++l) {
          const Vec<3> d = m.touch[k].point - m.touch[i].point, e = m.touch[l].point - m.touch[j].point;
          best = std::max(best, 0.5 * d.cross(e).dot(m.normal));
        }
      }
    }
  }
  return best;
}

TEST(FlatContact, OfStackedCubesHasFourPoints) {
  for (const double gap : {-1e-7, -1e-12, 0.0, 1e-12, 1e-7}) {
    for (const double tilt : {0.0, 1e-13, 1e-9, 1e-6, 1e-4}) {
      Pose<3> pose = at(0.0, 0.0, 1.0 + gap);
      pose.orientation = Rotation<3>{}.turned({tilt, 0.3 * tilt, 0.0});
      const Manifold<3> m = meet(cube(), cube(), pose, 0.01);
      ASSERT_EQ(m.count, 4) << gap << ' ' << tilt;
      EXPECT_NEAR(m.normal[2], 1.0, 1e-7);
      EXPECT_NEAR(area(m), 1.0, 1e-3);
      for (std::size_t k = 0; k < 4; ++k) {
        EXPECT_NEAR(m.touch[k].gap, gap, 2.0 * tilt + 1e-14);
        EXPECT_NEAR(m.touch[k].point[2], 0.5, 2.0 * tilt + 1e-14);
      }
    }
  }
}

TEST(FlatContact, OfTurnedCubesHasTheCornersOfAnOctagon) {
  Pose<3> pose = at(0.1, 0.0, 1.0);
  pose.orientation = Rotation<3>{}.turned({0.0, 0.0, 0.25 * M_PI});
  const Manifold<3> m = meet(cube(), cube(), pose, 1e-3);
  EXPECT_EQ(m.count, 8);
  EXPECT_GT(area(m), 0.55);  // the octagon they share has 0.82
}

TEST(FlatContact, FadesAsTheFacesTilt) {
  // One edge stays down; the two far points leave when their gap passes the range.
  for (const double tilt : {1e-6, 1e-4, 0.005, 0.02, 0.2}) {
    Pose<3> pose;
    pose.orientation = Rotation<3>{}.turned({tilt, 0.0, 0.0});
    pose.position = Vec<3>(0.0, -0.5, 0.5) - pose.orientation.apply({0.0, -0.5, -0.5});
    const Manifold<3> m = meet(cube(), cube(), pose, 0.01);
    EXPECT_EQ(m.count, std::sin(tilt) <= 0.01 ? 4 : 2) << tilt;
    EXPECT_NEAR(m.gap(), 0.0, 1e-12);
  }
}

TEST(FlatContact, OfAnEdgeOnAFaceHasTwoPointsAndOfACornerOne) {
  Pose<3> pose;
  pose.orientation = Rotation<3>{}.turned({0.25 * M_PI, 0.0, 0.0});
  pose.position = {0.2, 0.1, 0.5 + std::sqrt(0.5)};
  Manifold<3> m = meet(cube(), cube(), pose, 1e-3);
  EXPECT_EQ(m.count, 2);
  EXPECT_NEAR((m.touch[0].point - m.touch[1].point).norm(), 0.8, 1e-11);  // cut by the face's end
  pose.orientation = turn_between(Vec<3>(1.0, 1.0, 1.0).normalized(), Vec<3>(0.0, 0.0, -1.0));
  pose.position = {0.2, 0.1, 0.5 + std::sqrt(0.75)};
  m = meet(cube(), cube(), pose, 1e-3);
  EXPECT_EQ(m.count, 1);
  EXPECT_NEAR((m.touch[0].point - Vec<3>(0.2, 0.1, 0.5)).norm(), 0.0, 1e-12);
}

TEST(FlatContact, OfParallelEdgesHasTwoPoints) {
  Pose<3> pose;
  pose.orientation = Rotation<3>{}.turned({0.0, 0.0, 0.25 * M_PI});
  const Box<3> tipped{pose, Vec<3>::Constant(0.5)};
  const Manifold<3> m = meet(tipped, tipped, at(std::sqrt(2.0) + 1e-6, 0.0, 0.3), 1e-3);
  ASSERT_EQ(m.count, 2);
  EXPECT_NEAR(m.gap(), 1e-6, 1e-12);
  EXPECT_NEAR(std::abs(m.touch[0].point[2] - m.touch[1].point[2]), 0.7, 1e-9);
}

TEST(CapsuleContact, ThatIsParallelHasTwoPoints) {
  const Segment<3> rod{.from = {-1.0, 0.0, 0.0}, .to = {1.0, 0.0, 0.0}, .radius = 0.1};
  for (const double turn : {0.0, 1e-9, 1e-3, 0.02}) {
    Pose<3> pose = at(0.5, 0.0, 0.2);
    pose.orientation = Rotation<3>{}.turned({0.0, 0.0, turn});
    const Manifold<3> m = meet(rod, rod, pose, 0.01);
    EXPECT_EQ(m.count, turn == 0.0 ? 2 : m.count);
    EXPECT_GE(m.count, 2) << turn;
    EXPECT_NEAR(m.gap(), 0.0, 1e-12);
    EXPECT_EQ(m.radius_first, 0.1);
  }
  Pose<3> crossed = at(0.5, 0.0, 0.2);
  crossed.orientation = Rotation<3>{}.turned({0.0, 0.0, 1.0});
  EXPECT_EQ(meet(rod, rod, crossed, 0.01).count, 1);
}

TEST(CapsuleContact, OnAFaceHasBothEnds) {
  const Segment<3> rod{.from = {-0.3, 0.0, 0.0}, .to = {0.3, 0.1, 0.0}, .radius = 0.1};
  const Manifold<3> m = meet(rod, cube(), at(0.0, 0.0, -0.6), 1e-3);
  ASSERT_EQ(m.count, 2);
  EXPECT_NEAR(m.normal[2], -1.0, 1e-12);
  EXPECT_NEAR(m.touch[0].gap, 0.0, 1e-12);
  EXPECT_NEAR(m.touch[1].gap, 0.0, 1e-12);
  const Manifold<3> flat = meet(rod, Plane<3>{{0.0, 0.0, -0.1}, Vec<3>::UnitZ()}, Pose<3>{}, 1e-3);
  ASSERT_EQ(flat.count, 2);
  EXPECT_NEAR(flat.touch[1].gap, 0.0, 1e-12);
}

TEST(PlaneContact, IsThatOfTheDeepestPoint) {
  RandomStream random(3, 5);
  const auto check = [&]<int D>(const auto& a, std::integral_constant<int, D> /*dimension*/) {
    const Pose<D> pose{random_vector<D>(random, 1.0), random_turn<D>(random)};
    const Plane<D> plane{random_vector<D>(random, 0.5), random_vector<D>(random, 1.0).normalized()};
    const Bare<D> bones = bare(a, Pose<D>{});
    const Manifold<D> m = meet(a, plane, pose, infinity);
    Real least = std::numeric_limits<Real>::infinity();
    const Vec<D> n = pose.orientation.apply(plane.normal), origin = pose.to_world(plane.point);
    for (const Far<D>& p : bones.points) {
      least = std::min(least, (p - origin.template cast<Real>()).dot(n.template cast<Real>()) - bones.radius);
    }
    ASSERT_NEAR(m.gap(), static_cast<double>(least), 1e-12);
    ASSERT_NEAR((m.normal + n).norm(), 0.0, 1e-14);
    ASSERT_GE(m.count, 1);
    for (std::size_t k = 0; k < static_cast<std::size_t>(m.count); ++k) {
      ASSERT_NEAR((m.touch[k].point + m.touch[k].gap * m.normal - origin).dot(n), 0.0, 1e-12);
    }
    ASSERT_EQ(meet(a, plane, pose, static_cast<double>(least) - 1e-9).count, 0);
  };
  for (int trial = 0; trial < 2000; ++trial) {
    check(Any<Segment<2>>::make(random), std::integral_constant<int, 2>{});
    check(Any<Box<2>>::make(random), std::integral_constant<int, 2>{});
    check(Any<Polygon>::make(random), std::integral_constant<int, 2>{});
    check(Any<Segment<3>>::make(random), std::integral_constant<int, 3>{});
    check(Any<Box<3>>::make(random), std::integral_constant<int, 3>{});
    check(Any<Polyhedron>::make(random), std::integral_constant<int, 3>{});
  }
  EXPECT_EQ(meet(cube(), Plane<3>{{0.0, 0.0, -0.5}, Vec<3>::UnitZ()}, Pose<3>{}, 1e-3).count, 4);
  EXPECT_EQ(meet(Box<2>{{}, {1.0, 1.0}}, Plane<2>{{0.0, -1.0}, Vec<2>::UnitY()}, Pose<2>{}, 1e-3).count, 2);
}

TEST(SphereContact, IsTheSameAsOfACapsuleWithoutLength) {
  // Two kernels that share no code: a point with a radius by `closest`, and a segment from a point to itself.
  RandomStream random(4, 5);
  double worst = 0.0;
  const auto check = [&]<int D>(const auto& b, std::integral_constant<int, D> /*dimension*/) {
    const Sphere<D> sphere{random_vector<D>(random, 1.0), random.uniform(0.1, 0.5)};
    const Segment<D> capsule{.from = sphere.position, .to = sphere.position, .radius = sphere.radius};
    const Pose<D> pose{random_vector<D>(random, 1.0), random_turn<D>(random)};
    const Manifold<D> m = meet(sphere, b, pose, infinity), same = meet(capsule, b, pose, infinity);
    ASSERT_EQ(m.count, 1);
    ASSERT_NEAR(m.gap(), same.gap(), 1e-11);
    ASSERT_NEAR((m.touch[0].point - sphere.position).norm(), sphere.radius, 1e-12);
    if (std::abs(m.gap() + sphere.radius) > 1e-3) {
      worst = std::max(worst, (m.normal - same.normal).norm());
    }
    ASSERT_EQ(m.radius_first, sphere.radius);
    ASSERT_EQ(meet(sphere, b, pose, m.gap() - 1e-9).count, 0);
  };
  for (int trial = 0; trial < 5000; ++trial) {
    check(Any<Segment<2>>::make(random), std::integral_constant<int, 2>{});
    check(Any<Box<2>>::make(random), std::integral_constant<int, 2>{});
    check(Any<Polygon>::make(random), std::integral_constant<int, 2>{});
    check(Any<Segment<3>>::make(random), std::integral_constant<int, 3>{});
    check(Any<Box<3>>::make(random), std::integral_constant<int, 3>{});
    check(Any<Polyhedron>::make(random), std::integral_constant<int, 3>{});
    check(Any<Triangle>::make(random), std::integral_constant<int, 3>{});
  }
  EXPECT_LE(worst, 1e-8);
  const Manifold<3> balls =
      meet(Sphere<3>{{0.0, 0.0, 0.0}, 1.0}, Sphere<3>{{0.0, 0.0, 0.0}, 0.5}, at(0.0, 2.0, 0.0), 1.0);
  EXPECT_NEAR(balls.gap(), 0.5, 1e-15);
  EXPECT_EQ(balls.radius_second, 0.5);
  EXPECT_EQ(meet(Sphere<2>{{0.0, 1.0}, 0.5}, Plane<2>{{0.0, 0.0}, Vec<2>::UnitY()}, Pose<2>{}, 1.0).gap(), 0.5);
}

/// Shapes with something wrong: no length, no width, needles 1:1000, points in a plane or in a line.
template <class Shape>
struct Odd;
template <int D>
struct Odd<Segment<D>> {
  static Segment<D> make(RandomStream& random) {
    Segment<D> s{.from = Vec<D>::Zero(), .to = Vec<D>::Zero(), .radius = random.uniform() < 0.5 ? 0.0 : 0.1};
    if (random.uniform() < 0.7) {
      s.to[0] = random.uniform() < 0.5 ? 1.0 : 1e-9;
    }
    return s;
  }
};
template <int D>
struct Odd<Box<D>> {
  static Box<D> make(RandomStream& random) {
    Box<D> box{{}, Vec<D>::Constant(0.5)};
    for (int axis = 0; axis < D; ++axis) {
      const double pick = random.uniform();
      box.half[axis] = pick < 0.2 ? 0.0 : pick < 0.5 ? 5e-4 : 0.5;
    }
    return box;
  }
};
template <>
struct Odd<Polygon> {
  static Polygon make(RandomStream& random) {
    const double thin = random.uniform() < 0.5 ? 1e-3 : 0.0;
    return {{{-0.5, 0.0}, {0.0, -thin}, {0.5, 0.0}, {0.0, thin}}};
  }
};
template <>
struct Odd<Polyhedron> {
  static Polyhedron make(RandomStream& random) {
    const double thin = random.uniform() < 0.5 ? 1e-3 : 0.5;
    return box_polyhedron({0.5, random.uniform() < 0.5 ? thin : 0.5, thin});
  }
};
template <>
struct Odd<Triangle> {
  static Triangle make(RandomStream& random) {
    const double pick = random.uniform();
    Triangle t;
    t.points = {Vec<3>(0.0, 0.0, 0.0), Vec<3>(1.0, 0.0, 0.0),
                Vec<3>(pick < 0.5 ? 0.0 : 0.5,
                       pick < 0.3   ? 1.0
                       : pick < 0.8 ? 1e-3
                                    : 0.0,
                       0.0)};
    return t;
  }
};

/// Poses at which features coincide, line up, or almost do.
template <int D>
Pose<D> odd_pose(RandomStream& random) {
  Pose<D> pose;
  const auto nearly = [&] {
    return random.uniform() < 0.5 ? 0.0 : random.uniform(-1.0, 1.0) * std::pow(10.0, random.uniform(-17.0, -1.0));
  };
  for (int axis = 0; axis < D; ++axis) {
    pose.position[axis] = 0.5 * std::floor(random.uniform(-2.0, 3.0)) + nearly();
  }
  Spin<D> turn;
  for (int k = 0; k < spin_size<D>; ++k) {
    turn[k] = (random.uniform() < 0.5 ? 0.0 : 0.5 * M_PI) + nearly();
  }
  pose.orientation = pose.orientation.turned(turn);
  return pose;
}

template <class A, class B>
void expect_finite(RandomStream& random) {
  constexpr int D = polytope_dimension<A>;
  const A a = random.uniform() < 0.7 ? Odd<A>::make(random) : Any<A>::make(random);
  const B b = Odd<B>::make(random);
  const Pose<D> pose = odd_pose<D>(random);
  const Manifold<D> m = meet(a, b, pose, infinity);
  ASSERT_GE(m.count, 1);
  ASSERT_LE(m.count, Manifold<D>::most);
  ASSERT_NEAR(m.normal.norm(), 1.0, 1e-9);
  for (std::size_t k = 0; k < static_cast<std::size_t>(m.count); ++k) {
    ASSERT_TRUE(std::isfinite(m.touch[k].gap));
    ASSERT_TRUE(m.touch[k].point.allFinite());
  }
  // Whatever is odd: the gap is that of the slab across the normal, which is never wider than the distance; and no less.
  const Bare<D> first = bare(a, Pose<D>{}), second = bare(b, pose);
  const Far<D> n = m.normal.template cast<Real>().normalized();
  ASSERT_NEAR(m.gap(), static_cast<double>(slab<D>(first, second, n) - first.radius - second.radius), 1e-8)
      << A::kind << " " << B::kind;
  ASSERT_GE(m.gap(), static_cast<double>(signed_distance(first, second)) - 1e-8) << A::kind << " " << B::kind;
}

void expect_all_finite(int trials) {
  RandomStream random(21, 1);
  for (int trial = 0; trial < trials && !testing::Test::HasFatalFailure(); ++trial) {
    expect_finite<Segment<2>, Segment<2>>(random);
    expect_finite<Box<2>, Segment<2>>(random);
    expect_finite<Polygon, Box<2>>(random);
    expect_finite<Polygon, Polygon>(random);
    expect_finite<Segment<3>, Segment<3>>(random);
    expect_finite<Segment<3>, Box<3>>(random);
    expect_finite<Box<3>, Box<3>>(random);
    expect_finite<Polyhedron, Box<3>>(random);
    expect_finite<Triangle, Segment<3>>(random);
    expect_finite<Triangle, Triangle>(random);
    expect_finite<Box<3>, Triangle>(random);
    expect_finite<Polyhedron, Polyhedron>(random);
  }
}

TEST(OddShapes, GiveFiniteAnswers) { expect_all_finite(8000); }
TEST(LongOddShapes, GiveFiniteAnswers) { expect_all_finite(84000); }

}  // namespace
}  // namespace gluey::test::geometry_manifold_test
