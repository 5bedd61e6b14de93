// Contacts in the plane in single precision, in both models of friction and with moments that resist rolling: a step is that of the sets
// in double precision, up to rounding; other contacts are turned away; what the iterations end with is the solution of other methods.

#include "problem/planar.hpp"

#include "solver/finish.hpp"
#include "solver/single.hpp"

#include <gtest/gtest.h>

#include "rigid_step.hpp"

#include <omp.h>

#include <cmath>

namespace gluey::test::planar_test {
namespace {

enum class Kinds { coulomb, convex, rolling };

/// Bodies of any shape: arms are anything. A body that is held, one that does not turn, one held along an axis; obstacles whose surfaces
/// move and turn.
RigidStep<2> planar_step(std::size_t bodies, std::size_t contacts, std::uint64_t seed, Kinds kinds) {
  Draws draws(seed);
  RigidStep<2> step;
  step.data.step = 0.01;
  for (std::size_t i = 0; i < bodies; ++i) {
    const double inverse_mass = i % 7 == 3 ? 0.0 : 1.5 + draws(), inverse_inertia = i % 5 == 2 ? 0.0 : 4.0 + draws();
    step.add_body(Vec<2>(inverse_mass, i % 11 == 6 ? 0.0 : inverse_mass), Vec<1>(inverse_inertia), draws.vector<2>(),
                  draws.vector<1>());
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
    if (kinds == Kinds::rolling && c % 3 == 0) {
      set.rolling = set.rolling_shift = 0.1;
    }
    const Vec<2> normal = draws.vector<2>().normalized();
    step.add_contact(a, b, normal, 0.7 * normal + 0.3 * draws.vector<2>(), -0.7 * normal + 0.3 * draws.vector<2>(),
                     0.01 * draws(), set, draws.vector<2>(), draws.vector<1>());
  }
  return step;
}

class PlanarTest : public testing::TestWithParam<Kinds> {
 protected:
  // With twice as many contacts some of these problems have no solution.
  PlanarTest() : step_(planar_step(50, 45, 1, GetParam())) {
    problem_.pose(step_.data);
    Draws draws(2);
    impulse_.resize(problem_.components());
    for (double& p : impulse_) {
      p = 0.3 * draws();
    }
  }
  RigidStep<2> step_;
  RigidProblem<2> problem_;
  std::vector<double> impulse_;
  Planar planar_;
};

TEST_P(PlanarTest, AStepIsTheRelaxationOfEachContact) {
  ASSERT_TRUE(planar_.pose(problem_));
  std::vector<RigidProblem<2>::State> state(problem_.bodies() + 1);
  problem_.velocities(impulse_.data(), state.data());
  std::vector<double> expected = impulse_, found = impulse_;
  for (std::size_t slot = 0; slot < problem_.contacts(); ++slot) {
    problem_.at(slot, state.data(), [&](const auto& set, std::size_t at, const auto& u) {
      using Block = std::remove_cvref_t<decltype(u)>;
      Eigen::Map<Block> p(expected.data() + at);
      p = set.relaxed(Block(p), u);
    });
  }
  planar_.load(problem_, impulse_.data());
  planar_.step_contacts(0.0, 1.0);
  planar_.read(problem_, found.data());
  for (std::size_t k = 0; k < expected.size(); ++k) {
    EXPECT_NEAR(found[k], expected[k], 2e-5);
  }
}

TEST_P(PlanarTest, TheSumsOfASecondStepAreThoseOfItsDifferences) {
  // e = p⁺ − y and what it does to the velocities, with momentum, written out in double precision.
  ASSERT_TRUE(planar_.pose(problem_));
  constexpr double beta = 0.6;
  std::vector<double> zero = impulse_, one = impulse_, two = impulse_, e(impulse_.size());
  planar_.load(problem_, impulse_.data());
  planar_.step_contacts(0.0, 0.5);
  planar_.step_bodies(beta);
  planar_.read(problem_, one.data());
  const Planar::Sums sums = planar_.step_contacts(beta, 0.5);
  const double curvature = planar_.step_bodies(0.0);
  planar_.read(problem_, two.data());
  for (std::size_t k = 0; k < e.size(); ++k) {
    e[k] = two[k] - (one[k] + beta * (one[k] - zero[k]));
  }
  std::vector<RigidProblem<2>::State> state(problem_.bodies() + 1);
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

TEST_P(PlanarTest, ChoosingAmongContactsInTheMiddleChangesNothing) {
  ASSERT_TRUE(planar_.pose(problem_));
  const auto run = [&](double margin) {
    std::vector<double> found = impulse_;
    planar_.load(problem_, impulse_.data());
    for (const double beta : {0.0, 0.4, 0.6}) {
      planar_.step_contacts(beta, 0.5);
      planar_.step_bodies(beta + 0.2);
      planar_.choose(margin);
    }
    planar_.step_contacts(0.8, 0.5);
    planar_.read(problem_, found.data());
    return std::pair(found, planar_.contacts());
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

TEST_P(PlanarTest, ContactsThatAreNotChosenWouldNotMove) {
  ASSERT_TRUE(planar_.pose(problem_));
  const auto run = [&](bool chosen) {
    std::vector<double> found = impulse_;
    planar_.load(problem_, impulse_.data());
    planar_.step_contacts(0.0, 0.5);
    planar_.step_bodies(0.0);
    if (chosen) {
      planar_.choose(0.0);
    }
    planar_.step_contacts(0.0, 0.5);
    planar_.read(problem_, found.data());
    return found;
  };
  const std::vector<double> all = run(false), some = run(true);
  EXPECT_LT(planar_.contacts(), problem_.contacts());
  for (std::size_t k = 0; k < all.size(); ++k) {
    EXPECT_NEAR(all[k], some[k], 1e-5);
  }
}

TEST_P(PlanarTest, IterationsEndWithTheVelocitiesOfOtherMethods) {
  constexpr double tolerance = 2e-4;
  solver::Workspace<RigidProblem<2>> workspace;
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
  std::vector<RigidProblem<2>::State> velocity(problem_.bodies() + 1), expected = velocity;
  problem_.velocities(impulse.data(), velocity.data());
  problem_.velocities(other.data(), expected.data());
  for (std::size_t i = 0; i < problem_.bodies(); ++i) {
    for (int k = 0; k < 3; ++k) {
      EXPECT_NEAR(velocity[i].x[k], expected[i].x[k], 50.0 * tolerance);
    }
  }
}

TEST_P(PlanarTest, OtherContactsAreTurnedAway) {
  const auto suits = [&](const auto& change) {
    RigidStep<2> other = step_;
    change(other.data);
    RigidProblem<2> problem;
    problem.pose(other.data);
    return planar_.pose(problem);
  };
  EXPECT_TRUE(suits([](auto& /*data*/) {}));
  EXPECT_FALSE(suits([](auto& data) { data.set[1].shift = 0.0, data.set[1].lower = -0.1; }))
      << "the convex model with pulls";
  EXPECT_FALSE(suits([](auto& data) { data.set[1].shift = 0.5 * data.set[1].friction; })) << "neither model";
  EXPECT_FALSE(suits([](auto& data) {
    data.set[1].shift = data.set[1].rolling_shift = 0.0, data.set[1].rolling = 0.1;
  })) << "the convex model with rolling";
}

TEST(PlanarThreads, DoNotShow) {
  const RigidStep<2> step = planar_step(4000, 9000, 3, Kinds::rolling);
  RigidProblem<2> problem;
  problem.pose(step.data);
  const int threads = omp_get_max_threads();
  std::vector<std::vector<double>> found;
  for (const int count : {1, 3}) {
    omp_set_num_threads(count);
    Planar planar;
    ASSERT_TRUE(planar.pose(problem));
    std::vector<double> impulse(problem.components(), 0.1);
    planar.load(problem, impulse.data());
    double sums = 0.0;
    for (int k = 0; k < 5; ++k) {
      sums += planar.step_contacts(0.3, 0.5).step + planar.step_bodies(0.3);
    }
    planar.choose(0.5);
    planar.step_contacts(0.3, 0.5);
    planar.read(problem, impulse.data());
    impulse.push_back(sums);
    found.push_back(impulse);
  }
  omp_set_num_threads(threads);
  EXPECT_EQ(found[0], found[1]);
}

INSTANTIATE_TEST_SUITE_P(Kinds, PlanarTest, testing::Values(Kinds::coulomb, Kinds::convex, Kinds::rolling),
                         [](const auto& test) {
                           return test.param == Kinds::coulomb  ? "Coulomb"
                                  : test.param == Kinds::convex ? "Convex"
                                                                : "Rolling";
                         });

}  // namespace
}  // namespace gluey::test::planar_test
