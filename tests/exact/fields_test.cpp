// Fields about a centre, forces on single bodies, and forces of the user's own.

#include "support/order.hpp"
#include "support/scenes.hpp"
#include "support/small_world.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace gluey::test::fields_test {
namespace {

template <int D>
Stepper<D> thrown(const Field<D>& field, const Vec<D>& x, const Vec<D>& v, double mass, double h) {
  World<D> world;
  world.bodies.add(x, 0.01, mass);
  world.bodies.velocity[0] = v;
  Forces<D> forces;
  forces.fields = {field};
  return Stepper<D>(std::move(world), std::move(forces), one_law(inelastic()), to_rounding(h));
}

// x = c + (x₀ − c) cos ωt + v₀/ω sin ωt, ω² = k/m.
TEST(Field, HarmonicMakesEllipses) {
  const Vec<3> center(0.1, -0.2, 0.3), x0(1.0, 0.5, -0.4), v0(0.3, -0.6, 0.2);
  for (const bool per_mass : {false, true}) {
    const double mass = 1.7, stiffness = 2.3, omega = std::sqrt(per_mass ? stiffness : stiffness / mass), end = 2.0;
    const Field<3> field{.center = center, .strength = stiffness, .per_mass = per_mass};
    expect_order_one("harmonic field", 0.02, [&](double h) {
      Stepper<3> stepper = thrown<3>(field, x0, v0, mass, h);
      for (int n = 0; n < std::lround(end / h); ++n) {
        stepper.step(infinity);
      }
      const Vec<3> exact = center + std::cos(omega * end) * (x0 - center) + std::sin(omega * end) / omega * v0;
      return (stepper.world.bodies.position[0] - exact).norm();
    });
  }
}

// In a field s/dⁿ a body on a circle of radius d needs v² = s d^{1−n}/m. A third of the way round: once round, Kepler's
// ellipses close whatever the step, and the order would be two.
TEST(Field, CentralHoldsABodyOnACircle) {
  for (const double exponent : {1.0, 2.0, 2.5}) {
    const double mass = 1.3, strength = 0.9, radius = 0.8;
    const double speed = std::sqrt(strength * std::pow(radius, 1.0 - exponent) / mass);
    const double third = 2.0 / 3.0 * std::numbers::pi * radius / speed;
    const Vec<2> there = radius * Vec<2>(-0.5, 0.5 * std::numbers::sqrt3);
    const Field<2> field{.kind = Field<2>::Kind::central, .strength = strength, .exponent = exponent};
    expect_order_one("circle", third / 100, [&](double h) {
      Stepper<2> stepper = thrown<2>(field, Vec<2>(radius, 0.0), Vec<2>(0.0, speed), mass, h);
      for (int n = 0; n < std::lround(third / h); ++n) {
        stepper.step(infinity);
      }
      return (stepper.world.bodies.position[0] - there).norm();
    });
  }
}

// What a field does to a body is minus the slope of the potential that the history reports.
TEST(Field, IsTheSlopeOfItsPotential) {
  World<3> world;
  world.bodies.add(Vec<3>(0.4, -0.3, 0.2), 0.01, 1.9);
  std::vector<Field<3>> fields;
  for (const double exponent : {0.0, 1.0, 2.0, 3.5}) {
    for (const double core : {0.0, 0.2}) {
      fields.push_back({.kind = Field<3>::Kind::central,
                        .center = Vec<3>(0.1, 0.1, -0.1),
                        .strength = 0.7,
                        .exponent = exponent,
                        .core = core,
                        .per_mass = core > 0.0});
    }
  }
  fields.push_back({.center = Vec<3>(0.1, 0.1, -0.1), .strength = 0.7});
  for (const Field<3>& field : fields) {
    for (int axis = 0; axis < 3; ++axis) {
      const double d = 1e-5;
      Bodies<3> before = world.bodies, after = world.bodies;
      before.position[0][axis] -= d;
      after.position[0][axis] += d;
      const double slope = (field.potential(after, 0) - field.potential(before, 0)) / (2.0 * d);
      EXPECT_NEAR(field.mean(world.bodies, 0)[axis], -slope, 1e-7);
    }
  }
}

// A piston: a slab that only moves up and down, pressed by a force, and a wheel that a torque turns.
TEST(Drive, PushesAndTurnsOneBody) {
  World<2> world;
  world.bodies.add(Vec<2>(0.0, 0.0), 0.1, 2.0);
  world.bodies.add(Vec<2>(5.0, 0.0), 0.1, 2.0);
  Forces<2> forces;
  forces.drives = {{1, Vec<2>(3.0, -1.0), Spin<2>(0.4)}};
  const double h = 0.01;
  const int steps = 100;
  Stepper<2> stepper(std::move(world), std::move(forces), one_law(inelastic()), to_rounding(h));
  for (int n = 0; n < steps; ++n) {
    stepper.step(infinity);
  }
  const Bodies<2>& bodies = stepper.world.bodies;
  EXPECT_EQ(bodies.velocity[0], Vec<2>(Vec<2>::Zero()));
  EXPECT_LT((bodies.velocity[1] - Vec<2>(1.5, -0.5)).norm(), 1e-13);
  EXPECT_NEAR(bodies.angular_velocity[1][0], 0.4 / bodies.inertia[1][0], 1e-10);
  EXPECT_NEAR(bodies.orientation[1].angle, 0.4 / bodies.inertia[1][0] * h * h * steps * (steps + 1) / 2, 1e-9);
}

TEST(UserForce, ActsBesideTheScenesOwn) {
  const std::string scene = R"(
dimension = 2
[time]
step = 0.01
steps = 100
[environment]
gravity = [0.0, -10.0]
[[bodies]]
count = 5
shape = { kind = "sphere", radius = 0.1 }
region = { kind = "box", lower = [0, 0], upper = [9, 9] }
mass = 2.0
)";
  Simulation plain = simulate(scene);
  Simulation pushed = simulate(scene);
  pushed.add_force(
      [](double time, double /*step*/, std::span<const double> x, std::span<const double> v, std::span<double> force) {
        ASSERT_EQ(x.size(), 10U);
        ASSERT_EQ(v.size(), 10U);
        for (std::size_t i = 0; i < 5; ++i) {
          force[2 * i] += 3.0 * std::cos(time);
        }
      });
  double speed = 0.0;
  for (int n = 0; n < 100; ++n) {
    speed += 0.01 * 1.5 * std::cos(0.01 * n);
    plain.step();
    pushed.step();
  }
  for (std::size_t i = 0; i < 5; ++i) {
    EXPECT_NEAR(pushed.velocities()[2 * i] - plain.velocities()[2 * i], speed, 1e-12);
    EXPECT_EQ(pushed.velocities()[2 * i + 1], plain.velocities()[2 * i + 1]);
  }
}

}  // namespace
}  // namespace gluey::test::fields_test
