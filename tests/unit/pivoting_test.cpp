// Principal pivoting by itself: the automatic method hides it behind others that go on where it fails.

#include "solver/pivoting.hpp"

#include <gtest/gtest.h>

#include "step_problem.hpp"

namespace gluey::pivoting_test {
namespace {

template <int D>
solver::Result pivot(const StepData<D>& data, std::vector<double>& impulse, const solver::Settings& settings) {
  solver::Workspace<Problem<D>> workspace;
  return solver::pivoting(data.pose(), impulse, settings, workspace);
}

template <int D>
void expect_solved(const std::string& name, const nlohmann::json& json) {
  const Solved<D> reference = solved<D>(json);
  std::vector<double> impulse(reference.data.contacts(), 0.0);
  const double speed = largest(reference.velocity);
  const solver::Result result = pivot(reference.data, impulse, {.tolerance = 1e-9 * speed, .max_iterations = 1000});
  EXPECT_EQ(result.status, solver::Status::converged) << name;
  EXPECT_LE(result.iterations, 10) << name;
  // Direct: to rounding, magnified by how badly conditioned W is.
  EXPECT_LT(largest_difference(reference.data.velocities(impulse), reference.velocity), 1e-9 * speed) << name;
  EXPECT_LE(reference.data.measures(impulse).residual, 1e-9 * speed) << name;
}

TEST(Pivoting, FindsTheVelocitiesOfTheReferences) {
  int tried = 0;
  for (const auto& entry : std::filesystem::directory_iterator(solved_problems())) {
    const std::string name = entry.path().stem().string();
    const nlohmann::json json = read_solved(name);
    const auto& lower = json.at("lower");
    // Equalities and networks with more contacts than they need (W singular) are others' business.
    if (std::any_of(lower.begin(), lower.end(), [](const auto& bound) { return bound.is_null(); }) ||
        name == "hyperstatic-lattice" || name == "many-at-walls") {
      continue;
    }
    if (json.at("normal").at(0).size() == 2) {
      expect_solved<2>(name, json);
    } else {
      expect_solved<3>(name, json);
    }
    ++tried;
  }
  EXPECT_GE(tried, 7);
}

/// A ball that meets one plane twice: one row of W depends on the other.
TEST(Pivoting, LeavesOneOfTwoContactsThatSayTheSame) {
  StepData<2> data;
  data.add_body(Vec<2>::Constant(1.0), Vec<2>(0.0, -1.0));
  for (int twice = 0; twice < 2; ++twice) {
    data.add_contact(0, 1, -Vec<2>::UnitY(), 0.0);
  }
  std::vector<double> impulse(2, 0.0);
  const solver::Result result = pivot(data, impulse, {.tolerance = 1e-12, .max_iterations = 10});
  EXPECT_EQ(result.status, solver::Status::converged);
  EXPECT_NEAR(impulse[0] + impulse[1], 1.0, 1e-14);
}

TEST(Pivoting, LeavesImpulsesAsTheyWereWhereItFails) {
  // Squeezed: no velocity obeys both.
  StepData<2> data;
  data.add_body(Vec<2>::Constant(1.0), Vec<2>(0.3, 0.0));
  data.add_contact(0, 1, -Vec<2>::UnitY(), -0.1);
  data.add_contact(0, 1, Vec<2>::UnitY(), -0.1);
  std::vector<double> impulse = {0.25, 0.125};
  const solver::Result result = pivot(data, impulse, {.tolerance = 1e-9, .max_iterations = 1000});
  EXPECT_EQ(result.status, solver::Status::iteration_limit);
  EXPECT_EQ(impulse, (std::vector<double>{0.25, 0.125}));
  // Also where the start would do: others are to make it better than it has to be.
  EXPECT_EQ(pivot(data, impulse, {.tolerance = 1.001 * result.residual, .max_iterations = 1000}).status,
            solver::Status::iteration_limit);
}

/// Networks at random, from guesses at random: whatever the start, the same velocities.
TEST(Pivoting, DoesNotDependOnTheGuess) {
  Numbers numbers(11);
  int given_up = 0;
  for (int trial = 0; trial < 200; ++trial) {
    StepData<3> data;
    const int bodies = 2 + trial % 12;
    for (int i = 0; i < bodies; ++i) {
      data.add_body(Vec<3>::Constant(1.0 + 0.9 * numbers()), numbers.vector<3>());
    }
    for (int c = 0; c < 3 * bodies; ++c) {
      const auto other = static_cast<std::int32_t>((c + 1 + c / bodies) % (bodies + 1));
      if (other != c % bodies) {
        data.add_contact(c % bodies, other, numbers.vector<3>().normalized(), 0.1 * (1.0 + numbers()),
                         0.3 * (numbers() - 1.0));
      }
    }
    std::vector<Vec<3>> expected;
    for (int guess = 0; guess < 3; ++guess) {
      std::vector<double> impulse(data.contacts(), 0.0);
      for (double& p : impulse) {
        p = guess == 0 ? 0.0 : 5.0 * numbers();
      }
      const solver::Result result = pivot(data, impulse, {.tolerance = 1e-10, .max_iterations = 1000});
      if (result.status == solver::Status::iteration_limit) {
        ++given_up;  // guesses at random are worse than any that a step begins with
        continue;
      }
      ASSERT_EQ(result.status, solver::Status::converged) << trial;
      ASSERT_LE(data.measures(impulse).residual, 1e-9) << trial;
      expected = expected.empty() ? data.velocities(impulse) : expected;
      ASSERT_LT(largest_difference(data.velocities(impulse), expected), 1e-8) << trial;
    }
  }
  EXPECT_LE(given_up, 20) << "of 600";
}

/// With hardly an iteration to spend, one that makes impulses is spent: pivots that do not settle make none.
TEST(Pivoting, DoesNotSpendTheFewIterationsThereAre) {
  const StepData<2> data = solved<2>(read_solved("wedge")).data;
  ASSERT_LE(data.contacts(), solver::pivoting_limit);
  for (const std::int64_t few : {1, 2, 3, 10}) {
    std::vector<double> impulse(data.contacts(), 0.0);
    solver::Workspace<Problem<2>> workspace;
    solver::automatic(data.pose(), impulse, {.tolerance = 1e-12, .max_iterations = few}, workspace);
    EXPECT_GT(largest(impulse), 0.0) << few;
  }
}

}  // namespace
}  // namespace gluey::pivoting_test
