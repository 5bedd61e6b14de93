// What an isolated system keeps. Impulses act in pairs, so momentum is kept to rounding whatever the solver leaves over.
// They act along the line of centres at the beginning of the step, and positions move with the new velocity, so that the
// angular momentum is kept as well: but for bodies that overlap, which are moved apart by δ with their velocities as they are,
// so that it changes by Σ m δ × v and by nothing else.

#include "core/random.hpp"
#include "solver/solver.hpp"
#include "support/small_world.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace gluey::test::conservation_test {
namespace {

/// Bodies at random in a ball, thrown at its centre with some scatter.
template <int D>
World<D> implosion(std::size_t count) {
  World<D> world;
  RandomStream random(11, D);
  while (world.bodies.size() < count) {
    const double radius = random.uniform(0.05, 0.15);
    Vec<D> x, scatter;
    for (int axis = 0; axis < D; ++axis) {
      x[axis] = random.uniform(-3.0, 3.0);
      scatter[axis] = random.uniform(-0.5, 0.5);
    }
    bool clear = x.norm() < 3.0;
    for (std::size_t i = 0; i < world.bodies.size() && clear; ++i) {
      clear = (x - world.bodies.position[i]).norm() > radius + world.bodies.radius[i];
    }
    if (clear) {
      world.bodies.add(x, radius, random.uniform(0.2, 5.0));
      world.bodies.velocity.back() = -0.7 * x + scatter;
    }
  }
  return world;
}

template <int D>
struct Totals {
  double mass = 0.0;
  double momentum_scale = 0.0, angular_scale = 0.0;  ///< what the sums would be without cancellation
  Vec<D> momentum = Vec<D>::Zero();
  Vec<D> center = Vec<D>::Zero();
  Spin<D> angular_momentum = Spin<D>::Zero();

  explicit Totals(const Bodies<D>& bodies) {
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      const Vec<D> p = bodies.mass[i] * bodies.velocity[i];
      mass += bodies.mass[i];
      center += bodies.mass[i] * bodies.position[i];
      momentum += p;
      angular_momentum += moment(bodies.position[i], p);
      momentum_scale += p.norm();
      angular_scale += bodies.position[i].norm() * p.norm();
    }
    center /= mass;
  }
};

template <class Dimension>
class IsolatedSystem : public testing::Test {};
using Dimensions = testing::Types<Plane2D, Space3D>;
TYPED_TEST_SUITE(IsolatedSystem, Dimensions);

template <int D>
void expect_kept(const LawOptions& law, const char* method, int steps = 400) {
  constexpr double relative = 1e-12;
  const World<D> world = implosion<D>(200);
  const Totals<D> before(world.bodies);
  StepSettings settings;
  settings.step = 0.01;
  settings.method = method;
  settings.accuracy.radii = 1e-5;  // momentum must not need a well solved problem
  Stepper<D> stepper(world, {}, one_law(law), settings);
  std::size_t contacts = 0;
  Spin<D> carried = Spin<D>::Zero();
  double moved_apart = 0.0;
  for (int n = 0; n < steps; ++n) {
    const StepOutcome<D>& outcome = stepper.step(infinity);
    contacts = std::max(contacts, outcome.contacts);
    const Bodies<D>& bodies = stepper.world.bodies;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      const Vec<D> apart = outcome.length * (stepper.moved_by()[i] - bodies.velocity[i]);
      carried += moment(apart, Vec<D>(bodies.mass[i] * bodies.velocity[i]));
      moved_apart = std::max(moved_apart, apart.norm());
    }
    const Totals<D> now(bodies);
    ASSERT_LT((now.momentum - before.momentum).norm(), relative * before.momentum_scale) << "step " << n;
    ASSERT_LT((now.angular_momentum - before.angular_momentum - carried).norm(), relative * before.angular_scale)
        << "step " << n;
    const Vec<D> drifted = before.center + stepper.world.time * before.momentum / before.mass;
    ASSERT_LT((now.center - drifted).norm(), relative * 3.0) << "step " << n;
  }
  EXPECT_GT(contacts, 150U);  // they did collide
  EXPECT_LT(moved_apart, 1e-3 * stepper.smallest_radius());
}

TYPED_TEST(IsolatedSystem, OfGlueyBodiesKeepsItsMomenta) { expect_kept<TypeParam::value>(gluey(), "auto"); }
TYPED_TEST(IsolatedSystem, OfDryBodiesKeepsItsMomenta) { expect_kept<TypeParam::value>(inelastic(), "auto"); }
TYPED_TEST(IsolatedSystem, KeepsItsMomentaWithEveryMethod) {
  for (const auto& named : solver::methods<Problem<TypeParam::value>>()) {
    SCOPED_TRACE(named.name);
    expect_kept<TypeParam::value>(gluey(-0.5), named.name.data(), 200);
  }
}

}  // namespace
}  // namespace gluey::test::conservation_test
