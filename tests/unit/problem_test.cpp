// The step problem itself: its products, its energy, its residual.

#include "problem/problem.hpp"

#include <gtest/gtest.h>

#include <Eigen/Dense>

#include "step_problem.hpp"

namespace gluey {
namespace {

/// Bodies and contacts at random: every kind of mass, obstacles, pairs that touch twice.
template <int D>
StepData<D> random_problem(std::size_t bodies, std::size_t contacts, std::uint64_t seed) {
  Numbers numbers(seed);
  StepData<D> data;
  data.step = 0.01;
  for (std::size_t i = 0; i < bodies; ++i) {
    Vec<D> inverse_mass = Vec<D>::Constant(1.5 + numbers());
    Vec<D> velocity = numbers.vector<D>();
    if (i % 5 == 1) {
      inverse_mass[static_cast<int>(i) % D] = 0.0;
    } else if (i % 7 == 2) {
      inverse_mass.setZero();
    }
    data.add_body(inverse_mass, velocity);
  }
  for (std::size_t c = 0; c < contacts; ++c) {
    const std::int32_t a = numbers.below(bodies);
    std::int32_t b = numbers.below(bodies + 2);
    b = b == a ? static_cast<std::int32_t>(bodies) : b;
    data.add_contact(a, b, numbers.vector<D>().normalized(), 0.01 * numbers(), numbers() > 0.0 ? 0.0 : -0.1);
  }
  return data;
}

template <int D>
struct Dimension {
  static constexpr int value = D;
};
struct DimensionName {
  template <class T>
  static std::string GetName(int /*index*/) {  // NOLINT(readability-identifier-naming): GoogleTest calls it so
    return std::to_string(T::value) + "D";
  }
};
using Dimensions = testing::Types<Dimension<2>, Dimension<3>>;

template <class T>
class StepProblemOf : public testing::Test {};
TYPED_TEST_SUITE(StepProblemOf, Dimensions, DimensionName);

TYPED_TEST(StepProblemOf, MultipliesLikeTheDenseMatrix) {
  constexpr int D = TypeParam::value;
  const StepData<D> data = random_problem<D>(12, 40, 3);
  const Problem<D> problem = data.pose();
  const auto n = static_cast<Eigen::Index>(data.bodies());
  const auto m = static_cast<Eigen::Index>(data.contacts());
  ASSERT_EQ(problem.bodies(), data.bodies());
  ASSERT_EQ(problem.contacts(), data.contacts());

  Eigen::MatrixXd jacobian = Eigen::MatrixXd::Zero(m, n * D);
  Eigen::VectorXd inverse_mass(n * D);
  Eigen::VectorXd free_velocity(n * D);
  Eigen::VectorXd gap(m);
  for (Eigen::Index i = 0; i < n; ++i) {
    inverse_mass.segment<D>(i * D) = data.inverse_mass[static_cast<std::size_t>(i)];
    free_velocity.segment<D>(i * D) = data.free_velocity[static_cast<std::size_t>(i)];
  }
  for (Eigen::Index c = 0; c < m; ++c) {
    const auto k = static_cast<std::size_t>(c);
    jacobian.block<1, D>(c, data.first[k] * D) -= data.normal[k].transpose();
    if (data.second[k] < n) {
      jacobian.block<1, D>(c, data.second[k] * D) += data.normal[k].transpose();
    }
    gap[c] = data.gap[k];
  }
  const Eigen::MatrixXd w_matrix = jacobian * inverse_mass.asDiagonal() * jacobian.transpose();
  const Eigen::VectorXd offset = gap / data.step + jacobian * free_velocity;

  Numbers numbers(4);
  std::vector<double> impulse(data.contacts());
  for (double& p : impulse) {
    p = numbers();
  }
  const Eigen::VectorXd product = w_matrix * Eigen::Map<const Eigen::VectorXd>(impulse.data(), m);
  std::vector<Packed<D>> velocity(data.bodies() + 1);
  problem.velocities(impulse.data(), velocity.data());
  std::vector<Sum> scratch;
  problem.template for_contacts<Sum>(
      velocity.data(), scratch, [&](const Bound& /*set*/, std::size_t c, const Vec<1>& w, Sum& /*sum*/) {
        const auto k = static_cast<Eigen::Index>(c);
        if (w_matrix(k, k) > 0.0) {
          EXPECT_NEAR(w[0], product[k] + offset[k], 1e-13);
          EXPECT_NEAR(problem.offset(c), offset[k], 1e-14);
          EXPECT_NEAR(problem.diagonal(c), w_matrix(k, k), 1e-14);
        } else {
          EXPECT_EQ(w[0], 0.0) << "contact " << c << " between immovable bodies asks for something";
        }
        EXPECT_EQ(problem.lower(c), data.lower[c]);
      });
}

TYPED_TEST(StepProblemOf, GathersOnBodiesWhatContactsPushAlsoAcrossBlocks) {
  constexpr int D = TypeParam::value;
  // Enough for several threads to share the work.
  const StepData<D> data =
      random_problem<D>(blocks_worth_threads * block_size + 77, 3 * blocks_worth_threads * block_size, 5);
  const Problem<D> problem = data.pose();
  Numbers numbers(6);
  std::vector<double> impulse(data.contacts());
  for (double& p : impulse) {
    p = numbers();
  }
  std::vector<Packed<D>> change(data.bodies() + 1);
  problem.velocities(impulse.data(), change.data());
  const auto velocity = data.velocities(impulse);
  for (std::size_t i = 0; i < data.bodies(); ++i) {
    for (int axis = 0; axis < D; ++axis) {
      ASSERT_NEAR(data.free_velocity[i][axis] + change[i].x[axis], velocity[i][axis], 1e-13) << "body " << i;
    }
  }
  const auto own = data.measures(impulse);
  const auto quality = problem.quality(impulse.data(), change.data());
  EXPECT_NEAR(quality.residual, own.residual, 1e-12);
  EXPECT_NEAR(quality.overlap, own.overlap, 1e-12);
  EXPECT_NEAR(quality.complementarity, own.complementarity, 1e-12);
}

TYPED_TEST(StepProblemOf, KeepsTheEnergyIdentity) {
  constexpr int D = TypeParam::value;
  const StepData<D> data = random_problem<D>(12, 40, 7);
  const Problem<D> problem = data.pose();
  Numbers numbers(8);
  std::vector<double> impulse(data.contacts());
  for (double& p : impulse) {
    p = numbers();
  }
  std::vector<Packed<D>> change(data.bodies() + 1);
  problem.velocities(impulse.data(), change.data());
  // K' − K_free = −Σ p D/h + Σ p (D/h + u) − ½ ‖V' − U‖², over the axes along which bodies can move.
  double gained = 0.0;
  double dissipated = 0.0;
  std::vector<Vec<D>> after = data.free_velocity;
  for (std::size_t i = 0; i < data.bodies(); ++i) {
    for (int axis = 0; axis < D; ++axis) {
      after[i][axis] += change[i].x[axis];
      if (data.inverse_mass[i][axis] > 0.0) {
        const double mass = 1.0 / data.inverse_mass[i][axis];
        const double before = data.free_velocity[i][axis];
        gained += 0.5 * mass * (after[i][axis] * after[i][axis] - before * before);
        dissipated += 0.5 * mass * change[i].x[axis] * change[i].x[axis];
      } else {
        EXPECT_EQ(change[i].x[axis], 0.0);
      }
    }
  }
  // Work is done on what can move: an immovable body's velocity is no part of K.
  std::vector<Vec<D>> movable = after;
  for (std::size_t i = 0; i < data.bodies(); ++i) {
    for (int axis = 0; axis < D; ++axis) {
      movable[i][axis] = data.inverse_mass[i][axis] > 0.0 ? after[i][axis] : 0.0;
    }
  }
  double work = 0.0;
  for (std::size_t c = 0; c < data.contacts(); ++c) {
    const double reach = data.gap[c] / data.step;
    work += -impulse[c] * reach + impulse[c] * (reach + data.opening(c, movable));
  }
  EXPECT_NEAR(gained, work - dissipated, 1e-12 * dissipated);
}

/// One body on an obstacle along the first axis, W = 2: p and w can be chosen at will.
struct OneContact {
  static constexpr double diagonal = 2.0;

