// Grains at rest in a silo. Coulomb's law leaves the forces open: walls may bear grains up to their friction, or pull them down as much. What
// the fall of a grain has wedged in must not stay: walls that pull all of the heap down, so that the floor bears twice its weight, are no
// sand.

#include "support/scenes.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace gluey::test::silo_test {
namespace {

/// What the floor bears, relative to the weight, when all is at rest.
double borne_by_floor(int seed, int grains, double width, double height, double friction, double end) {
  Simulation simulation = simulate(fmt::format(R"(
dimension = 2
seed = {}
[time]
step = 0.02
end = {}
[environment]
gravity = [0, -1]
drag = {{ tau = 2.0 }}
[contact]
law = "friction"
friction = {}
[solver]
tolerance = 1e-6
[[bodies]]
count = {}
shape = {{ kind = "sphere", radius = [0.4, 0.6] }}
region = {{ kind = "box", lower = [0, 0], upper = [{}, {}] }}
density = 1.0
[[obstacle]]
shape = {{ kind = "plane", normal = [0, 1] }}
[[obstacle]]
shape = {{ kind = "plane", normal = [1, 0] }}
[[obstacle]]
shape = {{ kind = "plane", normal = [-1, 0] }}
position = [{}, 0]
)",
                                               seed, end, friction, grains, width, height, width));
  double borne = 0.0, energy = 0.0;
  constexpr int steps = 20;  // the mean over the last
  while (simulation.time() < end - 0.01) {
    const StepReport report = simulation.step();
    borne = simulation.time() < end - (steps - 0.5) * 0.02 ? 0.0 : borne - report.row.obstacle_force[1] / steps;
    energy = report.row.kinetic_energy;
  }
  double weight = 0.0;
  for (const double mass : simulation.constants().bodies.mass) {
    weight += mass;
  }
  EXPECT_LT(energy, 1e-4 * weight) << "seed " << seed << ": not at rest";
  return borne / weight;
}

TEST(Silo, AtRestIsNotWedgedByWhatFellIn) {
  // Four grains wide, where a wedge is a tenth of all. With every step starting from the impulses of the last, forty of these ended at 1.31 on average
  // and 3.24 at most; as it is at 1.0 and 1.9.
  double mean = 0.0;
  for (int seed = 1; seed <= 8; ++seed) {
    const double borne = borne_by_floor(seed, 60, 4.0, 30.0, 0.5, 24.0);
    EXPECT_LT(borne, 1.9) << "seed " << seed;
    mean += borne / 8.0;
  }
  EXPECT_LT(mean, 1.15);
}

TEST(LongSilo, AtRestIsBorneByItsWallsToo) {
  double mean = 0.0;
  for (int seed = 1; seed <= 8; ++seed) {
    const double borne = borne_by_floor(seed, 150, 6.0, 50.0, 0.5, 36.0);
    EXPECT_LT(borne, 1.7) << "seed " << seed;
    mean += borne / 8.0;
  }
  EXPECT_LT(mean, 1.1);
  EXPECT_GT(mean, 0.5);
}

}  // namespace
}  // namespace gluey::test::silo_test
