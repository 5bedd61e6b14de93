// Gluey billiard (Lefebvre 2009, figure 15): an off-centre hit, common rotation, release.
//
// With the relative velocity at the impact split into u_n along the centres and u_t across, the pair turns at u_t/(r₁+r₂);
// the centrifugal pull u_t²/(r₁+r₂) uses up |u_n| after (r₁+r₂)|u_n|/u_t², a turn by |u_n|/u_t. Masses and R cancel.

#include "support/small_world.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace gluey::test::billiard_test {
namespace {

/// The paper's figure: two discs of radius 0.02, the second thrown at 0.2·(0.25, 0.25 − r).
template <int D>
World<D> billiard(double radius1, double radius2, double mass1, double mass2) {
  World<D> world;
  world.bodies.add(Vec<D>::Zero(), radius1, mass1);
  Vec<D> start = Vec<D>::Zero();
  start[0] = -0.25;
  start[1] = -0.25;
  world.bodies.add(start, radius2, mass2);
  world.bodies.velocity[1][0] = 0.2 * 0.25;
  world.bodies.velocity[1][1] = 0.2 * (0.25 - 0.02);
  return world;
}

/// Relative motion at the impact.
struct Impact {
  double normal, across, distance;

  template <int D>
  explicit Impact(const World<D>& world) {
    const Vec<D> apart = world.bodies.position[1] - world.bodies.position[0];
    const Vec<D> velocity = world.bodies.velocity[1] - world.bodies.velocity[0];
    distance = world.bodies.radius[0] + world.bodies.radius[1];
    // How far the line of flight passes from the centre, over the distance of the centres: the sine at the impact.
    const double miss = (apart - apart.dot(velocity) / velocity.squaredNorm() * velocity).norm() / distance;
    across = velocity.norm() * miss;
    normal = velocity.norm() * std::sqrt(1.0 - miss * miss);
  }
  [[nodiscard]] double stuck() const { return distance * normal / (across * across); }
  [[nodiscard]] double turned() const { return normal / across; }
};

/// What a run of the engine shows.
struct Observed {
  double stuck = 0.0;   ///< from first to last step with γ < 0
  double turned = 0.0;  ///< of the line of centres meanwhile
};

template <int D>
Observed observe(Stepper<D>& stepper, double end) {
  Observed observed;
  double previous = 0.0;
  bool touched = false;
  while (stepper.world.time < end) {
    const Vec<D> apart = stepper.world.bodies.position[1] - stepper.world.bodies.position[0];
    stepper.step(infinity);
    const double angle = std::atan2(apart[1], apart[0]);
    if (potential_between(stepper, 0, 1) < 0.0) {
      if (touched) {
        observed.stuck += stepper.world.time - previous;
        const Vec<D> now = stepper.world.bodies.position[1] - stepper.world.bodies.position[0];
        observed.turned += std::abs(std::remainder(std::atan2(now[1], now[0]) - angle, 2.0 * M_PI));
      }
      touched = true;
      previous = stepper.world.time;
    }
  }
  return observed;
}

TEST(Billiard, StaysTogetherAndTurnsByTheClosedForm) {
  const World<2> world = billiard<2>(0.02, 0.02, 1.0, 1.0);
  const Impact impact(world);
  // The figure's own numbers: at h = 0.01 the discs meet, turn and part within 1344 steps.
  for (const double h : {0.01, 0.0025}) {
    Stepper<2> stepper(world, {}, one_law(gluey()), to_rounding(h));
    const Observed observed = observe(stepper, 13.44);
    // The hit and the release each fall within a step of the exact ones; the film of the last turn is O(h).
    EXPECT_NEAR(observed.stuck, impact.stuck(), 3.0 * h) << "h = " << h;
    EXPECT_NEAR(observed.turned, impact.turned(), 3.0 * h * impact.across / impact.distance) << "h = " << h;
  }
  EXPECT_GT(impact.turned(), 0.3);
}

TEST(Billiard, DoesNotDependOnMassesRadiiAndScaling) {
  const World<2> world = billiard<2>(0.01, 0.05, 3.0, 0.4);
  const Impact impact(world);
  const double h = 0.002;
  for (const Scaling scaling : {Scaling::unit, Scaling::radius}) {
    Stepper<2> stepper(world, {}, one_law(gluey(-infinity, Release::exact, scaling)), to_rounding(h));
    EXPECT_NEAR(observe(stepper, 40.0).stuck, impact.stuck(), 3.0 * h);
  }
}

TEST(Billiard, ADryPairPartsAtOnce) {
  const World<2> world = billiard<2>(0.02, 0.02, 1.0, 1.0);
  Stepper<2> stepper(world, {}, one_law(inelastic()), to_rounding(0.01));
  EXPECT_EQ(observe(stepper, 13.44).stuck, 0.0);
  // Inelastic: the normal velocity is gone, the one across is kept.
  const double speed = (stepper.world.bodies.velocity[1] - stepper.world.bodies.velocity[0]).norm();
  EXPECT_NEAR(speed, Impact(world).across, 0.02 * Impact(world).across);
}

/// The relative motion of two bodies alone, step by step: an independent ten lines of algorithm 3.3 with exact release.
template <int D>
class TwoBodies {
 public:
  TwoBodies(const World<D>& world, double step, double scaling)
      : apart(world.bodies.position[1] - world.bodies.position[0]),
        velocity(world.bodies.velocity[1] - world.bodies.velocity[0]),
        h_(step),
        scaling_(scaling),
        touch_(world.bodies.radius[0] + world.bodies.radius[1]),
        reduced_mass_(1.0 / (1.0 / world.bodies.mass[0] + 1.0 / world.bodies.mass[1])) {}

