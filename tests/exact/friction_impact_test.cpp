// A spinning ball that flies against a plane or another ball. All that matters is the impulse along the normal in all, m V:
//     it slips where  |slip| ≥ μ V (1 + 1/k):     v' = v ∓ μ V,     r ω' = r ω ± μ V/k
//     and sticks otherwise:                       v' = r ω' = (v + k r ω)/(1 + k).
// The step in which it arrives takes it to the plane, with the part m (V − D/h), and the next one stops it there.

#include "support/ball_on_plane.hpp"

#include <gtest/gtest.h>

namespace gluey::test::friction_impact_test {
namespace {

constexpr double h = 0.01;
constexpr double radius = 0.25;
constexpr double mass = 1.5;
constexpr double fall = 3.0;  // V

struct Shot {
  double v, spin, mu;
};

template <int D>
Stepper<D> shot_at_plane(const Slope<D>& slope, const Shot& shot, const LawOptions& law, double gap) {
  World<D> world = slope.world(radius, mass, gap);
  world.bodies.velocity[0] = shot.v * slope.down - fall * slope.normal;
  world.bodies.angular_velocity[0] = shot.spin / radius * slope.axis();
  return {world, {}, one_law(law), to_rounding(h)};
}

/// Backspin and forward spin, both regimes, and on the edge between them.
std::vector<Shot> shots() {
  return {{2.0, 0.0, 0.1},  {2.0, -1.0, 0.1}, {2.0, 9.0, 0.2},   {2.0, 0.0, 0.9},
          {2.0, -3.0, 5.0}, {0.0, 4.0, 0.3},  {-1.0, 4.0, 0.05}, {2.0, 2.0, 0.3}};
}

template <class Dimension>
class FrictionImpact : public testing::Test {};
using Dimensions = testing::Types<Plane2D, Space3D>;
TYPED_TEST_SUITE(FrictionImpact, Dimensions);

TYPED_TEST(FrictionImpact, GivesTheSpinAndVelocityOfTheClosedForm) {
  constexpr int D = TypeParam::value;
  const double k = inertia_ratio<D>;
  const Slope<D> slope = Slope<D>::leaning(0.3);
  int slipped = 0;
  int stuck = 0;
  for (const Shot& shot : shots()) {
    // Arrives at once, somewhere within a step, or at the end of one.
    for (const double gap : {0.0, 0.3 * h * fall, 1.7 * h * fall, 2.0 * h * fall}) {
      Stepper<D> stepper = shot_at_plane(slope, shot, friction(shot.mu), gap);
      for (int n = 0; n < 5; ++n) {
        stepper.step(infinity);
      }
      const double slip = shot.v - shot.spin;
      const bool slips = std::abs(slip) > shot.mu * fall * (1.0 + 1.0 / k);
      const double sign = slip > 0.0 ? 1.0 : -1.0;
      const double v = slips ? shot.v - sign * shot.mu * fall : (shot.v + k * shot.spin) / (1.0 + k);
      const double spin = slips ? shot.spin + sign * shot.mu * fall / k : v;
      (slips ? slipped : stuck) += 1;
      EXPECT_NEAR(slope.v(stepper), v, 1e-13);
      EXPECT_NEAR(slope.spin(stepper), spin, 1e-13);
      EXPECT_NEAR(slope.rise(stepper), 0.0, 1e-13);
      EXPECT_NEAR(slope.gap(stepper), 0.0, 1e-14);
      EXPECT_LT(slope.aside(stepper), 1e-13);
    }
  }
  EXPECT_GT(slipped, 8);
  EXPECT_GT(stuck, 8);
}

TYPED_TEST(FrictionImpact, IsTheHandSolutionStepByStepForEveryLaw) {
  constexpr int D = TypeParam::value;
  const Slope<D> slope = Slope<D>::leaning(0.3);
  for (const Shot& shot : shots()) {
    for (const LawOptions& law :
         {friction(shot.mu), friction(shot.mu, FrictionModel::convex), gluey_friction(shot.mu, -1.0),
          gluey_friction(shot.mu, -infinity), gluey_friction(shot.mu, 0.0), gluey(-1.0), inelastic()}) {
      const double gap = 0.7 * h * fall;
      Stepper<D> stepper = shot_at_plane(slope, shot, law, gap);
      BallOnPlane hand{.law = law, .k = inertia_ratio<D>, .mass = mass, .h = h};
      hand.gap = gap;
      hand.rise = -fall;
      hand.v = shot.v;
      hand.spin = shot.spin;
      for (int n = 1; n <= 8; ++n) {
        stepper.step(infinity);
        hand.step(0.0, 0.0);
        ASSERT_NEAR(slope.gap(stepper), hand.gap, 1e-13) << "step " << n << ", law " << static_cast<int>(law.kind);
        ASSERT_NEAR(slope.rise(stepper), hand.rise, 1e-12) << "step " << n << ", law " << static_cast<int>(law.kind);
        ASSERT_NEAR(slope.v(stepper), hand.v, 1e-12) << "step " << n << ", law " << static_cast<int>(law.kind);
        ASSERT_NEAR(slope.spin(stepper), hand.spin, 1e-12) << "step " << n << ", law " << static_cast<int>(law.kind);
        ASSERT_NEAR(potential_between<D>(stepper, 0, 1), hand.gamma, 1e-12) << "step " << n;
      }
    }
  }
}

TYPED_TEST(FrictionImpact, ThroughAFilmGivesNoSpin) {
  // γ_min below −m V: the film stops the ball before its asperities touch.
  constexpr int D = TypeParam::value;
  const Slope<D> slope = Slope<D>::leaning(0.3);
  Stepper<D> stepper = shot_at_plane(slope, {2.0, 0.5, 0.9}, gluey_friction(0.9, -1.1 * mass * fall), 0.01);
  for (int n = 0; n < 10; ++n) {
    stepper.step(infinity);
    ASSERT_NEAR(slope.v(stepper), 2.0, 1e-14);
    ASSERT_NEAR(slope.spin(stepper), 0.5, 1e-14);
  }
  EXPECT_NEAR(slope.rise(stepper), 0.0, 1e-14);
  EXPECT_NEAR(potential_between<D>(stepper, 0, 1), -mass * fall, 1e-12);
}

/// Two balls that meet centrally with slip across: between two bodies the impulse of sticking is
/// slip/(1/m₁ + 1/m₂)·k/(1 + k), and the normal one m₁m₂/(m₁ + m₂) V. Both spins change alike at equal radii.
TYPED_TEST(FrictionImpact, BetweenTwoBallsSharesMomentumAndSpin) {
  constexpr int D = TypeParam::value;
  const double k = inertia_ratio<D>;
  const Slope<D> axes = Slope<D>::leaning(0.3);
  const Vec<D> n = axes.normal;
  const Vec<D> t = axes.down;
  for (const double mu : {0.05, 2.0}) {
    const double m1 = 1.0, m2 = 3.0, r1 = 0.2, r2 = 0.5;
    World<D> world;
    world.bodies.add(Vec<D>::Zero(), r1, m1);
    world.bodies.add((r1 + r2) * n, r2, m2);
    world.bodies.velocity[0] = fall * n + 1.0 * t;
    Stepper<D> stepper(world, {}, one_law(friction(mu)), to_rounding(h));
    stepper.step(infinity);
    const double reduced = m1 * m2 / (m1 + m2);
    const double p_n = reduced * fall;
    const double stick = reduced * k / (1.0 + k) * 1.0;
    const double f = std::min(mu * p_n, stick);
    EXPECT_EQ(f == stick, mu == 2.0);
    const Bodies<D>& bodies = stepper.world.bodies;
    EXPECT_LT((bodies.velocity[0] - ((fall - p_n / m1) * n + (1.0 - f / m1) * t)).norm(), 1e-14);
    EXPECT_LT((bodies.velocity[1] - (p_n / m2 * n + f / m2 * t)).norm(), 1e-14);
    // Torques: −f t at r₁ n on the first, f t at −r₂ n on the second.
    EXPECT_LT((bodies.angular_velocity[0] + f * r1 / (k * m1 * r1 * r1) * axes.axis()).norm(), 1e-13);
    EXPECT_LT((bodies.angular_velocity[1] + f * r2 / (k * m2 * r2 * r2) * axes.axis()).norm(), 1e-13);
  }
}

TYPED_TEST(FrictionImpact, OfABodyThatCannotTurnStopsItAlong) {
  constexpr int D = TypeParam::value;
  const Slope<D> slope = Slope<D>::leaning(0.3);
  for (const double mu : {0.2, 0.9}) {
    World<D> world = slope.world(radius, mass);
    world.bodies.velocity[0] = 2.0 * slope.down - fall * slope.normal;
    world.bodies.inverse_inertia[0].setZero();
    Stepper<D> stepper(world, {}, one_law(friction(mu)), to_rounding(h));
    stepper.step(infinity);
    EXPECT_NEAR(slope.v(stepper), std::max(0.0, 2.0 - mu * fall), 1e-14);
    EXPECT_EQ(slope.spin(stepper), 0.0);
  }
}

}  // namespace
}  // namespace gluey::test::friction_impact_test
