// Newton's restitution: u_n after = −e · u_n before, for impacts faster than v_e. Without gravity velocities are exact; a
// ball that falls bounces to e² of its height, and to e^2k after k times, up to the order of the step.

#include "support/ball_on_plane.hpp"

#include <gtest/gtest.h>

namespace gluey::test::restitution_test {
namespace {

constexpr double h = 0.01;

LawOptions bouncing(LawOptions law, double e, double slowest = 0.0) {
  law.restitution = e;
  law.restitution_velocity = slowest;
  return law;
}

template <class Dimension>
class Restitution : public testing::Test {};
using Dimensions = testing::Types<Plane2D, Space3D>;
TYPED_TEST_SUITE(Restitution, Dimensions);

TYPED_TEST(Restitution, OfTwoBallsHeadOnGivesNewtonsVelocities) {
  constexpr int D = TypeParam::value;
  const Vec<D> n = Slope<D>::leaning(0.3).normal;
  for (const LawKind kind : {LawKind::inelastic, LawKind::friction}) {
    for (const double e : {0.0, 0.3, 0.8, 1.0}) {
      LawOptions law = bouncing(friction(0.4), e);
      law.kind = kind;
      const double m1 = 1.0, m2 = 3.0, v1 = 2.0, v2 = -1.0;
      World<D> world;
      world.bodies.add(Vec<D>::Zero(), 0.2, m1);
      world.bodies.add(0.75 * n, 0.5, m2);
      world.bodies.velocity = {v1 * n, v2 * n};
      Stepper<D> stepper(world, {}, one_law(law), to_rounding(h));
      for (int k = 0; k < 20; ++k) {
        stepper.step(infinity);
      }
      const double center = (m1 * v1 + m2 * v2) / (m1 + m2);
      EXPECT_LT((stepper.world.bodies.velocity[0] - (center - e * m2 / (m1 + m2) * (v1 - v2)) * n).norm(), 1e-14);
      EXPECT_LT((stepper.world.bodies.velocity[1] - (center + e * m1 / (m1 + m2) * (v1 - v2)) * n).norm(), 1e-14);
    }
  }
}

TYPED_TEST(Restitution, OffAWallThatMovesIsRelativeToIt) {
  constexpr int D = TypeParam::value;
  const Slope<D> slope = Slope<D>::leaning(0.3);
  for (const double wall : {0.7, -0.7}) {
    for (const double e : {0.4, 1.0}) {
      World<D> world = slope.world(0.2, 1.5, 0.05, TranslationMotion<D>{wall * slope.normal});
      world.bodies.velocity[0] = -2.0 * slope.normal;
      Stepper<D> stepper(world, {}, one_law(bouncing(friction(0.3), e)), to_rounding(h));
      for (int k = 0; k < 20; ++k) {
        stepper.step(infinity);
      }
      EXPECT_NEAR(slope.rise(stepper), wall + e * (wall + 2.0), 1e-13) << "wall " << wall << ", e " << e;
    }
  }
}

TYPED_TEST(Restitution, IsFollowedByFrictionOfTheWholeNormalImpulse) {
  // p_n = (1 + e) m V at once: the ball that slips gets μ (1 + e) V, one that sticks rolls off.
  constexpr int D = TypeParam::value;
  const double k = inertia_ratio<D>;
  const Slope<D> slope = Slope<D>::leaning(0.3);
  const double fall = 2.0, e = 0.6, along = 1.5;
  for (const double mu : {0.05, 0.9}) {
    World<D> world = slope.world(0.2, 1.5, 0.05);
    world.bodies.velocity[0] = along * slope.down - fall * slope.normal;
    Stepper<D> stepper(world, {}, one_law(bouncing(friction(mu), e)), to_rounding(h));
    for (int n = 0; n < 20; ++n) {
      stepper.step(infinity);
    }
    const double f = std::min(mu * (1.0 + e) * fall, along * k / (1.0 + k));
    EXPECT_EQ(mu > 0.5, f == along * k / (1.0 + k));
    EXPECT_NEAR(slope.rise(stepper), e * fall, 1e-13);
    EXPECT_NEAR(slope.v(stepper), along - f, 1e-13);
    EXPECT_NEAR(slope.spin(stepper), f / k, 1e-13);
  }
}

TYPED_TEST(Restitution, DoesNotActBelowItsVelocity) {
  constexpr int D = TypeParam::value;
  const Slope<D> slope = Slope<D>::leaning(0.3);
  for (const double fall : {0.99, 1.01}) {
    World<D> world = slope.world(0.2, 1.5, 0.05);
    world.bodies.velocity[0] = -fall * slope.normal;
    Stepper<D> stepper(world, {}, one_law(bouncing(inelastic(), 0.5, 1.0)), to_rounding(h));
    for (int n = 0; n < 30; ++n) {
      stepper.step(infinity);
    }
    EXPECT_NEAR(slope.rise(stepper), fall > 1.0 ? 0.5 * fall : 0.0, 1e-13);
  }
}

/// Heights of the first bounces of a ball dropped from height 1 under g = 10.
template <int D>
std::vector<double> heights(double e, double step, std::size_t bounces) {
  World<D> world;
  world.obstacles.push_back(plane_through<D>(Vec<D>::Zero(), Vec<D>::Unit(D - 1)));
  world.bodies.add(1.1 * Vec<D>::Unit(D - 1), 0.1, 2.0);
  Forces<D> forces;
  forces.gravity.acceleration = -10.0 * Vec<D>::Unit(D - 1);
  Stepper<D> stepper(world, forces, one_law(bouncing(friction(0.3), e)), to_rounding(step));
  std::vector<double> tops;
  double before = 0.0;
  while (tops.size() < bounces) {
    stepper.step(infinity);
    const double rise = stepper.world.bodies.velocity[0][D - 1];
    if (before > 0.0 && rise <= 0.0) {
      tops.push_back(stepper.world.bodies.position[0][D - 1] - 0.1);
    }
    before = rise;
  }
  return tops;
}

TYPED_TEST(Restitution, OfAFallingBallReachesPowersOfESquared) {
  constexpr int D = TypeParam::value;
  const double e = 0.8;
  const double step = 1e-4;
  const std::vector<double> tops = heights<D>(e, step, 6);
  for (std::size_t k = 0; k < tops.size(); ++k) {
    // Each bounce is early by less than h V, and the velocity is that of the step before: errors add up to a few h V.
    EXPECT_NEAR(tops[k], std::pow(e, 2.0 * static_cast<double>(k + 1)), 10.0 * step * std::sqrt(20.0))
        << "bounce " << k;
  }
}

TYPED_TEST(Restitution, ComesToRestAfterItsLastBounce) {
  constexpr int D = TypeParam::value;
  World<D> world;
  world.obstacles.push_back(plane_through<D>(Vec<D>::Zero(), Vec<D>::Unit(D - 1)));
  world.bodies.add(0.3 * Vec<D>::Unit(D - 1), 0.1, 2.0);
  Forces<D> forces;
  forces.gravity.acceleration = -10.0 * Vec<D>::Unit(D - 1);
  Stepper<D> stepper(world, forces, one_law(bouncing(friction(0.3), 0.5)), to_rounding(1e-3));
  // The bounces end after 0.2·(1 + 2·(0.5 + 0.25 + …)) = 0.6.
  while (stepper.world.time < 1.0) {
    stepper.step(infinity);
  }
  EXPECT_LT(stepper.world.bodies.velocity[0].norm(), 1e-6);
  EXPECT_NEAR(stepper.world.bodies.position[0][D - 1], 0.1, 1e-6);
}

/// Kinetic energy, relative to that before, of a ball of mass 1 that hits one of mass m, which then hits a wall `gap` behind it.
template <int D>
double energy_kept(double e, double mass, double gap, double step) {
  const Vec<D> x = Vec<D>::Unit(0);
  World<D> world;
  world.obstacles.push_back(plane_through<D>(Vec<D>::Zero(), -x));
  world.bodies.add(-(0.55 + gap) * x, 0.1, 1.0);
  world.bodies.add(-(0.2 + gap) * x, 0.2, mass);
  world.bodies.velocity[0] = x;
  Stepper<D> stepper(world, {}, one_law(bouncing(inelastic(), e)), to_rounding(step));
  double before = 0.5, most = 0.0;
  while (stepper.world.time < 1.0) {
    const double now = stepper.step(infinity).kinetic_energy;
    most = std::max(most, now - before);
    before = now;
  }
  EXPECT_LT(most, 1e-15);
  return before / 0.5;
}

TYPED_TEST(Restitution, OfASecondHitWithinAStepIsNone) {
  constexpr int D = TypeParam::value;
  // Struck at 2v/(1 + m), the second ball crosses the gap within the step, or in a later one.
  for (const double mass : {0.5, 2.0}) {
    EXPECT_NEAR(energy_kept<D>(1.0, mass, 0.02, 1e-3), 1.0, 1e-12) << "a step for each";
    EXPECT_NEAR(energy_kept<D>(1.0, mass, 0.0, 0.1), 1.0, 1e-6) << "both at once, to the solver's tolerance";
    EXPECT_LT(energy_kept<D>(1.0, mass, 0.02, 0.1), 0.99) << "the second within the step of the first";
  }
}

}  // namespace
}  // namespace gluey::test::restitution_test
