// Stress, clusters and coordination of runs: the stress of a box of grains is the weight above, and the history says of a step
// what the statistics say of its frame.

#include "support/scenes.hpp"

#include <gtest/gtest.h>
#include <gluey/stats.hpp>

#include <algorithm>
#include <cmath>
#include <string>

namespace gluey::test::stress_test {
namespace {

constexpr double g = 10.0;

/// Grains of mass 1 in a box of width 1, without friction, so that the floor alone carries them.
std::string grains(int dimension) {
  const bool plane = dimension == 2;
  return std::string("dimension = ") + (plane ? "2" : "3") + R"(
seed = 5
[time]
step = 0.004
steps = 100000
[environment]
gravity = )" +
         (plane ? "[0, -10]" : "[0, 0, -10]") + R"(
[contact]
law = "inelastic"
[[bodies]]
count = )" +
         (plane ? "40" : "60") + R"(
shape = { kind = "sphere", radius = [0.06, 0.09] }
region = { kind = "box", lower = )" +
         (plane ? "[0, 0], upper = [1, 2] }" : "[0, 0, 0], upper = [1, 1, 2] }") + R"(
[[obstacle]]
shape = { kind = "box-walls", lower = )" +
         (plane ? "[0, 0], upper = [1, 4] }" : "[0, 0, 0], upper = [1, 1, 4] }") + R"(
[solver]
tolerance = 1e-9
)";
}

/// −σ along gravity of each slice · its volume, were every body to weigh m (g + a): what hangs on the planes that cross it.
double load(const Frame& frame, const Constants& constants, const std::vector<double>& lift, double from, double to) {
  const auto d = static_cast<std::size_t>(constants.dimension);
  double sum = 0.0;
  for (std::size_t body = 0; body < constants.bodies.mass.size(); ++body) {
    const double height = frame.position[body * d + d - 1];
    sum += constants.bodies.mass[body] * lift[body] * std::clamp(height - from, 0.0, to - from);
  }
  return sum;
}

class GrainsInABox : public testing::TestWithParam<int> {};

TEST_P(GrainsInABox, CarryTheWeightAbove) {
  const int dimension = GetParam();
  const auto d = static_cast<std::size_t>(dimension);
  Simulation simulation = simulate(grains(dimension));
  const Constants constants = simulation.constants();
  const std::size_t bodies = constants.bodies.mass.size();
  Region region{std::vector<double>(d, 0.0), std::vector<double>(d, 1.0)};
  region.upper.back() = 2.0;
  std::vector<int> slices(d, 1);
  slices.back() = 10;
  const double weight = g * static_cast<double>(bodies);

  const auto compare = [&](const Frame& frame, const std::vector<double>& lift, double tolerance) {
    for (const StressCell& slice : frame_stress(constants, frame, slices, region)) {
      const double from = slice.lower.back(), to = slice.upper.back();
      const double force = -(slice.stress.back() - slice.kinetic.back());  // over an area of one
      EXPECT_NEAR(force, load(frame, constants, lift, from, to) / (to - from), tolerance * weight) << from;
    }
  };
  // While they fall and hit each other, what is missing to the weight is what accelerates them: to rounding.
  for (int step = 1; step <= 300; ++step) {
    const Frame before = simulation.frame();
    simulation.step();
    if (step % 20 == 0) {
      const Frame frame = simulation.frame();
      std::vector<double> lift(bodies, g);
      for (std::size_t body = 0; body < bodies; ++body) {
        lift[body] += (frame.velocity[body * d + d - 1] - before.velocity[body * d + d - 1]) / frame.step_length;
      }
      compare(frame, lift, 1e-10);
    }
  }
  // At rest, the weight itself. Half of it hangs on the middle of the heap at most, so that slices differ.
  for (int step = 0; step < 2500; ++step) {
    simulation.step();
  }
  compare(simulation.frame(), std::vector<double>(bodies, g), 2e-3);
}

INSTANTIATE_TEST_SUITE_P(Stress, GrainsInABox, testing::Values(2, 3));

