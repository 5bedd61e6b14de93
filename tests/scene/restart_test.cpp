// A run that is saved to a file and taken up again equals the one that went on, bit for bit: contacts, impulses and potentials
// included, whatever the obstacles do and however the step is chosen.

#include "io/checkpoint.hpp"
#include "run/engine.hpp"
#include "support/scenes.hpp"

#include <gluey/scene.hpp>

#include <gtest/gtest.h>

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

namespace gluey::test::restart_test {
namespace {

const std::string turning_box = R"(
dimension = 2
seed = 3
[time]
step = 0.004
end = 3.0
[environment]
gravity = [0.0, -10.0]
force = { times = [0.0, 0.5], values = [[1.0, 0.0], [-1.0, 0.0]] }
[contact]
law = "gluey"
gamma_min = -0.5
[[bodies]]
count = 80
shape = { kind = "sphere", radius = [0.015, 0.03] }
region = { kind = "box", lower = [0.05, 0.1], upper = [0.95, 0.9] }
[[obstacle]]
shape = { kind = "box-walls", lower = [0, 0], upper = [1, 1] }
motion = { kind = "rotation", center = [0.5, 0.5], omega = 0.7 }
[[obstacle]]
shape = { kind = "chain", points = [[0.1, 0.05], [0.3, 0.02], [0.5, 0.05], [0.7, 0.02], [0.9, 0.05]] }
motion = { kind = "oscillation", amplitude = [0, 0.01], frequency = 1.0 }
)";

const std::string spheres = R"(
dimension = 3
seed = 5
[time]
step = 0.01
end = 3.0
[environment]
gravity = [0.0, 0.0, -10.0]
[contact]
law = "gluey"
scaling = "radius"
gamma_min = -40.0
[[bodies]]
count = 90
shape = { kind = "sphere", radius = [0.04, 0.08] }
region = { kind = "box", lower = [0, 0, 0.1], upper = [1, 1, 2] }
angular_velocity = [0.1, 0.2, 0.3]
[[obstacle]]
shape = { kind = "box-walls", lower = [0, 0, 0], upper = [1, 1, 3] }
[[obstacle]]
shape = { kind = "box", size = [0.3, 0.05, 0.05] }
position = [0.5, 0.5, 0.05]
motion = { kind = "rotation", omega = 2.0, axis = [0, 0, 1] }
)";

const std::string boxes = R"(
dimension = 3
seed = 3
[domain]
lower = [0.0, 0.0, 0.0]
upper = [1.0, 1.0, 3.0]
periodic = [true, true, false]
[time]
step = 0.005
end = 3.0
[environment]
gravity = [1.0, 0.0, -10.0]
[contact]
law = "gluey-friction"
friction = 0.4
rolling = 0.002
gamma_min = -0.5
[solver]
max_iterations = 500
[[bodies]]
count = 12
shape = { kind = "box", size = [0.3, 0.2, 0.25] }
region = { kind = "box", lower = [0, 0, 0.2], upper = [1, 1, 1.5] }
[[obstacle]]
shape = { kind = "plane", normal = [0, 0, 1] }
)";

const std::string gates = R"(
dimension = 2
seed = 3
[time]
step = 0.004
end = 3.0
[environment]
gravity = [0.0, -10.0]
capillary = { tension = 0.02, volume = 1e-6 }
[contact]
law = "friction"
friction = 0.4
rolling = 0.002
[[bodies]]
count = 60
shape = { kind = "sphere", radius = [0.02, 0.04] }
region = { kind = "box", lower = [0.05, 0.05], upper = [0.95, 0.7] }
[[obstacle]]
shape = { kind = "box-walls", lower = [0, 0], upper = [1, 1] }
[[inlet]]
count = 30
rate = 50
shape = { kind = "sphere", radius = 0.03 }
region = { kind = "box", lower = [0.2, 0.75], upper = [0.8, 0.95] }
[[outlet]]
region = { kind = "box", lower = [0.4, 0.0], upper = [0.6, 0.05] }
)";

/// A scene with plates in place of its discs.
std::string of_plates(std::string scene) {
  const std::string discs = R"(kind = "sphere", radius = [0.015, 0.03])";
  return scene.replace(scene.find(discs), discs.size(), R"(kind = "box", size = [0.05, 0.03])");
}

/// What a file of it holds.
State through_a_file(const State& state) {
  const std::string file = testing::TempDir() + "gluey_restart_" + std::to_string(getpid()) + ".checkpoint";
  io::Checkpoint written;
  written.state = state;
  io::write_checkpoint_to(file, written);
  io::Checkpoint read = io::read_checkpoint_from(file);
  std::remove(file.c_str());
  return std::move(read.state);
}

struct Case {
  const char* name;
  std::string scene;
  std::vector<std::string> overrides;
  bool halves = false;
};
std::ostream& operator<<(std::ostream& out, const Case& tested) { return out << tested.name; }

class Restart : public testing::TestWithParam<Case> {};

