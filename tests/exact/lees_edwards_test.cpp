// Sheared periodic domains (Lees and Edwards): images drift past each other, and any of them stands for its body.

#include "support/periodic_world.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

namespace gluey::lees_edwards_test {
namespace {

using namespace test;

template <class Dimension>
class LeesEdwards : public testing::Test {};
using Dimensions = testing::Types<Plane2D, Space3D>;
TYPED_TEST_SUITE(LeesEdwards, Dimensions);

template <int D>
World<D> sheared(double period, double rate) {
  World<D> world;
  world.domain.upper = Vec<D>::Constant(period);
  world.domain.periodic.fill(true);
  world.domain.shear_rate = rate;
  return world;
}

/// A ball alone flies straight on while its images drift past it and it crosses the faces.
TYPED_TEST(LeesEdwards, ImagesInAShearFlowDoNotDisturb) {
  constexpr int D = TypeParam::value;
  World<D> alone = sheared<D>(3.0, 0.7);
  alone.bodies.add(Vec<D>::Constant(0.5), 0.4, 1.0);
  alone.bodies.velocity[0] = 0.3 * Vec<D>::UnitX() + 0.2 * Vec<D>::UnitY();
  Stepper<D> stepper(alone, Forces<D>{}, one_law(inelastic()), tight());
  for (int n = 0; n < 300; ++n) {
    stepper.step(infinity);
    ASSERT_EQ(stepper.graph.contacts.size(), 0U);
  }
  EXPECT_LT((stepper.world.bodies.position[0] - Vec<D>::Constant(0.5) - 6.0 * alone.bodies.velocity[0]).norm(), 1e-12);
}

/// A ball meets the image of another across the sheared faces: the relative velocity is that of the images.
TYPED_TEST(LeesEdwards, ShearedImagesCollideWithTheirOwnVelocity) {
  constexpr int D = TypeParam::value;
  const double rate = 0.5;
  const double period = 4.0;
  World<D> world = sheared<D>(period, rate);
  world.time = 0.3;
  // The image S_y = 1 of the second stands 4 higher and rate · t · 4 to the right.
  const Vec<D> way = (Vec<D>::UnitX() + Vec<D>::UnitY()).normalized();
  const Vec<D> x = Vec<D>::Constant(1.0) + 2.9 * Vec<D>::UnitY();
  const double gap = 0.01;
  world.bodies.add(x, 0.5, 1.0);
  Image<D> above = {};
  above[1] = 1;
  world.bodies.add(x + (1.0 + gap) * way - world.domain.shift(above, world.time), 0.5, 1.0);
  world.bodies.velocity[0] = 2.0 * rate * period * Vec<D>::UnitX();
  Stepper<D> stepper(world, Forces<D>{}, one_law(inelastic()), to_rounding(0.05));
  stepper.step(infinity);
  ASSERT_EQ(stepper.graph.contacts.size(), 1U);
  EXPECT_NEAR(stepper.graph.contacts.gap[0], gap, 1e-13);
  const Vec<D> relative =
      stepper.world.bodies.velocity[1] + world.domain.drift(above) - stepper.world.bodies.velocity[0];
  EXPECT_NEAR(relative.dot(way), -gap / 0.05, 1e-12);
  EXPECT_LT((momentum(stepper.world) - momentum(world)).norm(), 1e-13);
}

/// Any image of a body stands for it, whatever velocity that image has: bodies that have crossed the sheared faces many times go
/// on as those that have not, with the same steps.
TYPED_TEST(LeesEdwards, AnyImageStandsForABodyInAShearFlow) {
  constexpr int D = TypeParam::value;
  std::array<bool, D> all;
  all.fill(true);
  for (const bool automatic : {false, true}) {
    World<D> world = crowd<D>(2.2, all, 3);
    world.domain.shear_rate = 0.4;
    StepSettings settings = tight();
    settings.automatic = automatic;
    settings.step_min = 1e-6;
    settings.step_max = 0.05;
    settings.displacement = 0.1;
    World<D> elsewhere = world;
    RandomStream random(31, 0);
    std::vector<Image<D>> images(world.bodies.size());
    for (std::size_t i = 0; i < images.size(); ++i) {
      for (std::size_t axis = 0; axis < D; ++axis) {
        images[i][axis] = static_cast<std::int32_t>(std::floor(13.0 * random.uniform())) - 6;
      }
      elsewhere.bodies.position[i] += world.domain.shift(images[i], world.time);
      elsewhere.bodies.velocity[i] += world.domain.drift(images[i]);
    }
    Stepper<D> stepper(world, Forces<D>{}, one_law(inelastic()), settings);
    Stepper<D> moved(elsewhere, Forces<D>{}, one_law(inelastic()), settings);
    std::size_t touched = 0;
    for (int n = 0; n < 100; ++n) {
      const StepOutcome<D>& one = stepper.step(infinity);
      const StepOutcome<D>& other = moved.step(infinity);
      ASSERT_NEAR(other.length, one.length, 1e-8 * one.length) << n;
      ASSERT_NEAR(other.kinetic_energy, one.kinetic_energy, 1e-7) << n;
      for (const double impulse : stepper.graph.contacts.impulse) {
        touched += impulse > 1e-6 ? 1 : 0;
      }
    }
    EXPECT_GT(touched, 5U);
    for (std::size_t i = 0; i < images.size(); ++i) {
      const Vec<D> expected = stepper.world.bodies.position[i] + world.domain.shift(images[i], stepper.world.time);
      EXPECT_LT((moved.world.bodies.position[i] - expected).norm(), 1e-8) << i;
    }
  }
}

/// A ball at rest is hit by one whose image flies fast: its own velocity is zero, for it is counted five periods further up.
TYPED_TEST(LeesEdwards, AFastImageOfABodyAtRestIsSeenToCome) {
  constexpr int D = TypeParam::value;
  World<D> world = sheared<D>(4.0, 0.5);
  const Vec<D> middle = Vec<D>::Constant(2.0);
  Image<D> down = {};
  down[1] = -5;  // drifts by −10 a unit of time
  world.bodies.add(middle, 0.1, 1.0);
  world.bodies.add(middle + 0.5 * Vec<D>::UnitX() - world.domain.shift(down, 0.0), 0.1, 1.0);
  Stepper<D> stepper(world, Forces<D>{}, one_law(inelastic()), to_rounding(0.1));
  stepper.step(infinity);
  // The gap of 0.3 is closed within the step, from a velocity of −10: momentum is shared.
  ASSERT_EQ(stepper.graph.contacts.size(), 1U);
  EXPECT_NEAR(stepper.world.bodies.velocity[0][0] + stepper.world.bodies.velocity[1][0], 0.0, 1e-12);
  EXPECT_NEAR(stepper.world.bodies.velocity[1][0] - 10.0 - stepper.world.bodies.velocity[0][0], -3.0, 1e-12);
}

/// Upright rods three periods long meet images two and three periods up, which drift two and three times as fast: lists that are
/// used again still hold every one. Parallel rods are as far apart as their axes are along x.
TYPED_TEST(LeesEdwards, ListsHoldImagesThatDriftSeveralPeriods) {
  constexpr int D = TypeParam::value;
  World<D> world = sheared<D>(1.0, 1.0);
  world.domain.upper[0] = 10.0;
  const double r = 0.05, half = 1.5, range = 0.01013;  // met at no multiple of the steps of time
  const Vec<D> arm = half * Vec<D>::UnitY();
  for (const double x : {1.0, 4.0}) {
    const Pose<D> pose{Vec<D>(Vec<D>::Constant(0.5) + (x - 0.5) * Vec<D>::UnitX()), {}};
    add_shape<D>(world, {Segment<D>{.from = -arm, .to = arm, .radius = r}}, pose, 1.0, Spin<D>::Constant(0.3), r);
  }
  const Ranges ranges{std::vector<double>(2, range), {}};
  Candidates<D> candidates;
  int used_again = 0, seen = 0;
  std::set<int> periods;
  for (world.time = 0.0; world.time < 4.0; world.time += 2e-4) {
    used_again += candidates.update(world, ranges, {0.0, 0.0}) ? 0 : 1;
    ContactGraph<D> graph;
    graph.find(world, candidates, ranges);
    std::set<std::array<int, 2>> found, expected;
    for (std::size_t c = 0; c < graph.contacts.size(); ++c) {
      if (graph.contacts.first[c] == 0 && graph.contacts.second[c] == 1) {
        found.insert({graph.contacts.image[c][0], graph.contacts.image[c][1]});
      }
    }
    for (int up = -3; up <= 3; ++up) {
      for (int along = -3; along <= 3; ++along) {
        const double gap = std::abs(3.0 + up * world.time + 10.0 * along) - 2.0 * r;
        if (gap <= 2.0 * range) {
          expected.insert({along, up});
          periods.insert(std::abs(up));
        }
      }
    }
    ASSERT_EQ(found, expected) << world.time;
    seen += expected.empty() ? 0 : 1;
  }
  EXPECT_GT(used_again, 1000);
  EXPECT_GT(seen, 10);
  EXPECT_EQ(periods, (std::set<int>{1, 2, 3}));
}

}  // namespace
}  // namespace gluey::lees_edwards_test
