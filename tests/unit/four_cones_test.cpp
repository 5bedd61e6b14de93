// Four cones at once do what each of them does alone.

#include "problem/four_cones.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <random>

namespace gluey::test {
namespace {

template <typename T>
class FourConesTest : public testing::Test {};
template <int D>
struct Dimension {
  static constexpr int value = D;
};
using Dimensions = testing::Types<Dimension<2>, Dimension<3>>;
TYPED_TEST_SUITE(FourConesTest, Dimensions);

template <int D>
struct Sample {
  Cone<D> cone[4];
  Vec<4 * D> p, u;

  explicit Sample(std::mt19937_64& random) {
    std::normal_distribution<double> normal;
    std::uniform_real_distribution<double> unit(0.0, 1.0);
    for (int k = 0; k < 4; ++k) {
      for (int axis = 0; axis < D; ++axis) {
        cone[k].normal[axis] = normal(random);
        p[k * D + axis] = normal(random);
        u[k * D + axis] = normal(random);
      }
      cone[k].normal.normalize();
      cone[k].lower = unit(random) < 0.5 ? 0.0 : -unit(random);
      cone[k].friction = unit(random);
      cone[k].shift = unit(random) < 0.5 ? 0.0 : cone[k].friction;
      cone[k].diagonal = 0.5 + unit(random);
      cone[k].tangential_diagonal = 0.5 + unit(random);
      cone[k].inverse = 1.0 / cone[k].diagonal;
      cone[k].tangential_inverse = 1.0 / cone[k].tangential_diagonal;
      cone[k].largest = std::max(cone[k].diagonal, cone[k].tangential_diagonal);
    }
    // The apex, and a contact pressed along its normal.
    if (unit(random) < 0.1) {
      p.setZero();
    }
    if (unit(random) < 0.1) {
      p.template head<D>() = unit(random) * cone[0].normal;
      u.template head<D>() = normal(random) * cone[0].normal;
    }
  }
  [[nodiscard]] Vec<D> one_p(int k) const { return p.template segment<D>(k * D); }
  [[nodiscard]] Vec<D> one_u(int k) const { return u.template segment<D>(k * D); }
};

TYPED_TEST(FourConesTest, AgreesWithEachConeAlone) {
  constexpr int D = TypeParam::value;
  std::mt19937_64 random(7);
  int inside = 0, surface = 0, apex = 0, pulled = 0;
  for (int round = 0; round < 2000; ++round) {
    const Sample<D> sample(random);
    const FourCones<D> four(sample.cone);
    const Vec<4 * D> step = four.step(sample.p, sample.u, 0.7);
    const Vec<4 * D> plain = four.plain_step(sample.p, sample.u, 0.3);
    const Vec<4 * D> projected = four.project(sample.p);
    const auto found = four.measure(sample.p, sample.u);
    double inner = 0.0, speed = 0.0, normal_part = 1e300;
    for (int k = 0; k < 4; ++k) {
      const Cone<D>& cone = sample.cone[k];
      const Vec<D> p = sample.one_p(k), u = sample.one_u(k);
      const Vec<D> alone = cone.step(p, u, 0.7);
      EXPECT_LT((alone - step.template segment<D>(k * D)).norm(), 1e-14);
      EXPECT_LT((cone.plain_step(p, u, 0.3) - plain.template segment<D>(k * D)).norm(), 1e-14);
      EXPECT_LT((cone.project(p) - projected.template segment<D>(k * D)).norm(), 1e-14);
      inner += cone.inner(p, u);
      speed = std::max(speed, cone.speed(p));
      EXPECT_NEAR(found.residual[k], cone.residual(p, u), 1e-13);
      EXPECT_NEAR(found.error[k], cone.error(p, u), 1e-13);
      EXPECT_NEAR(found.complementarity[k], cone.complementarity(p, u), 1e-13);
      EXPECT_NEAR(found.pressed[k], cone.normal_part(p), 1e-14);
      EXPECT_NEAR(found.opening[k], cone.normal_part(u), 1e-14);
      normal_part = std::min(normal_part, cone.normal_part(u));
      const double n = cone.normal.dot(alone), t = (alone - n * cone.normal).norm();
      (n < 0.0 ? pulled : alone.norm() == 0.0 ? apex : t < (1.0 - 1e-9) * cone.friction * n ? inside : surface) += 1;
    }
    EXPECT_NEAR(four.inner(sample.p, sample.u), inner, 1e-13);
    EXPECT_NEAR(four.speed(sample.p), speed, 1e-14);
    EXPECT_NEAR(four.normal_part(sample.u), normal_part, 1e-14);
  }
  EXPECT_GT(std::min({inside, surface, apex, pulled}), 300);
}

TYPED_TEST(FourConesTest, NotANumberIsNotLost) {
  constexpr int D = TypeParam::value;
  std::mt19937_64 random(3);
  for (int k = 0; k < 4; ++k) {
    Sample<D> sample(random);
    sample.cone[k].lower = 0.0;
    sample.u[k * D] = std::numeric_limits<double>::quiet_NaN();
    const FourCones<D> four(sample.cone);
    EXPECT_TRUE(four.step(sample.p, sample.u, 1.0).template segment<D>(k * D).hasNaN());
    EXPECT_TRUE(std::isnan(four.inner(sample.p, sample.u)));
    EXPECT_TRUE(std::isnan(four.speed(sample.u)));
    EXPECT_TRUE(std::isnan(four.measure(sample.p, sample.u).residual[k]));
    EXPECT_TRUE(std::isnan(four.normal_part(sample.u)));
  }
}

}  // namespace
}  // namespace gluey::test
