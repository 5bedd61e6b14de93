// The reference solution of a lubricated particle against an explicit method for the second-order equation, and against the
// first integral where the film is as thin as e^−4000.

#include <gluey/errors.hpp>
#include <gluey/ode.hpp>

#include <gtest/gtest.h>
#include <boost/math/quadrature/gauss_kronrod.hpp>
#include <boost/numeric/odeint/stepper/runge_kutta_fehlberg78.hpp>

#include <array>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

namespace gluey::ode::lubrication_test {
namespace {

const PiecewiseForce push_then_pull = {{0.0, 2.0}, {-2.0, 2.0}};

/// n from the public drags, without the table that the reference uses.
long double n_of(const LubricatedParticle& particle, long double q) {
  const auto gap = static_cast<double>(q) / particle.radius;
  const long double scale = static_cast<long double>(particle.epsilon) / particle.mass;
  switch (particle.drag) {
    case Drag::asymptotic_2d:
      return scale / (q * std::sqrt(q));
    case Drag::asymptotic_3d:
      return scale / q;
    case Drag::disc_at_line:
      return scale * disc_at_line(gap) / (3.0L * std::numbers::sqrt2_v<long double> * std::numbers::pi_v<long double>) /
             std::pow(static_cast<long double>(particle.radius), 1.5L);
    case Drag::sphere_at_plane:
      return scale * sphere_at_plane(gap) / particle.radius;
    case Drag::two_spheres:
      return scale * 2.0L * two_spheres(gap) / particle.radius;
  }
  return 0.0L;
}

/// q̈ = −n q̇ + f in q and q̇ by Runge–Kutta–Fehlberg's method of order 8 in long double, stretch by stretch of the force, in
/// steps of a twentieth of what q, u and the drag take to change.
std::vector<double> explicit_solution(const LubricatedParticle& particle, const std::vector<double>& times) {
  using State = std::array<long double, 2>;
  boost::numeric::odeint::runge_kutta_fehlberg78<State, long double> stepper;
  State state = {particle.q0, particle.u0};
  std::vector<double> ln_q;
  long double t = 0.0L;
  for (const double until : times) {
    while (t < until) {
      long double end = until;
      double force = 0.0;
      for (std::size_t k = 0; k < particle.force.times.size(); ++k) {
        if (particle.force.times[k] <= t) {
          force = particle.force.values[k];
        } else {
          end = std::min<long double>(end, particle.force.times[k]);
        }
      }
      const auto rate = [&](const State& x, State& dxdt, long double /*t*/) {
        dxdt = {x[1], -n_of(particle, x[0]) * x[1] + force};
      };
      while (t < end) {
        const long double slowest = 1.0L / (1.0L + n_of(particle, state[0]) + std::abs(state[1]) / state[0]);
        const long double h = std::min(0.05L * slowest, end - t);
        stepper.do_step(rate, state, t, h);
        t = h < end - t ? t + h : end;
      }
    }
    ln_q.push_back(static_cast<double>(std::log(state[0])));
  }
  return ln_q;
}

struct Case {
  Drag drag;
  double epsilon, radius, mass;
};

TEST(LubricatedReference, IsTheExplicitSolutionToTenDigitsOfLnQ) {
  // Where explicit steps can follow: rates n up to 2e4. Disc and spheres with radii far from 1.
  const std::vector<Case> cases = {{Drag::asymptotic_2d, 0.1, 1.0, 1.0}, {Drag::asymptotic_2d, 0.02, 1.0, 1.0},
                                   {Drag::asymptotic_3d, 1.0, 1.0, 1.0}, {Drag::asymptotic_3d, 1.4, 1.0, 2.0},
                                   {Drag::disc_at_line, 0.1, 0.3, 1.0},  {Drag::sphere_at_plane, 1.0, 0.4, 1.0},
                                   {Drag::two_spheres, 0.9, 0.2, 1.0}};
  const std::vector<double> times = {0.3, 0.9, 1.1, 2.0, 2.5, 3.7, 4.0, 4.4, 5.0};
  for (const Case& c : cases) {
    const LubricatedParticle particle{
        .mass = c.mass, .drag = c.drag, .epsilon = c.epsilon, .radius = c.radius, .force = push_then_pull};
    const Trajectory found = reference(particle, times);
    const std::vector<double> expected = explicit_solution(particle, times);
    for (std::size_t k = 0; k < times.size(); ++k) {
      EXPECT_NEAR(found.ln_q[k], expected[k], 1e-10)
          << "drag " << static_cast<int>(c.drag) << ", epsilon " << c.epsilon << ", t = " << times[k];
    }
  }
}

TEST(LubricatedReference, ObeysTheFirstIntegral) {
  // u + N(q) = u₀ + N(q₀) + ∫f, where the solution passes from flight over film to slaved film and back.
  for (const double epsilon : {0.3, 0.02, 1e-3}) {
    for (const Drag drag : {Drag::asymptotic_2d, Drag::asymptotic_3d}) {
      const LubricatedParticle particle{
          .u0 = -0.5, .mass = 3.0, .drag = drag, .epsilon = epsilon, .force = push_then_pull};
      std::vector<double> times;
      for (int k = 0; k <= 100; ++k) {
        times.push_back(0.05 * k);
      }
      const Trajectory found = reference(particle, times);
      const auto potential = [&](double ln_q) {
        return (drag == Drag::asymptotic_3d ? ln_q : -2.0 * std::exp(-0.5 * ln_q)) * epsilon / 3.0;
      };
      for (std::size_t k = 0; k < times.size(); ++k) {
        const double total = -0.5 + potential(0.0) + push_then_pull.integral(0.0, times[k]);
        EXPECT_NEAR(found.u[k] + potential(found.ln_q[k]), total, 1e-14 * (1.0 + std::abs(total)));
        EXPECT_NEAR(found.gamma[k], 3.0 * potential(found.ln_q[k]), 1e-13);
      }
    }
  }
}

/// ∫₀^q (ρ − 1)/q dq for two spheres of radius r: what N differs by from ε ln q.
double rest_of_potential(double q, double radius) {
  const auto integrand = [&](double s) { return 2.0 * std::exp(s) * two_spheres(std::exp(s)) - 1.0; };
  const double end = std::log(q / radius);
  double sum = 0.0;
  // Below δ = e^−13 the integrand is δ (2.69 − 0.9 ln δ), and its integral below 1e-4: taken as that, wrong by δ² ln δ.
  const double begin = -13.0;
  for (double from = begin; from < end; from += 0.5) {
    sum += boost::math::quadrature::gauss_kronrod<double, 31>::integrate(integrand, from, std::min(from + 0.5, end), 0);
  }
  const double delta = std::exp(begin);
  const double constant = integrand(begin) / delta + 0.9 * begin;
  return sum + delta * (constant + 0.9 - 0.9 * begin);
}

TEST(TwoSpheresUnderAConstantForce, FollowTheFirstIntegralDownToExpMinus1000) {
  // No closed form of N: it is summed here from the public drag. ln D = (u₀ + N(D₀) + f t)/ε once the velocity is gone.
  const double epsilon = 0.01;
  const double radius = 0.7;
  const LubricatedParticle particle{.q0 = 0.5,
                                    .u0 = -0.3,
                                    .drag = Drag::two_spheres,
                                    .epsilon = epsilon,
                                    .radius = radius,
                                    .end = 10.0,
                                    .force = {{0.0}, {-1.0}}};
  const double begin = -0.3 + epsilon * (std::log(0.5) + rest_of_potential(0.5, radius));
  std::vector<double> times;
  for (int k = 0; k <= 200; ++k) {
    times.push_back(0.05 * k);
  }
  const Trajectory found = reference(particle, times);
  for (std::size_t k = 0; k < times.size(); ++k) {
    const double rest = found.q[k] > 1e-5 ? rest_of_potential(found.q[k], radius) : 0.0;
    const double ln_d = (begin - times[k] - found.u[k]) / epsilon - rest;
    // 1e-10 of the solver; the constant sum of ρ − 1 over rounding of the series, 1e-12; u/ε in flight, 1e-12 too; and
    // where D is small but not yet slaved, the rest that is left out, below 1e-5 · 20.
    const double left_out = found.q[k] > 1e-5 ? 0.0 : 20.0 * found.q[k];
    EXPECT_NEAR(found.ln_q[k], ln_d, 1e-10 + 1e-15 * std::abs(ln_d) + left_out) << "t = " << times[k];
  }
  EXPECT_LT(found.ln_q.back(), -1000.0);
  EXPECT_EQ(found.q.back(), 0.0);  // no double is that small
}

TEST(LubricatedReference, LeavesAFilmOfAnyDepthAtTheSameTime) {
  // 3D, ε → 0: γ = ε ln q follows the gluey particle, and ln q passes a fixed level when A(t) does, at 4 − |level| ε/2.
  for (const double epsilon : {0.1, 0.01, 1e-3, 1e-4}) {
    const LubricatedParticle particle{.epsilon = epsilon, .force = push_then_pull};
    const Trajectory found = reference(particle, {2.0, 3.0});
    EXPECT_NEAR(found.ln_q[0] * epsilon, -4.0, 1e-13);
    // On the slow solution v = f q/ε, so ε ln q = A − 2q/ε.
    EXPECT_NEAR(found.ln_q[1] * epsilon, -2.0 - 2.0 * found.q[1] / epsilon, 1e-12);
    if (epsilon < 0.03) {
      EXPECT_NEAR(reference(particle, {4.0 - 25.0 * epsilon}).ln_q[0], -50.0, 1e-10 + 5e-16 * 4.0 / epsilon);
    }
  }
}

TEST(LubricatedReference, ScalesWithTheMass) {
  LubricatedParticle particle{.drag = Drag::sphere_at_plane, .epsilon = 0.2, .force = push_then_pull};
  const Trajectory light = reference(particle, {1.5, 4.5});
  particle.mass = 4.0;
  particle.epsilon = 0.8;
  const Trajectory heavy = reference(particle, {1.5, 4.5});
  for (std::size_t k = 0; k < 2; ++k) {
    EXPECT_NEAR(heavy.ln_q[k], light.ln_q[k], 1e-12);
    EXPECT_NEAR(heavy.gamma[k], 4.0 * light.gamma[k], 1e-12);
  }
}

TEST(ExcursionBelowAThreshold, IsWhereTheReferencePasses) {
  const LubricatedParticle particle{.epsilon = 0.05, .force = push_then_pull};
  const Excursion found = excursion(particle, 0.2);
  const Trajectory at = reference(particle, {found.t1, found.t2});
  EXPECT_NEAR(at.q[0], 0.2, 1e-11);
  EXPECT_NEAR(at.q[1], 0.2, 1e-11);
  EXPECT_NEAR(at.u[0], found.u1, 1e-10);
  EXPECT_NEAR(at.u[1], found.u2, 1e-10);
  // t̄₂: what it had of velocity at t1, pushed until 2 and pulled since.
  EXPECT_NEAR(found.t2_lower, 2.0 - (found.u1 - 2.0 * (2.0 - found.t1)) / 2.0, 1e-12);
  // t̃₂: from rest over q_s by the pull.
  EXPECT_NEAR(found.t2_upper, found.t2_lower + std::sqrt(0.2), 1e-12);
}

TEST(LubricatedParticleInput, IsRefusedInWords) {
  const auto message = [](const LubricatedParticle& particle) -> std::string {
    try {
      reference(particle, {0.0, 1.0});
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(message({.q0 = 0.0}), "q0: found 0, must be > 0");
  EXPECT_EQ(message({.epsilon = -1.0}), "epsilon: found -1, must be > 0");
  EXPECT_EQ(message({.radius = 0.0}), "radius: found 0, must be > 0");
  EXPECT_EQ(message({.step_min = -1.0}), "step_min: found -1, must be >= 0");
  EXPECT_EQ(message({.force = {{0.0, 0.0}, {1.0, 2.0}}}), "force: times must increase");
  EXPECT_THROW(reference({}, {1.0, 0.5}), Error);
}

}  // namespace
}  // namespace gluey::ode::lubrication_test