  void step() {
    const double distance = apart.norm();
    const Vec<D> normal = apart / distance;
    const double wanted = -reduced_mass_ * ((distance - touch_) / h_ + normal.dot(velocity));
    const double impulse = std::max(gamma / scaling_, wanted);
    velocity += impulse / reduced_mass_ * normal;
    gamma = std::min(0.0, gamma - scaling_ * impulse);
    apart += h_ * velocity;
  }

  Vec<D> apart, velocity;
  double gamma = 0.0;

 private:
  double h_, scaling_, touch_, reduced_mass_;
};

template <class Dimension>
class BilliardStepByStep : public testing::Test {};
using Dimensions = testing::Types<Plane2D, Space3D>;
TYPED_TEST_SUITE(BilliardStepByStep, Dimensions);

TYPED_TEST(BilliardStepByStep, IsTheTwoBodyRecursion) {
  constexpr int D = TypeParam::value;
  for (const double scaling : {1.0, std::pow(0.03 + 0.01, 2) / std::pow(0.03 * 0.01, 2)}) {
    for (const double h : {0.01, 0.003}) {
      World<D> world = billiard<D>(0.03, 0.01, 2.0, 0.3);
      if constexpr (D == 3) {
        world.bodies.position[1][2] = 0.01;  // out of the plane of the velocities
      }
      TwoBodies<D> expected(world, h, scaling);
      Stepper<D> stepper(world, {},
                         one_law(gluey(-infinity, Release::exact, scaling == 1.0 ? Scaling::unit : Scaling::radius)),
                         to_rounding(h));
      int stuck = 0;
      for (int n = 0; n < 3000; ++n) {
        expected.step();
        stepper.step(infinity);
        const Vec<D> apart = stepper.world.bodies.position[1] - stepper.world.bodies.position[0];
        const Vec<D> velocity = stepper.world.bodies.velocity[1] - stepper.world.bodies.velocity[0];
        // Rounding of a few 1e-17 a step in positions of 0.1, grown by the rotation and divided by h in the velocity.
        ASSERT_NEAR((apart - expected.apart).norm(), 0.0, 1e-12) << n;
        ASSERT_NEAR((velocity - expected.velocity).norm(), 0.0, 1e-13 / h) << n;
        ASSERT_NEAR(potential_between(stepper, 0, 1), expected.gamma, scaling * 1e-13 / h) << n;
        stuck += expected.gamma < 0.0 ? 1 : 0;
      }
      EXPECT_GT(stuck, 10);
    }
  }
}

}  // namespace
}  // namespace gluey::test::billiard_test
