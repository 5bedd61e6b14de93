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

}  // namespace
}  // namespace gluey::test::found_at_random_test
