// Contacts of balls in single precision, in both models of friction: a step is that of the sets in double precision, up to
// rounding; other contacts are turned away; what the iterations end with is the solution of other methods.

#include "problem/balls.hpp"

#include "solver/finish.hpp"
#include "solver/single.hpp"

#include <gtest/gtest.h>

#include "rigid_step.hpp"

#include <cmath>

namespace gluey::test::balls_test {
namespace {

/// Balls of any size at random places of a lattice that does not matter: normals are random, arms are radii along them. Every
/// kind of set that balls have; a body that is held, one that does not turn; an obstacle whose surface moves.
RigidStep<3> balls_step(std::size_t bodies, std::size_t contacts, std::uint64_t seed, bool convex) {
  Draws draws(seed);
  RigidStep<3> step;
  step.data.step = 0.01;
  std::vector<double> radius;
  for (std::size_t i = 0; i < bodies; ++i) {
    radius.push_back(0.75 + 0.25 * draws());
    const double inverse_mass = i % 7 == 3 ? 0.0 : 1.5 + draws();
    const double inverse_inertia = i % 5 == 2 ? 0.0 : 2.5 * inverse_mass / (radius[i] * radius[i]);
    step.add_body(Vec<3>::Constant(inverse_mass), inverse_inertia * Eigen::Matrix3d::Identity(), draws.vector<3>(),
                  draws.vector<3>());
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
    if (convex && set.friction > 0.0) {
      set.shift = set.lower = 0.0;
    }
    const Vec<3> normal = draws.vector<3>().normalized();
    const bool obstacle = static_cast<std::size_t>(b) >= bodies;
    step.add_contact(a, b, normal, radius[static_cast<std::size_t>(a)] * normal,
                     obstacle ? draws.vector<3>() : Vec<3>(-radius[static_cast<std::size_t>(b)] * normal),
                     0.01 * draws(), set, draws.vector<3>());
  }
  step.data.radius = radius;
  return step;
}

/// With the convex model or exact Coulomb.
class BallsTest : public testing::TestWithParam<bool> {
 protected:
  // With half as many contacts again the convex model's impulses are so large that single precision ends short of the tolerance.
  BallsTest() : step_(balls_step(50, 100, 1, GetParam())) {
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
  Balls balls_;
};

TEST_P(BallsTest, AStepIsTheRelaxationOfEachContact) {
  ASSERT_TRUE(balls_.pose(problem_));
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
  balls_.load(problem_, impulse_.data());
  balls_.step_contacts(0.0, 1.0);
  balls_.read(problem_, found.data());
  for (std::size_t k = 0; k < expected.size(); ++k) {
    EXPECT_NEAR(found[k], expected[k], 2e-5);
  }
}

TEST_P(BallsTest, TheSumsOfASecondStepAreThoseOfItsDifferences) {
  // e = p⁺ − y and what it does to the velocities, with momentum, written out in double precision.
  ASSERT_TRUE(balls_.pose(problem_));
  constexpr double beta = 0.6;
  std::vector<double> zero = impulse_, one = impulse_, two = impulse_, e(impulse_.size());
  balls_.load(problem_, impulse_.data());
  balls_.step_contacts(0.0, 0.5);
  balls_.step_bodies(beta);
  balls_.read(problem_, one.data());
  const Balls::Sums sums = balls_.step_contacts(beta, 0.5);
  const double curvature = balls_.step_bodies(0.0);
  balls_.read(problem_, two.data());
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

TEST_P(BallsTest, ChoosingAmongContactsInTheMiddleChangesNothing) {
  ASSERT_TRUE(balls_.pose(problem_));
  const auto run = [&](double margin) {
    std::vector<double> found = impulse_;
    balls_.load(problem_, impulse_.data());
    for (const double beta : {0.0, 0.4, 0.6}) {
      balls_.step_contacts(beta, 0.5);
      balls_.step_bodies(beta + 0.2);
      balls_.choose(margin);
    }
    balls_.step_contacts(0.8, 0.5);
    balls_.read(problem_, found.data());
    return std::pair(found, balls_.contacts());
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

TEST_P(BallsTest, ContactsThatAreNotChosenWouldNotMove) {
  ASSERT_TRUE(balls_.pose(problem_));
  const auto run = [&](bool chosen) {
    std::vector<double> found = impulse_;
    balls_.load(problem_, impulse_.data());
    balls_.step_contacts(0.0, 0.5);
    balls_.step_bodies(0.0);
    if (chosen) {
      balls_.choose(0.0);
    }
    balls_.step_contacts(0.0, 0.5);
    balls_.read(problem_, found.data());
    return found;
  };
  const std::vector<double> all = run(false), some = run(true);
  EXPECT_LT(balls_.contacts(), problem_.contacts());
  for (std::size_t k = 0; k < all.size(); ++k) {
    EXPECT_NEAR(all[k], some[k], 1e-5);
  }
}

TEST_P(BallsTest, OtherContactsAreTurnedAway) {
  const auto suits = [&](const auto& change) {
    RigidStep<3> other = step_;
    change(other.data);
    RigidProblem<3> problem;
    problem.pose(other.data);
    return balls_.pose(problem);
  };
  EXPECT_TRUE(suits([](auto& /*data*/) {}));
  EXPECT_FALSE(suits([](auto& data) { data.set[1].shift = 0.0, data.set[1].lower = -0.1; }))
      << "the convex model with pulls";
  EXPECT_FALSE(suits([](auto& data) { data.set[1].shift = 0.5 * data.set[1].friction; })) << "neither model";
  EXPECT_FALSE(suits([](auto& data) { data.set[1].rolling = 0.1; })) << "resistance to rolling";
  EXPECT_FALSE(suits([](auto& data) { data.arm_first[1] *= 1.1; })) << "two radii";
  EXPECT_FALSE(suits([](auto& data) { data.radius.clear(); })) << "no radius told";
  EXPECT_FALSE(suits([](auto& data) { data.arm_first[1] += 0.1 * data.normal[1].unitOrthogonal(); })) << "a lever";
  EXPECT_FALSE(suits([](auto& data) { data.inverse_mass[0][1] = 0.0; })) << "a locked axis";
  EXPECT_FALSE(suits([](auto& data) { data.inverse_inertia[0](1, 1) *= 2.0; })) << "moments of inertia";
}

TEST_P(BallsTest, IterationsEndWithTheVelocitiesOfOtherMethods) {
  constexpr double tolerance = 2e-4;
  solver::Workspace<RigidProblem<3>> workspace;
  const solver::Settings settings{.tolerance = tolerance, .max_iterations = 3000};
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

TEST_P(BallsTest, ToleranceBelowRoundingIsTurnedAway) {
  solver::Workspace<RigidProblem<3>> workspace;
  EXPECT_FALSE(solver::suits_single(problem_, {.tolerance = 1e-7}, workspace));
}

INSTANTIATE_TEST_SUITE_P(Models, BallsTest, testing::Bool(),
                         [](const auto& test) { return test.param ? "Convex" : "Coulomb"; });

}  // namespace
}  // namespace gluey::test::balls_test
