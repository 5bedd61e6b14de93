// The length of a step: given, automatic, halved after a failure; and where a run ends.

#include "support/scenes.hpp"

#include <gluey/errors.hpp>
#include <gluey/ode.hpp>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace gluey::test::step_control_test {
namespace {

// --- step = "adaptive" ---------------------------------------------------------------------------------------------

/// A ball pushed onto a plane through a film, and pulled off it again.
std::string pressed(const std::string& time) {
  return R"(
dimension = 3
[time]
end = 6.0
step_max = 0.1
displacement = 0.5
)" + time +
         R"(
[environment]
force = { times = [0.0, 2.0], values = [[0, 0, -2], [0, 0, 2]] }
[contact]
law = "lubricated"
lubrication = { resistance = 0.1, range = 1000.0 }
[[body]]
shape = { kind = "sphere", radius = 1.0 }
position = [0, 0, 2]
mass = 1.0
[[obstacle]]
shape = { kind = "plane", normal = [0, 0, 1] }
)";
}

struct Followed {
  double error = 0.0, shortest = 1.0, longest = 0.0;
  std::size_t steps = 0;
};
Followed follow(const std::string& toml) {
  Simulation simulation = simulate(toml);
  std::vector<double> times, distance;
  Followed found;
  while (!simulation.finished()) {
    const StepReport report = simulation.step();
    times.push_back(report.row.time);
    distance.push_back(simulation.frame(false).position[2] - 1.0);
    found.longest = std::max(found.longest, report.step_length);
    if (!simulation.finished()) {  // the last one ends with the run
      found.shortest = std::min(found.shortest, report.step_length);
    }
  }
  ode::LubricatedParticle particle;
  particle.force = {{0.0, 2.0}, {-2.0, 2.0}};
  const ode::Trajectory expected = ode::reference(particle, times);
  for (std::size_t k = 0; k < times.size(); ++k) {
    found.error = std::max(found.error, std::abs(distance[k] - expected.q[k]));
  }
  found.steps = times.size();
  return found;
}

// The error of a step is of order 2 and is held at the tolerance, so that the error of the whole is of order 1/2 in it. It does
// not depend on the shortest step: what that cannot resolve is the threshold's.
TEST(AdaptiveStep, IsAsShortAsTheFilmsAskAndNoShorterThanItMay) {
  const Followed coarse = follow(pressed("step = \"adaptive\"\ntolerance = 1e-2\nstep_min = 1e-4"));
  const Followed fine = follow(pressed("step = \"adaptive\"\ntolerance = 1e-4\nstep_min = 1e-4"));
  EXPECT_DOUBLE_EQ(fine.shortest, 1e-4);
  EXPECT_GT(fine.longest, 50.0 * fine.shortest);
  EXPECT_GT(fine.steps, 5 * coarse.steps);
  EXPECT_LT(fine.error, 0.2 * coarse.error);
  const Followed longer = follow(pressed("step = \"adaptive\"\ntolerance = 1e-2\nstep_min = 1e-2"));
  EXPECT_LT(longer.error, 1.2 * coarse.error);
  EXPECT_LT(coarse.error, 0.2);
  // Steps of one length would have to be as short as the shortest to resolve as much of the film.
  EXPECT_LT(static_cast<double>(fine.steps), 0.1 * 6.0 / fine.shortest);
}

// --- step = "auto" -------------------------------------------------------------------------------------------------

/// Bodies of sizes 1 to 10 that fall, fly and pile up.
const std::string falling = R"(
dimension = 2
seed = 2
[time]
step = "auto"
displacement = 0.2
end = 1.7
[environment]
gravity = [0.0, -10.0]
[contact]
law = "gluey"
gamma_min = -0.1
[[bodies]]
count = 40
shape = { kind = "sphere", radius = [0.02, 0.2] }
region = { kind = "box", lower = [0, 0.5], upper = [3, 3] }
velocity = [1.0, -0.5]
[[obstacle]]
shape = { kind = "box-walls", lower = [0, 0], upper = [3, 4] }
)";

