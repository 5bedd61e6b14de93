// What moving bodies apart does to others: nothing goes into what it did not overlap before.

#include "core/random.hpp"
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

/// A body that never turns: what it does to the gaps is then known exactly.
template <int D>
void add_heavy_to_turn(World<D>& world, const Part<D>& part, const Vec<D>& position, double inner) {
  add_shape<D>(world, {part}, {position, {}}, 1.0, Spin<D>::Constant(1e12), inner);
}

/// An obstacle, fast against its step, and a body beside it that may overlap it to begin with.
template <int D>
World<D> passing(RandomStream& random, bool ball) {
  const auto point = [&](double size) {
    Vec<D> x;
    for (int axis = 0; axis < D; ++axis) {
      x[axis] = random.uniform(-size, size);
    }
    return x;
  };
  World<D> world;
  const bool round = random.uniform(0.0, 1.0) < 0.3;
  const Part<D> shape = round ? Part<D>(Sphere<D>{point(1.0), random.uniform(0.2, 1.5)})
                              : Part<D>(Box<D>{{point(1.0), {}}, (point(1.0).cwiseAbs().array() + 0.1).matrix()});
  if (random.uniform(0.0, 1.0) < 0.5) {
    world.obstacles.push_back(obstacle_of<D>({shape}, {}, TranslationMotion<D>{point(3.0) / h}));
  } else {
    Spin<D> omega;
    for (int axis = 0; axis < spin_size<D>; ++axis) {
      omega[axis] = random.uniform(-0.8, 0.8) / h;
    }
    world.obstacles.push_back(obstacle_of<D>({shape}, {}, RotationMotion<D>{point(2.0), omega}));
  }
  const Vec<D> position = point(1.0).normalized() * random.uniform(1.0, 3.0);
  if (ball) {
    world.bodies.add(position, 1.0, 1.0);
  } else {
    const Vec<D> half = (0.7 * point(1.0).cwiseAbs().array() + 0.3).matrix();
    add_heavy_to_turn<D>(world, Box<D>{{}, half}, position, half.minCoeff());
  }
  world.bodies.velocity[0] = point(2.0) / h;
  return world;
}

/// Distances of convex bodies are convex functions of how they are shifted: gaps that are open to first order are open. So nothing is deeper in
/// an obstacle than it was, however the obstacle turns about and slides past.
template <int D>
void none_is_let_in(bool ball) {
  RandomStream random(7, ball ? D : D + 10);
  int touched = 0, sunk = 0;
  for (int k = 0; k < 1000; ++k) {
    Stepper<D> stepper(passing<D>(random, ball), {}, one_law(inelastic()), to_rounding(h));
    const double before = stepper.deepest_overlap().depth;
    if (before > 0.4 * stepper.smallest_radius()) {
      continue;  // the way out is not the one that it came
    }
    const StepOutcome<D>& outcome = stepper.step(infinity);
    EXPECT_LE(outcome.overlap, before + 1e-9) << "scene " << k;
    EXPECT_LE(outcome.recovered, before + 1e-9) << "scene " << k;
    touched += outcome.contacts > 0 && stepper.graph.contacts.impulse[0] > 0.0 ? 1 : 0;
    sunk += before > 0.0 ? 1 : 0;
  }
  EXPECT_GT(touched, 100);
  EXPECT_GT(sunk, 20);
}

TEST(PassingObstacles, LetNoDiscIn) { none_is_let_in<2>(true); }
TEST(PassingObstacles, LetNoBallIn) { none_is_let_in<3>(true); }
TEST(PassingObstacles, LetNoBoxIn2D) { none_is_let_in<2>(false); }
TEST(PassingObstacles, LetNoBoxIn3D) { none_is_let_in<3>(false); }

/// A lid on a long arm turns away beneath a body, and its end passes below it.
template <class Dimension>
class TurningLid : public testing::Test {};
using Dimensions = testing::Types<Plane2D, Space3D>;
TYPED_TEST_SUITE(TurningLid, Dimensions);

