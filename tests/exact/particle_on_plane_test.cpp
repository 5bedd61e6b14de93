// Spheres on a plane against algorithm 2.7 of Lefebvre 2009: with release = "exact" the engine's step is that algorithm,
// for every particle of its own mass, radius and height, on a plane of any inclination. The two are compared step by step.

#include "support/small_world.hpp"

#include <gluey/ode.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <string>
#include <vector>

namespace gluey::test::particle_on_plane_test {
namespace {

/// Pushed, pulled, pushed and pulled again, with the switches off the grid of the steps.
const std::vector<double> switch_times = {0.0, 1.97, 2.9, 3.71};
const std::vector<double> push = {-2.0, 2.3, -3.1, 2.9};
constexpr double end = 8.0;

struct Particle {
  double mass, radius, gap, speed;
};
/// One rests on the plane, one moves away at first, one is thrown at it, masses and radii far from 1.
constexpr std::array<Particle, 6> particles = {{{1.0, 1.0, 1.0, 0.0},
                                                {7.3, 0.25, 0.4, -1.2},
                                                {0.031, 0.6, 0.0, 0.0},
                                                {2.0, 0.4, 0.2, 0.9},
                                                {11.0, 1.7, 0.05, -3.0},
                                                {0.4, 0.1, 2.5, 0.3}}};

template <int D>
struct Place {
  Vec<D> point, normal, along;
};

Place<2> leaning_line() { return {{0.3, -0.2}, Vec<2>(-0.6, 0.8), Vec<2>(0.8, 0.6)}; }
Place<3> leaning_plane() { return {{0.3, -0.2, 0.1}, Vec<3>(2.0, -3.0, 6.0) / 7.0, Vec<3>(6.0, -2.0, -3.0) / 7.0}; }

struct Tested {
  double step;
  double gamma_min;
  Scaling scaling;
};
std::ostream& operator<<(std::ostream& out, const Tested& tested) {
  return out << "h " << tested.step << ", gamma_min " << tested.gamma_min;
}

/// Runs all particles at once (they are too far apart to meet) and checks q, u and γ of each after every step.
template <int D>
void expect_algorithm_2_7(const Place<D>& place, const Tested& tested) {
  const double h = tested.step;
  const double slide = 0.7;  // speed along the plane, which nothing changes but the force
  const double drag_along = 0.03;
  const double weight = -0.02;  // a force that does not scale with the mass

  World<D> world;
  world.obstacles.push_back(plane_through<D>(place.point, place.normal));
  for (std::size_t i = 0; i < particles.size(); ++i) {
    const Particle& p = particles[i];
    world.bodies.add(place.point + (p.radius + p.gap) * place.normal + 4.0 * static_cast<double>(i) * place.along,
                     p.radius, p.mass);
    world.bodies.velocity.back() = p.speed * place.normal + slide * place.along;
  }
  Forces<D> forces;
  forces.body_force.force = weight * place.normal;
  forces.table = ForceTable<D>{switch_times, {}};
  for (const double value : push) {
    forces.table->values.push_back(value * place.normal + drag_along * place.along);
  }
  const std::vector<Vec<D>> start = world.bodies.position;
  Stepper<D> stepper(std::move(world), forces, one_law(gluey(tested.gamma_min, Release::exact, tested.scaling)),
                     to_rounding(h));

  std::vector<ode::Trajectory> expected;
  for (const Particle& p : particles) {
    ode::GlueyParticle one{
        .q0 = p.gap, .u0 = p.speed, .mass = p.mass, .gamma_min = tested.gamma_min, .step = h, .end = end};
    one.scaling = tested.scaling == Scaling::unit ? 1.0 : 1.0 / (p.radius * p.radius);
    one.force.times = switch_times;
    for (const double value : push) {
      one.force.values.push_back(value + weight / p.mass);
    }
    expected.push_back(ode::algorithm_2_7(one));
  }

  // Positions are of size 30 and rounded once a step, 800 times 3.6e-15 at most; velocities are rounded as well, and that
  // adds up over 8 time units. A position enters u divided by h, and what u is wrong by when γ meets γ_min stays in γ,
  // times R m.
  const double rounding = 4e-12;
  int stuck = 0;
  int left = 0;
  for (std::size_t n = 1; n < expected[0].t.size(); ++n) {
    stepper.step(infinity);
    const double t = static_cast<double>(n) * h;
    for (std::size_t i = 0; i < particles.size(); ++i) {
      const Particle& p = particles[i];
      const Bodies<D>& bodies = stepper.world.bodies;
      const std::string where = "step " + std::to_string(n) + ", particle " + std::to_string(i);
      const double q = (bodies.position[i] - place.point).dot(place.normal) - p.radius;
      const double gamma =
          potential_between(stepper, static_cast<std::int32_t>(i), static_cast<std::int32_t>(particles.size()));
      const double scaling = tested.scaling == Scaling::unit ? 1.0 : 1.0 / (p.radius * p.radius);
      ASSERT_NEAR(q, expected[i].q[n], rounding) << where;
      ASSERT_NEAR(bodies.velocity[i].dot(place.normal), expected[i].u[n], rounding / h) << where;
      ASSERT_NEAR(gamma, expected[i].gamma[n], scaling * p.mass * rounding / h) << where;
      // Along the plane nothing but the force acts: v = v₀ + f t, x = x₀ + h Σ v.
      const auto count = static_cast<double>(n);
      ASSERT_NEAR(bodies.velocity[i].dot(place.along), slide + drag_along * t, rounding) << where;
      ASSERT_NEAR((bodies.position[i] - start[i]).dot(place.along),
                  slide * t + drag_along * h * h * count * (count + 1.0) / 2.0, rounding)
          << where;
      stuck += gamma < 0.0 ? 1 : 0;
      left += expected[i].gamma[n] == 0.0 && expected[i].gamma[n - 1] < 0.0 ? 1 : 0;
    }
  }
  // The comparison is worth something only where particles stick and let go.
  if (tested.gamma_min < 0.0) {
    EXPECT_GT(stuck, 0);
    EXPECT_GE(left, static_cast<int>(particles.size()));
  }
}

class OneParticle : public testing::TestWithParam<Tested> {};

TEST_P(OneParticle, IsAlgorithm27StepByStepOnALeaningLine) { expect_algorithm_2_7<2>(leaning_line(), GetParam()); }
TEST_P(OneParticle, IsAlgorithm27StepByStepOnALeaningPlane) { expect_algorithm_2_7<3>(leaning_plane(), GetParam()); }
TEST_P(OneParticle, IsAlgorithm27StepByStepOnTheFloor) {
  expect_algorithm_2_7<2>({Vec<2>::Zero(), Vec<2>::UnitY(), Vec<2>::UnitX()}, GetParam());
  expect_algorithm_2_7<3>({Vec<3>::Zero(), Vec<3>::UnitZ(), Vec<3>::UnitX()}, GetParam());
}

std::string name_of(const testing::TestParamInfo<Tested>& info) {
  static const std::array<const char*, 3> steps = {"Fine", "Middle", "Coarse"};
  return std::string(info.param.step < 0.02  ? steps[0]
                     : info.param.step < 0.1 ? steps[1]
                                             : steps[2]) +
         (info.param.gamma_min == 0.0     ? "Dry"
          : info.param.gamma_min < -100.0 ? "Smooth"
                                          : "Rough") +
         (info.param.scaling == Scaling::unit ? "Unit" : "Radius");
}

std::vector<Tested> all_cases() {
  std::vector<Tested> cases;
  for (const double step : {0.01, 0.037, 0.63}) {
    for (const double gamma_min : {-infinity, -1.5, 0.0}) {
      for (const Scaling scaling : {Scaling::unit, Scaling::radius}) {
        cases.push_back({step, gamma_min, scaling});
      }
    }
  }
  return cases;
}
INSTANTIATE_TEST_SUITE_P(PushedAndPulled, OneParticle, testing::ValuesIn(all_cases()), name_of);

}  // namespace
}  // namespace gluey::test::particle_on_plane_test