TEST_P(Restart, EqualsTheUninterruptedRunBitForBit) {
  const Scene scene = Scene::parse(GetParam().scene, "test", ".", GetParam().overrides);
  const double end = 3.0;
  const std::vector<std::int64_t> saved_after = {0, 1, 7, 60, 150};
  constexpr std::size_t followed = 25;

  // One run without a break, saved on the way.
  const auto uninterrupted = make_engine(scene);
  std::vector<State> states;
  std::vector<Frame> frames;
  std::vector<std::int64_t> iterations;
  std::size_t largest = 0;
  int halvings = 0;
  while (frames.size() < static_cast<std::size_t>(saved_after.back()) + followed) {
    if (std::find(saved_after.begin(), saved_after.end(), uninterrupted->steps()) != saved_after.end()) {
      states.push_back(uninterrupted->save());
    }
    const StepReport report = uninterrupted->step(end);
    iterations.push_back(report.row.iterations);
    halvings += report.halvings;
    frames.push_back(uninterrupted->frame(true));
    largest = std::max(largest, frames.back().contact_gamma.size());
  }

  // And one taken up again from each of the states.
  for (const State& state : states) {
    const auto resumed = make_engine(scene);
    resumed->restore(through_a_file(state));
    const auto begin = static_cast<std::size_t>(resumed->steps());
    ASSERT_EQ(resumed->steps(), saved_after[static_cast<std::size_t>(&state - states.data())]);
    for (std::size_t n = begin; n < begin + followed; ++n) {
      ASSERT_EQ(resumed->step(end).row.iterations, iterations[n]) << "saved after " << begin << ", step " << n + 1;
      ASSERT_TRUE(same_bits(resumed->frame(true), frames[n])) << "saved after " << begin << ", step " << n + 1;
    }
  }
  EXPECT_EQ(states.size(), saved_after.size());
  EXPECT_GT(largest, 25U);
  EXPECT_EQ(halvings > 0, GetParam().halves);
}

std::string name_of(const testing::TestParamInfo<Case>& tested) { return tested.param.name; }

INSTANTIATE_TEST_SUITE_P(
    Scenes, Restart,
    testing::Values(
        Case{"TurningBox", turning_box, {}}, Case{"Lagged", turning_box, {"contact.release=lagged"}},
        Case{"Dry", turning_box, {"contact.law=inelastic"}},
        Case{"AutomaticStep", turning_box, {"time.step=auto", "time.step_max=0.01", "time.displacement=0.5"}},
        Case{"HalvedSteps",
             turning_box,
             {"solver.on_failure=halve-step", "solver.max_iterations=8", "time.step=0.006"},
             true},
        Case{"GaussSeidel", turning_box, {"solver.method=gauss-seidel"}}, Case{"Spheres", spheres, {}},
        Case{"Friction", turning_box, {"contact.law=friction", "contact.friction=0.4"}},
        // Some of its steps take thousands of iterations; equal bits need no solved steps.
        Case{"FrictionSpheres",
             spheres,
             {"contact.law=friction", "contact.friction=0.4", "contact.rolling=0.003", "solver.max_iterations=500"}},
        Case{"Convex", turning_box, {"contact.law=friction", "contact.friction=0.4", "contact.model=convex"}},
        Case{"Bouncing", turning_box, {"contact.law=friction", "contact.friction=0.4", "contact.restitution=0.6"}},
        Case{
            "GlueyFriction",
            turning_box,
            {"contact.law=gluey-friction", "contact.friction=0.4", "contact.gamma_min=-0.02", "contact.rolling=0.001"}},
        Case{"GlueyFrictionSpheres", spheres, {"contact.law=gluey-friction", "contact.friction=0.4"}},
        Case{"Lubrication", turning_box, {"contact.law=lubrication", "contact.lubrication.viscosity=0.02"}},
        Case{"LubricationSpheres", spheres, {"contact.law=lubrication", "contact.lubrication.viscosity=0.02"}},
        Case{"Lubricated", turning_box, {"contact.law=lubricated", "contact.lubrication.viscosity=0.02"}},
        Case{"LubricatedAdaptive",
             turning_box,
             {"contact.law=lubricated", "contact.lubrication.viscosity=0.02", "time.step=adaptive",
              "time.step_min=0.001", "time.step_max=0.01"}},
        Case{"PeriodicBoxes", boxes, {}},
        Case{"Plates",
             of_plates(turning_box),
             {"contact.law=friction", "contact.friction=0.4", "contact.rolling=0.001", "solver.max_iterations=500"}},
        Case{"BridgesAndGates", gates, {}},
        Case{"FilmsBridgesAndGates",
             gates,
             {"contact.law=lubricated", "contact.lubrication.viscosity=0.02", "time.step=adaptive",
              "time.step_min=0.0005", "time.step_max=0.01"}},
        Case{"AggregationSpheres", spheres, {"environment.aggregation={kappa=1e-3, epsilon=0.02}"}},
        Case{"NoisyFilmsThatRepel",
             spheres,
             {"contact.law=lubrication", "contact.lubrication.viscosity=0.02", "environment.noise={sigma=0.01}",
              "environment.repulsion={stiffness=10.0, range=0.05}"}},
        Case{"FrictionAutomaticStep",
             turning_box,
             {"contact.law=friction", "contact.friction=0.4", "time.step=auto", "time.step_max=0.01",
              "time.displacement=0.5"}}),
    name_of);

}  // namespace
}  // namespace gluey::test::restart_test
