// What random scenes (tests/random) showed, as the small scenes they were shrunk to.

#include "support/scenes.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace gluey::test::found_at_random_test {
namespace {

// An exponent below 2 makes a superellipsoid pointed at its poles: the radius of curvature there is 0, and R = 1/r² was infinite, 0·R no number.
TEST(FoundAtRandom, APointedPoleHasAFiniteScaleOfPotential) {
  Simulation simulation = simulate(R"(
dimension = 3
[time]
step = 0.03
steps = 12
[environment]
gravity = [0.0, 0.0, -5.0]
[contact]
law = "gluey"
scaling = "radius"
[[body]]
shape = { kind = "superellipsoid", radii = [0.34, 0.4, 0.45], exponents = [3.3, 1.75] }
position = [0.0, 0.0, 0.45]
[[obstacle]]
shape = { kind = "plane", normal = [0.0, 0.0, 1.0] }
)");
  while (!simulation.finished()) {
    simulation.step();
    for (const double gamma : simulation.frame().contact_gamma) {
      ASSERT_TRUE(std::isfinite(gamma)) << "step " << simulation.steps();
    }
  }
  EXPECT_NEAR(simulation.positions()[2], 0.45, 1e-6);
}

// Two bars that lie along each other but for 0.003 radians, a corner of one nearest to a corner of the other: pressed on, they come down on their
// other ends within the step. Only the nearest point was a contact, and the overlap was of first order, 1.5e-3.
TEST(FoundAtRandom, BarsThatAllButLieAlongEachOtherMeetAtBothEnds) {
  Simulation simulation = simulate(R"(
[time]
step = 0.02
steps = 2
[contact]
law = "friction"
friction = 1.0
[[body]]
shape = { kind = "capsule", radius = 0.35, length = 1.0 }
position = [0.0, 0.0]
[[body]]
shape = { kind = "capsule", radius = 0.35, length = 1.0 }
position = [0.0, 0.7]
angular_velocity = 1.0
[[body]]
shape = { kind = "capsule", radius = 0.35, length = 1.0 }
position = [0.0, 1.4]
[[body]]
shape = { kind = "capsule", radius = 0.35, length = 1.0 }
position = [0.0, 2.12]
velocity = [0.0, -1.0]
)");
  while (!simulation.finished()) {
    // What is left is of second order: angles of some 0.004 in a step.
    EXPECT_LT(simulation.step().row.overlap, 1e-4) << "step " << simulation.steps();
  }
}

// Where asperities touch, a pull of 1e-16 left γ above γ_min by as much, and friction was gone for a step.
TEST(FoundAtRandom, AsperitiesThatTouchDoNotPartByRounding) {
  Simulation simulation = simulate(R"(
[time]
step = 0.02
steps = 30
[contact]
law = "gluey-friction"
gamma_min = -0.126673
[[body]]
shape = { kind = "box", size = [1.0, 1.0] }
position = [2.5, 1.0]
[[body]]
shape = { kind = "sphere", radius = 0.3 }
position = [0.0, 0.32]
velocity = [0.3, -0.85]
angular_velocity = 2.77574
[[obstacle]]
shape = { kind = "chain", points = [[0.0, 0.0], [1.0, 0.0]] }
)");
  int rubbed = 0;
  while (!simulation.finished()) {
    simulation.step();
    const Frame frame = simulation.frame();
    for (std::size_t c = 0; c < frame.contact_gamma.size(); ++c) {
      const double gamma = frame.contact_gamma[c];
      EXPECT_TRUE(gamma == -0.126673 || gamma > -0.126673 * (1.0 - 1e-12))
          << "step " << simulation.steps() << ": above by " << gamma + 0.126673;
      rubbed += gamma == -0.126673 ? 1 : 0;
    }
  }
  EXPECT_GT(rubbed, 0);
}

// A box that overlaps the floor and comes to a wall: the wall was as far as the opposite one for the velocity that the box kept.
TEST(FoundAtRandom, WhatOverlapsOneSideOfARoomStopsAtAnother) {
  Simulation simulation = simulate(R"(
[time]
step = 0.02
steps = 2
[solver]
accuracy = "standard"
[[body]]
shape = { kind = "box", size = [0.6, 0.6] }
position = [0.69, 0.299]
velocity = [1.0, 0.0]
[[obstacle]]
shape = { kind = "box-walls", lower = [-1.0, 0.0], upper = [1.0, 3.0] }
)");
  constexpr double solved = 2e-5;  // contacts that are few, to 1e-6 of radius / step
  simulation.step();
  EXPECT_NEAR(simulation.velocities()[0], 0.5, solved);  // a gap of 0.01 in a step of 0.02
  EXPECT_NEAR(simulation.velocities()[1], 0.0, solved);
  EXPECT_NEAR(simulation.positions()[0], 0.7, 0.02 * solved);
  EXPECT_NEAR(simulation.positions()[1], 0.3, 0.02 * solved);
  simulation.step();
  EXPECT_NEAR(simulation.velocities()[0], 0.0, solved);
}

// What forces do as a body is moved out of an overlap, torques among them.
TEST(FoundAtRandom, TheWorkOfRecoveryCountsTorques) {
  Simulation simulation = simulate(R"(
[time]
step = 0.02
steps = 1
[solver]
accuracy = "standard"
[[body]]
shape = { kind = "box", size = [0.6, 0.6] }
position = [0.0, 0.42]
orientation = 0.7
mass = 2.0
force = [0.3, -1.0]
torque = 0.8
[[obstacle]]
shape = { kind = "plane", normal = [0.0, 1.0] }
)");
  const std::vector<double> before(simulation.positions().begin(), simulation.positions().end());
  const StepReport report = simulation.step();
  const Frame after = simulation.frame();
  const double h = 0.02;
  const double x = after.position[0] - before[0] - h * after.velocity[0];
  const double y = after.position[1] - before[1] - h * after.velocity[1];
  const double turn = after.orientation[0] - 0.7 - h * after.angular_velocity[0];
  EXPECT_GT(y, 1e-4);  // it was 0.0027 deep
  EXPECT_GT(std::abs(turn), 1e-4);
  EXPECT_NEAR(report.row.recovery_work, -(0.3 * x - 1.0 * y + 0.8 * turn), 1e-12);
}

}  // namespace
}  // namespace gluey::test::found_at_random_test
