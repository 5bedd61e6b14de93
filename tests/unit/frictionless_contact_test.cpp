// Contacts whose coefficient of friction is 0, among others or alone, in problems given by their matrix: they press and never pull, whatever the
// method. The cone of a contact without friction is a half line, and not the line through it.

#include "core/random.hpp"

#include <gluey/solve.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace gluey::test::frictionless_contact_test {
namespace {

/// The contact problem u = W r + q, with a dense W.
ContactProblem dense(int dimension, const std::vector<std::vector<double>>& matrix, const std::vector<double>& offset,
                     const std::vector<double>& friction) {
  ContactProblem problem;
  problem.dimension = dimension;
  problem.offset = offset;
  problem.parameter = friction;
  problem.start = {0};
  for (std::size_t j = 0; j < offset.size(); ++j) {
    for (std::size_t i = 0; i < offset.size(); ++i) {
      problem.row.push_back(static_cast<std::int32_t>(i));
      problem.value.push_back(matrix[i][j]);
    }
    problem.start.push_back(static_cast<std::int32_t>(problem.row.size()));
  }
  return problem;
}

TEST(FrictionlessContact, ThatOpensDoesNotPull) {
  for (const int dimension : {2, 3}) {
    const auto size = static_cast<std::size_t>(dimension);
    std::vector<std::vector<double>> identity(size, std::vector<double>(size, 0.0));
    std::vector<double> offset(size, 0.0);
    offset[0] = 1.0;
    for (std::size_t i = 0; i < size; ++i) {
      identity[i][i] = 1.0;
    }
    for (const std::string& solver : friction_solvers()) {
      SolveOptions options;
      options.solver = solver;
      const SolveReport report = solve_contact_problem(dense(dimension, identity, offset, {0.0}), options, {});
      EXPECT_TRUE(report.converged) << solver;
      EXPECT_LT(report.error, options.tolerance) << solver;
      for (const double impulse : report.impulse) {
        EXPECT_NEAR(impulse, 0.0, 1e-7) << solver;
      }
    }
  }
}

TEST(FrictionlessContact, AmongOthersObeysItsLaw) {
  RandomStream random(7, 0);
  int opened = 0;
  for (int trial = 0; trial < 20; ++trial) {
    const int dimension = 2 + trial % 2;
    const std::size_t contacts = 1 + static_cast<std::size_t>(trial) % 5;
    const std::size_t size = contacts * static_cast<std::size_t>(dimension);
    std::vector<std::vector<double>> factor(size, std::vector<double>(size)), matrix(factor);
    std::vector<double> offset(size), friction(contacts);
    for (std::size_t i = 0; i < size; ++i) {
      offset[i] = random.uniform(-1.0, 1.0);
      for (double& entry : factor[i]) {
        entry = random.uniform(-1.0, 1.0);
      }
      factor[i][i] += 2.0;
    }
    for (std::size_t i = 0; i < size; ++i) {
      for (std::size_t j = 0; j < size; ++j) {
        matrix[i][j] = 0.0;
        for (std::size_t k = 0; k < size; ++k) {
          matrix[i][j] += factor[i][k] * factor[j][k];
        }
      }
    }
    for (std::size_t c = 0; c < contacts; ++c) {
      friction[c] = c % 2 == 0 ? 0.0 : 0.4;
    }
    for (const std::string& solver : friction_solvers()) {
      SolveOptions options;
      options.solver = solver;
      options.max_iterations = 200000;
      options.tolerance = 1e-6;  // all methods get there, Newton's steps do not always get further
      const SolveReport report = solve_contact_problem(dense(dimension, matrix, offset, friction), options, {});
      ASSERT_TRUE(report.converged) << solver << ", trial " << trial;
      for (std::size_t c = 0; c < contacts; c += 2) {
        const std::size_t k = c * static_cast<std::size_t>(dimension);
        // Either it presses and does not part, or it parts; across it nothing acts.
        EXPECT_GT(report.impulse[k], -1e-5) << solver << ", trial " << trial;
        EXPECT_GT(report.velocity[k], -1e-5) << solver << ", trial " << trial;
        EXPECT_NEAR(std::min(report.impulse[k], report.velocity[k]), 0.0, 1e-5) << solver << ", trial " << trial;
        EXPECT_NEAR(report.impulse[k + 1], 0.0, 1e-5) << solver << ", trial " << trial;
        opened += report.velocity[k] > 1e-3 ? 1 : 0;
      }
    }
  }
  EXPECT_GT(opened, 20);
}

}  // namespace
}  // namespace gluey::test::frictionless_contact_test
