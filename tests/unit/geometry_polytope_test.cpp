// Contacts of polytopes, every pair in both dimensions, against an optimum found by trying everything.

#include "core/infinity.hpp"
#include "geometry/distance/polytope_polytope.hpp"
#include "unit/polytope_brute.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

namespace gluey::test {
namespace {

template <class First, class Second>
struct Pair {
  using A = First;
  using B = Second;
  static constexpr int dimension = polytope_dimension<First>;
};

template <class P>
class PolytopePair : public testing::Test {};
using Pairs =
    testing::Types<Pair<Segment<2>, Segment<2>>, Pair<Segment<2>, Box<2>>, Pair<Segment<2>, Polygon>,
                   Pair<Box<2>, Segment<2>>, Pair<Box<2>, Box<2>>, Pair<Box<2>, Polygon>, Pair<Polygon, Segment<2>>,
                   Pair<Polygon, Box<2>>, Pair<Polygon, Polygon>, Pair<Segment<3>, Segment<3>>,
                   Pair<Segment<3>, Box<3>>, Pair<Segment<3>, Polyhedron>, Pair<Segment<3>, Triangle>,
                   Pair<Box<3>, Segment<3>>, Pair<Box<3>, Box<3>>, Pair<Box<3>, Polyhedron>, Pair<Box<3>, Triangle>,
                   Pair<Polyhedron, Segment<3>>, Pair<Polyhedron, Box<3>>, Pair<Polyhedron, Polyhedron>,
                   Pair<Polyhedron, Triangle>, Pair<Triangle, Segment<3>>, Pair<Triangle, Box<3>>,
                   Pair<Triangle, Polyhedron>, Pair<Triangle, Triangle>>;
TYPED_TEST_SUITE(PolytopePair, Pairs);

/// Some unit vector normal to a face, or to an edge where there is none.
template <int D>
Vec<D> some_normal(const Bare<D>& shape, RandomStream& random) {
  Vec<D> n;
  if constexpr (D == 2) {
    const auto& edge =
        shape.edges[static_cast<std::size_t>(random.uniform() * static_cast<double>(shape.edges.size()))];
    const Far<2> e = shape.points[static_cast<std::size_t>(edge[1])] - shape.points[static_cast<std::size_t>(edge[0])];
    n = Vec<2>(static_cast<double>(e[1]), static_cast<double>(-e[0]));
  } else if (!shape.faces.empty()) {
    const auto& face =
        shape.faces[static_cast<std::size_t>(random.uniform() * static_cast<double>(shape.faces.size()))];
    const auto corner = [&](std::size_t k) { return shape.points[static_cast<std::size_t>(face[k])]; };
    n = (corner(1) - corner(0)).cross(corner(2) - corner(0)).template cast<double>();
  } else {
    n = (shape.points[1] - shape.points[0]).template cast<double>().unitOrthogonal();
  }
  return n.normalized();
}

/// The rotation that takes one unit vector to another.
template <int D>
Rotation<D> turning(const Vec<D>& from, const Vec<D>& to) {
  if constexpr (D == 2) {
    return {std::atan2(to[1], to[0]) - std::atan2(from[1], from[0])};
  } else {
    return turn_between(from.normalized(), to.normalized());
  }
}

/// A random placement: any, or face to face up to a small tilt; then moved along the normal to a chosen gap.
template <int D, class A, class B>
Pose<D> place(const A& a, const B& b, RandomStream& random) {
  Pose<D> pose{random_vector<D>(random, 1.5), random_turn<D>(random)};
  const double kind = random.uniform();
  if (kind < 0.5) {
    const Vec<D> ours = some_normal<D>(bare(a, Pose<D>{}), random), theirs = some_normal<D>(bare(b, Pose<D>{}), random);
    pose.orientation = turning<D>(theirs, -ours);
    Spin<D> tilt;
    for (int k = 0; k < spin_size<D>; ++k) {
      tilt[k] = random.uniform(-1.0, 1.0) * std::pow(10.0, random.uniform(-12.0, -1.0));
    }
    pose.orientation = kind < 0.1 ? pose.orientation : pose.orientation.turned(tilt);
    pose.position = 1.5 * ours + random_vector<D>(random, 0.3);
  }
  const double wish = random.uniform();
  if (wish < 0.8) {
    const double gap = std::pow(10.0, random.uniform(-9.0, -2.0)) * (wish < 0.4 ? -1.0 : 1.0);
    const Manifold<D> found = meet(a, b, pose, infinity);
    pose.position += (gap - found.gap()) * found.normal;
  }
  return pose;
}

/// How far a point is from lying on the surface of a rounded core.
template <int D>
double off_surface(const Bare<D>& shape, const Vec<D>& x) {
  const Far<D> p = x.template cast<Real>();
  Real nearest = std::numeric_limits<Real>::infinity();  // to the core's surface
  for (const auto& edge : shape.edges) {
    nearest = std::min(nearest, point_edge<D>(p, shape.points[static_cast<std::size_t>(edge[0])],
                                              shape.points[static_cast<std::size_t>(edge[1])]));
  }
  if constexpr (D == 3) {
    for (const auto& face : shape.faces) {
      nearest = std::min(nearest, point_face(p, shape, face));
    }
  }
  return static_cast<double>(std::abs(nearest - shape.radius));
}

TYPED_TEST(PolytopePair, IsMeasuredAsByTryingEverything) {
  constexpr int D = TypeParam::dimension;
  RandomStream random(7, 11);
  double worst = 0.0, slack = 0.0, off = 0.0, off_rounded = 0.0;
  int separated = 0, overlapping = 0, several = 0;
  const int trials = 10000;
  for (int trial = 0; trial < trials; ++trial) {
    const auto a = Any<typename TypeParam::A>::make(random);
    const auto b = Any<typename TypeParam::B>::make(random);
    const Pose<D> pose = place<D>(a, b, random);
    const Bare<D> first = bare(a, Pose<D>{}), second = bare(b, pose);
    const auto exact = static_cast<double>(signed_distance(first, second));
    const Manifold<D> found = meet(a, b, pose, infinity);
    ASSERT_GE(found.count, 1);
    ASSERT_LE(found.count, Manifold<D>::most);
    EXPECT_TRUE(found.exact);
    worst = std::max(worst, std::abs(found.gap() - exact));
    ASSERT_NEAR(found.gap(), exact, 1e-9) << "trial " << trial << " count " << int(found.count);
    ASSERT_NEAR(found.normal.norm(), 1.0, 1e-12);
    // The slab across the normal is as wide as the distance: so the normal is right.
    const auto across = static_cast<double>(slab<D>(first, second, found.normal.template cast<Real>().normalized()) -
                                            first.radius - second.radius);
    slack = std::max(slack, std::abs(across - exact));
    ASSERT_NEAR(across, exact, 1e-9) << "trial " << trial;
    (exact > 0.0 ? separated : overlapping) += 1;
    several += found.count > 1 ? 1 : 0;
    for (std::size_t k = 0; k < static_cast<std::size_t>(found.count); ++k) {
      const Touch<D>& touch = found.touch[k];
      const double ours = off_surface<D>(first, touch.point);
      const double theirs = off_surface<D>(second, touch.point + touch.gap * found.normal);
      double& measure = k > 0 && first.radius + second.radius > 0.0L ? off_rounded : off;
      measure = std::max({measure, ours, theirs});
      if (&measure == &off) {
        ASSERT_LE(off, 1e-8) << "trial " << trial << " point " << k << " of " << int(found.count) << " gap "
                             << touch.gap << " of " << exact << " ours " << ours << " theirs " << theirs << " r "
                             << double(first.radius + second.radius);
      }
    }
    // Asked for less than the distance it finds nothing; for a little more, at least the deepest point.
    const double margin = 1e-8;
    ASSERT_EQ(meet(a, b, pose, exact - margin).count, 0) << "trial " << trial;
    const Manifold<D> tight = meet(a, b, pose, exact + margin);
    ASSERT_GE(tight.count, 1) << "trial " << trial;
    ASSERT_NEAR(tight.gap(), exact, 1e-9);
    for (std::size_t k = 0; k < static_cast<std::size_t>(tight.count); ++k) {
      ASSERT_LE(tight.touch[k].gap, exact + margin);
    }
    // A tiny motion changes the distance by no more than itself.
    Pose<D> nudged = pose;
    nudged.orientation = pose.orientation.turned(Spin<D>(Spin<D>::Constant(1e-7)));
    ASSERT_NEAR(meet(a, b, nudged, infinity).gap(), found.gap(), 1e-6);
  }
  std::printf(
      "worst error %.1e, normal's %.1e, points off the surfaces %.1e (rounded, beyond the first: %.1e); %d apart, %d "
      "overlapping, %d with several points\n",
      worst, slack, off, off_rounded, separated, overlapping, several);
  EXPECT_LE(off, 1e-8);
  EXPECT_LE(off_rounded, 1e-2);
  EXPECT_GT(separated, trials / 5);
}

}  // namespace
}  // namespace gluey::test