/// Grains without weight under a wall that a force drives. What the floor bears, and what every slice of the grains does, is that
/// force, but for what accelerates.
TEST_P(GrainsInABox, UnderAPistonBearItsForce) {
  const int dimension = GetParam();
  const auto d = static_cast<std::size_t>(dimension);
  const bool plane = dimension == 2;
  constexpr double force = 50.0;
  std::string scene = grains(dimension);
  const std::string gravity = plane ? "[0, -10]" : "[0, 0, -10]";
  scene.replace(scene.find(gravity), gravity.size(), plane ? "[0, 0]" : "[0, 0, 0]");
  scene += plane ? R"(
[[body]]
name = "piston"
shape = { kind = "box", size = [0.98, 0.2] }
position = [0.5, 2.3]
mass = 5
locked = ["x", "rotation"]
force = [0, -50]
)"
                 : R"(
[[body]]
name = "piston"
shape = { kind = "box", size = [0.98, 0.98, 0.2] }
position = [0.5, 0.5, 2.3]
mass = 5
locked = ["x", "y", "rotation"]
force = [0, 0, -50]
)";
  Simulation simulation = simulate(scene);
  const Constants constants = simulation.constants();
  const std::size_t bodies = constants.bodies.mass.size();
  const auto piston = static_cast<std::size_t>(
      std::max_element(constants.bodies.mass.begin(), constants.bodies.mass.end()) - constants.bodies.mass.begin());
  Region region{std::vector<double>(d, 0.0), std::vector<double>(d, 1.0)};
  std::vector<int> slices(d, 1);
  slices.back() = 10;
  double largest = 0.0;
  const auto compare = [&](const std::vector<double>& lift, double on_floor, double tolerance) {
    const Frame frame = simulation.frame();
    region.upper.back() = frame.position[piston * d + d - 1];
    double borne = 0.0;
    for (std::size_t body = 0; body < bodies; ++body) {
      borne += constants.bodies.mass[body] * lift[body];
    }
    const double scale = std::max(force, borne);  // an impact is borne, too
    EXPECT_NEAR(-on_floor, borne, tolerance * scale);
    for (const StressCell& slice : frame_stress(constants, frame, slices, region)) {
      const double from = slice.lower.back(), to = slice.upper.back();
      const double pressure = -(slice.stress.back() - slice.kinetic.back());
      EXPECT_NEAR(pressure, load(frame, constants, lift, from, to) / (to - from), tolerance * scale) << from;
    }
    largest = std::max(largest, borne);
  };
  const auto driven = [&] {
    std::vector<double> lift(bodies, 0.0);
    lift[piston] = force / constants.bodies.mass[piston];
    return lift;
  };
  double on_floor = 0.0;
  for (int step = 1; step <= 400; ++step) {
    const Frame before = simulation.frame();
    const HistoryRow row = simulation.step().row;
    on_floor = row.obstacle_force[d - 1];
    if (step % 20 == 0) {
      const Frame frame = simulation.frame();
      std::vector<double> lift = driven();
      for (std::size_t body = 0; body < bodies; ++body) {
        lift[body] += (frame.velocity[body * d + d - 1] - before.velocity[body * d + d - 1]) / frame.step_length;
      }
      // Forces are not carried across what the tolerance of the solver leaves of gaps.
      compare(lift, on_floor, 1e-9);
    }
  }
  EXPECT_GT(largest, force) << "the piston was never stopped";
  for (int step = 0; step < 2000; ++step) {
    on_floor = simulation.step().row.obstacle_force[d - 1];
  }
  compare(driven(), on_floor, 2e-3);
}

TEST_P(GrainsInABox, HaveInTheHistoryWhatTheirFramesTell) {
  Simulation simulation = simulate(grains(GetParam()));
  const Constants constants = simulation.constants();
  for (int step = 1; step <= 400; ++step) {
    const HistoryRow row = simulation.step().row;
    if (step % 50 != 0) {
      continue;
    }
    const Frame frame = simulation.frame();
    const FrameStatistics statistics = frame_statistics(constants, frame);
    EXPECT_EQ(row.clusters, statistics.clusters);
    EXPECT_EQ(row.largest_cluster, statistics.largest_cluster);
    EXPECT_DOUBLE_EQ(row.coordination, statistics.coordination);
    const StressCell whole = frame_stress(constants, frame).front();
    double volume = 1.0;
    for (std::size_t axis = 0; axis < whole.lower.size(); ++axis) {
      volume *= whole.upper[axis] - whole.lower[axis];
    }
    EXPECT_NEAR(row.volume, volume, 1e-12);
    for (std::size_t k = 0; k < whole.stress.size(); ++k) {
      EXPECT_NEAR(row.stress[k], whole.stress[k], 1e-9 * (1.0 + std::abs(whole.pressure)));
    }
  }
}

