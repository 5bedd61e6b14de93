// Bodies placed at random: where, how many, the same every time.

#include "support/scenes.hpp"

#include <gluey/errors.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numbers>
#include <regex>
#include <string>
#include <vector>

namespace gluey::test::fill_test {
namespace {

const std::string two_fills = R"(
dimension = 2
seed = 12
[time]
step = 0.01
steps = 1
[[body]]
name = "first"
shape = { kind = "sphere", radius = 0.3 }
position = [1.0, 0.5]
[[bodies]]
count = 120
shape = { kind = "sphere", radius = [0.02, 0.06] }
region = { kind = "box", lower = [0, 0], upper = [2, 1] }
density = 3.0
label = "fine"
[[bodies]]
count = 5
shape = { kind = "sphere", radius = 0.1 }
region = { kind = "sphere", center = [3, 0.5], radius = 0.5 }
label = "coarse"
[[obstacle]]
shape = { kind = "box", size = [0.4, 0.4] }
position = [0.3, 0.7]
orientation = 0.5
[[obstacle]]
shape = { kind = "plane", normal = [0.1, 1] }
position = [0, 0.05]
)";

TEST(Fill, KeepsClearOfEverythingAndWithinItsRegion) {
  Simulation simulation = simulate(two_fills);
  const Frame frame = simulation.frame();
  const std::vector<double> r = simulation.constants().bodies.radius;
  ASSERT_EQ(r.size(), 126U);
  for (std::size_t i = 0; i < r.size(); ++i) {
    const double x = frame.position[2 * i];
    const double y = frame.position[2 * i + 1];
    for (std::size_t j = 0; j < i; ++j) {
      EXPECT_GE(std::hypot(x - frame.position[2 * j], y - frame.position[2 * j + 1]), r[i] + r[j]) << i << " and " << j;
    }
    if (simulation.constants().bodies.label[i] == "fine") {
      EXPECT_GE(x, r[i]);
      EXPECT_LE(x, 2.0 - r[i]);
      EXPECT_GE(y, r[i]);
      EXPECT_LE(y, 1.0 - r[i]);
      EXPECT_GE(r[i], 0.02);
      EXPECT_LE(r[i], 0.06);
      // density · π r²
      EXPECT_NEAR(simulation.constants().bodies.mass[i], 3.0 * std::numbers::pi * r[i] * r[i], 1e-15);
    } else if (simulation.constants().bodies.label[i] == "coarse") {
      EXPECT_LE(std::hypot(x - 3.0, y - 0.5), 0.5 - r[i]);
    }
    // The plane and the box.
    EXPECT_GE((0.1 * x + (y - 0.05)) / std::hypot(0.1, 1.0), r[i] * (1.0 - 1e-12));
    const double u = std::cos(0.5) * (x - 0.3) + std::sin(0.5) * (y - 0.7);
    const double v = -std::sin(0.5) * (x - 0.3) + std::cos(0.5) * (y - 0.7);
    const double outside = std::hypot(std::max(0.0, std::abs(u) - 0.2), std::max(0.0, std::abs(v) - 0.2));
    EXPECT_GE(outside, r[i] * (1.0 - 1e-12));
  }
}

TEST(Fill, IsTheSameForTheSameSeedAndAnotherForAnother) {
  const Frame first = simulate(two_fills).frame();
  EXPECT_TRUE(same_bits(first, simulate(two_fills).frame()));
  EXPECT_NE(first.position, simulate(two_fills, {"seed=13"}).frame().position);
}

TEST(Fill, DoesNotDependOnFillsAfterIt) {
  const Frame both = simulate(two_fills).frame();
  const Frame fewer = simulate(two_fills, {"bodies[1].count=1"}).frame();
  EXPECT_TRUE(std::equal(fewer.position.begin(), fewer.position.begin() + 2 * 121, both.position.begin()));
}

TEST(Fill, DrawsRadiiUniformlyBetweenTheirBounds) {
  Simulation simulation = simulate(R"(
dimension = 3
seed = 1
[time]
step = 0.01
steps = 1
[[bodies]]
count = 4000
shape = { kind = "sphere", radius = [1.0, 3.0] }
region = { kind = "box", lower = [0, 0, 0], upper = [150, 150, 150] }
)");
  std::vector<double> r = simulation.constants().bodies.radius;
  std::sort(r.begin(), r.end());
  // Kolmogorov–Smirnov: the largest distance of the distributions is below 1.63/√n with probability 0.99.
  double distance = 0.0;
  for (std::size_t k = 0; k < r.size(); ++k) {
    distance = std::max(distance, std::abs((r[k] - 1.0) / 2.0 - (static_cast<double>(k) + 0.5) / 4000.0));
  }
  EXPECT_LT(distance, 1.63 / std::sqrt(4000.0));
}

TEST(Fill, ThatCannotFitSaysHowManyDid) {
  // 110 discs of area π/100 in an area of 4: less than the densest packing holds, more than a random one.
  try {
    simulate(R"(
dimension = 2
[time]
step = 0.01
steps = 1
[[bodies]]
count = 110
shape = { kind = "sphere", radius = 0.1 }
region = { kind = "box", lower = [0, 0], upper = [2, 2] }
)");
    FAIL() << "all fitted";
  } catch (const SceneError& error) {
    ASSERT_EQ(error.problems().size(), 1U);
    EXPECT_EQ(error.problems()[0].key, "bodies[0].count");
    std::smatch found;
    const std::string what = error.problems()[0].what;
    ASSERT_TRUE(std::regex_search(what, found, std::regex("only (\\d+) of 110 bodies fitted"))) << what;
    EXPECT_GT(std::stoi(found[1]), 50);  // a random sequential fill jams at 0.547 of the area, 56 to 70 discs here
    EXPECT_LT(std::stoi(found[1]), 75);
  }
}

TEST(Fill, OfBodiesLargerThanTheirRegionFitsNone) {
  try {
    simulate(R"(
dimension = 2
[time]
step = 0.01
steps = 1
[[bodies]]
count = 1
shape = { kind = "sphere", radius = 0.52 }
region = { kind = "box", lower = [0, 0], upper = [1, 1] }
)");
    FAIL() << "fitted";
  } catch (const SceneError& error) {
    EXPECT_NE(error.problems()[0].what.find("only 0 of 1 bodies fitted"), std::string::npos);
  }
}

/// What a fill of `count` is refused with; empty where it fits.
std::string refusal(const std::string& dimension, std::int64_t count, const std::string& shape,
                    const std::string& region, const std::string& more = "") {
  try {
    simulate("dimension = " + dimension + "\n[time]\nstep = 0.01\nsteps = 1\n" + more +
             "[[bodies]]\ncount = " + std::to_string(count) + "\nshape = " + shape + "\nregion = " + region + "\n");
  } catch (const SceneError& error) {
    return error.problems()[0].what;
  }
  return {};
}

TEST(Fill, ThatItsVolumeTellsCannotFitIsRefusedAtOnce) {
  const std::string box = "{ kind = \"box\", lower = [0, 0], upper = [1, 1] }";
  const auto begin = std::chrono::steady_clock::now();
  // π/√12/(π/100) = 28.87 discs of radius 0.1 are the most that area holds.
  for (const std::int64_t count : {99999LL, 1000000000LL}) {
    EXPECT_NE(refusal("2", count, "{ kind = \"sphere\", radius = 0.1 }", box).find("the first 29 alone take"),
              std::string::npos);
  }
  // π/√18/(4π/3/1000) = 176.78 balls.
  EXPECT_NE(refusal("3", 5000, "{ kind = \"sphere\", radius = 0.1 }",
                    "{ kind = \"box\", lower = [0, 0, 0], upper = [1, 1, 1] }")
                .find("the first 177 alone take"),
            std::string::npos);
  // Squares fill a square, but not more: 100 of them would be 1.
  EXPECT_NE(refusal("2", 5000, "{ kind = \"box\", size = [0.1, 0.1] }", box).find("the first 101 alone take"),
            std::string::npos);
  EXPECT_NE(refusal("2", 5000, "{ kind = \"sphere\", radius = [0.01, 0.2] }", box).find("alone take"),
            std::string::npos);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(2));  // it took a minute each
}

TEST(Fill, ThatFillsItsRegionToTheLastIsNotRefused) {
  // One disc of a region's own size, where the density is 1; one box likewise; along a period it may stick out.
  EXPECT_EQ(
      refusal("2", 1, "{ kind = \"sphere\", radius = 0.5 }", "{ kind = \"sphere\", center = [0, 0], radius = 0.5 }"),
      "");
  EXPECT_EQ(
      refusal("2", 1, "{ kind = \"sphere\", radius = 0.5 }", "{ kind = \"box\", lower = [0, 0], upper = [1, 1] }"), "");
  EXPECT_EQ(
      refusal("2", 1, "{ kind = \"sphere\", radius = 0.45 }", "{ kind = \"box\", lower = [0, 0], upper = [1, 0.9] }",
              "[domain]\nlower = [0, 0]\nupper = [1, 1]\nperiodic = [true, false]\n"),
      "");
}

}  // namespace
}  // namespace gluey::test::fill_test
