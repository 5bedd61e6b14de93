// Contacts of bodies of any shape in single precision, in both models of friction: a step is that of the sets
// in double precision, up to rounding; other contacts are turned away; what the iterations end with is the solution of other methods.

#include "problem/solids.hpp"

#include "solver/finish.hpp"
#include "solver/single.hpp"

#include <gtest/gtest.h>

#include "rigid_step.hpp"

#include <omp.h>

#include <cmath>

namespace gluey::test::solids_test {
namespace {

enum class Kinds { coulomb, convex };

/// Bodies of any shape: arms are anything. A body that is held, one that does not turn, one held along an axis; obstacles whose surfaces
/// move and turn.
RigidStep<3> solids_step(std::size_t bodies, std::size_t contacts, std::uint64_t seed, Kinds kinds) {
  Draws draws(seed);
  RigidStep<3> step;
  step.data.step = 0.01;
  for (std::size_t i = 0; i < bodies; ++i) {
    const double inverse_mass = i % 7 == 3 ? 0.0 : 1.5 + draws();
    Eigen::Matrix3d inverse_inertia = Eigen::Matrix3d::Zero();
    if (i % 5 != 2) {
      const Vec<3> mixed = draws.vector<3>();
      inverse_inertia = 3.0 * Eigen::Matrix3d::Identity() + mixed * mixed.transpose();
    }
    step.add_body(Vec<3>(inverse_mass, i % 11 == 6 ? 0.0 : inverse_mass, inverse_mass), inverse_inertia,
                  draws.vector<3>(), draws.vector<3>());
  }
  const auto any = [&](std::size_t below) {
    return static_cast<std::int32_t>(0.5 * (1.0 + draws()) * static_cast<double>(below));
  };
  for (std::size_t c = 0; c < contacts; ++c) {
    const std::int32_t a = any(bodies);
    std::int32_t b = any(bodies + 2);
    b = b == a ? static_cast<std::int32_t>(bodies) : b;
    ContactSet set;
    set.lower = draws() > 0.0 ? 0.0 : -0.1;
    set.friction = set.shift = c % 4 == 0 ? 0.0 : 0.3 + 0.2 * draws();
    if (kinds == Kinds::convex && set.friction > 0.0) {
      set.shift = set.lower = 0.0;
    }
    const Vec<3> normal = draws.vector<3>().normalized();
    step.add_contact(a, b, normal, 0.7 * normal + 0.3 * draws.vector<3>(), -0.7 * normal + 0.3 * draws.vector<3>(),
                     0.01 * draws(), set, draws.vector<3>(), draws.vector<3>());
  }
  return step;
}

class SolidsTest : public testing::TestWithParam<Kinds> {
 protected:
  // With twice as many contacts some of these problems have no solution.
  SolidsTest() : step_(solids_step(50, 45, 1, GetParam())) {
    problem_.pose(step_.data);
    Draws draws(2);
    impulse_.resize(problem_.components());
    for (double& p : impulse_) {
      p = 0.3 * draws();
    }
  }
  RigidStep<3> step_;
  RigidProblem<3> problem_;
  std::vector<double> impulse_;
  Solids solids_;
};

TEST_P(SolidsTest, AStepIsTheRelaxationOfEachContact) {
  ASSERT_TRUE(solids_.pose(problem_));
  std::vector<RigidProblem<3>::State> state(problem_.bodies() + 1);
  problem_.velocities(impulse_.data(), state.data());
  std::vector<double> expected = impulse_, found = impulse_;
  for (std::size_t slot = 0; slot < problem_.contacts(); ++slot) {
    problem_.at(slot, state.data(), [&](const auto& set, std::size_t at, const auto& u) {
      using Block = std::remove_cvref_t<decltype(u)>;
      Eigen::Map<Block> p(expected.data() + at);
      p = set.relaxed(Block(p), u);
    });
  }
  solids_.load(problem_, impulse_.data());
  solids_.step_contacts(0.0, 1.0);
  solids_.read(problem_, found.data());
  for (std::size_t k = 0; k < expected.size(); ++k) {
    EXPECT_NEAR(found[k], expected[k], 2e-5);
  }
}

TEST_P(SolidsTest, TheSumsOfASecondStepAreThoseOfItsDifferences) {
  // e = p⁺ − y and what it does to the velocities, with momentum, written out in double precision.
  ASSERT_TRUE(solids_.pose(problem_));
  constexpr double beta = 0.6;
  std::vector<double> zero = impulse_, one = impulse_, two = impulse_, e(impulse_.size());
  solids_.load(problem_, impulse_.data());
  solids_.step_contacts(0.0, 0.5);
  solids_.step_bodies(beta);
  solids_.read(problem_, one.data());
  const Solids::Sums sums = solids_.step_contacts(beta, 0.5);
  const double curvature = solids_.step_bodies(0.0);
  solids_.read(problem_, two.data());
  for (std::size_t k = 0; k < e.size(); ++k) {
    e[k] = two[k] - (one[k] + beta * (one[k] - zero[k]));
  }
  std::vector<RigidProblem<3>::State> state(problem_.bodies() + 1);
  problem_.velocities(e.data(), state.data());
  double step = 0.0, onward = 0.0, energy = 0.0;
  for (std::size_t slot = 0; slot < problem_.contacts(); ++slot) {
    problem_.at(slot, state.data(), [&](const auto& set, std::size_t at, const auto& u) {
      using Block = std::remove_cvref_t<decltype(u)>;
      const Block change = Eigen::Map<const Block>(e.data() + at);
      step += set.inner(change, change);
      onward +=
          set.inner(change, Block(Eigen::Map<const Block>(two.data() + at) - Eigen::Map<const Block>(one.data() + at)));
    });
  }
  for (std::size_t i = 0; i < problem_.bodies(); ++i) {
    energy += problem_.energy(i, state[i].x);
  }
  EXPECT_NEAR(sums.step, step, 1e-4 * step);
  EXPECT_NEAR(sums.onward, onward, 1e-4 * std::abs(step));
  EXPECT_NEAR(curvature, energy, 1e-4 * energy);
}

TEST_P(SolidsTest, ChoosingAmongContactsInTheMiddleChangesNothing) {
  ASSERT_TRUE(solids_.pose(problem_));
  const auto run = [&](double margin) {
    std::vector<double> found = impulse_;
    solids_.load(problem_, impulse_.data());
    for (const double beta : {0.0, 0.4, 0.6}) {
      solids_.step_contacts(beta, 0.5);
      solids_.step_bodies(beta + 0.2);
      solids_.choose(margin);
    }
    solids_.step_contacts(0.8, 0.5);
    solids_.read(problem_, found.data());
    return std::pair(found, solids_.contacts());
  };
  const auto [all, count] = run(1e9);
  const auto [some, fewer] = run(1.0);
  EXPECT_EQ(count, problem_.contacts());
  EXPECT_LT(fewer, count);
  EXPECT_GT(fewer, 0U);
  for (std::size_t k = 0; k < all.size(); ++k) {
    EXPECT_NEAR(all[k], some[k], 1e-5);
  }
}

TEST_P(SolidsTest, ContactsThatAreNotChosenWouldNotMove) {
  ASSERT_TRUE(solids_.pose(problem_));
  const auto run = [&](bool chosen) {
    std::vector<double> found = impulse_;
    solids_.load(problem_, impulse_.data());
    solids_.step_contacts(0.0, 0.5);
    solids_.step_bodies(0.0);
    if (chosen) {
      solids_.choose(0.0);
    }
    solids_.step_contacts(0.0, 0.5);
    solids_.read(problem_, found.data());
    return found;
  };
  const std::vector<double> all = run(false), some = run(true);
  EXPECT_LT(solids_.contacts(), problem_.contacts());
  for (std::size_t k = 0; k < all.size(); ++k) {
    EXPECT_NEAR(all[k], some[k], 1e-5);
  }
}

TEST_P(SolidsTest, IterationsEndWithTheVelocitiesOfOtherMethods) {
  constexpr double tolerance = 2e-4;
  solver::Workspace<RigidProblem<3>> workspace;
  const solver::Settings settings{.tolerance = tolerance, .max_iterations = 3000, .budget = {.least = 3000.0}};
  ASSERT_FALSE(solver::suits_single(problem_, {.tolerance = tolerance}, workspace)) << "without a budget";
  ASSERT_TRUE(solver::suits_single(problem_, settings, workspace));
  std::vector<double> impulse(problem_.components(), 0.0), other = impulse;
  const solver::Result start = solver::warm_start(problem_, impulse, settings, workspace, "start");
  const solver::Result result = solver::in_single(problem_, impulse, settings, workspace, start);
  EXPECT_TRUE(result.converged()) << result.residual;
  const solver::Result reference =
      solver::gauss_seidel(problem_, other, {.tolerance = 1e-6, .max_iterations = 100000}, workspace);
  ASSERT_TRUE(reference.converged()) << reference.residual;
  std::vector<RigidProblem<3>::State> velocity(problem_.bodies() + 1), expected = velocity;
  problem_.velocities(impulse.data(), velocity.data());
  problem_.velocities(other.data(), expected.data());
  for (std::size_t i = 0; i < problem_.bodies(); ++i) {
    for (int k = 0; k < 6; ++k) {
      EXPECT_NEAR(velocity[i].x[k], expected[i].x[k], 50.0 * tolerance);
    }
  }
}

TEST_P(SolidsTest, OtherContactsAreTurnedAway) {
  const auto suits = [&](const auto& change) {
    RigidStep<3> other = step_;
    change(other.data);
    RigidProblem<3> problem;
    problem.pose(other.data);
    return solids_.pose(problem);
  };
  EXPECT_TRUE(suits([](auto& /*data*/) {}));
  EXPECT_FALSE(suits([](auto& data) { data.set[1].shift = 0.0, data.set[1].lower = -0.1; }))
      << "the convex model with pulls";
  EXPECT_FALSE(suits([](auto& data) { data.set[1].shift = 0.5 * data.set[1].friction; })) << "neither model";
  EXPECT_FALSE(suits([](auto& data) { data.set[1].rolling = 0.1; })) << "resistance to rolling";
}

TEST(SolidsThreads, DoNotShow) {
  const RigidStep<3> step = solids_step(4000, 9000, 3, Kinds::coulomb);
  RigidProblem<3> problem;
  problem.pose(step.data);
  const int threads = omp_get_max_threads();
  std::vector<std::vector<double>> found;
  for (const int count : {1, 3}) {
    omp_set_num_threads(count);
    Solids solids;
    ASSERT_TRUE(solids.pose(problem));
    std::vector<double> impulse(problem.components(), 0.1);
    solids.load(problem, impulse.data());
    double sums = 0.0;
    for (int k = 0; k < 5; ++k) {
      sums += solids.step_contacts(0.3, 0.5).step + solids.step_bodies(0.3);
    }
    solids.choose(0.5);
    solids.step_contacts(0.3, 0.5);
    solids.read(problem, impulse.data());
    impulse.push_back(sums);
    found.push_back(impulse);
  }
  omp_set_num_threads(threads);
  EXPECT_EQ(found[0], found[1]);
}

INSTANTIATE_TEST_SUITE_P(Kinds, SolidsTest, testing::Values(Kinds::coulomb, Kinds::convex),
                         [](const auto& test) { return test.param == Kinds::coulomb ? "Coulomb" : "Convex"; });

}  // namespace
}  // namespace gluey::test::solids_test
