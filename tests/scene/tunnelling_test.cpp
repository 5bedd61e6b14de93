// Fast bodies and thin obstacles. With range = "auto" nothing is passed through, however long the step; a range given as a
// number may be too small, and then it is counted.

#include "support/files.hpp"
#include "support/scenes.hpp"

#include <gluey/run.hpp>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace gluey::test::tunnelling_test {
namespace {

/// A bullet that covers fifty of its radii in a step, and what it meets at x = 5.
const std::string bullet = R"(
dimension = 2
[time]
step = 0.01
steps = 20
[[body]]
name = "bullet"
shape = { kind = "sphere", radius = 0.01 }
position = [0.013, 0.0]
velocity = [50.0, 0.0]
)";
const std::string thin_wall = R"(
[[obstacle]]
shape = { kind = "segment", from = [5, -1], to = [5, 1] }
)";
const std::string small_body = R"(
[[body]]
shape = { kind = "sphere", radius = 0.01 }
position = [5, 0.0]
mass = 1e9
)";
const std::string thin_plate = R"(
[[obstacle]]
shape = { kind = "box", size = [0.002, 1] }
position = [5, 0]
)";

std::int64_t tunnelled(Simulation& simulation) {
  std::int64_t count = 0;
  while (!simulation.finished()) {
    count += simulation.step().tunnelling;
  }
  return count;
}

TEST(FastBody, IsStoppedByAnythingInItsWayWithAnAutomaticRange) {
  for (const std::string& target : {thin_wall, small_body, thin_plate}) {
    Simulation simulation = simulate(bullet + target);
    EXPECT_EQ(tunnelled(simulation), 0);
    EXPECT_LT(simulation.positions()[0], 5.0);
    EXPECT_NEAR(simulation.velocities()[0], 0.0, 1e-4);
  }
}

TEST(FastBody, PassesThroughWithATooSmallRangeAndIsCounted) {
  for (const std::string& target : {thin_wall, small_body, thin_plate}) {
    Simulation simulation = simulate(bullet + target, {"contact.range=0.02"});
    EXPECT_EQ(tunnelled(simulation), 20);  // once a step: it moves beyond the range in every one
    EXPECT_NEAR(simulation.positions()[0], 0.013 + 20 * 0.5, 1e-9);
  }
}

TEST(FastBody, IsNotCountedWithALargeEnoughRange) {
  Simulation simulation = simulate(bullet + thin_wall, {"contact.range=1.2"});
  EXPECT_EQ(tunnelled(simulation), 0);
  EXPECT_LT(simulation.positions()[0], 5.0);
}

TEST(FastBody, IsWarnedOfOnceAndCountedInTheSummary) {
  const Folder folder;
  std::vector<std::string> warnings;
  RunOptions options;
  options.output = folder.file("out.h5");
  options.warn = [&](const std::string& text) { warnings.push_back(text); };
  const RunSummary summary = run(Scene::parse(bullet + thin_wall, "test", ".", {"contact.range=0.02"}), options);
  EXPECT_EQ(summary.tunnelling, 20);
  ASSERT_EQ(warnings.size(), 1U);
  EXPECT_NE(warnings[0].find("beyond the contact range"), std::string::npos);
}

TEST(SweepingObstacle, IsCountedInTheStepInWhichItPassesABody) {
  // Gaps are measured to where the obstacle will be. A bar that moves by three radii a step is past the ball after one, and
  // pushes it back instead of ahead; it cannot be known from the gap, so the step is counted. A slower one is not.
  for (const double speed : {3.0, 0.9}) {
    Simulation simulation = simulate(fmt::format(R"(
dimension = 2
[time]
step = 0.1
steps = 4
[[body]]
shape = {{ kind = "sphere", radius = 0.1 }}
position = [0.25, 0]
[[obstacle]]
shape = {{ kind = "segment", from = [0, -1], to = [0, 1] }}
motion = {{ kind = "translation", velocity = [{}, 0] }}
)",
                                                 speed));
    const StepReport first = simulation.step();
    EXPECT_EQ(first.tunnelling, speed > 1.0 ? 1 : 0);
    while (!simulation.finished()) {
      simulation.step();
    }
    if (speed < 1.0) {
      EXPECT_NEAR(simulation.positions()[0], 4 * 0.1 * speed + 0.1, 1e-9);  // pushed along
    }
  }
}

TEST(PushedBody, IsStoppedThoughItsOwnVelocityReachesNothing) {
  // A light ball at rest is hit by a heavy fast one and thrown at a thin wall within the same step: its own free velocity
  // asks for no range at all, so that contacts must be sought again.
  for (const std::string& target : {thin_wall, small_body, thin_plate}) {
    Simulation simulation = simulate(R"(
dimension = 2
[time]
step = 0.01
steps = 3
[[body]]
name = "light"
shape = { kind = "sphere", radius = 0.01 }
position = [4.8, 0.0]
mass = 1e-3
[[body]]
name = "heavy"
shape = { kind = "sphere", radius = 0.05 }
position = [4.7, 0.0]
velocity = [50.0, 0.0]
mass = 1e3
)" + target);
    int searches = 0;
    while (!simulation.finished()) {
      searches = std::max(searches, simulation.step().contact_searches);
    }
    EXPECT_GT(searches, 1);
    EXPECT_LT(simulation.positions()[0], 5.0);
  }
}

TEST(PushedRow, HandsTheBlowOnWithoutLosingABody) {
  // A row of balls with gaps between them and a thin wall behind: one blow, one step.
  std::string row = R"(
dimension = 2
[time]
step = 0.01
steps = 4
[[body]]
shape = { kind = "sphere", radius = 0.05 }
position = [0, 0]
velocity = [80, 0]
mass = 1e6
)";
  for (int k = 1; k <= 8; ++k) {
    row += "[[body]]\nshape = { kind = \"sphere\", radius = 0.02 }\nposition = [" + std::to_string(0.06 * k + 0.05) +
           ", 0]\n";
  }
  row += "[[obstacle]]\nshape = { kind = \"segment\", from = [0.9, -1], to = [0.9, 1] }\n";
  Simulation simulation = simulate(row, {"solver.max_iterations=100000"});
  while (!simulation.finished()) {
    EXPECT_EQ(simulation.step().tunnelling, 0);
    for (std::size_t i = 0; i + 1 < simulation.bodies(); ++i) {
      EXPECT_LT(simulation.positions()[2 * i], simulation.positions()[2 * i + 2]);
    }
    EXPECT_LT(simulation.positions()[16], 0.9);
  }
}

}  // namespace
}  // namespace gluey::test::tunnelling_test
