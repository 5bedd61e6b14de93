// Every region of every set of sets.hpp: where projections and steps end, that solutions of the laws and nothing else are
// fixed points with residual zero, and how cone and pull are joined.

#include "problem/sets.hpp"

#include "admissible.hpp"
#include "support/small_world.hpp"

#include <gtest/gtest.h>

namespace gluey::test::sets_test {
namespace {

constexpr double rounding = 1e-14;  // all numbers here are of size one

TEST(BoundProjection, LeavesWhatIsAboveTheBound) {
  const Bound pull{-0.5, 2.0, 0.5};
  EXPECT_EQ(pull.project(Vec<1>(3.0))[0], 3.0);
  EXPECT_EQ(pull.project(Vec<1>(-0.25))[0], -0.25);
}
TEST(BoundProjection, EndsAtTheBound) {
  EXPECT_EQ((Bound{-0.5, 2.0, 0.5}).project(Vec<1>(-3.0))[0], -0.5);
  EXPECT_EQ((Bound{0.0, 2.0, 0.5}).project(Vec<1>(-3.0))[0], 0.0);
}
TEST(BoundProjection, HasNoEndWithoutABound) { EXPECT_EQ((Bound{-infinity, 2.0, 0.5}).project(Vec<1>(-1e6))[0], -1e6); }
TEST(BoundStep, DividesByTheDiagonal) {
  const Bound bound{-0.5, 4.0, 0.25};
  EXPECT_EQ(bound.step(Vec<1>(1.0), Vec<1>(2.0), 1.0)[0], 0.5);
  EXPECT_EQ(bound.step(Vec<1>(1.0), Vec<1>(8.0), 1.0)[0], -0.5);
  EXPECT_EQ(bound.plain_step(Vec<1>(1.0), Vec<1>(0.5), 2.0)[0], 0.0);
}

/// A cone about a leaning normal.
template <int D>
Cone<D> cone_of(double friction, double d_n = 1.0, double d_t = 1.0, double lower = 0.0, bool exact = true) {
  Cone<D> cone;
  cone.normal = (D == 2 ? Vec<D>(0.6 * Vec<D>::UnitX() + 0.8 * Vec<D>::UnitY())
                        : Vec<D>((2.0 * Vec<D>::Unit(0) - 3.0 * Vec<D>::Unit(1) + 6.0 * Vec<D>::Unit(D - 1)) / 7.0));
  cone.lower = lower;
  cone.friction = friction;
  cone.shift = exact ? friction : 0.0;
  cone.diagonal = d_n;
  cone.inverse = 1.0 / d_n;
  cone.tangential_diagonal = d_t;
  cone.tangential_inverse = 1.0 / d_t;
  cone.largest = std::max(d_n, d_t);
  return cone;
}

/// p_n along the normal and p_T across it, in the direction that `turn` picks.
template <int D>
Vec<D> block(const Cone<D>& cone, double along, double aside, double turn = 0.3) {
  const auto axes = across<D>(cone.normal);
  if constexpr (D == 2) {
    return along * cone.normal + aside * axes.col(0);
  } else {
    return along * cone.normal + aside * (std::cos(turn) * axes.col(0) + std::sin(turn) * axes.col(1));
  }
}

template <class Dimension>
class ConeSet : public testing::Test {};
using Dimensions = testing::Types<Plane2D, Space3D>;
TYPED_TEST_SUITE(ConeSet, Dimensions);

TYPED_TEST(ConeSet, ProjectionLeavesWhatIsInside) {
  constexpr int D = TypeParam::value;
  const auto cone = cone_of<D>(0.5, 1.0, 3.5);
  for (const double aside : {0.0, 0.3, -0.49}) {
    const Vec<D> y = block<D>(cone, 1.0, aside);
    EXPECT_LT((cone.project(y) - y).norm(), rounding);
  }
}

TYPED_TEST(ConeSet, ProjectionOntoTheFaceIsTheNearestPointForAnyDiagonal) {
  constexpr int D = TypeParam::value;
  for (const double d_t : {0.4, 1.0, 3.5}) {
    for (const double mu : {0.1, 0.5, 2.0}) {
      const auto cone = cone_of<D>(mu, 2.0, 2.0 * d_t);
      for (const double along : {1.0, 0.1, -0.05}) {
        const Vec<D> y = block<D>(cone, along, 1.7 + 2.0 * mu);
        const Vec<D> p = cone.project(y);
        const double p_n = cone.normal.dot(p);
        ASSERT_GT(p_n, 0.0);
        EXPECT_NEAR((p - p_n * cone.normal).norm(), mu * p_n, rounding);
        EXPECT_LT(nearer_point(cone, y, p), 1e-12);
        // Nothing can be nearer: p is orthogonal to what was cut off, in the metric.
        EXPECT_NEAR(cone.inner(y - p, p), 0.0, 1e-13);
      }
    }
  }
}

TYPED_TEST(ConeSet, ProjectionTakesThePolarToTheApex) {
  constexpr int D = TypeParam::value;
  // In the metric d the polar is |y_T| μ d_t ≤ −y_n d_n.
  const auto cone = cone_of<D>(0.5, 2.0, 7.0);
  EXPECT_TRUE(cone.project(block<D>(cone, -1.0, 0.0)).isZero(0.0));
  EXPECT_TRUE(cone.project(block<D>(cone, -1.0, 2.0 / 3.5 - 1e-9)).isZero(0.0));
  EXPECT_FALSE(cone.project(block<D>(cone, -1.0, 2.0 / 3.5 + 1e-9)).isZero(0.0));
  const Vec<D> y = block<D>(cone, -1.0, 0.5);
  EXPECT_LT(nearer_point(cone, y, Vec<D>::Zero()), 0.0);
}

TYPED_TEST(ConeSet, ProjectionWithoutFrictionIsOntoTheNormal) {
  constexpr int D = TypeParam::value;
  const auto cone = cone_of<D>(0.0, 2.0, 7.0);
  EXPECT_LT((cone.project(block<D>(cone, 1.0, 3.0)) - cone.normal).norm(), rounding);
  EXPECT_TRUE(cone.project(block<D>(cone, -1.0, 3.0)).isZero(0.0));
  EXPECT_TRUE(cone.project(block<D>(cone, 0.0, 3.0)).isZero(0.0));
}

TYPED_TEST(ConeSet, ProjectionKeepsAPullWithinItsBoundAndDropsItsFriction) {
  constexpr int D = TypeParam::value;
  const auto cone = cone_of<D>(0.5, 1.0, 3.5, -0.75);
  EXPECT_LT((cone.project(block<D>(cone, -0.5, 0.3)) + 0.5 * cone.normal).norm(), rounding);
  EXPECT_LT((cone.project(block<D>(cone, -0.5, 0.0)) + 0.5 * cone.normal).norm(), rounding);
}

TYPED_TEST(ConeSet, ProjectionEndsAtThePullBound) {
  constexpr int D = TypeParam::value;
  const auto cone = cone_of<D>(0.5, 1.0, 3.5, -0.75);
  EXPECT_LT((cone.project(block<D>(cone, -5.0, 0.3)) + 0.75 * cone.normal).norm(), rounding);
  const auto endless = cone_of<D>(0.5, 1.0, 3.5, -infinity);
  EXPECT_LT((endless.project(block<D>(cone, -5.0, 0.3)) + 5.0 * cone.normal).norm(), rounding);
}

TYPED_TEST(ConeSet, ProjectionOfAnythingLiesInTheSetAndStaysThere) {
  constexpr int D = TypeParam::value;
  Draws draws(3);
  for (int k = 0; k < 2000; ++k) {
    const auto cone = cone_of<D>(1.0 + draws(), 1.5 + draws(), 1.5 + draws(), draws() > 0.0 ? 0.0 : -0.5);
    const Vec<D> p = cone.project(2.0 * draws.vector<D>());
    const double p_n = cone.normal.dot(p);
    const double p_t = (p - p_n * cone.normal).norm();
    ASSERT_TRUE(p_n >= 0.0 ? p_t <= cone.friction * p_n + rounding : p_t < rounding && p_n >= cone.lower - rounding);
    ASSERT_LT((cone.project(p) - p).norm(), rounding);
  }
}

/// Impulse and velocity that obey the law.
template <int D>
struct Obeying {
  const char* what;
  Vec<D> p, u;
};
template <int D>
std::vector<Obeying<D>> obeying(const Cone<D>& cone) {
  const double mu = cone.friction;
  // Sliding at speed 0.7 opens the gap in the convex model.
  const double opens = (mu - cone.shift) * 0.7;
  std::vector<Obeying<D>> all = {{"sticks", block<D>(cone, 1.0, 0.5 * mu), Vec<D>::Zero()},
                                 {"sticks at the end of its friction", block<D>(cone, 1.0, mu), Vec<D>::Zero()},
                                 {"slides", block<D>(cone, 1.0, mu), block<D>(cone, opens, -0.7)},
                                 {"presses without friction", block<D>(cone, 1.0, 0.0), Vec<D>::Zero()},
                                 {"touches without impulse", Vec<D>::Zero(), Vec<D>::Zero()}};
  if (cone.lower < 0.0) {
    all.push_back({"is pulled", block<D>(cone, 0.5 * cone.lower, 0.0), Vec<D>::Zero()});
    all.push_back({"lets go", block<D>(cone, cone.lower, 0.0), block<D>(cone, 0.4 + opens, 0.7)});
    all.push_back({"is pulled to the bound", block<D>(cone, cone.lower, 0.0), Vec<D>::Zero()});
    all.push_back({"is pulled and slides", block<D>(cone, 0.5 * cone.lower, 0.0), block<D>(cone, opens, 0.7)});
  } else {
    all.push_back({"separates", Vec<D>::Zero(), block<D>(cone, 0.4 + mu, 0.9)});
  }
  return all;
}

TYPED_TEST(ConeSet, SolutionsOfTheLawAreFixedPointsWithResidualZero) {
  constexpr int D = TypeParam::value;
  for (const bool exact : {true, false}) {
    for (const double lower : {0.0, -0.75}) {
      const auto cone = cone_of<D>(0.5, 1.5, 5.0, lower, exact);
      for (const Obeying<D>& s : obeying<D>(cone)) {
        SCOPED_TRACE(s.what);
        EXPECT_LT(cone.residual(s.p, s.u), rounding);
        EXPECT_LT(cone.complementarity(s.p, s.u), rounding);
        for (const double t : {0.1, 1.0, 10.0}) {
          EXPECT_LT((cone.step(s.p, s.u, t) - s.p).norm(), rounding);
          EXPECT_LT((cone.plain_step(s.p, s.u, t) - s.p).norm(), rounding);
        }
        EXPECT_LT((cone.relaxed(s.p, s.u) - s.p).norm(), rounding);
      }
    }
  }
}

TYPED_TEST(ConeSet, WhatBreaksTheLawHasAResidual) {
  constexpr int D = TypeParam::value;
  const auto cone = cone_of<D>(0.5, 1.5, 5.0);
  const auto pulled = cone_of<D>(0.5, 1.5, 5.0, -0.75);
  // The gap closes, a pressed contact opens, friction is too small for a slide, helps it, or goes aside.
  EXPECT_NEAR(cone.residual(Vec<D>::Zero(), block<D>(cone, -0.3, 0.0)), 0.3, rounding);
  EXPECT_GT(cone.residual(block<D>(cone, 1.0, 0.5), block<D>(cone, 0.01, 0.0)), 1e-3);
  EXPECT_GT(cone.residual(block<D>(cone, 1.0, 0.2), block<D>(cone, 0.0, -0.01)), 1e-3);
  EXPECT_GT(cone.residual(block<D>(cone, 1.0, 0.5), block<D>(cone, 0.0, 0.01)), 1e-3);
  if (D == 3) {
    EXPECT_GT(cone.residual(block<D>(cone, 1.0, 0.5, 0.3), block<D>(cone, 0.0, -0.7, 0.4)), 1e-2);
  }
  // Outside of the cone; a slide of the convex model is none of Coulomb's; a pull that opens, and one that closes.
  EXPECT_GT(cone.residual(block<D>(cone, 1.0, 0.6), Vec<D>::Zero()), 1e-2);
  EXPECT_GT(cone.residual(block<D>(cone, 1.0, 0.5), block<D>(cone, 0.35, -0.7)), 1e-2);
  EXPECT_GT(pulled.residual(block<D>(cone, -0.5, 0.0), block<D>(cone, 0.01, 0.0)), 1e-3);
  EXPECT_GT(pulled.residual(block<D>(cone, -0.5, 0.0), block<D>(cone, -0.01, 0.0)), 1e-3);
  EXPECT_GT(pulled.residual(block<D>(cone, -0.75, 0.0), block<D>(cone, -0.01, 0.5)), 1e-3);
  EXPECT_GT(pulled.residual(block<D>(cone, -0.5, 0.1), Vec<D>::Zero()), 1e-2);
}

TYPED_TEST(ConeSet, RelaxingAContactAloneSolvesIt) {
  // Where D is all of W, u(p') = u + D (p' − p): after one visit the law holds. Exact Coulomb, and convex.
  constexpr int D = TypeParam::value;
  Draws draws(5);
  for (int k = 0; k < 2000; ++k) {
    const bool exact = draws() > 0.0;
    const auto cone =
        cone_of<D>(1.0 + draws(), 1.5 + draws(), 1.5 + draws(), exact && draws() > 0.0 ? -0.5 : 0.0, exact);
    const Vec<D> p = cone.project(draws.vector<D>());
    const Vec<D> u = 2.0 * draws.vector<D>();
    const Vec<D> next = cone.relaxed(p, u);
    const Vec<D> change = next - p;
    const double along = cone.normal.dot(change);
    const Vec<D> after =
        u + cone.diagonal * along * cone.normal + cone.tangential_diagonal * (change - along * cone.normal);
    ASSERT_LT(cone.residual(next, after), 1e-13) << "case " << k;
  }
}

TYPED_TEST(ConeSet, StepIsInTheMetricOfTheDiagonal) {
  // Without shift and pull the step is the projection of y − t D⁻¹u in the metric of D.
  constexpr int D = TypeParam::value;
  const auto cone = cone_of<D>(0.5, 2.0, 7.0, 0.0, false);
  const Vec<D> y = block<D>(cone, 1.0, 0.3);
  const Vec<D> u = block<D>(cone, 0.8, -2.0);
  const Vec<D> moved = block<D>(cone, 1.0 - 0.6 * 0.8 / 2.0, 0.3 + 0.6 * 2.0 / 7.0);
  EXPECT_LT((cone.step(y, u, 0.6) - cone.project(moved)).norm(), rounding);
  EXPECT_LT(nearer_point(cone, moved, cone.step(y, u, 0.6)), 1e-12);
}

TYPED_TEST(ConeSet, SwitchBetweenConeAndPullFollowsTheNormalPart) {
  constexpr int D = TypeParam::value;
  const auto cone = cone_of<D>(0.5, 1.5, 5.0, -0.75);
  // p_n − u_n/d_n > 0 presses, however fast it slides; < 0 is a pull, without friction.
  const Vec<D> pressed = cone.step(block<D>(cone, 0.01, 0.0), block<D>(cone, 0.0, 9.0), 1.0);
  const double p_n = cone.normal.dot(pressed);
  EXPECT_GT(p_n, 0.001);
  EXPECT_LT(p_n, 0.01 + rounding);
  EXPECT_NEAR(pressed.norm(), p_n * std::sqrt(1.25), rounding);  // on the cone's face
  const Vec<D> held = cone.step(block<D>(cone, 0.2, 0.1), block<D>(cone, 0.6, 9.0), 1.0);
  EXPECT_LT((held + 0.2 * cone.normal).norm(), rounding);
}

TYPED_TEST(ConeSet, StepHasNoJumpAtTheSwitchFromThePullPart) {
  // From impulses along the normal, on either side of p_n = u_n/d_n, with the contact at rest or sliding.
  constexpr int D = TypeParam::value;
  for (const bool exact : {true, false}) {
    const auto cone = cone_of<D>(0.5, 1.5, 5.0, -0.75, exact);
    for (const double along : {-0.4, -0.1, 0.0, 0.2}) {
      for (const double slip : {0.0, 0.5, 4.0}) {
        const double opens = (cone.friction - cone.shift) * slip;
        const auto at = [&](double beyond) {
          return cone.step(block<D>(cone, along, 0.0), block<D>(cone, 1.5 * (along + beyond) + opens, slip), 1.0);
        };
        EXPECT_LT((at(1e-9) - at(-1e-9)).norm(), 1e-8) << along << ", slip " << slip << ", exact " << exact;
      }
    }
  }
}

}  // namespace
}  // namespace gluey::test::sets_test
