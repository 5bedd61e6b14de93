// Langevin noise against the discrete scheme's own statistics. With v' = a v + c W and x' = x + h v' the second moments obey
// a linear recursion, which is computed here; each estimate must lie within five of its standard errors.

#include "support/small_world.hpp"

#include <gtest/gtest.h>

#include <omp.h>
#include <cmath>
#include <cstring>

namespace gluey::test::noise_test {
namespace {

constexpr double sigma = 0.5, tau = 0.2;

template <int D>
Stepper<D> cloud(std::size_t count, double h, bool implicit, std::uint64_t seed) {
  World<D> world;
  for (std::size_t i = 0; i < count; ++i) {
    // Far enough from each other never to meet.
    world.bodies.add(100.0 * static_cast<double>(i) * Vec<D>::UnitX(), 0.01, 1.0 + 0.001 * static_cast<double>(i));
  }
  Forces<D> forces;
  forces.drag = Drag<D>{.tau = tau, .implicit = implicit};
  forces.noise = Noise{sigma, seed};
  return Stepper<D>(std::move(world), std::move(forces), one_law(inelastic()), to_rounding(h));
}

struct Moments {
  double xx = 0.0, xv = 0.0, vv = 0.0;
};

/// After so many steps from rest.
Moments predicted(double h, bool implicit, int steps) {
  const double a = implicit ? 1.0 / (1.0 + h / tau) : 1.0 - h / tau;
  const double c = sigma * std::sqrt(h) * (implicit ? a : 1.0);
  Moments m;
  for (int n = 0; n < steps; ++n) {
    const double vv = a * a * m.vv + c * c, xv = a * m.xv;  // before x moves
    m = {m.xx + 2.0 * h * xv + h * h * vv, xv + h * vv, vv};
  }
  return m;
}

template <int D>
void expect_statistics(double h, bool implicit) {
  constexpr std::size_t bodies = 4000;
  constexpr int steps = 200;
  Stepper<D> stepper = cloud<D>(bodies, h, implicit, 5);
  const std::vector<Vec<D>> start = stepper.world.bodies.position;
  for (int n = 0; n < steps; ++n) {
    stepper.step(infinity);
  }
  Vec<D> mean = Vec<D>::Zero();
  Moments found;
  for (std::size_t i = 0; i < bodies; ++i) {
    const Vec<D>& v = stepper.world.bodies.velocity[i];
    const Vec<D> x = stepper.world.bodies.position[i] - start[i];
    found.xx += x.squaredNorm() / (D * bodies);
    found.xv += x.dot(v) / (D * bodies);
    found.vv += v.squaredNorm() / (D * bodies);
    mean += v / bodies;
  }
  const Moments expected = predicted(h, implicit, steps);
  const double samples = D * bodies;
  EXPECT_NEAR(found.vv, expected.vv, 5.0 * expected.vv * std::sqrt(2.0 / samples));
  EXPECT_NEAR(found.xx, expected.xx, 5.0 * expected.xx * std::sqrt(2.0 / samples));
  EXPECT_NEAR(found.xv, expected.xv,
              5.0 * std::sqrt((expected.xx * expected.vv + expected.xv * expected.xv) / samples));
  EXPECT_LT(mean.norm(), 5.0 * std::sqrt(D * expected.vv / bodies));
  // 40 relaxation times: the velocity has forgotten its start. The limit as h → 0 is σ²τ/2.
  const double limit = 0.5 * sigma * sigma * tau;
  EXPECT_NEAR(expected.vv, limit / (implicit ? 1.0 + 0.5 * h / tau : 1.0 - 0.5 * h / tau), 1e-12);
  // Diffusion: σ²τ² t far beyond τ, less what the start costs, 3/2 of a relaxation time.
  EXPECT_NEAR(expected.xx, sigma * sigma * tau * tau * (steps * h - 1.5 * tau), 3.0 * limit * tau * h);
}

TEST(Noise, HasTheVarianceOfTheExplicitScheme) {
  expect_statistics<2>(0.04, false);
  expect_statistics<3>(0.04, false);
}
TEST(Noise, HasTheVarianceOfTheImplicitScheme) {
  expect_statistics<2>(0.04, true);
  expect_statistics<3>(0.04, true);
}

// The components of W: mean 0, variance 1, kurtosis 3, not correlated with each other, with the next body's or the next step's.
TEST(Noise, IsStandardNormalAndIndependent) {
  const Noise noise{1.0, 77};
  constexpr int count = 200000;
  Vec<3> mean = Vec<3>::Zero(), square = Vec<3>::Zero(), fourth = Vec<3>::Zero();
  double axes = 0.0, neighbours = 0.0, steps = 0.0, third = 0.0;
  for (std::size_t i = 0; i < count; ++i) {
    const Vec<3> w = noise.normal<3>(i, 3);
    mean += w / count;
    square += w.cwiseAbs2() / count;
    fourth += w.cwiseAbs2().cwiseAbs2() / count;
    axes += w[0] * w[1] / count;
    third += w[0] * w[2] / count;
    neighbours += w[0] * noise.normal<3>(i + 1, 3)[0] / count;
    steps += w[0] * noise.normal<3>(i, 4)[0] / count;
  }
  const double error = 5.0 / std::sqrt(count);
  EXPECT_LT(mean.cwiseAbs().maxCoeff(), error);
  EXPECT_LT((square - Vec<3>::Ones()).cwiseAbs().maxCoeff(), error * std::sqrt(2.0));
  EXPECT_LT((fourth - Vec<3>::Constant(3.0)).cwiseAbs().maxCoeff(), error * std::sqrt(96.0));
  for (const double correlation : {axes, third, neighbours, steps}) {
    EXPECT_LT(std::abs(correlation), error);
  }
}

TEST(Noise, HasTheSameBitsForAnyNumberOfThreads) {
  const int before = omp_get_max_threads();
  std::vector<Vec<2>> first;
  for (const int threads : {1, 3}) {
    omp_set_num_threads(threads);
    Stepper<2> stepper = cloud<2>(6000, 0.02, false, 9);
    for (int n = 0; n < 5; ++n) {
      stepper.step(infinity);
    }
    if (first.empty()) {
      first = stepper.world.bodies.position;
    }
    EXPECT_EQ(std::memcmp(first.data(), stepper.world.bodies.position.data(), first.size() * sizeof(Vec<2>)), 0);
  }
  omp_set_num_threads(before);
}

TEST(Noise, DoesNotMoveWhatIsLocked) {
  Stepper<2> stepper = cloud<2>(3, 0.02, false, 9);
  stepper.world.bodies.inverse_mass[1][0] = 0.0;
  const double x = stepper.world.bodies.position[1][0];
  for (int n = 0; n < 5; ++n) {
    stepper.step(infinity);
  }
  EXPECT_EQ(stepper.world.bodies.position[1][0], x);
  EXPECT_NE(stepper.world.bodies.position[1][1], 0.0);
}

}  // namespace
}  // namespace gluey::test::noise_test
