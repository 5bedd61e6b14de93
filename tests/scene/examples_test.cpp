// The scenes that come with the program do what their comments say. Each is run from its file, shortened to a second or so
// by overrides where it is long; the lotto has a test of its own.

#include "support/scenes.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace gluey::test::examples_test {
namespace {

Simulation example(const std::string& name, const std::vector<std::string>& overrides = {}) {
  return Simulation(Scene::load(std::string(GLUEY_SCENES) + "/" + name + ".toml", overrides));
}

/// Deepest overlap of two bodies, in smallest radii.
double deepest_overlap(const Constants& constants, const Frame& frame) {
  const auto d = static_cast<std::size_t>(constants.dimension);
  const std::vector<double>& r = constants.bodies.radius;
  double deepest = 0.0;
  for (std::size_t i = 0; i < r.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      double square = 0.0;
      for (std::size_t axis = 0; axis < d; ++axis) {
        square += std::pow(frame.position[d * i + axis] - frame.position[d * j + axis], 2);
      }
      deepest = std::max(deepest, r[i] + r[j] - std::sqrt(square));
    }
  }
  return deepest / *std::min_element(r.begin(), r.end());
}

TEST(ExampleScene, BilliardSticksForTheTimeOfTheClosedForm) {
  Simulation simulation = example("billiard");
  // The line of flight passes the target's centre at a distance `miss` (in 2r): the sine of the angle at the impact.
  const Frame start = simulation.frame();
  const double vx = start.velocity[2];
  const double vy = start.velocity[3];
  const double speed = std::hypot(vx, vy);
  const double r = simulation.constants().bodies.radius[0];
  const double miss = std::abs(start.position[2] * vy - start.position[3] * vx) / speed / (2.0 * r);
  const double across = speed * miss;
  const double along = speed * std::sqrt(1.0 - miss * miss);
  const double expected = 2.0 * r * along / (across * across);

  double stuck = 0.0;
  while (!simulation.finished()) {
    const StepReport report = simulation.step();
    stuck += gamma_between(simulation.frame(), 0, 1) < 0.0 ? report.step_length : 0.0;
  }
  // Impact and release are each known to a step, and the step's own turn adds an error of order one in h (0.2 % here).
  EXPECT_NEAR(stuck, expected, 0.01 * expected);
  // They have parted, and momentum is what it was.
  const Frame end = simulation.frame();
  EXPECT_GT(std::hypot(end.position[2] - end.position[0], end.position[3] - end.position[1]), 2.2 * r);
  EXPECT_NEAR(end.velocity[0] + end.velocity[2], vx, 1e-12);
  EXPECT_NEAR(end.velocity[1] + end.velocity[3], vy, 1e-12);
}

TEST(ExampleScene, PushedBallLeavesWhenThePotentialIsUsedUp) {
  for (const auto& [gamma_min, leaves] : {std::pair{"-inf", 4.0}, {"-3", 3.5}, {"0", 2.0}}) {
    SCOPED_TRACE(gamma_min);
    Simulation simulation = example("pushed-ball", {std::string("contact.gamma_min=") + gamma_min});
    const double h = 0.01;
    while (!simulation.finished()) {
      simulation.step();
      const double t = simulation.time();
      const double height = simulation.positions()[1] - 0.5;
      if (t < leaves - 1e-9) {
        EXPECT_NEAR(height, std::max(0.0, 1.0 - t * t), 2.0 * h) << t;  // order one in h
      } else {
        EXPECT_NEAR(height, std::pow(t - leaves, 2), 3.0 * h) << t;
      }
    }
  }
}

TEST(ExampleScene, Box3dKeepsItsSpheresInsideAndApart) {
  Simulation simulation =
      example("box3d", {"bodies[0].count=300", "bodies[0].region.upper=[11, 8, 11]", "time.steps=150"});
  const Constants constants = simulation.constants();
  double fastest = 0.0;
  while (!simulation.finished()) {
    const StepReport report = simulation.step();
    EXPECT_FALSE(report.row.missed) << simulation.steps();
    fastest = std::max(fastest, report.row.kinetic_energy);
  }
  const Frame frame = simulation.frame();
  EXPECT_LT(deepest_overlap(constants, frame), 1e-4);
  for (std::size_t i = 0; i < constants.bodies.radius.size(); ++i) {
    const double r = constants.bodies.radius[i] - 1e-4 * 0.4;
    EXPECT_GE(frame.position[3 * i], r);
    EXPECT_LE(frame.position[3 * i], 11.0 - r);
    EXPECT_GE(frame.position[3 * i + 1], r);
    EXPECT_GE(frame.position[3 * i + 2], r);
    EXPECT_LE(frame.position[3 * i + 2], 11.0 - r);
  }
  // Without restitution a pile comes to rest.
  EXPECT_LT(simulation.step().row.kinetic_energy, 0.02 * fastest);
}

/// Discs in the container when 150 of them have had 2.8 time units for the way. None may be lost.
int arrived_in_container(const std::string& law) {
  SCOPED_TRACE(law);
  Simulation simulation = example(
      "funnel", {"contact.law=" + law, "bodies[0].count=150", "bodies[0].region.upper=[1.95, 3.2]", "time.steps=1400"});
  const Constants constants = simulation.constants();
  while (!simulation.finished()) {
    EXPECT_FALSE(simulation.step().row.missed) << simulation.steps();
  }
  const Frame frame = simulation.frame();
  EXPECT_LT(deepest_overlap(constants, frame), 1e-4);
  int passed = 0;
  int arrived = 0;
  for (std::size_t i = 0; i < constants.bodies.radius.size(); ++i) {
    const double x = frame.position[2 * i];
    const double y = frame.position[2 * i + 1];
    // Between the outer walls, above the container's floor …
    EXPECT_GT(x, -2.0);
    EXPECT_LT(x, 5.4);
    EXPECT_GT(y, -4.8);
    // … and above the leaning plane, which runs from (−1.8, −1) to (2.2, −2.6), or beyond its end.
    EXPECT_TRUE(x > 2.2 || y > -1.0 - 0.4 * (x + 1.8)) << x << ", " << y;
    passed += y < 0.3 ? 1 : 0;
    arrived += x > 2.2 && y < -2.6 ? 1 : 0;
  }
  EXPECT_GT(passed, 100);
  return arrived;
}

TEST(ExampleScene, FunnelLosesNoDiscAndGlueyOnesAreHeldUp) {
  const int dry = arrived_in_container("inelastic");
  EXPECT_GT(dry, 30);
  EXPECT_LT(arrived_in_container("gluey"), dry / 2);
}

}  // namespace
}  // namespace gluey::test::examples_test