TEST(AutomaticStep, KeepsEveryDisplacementWithinItsShareOfTheRadius) {
  Simulation simulation = simulate(falling);
  const std::vector<double> radius = simulation.constants().bodies.radius;
  double largest = 0.0;
  double longest = 0.0;
  double shortest = 1.0;
  while (!simulation.finished()) {
    const std::vector<double> before = simulation.frame(false).position;
    const StepReport report = simulation.step();
    longest = std::max(longest, report.step_length);
    shortest = std::min(shortest, report.step_length);
    const std::vector<double> after = simulation.frame(false).position;
    for (std::size_t i = 0; i < radius.size(); ++i) {
      const double moved = std::hypot(after[2 * i] - before[2 * i], after[2 * i + 1] - before[2 * i + 1]);
      largest = std::max(largest, moved / radius[i]);
      ASSERT_LE(moved, 0.2 * radius[i] * (1.0 + 1e-9)) << "body " << i << ", step " << report.row.step;
    }
  }
  EXPECT_GT(largest, 0.15);            // the limit was used
  EXPECT_GT(longest, 2.0 * shortest);  // and the step followed the speeds
}

TEST(AutomaticStep, IsTheRootOfItsRuleInFreeFlight) {
  // v h + a h² = δ r.
  Simulation simulation = simulate(R"(
dimension = 3
[time]
step = "auto"
displacement = 0.05
end = 1.0
[environment]
gravity = [0, 0, -10]
[[body]]
shape = { kind = "sphere", radius = 0.4 }
position = [0, 0, 0]
velocity = [0, 0, -2]
)");
  double speed = 2.0;
  while (!simulation.finished()) {
    const double left = 1.0 - simulation.time();
    const double h = simulation.step().step_length;
    EXPECT_NEAR(h, std::min(left, (-speed + std::sqrt(speed * speed + 4.0 * 10.0 * 0.05 * 0.4)) / 20.0), 1e-12);
    speed += 10.0 * h;
    EXPECT_NEAR(simulation.velocities()[2], -speed, 1e-12);
  }
}

TEST(AutomaticStep, StaysBetweenItsBounds) {
  Simulation simulation = simulate(falling, {"time.step_min=0.004", "time.step_max=0.006"});
  while (!simulation.finished()) {
    const double left = 1.7 - simulation.time();
    const double h = simulation.step().step_length;
    EXPECT_LE(h, 0.006);
    EXPECT_GE(h, std::min(left, 0.004));
  }
}

TEST(AutomaticStep, IsFiniteWhereNothingMoves) {
  // No speed, no force, no end: whatever the step is, it must be a number, and nothing may happen in it.
  Simulation simulation = simulate(R"(
dimension = 2
[time]
step = "auto"
steps = 3
[[body]]
shape = { kind = "sphere", radius = 0.1 }
position = [1, 2]
)");
  while (!simulation.finished()) {
    const StepReport report = simulation.step();
    EXPECT_TRUE(std::isfinite(report.step_length));
    EXPECT_TRUE(std::isfinite(simulation.time()));
  }
  EXPECT_EQ(simulation.positions()[0], 1.0);
  EXPECT_EQ(simulation.positions()[1], 2.0);
}

TEST(AutomaticStep, DoesNotLetAnObstacleJumpOverABodyAtRest) {
  // A bar comes for a ball that waits. Steps must follow the bar though no body moves: the ball is pushed, not passed.
  Simulation simulation = simulate(R"(
dimension = 2
[time]
step = "auto"
end = 2.0
[[body]]
shape = { kind = "sphere", radius = 0.1 }
position = [1, 0]
[[obstacle]]
shape = { kind = "segment", from = [0, -1], to = [0, 1] }
motion = { kind = "translation", velocity = [2, 0] }
)");
  while (!simulation.finished()) {
    simulation.step();
  }
  EXPECT_GE(simulation.positions()[0], 4.0 + 0.1 - 1e-6);
}

// --- the end ---------------------------------------------------------------------------------------------------------

TEST(EndOfRun, IsReachedExactly) {
  for (const std::string step : {"0.01", "0.1", "0.3", "0.7", "0.0123", "3", "auto"}) {
    for (const double end : {1.0, 0.3, 1.7, 2.0 / 3.0}) {
      Simulation simulation =
          simulate(falling, {"time.step=" + step, fmt::format("time.end={:.17g}", end), "bodies[0].count=8"});
      int steps = 0;
      double shortest = 10.0;
      while (!simulation.finished()) {
        shortest = std::min(shortest, simulation.step().step_length);
        ++steps;
      }
      // Whole steps are counted, so that their sum may differ from the end by a rounding.
      EXPECT_NEAR(simulation.time(), end, 1e-15) << step;
      // No step of a rounding's length at the end.
      EXPECT_GT(shortest, 1e-9 * end) << step;
      if (step != "auto") {
        EXPECT_EQ(steps, static_cast<int>(std::ceil(end / std::stod(step) * (1.0 - 1e-9)))) << step;
      }
    }
  }
}

