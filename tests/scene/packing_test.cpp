// Bodies of other shapes in large numbers and in the built-in scenes: nothing is lost, nothing overlaps, the same bits for any
// number of threads and after a restart.

#include "core/state.hpp"
#include "run/snapshot.hpp"
#include "scene/build.hpp"
#include "support/scenes.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <omp.h>

namespace gluey::test::packing_test {
namespace {

template <int D>
Stepper<D> stepper_of(const Scene& scene) {
  return scene::build<D>(scene.options(), {.places = scene.places(), .folder = scene.folder(), .read_frame = {}});
}

/// 3000 bodies above a box of edge 1, as densely as they can be placed at random.
std::string falling(const std::string& shape) {
  return fmt::format(R"(
dimension = 3
seed = 9
[time]
step = "auto"
displacement = 0.4
end = 100
[environment]
gravity = [0.0, 0.0, -10.0]
[contact]
law = "friction"
friction = 0.3
[[bodies]]
count = 3000
shape = {{ {} }}
region = {{ kind = "box", lower = [0.0, 0.0, 0.0], upper = [1.0, 1.0, 3.8] }}
density = 1000.0
[[obstacle]]
name = "box"
shape = {{ kind = "box-walls", lower = [0.0, 0.0, 0.0], upper = [1.0, 1.0, 8.0] }}
[solver]
max_iterations = 100
)",
                     shape);
}

double deepest_overlap(const Stepper<3>& stepper) {
  Stepper<3> probe(stepper.world, {}, stepper.laws(), stepper.settings());
  return probe.deepest_overlap().depth;
}

/// They fall until they lie on each other, coarsely; then a thousand steps of what has become a packing. The overlap is measured
/// anew at the positions reached: it holds what the solver left and what turning adds to a step that is straight. That is up
/// to s²/R where the ends of two bodies of length 2R move by s, so the step is bounded by a displacement.
void expect_no_loss_and_no_overlap(const std::string& shape, double size) {
  Stepper<3> stepper = stepper_of<3>(Scene::parse(falling(shape), "test"));
  while (stepper.world.time < 1.0) {
    stepper.step(1e9);
  }
  stepper.resolve_overlaps();
  StepSettings settings = stepper.settings();
  settings.displacement = 0.1;
  settings.step_max = 2e-3;
  settings.accuracy.budget = {300.0, 0.0};
  Stepper<3> packed(stepper.world, stepper.forces(), stepper.laws(), settings);
  double deepest = 0.0;
  std::size_t contacts = 0;
  for (int n = 0; n < 1000; ++n) {
    contacts = packed.step(1e9).contacts;
    if (n % 20 == 19) {
      deepest = std::max(deepest, deepest_overlap(packed));
    }
  }
  fmt::print("             {}: overlap {:.2e} of the size, {} contacts, t = {:.3f}\n", shape, deepest / size, contacts,
             packed.world.time);
  EXPECT_LT(deepest, 1e-3 * size);
  EXPECT_GT(contacts, 6000U);
  for (const Vec<3>& x : packed.world.bodies.position) {
    EXPECT_TRUE((x.array() > 0.0).all() && x[0] < 1.0 && x[1] < 1.0 && x[2] < 8.0);
  }
}

TEST(LongPacking, OfRods) { expect_no_loss_and_no_overlap(R"(kind = "capsule", radius = 0.02, length = 0.12)", 0.16); }
TEST(LongPacking, OfPlates) { expect_no_loss_and_no_overlap(R"(kind = "box", size = [0.1, 0.1, 0.02])", 0.1); }
TEST(LongPacking, OfEllipsoids) {
  expect_no_loss_and_no_overlap(R"(kind = "ellipsoid", radii = [0.06, 0.04, 0.025])", 0.12);
}

/// A built-in scene for a while: all but a hundredth of the steps have the accuracy that is asked for, nothing overlaps.
template <int D>
void run_scene(const std::string& name, int steps) {
  Stepper<D> stepper = stepper_of<D>(Scene::load(std::string(GLUEY_SCENES) + "/" + name + ".toml"));
  std::size_t contacts = 0;
  int missed = 0;
  for (int n = 0; n < steps; ++n) {
    const StepOutcome<D>& outcome = stepper.step(1e9);
    missed += outcome.missed ? 1 : 0;
    EXPECT_EQ(outcome.inexact, 0) << name << ", step " << n;
    contacts = std::max(contacts, outcome.contacts);
  }
  EXPECT_LE(missed, steps / 100) << name;
  EXPECT_GT(contacts, 10U) << name;
  Stepper<D> probe(stepper.world, {}, stepper.laws(), stepper.settings());
  EXPECT_LT(probe.deepest_overlap().depth, 0.02 * stepper.smallest_radius()) << name;
}

TEST(ShapedScene, OfWorms) { run_scene<2>("worms", 300); }
TEST(ShapedScene, OfPolygonsOnAPlate) { run_scene<2>("vibrated-plate", 300); }
TEST(ShapedScene, OfAShearCell) { run_scene<2>("shear-cell", 300); }
TEST(ShapedScene, OfRedCells) { run_scene<3>("red-cells", 300); }
TEST(ShapedScene, OfABrickWall) { run_scene<3>("brick-wall", 50); }
TEST(ShapedScene, OfAHopper) { run_scene<3>("hopper", 150); }

/// Frames after some steps with so many threads, restarted on the way where asked.
template <int D>
Frame after(const std::string& name, int threads, bool restarted) {
  const int before = omp_get_max_threads();
  omp_set_num_threads(threads);
  // A wall of bricks that breaks takes thousands of iterations; equal bits need no solved steps.
  const Scene scene = Scene::load(
      std::string(GLUEY_SCENES) + "/" + name + ".toml",
      name == "brick-wall" ? std::vector<std::string>{"solver.max_iterations=300"} : std::vector<std::string>{});
  Stepper<D> stepper = stepper_of<D>(scene);
  for (int n = 0; n < 120; ++n) {
    if (n == 90 && restarted) {
      State state;
      stepper.save(state);
      stepper = stepper_of<D>(scene);
      stepper.restore(state);
    }
    stepper.step(1e9);
  }
  omp_set_num_threads(before);
  return take_frame(stepper, true);
}

TEST(ShapedScene, HasTheSameBitsForAnyNumberOfThreadsAndAfterARestart) {
  for (const std::string name : {"worms", "vibrated-plate", "shear-cell"}) {
    const Frame one = after<2>(name, 1, false);
    EXPECT_TRUE(same_bits(one, after<2>(name, 3, false))) << name;
    EXPECT_TRUE(same_bits(one, after<2>(name, 2, true))) << name;
  }
  for (const std::string name : {"red-cells", "hopper", "brick-wall"}) {
    const Frame one = after<3>(name, 1, false);
    EXPECT_TRUE(same_bits(one, after<3>(name, 3, false))) << name;
    EXPECT_TRUE(same_bits(one, after<3>(name, 2, true))) << name;
  }
}

}  // namespace
}  // namespace gluey::test::packing_test
