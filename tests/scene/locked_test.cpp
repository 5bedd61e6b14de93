// Degrees of freedom that do not move: neither forces nor contacts change them, and the contact law sees the mass that is
// left.

#include "support/scenes.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>

namespace gluey::test::locked_test {
namespace {

TEST(LockedBody, FallsOnlyAlongWhatIsFree) {
  Simulation simulation = simulate(R"(
dimension = 3
[time]
step = 0.01
steps = 50
[environment]
gravity = [1, 2, -10]
[[body]]
shape = { kind = "sphere", radius = 0.1 }
position = [0.3, 0.2, 0.1]
velocity = [7, 0.5, 0]
angular_velocity = [1, 2, 3]
locked = ["x", "rotation"]
)");
  while (!simulation.finished()) {
    simulation.step();
  }
  const Frame frame = simulation.frame();
  EXPECT_EQ(frame.position[0], 0.3);
  EXPECT_EQ(frame.velocity[0], 0.0);
  EXPECT_NEAR(frame.velocity[1], 0.5 + 2.0 * 0.5, 1e-13);
  EXPECT_NEAR(frame.velocity[2], -10.0 * 0.5, 1e-13);
  for (int axis = 0; axis < 3; ++axis) {
    EXPECT_EQ(frame.angular_velocity[static_cast<std::size_t>(axis)], 0.0);
  }
  EXPECT_EQ(frame.orientation[0], 1.0);
}

TEST(UnlockedBody, TurnsAtItsAngularVelocity) {
  Simulation simulation = simulate(R"(
dimension = 3
[time]
step = 0.125
steps = 8
[[body]]
shape = { kind = "sphere", radius = 0.1 }
position = [0, 0, 0]
angular_velocity = [0, 0, 1.5]
[[body]]
shape = { kind = "sphere", radius = 0.1 }
position = [9, 0, 0]
angular_velocity = [0.3, -0.4, 0.5]
orientation = { axis = [1, 0, 0], angle = 0.7 }
)");
  while (!simulation.finished()) {
    simulation.step();
  }
  const Frame frame = simulation.frame();
  EXPECT_NEAR(frame.orientation[0], std::cos(0.75), 1e-14);
  EXPECT_NEAR(frame.orientation[3], std::sin(0.75), 1e-14);
  double norm = 0.0;
  for (std::size_t k = 4; k < 8; ++k) {
    norm += frame.orientation[k] * frame.orientation[k];
  }
  EXPECT_NEAR(norm, 1.0, 1e-14);
}

TEST(LockedBody, OnASlopeStopsAsASliderWould) {
  // Free along y only, on a plane of slope α: the normal impulse acts through n_y alone and must stop the whole fall.
  const double alpha = 0.6;
  Simulation simulation = simulate(fmt::format(R"(
dimension = 2
[time]
step = 0.01
steps = 20
[environment]
gravity = [0, -10]
[contact]
law = "gluey"
[[body]]
shape = {{ kind = "sphere", radius = 0.1 }}
position = [0, {}]
mass = 2.0
locked = ["x"]
[[obstacle]]
shape = {{ kind = "plane", normal = [{}, {}] }}
[solver]
tolerance = 1e-13
max_iterations = 30
)",
                                               0.1 / std::cos(alpha), std::sin(alpha), std::cos(alpha)));
  while (!simulation.finished()) {
    const StepReport report = simulation.step();
    EXPECT_NEAR(simulation.velocities()[1], 0.0, 1e-12);
    EXPECT_EQ(simulation.positions()[0], 0.0);
    // p n_y = m g h, so the plane feels m g/cos α along its normal.
    EXPECT_NEAR(report.row.obstacle_force[1], -20.0, 1e-9);
    EXPECT_NEAR(report.row.obstacle_force[0], -20.0 * std::tan(alpha), 1e-9);
  }
  EXPECT_NEAR(gamma_between(simulation.frame(), 0, 1), -20.0 / std::cos(alpha) * 0.2, 1e-9);
}

TEST(LockedBody, ThatCannotMoveAtAllIsAnObstacle) {
  // A ball falls on one that is locked along both axes: it comes to rest, the other has not moved.
  Simulation simulation = simulate(R"(
dimension = 2
[time]
step = 0.01
end = 1.0
[environment]
gravity = [0, -10]
[contact]
law = "gluey"
[[body]]
shape = { kind = "sphere", radius = 0.5 }
position = [0, 0]
locked = ["x", "y"]
[[body]]
shape = { kind = "sphere", radius = 0.5 }
position = [0, 1.3]
[[body]]
shape = { kind = "sphere", radius = 0.5 }
position = [1.0, 0]
locked = ["x", "y"]
[solver]
tolerance = 1e-10
)");
  while (!simulation.finished()) {
    EXPECT_TRUE(simulation.step().row.converged);
  }
  EXPECT_EQ(simulation.positions()[0], 0.0);
  EXPECT_EQ(simulation.positions()[1], 0.0);
  EXPECT_NEAR(simulation.positions()[3], 1.0, 1e-9);
  EXPECT_NEAR(gamma_between(simulation.frame(), 0, 1), -10.0, 1e-6);  // m g t: all that was stopped
  EXPECT_EQ(gamma_between(simulation.frame(), 0, 2), 0.0);            // two that cannot move store nothing
}

}  // namespace
}  // namespace gluey::test::locked_test
