// Algorithms 1 to 3 of Hillairet, Lozinski and Szopos 2011: where they stay above the wall, and how they converge.

#include "support/force_history.hpp"
#include "support/order.hpp"

#include <gluey/ode.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace gluey::test::threshold_order_test {
namespace {

using ode::Drag;
using ode::LubricatedParticle;
using ode::Trajectory;

/// The paper's test: q₀ = 1 at rest, −2 until t = 2, then +2.
LubricatedParticle paper(double epsilon, double step, Drag drag = Drag::asymptotic_2d, double end = 4.0) {
  return {.drag = drag, .epsilon = epsilon, .step = step, .end = end, .force = {{0.0, 2.0}, {-2.0, 2.0}}};
}

double largest_error(const LubricatedParticle& particle, const Trajectory& found) {
  const Trajectory exact = ode::reference(particle, found.t, 1e-9);
  double error = 0.0;
  for (std::size_t k = 0; k < found.t.size(); ++k) {
    error = std::max(error, std::abs(found.q[k] - exact.q[k]));
  }
  return error;
}

double smallest(const Trajectory& found) { return *std::min_element(found.q.begin(), found.q.end()); }

TEST(Algorithm1, GoesThroughTheWallWhereThePaperSaysSo) {
  for (const double step : {0.1, 0.01, 1e-3, 1e-4}) {
    // ε = 10⁻³ (figure 4): even with the shortest step. The row at which it fails is the last.
    const Trajectory thin = ode::algorithm_1(paper(1e-3, step));
    EXPECT_LE(thin.q.back(), 0.0) << step;
    EXPECT_NEAR(thin.t.back(), 1.0, 0.1 + step) << step;
    EXPECT_TRUE(std::isnan(thin.ln_q.back()));
    // ε = 0.1 (figure 3): not for a step of 0.01 and less, as the paper has it; nor for 0.1.
    const Trajectory thick = ode::algorithm_1(paper(0.1, step));
    EXPECT_GT(smallest(thick), 0.0) << step;
    EXPECT_NEAR(thick.t.back(), 4.0, 1e-9);
    // In 3D the film is thinner by far, and both fail.
    EXPECT_LE(ode::algorithm_1(paper(0.1, step, Drag::asymptotic_3d)).q.back(), 0.0);
  }
}

TEST(Algorithms2And3, NeverTouchTheWall) {
  for (const Drag drag : {Drag::asymptotic_2d, Drag::asymptotic_3d, Drag::disc_at_line, Drag::sphere_at_plane}) {
    for (const double epsilon : {0.1, 1e-3, 1e-6}) {
      for (const double step : {0.1, 0.01, 1e-3}) {
        LubricatedParticle particle = paper(epsilon, step, drag, 6.0);
        particle.step_min = step;
        for (const Trajectory& found : {ode::algorithm_2(particle), ode::algorithm_3(particle)}) {
          EXPECT_GT(smallest(found), 0.0);
          EXPECT_NEAR(found.t.back(), 6.0, 1e-9);
          EXPECT_GT(found.q.back(), 1.0);  // let go, and away
        }
      }
    }
  }
}

TEST(Algorithms2And3, NeverTouchTheWallUnderRandomForces) {
  for (std::uint64_t k = 0; k < 1000; ++k) {
    LubricatedParticle particle = force_history(k, true).particle;
    particle.epsilon *= 0.01;
    particle.step = 0.02;
    particle.step_min = 0.01;
    for (const Trajectory& found : {ode::algorithm_2(particle), ode::algorithm_3(particle)}) {
      ASSERT_GT(smallest(found), 0.0) << k;
      ASSERT_NEAR(found.t.back(), particle.end, particle.step) << k;
    }
  }
}

TEST(Algorithm2, HoldsTheDistanceWhileTheForceWorksOffTheVelocity) {
  const LubricatedParticle particle = paper(1e-3, 0.01);
  const Trajectory found = ode::algorithm_2(particle);
  std::size_t first = 0;
  while (found.gamma[first] == 0.0) {
    ++first;
  }
  std::size_t last = first;
  while (found.gamma[last + 1] < 0.0) {
    ++last;
  }
  // Between the two q stays and v̄ is the velocity before plus the force's integral: the potential of the gluey law.
  for (std::size_t k = first; k <= last; ++k) {
    EXPECT_EQ(found.q[k], found.q[first - 1]);
    EXPECT_EQ(found.u[k], 0.0);
    EXPECT_NEAR(found.gamma[k], found.u[first - 1] + particle.force.integral(found.t[first - 1], found.t[k]), 1e-12);
  }
  // Frozen above the threshold of n(q_s) = 1/(20 · 0.01), q_s = (ε/5)^{2/3}.
  const double q_s = std::pow(1e-3 / 5.0, 2.0 / 3.0);
  EXPECT_GT(found.q[first], q_s);
  EXPECT_LT(found.q[first], q_s + 0.01 * 2.0);
  EXPECT_GT(found.t[last], 3.8);
}

TEST(OrderOfAlgorithm1, IsOneInAThickFilm) {
  for (const Drag drag : {Drag::asymptotic_2d, Drag::asymptotic_3d, Drag::sphere_at_plane}) {
    expect_order_one("algorithm 1, epsilon = 1", 0.01, [&](double h) {
      const LubricatedParticle particle = paper(1.0, h, drag, 5.0);
      return largest_error(particle, ode::algorithm_1(particle));
    });
  }
}

TEST(OrderOfAlgorithm2, IsOneUntilThePaperEndsIn3D) {
  // t ≤ 4, as in figure 4: Euler's error in flight, and the distance at which q stays, up to q_s + h|u|, which is 20 ε h in
  // 3D. It depends on where the grid of time meets the threshold, so several steps of about a size count as one.
  expect_order_one("algorithm 2, epsilon = 1e-3, t <= 4", 0.02, [&](double h) {
    double mean = 0.0;
    for (int k = 0; k < 8; ++k) {
      const LubricatedParticle particle = paper(1e-3, h * (1.0 - 0.06 * k), Drag::asymptotic_3d);
      mean += largest_error(particle, ode::algorithm_2(particle)) / 8.0;
    }
    return mean;
  });
}

TEST(Algorithm2, IsAsFarFromTheWallAsItsThresholdUntilThePaperEnds) {
  // In 2D q_s = (20 ε h)^{2/3}: less than order one, but as small as it is. The flight is late by h |u|.
  for (const double h : {0.1, 0.01, 1e-3}) {
    const LubricatedParticle particle = paper(1e-3, h);
    EXPECT_LT(largest_error(particle, ode::algorithm_2(particle)), std::pow(20.0 * 1e-3 * h, 2.0 / 3.0) + 2.0 * h) << h;
  }
}

/// Of q at t = 5, one time unit after the release.
double error_after_release(double h, double threshold_constant) {
  LubricatedParticle particle = paper(0.1, h, Drag::asymptotic_3d, 5.0);
  particle.threshold_constant = threshold_constant;
  return std::abs(ode::algorithm_2(particle).q.back() - ode::reference(particle, {5.0}, 1e-9).q[0]);
}

TEST(Algorithm2, WithAFixedConstantDoesNotConvergeAfterRelease) {
  // ∫n dq is summed in steps of h|u|, at the threshold with n = 1/(C h): the velocity is wrong by up to |u|/(2C) there,
  // whatever h. On the way in |u| is 2 at most, on the way out it begins at 0. So the release is late by |u|/(4C), and q(5)
  // wrong by u(5) times that, 2 · 2/80; and a good part of it remains however short the step.
  for (const double h : {0.01, 1e-3, 1e-4}) {
    EXPECT_LT(error_after_release(h, 20.0), 0.05) << h;
    EXPECT_GT(error_after_release(h, 20.0), 0.015) << h;
  }
}

TEST(OrderOfAlgorithm2, IsOneHalfAfterReleaseIfTheThresholdConstantGrows) {
  // 1/C of the above, C h of the release: C ~ h^{−1/2} balances the two.
  expect_order("algorithm 2, C = 2/sqrt(h), t = 5", 0.5, 0.0004,
               [](double h) { return error_after_release(h, 2.0 / std::sqrt(h)); });
}

TEST(OrderOfAlgorithm3, ErrorFollowsTheSquareRootOfTheTolerance) {
  // Steps are √tolerance, of a method of order one; no step is too short here, so nothing is frozen.
  expect_order("algorithm 3 in sqrt(tolerance), epsilon = 1", 1.0, 0.01, [&](double root) {
    LubricatedParticle particle = paper(1.0, 1e-4, Drag::asymptotic_2d, 5.0);
    particle.tolerance = root * root;
    particle.step_min = 0.0;
    const Trajectory found = ode::algorithm_3(particle);
    EXPECT_EQ(*std::min_element(found.gamma.begin(), found.gamma.end()), 0.0);
    return largest_error(particle, found);
  });
}

TEST(Algorithm3, IsNotFrozenInFlightWhereTheForceJumps) {
  LubricatedParticle particle{.q0 = 5.0, .epsilon = 1e-4, .end = 4.0, .force = {{0.0, 1.0}, {-2.0, 2.0}}};
  const Trajectory found = ode::algorithm_3(particle);
  EXPECT_EQ(*std::min_element(found.gamma.begin(), found.gamma.end()), 0.0);
  // Down to 3 with velocity 0 at t = 2, and back to 3 + 4: order one with steps of about √tolerance.
  EXPECT_NEAR(found.q.back(), 7.0, 0.05);
}

TEST(Algorithm3, StepsBetweenItsLimits) {
  LubricatedParticle particle = paper(1e-3, 1e-3);
  particle.step_min = 1e-4;
  const Trajectory found = ode::algorithm_3(particle);
  bool frozen = false;
  for (std::size_t k = 1; k < found.t.size(); ++k) {
    const double h = found.t[k] - found.t[k - 1];
    const bool last_before_jump = std::abs(found.t[k] - 2.0) < 1e-12 || k + 1 == found.t.size();
    EXPECT_GT(h, last_before_jump ? 0.0 : 1e-4 * (1.0 - 1e-9)) << found.t[k];
    EXPECT_LE(h, 4e-3);  // √(2 tolerance/|f|) = 3.2e-3 in flight
    frozen = frozen || found.gamma[k] < 0.0;
  }
  EXPECT_TRUE(frozen);
}

}  // namespace
}  // namespace gluey::test::threshold_order_test
