// What moving bodies apart does to others: nothing goes into what it did not overlap before.

#include "support/shaped_world.hpp"
#include "support/small_world.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace gluey::test::moved_apart_test {
namespace {

constexpr double h = 0.01;

/// A disc falls on a lid that is drawn away beneath it. The lid's end stands below it when the step is over, and meets it aslant: seen along that
/// normal the two were deep in each other before, which they were not.
class LidDrawnAway : public testing::TestWithParam<bool> {};

TEST_P(LidDrawnAway, IsNotFallenInto) {
  const bool detailed = GetParam();
  const double drawn = 3.0, falls = 0.5, x = 2.7, y = 1.05;
  World<2> world;
  world.obstacles.push_back(obstacle_of<2>({Box<2>{{Vec<2>(10.0, -1.0), {}}, {10.0, 1.0}}}, {},
                                           TranslationMotion<2>{Vec<2>(drawn / h, 0.0)}));
  world.bodies.add({x, y}, 1.0, 1.0);
  world.bodies.velocity[0] = {0.0, -falls / h};
  if (detailed) {
    add_shape<2>(world, {Box<2>{{}, {1.0, 1.0}}}, {Vec<2>(-50.0, 0.0), {}}, 1.0, Spin<2>(0.06), 1.0);
  }
  Stepper<2> stepper(world, {}, one_law(inelastic()), to_rounding(h));
  const StepOutcome<2>& outcome = stepper.step(infinity);
  const double gap = std::hypot(drawn - x, y) - 1.0;
  const Vec<2> normal = Vec<2>(drawn - x, -y).normalized();
  EXPECT_NEAR(normal.dot(stepper.world.bodies.velocity[0]), gap / h, 1e-9);
  EXPECT_NEAR((stepper.world.bodies.position[0] - Vec<2>(x, y)).dot(normal), gap, 1e-12);
  EXPECT_GE((stepper.world.bodies.position[0] - Vec<2>(drawn, 0.0)).norm(), 1.0 - 1e-12);
  EXPECT_LE(outcome.overlap, 1e-12);
  EXPECT_LE(outcome.recovered, 0.0);
}

TEST_P(LidDrawnAway, IsLeftByWhatOverlappedIt) {
  // 0.3 deep before; beside the end that the lid has then, and as far from it as may be without being moved.
  const bool detailed = GetParam();
  const double drawn = 3.0, x = 2.2, y = 0.7;
  World<2> world;
  world.obstacles.push_back(obstacle_of<2>({Box<2>{{Vec<2>(10.0, -1.0), {}}, {10.0, 1.0}}}, {},
                                           TranslationMotion<2>{Vec<2>(drawn / h, 0.0)}));
  world.bodies.add({x, y}, 1.0, 1.0);
  world.bodies.velocity[0] = {0.3 / h, -0.3 / h};
  if (detailed) {
    add_shape<2>(world, {Box<2>{{}, {1.0, 1.0}}}, {Vec<2>(-50.0, 0.0), {}}, 1.0, Spin<2>(0.06), 1.0);
  }
  Stepper<2> stepper(world, {}, one_law(inelastic()), to_rounding(h));
  const StepOutcome<2>& outcome = stepper.step(infinity);
  EXPECT_NEAR(outcome.recovered, 0.3, 1e-12);
  EXPECT_LE(outcome.overlap, 0.3);
}

INSTANTIATE_TEST_SUITE_P(Worlds, LidDrawnAway, testing::Values(false, true),
                         [](const auto& is) { return is.param ? "OfAnyShape" : "OfDiscs"; });

TEST(BodiesMovedApart, ComeIntoNoneThatWasNotLookedAt) {
  // A disc pushed forwards keeps that velocity, but a row of overlapping ones before it moves it back by as much: it stays where it is, and nothing is
  // looked for around it. The limit of what is moved apart lets it go on by 0.17 after all, where another is 0.05 away.
  World<2> world;
  const double step = 0.3, deep = 0.1, apart = 0.05;
  const auto add = [&](const Vec<2>& position, double radius, double mass, double moves) {
    world.bodies.add(position, radius, mass);
    world.bodies.velocity.back() = Vec<2>(moves / h, 0.0);
  };
  add({-4.0, 0.0}, 2.0, 20.0, step);
  add({0.0, 0.0}, 2.0, 1.0, 0.0);
  add({3.0 - deep, 0.0}, 1.0, 0.5, 0.0);
  add({5.0 - 2.0 * deep, 0.0}, 1.0, 0.5, 0.0);
  add({7.0 - 3.0 * deep, 0.0}, 1.0, 1e6, step);
  add((3.0 + apart) * Vec<2>(std::sqrt(0.5), std::sqrt(0.5)), 1.0, 1.0, 0.0);
  Stepper<2> stepper(world, {}, one_law(inelastic()), to_rounding(h, 100000));
  stepper.step(infinity);
  const auto& position = stepper.world.bodies.position;
  EXPECT_GT(position[1][0], 0.02);  // the limit does take it on
  EXPECT_GE((position[5] - position[1]).norm(), 3.0 - 1e-9);
}

}  // namespace
}  // namespace gluey::test::moved_apart_test
