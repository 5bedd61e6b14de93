// Spins of bodies that drag turns, against the equation of motion I ω' = −ζ (ω − Ω): order one, explicit and implicit. A ball's has
// closed forms, a box's is integrated by a method of fourth order with steps that leave 1e-11.

#include "support/order.hpp"
#include "support/shaped_world.hpp"

#include <numbers>

namespace gluey::test::drag_spin_order_test {
namespace {

constexpr double tau = 0.8, end = 0.6;

template <class Dimension>
class DragSpinOrder : public ::testing::Test {};
using Dimensions = ::testing::Types<Plane2D, Space3D>;
TYPED_TEST_SUITE(DragSpinOrder, Dimensions);

template <int D>
Spin<D> spin_after(const Flow<D>& flow, const Spin<D>& omega, double h, bool implicit) {
  World<D> world;
  world.bodies.add(Vec<D>(0.2 * Vec<D>::Ones()), 0.05, 2.0);
  world.bodies.angular_velocity[0] = omega;
  Forces<D> forces;
  forces.drag = Drag<D>{.flow = flow, .tau = tau, .implicit = implicit};
  Stepper<D> stepper(std::move(world), std::move(forces), one_law(inelastic()), to_rounding(h));
  for (int n = 0; n < std::lround(end / h); ++n) {
    stepper.step(infinity);
  }
  return stepper.world.bodies.angular_velocity[0];
}

template <int D>
double relaxation() {
  return tau * (D == 2 ? 3.0 / 8.0 : 3.0 / 10.0);
}

TYPED_TEST(DragSpinOrder, InShear) {
  constexpr int D = TypeParam::value;
  const Spin<D> limit = -0.65 * Spin<D>::Unit(D == 2 ? 0 : 2), begin = Spin<D>::Constant(1.2);
  const Spin<D> exact = limit + std::exp(-end / relaxation<D>()) * (begin - limit);
  for (const bool implicit : {false, true}) {
    expect_order_one(implicit ? "shear, implicit" : "shear, explicit", end / 32, [&](double h) {
      return (spin_after<D>(ShearFlow<D>{.rate = 1.3}, begin, h, implicit) - exact).norm();
    });
  }
}

// ω' = (A sin wt − ω)/s has ω = A/(1 + w²s²) (sin wt − ws cos wt + ws e^{−t/s}) from rest.
TYPED_TEST(DragSpinOrder, InOscillatingShear) {
  constexpr int D = TypeParam::value;
  const double rate = 1.3, w = 3.0, s = relaxation<D>();
  const double size = -0.5 * rate / (1.0 + w * w * s * s) *
                      (std::sin(w * end) - w * s * std::cos(w * end) + w * s * std::exp(-end / s));
  const Spin<D> exact = size * Spin<D>::Unit(D == 2 ? 0 : 2);
  for (const bool implicit : {false, true}) {
    expect_order_one(implicit ? "oscillating, implicit" : "oscillating, explicit", end / 32, [&](double h) {
      return (spin_after<D>(ShearFlow<D>{.rate = rate, .omega = w}, Spin<D>::Zero(), h, implicit) - exact).norm();
    });
  }
}

// In the body's axes: I W' = (I W) × W − ζ (W − Rᵀ Ω), and the quaternion q' = ½ q W.
TEST(DragSpinOrderOfABox, ThatTumblesInAVortex) {
  const Vec<3> half(0.1, 0.2, 0.3), omega(0.4, 3.0, 0.2), vortex(1.0, -0.5, 0.8);
  const double mass = 2.0, volume = 8.0 * half.prod();
  const Vec<3> inertia = box_inertia(mass, half);
  const double radius = std::cbrt(volume / (4.0 / 3.0 * std::numbers::pi));
  const double zeta = 4.0 / 3.0 * radius * radius * mass / tau;
  struct State {
    Eigen::Vector4d q;  // x, y, z, w
    Vec<3> w;
  };
  const auto slope = [&](const State& at) {
    const Eigen::Quaterniond q(at.q);
    const Vec<3> fluid = q.conjugate() * vortex;
    const Vec<3> l = inertia.cwiseProduct(at.w);
    const Eigen::Quaterniond turning = q * Eigen::Quaterniond(0.0, at.w[0], at.w[1], at.w[2]);
    return State{0.5 * turning.coeffs(), Vec<3>((l.cross(at.w) - zeta * (at.w - fluid)).cwiseQuotient(inertia))};
  };
  const auto moved = [](const State& a, const State& by, double h) { return State{a.q + h * by.q, a.w + h * by.w}; };
  State state{Eigen::Quaterniond::Identity().coeffs(), omega};
  constexpr int steps = 20000;
  const double dt = end / steps;
  for (int n = 0; n < steps; ++n) {
    const State a = slope(state), b = slope(moved(state, a, 0.5 * dt)), c = slope(moved(state, b, 0.5 * dt)),
                d = slope(moved(state, c, dt));
    state = moved(moved(moved(moved(state, a, dt / 6), b, dt / 3), c, dt / 3), d, dt / 6);
  }
  const Eigen::Quaterniond exact(state.q);
  const Vec<3> exact_spin = exact.normalized() * state.w;
  for (const bool implicit : {false, true}) {
    const auto run = [&](double h) {
      World<3> world;
      add_box<3>(world, half, {}, mass);
      world.bodies.volume[0] = volume;
      world.bodies.angular_velocity[0] = omega;
      Forces<3> forces;
      forces.drag = Drag<3>{.flow = VortexFlow<3>{.omega = vortex}, .tau = tau, .implicit = implicit};
      Stepper<3> stepper(std::move(world), std::move(forces), one_law(inelastic()), to_rounding(h));
      for (int n = 0; n < std::lround(end / h); ++n) {
        stepper.step(infinity);
      }
      return std::move(stepper.world.bodies);
    };
    const std::string name = implicit ? ", implicit" : ", explicit";
    expect_order_one("spin of a box" + name, end / 64,
                     [&](double h) { return (run(h).angular_velocity[0] - exact_spin).norm(); });
    expect_order_one("its orientation" + name, end / 64,
                     [&](double h) { return run(h).orientation[0].quaternion.angularDistance(exact.normalized()); });
  }
}

}  // namespace
}  // namespace gluey::test::drag_spin_order_test
