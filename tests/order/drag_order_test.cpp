// One particle with drag in every flow against its closed form; where there is none, against the equation of motion
// integrated by a method of fourth order with steps that leave 1e-11. Explicit and implicit drag are of order one.

#include "support/order.hpp"
#include "support/small_world.hpp"

#include <array>
#include <complex>
#include <numbers>

namespace gluey::test::drag_order_test {
namespace {

constexpr double tau = 0.4, end = 1.5;

template <int D>
struct Start {
  Vec<D> position, velocity;
};
Start<2> in_plane() { return {Vec<2>(0.3, 0.2), Vec<2>(0.5, -0.4)}; }
Start<3> in_space() { return {Vec<3>(0.3, 0.2, -0.1), Vec<3>(0.5, -0.4, 0.3)}; }

template <int D>
Vec<D> run(const Flow<D>& flow, const Start<D>& start, double h, bool implicit, double relaxation = tau) {
  World<D> world;
  world.bodies.add(start.position, 0.01, 2.0);
  world.bodies.velocity[0] = start.velocity;
  Forces<D> forces;
  forces.drag = Drag<D>{.flow = flow, .tau = relaxation, .implicit = implicit};
  Stepper<D> stepper(std::move(world), std::move(forces), one_law(inelastic()), to_rounding(h));
  for (int n = 0; n < std::lround(end / h); ++n) {
    stepper.step(infinity);
  }
  return stepper.world.bodies.position[0];
}

template <int D>
void expect_order_one_in(const std::string& name, const Flow<D>& flow, const Start<D>& start, const Vec<D>& exact) {
  for (const bool implicit : {false, true}) {
    expect_order_one(name + (implicit ? ", implicit" : ", explicit"), end / 32,
                     [&](double h) { return (run<D>(flow, start, h, implicit) - exact).norm(); });
  }
}

/// x″ = (U(x, t) − x′)/τ by Runge and Kutta.
template <int D, class Velocity>
Vec<D> integrated(const Start<D>& start, const Velocity& flow) {
  constexpr int steps = 20000;
  const double h = end / steps;
  Vec<D> x = start.position, v = start.velocity;
  const auto slope = [&](const Vec<D>& at, const Vec<D>& speed, double t) {
    return Vec<D>((flow(at, t) - speed) / tau);
  };
  for (int n = 0; n < steps; ++n) {
    const double t = n * h;
    const Vec<D> a1 = slope(x, v, t);
    const Vec<D> v2 = v + 0.5 * h * a1, a2 = slope(x + 0.5 * h * v, v2, t + 0.5 * h);
    const Vec<D> v3 = v + 0.5 * h * a2, a3 = slope(x + 0.5 * h * v2, v3, t + 0.5 * h);
    const Vec<D> v4 = v + h * a3, a4 = slope(x + h * v3, v4, t + h);
    x += h / 6.0 * (v + 2.0 * v2 + 2.0 * v3 + v4);
    v += h / 6.0 * (a1 + 2.0 * a2 + 2.0 * a3 + a4);
  }
  return x;
}

TEST(DragOrder, InAUniformFlow) {
  const Vec<2> flow(0.7, -0.2);
  const Start<2> start = in_plane();
  const Vec<2> exact = start.position + end * flow + tau * (1.0 - std::exp(-end / tau)) * (start.velocity - flow);
  expect_order_one_in<2>("uniform", UniformFlow<2>{flow}, start, exact);
}

// y = y₀ + b τ (1 − e^{−s}), s = t/τ; x″ = (γ̇ y − x′)/τ integrates to γ̇ y_∞ − γ̇ b τ s e^{−s} + c e^{−s}.
TEST(DragOrder, InShear) {
  const double rate = 1.3, at_rest = 0.05;
  const Start<2> start = in_plane();
  const double s = end / tau, e = std::exp(-s);
  const double b = start.velocity[1];
  const double limit = rate * (start.position[1] + b * tau - at_rest);
  const double c = start.velocity[0] - limit;
  const double x = start.position[0] + limit * end - rate * b * tau * tau * (1.0 - e - s * e) + c * tau * (1.0 - e);
  expect_order_one_in<2>("shear", ShearFlow<2>{.rate = rate, .center = Vec<2>(9.0, at_rest)}, start,
                         Vec<2>(x, start.position[1] + b * tau * (1.0 - e)));
}

TEST(DragOrder, InOscillatingShear) {
  const double rate = 1.3, omega = 3.0;
  Start<2> start = in_plane();
  start.velocity.setZero();
  // v = A/(1 + ω²τ²) (sin ωt − ωτ cos ωt + ωτ e^{−t/τ}).
  const double a = rate * start.position[1] / (1.0 + omega * omega * tau * tau);
  const double x = start.position[0] + a * ((1.0 - std::cos(omega * end)) / omega - tau * std::sin(omega * end) +
                                            omega * tau * tau * (1.0 - std::exp(-end / tau)));
  expect_order_one_in<2>("oscillating shear", ShearFlow<2>{.rate = rate, .omega = omega}, start,
                         Vec<2>(x, start.position[1]));
}

// z″ = (iωz − z′)/τ in the complex plane.
TEST(DragOrder, InAVortexThatTurnsAsASolid) {
  using namespace std::complex_literals;
  const double omega = 2.0;
  const Start<2> start = in_plane();
  const std::complex<double> root = std::sqrt(1.0 + 4.0i * omega * tau);
  const std::complex<double> l1 = (-1.0 + root) / (2.0 * tau), l2 = (-1.0 - root) / (2.0 * tau);
  const std::complex<double> z0(start.position[0], start.position[1]), w0(start.velocity[0], start.velocity[1]);
  const std::complex<double> c1 = (w0 - l2 * z0) / (l1 - l2);
  const std::complex<double> z = c1 * std::exp(l1 * end) + (z0 - c1) * std::exp(l2 * end);
  expect_order_one_in<2>("vortex", VortexFlow<2>{.omega = Spin<2>(omega)}, start, Vec<2>(z.real(), z.imag()));
}

TEST(DragOrder, InAVortexWithACore) {
  const Start<3> start = in_space();
  const Vec<3> omega(0.0, 0.0, 2.0);
  const double core = 0.25;
  const Vec<3> exact = integrated(start, [&](const Vec<3>& x, double) {
    const double squared = x[0] * x[0] + x[1] * x[1];
    return Vec<3>(2.0 * std::min(1.0, core * core / squared) * Vec<3>(-x[1], x[0], 0.0));
  });
  expect_order_one_in<3>("Rankine's vortex", VortexFlow<3>{.omega = omega, .core = core}, start, exact);
}

TEST(DragOrder, InAChannel) {
  const Start<2> start = in_plane();
  const Vec<2> exact = integrated(start, [](const Vec<2>& x, double) {
    return Vec<2>(0.9 * (1.0 - (x[1] - 0.1) * (x[1] - 0.1) / 0.16), 0.0);  // walls at −0.3 and 0.5
  });
  expect_order_one_in<2>("channel", ChannelFlow<2>{.speed = 0.9, .lower = -0.3, .upper = 0.5}, start, exact);
}

TEST(DragOrder, InAPipe) {
  const Start<3> start = in_space();
  const Vec<3> exact = integrated(start, [](const Vec<3>& x, double) {
    return Vec<3>(0.0, 0.0, 0.9 * std::max(0.0, 1.0 - (x[0] * x[0] + x[1] * x[1]) / 0.81));
  });
  expect_order_one_in<3>("pipe", PipeFlow{.speed = 0.9, .radius = 0.9, .along = 2}, start, exact);
}

TEST(DragOrder, InALatticeOfVortices) {
  const Start<2> start = in_plane();
  const double k = 2.0 * std::numbers::pi / 1.7;
  const Vec<2> exact = integrated(start, [&](const Vec<2>& x, double) {
    return Vec<2>(0.8 * std::sin(k * x[0]) * std::cos(k * x[1]), -0.8 * std::cos(k * x[0]) * std::sin(k * x[1]));
  });
  expect_order_one_in<2>("Taylor–Green", TaylorGreenFlow<2>{.speed = 0.8, .length = 1.7}, start, exact);
}

// A grid holds a flow that is linear in space and time exactly.
TEST(DragOrder, OnAGrid) {
  const auto flow = [](const Vec<2>& x, double t) {
    return Vec<2>(0.3 + 0.5 * x[0] - 0.7 * x[1] + 0.4 * t, 0.1 - 0.2 * x[0] + 0.6 * x[1] - 0.3 * t);
  };
  GridFlow<2> grid;
  grid.origin = Vec<2>(-2.0, -3.0);
  grid.spacing = Vec<2>(0.5, 0.75);
  grid.count = {9, 11};
  grid.times = {0.0, 0.6, 2.0};
  for (const double t : grid.times) {
    for (int i = 0; i < 9; ++i) {
      for (int j = 0; j < 11; ++j) {
        grid.velocity.push_back(flow(grid.origin + Vec<2>(0.5 * i, 0.75 * j), t));
      }
    }
  }
  const Vec<2> somewhere(0.123, -1.456);
  EXPECT_LT((grid.at(somewhere, 0.9) - flow(somewhere, 0.9)).norm(), 1e-14);
  EXPECT_EQ(grid.at(Vec<2>(50.0, -50.0), 9.0), grid.at(Vec<2>(2.0, -3.0), 2.0)) << "beyond the grid as at its border";
  const Start<2> start = in_plane();
  expect_order_one_in<2>("grid", grid, start, integrated(start, flow));
}

// However short the relaxation time, a body with implicit drag goes with the flow; it lags behind by τ of acceleration.
TEST(ImplicitDrag, TakesAnyRelaxationTime) {
  const Vec<2> velocity(0.7, -0.2);
  for (const double relaxation : {1e-3, 1e-6, 1e-12}) {
    const Vec<2> there = run<2>(UniformFlow<2>{velocity}, in_plane(), end / 16, true, relaxation);
    EXPECT_LT((there - in_plane().position - end * velocity).norm(), 2.0 * relaxation);
  }
}

// A body that the flow holds against a wall presses with ξU: the implicit drag takes the contact's impulse into account.
TEST(ImplicitDrag, PressesAgainstAWallWithItsOwnForce) {
  World<2> world;
  world.bodies.add(Vec<2>(0.0, 0.1), 0.1, 2.0);
  world.obstacles.push_back(plane_through<2>(Vec<2>::Zero(), Vec<2>::UnitY()));
  Forces<2> forces;
  forces.drag = Drag<2>{.flow = UniformFlow<2>{Vec<2>(0.3, -0.5)}, .tau = 1e-3, .implicit = true};
  Stepper<2> stepper(std::move(world), std::move(forces), one_law(inelastic()), to_rounding(0.01));
  for (int n = 0; n < 20; ++n) {
    const auto& outcome = stepper.step(infinity);
    EXPECT_NEAR(outcome.obstacle_force[0][1], -0.5 * 2.0 / 1e-3, 1e-9);
  }
  EXPECT_NEAR(stepper.world.bodies.velocity[0][0], 0.3, 1e-12);
  EXPECT_EQ(stepper.world.bodies.velocity[0][1], 0.0);
}

// Stokes: a ball that sinks in a fluid at rest ends with (ρ_b − ρ) V g/(6π r ν) = 2/9 (ρ_b − ρ) r² g/ν.
TEST(StokesDrag, GivesTheTerminalVelocity) {
  const double radius = 0.02, nu = 0.3, density = 2500.0, fluid = 1000.0, g = 10.0;
  World<3> world;
  const double volume = 4.0 / 3.0 * std::numbers::pi * radius * radius * radius;
  world.bodies.add(Vec<3>::Zero(), radius, density * volume);
  Forces<3> forces;
  forces.gravity.acceleration = Vec<3>(0.0, 0.0, -g);
  forces.buoyancy = Buoyancy<3>{fluid, forces.gravity.acceleration};
  forces.drag = Drag<3>{.viscosity = nu, .implicit = true};
  Stepper<3> stepper(std::move(world), std::move(forces), one_law(inelastic()), to_rounding(0.01));
  for (int n = 0; n < 3000; ++n) {
    stepper.step(infinity);
  }
  EXPECT_NEAR(stepper.world.bodies.velocity[0][2], -2.0 / 9.0 * (density - fluid) * radius * radius * g / nu, 1e-10);
}

}  // namespace
}  // namespace gluey::test::drag_order_test
