// Propositions 2 to 5 of Hillairet, Lozinski and Szopos 2011 on 1000 random force histories each.

#include "support/force_history.hpp"

#include <gluey/ode.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace gluey::test::threshold_propositions_test {
namespace {

constexpr int histories = 1000;  ///< that go below the threshold and come back
/// Of ln q in the reference. Passages are then known to about tolerance / |d ln q/dt|, below 1e-5 here.
constexpr double tolerance = 1e-7;
constexpr double rounding = 1e-5;

double largest_pull(const ode::PiecewiseForce& force, double from, double to) {
  double largest = 0.0;
  for (std::size_t k = 0; k < force.times.size(); ++k) {
    const double until = k + 1 < force.times.size() ? force.times[k + 1] : HUGE_VAL;
    if (until > from && force.times[k] < to) {
      largest = std::max(largest, force.values[k]);
    }
  }
  return largest;
}

TEST(Propositions, TwoThreeAndFiveHoldForAnyForce) {
  int came_back = 0;
  int between = 0;
  double closest_velocity = 0.0;
  for (int k = 0; came_back < histories; ++k) {
    ASSERT_LT(k, 2 * histories);
    const ForceHistory history = force_history(static_cast<std::uint64_t>(k), true);
    const ode::Excursion found = ode::excursion(history.particle, history.threshold, tolerance);
    if (!std::isfinite(found.t2)) {
      continue;  // never below, or never back
    }
    ++came_back;
    ASSERT_LE(found.t2_lower, found.t2 + rounding) << "proposition 2, history " << k;
    ASSERT_GE(found.t2_upper, found.t2 - rounding) << "proposition 5, history " << k;
    const double bound = largest_pull(history.particle.force, found.t1, found.t2) /
                         ode::drag_coefficient(history.particle, std::log(history.threshold));
    ASSERT_LE(std::max(0.0, found.largest_u), bound * (1.0 + rounding)) << "proposition 3, history " << k;
    ASSERT_GE(found.u2, -rounding);
    between += found.t2_lower < found.t2 - 1e-3 && found.t2_upper > found.t2 + 1e-3 ? 1 : 0;
    closest_velocity = std::max(closest_velocity, found.largest_u / bound);
  }
  // Else the bounds would be so wide that nothing could break them.
  EXPECT_GE(between, 500);
  EXPECT_GE(closest_velocity, 0.8);
}

TEST(Propositions, FourHoldsForForcesThatPushThenPull) {
  int came_back = 0;
  double longest = 0.0;
  for (int k = 0; came_back < histories; ++k) {
    ASSERT_LT(k, 2 * histories);
    const ForceHistory history = force_history(static_cast<std::uint64_t>(k), false);
    const ode::LubricatedParticle& particle = history.particle;
    const double q_s = history.threshold;
    const ode::Excursion found = ode::excursion(particle, q_s, tolerance);
    if (!std::isfinite(found.t2)) {
      continue;
    }
    ++came_back;
    const double n = ode::drag_coefficient(particle, std::log(q_s));
    const double delay = found.t2 - found.t2_lower;
    const double pull = particle.force.values.back();
    // (19), first line.
    ASSERT_GE(delay, -rounding) << "history " << k;
    ASSERT_LE(delay, 1.0 / n + rounding) << "history " << k;
    longest = std::max(longest, delay * n);

    // q̄ from t̄₂ on: from rest at q_s under the pull alone.
    ode::LubricatedParticle after = particle;
    after.q0 = q_s;
    after.u0 = 0.0;
    after.force = {{0.0}, {pull}};
    after.end = 1.0;
    std::vector<double> since = {0.0};  // t̄₂
    for (int j = 1; j <= 10; ++j) {
      since.push_back(0.1 * j);
    }
    std::vector<double> times;
    std::vector<double> later;  // the same, later by τ = t2 − t̄₂
    for (const double s : since) {
      times.push_back(found.t2_lower + s);
      later.push_back(std::max(0.0, s - delay));
    }
    const ode::Trajectory q = ode::reference(particle, times, tolerance);
    const ode::Trajectory frozen = ode::reference(after, since, tolerance);
    const ode::Trajectory delayed = ode::reference(after, later, tolerance);
    // (19): up to t̄₂ the solution is in (0, q_s], where q̄ = q_s; and its velocity there.
    ASSERT_GT(q.q[0], 0.0);
    ASSERT_LE(q.q[0], q_s * (1.0 + rounding)) << "history " << k;
    ASSERT_LE(q.u[0], pull / n * (1.0 + rounding)) << "history " << k;
    for (std::size_t j = 0; j < since.size(); ++j) {
      // (20): q̄(t − τ) ≤ q(t) ≤ q̄(t) from t2 on, and q ≤ q̄ before.
      ASSERT_LE(q.q[j], frozen.q[j] + rounding) << "history " << k;
      if (since[j] >= delay) {
        ASSERT_GE(q.q[j], delayed.q[j] - rounding) << "history " << k;
      }
      if (j > 0) {
        ASSERT_GE(q.q[j], q.q[j - 1]);
        ASSERT_GE(frozen.q[j], frozen.q[j - 1]);
      }
    }
  }
  EXPECT_GE(longest, 0.8);  // the bound 1/n is nearly reached
}

}  // namespace
}  // namespace gluey::test::threshold_propositions_test
