// When and how a pushed ball lets go again (Lefebvre 2009, figures 2, 5 and 12), through scene and simulation.

#include "support/pushed_ball.hpp"
#include "support/scenes.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

namespace gluey::test::release_test {
namespace {

struct Row {
  double t, q, u, gamma;
};

std::vector<Row> trajectory(const std::vector<std::string>& overrides) {
  Simulation simulation = simulate(pushed_ball, overrides);
  std::vector<Row> rows;
  while (!simulation.finished()) {
    simulation.step();
    rows.push_back({simulation.time(), simulation.positions()[1] - 0.5, simulation.velocities()[1],
                    gamma_between(simulation.frame(), 0, 1)});
  }
  return rows;
}

std::string step_of(double h) { return fmt::format("time.step={}", h); }

constexpr double rounding = 1e-11;  // up to 600 steps, each rounding u by 1e-16 and q/h by 1e-14

class PushedBall : public testing::TestWithParam<double> {};

TEST_P(PushedBall, HasTheExactPotentialFromTheSecondStepAfterTheHit) {
  const double h = GetParam();
  std::size_t hit = 0;
  const auto rows = trajectory({step_of(h)});
  while (hit < rows.size() && rows[hit].gamma == 0.0) {
    ++hit;
  }
  ASSERT_LT(hit, rows.size());
  // Free flight is q = 1 − t² − t h, so that the step of the hit is known.
  const auto overlaps = [&](double t) { return 1.0 - t * t - t * h < 0.0; };
  EXPECT_TRUE(overlaps(rows[hit].t));
  EXPECT_FALSE(overlaps(rows[hit].t - h));
  for (std::size_t n = hit + 1; n < rows.size() && rows[n].t < 4.0; ++n) {
    const double t = rows[n].t;
    EXPECT_NEAR(rows[n].gamma, t < 2.0 ? -2.0 * t : -8.0 + 2.0 * t, rounding) << t;
    EXPECT_NEAR(rows[n].q, 0.0, rounding) << t;
    EXPECT_NEAR(rows[n].u, 0.0, rounding) << t;
  }
}

TEST_P(PushedBall, LetsGoWithinTheStepThatUsesUpThePotential) {
  const double h = GetParam();
  for (const Row& row : trajectory({step_of(h)})) {
    if (row.t > 1.0 + 2.0 * h && row.t <= 4.0) {
      EXPECT_NEAR(row.q, 0.0, rounding) << row.t;
    } else if (row.t > 4.0) {
      // The step that contains t = 4 ends with the velocity of the exact solution, and all later ones keep it.
      EXPECT_NEAR(row.u, 2.0 * (row.t - 4.0), rounding) << row.t;
      EXPECT_GT(row.q, 0.0);
      EXPECT_EQ(row.gamma, 0.0);
    }
  }
}

TEST_P(PushedBall, LaggedReleaseLosesTheRestOfTheStepForEver) {
  // The published algorithm 3.3 holds on to the end t_e of the step that contains t = 4; the velocity is too small by
  // 2 (t_e − 4) from then on, at most the force times h.
  const double h = GetParam();
  const double end_of_step = std::ceil(4.0 / h) * h;
  const double lost = 2.0 * (end_of_step - 4.0);
  ASSERT_GT(lost, 0.1 * h) << "a step that ends at the release would show nothing";
  EXPECT_LE(lost, 2.0 * h);
  for (const Row& row : trajectory({step_of(h), "contact.release=lagged"})) {
    if (row.t > 4.0 + rounding) {
      EXPECT_NEAR(row.u, 2.0 * (row.t - 4.0) - lost, rounding) << row.t;
    }
  }
}

// 0.03 and 0.63 are the paper's; no step divides 4.
INSTANTIATE_TEST_SUITE_P(Steps, PushedBall, testing::Values(0.03, 0.63, 0.011, 0.17));

TEST(RoughBall, HoldsAtItsLimitAndLeavesWhenThatIsUsedUp) {
  // Figure 12: γ = −3 from t = 1.5, released at t = 3.5. Steps that divide 2, else the one in which the force turns
  // would use part of its pull to saturate.
  for (const double h : {0.01, 0.04, 0.125}) {
    for (const Row& row : trajectory({step_of(h), "contact.gamma_min=-3"})) {
      if (row.t >= 1.5 + 2.0 * h && row.t <= 2.0) {
        EXPECT_EQ(row.gamma, -3.0) << row.t;
      } else if (row.t > 2.0 && row.t < 3.5 - rounding) {
        EXPECT_NEAR(row.gamma, -3.0 + 2.0 * (row.t - 2.0), rounding) << row.t;
      } else if (row.t > 3.5) {
        EXPECT_NEAR(row.u, 2.0 * (row.t - 3.5), rounding) << row.t;
      }
    }
  }
}

TEST(DryBall, LeavesAsSoonAsItIsPulled) {
  for (const std::string law : {"contact.gamma_min=0", "contact.law=inelastic"}) {
    for (const Row& row : trajectory({step_of(0.02), law})) {
      EXPECT_EQ(row.gamma, 0.0);
      if (row.t >= 2.0) {
        EXPECT_NEAR(row.u, 2.0 * (row.t - 2.0), rounding) << row.t;
      }
    }
  }
}

TEST(DryBall, IsTheGlueyLawWithNoPotentialBitForBit) {
  const std::string heap = R"(
dimension = 2
seed = 4
[time]
step = 0.004
steps = 150
[environment]
gravity = [0.0, -10.0]
[contact]
law = "inelastic"
[[bodies]]
count = 60
shape = { kind = "sphere", radius = [0.02, 0.05] }
region = { kind = "box", lower = [0.0, 0.0], upper = [1.0, 0.8] }
[[obstacle]]
shape = { kind = "box-walls", lower = [0.0, 0.0], upper = [1.0, 1.0] }
)";
  Simulation dry = simulate(heap);
  Simulation gluey = simulate(heap, {"contact.law=gluey", "contact.gamma_min=0"});
  double largest = 0.0;
  while (!dry.finished()) {
    largest = std::max(largest, static_cast<double>(dry.step().row.contacts));
    gluey.step();
    ASSERT_TRUE(same_bits(dry.frame(), gluey.frame())) << "step " << dry.steps();
  }
  EXPECT_GT(largest, 60.0);
}

}  // namespace
}  // namespace gluey::test::release_test
