// The single-particle models against the closed forms of Lefebvre 2009, figures 2, 5 and 12.

#include "core/infinity.hpp"

#include <gluey/errors.hpp>
#include <gluey/ode.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <vector>

namespace gluey::ode::ode_test {
namespace {

/// q₀ = 1 at rest, pushed by −2 until t = 2, pulled by +2 afterwards.
GlueyParticle pushed_then_pulled(double gamma_min, double step = 0.01) {
  return {.gamma_min = gamma_min, .step = step, .end = 6.0, .force = {{0.0, 2.0}, {-2.0, 2.0}}};
}

/// The closed form: q = 1 − t² until 1, stuck until `release`, then (t − release)².
double closed_q(double t, double release) {
  return t < 1.0 ? 1.0 - t * t : t < release ? 0.0 : (t - release) * (t - release);
}
/// γ jumps to −2 at t = 1, falls by 2 a unit of time down to γ_min, rises from t = 2.
double closed_gamma(double t, double gamma_min) {
  if (t < 1.0) {
    return 0.0;
  }
  return t < 2.0 ? std::max(gamma_min, -2.0 * t) : std::min(0.0, std::max(gamma_min, -4.0) + 2.0 * (t - 2.0));
}

double largest_error_of_q(const Trajectory& computed, const Trajectory& reference) {
  double error = 0.0;
  for (std::size_t k = 0; k < computed.t.size(); ++k) {
    error = std::max(error, std::abs(computed.q[k] - reference.q[k]));
  }
  return error;
}

TEST(PiecewiseForce, IntegratesAcrossItsTimes) {
  const PiecewiseForce force{{0.0, 2.0}, {-2.0, 2.0}};
  EXPECT_EQ(force.integral(-1.0, 0.5), -1.0);
  EXPECT_EQ(force.integral(1.0, 3.0), 0.0);
  EXPECT_EQ(force.integral(2.0, 10.0), 16.0);
  EXPECT_EQ(force.mean(1.5, 2.5), 0.0);
}

class ExactGlueyParticle : public testing::TestWithParam<std::pair<double, double>> {};

TEST_P(ExactGlueyParticle, FollowsTheClosedForm) {
  const auto [gamma_min, release] = GetParam();
  std::vector<double> times;
  for (int k = 0; k <= 600; ++k) {
    times.push_back(0.01 * k);
  }
  const Trajectory solution = exact(pushed_then_pulled(gamma_min), times);
  for (std::size_t k = 0; k < times.size(); ++k) {
    EXPECT_NEAR(solution.q[k], closed_q(times[k], release), 1e-14) << "t = " << times[k];
    EXPECT_NEAR(solution.gamma[k], closed_gamma(times[k], gamma_min), 1e-14) << "t = " << times[k];
  }
}
// Figure 2 (smooth), figure 12 (rough), and the inelastic limit, which leaves as soon as it is pulled.
INSTANTIATE_TEST_SUITE_P(Lefebvre, ExactGlueyParticle,
                         testing::Values(std::pair(-infinity, 4.0), std::pair(-3.0, 3.5), std::pair(0.0, 2.0)));

TEST(ExactGlueyParticle, TakesTimesInAnyOrder) {
  const Trajectory solution = exact(pushed_then_pulled(-infinity), {5.0, 1.5, 0.5});
  EXPECT_EQ(solution.gamma[1], -3.0);
  EXPECT_EQ(solution.q[0], 1.0);
  EXPECT_EQ(solution.q[2], 0.75);
}

TEST(ExactGlueyParticle, LeavesWithTheVelocityItCameWithWhenThrownUp) {
  // Up at 1 under gravity 2: back at t = 1 with −1, glued for ever as nothing pulls.
  GlueyParticle particle{.q0 = 0.0, .u0 = 1.0, .gamma_min = -infinity, .force = {{0.0}, {-2.0}}};
  const Trajectory solution = exact(particle, {0.5, 1.0, 2.0});
  EXPECT_DOUBLE_EQ(solution.q[0], 0.25);
  EXPECT_DOUBLE_EQ(solution.gamma[1], -1.0);
  EXPECT_DOUBLE_EQ(solution.gamma[2], -3.0);
}

TEST(ExactGlueyParticle, PushedAtRestOnThePlaneStoresThePush) {
  GlueyParticle particle{
      .q0 = 0.0, .mass = 3.0, .gamma_min = -infinity, .scaling = 0.5, .force = {{0.0, 1.0}, {-2.0, 1.0}}};
  const Trajectory solution = exact(particle, {1.0, 2.0, 3.0, 4.0});
  EXPECT_DOUBLE_EQ(solution.gamma[0], -3.0);  // R m f t
  EXPECT_DOUBLE_EQ(solution.gamma[1], -1.5);
  EXPECT_DOUBLE_EQ(solution.gamma[2], 0.0);  // released
  EXPECT_DOUBLE_EQ(solution.q[3], 0.5);
}

TEST(Algorithm27, GivesThePotentialExactlyFromTheSecondStepAfterTheHit) {
  // Remark 2.11: even at dt = 0.63, where the numerical hit is at the second step.
  for (const double step : {0.03, 0.63}) {
    const Trajectory computed = algorithm_2_7(pushed_then_pulled(-infinity, step));
    const auto hit = std::find(computed.q.begin(), computed.q.end(), 0.0) - computed.q.begin();
    EXPECT_LE(std::abs(computed.t[static_cast<std::size_t>(hit)] - 1.0), step);
    for (std::size_t k = static_cast<std::size_t>(hit) + 1; k < computed.t.size(); ++k) {
      EXPECT_NEAR(computed.gamma[k], closed_gamma(computed.t[k], -infinity), 1e-13) << "t = " << computed.t[k];
    }
  }
}

TEST(Algorithm27, LeavesWithTheExactVelocityWhateverTheStep) {
  for (const double step : {0.01, 0.07, 0.63}) {
    const Trajectory computed = algorithm_2_7(pushed_then_pulled(-infinity, step));
    const double release = computed.t.back() - computed.u.back() / 2.0;  // u = 2(t − 4) afterwards
    EXPECT_NEAR(release, 4.0, 1e-12) << "step " << step;
  }
}

TEST(Algorithm27, RoughSolidsHoldAtTheirPotential) {
  const Trajectory computed = algorithm_2_7(pushed_then_pulled(-3.0, 0.01));
  EXPECT_EQ(*std::min_element(computed.gamma.begin(), computed.gamma.end()), -3.0);
  EXPECT_NEAR(computed.t.back() - computed.u.back() / 2.0, 3.5, 1e-12);
}

TEST(Algorithm27, IsInelasticWithoutPotential) {
  const Trajectory computed = algorithm_2_7(pushed_then_pulled(0.0, 0.01));
  EXPECT_EQ(*std::min_element(computed.gamma.begin(), computed.gamma.end()), 0.0);
  EXPECT_NEAR(computed.t.back() - computed.u.back() / 2.0, 2.0, 1e-12);
}

TEST(Algorithm27, ReleaseTimeOfRoughSolidsInAViscousFluid) {
  // γ_min = 6πμ ln(r_s), R = 1/r²: pulled by 2 from t = 2, it leaves when 2 m (t − 2)/r² has paid |γ(2)|. The step divides
  // 2: one that holds both push and pull while γ = γ_min loses the pull, an error of up to h.
  for (const double radius : {0.5, 1.0, 2.0}) {
    for (const double roughness : {0.5, 0.9}) {
      GlueyParticle particle = pushed_then_pulled(6.0 * std::numbers::pi * 0.1 * std::log(roughness), 0.0125);
      particle.mass = 2.0;
      particle.scaling = 1.0 / (radius * radius);
      particle.end = 7.0;
      const Trajectory computed = algorithm_2_7(particle);
      const double stored = std::min(-particle.gamma_min, 4.0 * particle.mass * particle.scaling);
      const double release = 2.0 + stored / (2.0 * particle.mass * particle.scaling);
      EXPECT_NEAR(computed.t.back() - computed.u.back() / 2.0, release, 1e-12);
    }
  }
}

TEST(Algorithm27, IsOfOrderOne) {
  std::vector<double> errors;
  for (const double step : {0.07, 0.035, 0.0175, 0.00875}) {
    const Trajectory computed = algorithm_2_7(pushed_then_pulled(-infinity, step));
    errors.push_back(largest_error_of_q(computed, exact(pushed_then_pulled(-infinity), computed.t)));
  }
  const double slope = std::log2(errors.front() / errors.back()) / 3.0;
  EXPECT_NEAR(slope, 1.0, 0.1);
  // In flight q − (1 − t²) is exactly −h t, so the error is h at the hit, and 2h after a flight of the same kind at t = 6.
  EXPECT_LE(errors.back(), 2.5 * 0.00875);
}

TEST(Algorithm27, EndsAtItsEndWithoutAnExtraStep) {
  const Trajectory computed = algorithm_2_7({.step = 0.1, .end = 0.3});
  ASSERT_EQ(computed.t.size(), 4U);
  EXPECT_DOUBLE_EQ(computed.t.back(), 0.3);
}

TEST(GlueyParticleInput, IsRefusedInWords) {
  const auto message = [](const GlueyParticle& particle) -> std::string {
    try {
      algorithm_2_7(particle);
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(message({.q0 = -1.0}), "q0: found -1, must be >= 0");
  EXPECT_EQ(message({.gamma_min = 1.0}), "gamma_min: found 1, must be <= 0 (-inf: smooth)");
  EXPECT_EQ(message({.step = 0.0}), "step: found 0, must be > 0");
  EXPECT_EQ(message({.force = {{0.0, 0.0}, {1.0, 2.0}}}), "force: times must increase");
  EXPECT_EQ(message({.force = {{0.0}, {}}}), "force: 1 times but 0 values");
}

}  // namespace
}  // namespace gluey::ode::ode_test
