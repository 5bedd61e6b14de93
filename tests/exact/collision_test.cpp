// Two bodies meet head-on. The discrete solution is known: they fly freely until a step would make them overlap, touch
// exactly at the end of that step, and move with their common velocity from the next one on. A gluey pair has then stored
// γ = −R m* |u|, m* the reduced mass, u the velocity of approach.

#include "support/small_world.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace gluey::test::collision_test {
namespace {

struct Pair {
  double mass1 = 2.0, mass2 = 0.7, radius1 = 0.3, radius2 = 0.5;
  double gap = 0.37, speed1 = 1.1, speed2 = -0.4;  // along the line of centres

  [[nodiscard]] double approach() const { return speed2 - speed1; }
  [[nodiscard]] double reduced_mass() const { return mass1 * mass2 / (mass1 + mass2); }
  [[nodiscard]] double common_speed() const { return (mass1 * speed1 + mass2 * speed2) / (mass1 + mass2); }
  /// R of scaling = "radius".
  [[nodiscard]] double curvature() const {
    const double sum = radius1 + radius2;
    return sum * sum / (radius1 * radius1 * radius2 * radius2);
  }
};

template <int D>
struct Line {
  Vec<D> origin, along, drift;
};
template <int D>
Line<D> skew_line() {
  if constexpr (D == 2) {
    return {Vec<2>(0.2, -0.1), Vec<2>(0.28, 0.96), Vec<2>(0.3, 0.5)};
  } else {
    return {Vec<3>(0.2, -0.1, 0.4), Vec<3>(2.0, 3.0, -6.0) / 7.0, Vec<3>(0.3, 0.5, -0.2)};
  }
}

template <int D>
Stepper<D> meeting(const Pair& pair, const LawOptions& law, double h, const Forces<D>& forces = {}) {
  const Line<D> line = skew_line<D>();
  World<D> world;
  world.bodies.add(line.origin, pair.radius1, pair.mass1);
  world.bodies.add(line.origin + (pair.radius1 + pair.radius2 + pair.gap) * line.along, pair.radius2, pair.mass2);
  // A common velocity in any direction changes nothing.
  world.bodies.velocity[0] = line.drift + pair.speed1 * line.along;
  world.bodies.velocity[1] = line.drift + pair.speed2 * line.along;
  return Stepper<D>(std::move(world), forces, one_law(law), to_rounding(h));
}

template <int D>
double gap_of(const Stepper<D>& stepper) {
  const Bodies<D>& bodies = stepper.world.bodies;
  return (bodies.position[1] - bodies.position[0]).norm() - bodies.radius[0] - bodies.radius[1];
}
template <int D>
double speed_of(const Stepper<D>& stepper, std::size_t i) {
  return (stepper.world.bodies.velocity[i] - skew_line<D>().drift).dot(skew_line<D>().along);
}

constexpr double rounding = 1e-13;

template <class Dimension>
class HeadOn : public testing::Test {};
using Dimensions = testing::Types<Plane2D, Space3D>;
TYPED_TEST_SUITE(HeadOn, Dimensions);

/// Follows the collision with a law and its expected R; R = 0: the law stores nothing.
template <int D>
void expect_collision(const Pair& pair, const LawOptions& law, double scaling) {
  const double h = 0.02;
  const auto flight = static_cast<int>(std::floor(pair.gap / -pair.approach() / h));  // whole steps before the hit
  const double gap = pair.gap + flight * h * pair.approach();                         // when the step of the hit begins
  Stepper<D> stepper = meeting<D>(pair, law, h);
  for (int n = 1; n <= flight; ++n) {
    stepper.step(infinity);
    ASSERT_NEAR(gap_of(stepper), pair.gap + n * h * pair.approach(), rounding);
    ASSERT_EQ(potential_between(stepper, 0, 1), 0.0);
  }

  // The step of the hit closes the gap and no more: the relative velocity is −gap/h.
  stepper.step(infinity);
  EXPECT_NEAR(gap_of(stepper), 0.0, rounding);
  EXPECT_NEAR(speed_of(stepper, 1) - speed_of(stepper, 0), -gap / h, rounding / h);
  EXPECT_NEAR(potential_between(stepper, 0, 1), -scaling * pair.reduced_mass() * (-pair.approach() - gap / h),
              scaling * rounding / h);

  // From then on they are one, and for ever.
  for (int n = 0; n < 50; ++n) {
    stepper.step(infinity);
    EXPECT_NEAR(speed_of(stepper, 0), pair.common_speed(), rounding / h);
    EXPECT_NEAR(speed_of(stepper, 1), pair.common_speed(), rounding / h);
    EXPECT_NEAR(gap_of(stepper), 0.0, rounding);
    EXPECT_NEAR(potential_between(stepper, 0, 1), scaling * pair.reduced_mass() * pair.approach(),
                scaling * rounding / h);
  }
}

TYPED_TEST(HeadOn, InelasticBodiesStopEachOther) { expect_collision<TypeParam::value>({}, inelastic(), 0.0); }
TYPED_TEST(HeadOn, GlueyBodiesStoreTheImpact) { expect_collision<TypeParam::value>({}, gluey(), 1.0); }
TYPED_TEST(HeadOn, ScalingByRadiusIsTheSquareOfTheSummedCurvatures) {
  for (const double radius : {0.5, 0.3, 0.02}) {
    Pair pair;
    pair.radius2 = radius;
    expect_collision<TypeParam::value>(pair, gluey(-infinity, Release::exact, Scaling::radius), pair.curvature());
  }
  EXPECT_NEAR(Pair{}.curvature(), 0.64 / 0.0225, 1e-12);
}
TYPED_TEST(HeadOn, HoldsForMassesFarApart) {
  Pair pair;
  pair.mass1 = 1e4;
  pair.mass2 = 1e-2;
  expect_collision<TypeParam::value>(pair, gluey(), 1.0);
}

TYPED_TEST(HeadOn, AnEqualForceOnUnequalMassesPullsThemApartInTheRightStep) {
  // The relative acceleration a = F (1/m₂ − 1/m₁) uses up what the impact stored just when a t = |u₀|; from then on each
  // body moves as if it had never met the other, since the contact has given back all it took. For any R.
  constexpr int D = TypeParam::value;
  for (const Scaling scaling : {Scaling::unit, Scaling::radius}) {
    const Pair pair;
    const double force = 0.6;
    const double acceleration = force * (1.0 / pair.mass2 - 1.0 / pair.mass1);
    const double release = -pair.approach() / acceleration;
    const double h = 0.017;
    Forces<D> forces;
    forces.body_force.force = force * skew_line<D>().along;
    Stepper<D> stepper = meeting<D>(pair, gluey(-infinity, Release::exact, scaling), h, forces);
    int held = 0;
    while (stepper.world.time < release + 1.0) {
      stepper.step(infinity);
      const double t = stepper.world.time;
      if (potential_between(stepper, 0, 1) < 0.0) {
        ++held;
        EXPECT_LE(t, release + rounding);
      }
      if (t > release) {
        EXPECT_NEAR(speed_of(stepper, 0), pair.speed1 + force * t / pair.mass1, 1e-11);
        EXPECT_NEAR(speed_of(stepper, 1), pair.speed2 + force * t / pair.mass2, 1e-11);
      }
    }
    EXPECT_GT(held, 50);
  }
}

TYPED_TEST(HeadOn, ARoughPairPullsNoLongerThanItsLimit) {
  // γ_min = −0.2 with R = 1: of the impact only 0.2 is kept, so the same pull ends the contact 0.2/(m* a) after the hit.
  constexpr int D = TypeParam::value;
  const Pair pair;
  const double force = 0.3;
  const double pull = pair.reduced_mass() * force * (1.0 / pair.mass2 - 1.0 / pair.mass1);  // per unit time
  const double h = 0.01;
  Forces<D> forces;
  forces.body_force.force = force * skew_line<D>().along;
  Stepper<D> stepper = meeting<D>(pair, gluey(-0.2), h, forces);
  while (potential_between(stepper, 0, 1) != -0.2) {
    stepper.step(infinity);
    ASSERT_LT(stepper.world.time, 2.0) << "the limit is never reached";
  }
  const double saturated = stepper.world.time;
  while (stepper.world.time < saturated + 5.0) {
    stepper.step(infinity);
    const double since = stepper.world.time - saturated;
    // The step after the hit may still be brought to rest, h late at most, and stores what that takes.
    const double relative = speed_of(stepper, 1) - speed_of(stepper, 0);
    if (since > 0.2 / pull + 2.0 * h) {
      const double left = since - relative * pair.reduced_mass() / pull;  // the time of release, seen backwards
      EXPECT_GE(left, 0.2 / pull - rounding / h);
      EXPECT_LE(left, 0.2 / pull + h + rounding / h);
    }
  }
  EXPECT_GT(gap_of(stepper), 0.1);
}

}  // namespace
}  // namespace gluey::test::collision_test