  /// The natural residual at impulse p with w = 2 p + b.
  static double residual(double lower, double impulse, double w) {
    StepData<2> data;
    data.add_body(Vec<2>::Constant(diagonal), Vec<2>::Zero());
    data.add_contact(0, 1, Vec<2>::Unit(0), w - diagonal * impulse, lower);
    const Problem<2> problem = data.pose();
    std::vector<Packed<2>> velocity(2);
    problem.velocities(&impulse, velocity.data());
    const double found = problem.quality(&impulse, velocity.data()).residual;
    EXPECT_DOUBLE_EQ(found, problem.set(0).residual(Vec<1>(impulse), Vec<1>(w)));
    EXPECT_NEAR(found, data.measures({impulse}).residual, 1e-15);
    return found;
  }
};

TEST(StepResidual, IsZeroAtTheBoundWithTheGapOpening) {
  EXPECT_EQ(OneContact::residual(0.0, 0.0, 0.5), 0.0);
  EXPECT_EQ(OneContact::residual(-1.5, -1.5, 0.5), 0.0);
}

TEST(StepResidual, IsTheClosingVelocityAtTheBoundWithTheGapClosing) {
  EXPECT_DOUBLE_EQ(OneContact::residual(0.0, 0.0, -0.5), 0.5);
  EXPECT_DOUBLE_EQ(OneContact::residual(-1.5, -1.5, -0.5), 0.5);
}

TEST(StepResidual, IsZeroInsideWithTheGapClosed) {
  EXPECT_EQ(OneContact::residual(0.0, 1.0, 0.0), 0.0);
  EXPECT_EQ(OneContact::residual(-1.5, -0.25, 0.0), 0.0);
}

TEST(StepResidual, IsTheVelocityLeftInsideWhereTheBoundIsFar) {
  EXPECT_DOUBLE_EQ(OneContact::residual(0.0, 1.0, 0.5), 0.5);
  EXPECT_DOUBLE_EQ(OneContact::residual(0.0, 1.0, -0.5), 0.5);
}

TEST(StepResidual, IsTheWayToTheBoundInsideWhereThatIsNearer) {
  // p may fall by 0.125 only, which changes the velocity by 0.25, not by 0.5.
  EXPECT_DOUBLE_EQ(OneContact::residual(0.0, 0.125, 0.5), 0.25);
  EXPECT_DOUBLE_EQ(OneContact::residual(-1.5, -1.375, 0.5), 0.25);
  // Upwards nothing is in the way.
  EXPECT_DOUBLE_EQ(OneContact::residual(0.0, 0.125, -0.5), 0.5);
}

TEST(StepResidual, IsTheVelocityLeftWhereThereIsNoBound) {
  EXPECT_DOUBLE_EQ(OneContact::residual(-std::numeric_limits<double>::infinity(), -3.0, 0.5), 0.5);
  EXPECT_DOUBLE_EQ(OneContact::residual(-std::numeric_limits<double>::infinity(), 0.0, -0.5), 0.5);
  EXPECT_EQ(OneContact::residual(-std::numeric_limits<double>::infinity(), -3.0, 0.0), 0.0);
}

}  // namespace
}  // namespace gluey
