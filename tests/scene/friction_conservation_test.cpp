// A cloud of bodies that fall together without gravity or obstacles. Momentum stays to rounding, and so does angular momentum: impulses along
// the normal keep it, and friction acts on both bodies at one point of the gap between them. Only where bodies that overlap are
// moved apart does it change, by Σ m δ × v.

#include "support/ball_on_plane.hpp"
#include "support/friction_audit.hpp"

#include <gtest/gtest.h>

namespace gluey::test::friction_conservation_test {
namespace {

/// A cloud that collapses on its middle.
template <int D>
Stepper<D> cloud(const LawOptions& law, double h) {
  World<D> world;
  scatter<D>(world, D == 2 ? 60 : 150, 0.0, 1.0, 9, 0.04, 0.07);
  for (std::size_t i = 0; i < world.bodies.size(); ++i) {
    world.bodies.velocity[i] += 3.0 * (Vec<D>::Constant(0.5) - world.bodies.position[i]);
  }
  StepSettings settings;
  settings.step = h;
  settings.accuracy.radii = 1e-7;
  settings.max_iterations = 100000;
  return Stepper<D>(std::move(world), {}, one_law(law), settings);
}

struct Changed {
  double momentum = 0.0, angular = 0.0;
  double contacts = 0.0;
};

template <int D>
Changed run(const LawOptions& law, double h, double end) {
  Stepper<D> stepper = cloud<D>(law, h);
  Changed changed;
  Vec<D> momentum = Vec<D>::Zero();
  Spin<D> angular = Spin<D>::Zero();
  while (stepper.world.time < end) {
    const FrictionAudit<D> found = audited_step<D>(stepper, law);
    momentum += found.momentum_change;
    angular += found.spin_change - found.spin_carried;
    changed.momentum = std::max(changed.momentum, momentum.norm() / found.momentum_scale);
    changed.angular = std::max(changed.angular, angular.norm() / found.spin_scale);
    changed.contacts = std::max(changed.contacts, static_cast<double>(found.contacts));
  }
  return changed;
}

template <class Dimension>
class CollidingCloud : public testing::Test {};
using Dimensions = testing::Types<Plane2D, Space3D>;
TYPED_TEST_SUITE(CollidingCloud, Dimensions);

TYPED_TEST(CollidingCloud, KeepsItsMomentumWithEveryLaw) {
  constexpr int D = TypeParam::value;
  LawOptions rolling = friction(0.5);
  rolling.rolling = 0.005;
  LawOptions bouncing = friction(0.5);
  bouncing.restitution = 0.5;
  for (const LawOptions& law : {friction(0.5), friction(0.5, FrictionModel::convex), gluey_friction(0.5, -0.1), rolling,
                                bouncing, gluey_friction(0.5, -infinity)}) {
    const Changed changed = run<D>(law, 0.005, 0.6);
    EXPECT_LT(changed.momentum, 1e-12);
    EXPECT_LT(changed.angular, 1e-12);
    EXPECT_GT(changed.contacts, 15.0);
  }
}

TYPED_TEST(CollidingCloud, KeepsItsAngularMomentumForAnyStep) {
  constexpr int D = TypeParam::value;
  for (const double h : {0.02, 0.01, 0.001}) {
    EXPECT_LT(run<D>(friction(0.5), h, 0.5).angular, 1e-12) << h;
  }
  for (const LawOptions& law : {inelastic(), gluey(-0.1), friction(0.0)}) {
    EXPECT_LT(run<D>(law, 0.005, 0.6).angular, 1e-12);
  }
}

/// Σ m x × v + R I Rᵀ ω.
Vec<3> angular_momentum(const Bodies<3>& bodies) {
  Vec<3> sum = Vec<3>::Zero();
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const Eigen::Matrix3d r = bodies.orientation[i].matrix();
    sum += bodies.mass[i] * bodies.position[i].cross(bodies.velocity[i]) +
           r * bodies.inertia[i].asDiagonal() * r.transpose() * bodies.angular_velocity[i];
  }
  return sum;
}

TEST(CollidingCloudInSpace, OfBodiesWithThreeMomentsKeepsItsAngularMomentum) {
  // They turn freely and are turned by contacts within the same step.
  Stepper<3> stepper = cloud<3>(friction(0.5), 0.005);
  Bodies<3>& bodies = stepper.world.bodies;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    bodies.inertia[i] = bodies.inertia[i].cwiseProduct(Vec<3>(0.6, 1.0, 1.5));
    bodies.inverse_inertia[i] = bodies.inertia[i].cwiseInverse();
  }
  const Vec<3> before = angular_momentum(bodies);
  double scale = 0.0;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    scale += bodies.mass[i] * bodies.velocity[i].norm() * (1.0 + bodies.position[i].norm());
  }
  double rubbed = 0.0;
  for (int n = 1; n <= 120; ++n) {
    stepper.step(infinity);
    const Contacts<3>& contacts = stepper.graph.contacts;
    for (std::size_t c = 0; c < contacts.size(); ++c) {
      rubbed += contacts.friction[c].norm();
    }
    ASSERT_LT((angular_momentum(bodies) - before).norm(), 1e-12 * scale) << "step " << n;
  }
  EXPECT_GT(rubbed, 1.0);
}

}  // namespace
}  // namespace gluey::test::friction_conservation_test