template <int D>
Spin<D> turning(double rate) {
  Spin<D> omega = Spin<D>::Zero();
  omega[spin_size<D> - 1] = rate;
  return omega;
}

TYPED_TEST(TurningLid, IsNotFallenInto) {
  constexpr int D = TypeParam::value;
  constexpr double arm = 6.0;
  for (const double angle : {0.1, 0.3, 0.5}) {
    for (const double falls : {0.3, 0.8, 1.5}) {
      for (const double beside : {0.1, 0.4, 0.8}) {
        for (const bool ball : {true, false}) {
          World<D> world;
          const Vec<D> out = Vec<D>::UnitX(), up = Vec<D>::UnitY();
          const Vec<D> half = Vec<D>::Constant(2.0) + 8.0 * out - 1.8 * up;
          world.obstacles.push_back(
              obstacle_of<D>({Sphere<D>{-arm * up, 0.5}, Box<D>{{10.0 * out - 0.2 * up, {}}, half}}, {},
                             RotationMotion<D>{-arm * up, turning<D>(-angle / h)}));
          const Vec<D> position = (arm * std::sin(angle) - beside) * out + 1.05 * up;
          if (ball) {
            world.bodies.add(position, 1.0, 1.0);
          } else {
            Vec<D> radii = Vec<D>::Constant(0.9);
            radii[1] = 1.0;
            add_heavy_to_turn<D>(world, Ellipsoid<D>{{}, radii}, position, 0.9);
          }
          world.bodies.velocity[0] = -falls / h * up;
          Stepper<D> stepper(world, {}, one_law(inelastic()), to_rounding(h));
          ASSERT_EQ(stepper.deepest_overlap().depth, 0.0);
          const StepOutcome<D>& outcome = stepper.step(infinity);
          EXPECT_LE(outcome.overlap, 1e-9) << angle << ' ' << falls << ' ' << beside << ' ' << ball;
          EXPECT_LE(outcome.recovered, 1e-9);
        }
      }
    }
  }
}

/// A belt of several straight pieces that runs along itself beneath a disc. What the disc overlapped of one piece is taken back from the next, and not by
/// its velocity.
TEST(RunningBelt, PushesNothingUpAtAJoint) {
  constexpr double deep = 1e-3;
  for (const bool detailed : {false, true}) {
    for (const double runs : {0.02, 0.3, -0.3, 0.9}) {
      for (const double rises : {-0.01, 0.0, 0.01}) {
        World<2> world;
        std::vector<Part<2>> belt;
        for (int k = -5; k < 5; ++k) {
          belt.push_back(Segment<2>{Vec<2>(k - 0.01, 0.0), Vec<2>(k + 0.99, 0.0), 0.0});
        }
        world.obstacles.push_back(obstacle_of<2>(belt, {}, TranslationMotion<2>{Vec<2>(runs, rises) / h}));
        world.bodies.add({0.0, 1.0 - deep}, 1.0, 1.0);
        if (detailed) {
          add_shape<2>(world, {Box<2>{{}, {1.0, 1.0}}}, {Vec<2>(-50.0, 0.0), {}}, 1.0, Spin<2>(0.06), 1.0);
        }
        Stepper<2> stepper(world, {}, one_law(inelastic()), to_rounding(h));
        const StepOutcome<2>& outcome = stepper.step(infinity);
        EXPECT_NEAR(stepper.world.bodies.velocity[0][1], std::max(0.0, rises) / h, 1e-9) << runs << ' ' << rises;
        EXPECT_NEAR(stepper.world.bodies.position[0][1], 1.0 + std::max(rises, rises < 0.0 ? -deep : 0.0), 1e-9);
        EXPECT_NEAR(outcome.recovered, deep, 1e-12);
      }
    }
  }
}

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