TEST(EndOfRun, CountsEqualStepsInsteadOfAddingThem) {
  Simulation simulation = simulate(falling, {"time.step=0.1", "time.end=1000", "bodies[0].count=1"});
  for (int n = 1; n <= 3000; ++n) {
    simulation.step();
    ASSERT_EQ(simulation.time(), n * 0.1);
  }
}

TEST(EndOfRun, IsAlsoANumberOfSteps) {
  Simulation simulation = simulate(R"(
dimension = 2
[time]
step = 0.5
steps = 7
)");
  while (!simulation.finished()) {
    simulation.step();
  }
  EXPECT_EQ(simulation.steps(), 7);
  EXPECT_EQ(simulation.time(), 3.5);
}

// --- on_failure --------------------------------------------------------------------------------------------------------

/// A tall column, the worst for an iterative solver, that one sweep cannot solve.
std::string column(const std::string& on_failure) {
  std::string text = fmt::format(R"(
dimension = 2
[time]
step = 0.01
steps = 5
[environment]
gravity = [0.0, -10.0]
[solver]
method = "uzawa"
max_iterations = 1
tolerance = 1e-3
on_failure = "{}"
[[obstacle]]
shape = {{ kind = "plane", normal = [0, 1] }}
)",
                                 on_failure);
  for (int k = 0; k < 12; ++k) {
    text += fmt::format("[[body]]\nshape = {{ kind = \"sphere\", radius = 0.1 }}\nposition = [0, {}]\n", 0.1 + 0.2 * k);
  }
  return text;
}

TEST(FailedStep, IsHalvedUntilItIsSolved) {
  Simulation simulation = simulate(column("halve-step"));
  const StepReport report = simulation.step();
  ASSERT_GT(report.halvings, 0);
  ASSERT_LT(report.halvings, 8);
  EXPECT_TRUE(report.row.converged);
  EXPECT_EQ(report.step_length, std::ldexp(0.01, -report.halvings));
  EXPECT_EQ(simulation.time(), report.step_length);

  // Nothing of the failed tries is left: the step is that of a scene with the short step from the beginning.
  Simulation shorter = simulate(column("warn"), {fmt::format("time.step={:.17g}", report.step_length)});
  const StepReport same = shorter.step();
  EXPECT_TRUE(same.row.converged);
  EXPECT_EQ(same.halvings, 0);
  EXPECT_TRUE(same_bits(simulation.frame(), shorter.frame()));

  // Half of it would have been too little to matter: one halving less does not do.
  Simulation longer = simulate(column("warn"), {fmt::format("time.step={:.17g}", 2.0 * report.step_length)});
  EXPECT_FALSE(longer.step().row.converged);
}

TEST(FailedStep, IsOnlyNotedUnderWarn) {
  Simulation simulation = simulate(column("warn"));
  const StepReport report = simulation.step();
  EXPECT_FALSE(report.row.converged);
  EXPECT_GT(report.row.residual, report.tolerance);
  EXPECT_EQ(report.halvings, 0);
  EXPECT_EQ(report.step_length, 0.01);
}

TEST(FailedStep, EndsTheRunUnderStopSayingWhichStepAndHowFarOff) {
  Simulation simulation = simulate(column("stop"));
  try {
    simulation.step();
    FAIL() << "went on";
  } catch (const Error& error) {
    const std::string what = error.what();
    EXPECT_NE(what.find("step 1 did not converge"), std::string::npos) << what;
    EXPECT_NE(what.find("after 1 iteration,"), std::string::npos) << what;
  }
}

TEST(FailedStep, DoesNotHappenWithEnoughIterations) {
  Simulation simulation = simulate(column("halve-step"), {"solver.max_iterations=100000"});
  const StepReport report = simulation.step();
  EXPECT_TRUE(report.row.converged);
  EXPECT_EQ(report.halvings, 0);
  EXPECT_EQ(report.step_length, 0.01);
}

}  // namespace
}  // namespace gluey::test::step_control_test
