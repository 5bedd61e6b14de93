// Bodies of any shape against closed forms: a sphere is a sphere however it is written; boxes slide and tip where they should.

#include "support/shaped_world.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace gluey::test::shapes_test {
namespace {

template <class Dimension>
class Shapes : public testing::Test {};
using Dimensions = testing::Types<Plane2D, Space3D>;
TYPED_TEST_SUITE(Shapes, Dimensions);

StepSettings tight(double h) {
  StepSettings settings;
  settings.step = h;
  settings.accuracy.radii = 1e-13;
  settings.max_iterations = 100000;
  return settings;
}

LawOptions friction(double mu) { return {.kind = LawKind::friction, .friction = mu}; }

/// A ball of radius r as parts, written in four ways.
template <int D>
std::vector<std::vector<Part<D>>> balls(double r) {
  return {{Sphere<D>{Vec<D>::Zero(), r}},
          {Ellipsoid<D>{{}, Vec<D>::Constant(r)}},
          {Superellipsoid<D>{{}, Vec<D>::Constant(r)}},
          // A compound: two spheres, one of them hidden in the other.
          {Sphere<D>{Vec<D>::Zero(), r}, Sphere<D>{0.2 * r * Vec<D>::UnitX(), 0.5 * r}}};
}

/// Two balls that collide askew, with spin, and slide on each other: 100 steps.
template <int D>
Bodies<D> collide(const std::vector<Part<D>>* first, const std::vector<Part<D>>* second, const LawOptions& law) {
  const double r = 0.4;
  const double mass = 1.5;
  const Spin<D> inertia = Spin<D>::Constant((D == 2 ? 0.5 : 0.4) * mass * r * r);
  World<D> world;
  for (const auto* parts : {first, second}) {
    const Vec<D> x =
        world.bodies.size() == 0 ? Vec<D>(Vec<D>::Zero()) : Vec<D>(0.9 * Vec<D>::UnitX() + 0.25 * Vec<D>::UnitY());
    if (parts == nullptr) {
      world.bodies.add(x, r, mass);
    } else {
      add_shape<D>(world, *parts, {x, Rotation<D>{}.turned(Spin<D>::Constant(0.3))}, mass, inertia, r);
    }
  }
  world.bodies.velocity[0] = 2.0 * Vec<D>::UnitX();
  world.bodies.angular_velocity[0] = Spin<D>::Constant(1.0);
  world.bodies.angular_velocity[1] = Spin<D>::Constant(-2.0);
  Stepper<D> stepper(world, Forces<D>{}, one_law(law), tight(0.004));
  double pushed = 0.0;
  for (int n = 0; n < 100; ++n) {
    EXPECT_TRUE(stepper.step(infinity).solve.converged());
    for (const double p : stepper.graph.contacts.impulse) {
      pushed += std::abs(p);
    }
  }
  EXPECT_GT(pushed, 0.1);
  return stepper.world.bodies;
}

TYPED_TEST(Shapes, ASphereIsASphereHoweverItIsWritten) {
  constexpr int D = TypeParam::value;
  const auto written = balls<D>(0.4);
  for (const LawOptions& law : {inelastic(), gluey(-0.5), friction(0.3)}) {
    const Bodies<D> expected = collide<D>(nullptr, nullptr, law);
    for (std::size_t a = 0; a < written.size(); ++a) {
      for (std::size_t b = 0; b < written.size(); ++b) {
        const Bodies<D> found = collide<D>(&written[a], &written[b], law);
        for (std::size_t i = 0; i < 2; ++i) {
          EXPECT_LT((found.position[i] - expected.position[i]).norm(), 1e-8) << a << " with " << b;
          EXPECT_LT((found.velocity[i] - expected.velocity[i]).norm(), 1e-8) << a << " with " << b;
          EXPECT_LT((found.angular_velocity[i] - expected.angular_velocity[i]).norm(), 1e-8) << a << " with " << b;
        }
      }
    }
  }
}

/// A box on a plane that leans by `angle`; x runs down the slope, the last axis away from it.
template <int D>
Stepper<D> box_on_slope(const Vec<D>& half, double angle, double mu, double h) {
  World<D> world;
  world.obstacles.push_back(plane_through<D>(Vec<D>::Zero(), Vec<D>::Unit(D - 1)));
  add_box<D>(world, half, {half[D - 1] * Vec<D>::Unit(D - 1), {}}, 2.0);
  Forces<D> forces;
  forces.gravity.acceleration = 10.0 * (std::sin(angle) * Vec<D>::UnitX() - std::cos(angle) * Vec<D>::Unit(D - 1));
  return {world, forces, one_law(friction(mu)), tight(h)};
}

TYPED_TEST(Shapes, ABoxSlidesBeyondTheAngleOfFriction) {
  constexpr int D = TypeParam::value;
  Vec<D> half = Vec<D>::Constant(0.5);
  half[D - 1] = 0.2;
  const double mu = 0.3;
  const double limit = std::atan(mu);
  const double h = 0.01;
  for (const double off : {-0.01, -1e-6, 1e-6, 0.01, 0.2}) {
    Stepper<D> stepper = box_on_slope<D>(half, limit + off, mu, h);
    const int steps = 100;
    for (int n = 0; n < steps; ++n) {
      ASSERT_TRUE(stepper.step(infinity).solve.converged());
      ASSERT_EQ(stepper.graph.contacts.size(), D == 2 ? 2U : 4U);
    }
    const double a = 10.0 * (std::sin(limit + off) - mu * std::cos(limit + off));
    const Bodies<D>& bodies = stepper.world.bodies;
    // Each step is exact; tolerance 1e-13 · r/h a step, on velocities.
    EXPECT_NEAR(bodies.velocity[0][0], off < 0.0 ? 0.0 : a * steps * h, 1e-9) << off;
    EXPECT_LT(bodies.angular_velocity[0].norm(), 1e-9) << off;
    EXPECT_NEAR(bodies.position[0][D - 1], half[D - 1], 1e-10) << off;
  }
}

TYPED_TEST(Shapes, ABoxTipsWhereGravityPassesItsEdge) {
  constexpr int D = TypeParam::value;
  Vec<D> half = Vec<D>::Constant(0.2);
  half[D - 1] = 0.5;
  const double limit = std::atan(0.2 / 0.5);
  const double h = 0.005;
  for (const double off : {-0.02, -1e-4, 1e-4, 0.02}) {
    Stepper<D> stepper = box_on_slope<D>(half, limit + off, 2.0, h);
    // About the edge: moment m g sin(off) · diagonal, inertia I + m d².
    const double d = std::hypot(0.2, 0.5);
    const double moment = 2.0 * 10.0 * d * std::sin(off);
    const double inertia = 2.0 / 3.0 * d * d + 2.0 * d * d;
    const int steps = 20;
    for (int n = 0; n < steps; ++n) {
      ASSERT_TRUE(stepper.step(infinity).solve.converged());
    }
    const double turning = stepper.world.bodies.angular_velocity[0].norm();
    if (off < 0.0) {
      EXPECT_LT(turning, 1e-9) << off;
    } else {
      // The moment grows with the tilt, by 2 % in this time; the step is of first order.
      EXPECT_NEAR(turning, moment / inertia * steps * h, 0.15 * moment / inertia * steps * h) << off;
    }
  }
}

/// A box on a floor of two boxes that overlap, and of one box longer than the period, a little tilted: all its corners have a
/// contact each, none has two.
TYPED_TEST(Shapes, EveryCornerOfAFlatContactStays) {
  constexpr int D = TypeParam::value;
  const Vec<D> half = Vec<D>::Constant(0.2);
  const Vec<D> up = Vec<D>::Unit(D - 1);
  Vec<D> floor = Vec<D>::Constant(0.75);
  Spin<D> tilt = Spin<D>::Zero();
  tilt[D == 2 ? 0 : 1] = 1e-4;
  for (const bool periodic : {false, true}) {
    World<D> world;
    std::vector<Part<D>> parts = {Box<D>{{-0.75 * up, {}}, floor}};
    if (periodic) {
      world.domain.upper = Vec<D>::Constant(1.0);
      world.domain.periodic[0] = true;
    } else {
      parts.push_back(Box<D>{{0.3 * Vec<D>::UnitX() - 0.75 * up, {}}, floor});
    }
    world.obstacles.push_back(obstacle_of<D>(parts));
    add_box<D>(world, half, {0.2001 * up + 0.1 * Vec<D>::UnitX(), Rotation<D>{}.turned(tilt)}, 1.0);
    StepSettings settings = tight(0.01);
    settings.range = 0.01;
    Stepper<D> stepper(world, Forces<D>{}, one_law(inelastic()), settings);
    stepper.step(infinity);
    // A point in between, where a part of the floor ends, takes nothing from the corners.
    std::size_t corners = 0;
    for (const Vec<D>& point : stepper.graph.contacts.local_first) {
      corners += (point.cwiseAbs() - half).norm() < 1e-6 ? 1U : 0U;
    }
    EXPECT_EQ(corners, D == 2 ? 2U : 4U) << periodic;
    EXPECT_LE(stepper.graph.contacts.size(), corners + D - 1) << periodic;
  }
}

/// Ten bricks on top of each other under friction: for 10 s the topmost moves less than a thousandth of its size.
TYPED_TEST(Shapes, ATowerOfTenBricksStands) {
  constexpr int D = TypeParam::value;
  Vec<D> half = Vec<D>::Constant(0.05);
  half[0] = 0.1;
  half[D - 1] = 0.03;
  World<D> world;
  world.obstacles.push_back(plane_through<D>(Vec<D>::Zero(), Vec<D>::Unit(D - 1)));
  for (int k = 0; k < 10; ++k) {
    add_box<D>(world, half, {(2 * k + 1) * half[D - 1] * Vec<D>::Unit(D - 1), {}}, 2.0);
  }
  Forces<D> forces;
  forces.gravity.acceleration = -10.0 * Vec<D>::Unit(D - 1);
  StepSettings settings;
  settings.step = 0.01;
  Stepper<D> stepper(world, forces, one_law(friction(0.5)), settings);
  std::int64_t missed = 0;
  for (int n = 0; n < 1000; ++n) {
    missed += stepper.step(infinity).solve.converged() ? 0 : 1;
  }
  EXPECT_EQ(missed, 0);
  EXPECT_LT((stepper.world.bodies.position[9] - world.bodies.position[9]).norm(), 1e-3 * 0.1);
}

}  // namespace
}  // namespace gluey::test::shapes_test
