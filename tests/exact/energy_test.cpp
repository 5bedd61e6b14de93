// The energy identity of models.md at every step of settling heaps, stirred by moving obstacles, and with it the rest of an
// audit (support/audit.hpp): momenta follow from the impulses, the law holds, the potentials follow, nothing overlaps.

#include "core/random.hpp"
#include "support/audit.hpp"

#include <gtest/gtest.h>

namespace gluey::test::energy_test {
namespace {

constexpr double h = 0.005;
constexpr double tolerance = 1e-8;  // of the solver, relative to smallest radius / step

template <int D>
Vec<D> up() {
  return Vec<D>::Unit(D - 1);
}

/// Bodies of several sizes and masses above a floor between walls, some already moving.
template <int D>
World<D> heap(std::size_t count) {
  World<D> world;
  world.obstacles.push_back(plane_through<D>(Vec<D>::Zero(), up<D>()));
  for (int axis = 0; axis < D - 1; ++axis) {
    world.obstacles.push_back(plane_through<D>(Vec<D>::Zero(), Vec<D>::Unit(axis)));
    world.obstacles.push_back(plane_through<D>(Vec<D>::Unit(axis), -Vec<D>::Unit(axis)));
  }
  RandomStream random(5, D);
  while (world.bodies.size() < count) {
    const double radius = random.uniform(0.04, 0.09);
    Vec<D> x;
    for (int axis = 0; axis < D; ++axis) {
      x[axis] = axis < D - 1 ? random.uniform(radius, 1.0 - radius) : random.uniform(1.3, 4.0);  // above the stirrers
    }
    bool clear = true;
    for (std::size_t i = 0; i < world.bodies.size() && clear; ++i) {
      clear = (x - world.bodies.position[i]).norm() > radius + world.bodies.radius[i];
    }
    if (clear) {
      world.bodies.add(x, radius, random.uniform(0.5, 3.0));
      for (int axis = 0; axis < D; ++axis) {
        world.bodies.velocity.back()[axis] = random.uniform(-1.0, 1.0);
      }
    }
  }
  return world;
}

/// A ball that swings and a bar that turns, with room for any body between them and the walls; the floor itself shakes.
template <int D>
void add_stirrers(World<D>& world) {
  world.obstacles[0].motion = OscillationMotion<D>{.amplitude = 0.02 * up<D>(), .frequency = 3.0};
  const auto middle = [](double height) {
    Vec<D> x = Vec<D>::Constant(0.5);
    x[D - 1] = height;
    return x;
  };
  world.obstacles.push_back(
      obstacle_of<D>({Sphere<D>{Vec<D>::Zero(), 0.1}}, {middle(0.45), {}},
                     OscillationMotion<D>{.amplitude = 0.15 * Vec<D>::UnitX(), .frequency = 1.0}));
  Spin<D> omega = Spin<D>::Zero();
  omega[spin_size<D> - 1] = 2.0;
  world.obstacles.push_back(obstacle_of<D>({Box<D>{{}, Vec<D>::Constant(0.05) + 0.15 * Vec<D>::UnitX()}},
                                           {middle(1.0), {}}, RotationMotion<D>{middle(1.0), omega}));
}

template <int D>
Stepper<D> stepper_of(World<D> world, const LawOptions& law) {
  Forces<D> forces;
  forces.gravity.acceleration = -10.0 * up<D>();
  StepSettings settings;
  settings.step = h;
  settings.accuracy.radii = tolerance;
  settings.max_iterations = 100000;
  return Stepper<D>(std::move(world), forces, one_law(law), settings);
}

template <int D>
void audit(const LawOptions& law) {
  World<D> world = heap<D>(70);
  add_stirrers(world);
  Stepper<D> stepper = stepper_of<D>(std::move(world), law);
  Auditor<D> auditor(stepper, law.kind == LawKind::gluey ? law.gamma_min : 0.0, law.scaling == Scaling::radius);
  std::size_t contacts = 0;
  double pull = 0.0;
  for (int n = 1; n <= 300; ++n) {
    const Audited found = auditor.step();
    contacts = std::max(contacts, found.contacts);
    pull = std::max(pull, found.pull);
    ASSERT_LT(found.energy_error(), 1e-10 * found.energy_scale) << "step " << n;
    ASSERT_LT(found.momentum_error, 1e-12) << "step " << n;
    ASSERT_LT(found.moved_error, 1e-14) << "step " << n;
    // Both sides compute γ − R p, of size 1e3 at most, with other roundings, and what is within 1e-12 of γ_min is taken for it.
    ASSERT_LT(found.potential_error, 1e-11 + (std::isinf(law.gamma_min) ? 0.0 : 2e-12 * -law.gamma_min))
        << "step " << n;
    // The solver's own residual is what the audit finds from outside. Impulses that are shortened lest they give energy are off by as
    // much as the solve was; overlaps far below the tolerance are not worth a second solve.
    const double asked = tolerance * stepper.smallest_radius() / h;
    ASSERT_LT(found.residual, 1.01 * found.residual_told + 0.2 * asked) << "step " << n;
    ASSERT_LT(found.residual_told, (found.kept < 1.0 ? 2.0 : 1.0) * asked) << "step " << n;
    // Gaps are convex along the step, so that what the linear step leaves open stays open.
    ASSERT_LT(found.deepest_overlap, 1.01 * tolerance * stepper.smallest_radius()) << "step " << n;
  }
  EXPECT_GT(contacts, 120U);
  if (law.kind == LawKind::gluey) {
    EXPECT_GT(pull, 1e-3);
  } else {
    EXPECT_EQ(pull, 0.0);
  }
}

template <class Dimension>
class StirredHeap : public testing::Test {};
using Dimensions = testing::Types<Plane2D, Space3D>;
TYPED_TEST_SUITE(StirredHeap, Dimensions);

TYPED_TEST(StirredHeap, OfDryBodiesPassesTheAudit) { audit<TypeParam::value>(inelastic()); }
TYPED_TEST(StirredHeap, OfRoughBodiesPassesTheAudit) { audit<TypeParam::value>(gluey(-0.3)); }
TYPED_TEST(StirredHeap, OfSmoothBodiesPassesTheAudit) { audit<TypeParam::value>(gluey()); }
TYPED_TEST(StirredHeap, ScaledByRadiusPassesTheAudit) {
  audit<TypeParam::value>(gluey(-50.0, Release::exact, Scaling::radius));
}

template <class Dimension>
class DryHeap : public testing::Test {};
TYPED_TEST_SUITE(DryHeap, Dimensions);

TYPED_TEST(DryHeap, NeverGainsEnergy) {
  // With D ≥ 0, no pull and obstacles at rest. The step's own change of K + potential is
  //     −Σ p D/h + Σ p (D/h + u) − ½‖V' − V‖²,
  // of which only the second sum, the solver's, and overlaps left by it can be positive.
  constexpr int D = TypeParam::value;
  Stepper<D> stepper = stepper_of<D>(heap<D>(90), inelastic());
  Auditor<D> auditor(stepper, 0.0, false);
  double lost = 0.0;
  double scale = 0.0;
  for (int n = 1; n <= 400; ++n) {
    const Audited found = auditor.step();
    const double change = found.kinetic - found.kinetic_before - found.work_of_gravity;
    scale = std::max(scale, found.kinetic);
    ASSERT_LT(change, 1e-8 * scale) << "step " << n;
    lost -= change;
  }
  EXPECT_GT(lost, 0.5 * scale);  // and it does lose what it has
}

TYPED_TEST(DryHeap, ComesToRestOnItsSupports) {
  constexpr int D = TypeParam::value;
  Stepper<D> stepper = stepper_of<D>(heap<D>(60), inelastic());
  const StepOutcome<D>* outcome = nullptr;
  for (int n = 1; n <= 4000; ++n) {
    outcome = &stepper.step(infinity);
  }
  double mass = 0.0;
  for (const double m : stepper.world.bodies.mass) {
    mass += m;
  }
  // Without friction bodies creep past each other, ever slower; the floor carries them all.
  EXPECT_LT(outcome->kinetic_energy, 1e-3 * mass);
  EXPECT_NEAR(outcome->obstacle_force[0].dot(up<D>()), -10.0 * mass, 0.1 * mass);
}

}  // namespace
}  // namespace gluey::test::energy_test
