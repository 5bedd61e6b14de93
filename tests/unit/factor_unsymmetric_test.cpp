#include "solver/factor.hpp"

#include <gtest/gtest.h>

#include <Eigen/Dense>

#include <random>

namespace gluey::solver::factor_unsymmetric_test {
namespace {

TEST(UnsymmetricFactor, SolvesRandomSparseSystems) {
  std::mt19937 generator(11);
  std::uniform_real_distribution<double> uniform(-1.0, 1.0);
  for (const int n : {1, 5, 40, 200}) {
    Eigen::MatrixXd a = Eigen::MatrixXd::Zero(n, n);
    for (int k = 0; k < 4 * n; ++k) {
      const int i = static_cast<int>(generator() % static_cast<unsigned>(n));
      const int j = static_cast<int>(generator() % static_cast<unsigned>(n));
      a(i, j) = uniform(generator);
      a(j, i) = uniform(generator);
    }
    a.diagonal().setConstant(9.0);
    Lower lower;
    std::vector<double> upper;
    lower.start.push_back(0);
    for (int j = 0; j < n; ++j) {
      for (int i = j; i < n; ++i) {
        if (a(i, j) != 0.0) {
          lower.row.push_back(i);
          lower.value.push_back(a(i, j));
          upper.push_back(a(j, i));
        }
      }
      lower.start.push_back(static_cast<std::int32_t>(lower.row.size()));
    }
    Factor factor;
    factor.analyse(lower);
    ASSERT_TRUE(factor.factorise(lower, upper));
    const Eigen::VectorXd b = Eigen::VectorXd::LinSpaced(n, -1.0, 2.0);
    Eigen::VectorXd x = b;
    factor.solve(x.data());
    EXPECT_LT((a * x - b).norm(), 1e-12 * b.norm() * n) << n;

    // The symmetric kind on the same analysis, afterwards.
    ASSERT_TRUE(factor.factorise(lower));
    const Eigen::MatrixXd symmetric = a.selfadjointView<Eigen::Lower>();
    x = b;
    factor.solve(x.data());
    EXPECT_LT((symmetric * x - b).norm(), 1e-12 * b.norm() * n) << n;
  }
}

TEST(UnsymmetricFactor, SaysWhenAPivotIsZero) {
  const Lower lower{.start = {0, 2, 3}, .row = {0, 1, 1}, .value = {1.0, 2.0, 4.0}};
  Factor factor;
  factor.analyse(lower);
  EXPECT_FALSE(factor.factorise(lower, {1.0, 2.0, 4.0}));
}

}  // namespace
}  // namespace gluey::solver::factor_unsymmetric_test
