// [[contact.between]]: every pair of materials has its own law; keys left out are those of [contact].

#include "support/scenes.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

namespace gluey::test::materials_test {
namespace {

/// Balls of several materials rest on a floor, are pressed with −1 until t = 1 and pulled with +1 afterwards. A ball that
/// stores γ lets go at t = 1 + |γ|/(R m), dry ones at t = 1.
std::string pressed_balls(const std::string& contact) {
  std::string text =
      "dimension = 2\n[time]\nstep = 0.0625\nend = 4.0\n"
      "[environment]\nforce = { times = [0.0, 1.0], values = [[0, -1], [0, 1]] }\n"
      "[solver]\ntolerance = 1e-14\nmax_iterations = 20\n" +
      contact;
  const std::vector<std::string> materials = {"steel", "rubber", "glass", "default"};
  for (std::size_t i = 0; i < materials.size(); ++i) {
    text += fmt::format(
        "[[body]]\nshape = {{ kind = \"sphere\", radius = 0.5 }}\nposition = [{}, 0.5]\n"
        "material = \"{}\"\n",
        3 * i, materials[i]);
  }
  return text + "[[obstacle]]\nname = \"floor\"\nmaterial = \"floor\"\nshape = { kind = \"plane\", normal = [0, 1] }\n";
}

/// When each ball let go, from its velocity at the end.
std::vector<double> release_times(const std::string& toml) {
  Simulation simulation = simulate(toml);
  while (!simulation.finished()) {
    simulation.step();
  }
  std::vector<double> times;
  for (std::size_t i = 0; i < simulation.bodies(); ++i) {
    times.push_back(simulation.time() - simulation.velocities()[2 * i + 1]);
  }
  return times;
}

constexpr double rounding = 1e-12;

TEST(LawBetweenMaterials, OverridesTheDefaultForThatPairOnly) {
  const auto times = release_times(pressed_balls(R"(
[contact]
law = "gluey"
gamma_min = -0.5
[[contact.between]]
materials = ["steel", "floor"]
law = "inelastic"
[[contact.between]]
materials = ["floor", "rubber"]
gamma_min = -0.25
[[contact.between]]
materials = ["glass", "glass"]
gamma_min = -0.125
)"));
  EXPECT_NEAR(times[0], 1.0, rounding);   // steel: dry
  EXPECT_NEAR(times[1], 1.25, rounding);  // rubber: the names may stand in either order
  EXPECT_NEAR(times[2], 1.5, rounding);   // glass on the floor is not glass on glass
  EXPECT_NEAR(times[3], 1.5, rounding);   // no material of its own
}

TEST(LawBetweenMaterials, InheritsTheKeysItLeavesOut) {
  // The default is scaled by 1/r² = 4 and dry; the pairs turn gluey, or lagged, and keep the scaling.
  const auto times = release_times(pressed_balls(R"(
[contact]
law = "gluey"
gamma_min = -0.5
scaling = "radius"
[[contact.between]]
materials = ["steel", "floor"]
gamma_min = -1.0
[[contact.between]]
materials = ["rubber", "floor"]
scaling = "unit"
[[contact.between]]
materials = ["glass", "floor"]
gamma_min = -0.35
release = "lagged"
)"));
  EXPECT_NEAR(times[0], 1.0 + 1.0 / 4.0, rounding);
  EXPECT_NEAR(times[1], 1.0 + 0.5, rounding);
  EXPECT_NEAR(times[2], 1.0 + std::ceil(0.35 / 4.0 / 0.0625) * 0.0625, rounding);  // held to the end of the step
  EXPECT_NEAR(times[3], 1.0 + 0.5 / 4.0, rounding);
}

TEST(LawBetweenMaterials, HoldsBetweenBodiesAsWell) {
  // A row of touching balls thrown together along x: steel–steel stores all of it, steel–glass a little, glass–glass none.
  Simulation simulation = simulate(R"(
dimension = 2
[time]
step = 0.01
steps = 3
[contact]
law = "inelastic"
[[contact.between]]
materials = ["steel", "steel"]
law = "gluey"
[[contact.between]]
materials = ["glass", "steel"]
law = "gluey"
gamma_min = -0.1
[[body]]
shape = { kind = "sphere", radius = 0.5 }
position = [0, 0]
velocity = [2, 0]
material = "steel"
[[body]]
shape = { kind = "sphere", radius = 0.5 }
position = [1, 0]
velocity = [1, 0]
material = "steel"
[[body]]
shape = { kind = "sphere", radius = 0.5 }
position = [2, 0]
velocity = [-1, 0]
material = "glass"
[[body]]
shape = { kind = "sphere", radius = 0.5 }
position = [3, 0]
velocity = [-2, 0]
material = "glass"
[solver]
tolerance = 1e-12
)");
  while (!simulation.finished()) {
    simulation.step();
  }
  const Frame frame = simulation.frame();
  // All stop: the first contact has taken the momentum of one ball, 2, the others are cut at their limits.
  EXPECT_NEAR(gamma_between(frame, 0, 1), -2.0, 1e-10);
  EXPECT_NEAR(gamma_between(frame, 1, 2), -0.1, 1e-10);
  EXPECT_EQ(gamma_between(frame, 2, 3), 0.0);
}

}  // namespace
}  // namespace gluey::test::materials_test
