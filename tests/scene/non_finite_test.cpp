// A state that is no longer finite ends the run, and says which body and which step.

#include "support/scenes.hpp"

#include <gluey/errors.hpp>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <limits>
#include <string>

namespace gluey::test::non_finite_test {
namespace {

/// The message of the error, or "" if all steps went well.
std::string failure_of(Simulation& simulation, int steps) {
  try {
    for (int n = 0; n < steps; ++n) {
      simulation.step();
    }
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

std::string fields(double gravity, double speed, double step) {
  return fmt::format(R"(
dimension = 2
[time]
step = {}
steps = 10
[environment]
gravity = [0.0, {}]
[[body]]
shape = {{ kind = "sphere", radius = 0.1 }}
position = [-5, 0]
locked = ["y"]
[[body]]
name = "runaway"
shape = {{ kind = "sphere", radius = 0.1 }}
position = [0, 1]
velocity = [{}, 0]
[[obstacle]]
shape = {{ kind = "plane", normal = [0, 1] }}
position = [0, -1]
)",
                     step, gravity, speed);
}

TEST(NonFiniteState, OfAVelocityNamesBodyAndStep) {
  Simulation simulation = simulate(fields(1e308, 0.0, 0.9));  // upwards, nothing in the way
  EXPECT_EQ(failure_of(simulation, 10), "step 2: body 1 (runaway) has a non-finite velocity");
}

TEST(NonFiniteState, OfAPositionNamesBodyAndStep) {
  Simulation simulation = simulate(fields(0.0, 1e308, 1.5));
  EXPECT_EQ(failure_of(simulation, 10), "step 2: body 1 (runaway) has a non-finite position");
}

TEST(NonFiniteState, WrittenFromOutsideIsFoundInTheNextStep) {
  for (const bool position : {true, false}) {
    Simulation simulation = simulate(fields(0.0, 1.0, 0.01));
    simulation.step();
    (position ? simulation.positions() : simulation.velocities())[3] = std::numeric_limits<double>::quiet_NaN();
    const std::string what = failure_of(simulation, 1);
    EXPECT_NE(what.find("step 2: body 1 (runaway) has a non-finite"), std::string::npos) << what;
  }
}

TEST(NonFiniteState, AmongManyBodiesNamesTheOneThatIs) {
  Simulation simulation = simulate(R"(
dimension = 3
[time]
step = 0.01
steps = 10
[environment]
gravity = [0, 0, -10]
[[bodies]]
name = "grain"
count = 200
shape = { kind = "sphere", radius = 0.1 }
region = { kind = "box", lower = [0, 0, 0], upper = [2, 2, 3] }
[[obstacle]]
shape = { kind = "box-walls", lower = [0, 0, 0], upper = [2, 2, 4] }
)");
  simulation.step();
  simulation.velocities()[3 * 123] = std::numeric_limits<double>::infinity();
  EXPECT_NE(failure_of(simulation, 1).find("body 123 (grain[123])"), std::string::npos);
}

}  // namespace
}  // namespace gluey::test::non_finite_test