// What draws two discs together and what keeps them apart cancel: neither is left in the stress of the whole.
TEST(StressOfPairForces, CancelsThatOfTheContactTheyClose) {
  for (const char* attraction :
       {"aggregation = { kappa = 3e-3, epsilon = 3e-3 }", "capillary = { volume = 1e-6, tension = 0.5 }"}) {
    Simulation simulation = simulate(std::string(R"(
dimension = 3
[time]
step = 0.01
steps = 100
[environment]
)") + attraction + R"(
[contact]
law = "inelastic"
[[body]]
shape = { kind = "sphere", radius = 0.02 }
position = [0, 0, 0]
[[body]]
shape = { kind = "sphere", radius = 0.03 }
position = [0.03, 0.04, 0]
[solver]
tolerance = 1e-12
)");
    const Constants constants = simulation.constants();
    for (int step = 0; step < 5; ++step) {
      const HistoryRow row = simulation.step().row;
      const double contact = frame_stress(constants, simulation.frame()).front().pressure;
      EXPECT_GT(contact, 0.0) << attraction;
      for (const double stress : row.stress) {
        EXPECT_NEAR(stress, 0.0, 1e-12 * contact) << attraction;
      }
    }
  }
}

// Without obstacles the two are one formula, images and drift included.
TEST(HistoryOfAShearedDomain, TellsWhatItsFramesDo) {
  for (const int dimension : {2, 3}) {
    const bool plane = dimension == 2;
    Simulation simulation = simulate(std::string("dimension = ") + (plane ? "2" : "3") + R"(
[time]
step = 0.01
steps = 1000
[domain]
periodic = )" + (plane ? "[true, true]" : "[true, true, false]") +
                                     R"(
shear_rate = 1.0
lower = )" + (plane ? "[0, 0]" : "[0, 0, 0]") +
                                     R"(
upper = )" + (plane ? "[1, 1]" : "[1, 1, 1]") +
                                     R"(
[contact]
law = "gluey"
gamma_min = -0.05
[[bodies]]
count = )" + (plane ? "30" : "60") + R"(
shape = { kind = "sphere", radius = [0.06, 0.08] }
region = { kind = "box", lower = )" + (plane ? "[0, 0], upper = [1, 1] }\n" : "[0, 0, 0], upper = [1, 1, 1] }\n"));
    const Constants constants = simulation.constants();
    bool touched = false, crossed = false;
    for (int step = 1; step <= 200; ++step) {
      const HistoryRow row = simulation.step().row;
      const Frame frame = simulation.frame();
      const FrameStatistics statistics = frame_statistics(constants, frame);
      EXPECT_EQ(row.clusters, statistics.clusters);
      EXPECT_EQ(row.largest_cluster, statistics.largest_cluster);
      EXPECT_DOUBLE_EQ(row.coordination, statistics.coordination);
      const StressCell whole = frame_stress(constants, frame).front();
      for (std::size_t k = 0; k < whole.stress.size(); ++k) {
        EXPECT_NEAR(row.stress[k], whole.stress[k], 1e-9 * (1.0 + std::abs(whole.pressure)));
      }
      touched = touched || row.contacts > 0;
      crossed = crossed || std::any_of(frame.contact_image.begin(), frame.contact_image.end(),
                                       [](std::int32_t number) { return number != 0; });
      // A contact's image is where the contact is: gaps follow from it.
      for (std::size_t c = 0; c < frame.contact_gamma.size(); ++c) {
        const auto d = static_cast<std::size_t>(dimension);
        const auto first = static_cast<std::size_t>(frame.contact_pair[2 * c]);
        const auto second = static_cast<std::size_t>(frame.contact_pair[2 * c + 1]);
        double square = 0.0;
        for (std::size_t axis = 0; axis < d; ++axis) {
          double apart =
              frame.position[second * d + axis] - frame.position[first * d + axis] + frame.contact_image[c * d + axis];
          apart += axis == 0 ? frame.contact_image[c * d + 1] * frame.time : 0.0;
          square += apart * apart;
        }
        EXPECT_LT(std::sqrt(square), 2.0 * 0.08 + 0.1);
      }
    }
    EXPECT_TRUE(touched && crossed) << "or nothing was compared";
  }
}

}  // namespace
}  // namespace gluey::test::stress_test
