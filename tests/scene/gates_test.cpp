// Inlets, outlets and crowds.

#include "core/state.hpp"
#include "run/snapshot.hpp"
#include "scene/build.hpp"
#include "support/scenes.hpp"

#include <gtest/gtest.h>
#include <omp.h>

#include <cmath>
#include <cstring>
#include <set>

namespace gluey::test::gates_test {
namespace {

template <int D>
Stepper<D> stepper_of(const Scene& scene) {
  return scene::build<D>(scene.options(), {.places = scene.places(), .folder = scene.folder(), .read_frame = {}});
}
template <int D>
Stepper<D> stepper_of(const std::string& toml) {
  return stepper_of<D>(Scene::parse(toml, "test"));
}

const std::string rain = R"(
dimension = 3
seed = 3
[time]
step = 0.01
end = 10
[environment]
gravity = [0, 0, -10]
[[inlet]]
name = "cloud"
count = 40
rate = 20
begin = 0.5
region = { kind = "box", lower = [0, 0, 3], upper = [1, 1, 4] }
shape = { kind = "sphere", radius = [0.05, 0.1] }
velocity = [0, 0, -1]
[[outlet]]
name = "ground"
region = { kind = "box", lower = [-9, -9, -9], upper = [9, 9, 0] }
)";

// The k-th drop comes at 0.5 + k/20 and is under way for as long as it falls: z − t − 5t² = 0.
TEST(Gates, PourAtARateAndTakeWhatArrives) {
  Stepper<3> stepper = stepper_of<3>(rain);
  Bodies<3>& bodies = stepper.world.bodies;
  ASSERT_EQ(bodies.size(), 40U);
  std::vector<double> came(40, -1.0), height(40, 0.0), left(40, -1.0);
  for (int n = 0; n < 600; ++n) {
    const double now = stepper.world.time;
    const std::vector<Presence> before = bodies.presence;
    stepper.step(1e9);
    for (std::size_t i = 0; i < 40; ++i) {
      if (before[i] == Presence::waiting && bodies.presence[i] != Presence::waiting) {
        came[i] = now;
        height[i] = bodies.position[i][2] - 0.01 * bodies.velocity[i][2];
        EXPECT_TRUE((bodies.position[i].array() > -0.1).all());
      }
      if (before[i] == Presence::here && bodies.presence[i] == Presence::gone) {
        left[i] = stepper.world.time;
        EXPECT_EQ(bodies.velocity[i], Vec<3>(Vec<3>::Zero()));
      }
    }
  }
  std::set<double> heights(height.begin(), height.end());
  EXPECT_EQ(heights.size(), 40U) << "each at a place of its own";
  for (std::size_t i = 0; i < 40; ++i) {
    EXPECT_NEAR(came[i], 0.5 + 0.05 * static_cast<double>(i), 0.0101);
    EXPECT_TRUE(height[i] >= 3.05 && height[i] <= 3.95);
    const double fall = (-1.0 + std::sqrt(1.0 + 20.0 * height[i])) / 10.0;
    EXPECT_NEAR(left[i] - came[i], fall, 0.02);
  }
  EXPECT_EQ(stepper.world.outlets[0].taken, 40);
}

// No room: the inlet waits until what it gave has moved on, and nothing ever overlaps.
TEST(Gates, WaitForRoom) {
  Stepper<2> stepper = stepper_of<2>(R"(
dimension = 2
[time]
step = 0.01
end = 10
[environment]
gravity = [0, -1]
[[inlet]]
count = 30
rate = 1000
region = { kind = "box", lower = [0, 0], upper = [0.25, 0.25] }
shape = { kind = "box", size = [0.15, 0.1] }
)");
  std::size_t most = 0;
  for (int n = 0; n < 500; ++n) {
    stepper.step(1e9);
    std::size_t inside = 0;
    for (std::size_t i = 0; i < 30; ++i) {
      inside += stepper.world.bodies.here(i) && stepper.world.bodies.position[i][1] > 0.0 ? 1 : 0;
    }
    most = std::max(most, inside);
    EXPECT_LT(stepper.deepest_overlap().depth, 1e-6);
  }
  EXPECT_LE(most, 4U);
  EXPECT_GT(static_cast<int>(
                std::count(stepper.world.bodies.presence.begin(), stepper.world.bodies.presence.end(), Presence::here)),
            5);
}

TEST(Gates, AreTheSameForAnyNumberOfThreadsAndAfterARestart) {
  const Scene scene = Scene::load(std::string(GLUEY_SCENES) + "/fed-silo.toml");
  const int before = omp_get_max_threads();
  std::vector<Frame> frames;
  for (const bool other : {false, true}) {
    omp_set_num_threads(other ? 3 : 1);
    Stepper<2> stepper = stepper_of<2>(scene);
    for (int n = 0; n < 600; ++n) {
      if (other && n == 333) {
        State state;
        stepper.save(state);
        stepper = stepper_of<2>(scene);
        stepper.restore(state);
      }
      stepper.step(1e9);
    }
    frames.push_back(take_frame(stepper, true));
  }
  omp_set_num_threads(before);
  EXPECT_EQ(frames[0].position, frames[1].position);
  EXPECT_EQ(frames[0].velocity, frames[1].velocity);
  EXPECT_EQ(frames[0].contact_impulse, frames[1].contact_impulse);
  EXPECT_EQ(frames[0].present, frames[1].present);
}

// One alone walks straight to the door, at its speed.
TEST(Crowd, WalksTheShortestWay) {
  Stepper<2> stepper = stepper_of<2>(R"(
dimension = 2
[time]
step = 0.02
end = 60
[environment]
crowd = { speed = 1.3 }
[[body]]
shape = { kind = "sphere", radius = 0.2 }
position = [1, 1]
[[outlet]]
region = { kind = "box", lower = [9, 6.9], upper = [9.2, 7.1] }
[[obstacle]]
shape = { kind = "chain", points = [[0, 0], [10, 0], [10, 10], [0, 10], [0, 0]] }
)");
  int steps = 0;
  while (stepper.world.bodies.here(0) && steps < 2000) {
    stepper.step(1e9);
    ++steps;
    if (stepper.world.bodies.here(0)) {
      EXPECT_NEAR(stepper.world.bodies.velocity[0].norm(), 1.3, 1e-9);
    }
  }
  EXPECT_NEAR(0.02 * steps * 1.3, std::hypot(8.0, 5.9), 0.15);
}

// Everyone leaves. With a pillar before the door an arch may hold, of those who walk towards each other on both sides of it:
// whether it does hangs on the last bits of where they stand, and then nobody moves any more. No one overlaps or passes
// through a wall: a step may leave h times its residual, which is by default 0.01 of the velocities that people want, and a few times as much where
// iterations end with the budget.
TEST(Crowd, LeavesTheRoomOrStandsInAnArch) {
  const auto leaves = [](const std::vector<std::string>& overrides, double overlap) {
    Stepper<2> stepper = stepper_of<2>(Scene::load(std::string(GLUEY_SCENES) + "/evacuation.toml", overrides));
    for (int steps = 0; stepper.world.outlets[0].taken < 200 && steps < 3000; ++steps) {
      const auto& outcome = stepper.step(1e9);
      EXPECT_FALSE(outcome.missed);
      EXPECT_LT(outcome.solve.overlap, overlap);
    }
    const Bodies<2>& bodies = stepper.world.bodies;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      if (bodies.here(i)) {
        EXPECT_LT(bodies.velocity[i].norm(), 5e-3);  // of 1.0 to 1.4 that they want
        EXPECT_GT(bodies.position[i][0], 0.0);
        EXPECT_LT(bodies.position[i][0], 10.4);
      }
    }
    return stepper.world.outlets[0].taken == 200;
  };
  EXPECT_TRUE(leaves({}, 0.02 * 0.05 * 1.4));
  int emptied = 0;
  for (const char* seed : {"seed=9", "seed=10", "seed=11", "seed=12"}) {
    emptied += leaves({seed, "obstacle[4].position=[8.6, 5.0]", "solver.accuracy=exact"}, 2e-6) ? 1 : 0;
  }
  EXPECT_GE(emptied, 1);
}

}  // namespace
}  // namespace gluey::test::gates_test
