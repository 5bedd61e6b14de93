// The set of a contact that rubs and resists rolling, |p_T| ≤ μ p_n and |m| ≤ μ_r p_n: its regions are inside, friction
// cut off, moment cut off, both cut off, the apex, and the pull where there is one.

#include "problem/sets.hpp"

#include "admissible.hpp"
#include "support/small_world.hpp"

#include <gtest/gtest.h>

namespace gluey::test::sets_rolling_test {
namespace {

constexpr double rounding = 1e-14;

template <int D>
Rolling<D> rolling_of(double friction, double rolling, double lower = 0.0, bool exact = true) {
  Rolling<D> set;
  Cone<D>& cone = set.cone;
  cone.normal = D == 2 ? Vec<D>(0.6 * Vec<D>::UnitX() + 0.8 * Vec<D>::UnitY())
                       : Vec<D>((2.0 * Vec<D>::Unit(0) - 3.0 * Vec<D>::Unit(1) + 6.0 * Vec<D>::Unit(D - 1)) / 7.0);
  cone.lower = lower;
  cone.friction = friction;
  cone.shift = exact ? friction : 0.0;
  cone.diagonal = 2.0;
  cone.tangential_diagonal = 7.0;
  cone.largest = 7.0;
  cone.inverse = 1.0 / cone.diagonal;
  cone.tangential_inverse = 1.0 / cone.tangential_diagonal;
  set.rolling = rolling;
  set.rolling_shift = exact ? rolling : 0.0;
  set.rolling_diagonal = 5.0;
  set.rolling_inverse = 0.2;
  return set;
}

/// (p_n, p_T, m) with directions across the normal of their own; `about` is a moment about the normal (3D).
template <int D>
Vec<Rolling<D>::size> block(const Rolling<D>& set, double along, double aside, double moment, double about = 0.0) {
  Vec<Rolling<D>::size> b;
  const auto axes = across<D>(set.cone.normal);
  if constexpr (D == 2) {
    b << along * set.cone.normal + aside * axes.col(0), moment;
  } else {
    b << along * set.cone.normal + aside * (0.6 * axes.col(0) + 0.8 * axes.col(1)),
        moment * (0.8 * axes.col(0) - 0.6 * axes.col(1)) + about * set.cone.normal;
  }
  return b;
}

/// Sizes of the parts of a block.
template <int D>
Vec<3> sizes(const Rolling<D>& set, const Vec<Rolling<D>::size>& b) {
  const Vec<D> p = b.template head<D>();
  const double p_n = set.cone.normal.dot(p);
  return {p_n, (p - p_n * set.cone.normal).norm(), b.template tail<Rolling<D>::spin>().norm()};
}

template <class Dimension>
class RollingSet : public testing::Test {};
using Dimensions = testing::Types<Plane2D, Space3D>;
TYPED_TEST_SUITE(RollingSet, Dimensions);

TYPED_TEST(RollingSet, ProjectionLeavesWhatIsInside) {
  constexpr int D = TypeParam::value;
  const auto set = rolling_of<D>(0.5, 0.1);
  const auto y = block<D>(set, 1.0, 0.45, -0.09);
  EXPECT_LT((set.project(y) - y).norm(), rounding);
}

/// The projection of (along, aside, moment), checked against every other point of the set.
template <int D>
Vec<3> nearest(const Rolling<D>& set, double along, double aside, double moment) {
  const auto y = block<D>(set, along, aside, moment);
  const auto p = set.project(y);
  EXPECT_LT(nearer_point(set, y, p), 1e-12);
  EXPECT_NEAR(set.inner(y - p, p), 0.0, 1e-13);  // a cone: what is cut off is orthogonal to what is left
  return sizes<D>(set, p);
}

TYPED_TEST(RollingSet, ProjectionCutsOffFrictionAlone) {
  constexpr int D = TypeParam::value;
  for (const double along : {1.0, -0.2}) {
    const Vec<3> found = nearest<D>(rolling_of<D>(0.5, 0.1), along, 3.0, 0.02);
    EXPECT_NEAR(found[1], 0.5 * found[0], rounding);
    EXPECT_NEAR(found[2], 0.02, rounding);
    EXPECT_GT(found[0], 0.2);
  }
}

TYPED_TEST(RollingSet, ProjectionCutsOffTheMomentAlone) {
  constexpr int D = TypeParam::value;
  const Vec<3> found = nearest<D>(rolling_of<D>(0.5, 0.1), 1.0, 0.2, 0.7);
  EXPECT_NEAR(found[1], 0.2, rounding);
  EXPECT_NEAR(found[2], 0.1 * found[0], rounding);
}

TYPED_TEST(RollingSet, ProjectionCutsOffBoth) {
  constexpr int D = TypeParam::value;
  for (const double along : {0.6, 0.0, -0.3}) {
    for (const double moment : {0.5, 1.5}) {
      const Vec<3> found = nearest<D>(rolling_of<D>(0.5, 0.1), along, 3.0, moment);
      EXPECT_GT(found[0], 0.0);
      EXPECT_NEAR(found[1], 0.5 * found[0], rounding);
      EXPECT_NEAR(found[2], 0.1 * found[0], rounding);
    }
  }
}

TYPED_TEST(RollingSet, ProjectionTakesThePolarToTheApex) {
  constexpr int D = TypeParam::value;
  // −d_n y_n ≥ μ d_t |y_T| + μ_r d_r |y_m|: 2 a ≥ 3.5·0.2 + 0.5·0.6 = 1.
  const auto set = rolling_of<D>(0.5, 0.1);
  EXPECT_TRUE(set.project(block<D>(set, -0.5 - 1e-9, 0.2, 0.6)).isZero(0.0));
  EXPECT_FALSE(set.project(block<D>(set, -0.5 + 1e-9, 0.2, 0.6)).isZero(0.0));
  EXPECT_LT(nearer_point(set, block<D>(set, -0.6, 0.2, 0.6), Vec<Rolling<D>::size>::Zero()), 0.0);
}

TYPED_TEST(RollingSet, ProjectionWithoutFrictionKeepsTheMoment) {
  constexpr int D = TypeParam::value;
  const Vec<3> found = nearest<D>(rolling_of<D>(0.0, 0.1), 1.0, 0.2, 0.05);
  EXPECT_NEAR(found[0], 1.0, rounding);
  EXPECT_NEAR(found[1], 0.0, rounding);
  EXPECT_NEAR(found[2], 0.05, rounding);
}

TYPED_TEST(RollingSet, ProjectionKeepsAPullWithinItsBoundAlone) {
  constexpr int D = TypeParam::value;
  const auto set = rolling_of<D>(0.5, 0.1, -0.75);
  EXPECT_LT((set.project(block<D>(set, -0.5, 0.3, 0.2)) - block<D>(set, -0.5, 0.0, 0.0)).norm(), rounding);
  EXPECT_LT((set.project(block<D>(set, -5.0, 0.3, 0.2)) - block<D>(set, -0.75, 0.0, 0.0)).norm(), rounding);
}

TEST(RollingSetInSpace, ProjectionDropsAMomentAboutTheNormal) {
  const auto set = rolling_of<3>(0.5, 0.1);
  const auto y = block<3>(set, 1.0, 0.3, 0.05, 0.4);
  EXPECT_LT((set.project(y) - block<3>(set, 1.0, 0.3, 0.05)).norm(), rounding);
}

TYPED_TEST(RollingSet, SolutionsOfTheLawAreFixedPointsWithResidualZero) {
  constexpr int D = TypeParam::value;
  for (const bool exact : {true, false}) {
    const auto set = rolling_of<D>(0.5, 0.1, -0.75, exact);
    const double slides = exact ? 0.0 : 0.5 * 0.7;
    const double rolls = exact ? 0.0 : 0.1 * 2.0;
    const auto zero = block<D>(set, 0.0, 0.0, 0.0);
    // (p, u): sticks, slides, rolls, slides and rolls, is pulled, is pulled while it rolls, lets go.
    const std::vector<std::pair<decltype(zero), decltype(zero)>> obeying = {
        {block<D>(set, 1.0, 0.3, 0.05), zero},
        {block<D>(set, 1.0, 0.5, 0.05), block<D>(set, slides, -0.7, 0.0)},
        {block<D>(set, 1.0, 0.3, 0.1), block<D>(set, rolls, 0.0, -2.0)},
        {block<D>(set, 1.0, 0.5, 0.1), block<D>(set, slides + rolls, -0.7, -2.0)},
        {block<D>(set, -0.5, 0.0, 0.0), zero},
        {block<D>(set, -0.5, 0.0, 0.0), block<D>(set, slides + rolls, 0.7, 2.0)},
        {block<D>(set, -0.75, 0.0, 0.0), block<D>(set, 0.8, 0.7, 2.0)},
        {zero, zero}};
    for (std::size_t k = 0; k < obeying.size(); ++k) {
      SCOPED_TRACE(k);
      const auto& [p, u] = obeying[k];
      EXPECT_LT(set.residual(p, u), rounding);
      EXPECT_LT(set.complementarity(p, u), rounding);
      for (const double t : {0.1, 1.0, 10.0}) {
        EXPECT_LT((set.step(p, u, t) - p).norm(), rounding);
        EXPECT_LT((set.plain_step(p, u, t) - p).norm(), rounding);
      }
      EXPECT_LT((set.relaxed(p, u) - p).norm(), rounding);
    }
  }
}

TYPED_TEST(RollingSet, WhatBreaksTheLawHasAResidual) {
  constexpr int D = TypeParam::value;
  const auto set = rolling_of<D>(0.5, 0.1);
  EXPECT_GT(set.residual(block<D>(set, 1.0, 0.3, 0.05), block<D>(set, 0.0, 0.0, -0.01)),
            1e-3);                                                                             // rolls, moment to spare
  EXPECT_GT(set.residual(block<D>(set, 1.0, 0.3, 0.1), block<D>(set, 0.0, 0.0, 0.01)), 1e-3);  // driven by its moment
  EXPECT_GT(set.residual(block<D>(set, 1.0, 0.3, 0.12), block<D>(set, 0.0, 0.0, 0.0)), 1e-2);  // too large a moment
  EXPECT_GT(set.residual(block<D>(set, 1.0, 0.3, 0.05), block<D>(set, 0.01, 0.0, 0.0)), 1e-3);  // opens under load
  EXPECT_GT(set.residual(block<D>(set, 1.0, 0.5, 0.05), block<D>(set, 0.0, 0.01, 0.0)), 1e-3);  // friction helps
}

TEST(RollingSetInSpace, SpinAboutTheNormalIsFree) {
  const auto set = rolling_of<3>(0.5, 0.1);
  EXPECT_LT(set.residual(block<3>(set, 1.0, 0.3, 0.05), block<3>(set, 0.0, 0.0, 0.0, 4.0)), rounding);
}

TYPED_TEST(RollingSet, StepHasNoJumpAtTheSwitchFromThePullPart) {
  constexpr int D = TypeParam::value;
  for (const bool exact : {true, false}) {
    const auto set = rolling_of<D>(0.5, 0.1, -0.75, exact);
    for (const double along : {-0.4, 0.0, 0.2}) {
      const double opens = exact ? 0.0 : 0.5 * 0.7 + 0.1 * 2.0;
      const auto at = [&](double beyond) {
        return set.step(block<D>(set, along, 0.0, 0.0), block<D>(set, 2.0 * (along + beyond) + opens, 0.7, 2.0), 1.0);
      };
      EXPECT_LT((at(1e-9) - at(-1e-9)).norm(), 1e-8) << along << ", exact " << exact;
    }
  }
}

}  // namespace
}  // namespace gluey::test::sets_rolling_test
