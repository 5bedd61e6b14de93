// Drag turns bodies: their spin goes to half the vorticity, as the discrete equation has it to rounding, for every flow and both
// schemes. ζ is 8π ν r³, from Stokes.

#include "support/scenes.hpp"
#include "support/shaped_world.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace gluey::test::drag_spin_test {
namespace {

constexpr double nu = 0.3, radius = 0.2, mass = 1.7, h = 0.01;
const double zeta = 8.0 * std::numbers::pi * nu * radius * radius * radius;
const double xi = 6.0 * std::numbers::pi * nu * radius;

template <int D>
Spin<D> some_spin() {
  return D == 2 ? Spin<D>(Spin<D>::Constant(3.0)) : Spin<D>(Spin<D>::LinSpaced(3.0, -1.0));
}

template <int D>
Stepper<D> ball_in(const Flow<D>& flow, const Vec<D>& x, bool implicit, double step = h) {
  World<D> world;
  world.bodies.add(x, radius, mass);
  world.bodies.angular_velocity[0] = some_spin<D>();
  Forces<D> forces;
  forces.drag = Drag<D>{.flow = flow, .viscosity = nu, .implicit = implicit};
  return Stepper<D>(std::move(world), std::move(forces), one_law(inelastic()), to_rounding(step));
}

template <int D>
double moment_of_inertia() {
  return (D == 2 ? 0.5 : 0.4) * mass * radius * radius;
}

/// ω_n = Ω + (ω₀ − Ω) qⁿ with q = 1 − hζ/I or 1/(1 + hζ/I), where Ω is the same all along the way.
template <int D>
void expect_decay(const std::string& name, const Flow<D>& flow, const Vec<D>& x, const Spin<D>& limit) {
  const double rate = zeta / moment_of_inertia<D>();
  for (const bool implicit : {false, true}) {
    Stepper<D> stepper = ball_in<D>(flow, x, implicit);
    const double q = implicit ? 1.0 / (1.0 + h * rate) : 1.0 - h * rate;
    for (int n = 1; n <= 300; ++n) {
      stepper.step(infinity);
      const Spin<D> expected = limit + std::pow(q, n) * (some_spin<D>() - limit);
      ASSERT_LT((stepper.world.bodies.angular_velocity[0] - expected).norm(), 1e-13)
          << name << (implicit ? ", implicit" : ", explicit") << ", step " << n;
    }
    EXPECT_LT((stepper.world.bodies.angular_velocity[0] - limit).norm(), 0.1) << "3 s are some relaxation times";
  }
}

TEST(DragSpin2D, GoesToHalfTheVorticityOfEveryFlow) {
  using V = Vec<2>;
  const auto by = [](double omega) { return Spin<2>(omega); };
  expect_decay<2>("at rest", {}, V(1, 2), by(0.0));
  expect_decay<2>("uniform", UniformFlow<2>{V(1, 2)}, V(1, 2), by(0.0));
  expect_decay<2>("shear", ShearFlow<2>{.rate = 2.0}, V(0, 0), by(-1.0));
  expect_decay<2>("shear along y", ShearFlow<2>{.rate = 2.0, .along = 1, .across = 0}, V(0.3, 0), by(1.0));
  // U = 4·0.9 (y + 0.3)(0.5 − y)/0.64: U' = 4·0.9 (0.2 − 2y)/0.64.
  expect_decay<2>("channel", ChannelFlow<2>{0.9, -0.3, 0.5}, V(0, 0.3), by(-0.5 * 4.0 * 0.9 * -0.4 / 0.64));
  expect_decay<2>("beyond the channel", ChannelFlow<2>{0.9, -0.3, 0.5}, V(0, 0.6), by(0.0));
  expect_decay<2>("vortex", VortexFlow<2>{by(2.0)}, V(0, 0), by(2.0));
  expect_decay<2>("outside its core", VortexFlow<2>{by(2.0), V(0, 0), 0.1}, V(5, 0), by(0.0));
  const double k = 2.0 * std::numbers::pi / 1.6;
  expect_decay<2>("the middle of a Taylor–Green vortex", TaylorGreenFlow<2>{0.8, 1.6}, V(0.4, 0.4), by(0.8 * k));
}

TEST(DragSpin3D, GoesToHalfTheVorticityOfEveryFlow) {
  using V = Vec<3>;
  expect_decay<3>("shear", ShearFlow<3>{.rate = 2.0}, V(0, 0, 0), V(0, 0, -1));
  expect_decay<3>("shear of z by x", ShearFlow<3>{.rate = 2.0, .along = 2, .across = 0}, V(0, 0, 0), V(0, -1, 0));
  expect_decay<3>("channel", ChannelFlow<3>{0.9, -0.3, 0.5, 0, 2}, V(0, 0, 0.3),
                  V(0, 0.5 * 4.0 * 0.9 * -0.4 / 0.64, 0));
  // U = 0.9 (1 − s²/0.25) e_z at x = 0.2: ∂U_z/∂x = −1.8·0.2/0.25, (curl U)_y = −∂U_z/∂x.
  expect_decay<3>("pipe", PipeFlow{0.9, 0.5, V(0, 0, 0), 2}, V(0.2, 0, 0), V(0, 0.9 * 0.2 / 0.25, 0));
  expect_decay<3>("vortex", VortexFlow<3>{V(0.3, -0.5, 1)}, V(0, 0, 0), V(0.3, -0.5, 1));
  const double k = 2.0 * std::numbers::pi / 1.6;
  expect_decay<3>("Taylor–Green", TaylorGreenFlow<3>{0.8, 1.6}, V(0.4, 0.4, 7), V(0, 0, 0.8 * k));
}

template <class Dimension>
class DragSpin : public ::testing::Test {};
using Dimensions = ::testing::Types<Plane2D, Space3D>;
TYPED_TEST_SUITE(DragSpin, Dimensions);

// A grid holds a shear flow whose rate grows with time: ½ curl U at the middle of each step is −½(1 + t).
TYPED_TEST(DragSpin, FollowsAGridInTime) {
  constexpr int D = TypeParam::value;
  GridFlow<D> grid;
  grid.origin = Vec<D>::Constant(-2.0);
  grid.count.fill(2);
  grid.spacing = Vec<D>::Constant(4.0);
  grid.times = {0.0, 4.0};
  for (const double rate : {1.0, 5.0}) {
    for (int corner = 0; corner < (1 << D); ++corner) {
      // The last axis runs fastest, so that y is the last bit in the plane and the one before in space.
      const int y = (corner >> (D - 2)) & 1;
      grid.velocity.push_back(rate * (4.0 * y - 2.0) * Vec<D>::UnitX());
    }
  }
  const double rate = h * zeta / moment_of_inertia<D>();
  for (const bool implicit : {false, true}) {
    Stepper<D> stepper = ball_in<D>(grid, Vec<D>::Zero(), implicit);
    Spin<D> omega = some_spin<D>();
    for (int n = 0; n < 200; ++n) {
      stepper.step(infinity);
      const Spin<D> limit = -0.5 * (1.0 + h * (n + 0.5)) * Spin<D>::Unit(D == 2 ? 0 : 2);
      omega = implicit ? Spin<D>((omega + rate * limit) / (1.0 + rate)) : Spin<D>(omega + rate * (limit - omega));
      ASSERT_LT((stepper.world.bodies.angular_velocity[0] - omega).norm(), 1e-13) << n;
    }
  }
}

// In a domain that is sheared as the flow is, a body that leaves through the top has another velocity but the same spin.
TYPED_TEST(DragSpin, DoesNotNoticeTheBordersOfAShearedDomain) {
  constexpr int D = TypeParam::value;
  for (const bool implicit : {false, true}) {
    Stepper<D> free = ball_in<D>(ShearFlow<D>{.rate = 1.5}, Vec<D>::Zero(), implicit);
    Stepper<D> within = ball_in<D>(ShearFlow<D>{.rate = 1.5}, Vec<D>::Zero(), implicit);
    within.world.domain.lower = Vec<D>::Constant(-0.5);
    within.world.domain.upper = Vec<D>::Constant(0.5);
    within.world.domain.periodic.fill(true);
    within.world.domain.shear_rate = 1.5;
    for (Stepper<D>* stepper : {&free, &within}) {
      stepper->forces().gravity.acceleration = xi / mass * Vec<D>::UnitY();  // sinks upwards with speed 1
    }
    for (int n = 0; n < 300; ++n) {
      free.step(infinity);
      within.step(infinity);
    }
    EXPECT_GT(within.world.bodies.position[0][1], 1.5) << "through two borders";
    EXPECT_LT((within.world.bodies.position[0] - free.world.bodies.position[0]).norm(), 1e-11);
    EXPECT_LT((within.world.bodies.velocity[0] - free.world.bodies.velocity[0]).norm(), 1e-11);
    EXPECT_LT((within.world.bodies.angular_velocity[0] - free.world.bodies.angular_velocity[0]).norm(), 1e-13);
  }
}

// With τ a solid ball's spin relaxes in 3τ/10, a disc's in 3τ/8, whatever its size and mass.
TYPED_TEST(DragSpin, RelaxesInAShareOfTau) {
  constexpr int D = TypeParam::value;
  const double tau = 0.5, rate = (D == 2 ? 8.0 / 3.0 : 10.0 / 3.0) / tau;
  for (const double size : {0.01, 3.0}) {
    World<D> world;
    world.bodies.add(Vec<D>::Zero(), size, 7.0 * size);
    world.bodies.angular_velocity[0] = some_spin<D>();
    Forces<D> forces;
    forces.drag = Drag<D>{.tau = tau, .implicit = true};
    Stepper<D> stepper(std::move(world), std::move(forces), one_law(inelastic()), to_rounding(h));
    for (int n = 0; n < 50; ++n) {
      stepper.step(infinity);
    }
    EXPECT_LT((stepper.world.bodies.angular_velocity[0] - std::pow(1.0 + h * rate, -50) * some_spin<D>()).norm(),
              1e-13);
  }
}

// However long the step, implicit drag takes a body to the spin of the fluid and not beyond.
TYPED_TEST(DragSpin, TakesAnyStepWhereImplicit) {
  constexpr int D = TypeParam::value;
  for (const double step : {1.0, 1e3, 1e9}) {
    Stepper<D> stepper = ball_in<D>(ShearFlow<D>{.rate = 2.0}, Vec<D>::Zero(), true, step);
    stepper.step(infinity);
    const Spin<D> limit = -1.0 * Spin<D>::Unit(D == 2 ? 0 : 2);
    const double left = 1.0 / (1.0 + step * zeta / moment_of_inertia<D>());
    const Spin<D> expected = limit + left * (some_spin<D>() - limit);
    EXPECT_LT((stepper.world.bodies.angular_velocity[0] - expected).norm(), 1e-14);
  }
}

// A torque T on a ball in a fluid at rest: T = 8π ν r³ ω in the end.
TYPED_TEST(DragSpin, BalancesATorque) {
  constexpr int D = TypeParam::value;
  const Spin<D> torque = Spin<D>::LinSpaced(0.02, 0.05);
  for (const bool implicit : {false, true}) {
    Stepper<D> stepper = ball_in<D>({}, Vec<D>::Zero(), implicit);
    stepper.forces().drives = {{.body = 0, .torque = torque}};
    for (int n = 0; n < 3000; ++n) {
      stepper.step(infinity);
    }
    EXPECT_LT((stepper.world.bodies.angular_velocity[0] - torque / zeta).norm(), 1e-13);
  }
}

TYPED_TEST(DragSpin, LeavesLockedRotationsAndThoseThatAreNotAskedForAlone) {
  constexpr int D = TypeParam::value;
  for (const bool implicit : {false, true}) {
    Stepper<D> locked = ball_in<D>(ShearFlow<D>{.rate = 2.0}, Vec<D>::Zero(), implicit);
    locked.world.bodies.inverse_inertia[0].setZero();
    locked.world.bodies.angular_velocity[0].setZero();
    Stepper<D> still = ball_in<D>(ShearFlow<D>{.rate = 2.0}, Vec<D>::Zero(), implicit);
    still.forces().drag->turns = false;
    for (int n = 0; n < 20; ++n) {
      locked.step(infinity);
      still.step(infinity);
    }
    EXPECT_EQ(locked.world.bodies.angular_velocity[0], Spin<D>(Spin<D>::Zero()));
    EXPECT_EQ(still.world.bodies.angular_velocity[0], some_spin<D>());
  }
}

// A ball that rolls on a wall below a shear flow γ̇ y: drag pulls with ξ(γ̇ r − v) and turns with −ζ(ω + γ̇/2), friction f holds
// ω = −v/r. With ζ = (4/3) r² ξ that is v = (5/7) γ̇ r and f = −(2/7) ξ γ̇ r, in the plane and in space. Steps of many
// relaxation times reach it where contacts feel the drag on the spin, too.
TYPED_TEST(DragSpin, RollsOnAWallUnderShear) {
  constexpr int D = TypeParam::value;
  const double rate = 2.0;
  for (const auto& [implicit, step] : {std::pair{false, 0.02}, std::pair{true, 0.02}, std::pair{true, 5.0}}) {
    Stepper<D> stepper = [&, implicit = implicit, step = step] {
      World<D> world;
      world.bodies.add(radius * Vec<D>::UnitY(), radius, mass);
      world.obstacles.push_back(plane_through<D>(Vec<D>::Zero(), Vec<D>::UnitY()));
      Forces<D> forces;
      forces.gravity.acceleration = -10.0 * Vec<D>::UnitY();
      forces.drag = Drag<D>{.flow = ShearFlow<D>{.rate = rate}, .viscosity = nu, .implicit = implicit};
      return Stepper<D>(std::move(world), std::move(forces), one_law({.kind = LawKind::friction, .friction = 1.0}),
                        to_rounding(step, 2000));
    }();
    for (int n = 0; n < 1500; ++n) {
      stepper.step(infinity);
    }
    const StepOutcome<D>& outcome = stepper.step(infinity);
    const Bodies<D>& bodies = stepper.world.bodies;
    const double speed = 5.0 / 7.0 * rate * radius;
    EXPECT_NEAR(bodies.velocity[0][0], speed, 1e-9) << implicit << step;
    EXPECT_NEAR(bodies.angular_velocity[0][D == 2 ? 0 : 2], -speed / radius, 1e-9) << implicit << step;
    EXPECT_NEAR(outcome.obstacle_force[0][0], 2.0 / 7.0 * xi * rate * radius, 1e-9) << implicit << step;
    EXPECT_NEAR(outcome.obstacle_force[0][1], -10.0 * mass, 1e-8);
  }
}

// Two neutrally buoyant balls in shear, a gap apart: each drifts with the fluid at its height and turns with it, as if alone.
TYPED_TEST(DragSpin, OfAPairThatDoesNotTouchIsThatOfTheFluid) {
  constexpr int D = TypeParam::value;
  const double rate = 1.5, density = 1.3;
  const double volume =
      D == 2 ? std::numbers::pi * radius * radius : 4.0 / 3.0 * std::numbers::pi * std::pow(radius, 3);
  for (const bool implicit : {false, true}) {
    World<D> world;
    for (const double y : {-0.3, 0.3}) {
      world.bodies.add(Vec<D>(-4.0 * y * Vec<D>::UnitX() + y * Vec<D>::UnitY()), radius, density * volume);
      world.bodies.velocity.back() = rate * y * Vec<D>::UnitX();
      world.bodies.angular_velocity.back() = -0.5 * rate * Spin<D>::Unit(D == 2 ? 0 : 2);
    }
    Forces<D> forces;
    forces.gravity.acceleration = -10.0 * Vec<D>::UnitY();
    forces.buoyancy = Buoyancy<D>{density, forces.gravity.acceleration};
    forces.drag = Drag<D>{.flow = ShearFlow<D>{.rate = rate}, .viscosity = nu, .implicit = implicit};
    Stepper<D> stepper(std::move(world), std::move(forces), one_law({.kind = LawKind::friction, .friction = 0.5}),
                       to_rounding(h));
    for (int n = 1; n <= 500; ++n) {
      stepper.step(infinity);
      for (std::size_t i = 0; i < 2; ++i) {
        const double y = i == 0 ? -0.3 : 0.3;
        const Bodies<D>& bodies = stepper.world.bodies;
        const Vec<D> place = (rate * y * n * h - 4.0 * y) * Vec<D>::UnitX() + y * Vec<D>::UnitY();
        ASSERT_LT((bodies.position[i] - place).norm(), 1e-11);
        ASSERT_LT((bodies.angular_velocity[i] + 0.5 * rate * Spin<D>::Unit(D == 2 ? 0 : 2)).norm(), 1e-12);
      }
    }
  }
}

/// A box in space that tumbles.
Stepper<3> tumbling(const Flow<3>& flow, const Rotation<3>& orientation, const Vec<3>& omega, bool implicit,
                    double step) {
  World<3> world;
  add_box<3>(world, Vec<3>(0.1, 0.2, 0.3), {Vec<3>::Zero(), orientation}, mass);
  world.bodies.volume[0] = 8.0 * 0.1 * 0.2 * 0.3;
  world.bodies.angular_velocity[0] = omega;
  Forces<3> forces;
  forces.drag = Drag<3>{.flow = flow, .viscosity = nu, .implicit = implicit};
  return Stepper<3>(std::move(world), std::move(forces), one_law(inelastic()), to_rounding(step));
}
double zeta_of_box() { return 8.0 * std::numbers::pi * nu * 8.0 * 0.1 * 0.2 * 0.3 * 3.0 / (4.0 * std::numbers::pi); }

// About a principal axis, which the spin stays along, each of the three moments has its own relaxation time.
TEST(DragSpinOfABox, DecaysAboutEachPrincipalAxisByItsOwnMoment) {
  const Rotation<3> leaning = Rotation<3>{}.turned(Vec<3>(0.3, -0.7, 0.5));
  const Spin<3> inertia = box_inertia(mass, Vec<3>(0.1, 0.2, 0.3));
  for (const bool implicit : {false, true}) {
    for (int axis = 0; axis < 3; ++axis) {
      const Vec<3> along = leaning.apply(Vec<3>::Unit(axis));
      Stepper<3> stepper = tumbling(VortexFlow<3>{-2.0 * along}, leaning, 3.0 * along, implicit, h);
      const double rate = h * zeta_of_box() / inertia[axis];
      for (int n = 0; n < 100; ++n) {
        stepper.step(infinity);
      }
      const double q = std::pow(implicit ? 1.0 / (1.0 + rate) : 1.0 - rate, 100);
      EXPECT_LT((stepper.world.bodies.angular_velocity[0] - (-2.0 + 5.0 * q) * along).norm(), 1e-11);
    }
  }
}

// In a fluid at rest implicit drag takes energy in every step, however long, and however the box tumbles.
TEST(DragSpinOfABox, NeverGainsEnergyWhereImplicit) {
  for (const double step : {1e-3, 0.1, 10.0}) {
    Stepper<3> stepper = tumbling({}, {}, Vec<3>(0.5, 8.0, 0.3), true, step);
    double energy = infinity;
    for (int n = 0; n < 200; ++n) {
      const double now = stepper.step(infinity).kinetic_energy;
      ASSERT_LE(now, energy * (1.0 + 1e-14)) << step;
      energy = now;
    }
  }
}

// The scene of a ball that was to keep its spin for ever.
TEST(DragSpinScene, ABallInShearTurnsAtHalfTheVorticity) {
  const std::string scene = R"(
dimension = 2
[time]
step = 0.01
end = 10
[environment]
flow = { kind = "shear", rate = 2.0 }
drag = { viscosity = 1.0, scheme = "implicit" }
[[body]]
shape = { kind = "sphere", radius = 0.1 }
position = [0, 0]
density = 10
angular_velocity = 3.0
)";
  const auto spin = [&](const std::vector<std::string>& overrides) {
    Simulation simulation = simulate(scene, overrides);
    while (!simulation.finished()) {
      simulation.step();
    }
    return simulation.angular_velocities()[0];
  };
  EXPECT_NEAR(spin({}), -1.0, 1e-12);
  EXPECT_NEAR(spin({"environment.drag.scheme=explicit"}), -1.0, 1e-12);
  EXPECT_NEAR(spin({"time.step=auto", "environment.drag.scheme=explicit", "time.end=2"}), -1.0, 1e-9);
  EXPECT_EQ(spin({"environment.drag.rotation=false"}), 3.0);
  EXPECT_EQ(spin({"body[0].locked=[\"rotation\"]", "body[0].angular_velocity=0.0"}), 0.0);
}

}  // namespace
}  // namespace gluey::test::drag_spin_test
