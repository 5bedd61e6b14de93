// Contacts without friction in single precision: a step is that of the bounds in double precision, a new centre changes nothing,
// and what it ends with is as good as what double precision ends with, whatever the units.

#include "problem/single_bounds.hpp"

#include <gtest/gtest.h>

#include "solver/finish.hpp"
#include "solver/single.hpp"
#include "step_problem.hpp"

namespace gluey::single_bounds_test {
namespace {

/// Bodies and contacts at random, with obstacles, masses along axes and pulls; at rest nothing overlaps, so it has a solution.
template <int D>
StepData<D> feasible_problem(std::size_t bodies, std::size_t contacts, double mass) {
  Numbers numbers(5);
  StepData<D> data;
  data.step = 0.01;
  for (std::size_t i = 0; i < bodies; ++i) {
    Vec<D> inverse_mass = Vec<D>::Constant((1.5 + numbers()) / mass);
    Vec<D> velocity = numbers.vector<D>();
    if (i % 9 == 1) {
      inverse_mass[static_cast<int>(i) % D] = velocity[static_cast<int>(i) % D] = 0.0;
    }
    data.add_body(inverse_mass, velocity);
  }
  for (std::size_t c = 0; c < contacts; ++c) {
    const std::int32_t a = numbers.below(bodies);
    std::int32_t b = numbers.below(bodies + 2);
    b = b == a ? static_cast<std::int32_t>(bodies) : b;
    data.add_contact(a, b, numbers.vector<D>().normalized(), 0.002 * (1.0 + numbers()),
                     numbers() > 0.0 ? 0.0 : -0.1 * mass);
  }
  return data;
}

template <class T>
class SingleBoundsOf : public testing::Test {};
using Dimensions = testing::Types<std::integral_constant<int, 2>, std::integral_constant<int, 3>>;
TYPED_TEST_SUITE(SingleBoundsOf, Dimensions);

TYPED_TEST(SingleBoundsOf, AStepIsThatOfTheBounds) {
  constexpr int D = TypeParam::value;
  constexpr double scale = 0.7;
  const StepData<D> data = feasible_problem<D>(30, 83, 1.0);
  const Problem<D> problem = data.pose();
  std::vector<double> impulse(data.contacts());
  Numbers numbers(6);
  for (std::size_t c = 0; c < impulse.size(); ++c) {
    impulse[c] = std::max(data.lower[c], 0.3 * numbers());
  }
  std::vector<typename Problem<D>::State> velocity(problem.bodies() + 1);
  problem.velocities(impulse.data(), velocity.data());
  SingleBounds<D> single;
  single.load(problem, impulse.data(), velocity.data());
  const StepSums sums = single.step_contacts(0.0, scale);
  const double curvature = single.step_bodies(0.0);
  std::vector<double> found(impulse.size());
  single.read(problem, found.data());

  const std::vector<Vec<D>> moved = data.velocities(impulse);
  double step = 0.0, largest = 0.0;
  std::vector<double> change(impulse.size());
  for (std::size_t c = 0; c < impulse.size(); ++c) {
    const double w = data.gap[c] / data.step + data.opening(c, moved);
    const double d = data.diagonal(c);
    const double expected = std::max(data.lower[c], impulse[c] - scale * w / d);
    EXPECT_NEAR(found[c], expected, 1e-6) << c;
    change[c] = expected - impulse[c];
    step += d * change[c] * change[c];
    largest = std::max(largest, std::abs(d * change[c]));
  }
  const std::vector<Vec<D>> pushed = data.velocities(change);
  double energy = 0.0;
  for (std::size_t i = 0; i < data.bodies(); ++i) {
    for (int axis = 0; axis < D; ++axis) {
      const double by = pushed[i][axis] - data.free_velocity[i][axis];
      energy += data.inverse_mass[i][axis] > 0.0 ? by * by / data.inverse_mass[i][axis] : 0.0;
    }
  }
  // Sums are in units of their own; what counts is their ratio.
  EXPECT_NEAR(curvature / sums.step, energy / step, 1e-5 * energy / step);
  EXPECT_NEAR(std::sqrt(sums.largest), largest, 1e-5 * largest);
}

TYPED_TEST(SingleBoundsOf, ASecondStepGoesOnFromWhereMomentumCarries) {
  constexpr int D = TypeParam::value;
  constexpr double beta = 0.6, scale = 0.4;
  const StepData<D> data = feasible_problem<D>(30, 83, 1.0);
  const Problem<D> problem = data.pose();
  const auto step_from = [&](const std::vector<double>& y) {
    const std::vector<Vec<D>> moved = data.velocities(y);
    std::vector<double> next(y.size());
    for (std::size_t c = 0; c < y.size(); ++c) {
      const double w = data.gap[c] / data.step + data.opening(c, moved);
      next[c] = std::max(data.lower[c], y[c] - scale * w / data.diagonal(c));
    }
    return next;
  };
  const std::vector<double> zero(data.contacts(), 0.0);
  std::vector<typename Problem<D>::State> velocity(problem.bodies() + 1);
  problem.velocities(zero.data(), velocity.data());
  SingleBounds<D> single;
  single.load(problem, zero.data(), velocity.data());
  single.step_contacts(0.0, scale);
  single.step_bodies(beta);
  const StepSums sums = single.step_contacts(beta, scale);
  std::vector<double> found(zero.size());
  single.read(problem, found.data());

  const std::vector<double> first = step_from(zero);
  std::vector<double> y(zero.size());
  for (std::size_t c = 0; c < y.size(); ++c) {
    y[c] = (1.0 + beta) * first[c];
  }
  const std::vector<double> second = step_from(y);
  double step = 0.0, onward = 0.0, speed = 0.0;
  for (std::size_t c = 0; c < y.size(); ++c) {
    EXPECT_NEAR(found[c], second[c], 1e-6) << c;
    const double d = data.diagonal(c), e = second[c] - y[c];
    step += d * e * e;
    onward += d * e * (second[c] - first[c]);
    speed += d * e * d * e;
  }
  EXPECT_NEAR(sums.onward / sums.step, onward / step, 1e-4);
  EXPECT_NEAR(sums.speed, speed, 1e-4 * speed);
}

template <int D>
solver::Result iterated(const Problem<D>& problem, std::vector<double>& impulse, const solver::Settings& settings,
                        solver::Workspace<Problem<D>>& workspace, double patience) {
  const solver::Result start = solver::warm_start(problem, impulse, settings, workspace, "start");
  return solver::in_single(problem, impulse, settings, workspace, start, patience);
}

// Laws ask whether an impulse is at its bound: contacts that open are there, to the last bit, from whatever start.
TYPED_TEST(SingleBoundsOf, LeavesContactsThatOpenAtTheirBounds) {
  constexpr int D = TypeParam::value;
  StepData<D> data = feasible_problem<D>(200, 500, 1.0);
  std::vector<double> impulse(data.contacts(), 0.0);
  solver::Workspace<Problem<D>> workspace;
  Numbers numbers(9);
  int open = 0;
  for (int step = 0; step < 20; ++step) {
    for (Vec<D>& velocity : data.free_velocity) {
      velocity += 0.3 * numbers.vector<D>();
    }
    for (double& bound : data.lower) {
      bound *= 0.9;
    }
    const Problem<D> problem = data.pose();
    const solver::Settings settings{.tolerance = 1e-6, .max_iterations = 100000};
    ASSERT_TRUE(iterated(problem, impulse, settings, workspace, std::numeric_limits<double>::infinity()).converged());
    const std::vector<Vec<D>> velocity = data.velocities(impulse);
    for (std::size_t c = 0; c < impulse.size(); ++c) {
      if (data.gap[c] / data.step + data.opening(c, velocity) > 1e-5) {
        EXPECT_EQ(impulse[c], data.lower[c]) << c << " in step " << step;
        ++open;
      }
    }
  }
  EXPECT_GT(open, 1000);
}

TYPED_TEST(SingleBoundsOf, ANewCentreChangesNothing) {
  constexpr int D = TypeParam::value;
  const StepData<D> data = feasible_problem<D>(200, 500, 1.0);
  const Problem<D> problem = data.pose();
  std::vector<typename Problem<D>::State> velocity(problem.bodies() + 1);
  const auto run = [&](bool centres, double margin) {
    std::vector<double> impulse(data.contacts(), 0.0);
    problem.velocities(impulse.data(), velocity.data());
    SingleBounds<D> single;
    single.load(problem, impulse.data(), velocity.data());
    for (int k = 0; k < 12; ++k) {
      single.step_contacts(0.05 * k, 0.4);
      single.step_bodies(0.05 * (k + 1));
      if (centres && k % 3 == 2) {
        single.read(problem, impulse.data());
        problem.velocities(impulse.data(), velocity.data());
        single.centre(problem, impulse.data(), velocity.data(), margin);
      }
    }
    single.read(problem, impulse.data());
    return std::pair(impulse, single.contacts());
  };
  const auto [plain, all] = run(false, 0.0);
  const auto [centred, fewer] = run(true, 0.5);
  EXPECT_EQ(all, data.contacts());
  EXPECT_LT(fewer, all);
  for (std::size_t c = 0; c < plain.size(); ++c) {
    EXPECT_NEAR(plain[c], centred[c], 1e-5) << c;
  }
}

TYPED_TEST(SingleBoundsOf, IterationsGetAsFarAsThoseInDoublePrecision) {
  constexpr int D = TypeParam::value;
  std::vector<double> iterations;
  for (const double mass : {1.0, 1e-18, 1e20}) {
    const StepData<D> data = feasible_problem<D>(200, 500, mass);
    const Problem<D> problem = data.pose();
    solver::Workspace<Problem<D>> workspace;
    const solver::Settings settings{.tolerance = 1e-11, .max_iterations = 100000};
    std::vector<double> impulse(data.contacts(), 0.0), other = impulse;
    const solver::Result result =
        iterated(problem, impulse, settings, workspace, std::numeric_limits<double>::infinity());
    ASSERT_TRUE(result.converged()) << result.residual;
    EXPECT_LE(data.measures(impulse).residual, 1.1e-11);
    ASSERT_TRUE(solver::apgd(problem, other, settings, workspace).converged());
    const std::vector<Vec<D>> found = data.velocities(impulse), expected = data.velocities(other);
    for (std::size_t i = 0; i < data.bodies(); ++i) {
      EXPECT_LT((found[i] - expected[i]).norm(), 1e-8) << i;
    }
    iterations.push_back(static_cast<double>(result.iterations));
  }
  // Rounding may change when momentum is dropped; units do not make it slow.
  const auto [least, most] = std::minmax_element(iterations.begin(), iterations.end());
  EXPECT_LT(*most, 2.0 * *least);
}

TYPED_TEST(SingleBoundsOf, GivesUpWherePatienceEnds) {
  constexpr int D = TypeParam::value;
  const StepData<D> data = feasible_problem<D>(200, 500, 1.0);
  const Problem<D> problem = data.pose();
  solver::Workspace<Problem<D>> workspace;
  std::vector<double> impulse(data.contacts(), 0.0);
  const solver::Result start = iterated(problem, impulse, {.max_iterations = 1}, workspace, 1e9);
  const solver::Result result =
      iterated(problem, impulse, {.tolerance = 1e-12, .max_iterations = 100000}, workspace, 40.0);
  EXPECT_EQ(result.status, solver::Status::iteration_limit);
  EXPECT_LE(result.iterations, 80);
  EXPECT_LT(result.residual, start.residual);
}

}  // namespace
}  // namespace gluey::single_bounds_test
