// A disc and a ball on an incline, step by step against closed forms of the discrete model: a_t = g sin α, a_n = g cos α,
//     rolls where tan α ≤ μ (1 + k)/k    v_n = n h a_t/(1 + k),          disc: 3 μ, ball: 7/2 μ
//     slides beyond                      v_n = n h (a_t − μ a_n),        r ω_n = n h μ a_n/k
// for exact Coulomb. In the convex model sliding opens the gap by μ h |slip|; without friction nothing turns.

#include "support/ball_on_plane.hpp"

#include <gtest/gtest.h>

namespace gluey::test::incline_test {
namespace {

constexpr double g = 9.81;
constexpr double h = 0.01;
constexpr double radius = 0.3;
constexpr double mass = 2.0;
constexpr int steps = 200;

// Velocities reach 20 and are sums of `steps` roundings.
constexpr double rounding = 1e-12;

template <int D>
Stepper<D> on_slope(const Slope<D>& slope, const LawOptions& law) {
  Forces<D> forces;
  forces.gravity.acceleration = -g * Vec<D>::Unit(D - 1);
  return {slope.world(radius, mass), forces, one_law(law), to_rounding(h)};
}

template <class Dimension>
class Incline : public testing::Test {};
using Dimensions = testing::Types<Plane2D, Space3D>;
TYPED_TEST_SUITE(Incline, Dimensions);

/// After n steps: velocity n·h·`acceleration`, r ω n·h·`spin`, the place the sum of the velocities.
template <int D>
void expect_uniform(double angle, const LawOptions& law, double acceleration, double spin) {
  const Slope<D> slope = Slope<D>::leaning(angle);
  Stepper<D> stepper = on_slope(slope, law);
  for (int n = 1; n <= steps; ++n) {
    stepper.step(infinity);
    ASSERT_NEAR(slope.v(stepper), n * h * acceleration, rounding) << "step " << n;
    ASSERT_NEAR(slope.spin(stepper), n * h * spin, rounding) << "step " << n;
    ASSERT_NEAR(slope.x(stepper), 0.5 * n * (n + 1) * h * h * acceleration, rounding) << "step " << n;
    ASSERT_NEAR(slope.gap(stepper), 0.0, 1e-14 * n) << "step " << n;  // exact Coulomb opens no gap
    ASSERT_LT(slope.aside(stepper), rounding);
    // The gap is known to 1e-15, and asked to close within h.
    ASSERT_NEAR(impulse_between<D>(stepper, 0, 1), mass * g * std::cos(angle) * h, 1e-15 * n * mass / h)
        << "step " << n;
  }
}

TYPED_TEST(Incline, WithCoulombFrictionRollsBelowTheTransition) {
  constexpr int D = TypeParam::value;
  const double k = inertia_ratio<D>;
  const double angle = 0.4;
  // By a ten-thousandth, far, and so far that nothing could slip.
  for (const double more : {1.0001, 2.0, 1e6}) {
    const double mu = more * std::tan(angle) * k / (1.0 + k);
    expect_uniform<D>(angle, friction(mu), g * std::sin(angle) / (1.0 + k), g * std::sin(angle) / (1.0 + k));
  }
}

TYPED_TEST(Incline, WithCoulombFrictionSlidesAboveTheTransition) {
  constexpr int D = TypeParam::value;
  const double k = inertia_ratio<D>;
  const double angle = 0.4;
  for (const double less : {0.9999, 0.5, 0.01}) {
    const double mu = less * std::tan(angle) * k / (1.0 + k);
    expect_uniform<D>(angle, friction(mu), g * (std::sin(angle) - mu * std::cos(angle)), mu * g * std::cos(angle) / k);
  }
}

TYPED_TEST(Incline, TransitionIsAtThreeMuForADiscAndSevenHalvesForABall) {
  constexpr int D = TypeParam::value;
  const double mu = 0.2;
  const double transition = std::atan(D == 2 ? 3.0 * mu : 3.5 * mu);
  for (const double off : {-1e-6, 1e-6}) {
    const Slope<D> slope = Slope<D>::leaning(transition + off);
    Stepper<D> stepper = on_slope(slope, friction(mu));
    for (int n = 0; n < steps; ++n) {
      stepper.step(infinity);
    }
    const double slip = slope.v(stepper) - slope.spin(stepper);
    if (off < 0.0) {
      EXPECT_NEAR(slip, 0.0, rounding);
    } else {
      // d/dα of a_t − μ a_n (1 + 1/k), over the time that passed.
      const double k = inertia_ratio<D>;
      const double rate = g * (std::cos(transition) + mu * (1.0 + 1.0 / k) * std::sin(transition));
      EXPECT_NEAR(slip, rate * off * steps * h, 1e-3 * rate * off * steps * h);
    }
  }
}

TYPED_TEST(Incline, WithoutFrictionSlidesAndDoesNotTurn) {
  constexpr int D = TypeParam::value;
  const double angle = 0.4;
  for (const LawOptions& law :
       {inelastic(), friction(0.0), gluey(), gluey_friction(0.0, -0.5), gluey_friction(0.7, -infinity)}) {
    expect_uniform<D>(angle, law, g * std::sin(angle), 0.0);
  }
}

TYPED_TEST(Incline, WithGlueyFrictionRubsOnceTheFilmIsSqueezedOut) {
  // γ_n = −n h m g cos α until γ_min, here within the 20th step; friction acts from the 21st on.
  constexpr int D = TypeParam::value;
  const double k = inertia_ratio<D>;
  const double angle = 0.4;
  const double weight = mass * g * std::cos(angle) * h;
  const int squeezed = 20;
  const double mu = 0.5 * std::tan(angle) * k / (1.0 + k);
  const LawOptions law = gluey_friction(mu, -(squeezed - 0.5) * weight);
  const Slope<D> slope = Slope<D>::leaning(angle);
  Stepper<D> stepper = on_slope(slope, law);
  for (int n = 1; n <= steps; ++n) {
    stepper.step(infinity);
    const double gamma = potential_between<D>(stepper, 0, 1);
    const int rubbed = std::max(0, n - squeezed);
    ASSERT_NEAR(gamma, std::max(law.gamma_min, -n * weight), 1e-12) << "step " << n;
    ASSERT_EQ(gamma == law.gamma_min, n >= squeezed) << "step " << n;
    ASSERT_NEAR(slope.v(stepper), h * g * (n * std::sin(angle) - rubbed * mu * std::cos(angle)), rounding)
        << "step " << n;
    ASSERT_NEAR(slope.spin(stepper), rubbed * h * mu * g * std::cos(angle) / k, rounding) << "step " << n;
    ASSERT_NEAR(slope.gap(stepper), 0.0, 1e-14 * n);
  }
}

TYPED_TEST(Incline, WithGlueyFrictionAndNoFilmIsFriction) {
  constexpr int D = TypeParam::value;
  const double k = inertia_ratio<D>;
  const double angle = 0.4;
  const double mu = 0.5 * std::tan(angle) * k / (1.0 + k);
  expect_uniform<D>(angle, gluey_friction(mu, 0.0), g * (std::sin(angle) - mu * std::cos(angle)),
                    mu * g * std::cos(angle) / k);
}

TYPED_TEST(Incline, InTheConvexModelSlidingOpensTheGapByMuHTimesTheSlip) {
  constexpr int D = TypeParam::value;
  const double k = inertia_ratio<D>;
  const double angle = 0.4;
  const double mu = 0.5 * std::tan(angle) * k / (1.0 + k);
  const Slope<D> slope = Slope<D>::leaning(angle);
  for (const LawOptions& law : {friction(mu, FrictionModel::convex), gluey_friction(mu, 0.0, FrictionModel::convex)}) {
    Stepper<D> stepper = on_slope(slope, law);
    BallOnPlane hand{.law = law, .k = k, .mass = mass, .h = h};
    for (int n = 1; n <= steps; ++n) {
      stepper.step(infinity);
      hand.step(-g * std::cos(angle), g * std::sin(angle));
      const double slip = slope.v(stepper) - slope.spin(stepper);
      ASSERT_GT(slip, 0.0);
      ASSERT_NEAR(slope.gap(stepper), mu * h * slip, 1e-14 * n) << "step " << n;
      ASSERT_NEAR(slope.v(stepper), hand.v, rounding) << "step " << n;
      ASSERT_NEAR(slope.spin(stepper), hand.spin, rounding) << "step " << n;
      ASSERT_NEAR(slope.rise(stepper), hand.rise, rounding) << "step " << n;
    }
    EXPECT_GT(slope.gap(stepper), 1e-3);  // not a small matter: 3 mm under a ball of 30 cm
  }
}

TYPED_TEST(Incline, InTheConvexModelABallSetSlidingIsThrownUpAtMuTimesItsSlip) {
  // However short the step: the model opens a gap of μ h |slip| within h.
  constexpr int D = TypeParam::value;
  const double mu = 0.2;
  const Slope<D> level = Slope<D>::leaning(0.0);
  for (const double step : {1e-2, 1e-3, 1e-4}) {
    World<D> world = level.world(radius, mass);
    world.bodies.velocity[0] = 3.0 * level.down;
    Stepper<D> stepper(world, {}, one_law(friction(mu, FrictionModel::convex)), to_rounding(step));
    stepper.step(infinity);
    EXPECT_NEAR(level.rise(stepper), mu * (level.v(stepper) - level.spin(stepper)), 1e-12);
    EXPECT_GT(level.rise(stepper), 0.5);
  }
}

TYPED_TEST(Incline, InTheConvexModelRollingOpensNoGap) {
  constexpr int D = TypeParam::value;
  const double k = inertia_ratio<D>;
  const double angle = 0.4;
  const double mu = 1.5 * std::tan(angle) * k / (1.0 + k);
  const double rolling = g * std::sin(angle) / (1.0 + k);
  expect_uniform<D>(angle, friction(mu, FrictionModel::convex), rolling, rolling);
}

}  // namespace
}  // namespace gluey::test::incline_test
