// Bodies on obstacles that move, against closed forms: exact where the discrete solution is, else of order 1.

#include "support/order.hpp"
#include "support/small_world.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace gluey::test::moving_obstacle_test {
namespace {

constexpr double pi = std::numbers::pi;

TEST(PushingWall, CarriesADiscExactly) {
  // The wall comes at 0.8 and meets a disc at rest after 0.25/0.8; from then on the disc is where the wall is, at every
  // step, and after one step more it has the wall's velocity.
  const double h = 0.03;
  World<2> world;
  world.obstacles.push_back(plane_through<2>(Vec<2>::Zero(), Vec<2>::UnitX(), TranslationMotion<2>{Vec<2>(0.8, 0.0)}));
  world.bodies.add({0.35, 0.0}, 0.1, 2.0);
  Stepper<2> stepper(world, {}, one_law(gluey()), to_rounding(h));
  const double met = 0.25 / 0.8;
  while (stepper.world.time < 2.0) {
    stepper.step(infinity);
    const double t = stepper.world.time;
    EXPECT_NEAR(stepper.world.bodies.position[0][0], std::max(0.35, 0.8 * t + 0.1), 1e-13);
    if (t > met + h) {
      EXPECT_NEAR(stepper.world.bodies.velocity[0][0], 0.8, 1e-12);
      EXPECT_NEAR(potential_between(stepper, 0, 1), -2.0 * 0.8, 1e-12);  // what it took to set the disc in motion
    }
  }
}

TEST(PushingWall, ThatStopsHoldsAGlueyDiscAndLosesADryOne) {
  // Stopping asks for just the potential that pushing stored: the gluey disc stops as well, with nothing left.
  for (const LawOptions& law : {gluey(), inelastic()}) {
    World<2> world;
    world.obstacles.push_back(
        plane_through<2>(Vec<2>::Zero(), Vec<2>::UnitX(),
                         TableMotion<2>{{0.0, 1.0, 2.0}, {Vec<2>(0.0, 0.0), Vec<2>(0.8, 0.0), Vec<2>(0.8, 0.0)}, {}}));
    world.bodies.add({0.15, 0.0}, 0.1, 2.0);
    Stepper<2> stepper(world, {}, one_law(law), to_rounding(0.04));
    while (stepper.world.time < 2.0) {
      stepper.step(infinity);
    }
    const bool sticks = law.kind == LawKind::gluey;
    EXPECT_NEAR(stepper.world.bodies.velocity[0][0], sticks ? 0.0 : 0.8, 1e-12);
    EXPECT_NEAR(stepper.world.bodies.position[0][0], sticks ? 0.9 : 0.9 + 0.8, 1e-12);
    EXPECT_NEAR(potential_between(stepper, 0, 1), 0.0, 1e-12);
  }
}

/// A plane shaken as y = A sin(ωt + φ) under gravity g, and a ball that begins at rest on it.
struct Shaken {
  double amplitude, omega, gravity;
  double phase = 0.0;

  [[nodiscard]] double height(double t) const { return amplitude * std::sin(omega * t + phase); }
  [[nodiscard]] double velocity(double t) const { return amplitude * omega * std::cos(omega * t + phase); }

  [[nodiscard]] Stepper<3> stepper(double h, const LawOptions& law) const {
    World<3> world;
    world.obstacles.push_back(plane_through<3>(
        Vec<3>::Zero(), Vec<3>::UnitZ(),
        OscillationMotion<3>{
            .amplitude = amplitude * Vec<3>::UnitZ(), .frequency = omega / (2.0 * pi), .phase = phase}));
    world.bodies.add({0.0, 0.0, 0.2 + height(0.0)}, 0.2, 1.7);
    Forces<3> forces;
    forces.gravity.acceleration = -gravity * Vec<3>::UnitZ();
    return Stepper<3>(std::move(world), forces, one_law(law), to_rounding(h));
  }

