// A simulation whose state is changed from outside between steps, and whose free velocities are; checkpoints.

#include "support/scenes.hpp"

#include <gluey/errors.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>

namespace gluey::test::simulation_state_test {
namespace {

const std::string ball_on_plane = R"(
dimension = 3
time = { step = 0.01, end = 1.0 }
environment = { gravity = [0.0, 0.0, -10.0] }
contact = { law = "gluey", gamma_min = -1.0 }
[[body]]
shape = { kind = "sphere", radius = 0.5 }
position = [0.0, 0.0, 0.5]
[[body]]
shape = { kind = "box", size = [0.2, 0.4, 0.6] }
position = [3.0, 0.0, 5.0]
angular_velocity = [0.0, 0.0, 2.0]
[[obstacle]]
shape = { kind = "plane", normal = [0.0, 0.0, 1.0] }
[solver]
tolerance = 1e-14
)";

TEST(SimulationState, WhatIsWrittenToItCountsFromTheNextStep) {
  Simulation simulation = simulate(ball_on_plane);
  simulation.step();
  const std::span<double> position = simulation.positions(), velocity = simulation.velocities();
  position[2] = 4.0;
  velocity[0] = 1.0;
  velocity[2] = 0.0;
  simulation.step();
  EXPECT_NEAR(simulation.positions()[2], 4.0 - 0.01 * 0.1, 1e-12);
  EXPECT_NEAR(simulation.positions()[0], 0.01, 1e-12);
  EXPECT_EQ(simulation.positions().data(), position.data());
  EXPECT_EQ(gamma_between(simulation.frame(), 0, 2), 0.0) << "the contact it had is gone";
}

// A box that turns about the vertical by 2 atan(ω h/2) a step (world/free_rotation.hpp); turned to elsewhere, it goes on from there. Quaternions are made unit.
TEST(SimulationState, OrientationsAreNormalisedAndGoOn) {
  Simulation simulation = simulate(ball_on_plane);
  for (int k = 0; k < 10; ++k) {
    simulation.step();
  }
  const std::span<double> orientation = simulation.orientations();
  ASSERT_EQ(orientation.size(), 8U);
  EXPECT_NEAR(orientation[4], std::cos(10.0 * std::atan(0.01)), 1e-12);
  EXPECT_NEAR(orientation[7], std::sin(10.0 * std::atan(0.01)), 1e-12);
  orientation[4] = 3.0 * std::cos(0.5);
  orientation[7] = 3.0 * std::sin(0.5);
  simulation.angular_velocities()[5] = -4.0;
  simulation.step();
  EXPECT_NEAR(orientation[4], std::cos(0.5 - std::atan(0.02)), 1e-12);
  EXPECT_NEAR(orientation[7], std::sin(0.5 - std::atan(0.02)), 1e-12);
}

TEST(SimulationState, PotentialsMayBeReplaced) {
  Simulation simulation = simulate(ball_on_plane, {"environment.gravity=[0.0, 0.0, 1.0]"});
  simulation.step();
  ASSERT_EQ(simulation.frame().contact_gamma.size(), 1U);
  EXPECT_GT(simulation.velocities()[2], 0.0) << "nothing held it";
  Simulation held = simulate(ball_on_plane);
  held.step();
  held.set_gamma(std::vector{-0.3});
  EXPECT_EQ(gamma_between(held.frame(), 0, 2), -0.3);
  EXPECT_THROW(held.set_gamma(std::vector{0.1}), Error);
  EXPECT_THROW(held.set_gamma(std::vector{-0.1, -0.1}), Error);
  held.step();
  EXPECT_NEAR(gamma_between(held.frame(), 0, 2), -0.3 - 0.1, 1e-12) << "pressed by m g h = 1/10 on";
}

TEST(SimulationState, ThePredictorIsTheFreeVelocity) {
  Simulation simulation = simulate(ball_on_plane);
  int calls = 0;
  simulation.set_predictor([&](double time, double step, std::span<const double> position,
                               std::span<const double> velocity, std::span<double> free) {
    ++calls;
    EXPECT_EQ(time, 0.0);
    EXPECT_EQ(step, 0.01);
    EXPECT_EQ(position[2], 0.5);
    EXPECT_EQ(velocity[2], 0.0);
    EXPECT_NEAR(free[5], -0.1, 1e-15);
    free[0] = 0.25;   // along the plane
    free[2] = -1.0;   // into it
    free[5] = -0.75;  // a free fall of another's making
  });
  simulation.step();
  EXPECT_GE(calls, 1);
  EXPECT_NEAR(simulation.velocities()[0], 0.25, 1e-15);
  EXPECT_NEAR(simulation.velocities()[2], 0.0, 1e-12);
  EXPECT_EQ(simulation.velocities()[5], -0.75);
  EXPECT_NEAR(gamma_between(simulation.frame(), 0, 2), -1.0, 1e-12);
  simulation.set_predictor({});
  simulation.step();
  EXPECT_NEAR(simulation.velocities()[5], -0.85, 1e-15);
}

TEST(SimulationState, GoesOnFromACheckpointBitForBitAndRefusesThoseOfOthers) {
  const std::string file = testing::TempDir() + "simulation_state.checkpoint";
  Simulation whole = simulate(ball_on_plane);
  for (int k = 0; k < 40; ++k) {
    whole.step();
  }
  whole.save(file);
  Simulation resumed = simulate(ball_on_plane);
  const double* array = resumed.positions().data();
  resumed.step();
  resumed.restore(file);
  EXPECT_EQ(resumed.positions().data(), array);
  EXPECT_TRUE(same_bits(resumed.frame(), whole.frame()));
  while (!whole.finished()) {
    whole.step();
    resumed.step();
  }
  EXPECT_TRUE(same_bits(resumed.frame(), whole.frame()));
  Simulation other = simulate(ball_on_plane, {"contact.gamma_min=-2"});
  EXPECT_THROW(other.restore(file), Error);
  std::ofstream(file) << "no checkpoint";
  EXPECT_THROW(resumed.restore(file), Error);
  EXPECT_TRUE(same_bits(resumed.frame(), whole.frame())) << "it is as it was";
  std::remove(file.c_str());
}

}  // namespace
}  // namespace gluey::test::simulation_state_test
