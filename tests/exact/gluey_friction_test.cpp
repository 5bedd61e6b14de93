// gluey-friction through its whole life: film, contact of the asperities, pull, release, and over again. A ball slides along
// a plane while a force N presses it on and then a force P pulls it off, both per mass:
//     film      γ = −m N t                       v stays
//     contact   γ = γ_min from |γ_min|/(m N) on   v falls at μ N, the spin rises at μ N/k, until it rolls
//     pull      γ = γ_min + m P t                v stays, although it may still slip
//     release   after |γ_min|/(m P)              v stays, the ball leaves with acceleration P
// Every number of the discrete model is predicted, up to what rounding of the gap does within a step, 1e-16 m/h each.

#include "support/ball_on_plane.hpp"

#include <gtest/gtest.h>

namespace gluey::test::gluey_friction_test {
namespace {

constexpr double h = 0.01;
constexpr double radius = 0.3;
constexpr double mass = 2.0;
constexpr double push = 3.0, pull = 5.0;  // N, P
constexpr double mu = 0.4;
constexpr double speed = 1.0;
constexpr double gamma_min = -0.615;  // the 11th step squeezes the film out: 10.25 · m N h

template <class Dimension>
class GlueyFriction : public testing::Test {};
using Dimensions = testing::Types<Plane2D, Space3D>;
TYPED_TEST_SUITE(GlueyFriction, Dimensions);

template <int D>
Stepper<D> pressed_until(const Slope<D>& slope, double end, const LawOptions& law, double gap = 0.0) {
  World<D> world = slope.world(radius, mass, gap);
  world.bodies.velocity[0] = speed * slope.down;
  Forces<D> forces;
  forces.table = ForceTable<D>{{0.0, end}, {-push * slope.normal, pull * slope.normal}};
  return {world, forces, one_law(law), to_rounding(h)};
}

TYPED_TEST(GlueyFriction, GoesThroughFilmContactPullAndRelease) {
  constexpr int D = TypeParam::value;
  const double k = inertia_ratio<D>;
  const Slope<D> slope = Slope<D>::leaning(0.3);
  const int squeezed = 11;  // γ = γ_min after this step
  const int turned = 18;    // the force is reversed
  const int slid = turned - squeezed;
  Stepper<D> stepper = pressed_until(slope, turned * h, gluey_friction(mu, gamma_min));
  // γ_min/(m P h) = −6.15: six whole steps of pull, the seventh uses up what is left and lets go.
  const int released = turned + 7;
  const double last = gamma_min + 6 * mass * pull * h;
  ASSERT_LT(last, 0.0);
  for (int n = 1; n <= 60; ++n) {
    stepper.step(infinity);
    const double gamma = potential_between<D>(stepper, 0, 1);
    const double v = slope.v(stepper);
    const double spin = slope.spin(stepper);
    SCOPED_TRACE(n);
    ASSERT_LT(slope.aside(stepper), 1e-12);
    if (n <= squeezed) {
      ASSERT_NEAR(gamma, std::max(gamma_min, -n * h * mass * push), 1e-12);
      ASSERT_EQ(gamma == gamma_min, n == squeezed);
      ASSERT_NEAR(v, speed, 1e-12);
      ASSERT_NEAR(spin, 0.0, 1e-12);
    } else if (n <= turned) {
      ASSERT_EQ(gamma, gamma_min);
      ASSERT_NEAR(v, speed - (n - squeezed) * h * mu * push, 1e-12);
      ASSERT_NEAR(spin, (n - squeezed) * h * mu * push / k, 1e-12);
      ASSERT_GT(v - spin, 0.1);  // it slides all the way
    } else {
      ASSERT_NEAR(v, speed - slid * h * mu * push, 1e-12);
      ASSERT_NEAR(spin, slid * h * mu * push / k, 1e-12);
      if (n < released) {
        ASSERT_NEAR(gamma, gamma_min + (n - turned) * mass * pull * h, 1e-12);
        ASSERT_NEAR(slope.rise(stepper), 0.0, 1e-12);
      } else {
        ASSERT_EQ(gamma, 0.0);
        // What the last step's force had more than the glue left: (7 m P h + γ_min)/m, and P from then on.
        ASSERT_NEAR(slope.rise(stepper), (pull * h + last / mass) + (n - released) * pull * h, 1e-12);
      }
    }
    if (n < released) {
      ASSERT_NEAR(slope.gap(stepper), 0.0, 1e-14 * n);
      ASSERT_NEAR(impulse_between<D>(stepper, 0, 1), mass * h * (n <= turned ? push : -pull), 1e-12);
    }
  }
}

TYPED_TEST(GlueyFriction, LetsGoExactlyWhenTheBoundAtGammaMinIsReachedWithinOneStep) {
  // A jerk larger than all of the glue, straight from contact: p = γ_min, γ = 0 to the last bit.
  constexpr int D = TypeParam::value;
  for (const double angle : {0.0, 0.3, 0.7, 1.1}) {
    const Slope<D> slope = Slope<D>::leaning(angle);
    Stepper<D> stepper = pressed_until(slope, 20 * h, gluey_friction(mu, -0.07));
    for (int n = 0; n < 20; ++n) {
      stepper.step(infinity);
    }
    ASSERT_EQ(potential_between<D>(stepper, 0, 1), -0.07);
    stepper.step(infinity);
    EXPECT_EQ(potential_between<D>(stepper, 0, 1), 0.0) << "angle " << angle;
    EXPECT_NEAR(slope.rise(stepper), pull * h - 0.07 / mass, 1e-12);
    EXPECT_NEAR(impulse_between<D>(stepper, 0, 1), -0.07, 1e-15);
  }
}

TYPED_TEST(GlueyFriction, PressedAgainBeforeReleaseRubsOnlyOnceTheFilmIsGone) {
  constexpr int D = TypeParam::value;
  const Slope<D> slope = Slope<D>::leaning(0.3);
  World<D> world = slope.world(radius, mass);
  world.bodies.velocity[0] = 3.0 * slope.down;
  Forces<D> forces;
  // Pressed for 15 steps, pulled for 4, pressed again.
  forces.table =
      ForceTable<D>{{0.0, 15 * h, 19 * h}, {-push * slope.normal, pull * slope.normal, -push * slope.normal}};
  const LawOptions law = gluey_friction(mu, gamma_min);
  Stepper<D> stepper(world, forces, one_law(law), to_rounding(h));
  BallOnPlane hand{.law = law, .k = inertia_ratio<D>, .mass = mass, .h = h};
  hand.v = 3.0;
  int rubbed = 0;
  for (int n = 1; n <= 60; ++n) {
    stepper.step(infinity);
    hand.step(n > 15 && n <= 19 ? pull : -push, 0.0);
    rubbed += hand.f != 0.0 ? 1 : 0;
    ASSERT_NEAR(potential_between<D>(stepper, 0, 1), hand.gamma, 1e-12) << "step " << n;
    ASSERT_NEAR(slope.v(stepper), hand.v, 1e-12) << "step " << n;
    ASSERT_NEAR(slope.spin(stepper), hand.spin, 1e-12) << "step " << n;
    ASSERT_NEAR(slope.rise(stepper), hand.rise, 1e-12) << "step " << n;
  }
  // 11 steps of film; the pull made 0.4 of potential, 6.67 steps of film, so that the seventh closes it.
  EXPECT_EQ(rubbed, (15 - 11) + (60 - 19 - 7));
}

TYPED_TEST(GlueyFriction, ScaledByRadiusSqueezesTheFilmByRTimesTheImpulse) {
  constexpr int D = TypeParam::value;
  const Slope<D> slope = Slope<D>::leaning(0.3);
  LawOptions law = gluey_friction(mu, gamma_min / (radius * radius));
  law.scaling = Scaling::radius;
  Stepper<D> stepper = pressed_until(slope, 18 * h, law);
  LawOptions unit = gluey_friction(mu, gamma_min);
  Stepper<D> plain = pressed_until(slope, 18 * h, unit);
  for (int n = 1; n <= 40; ++n) {
    stepper.step(infinity);
    plain.step(infinity);
    ASSERT_NEAR(potential_between<D>(stepper, 0, 1) * radius * radius, potential_between<D>(plain, 0, 1), 1e-12);
    ASSERT_LT((stepper.world.bodies.velocity[0] - plain.world.bodies.velocity[0]).norm(), 1e-12) << "step " << n;
    ASSERT_LT((stepper.world.bodies.angular_velocity[0] - plain.world.bodies.angular_velocity[0]).norm(), 1e-12);
  }
}

TYPED_TEST(GlueyFriction, LaggedReleaseHoldsUntilThePotentialIsUsedUp) {
  // Algorithm 3.3: p is free while γ < 0, so that the seventh step of pull still holds, and the eighth lets go.
  constexpr int D = TypeParam::value;
  const Slope<D> slope = Slope<D>::leaning(0.3);
  LawOptions law = gluey_friction(mu, gamma_min);
  law.release = Release::lagged;
  Stepper<D> stepper = pressed_until(slope, 18 * h, law);
  for (int n = 1; n <= 30; ++n) {
    stepper.step(infinity);
    const int rubbed = std::clamp(n - 11, 0, 7);
    ASSERT_NEAR(slope.v(stepper), speed - rubbed * h * mu * push, 1e-12) << "step " << n;
    ASSERT_NEAR(slope.rise(stepper), std::max(0, n - 25) * pull * h, 1e-12) << "step " << n;
  }
}

TYPED_TEST(GlueyFriction, OfTheConvexModelFollowsTheHandSolution) {
  constexpr int D = TypeParam::value;
  const Slope<D> slope = Slope<D>::leaning(0.3);
  const LawOptions law = gluey_friction(mu, gamma_min, FrictionModel::convex);
  Stepper<D> stepper = pressed_until(slope, 18 * h, law);
  BallOnPlane hand{.law = law, .k = inertia_ratio<D>, .mass = mass, .h = h};
  hand.v = speed;
  for (int n = 1; n <= 60; ++n) {
    stepper.step(infinity);
    hand.step(n <= 18 ? -push : pull, 0.0);
    ASSERT_NEAR(potential_between<D>(stepper, 0, 1), hand.gamma, 1e-12) << "step " << n;
    ASSERT_NEAR(slope.v(stepper), hand.v, 1e-12) << "step " << n;
    ASSERT_NEAR(slope.rise(stepper), hand.rise, 1e-12) << "step " << n;
  }
}

}  // namespace
}  // namespace gluey::test::gluey_friction_test
