// Bodies that overlap at the start: refused with names and depth, or moved apart as little as possible.

#include "support/files.hpp"
#include "support/scenes.hpp"

#include <gluey/errors.hpp>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

namespace gluey::test::initial_overlap_test {
namespace {

const std::string pair = R"(
dimension = 2
[time]
step = 0.01
steps = 1
[[body]]
name = "left"
shape = { kind = "sphere", radius = 0.5 }
position = [0, 0]
velocity = [0.3, 0.1]
mass = 1.0
[[body]]
name = "right"
shape = { kind = "sphere", radius = 0.5 }
position = [0.6, 0.8]
mass = 3.0
)";

std::string refusal(const std::string& scene) {
  try {
    simulate(scene);
  } catch (const SceneError& error) {
    return error.what();
  }
  return "";
}

TEST(InitialOverlap, OfTouchingBodiesIsNone) { EXPECT_EQ(refusal(pair), ""); }  // centres 1 apart

TEST(InitialOverlap, IsRefusedWithBothNamesAndItsDepth) {
  const std::string bodies = refusal(pair +
                                     "[[body]]\nname = \"third\"\nshape = { kind = \"sphere\", radius = 0.5 }\n"
                                     "position = [-0.75, 0]\n");
  EXPECT_NE(bodies.find("body 0 (left) and body 2 (third) overlap by 0.25"), std::string::npos) << bodies;
  const std::string wall = refusal(pair +
                                   "[[obstacle]]\nname = \"wall\"\nshape = { kind = \"plane\", normal = [1, 0] }\n"
                                   "position = [-0.4, 0]\n");
  EXPECT_NE(wall.find("body 0 (left) and obstacle wall overlap by 0.1"), std::string::npos) << wall;
  const std::string nameless =
      refusal(pair + "[[obstacle]]\nshape = { kind = \"plane\", normal = [1, 0] }\nposition = [-0.4, 0]\n");
  EXPECT_NE(nameless.find("body 0 (left) and obstacle 0 overlap by 0.1"), std::string::npos) << nameless;
}

TEST(InitialOverlap, IsResolvedByTheLeastMotionWeightedByMass) {
  // Overlap 0.5 along (0.6, 0.8): shares 3:1 to the masses, velocities untouched, nothing moves in time.
  Simulation simulation = simulate(pair, {"body[1].position=[0.3, 0.4]", "contact.initial_overlap=resolve"});
  const Frame frame = simulation.frame();
  EXPECT_EQ(frame.time, 0.0);
  EXPECT_NEAR(frame.position[0], -0.75 * 0.5 * 0.6, 1e-9);
  EXPECT_NEAR(frame.position[1], -0.75 * 0.5 * 0.8, 1e-9);
  EXPECT_NEAR(frame.position[2], 0.3 + 0.25 * 0.5 * 0.6, 1e-9);
  EXPECT_NEAR(frame.position[3], 0.4 + 0.25 * 0.5 * 0.8, 1e-9);
  EXPECT_EQ(frame.velocity[0], 0.3);
  EXPECT_EQ(frame.velocity[1], 0.1);
  EXPECT_EQ(frame.velocity[2], 0.0);
}

TEST(InitialOverlap, OfACrowdIsResolvedWithoutPotential) {
  // Sixty discs thrown into a box without looking, some right on top of each other.
  const Folder folder;
  std::string csv = "x,y,r,m\n";
  for (int k = 0; k < 60; ++k) {
    csv += fmt::format("{},{},{},{}\n", 0.5 + std::fmod(0.37 * k, 2.0), 0.5 + std::fmod(0.61 * k, 1.5),
                       0.08 + 0.01 * (k % 5), 1.0 + k % 3);
  }
  folder.write("crowd.csv", csv);
  const std::string scene = R"(
dimension = 2
[time]
step = 0.01
steps = 1
[contact]
law = "gluey"
initial_overlap = "resolve"
[[bodies]]
file = "crowd.csv"
[[obstacle]]
shape = { kind = "box-walls", lower = [0, 0], upper = [3, 2.5] }
)";
  EXPECT_THROW(simulate(scene, {"contact.initial_overlap=error"}, folder.path()), SceneError);
  Simulation simulation = simulate(scene, {}, folder.path());
  const Frame frame = simulation.frame();
  const std::vector<double> r = simulation.constants().bodies.radius;
  for (std::size_t i = 0; i < r.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const double distance = std::hypot(frame.position[2 * i] - frame.position[2 * j],
                                         frame.position[2 * i + 1] - frame.position[2 * j + 1]);
      EXPECT_GE(distance, r[i] + r[j] - 1e-9);
    }
    EXPECT_GE(frame.position[2 * i], r[i] - 1e-9);
    EXPECT_LE(frame.position[2 * i + 1], 2.5 - r[i] + 1e-9);
  }
  // At rest without force: nothing was stored by moving them apart, and nothing moves afterwards.
  const StepReport report = simulation.step();
  EXPECT_LT(report.row.kinetic_energy, 1e-12);
  for (const double gamma : simulation.frame().contact_gamma) {
    EXPECT_GT(gamma, -1e-6);
  }
}

TEST(InitialOverlap, ThatCannotBeResolvedIsSaid) {
  // A ball of diameter 1 between walls 0.5 apart.
  try {
    simulate(pair + "[[obstacle]]\nshape = { kind = \"box-walls\", lower = [-0.25, -9], upper = [0.25, 9] }\n",
             {"contact.initial_overlap=resolve"});
    FAIL() << "accepted";
  } catch (const SceneError& error) {
    EXPECT_NE(std::string(error.what()).find("overlaps could not be resolved"), std::string::npos) << error.what();
  }
}

TEST(InitialOverlap, OfCoincidentCentresIsResolvedSomehow) {
  Simulation simulation = simulate(pair, {"body[1].position=[0, 0]", "contact.initial_overlap=resolve"});
  const Frame frame = simulation.frame();
  EXPECT_NEAR(std::hypot(frame.position[2] - frame.position[0], frame.position[3] - frame.position[1]), 1.0, 1e-9);
}

}  // namespace
}  // namespace gluey::test::initial_overlap_test