  /// Largest distance from the exact motion: with the plane until `leaves`, free from there, up to `end`.
  [[nodiscard]] double error_at(double h, const LawOptions& law, double leaves, double end) const {
    Stepper<3> ball = stepper(h, law);
    double error = 0.0;
    while (ball.world.time + h <= end) {
      ball.step(infinity);
      const double t = ball.world.time;
      const double s = t - leaves;
      const double exact = s <= 0.0 ? height(t) : height(leaves) + velocity(leaves) * s - 0.5 * gravity * s * s;
      error = std::max(error, std::abs(ball.world.bodies.position[0][2] - 0.2 - exact));
    }
    return error;
  }
};

TEST(ShakenPlane, LosesADryBallWhenItsAccelerationExceedsGravity) {
  // −ÿ = A ω² sin(ωt + φ) reaches g at ωt + φ = asin(g/Aω²). The last step with a push is that of the take-off; several
  // phases, so that it falls at different places within its step.
  constexpr int phases = 16;
  const double angle = std::asin(10.0 / (0.3 * 64.0));
  expect_order_one("take-off of a dry ball", 0.004, [&](double h) {
    double error = 0.0;
    for (int k = 0; k < phases; ++k) {
      const Shaken plane{0.3, 8.0, 10.0, -8.0 * h * k / phases};
      const double leaves = (angle - plane.phase) / 8.0;
      Stepper<3> ball = plane.stepper(h, inelastic());
      double last = 0.0;
      while (ball.world.time < leaves + 0.1) {
        last = ball.step(infinity).obstacle_force[0][2] < 0.0 ? ball.world.time : last;
      }
      EXPECT_NEAR(last, leaves, h);
      error += std::abs(last - leaves) / phases;
    }
    return error;
  });
}

TEST(ShakenPlane, ThrowsADryBallAlongAParabolaOfOrderTwo) {
  // On the plane the ball is where the plane is, and its velocity is that of half a step before, as in the leapfrog scheme.
  const double leaves = std::asin(10.0 / (0.3 * 64.0)) / 8.0;
  const Shaken plane{0.3, 8.0, 10.0};
  for (const double h : {0.004, 0.002, 0.001, 0.0005}) {
    // The velocity when it leaves is wrong by at most half of ÿ'' h², and lasts 0.25.
    EXPECT_LT(plane.error_at(h, inelastic(), leaves, leaves + 0.25), 6.0 * h * h) << h;
  }
}

TEST(ShakenPlane, HoldsAGlueyBallUntilItsPotentialIsUsedUp) {
  // γ = −m (g t + ẏ), what has been transmitted since the ball was at rest; zero at the first root of g t + ẏ = 0.
  const Shaken plane{0.3, 8.0, 0.4};
  double leaves = 0.5 * pi / 8.0;
  for (int n = 0; n < 50; ++n) {
    leaves -= (0.4 * leaves + plane.velocity(leaves)) / (0.4 - 0.3 * 64.0 * std::sin(8.0 * leaves));
  }
  ASSERT_GT(leaves, 0.5 * pi / 8.0);  // later than without gravity, and long after a dry ball
  expect_order_one("release of a gluey ball", 0.004,
                   [&](double h) { return plane.error_at(h, gluey(), leaves, leaves + 0.25); });
}

TEST(ShakenPlane, LeavesAGlueyBallWhereItTurnsIfNothingElsePulls) {
  // Without gravity γ = −m ẏ: used up at the highest point, where the ball is at rest and stays.
  const Shaken plane{0.3, 8.0, 0.0};
  for (const double h : {0.003, 0.0007}) {
    Stepper<3> ball = plane.stepper(h, gluey());
    while (ball.world.time < 0.5) {
      ball.step(infinity);
    }
    // Potentials telescope: the velocity is that before the ball was touched, to rounding, whatever the step.
    EXPECT_NEAR(ball.world.bodies.velocity[0][2], 0.0, 1e-12);
    EXPECT_NEAR(ball.world.bodies.position[0][2], 0.2 + 0.3, 0.3 * 64.0 * h * h);
  }
}

TEST(ShakenPlane, GivesTheExactPotentialOfItsMeanVelocity) {
  const Shaken plane{0.05, 3.0, 2.0};
  const double h = 0.01;
  Stepper<3> ball = plane.stepper(h, gluey());
  for (int n = 1; n < 200; ++n) {
    ball.step(infinity);
    const double mean = (plane.height(n * h) - plane.height((n - 1) * h)) / h;
    ASSERT_NEAR(potential_between(ball, 0, 1), -1.7 * (2.0 * n * h + mean), 1e-11) << n;
  }
}

TEST(TurningRod, DrivesABeadOutwardsWithOrderOne) {
  // A disc of radius a on a rod that turns at ω about the origin, without friction: its place along the rod obeys
  // s̈ = ω² s, so that s = s₀ cosh ωt + (ṡ₀/ω) sinh ωt. It starts with ẋ = (ṡ − a ω) e + s ω n.
  const double omega = 1.3;
  const double a = 0.1;
  const double start = 0.5;
  const double outward = 0.2;  // ṡ₀
  expect_order_one("bead on a turning rod", 0.02, [&](double h) {
    World<2> world;
    world.obstacles.push_back(obstacle_of<2>({Segment<2>{.from = Vec<2>(0.0, 0.0), .to = Vec<2>(20.0, 0.0)}}, {},
                                             RotationMotion<2>{Vec<2>::Zero(), Spin<2>(omega)}));
    world.bodies.add({start, a}, a, 0.6);
    world.bodies.velocity[0] = {outward - a * omega, start * omega};
    Stepper<2> stepper(world, {}, one_law(inelastic()), to_rounding(h));
    double error = 0.0;
    while (stepper.world.time < 1.5) {
      stepper.step(infinity);
      const double t = stepper.world.time;
      const Vec<2> rod(std::cos(omega * t), std::sin(omega * t));
      const double s = start * std::cosh(omega * t) + outward / omega * std::sinh(omega * t);
      const Vec<2> exact = s * rod + a * Vec<2>(-rod[1], rod[0]);
      error = std::max(error, (stepper.world.bodies.position[0] - exact).norm());
    }
    return error;
  });
}

TEST(TurningPlane, LosesAGlueyDiscBelowItWithOrderOne) {
  // A disc of radius a sticks below a plane that turns about the origin at ω, away from it: x = s e − a n with e along the
  // plane and n across. Without friction s̈ = ω² s; the plane pulls with m (2ṡω + aω²). Thrown at the plane with s₀ω more
  // than the plane's own velocity, and so that ṡ₀ = 0, the disc has γ = m (−s₀ω + 2ω(s − s₀) + aω²t), s = s₀ cosh ωt.
  const double omega = 1.1;
  const double a = 0.05;
  const double start = 0.6;
  const auto along = [&](double t) { return start * std::cosh(omega * t); };
  const auto left = [&](double t) { return -start * omega + 2.0 * omega * (along(t) - start) + a * omega * omega * t; };
  double leaves = 0.5;
  for (int n = 0; n < 60; ++n) {
    leaves -= left(leaves) / (2.0 * omega * omega * start * std::sinh(omega * leaves) + a * omega * omega);
  }
  ASSERT_GT(leaves, 0.1);
  expect_order_one("release from a turning plane", 0.01, [&](double h) {
    World<2> world;
    world.obstacles.push_back(
        plane_through<2>(Vec<2>::Zero(), -Vec<2>::UnitY(), RotationMotion<2>{Vec<2>::Zero(), Spin<2>(omega)}));
    world.bodies.add({start, -a}, a, 0.6);
    world.bodies.velocity[0] = {a * omega, 2.0 * start * omega};
    Stepper<2> stepper(world, {}, one_law(gluey()), to_rounding(h));
    double error = 0.0;
    while (stepper.world.time < leaves + 0.4) {
      stepper.step(infinity);
      const double t = stepper.world.time;
      const auto place = [&](double time) {
        const Vec<2> e(std::cos(omega * time), std::sin(omega * time));
        return Vec<2>(along(time) * e - a * Vec<2>(-e[1], e[0]));
      };
      const double held = std::min(t, leaves);
      const double eps = 1e-6;
      const Vec<2> velocity = (place(leaves + eps) - place(leaves - eps)) / (2.0 * eps);
      const Vec<2> exact = place(held) + (t - held) * velocity;
      error = std::max(error, (stepper.world.bodies.position[0] - exact).norm());
    }
    return error;
  });
}

}  // namespace
}  // namespace gluey::test::moving_obstacle_test
