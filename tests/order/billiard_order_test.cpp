// The billiard's release (tests/exact/billiard_test.cpp has the closed form) against the time step. Seen step by step it is
// found with order 1. The motion itself does better: momentum and angular momentum are kept exactly and no force acts, so
// that the lines along which the two fly apart, and the time of release that follows from them, are of order 2.

#include "support/order.hpp"
#include "support/small_world.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace gluey::test::billiard_order_test {
namespace {

constexpr double radius = 0.02;
constexpr double miss = 0.014;  // how far from the other's centre the striker aims
constexpr double speed = 0.07;

struct Errors {
  double seen;       ///< of the last time at which γ < 0
  double time;       ///< of the time of release that the lines of flight give
  double direction;  ///< of flight
};

Errors errors_at(double h, double start) {
  World<2> world;
  world.bodies.add({0.0, 0.0}, radius, 1.0);
  world.bodies.add({-start, miss}, radius, 1.0);
  world.bodies.velocity[1] = {speed, 0.0};
  Stepper<2> stepper(world, {}, one_law(gluey()), to_rounding(h));

  // At the impact the line of centres leans by φ, sin φ = miss/2r; u_n = speed cos φ, u_t = speed sin φ.
  const double lean = std::asin(miss / (2.0 * radius));
  const double normal = speed * std::cos(lean);
  const double across = speed * std::sin(lean);
  const double impact = (start - 2.0 * radius * std::cos(lean)) / speed;
  const double release = impact + 2.0 * radius * normal / (across * across);
  // The relative velocity across, just after the impact, turned on by u_n/u_t while they are stuck.
  const double direction = 0.5 * std::numbers::pi - lean - normal / across;

  double last = -1.0;
  while ((last < 0.0 || potential_between(stepper, 0, 1) < 0.0) && stepper.world.time < 2.0 * release) {
    stepper.step(infinity);
    last = potential_between(stepper, 0, 1) < 0.0 ? stepper.world.time : last;
  }
  for (int n = 0; n < 5; ++n) {
    stepper.step(infinity);
  }
  // They part along the tangent, so that the time of release is that of the closest approach of the lines of flight.
  const Vec<2> apart = stepper.world.bodies.position[1] - stepper.world.bodies.position[0];
  const Vec<2> velocity = stepper.world.bodies.velocity[1] - stepper.world.bodies.velocity[0];
  const double computed = stepper.world.time - apart.dot(velocity) / velocity.squaredNorm();
  const double turned = std::remainder(std::atan2(velocity[1], velocity[0]) - direction, 2.0 * std::numbers::pi);
  return {std::abs(last - release), std::abs(computed - release), std::abs(turned)};
}

/// The mean over starts that put the impact at different places within a step.
template <class Pick>
double mean_error(double h, Pick&& pick) {
  constexpr int starts = 16;
  double sum = 0.0;
  for (int k = 0; k < starts; ++k) {
    sum += pick(errors_at(h, 0.1 + speed * h * k / starts)) / starts;
  }
  return sum;
}

TEST(OrderOfBilliard, OfTheReleaseSeenInStepsIsOne) {
  expect_order_one("release, in steps", 0.01,
                   [](double h) { return mean_error(h, [](const Errors& e) { return e.seen; }); });
}

TEST(OrderOfBilliard, OfTheFlightAfterwardsIsTwo) {
  expect_order("release, from the flight", 2.0, 0.01,
               [](double h) { return mean_error(h, [](const Errors& e) { return e.time; }); });
  expect_order("direction of flight", 2.0, 0.01,
               [](double h) { return mean_error(h, [](const Errors& e) { return e.direction; }); });
}

}  // namespace
}  // namespace gluey::test::billiard_order_test
