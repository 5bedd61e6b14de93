// Solvers of assembled problems, against closed forms and an exhaustive search over what each contact does.

#include "solver/cone_solver.hpp"

#include <gtest/gtest.h>

#include <Eigen/Dense>

#include <cmath>
#include <random>
#include <vector>

namespace gluey::solver {

static std::ostream& operator<<(std::ostream& out, const NamedConeMethod& tested) { return out << tested.name; }

}  // namespace gluey::solver

namespace gluey::cone_solver_test {
namespace {

using solver::ConeWorkspace;

Assembled problem_of(const Eigen::MatrixXd& w, const Eigen::VectorXd& b, std::vector<ConeContact> contacts) {
  const auto n = static_cast<std::int32_t>(b.size());
  std::vector<std::int32_t> start(1, 0), row;
  std::vector<double> value;
  for (std::int32_t j = 0; j < n; ++j) {
    for (std::int32_t i = 0; i < n; ++i) {
      row.push_back(i);
      value.push_back(w(i, j));
    }
    start.push_back(static_cast<std::int32_t>(row.size()));
  }
  return assemble(start, row, value, {b.data(), b.data() + n}, std::move(contacts));
}

class EveryMethod : public testing::TestWithParam<solver::NamedConeMethod> {
 protected:
  std::vector<double> solve(const Assembled& problem, double tolerance = 1e-9) {
    std::vector<double> p(problem.size(), 0.0);
    const solver::Result result =
        GetParam().method(problem, p, {.tolerance = tolerance, .max_iterations = 100000}, workspace_);
    EXPECT_TRUE(result.converged()) << result.method << " stops at " << result.residual;
    EXPECT_LE(result.residual, tolerance);
    return p;
  }
  ConeWorkspace workspace_;
};

// One body of mass m on a plane: W = 1/m, so p follows from the free velocity b component by component.
constexpr double mass = 2.5, mu = 0.4;

Assembled one_body(double normal, double t1, double t2, Set set = Set::cone) {
  return problem_of(Eigen::Matrix3d::Identity() / mass, Eigen::Vector3d(normal, t1, t2),
                    {{.first = 0, .size = 3, .set = set, .parameter = mu}});
}

TEST_P(EveryMethod, StopsABodyWhoseSlipTheConeCanHold) {
  const auto p = solve(one_body(-1.0, 0.2, -0.1));
  EXPECT_NEAR(p[0], mass, 1e-8);
  EXPECT_NEAR(p[1], -0.2 * mass, 1e-8);
  EXPECT_NEAR(p[2], 0.1 * mass, 1e-8);
}

TEST_P(EveryMethod, LetsABodySlideAgainstFrictionWithoutLiftingIt) {
  const auto p = solve(one_body(-1.0, 3.0, 4.0));
  EXPECT_NEAR(p[0], mass, 1e-8);
  EXPECT_NEAR(p[1], -mu * mass * 0.6, 1e-8);
  EXPECT_NEAR(p[2], -mu * mass * 0.8, 1e-8);
}

TEST_P(EveryMethod, LiftsASlidingBodyWithTheConvexLaw) {
  // Projection of −m b onto the cone: p_n = m(1 + 5μ)/(1 + μ²).
  const auto p = solve(one_body(-1.0, 3.0, 4.0, Set::convex));
  const double normal = mass * (1.0 + 5.0 * mu) / (1.0 + mu * mu);
  EXPECT_NEAR(p[0], normal, 1e-8);
  EXPECT_NEAR(p[1], -mu * normal * 0.6, 1e-8);
  EXPECT_GT(p[0] / mass - 1.0, 0.1);  // u_n
}

TEST_P(EveryMethod, LeavesASeparatingBodyAloneToTheLastBit) {
  const auto p = solve(one_body(0.5, 3.0, 4.0));
  EXPECT_EQ(p, (std::vector<double>{0.0, 0.0, 0.0}));
}

TEST_P(EveryMethod, HoldsABoundWithItsPullAndTransmitsNoShear) {
  // p ≥ −1: a separating velocity of 1/m·(1 + rest) is reduced by what the glue can pull.
  const auto pulled = solve(problem_of(Eigen::Matrix3d::Identity() / mass, Eigen::Vector3d(1.0, 0.3, 0.0),
                                       {{.first = 0, .size = 3, .set = Set::bound, .parameter = -1.0}}));
  EXPECT_NEAR(pulled[0], -1.0, 1e-12);
  EXPECT_EQ(pulled[1], 0.0);
  const auto held = solve(problem_of(Eigen::Matrix3d::Identity() / mass, Eigen::Vector3d(0.1, 0.3, 0.0),
                                     {{.first = 0, .size = 3, .set = Set::bound, .parameter = -1.0}}));
  EXPECT_NEAR(held[0], -0.1 * mass, 1e-8);
}

TEST_P(EveryMethod, TakesAConeWithoutFrictionForABound) {
  auto problem = one_body(-1.0, 3.0, 4.0);
  problem.contact[0].parameter = 0.0;
  const auto p = solve(problem);
  EXPECT_NEAR(p[0], mass, 1e-8);
  EXPECT_EQ(p[1], 0.0);
  EXPECT_EQ(p[2], 0.0);
}

// In the plane a contact is open (p = 0), sticks (u = 0) or slides to one side (u_n = 0, p_T = ±μ p_n): four linear
// systems a contact. The combinations whose solution obeys every inequality are all the solutions there are.
std::vector<Eigen::VectorXd> all_solutions(const Eigen::MatrixXd& w, const Eigen::VectorXd& b, double friction) {
  const Eigen::Index contacts = b.size() / 2;
  std::vector<Eigen::VectorXd> found;
  for (int code = 0; code < (1 << (2 * contacts)); ++code) {
    Eigen::MatrixXd matrix = Eigen::MatrixXd::Zero(b.size(), b.size());
    Eigen::VectorXd right = Eigen::VectorXd::Zero(b.size());
    for (Eigen::Index c = 0; c < contacts; ++c) {
      const int state = (code >> (2 * c)) & 3;
      const Eigen::Index n = 2 * c, t = n + 1;
      if (state == 0) {
        matrix(n, n) = matrix(t, t) = 1.0;
        continue;
      }
      matrix.row(n) = w.row(n);
      right(n) = -b(n);
      if (state == 1) {
        matrix.row(t) = w.row(t);
        right(t) = -b(t);
      } else {
        matrix(t, t) = 1.0;
        matrix(t, n) = state == 2 ? -friction : friction;
      }
    }
    const Eigen::VectorXd p = matrix.fullPivLu().solve(right), u = w * p + b;
    bool valid = (matrix * p - right).norm() < 1e-9;
    for (Eigen::Index c = 0; c < contacts; ++c) {
      const int state = (code >> (2 * c)) & 3;
      const double slip = u(2 * c + 1), normal = p(2 * c);
      valid = valid && (state == 0   ? u(2 * c) >= 0.0
                        : state == 1 ? std::abs(p(2 * c + 1)) <= friction * normal
                                     : normal >= 0.0 && (state == 2 ? slip <= 0.0 : slip >= 0.0));
    }
    if (valid) {
      found.push_back(p);
    }
  }
  return found;
}

TEST_P(EveryMethod, FindsASolutionOfTheExhaustiveSearchInThePlane) {
  std::mt19937 generator(5);
  std::normal_distribution<double> normal;
  constexpr int contacts = 4;
  for (int trial = 0; trial < 30; ++trial) {
    Eigen::MatrixXd g(2 * contacts, 10);
    Eigen::VectorXd b(2 * contacts);
    for (double& entry : g.reshaped()) {
      entry = normal(generator);
    }
    for (double& entry : b) {
      entry = normal(generator);
    }
    const Eigen::MatrixXd w = g * g.transpose() + 0.1 * Eigen::MatrixXd::Identity(2 * contacts, 2 * contacts);
    std::vector<ConeContact> cones;
    cones.reserve(static_cast<std::size_t>(contacts));
    for (std::int32_t c = 0; c < contacts; ++c) {
      cones.push_back({.first = 2 * c, .size = 2, .set = Set::cone, .parameter = 0.3});
    }
    const auto solutions = all_solutions(w, b, 0.3);
    ASSERT_FALSE(solutions.empty()) << "trial " << trial;
    const auto p = solve(problem_of(w, b, cones), 1e-8);
    const Eigen::Map<const Eigen::VectorXd> mine(p.data(), b.size());
    double nearest = 1e300;
    for (const Eigen::VectorXd& solution : solutions) {
      nearest = std::min(nearest, (solution - mine).lpNorm<Eigen::Infinity>());
    }
    EXPECT_LT(nearest, 1e-5) << "trial " << trial;
  }
}

TEST_P(EveryMethod, GivesTheSameBitsFromAWorkspaceThatWasUsed) {
  const auto problem = one_body(-1.0, 3.0, 4.0);
  const auto first = solve(problem);
  solve(one_body(-1.0, 0.2, -0.1));
  EXPECT_EQ(first, solve(problem));
}

INSTANTIATE_TEST_SUITE_P(Cones, EveryMethod, testing::ValuesIn(solver::cone_methods()), [](const auto& method) {
  std::string name(method.param.name);
  std::erase(name, '-');
  return name;
});

TEST(ConeIterationCost, GrowsWithTheMatrix) {
  ConeWorkspace workspace;
  const auto cost = [&](Eigen::Index contacts) {
    std::vector<ConeContact> cones;
    cones.reserve(static_cast<std::size_t>(contacts));
    for (std::int32_t c = 0; c < contacts; ++c) {
      cones.push_back({.first = 3 * c, .size = 3, .set = Set::cone, .parameter = 0.3});
    }
    const Eigen::MatrixXd w = Eigen::MatrixXd::Constant(3 * contacts, 3 * contacts, 1.0);
    return solver::cone_iteration_cost(problem_of(w, Eigen::VectorXd::Ones(3 * contacts), cones), workspace);
  };
  // A full matrix takes n³/6 multiplications, twice for one that is not symmetric.
  EXPECT_NEAR(cost(20) / (60.0 * 60.0 * 60.0 / 3.0), 1.0, 0.05);
  EXPECT_NEAR(cost(40) / cost(20), 8.0, 0.4);
}

}  // namespace
}  // namespace gluey::cone_solver_test
