// The energy identity of models.md at every step of piles that fall and settle with friction, in every model and with every
// option, and energy that never grows where there is no pull, no restitution and no obstacle that moves.

#include "support/ball_on_plane.hpp"
#include "support/friction_audit.hpp"

#include <gtest/gtest.h>

namespace gluey::test::friction_energy_test {
namespace {

constexpr double h = 0.005;
constexpr double tolerance = 1e-6;

template <int D>
Stepper<D> falling_pile(const LawOptions& law, std::size_t count, bool shaken) {
  World<D> world = walled<D>();
  scatter<D>(world, count, 0.1, D == 2 ? 1.5 : 1.0, 5);
  if (shaken) {
    world.obstacles[0].motion =
        OscillationMotion<D>{.amplitude = 0.02 * Vec<D>::Unit(D - 1) + 0.03 * Vec<D>::UnitX(), .frequency = 3.0};
  }
  Forces<D> forces;
  forces.gravity.acceleration = -10.0 * Vec<D>::Unit(D - 1);
  StepSettings settings;
  settings.step = h;
  settings.accuracy.radii = tolerance;
  settings.max_iterations = 3000;
  return Stepper<D>(std::move(world), forces, one_law(law), settings);
}

LawOptions rolling(double mu, double mu_r, FrictionModel model = FrictionModel::coulomb) {
  LawOptions law = friction(mu, model);
  law.rolling = mu_r;
  return law;
}
LawOptions bouncing(double mu, double e) {
  LawOptions law = friction(mu);
  law.restitution = e;
  return law;
}

template <int D>
void audit(const LawOptions& law, bool never_grows) {
  Stepper<D> stepper = falling_pile<D>(law, D == 2 ? 40 : 60, !never_grows);
  std::size_t contacts = 0;
  std::size_t sliding = 0;
  double highest = 0.0;
  double lost = 0.0;
  double pull = 0.0;
  for (int n = 1; n <= 180; ++n) {
    const FrictionAudit<D> found = audited_step<D>(stepper, law);
    contacts = std::max(contacts, found.contacts);
    sliding = std::max(sliding, found.sliding);
    pull = std::max(pull, found.pull);
    highest = std::max(highest, found.kinetic);
    ASSERT_LT(found.energy_error(), 1e-10 * found.scale) << "step " << n;
    ASSERT_LT(found.velocity_error, 1e-12) << "step " << n;
    ASSERT_LT(found.outside, 1e-12) << "step " << n;
    if (never_grows) {
      // K' + potential − K − potential = −Σ p D/h + p·ũ − ½‖V' − V‖²: p·ũ ≤ 0 at a solution; what the solver left of its
      // tolerance is below this.
      const double change = found.kinetic - found.kinetic_before - found.work_of_gravity;
      ASSERT_LT(change, 1e-6 * highest) << "step " << n;
      lost -= change;
    }
  }
  EXPECT_GT(contacts, 30U);
  EXPECT_GT(sliding, 5U);
  if (law.glues()) {
    EXPECT_GT(pull, 1e-3);
  } else {
    EXPECT_EQ(pull, 0.0);
  }
  if (never_grows) {
    EXPECT_GT(lost, 0.5 * highest);
  }
}

template <class Dimension>
class FrictionalPile : public testing::Test {};
using Dimensions = testing::Types<Plane2D, Space3D>;
TYPED_TEST_SUITE(FrictionalPile, Dimensions);

TYPED_TEST(FrictionalPile, WithCoulombKeepsTheEnergyIdentityAndNeverGainsEnergy) {
  audit<TypeParam::value>(friction(0.4), true);
}
TYPED_TEST(FrictionalPile, OfTheConvexModelKeepsTheEnergyIdentityAndNeverGainsEnergy) {
  audit<TypeParam::value>(friction(0.4, FrictionModel::convex), true);
}
TYPED_TEST(FrictionalPile, WithRollingResistanceKeepsTheEnergyIdentityAndNeverGainsEnergy) {
  audit<TypeParam::value>(rolling(0.4, 0.005), true);
}
TYPED_TEST(FrictionalPile, WithRollingResistanceOfTheConvexModelDoesToo) {
  audit<TypeParam::value>(rolling(0.4, 0.005, FrictionModel::convex), true);
}
TYPED_TEST(FrictionalPile, ThatIsShakenKeepsTheEnergyIdentity) { audit<TypeParam::value>(friction(0.4), false); }
TYPED_TEST(FrictionalPile, ThatBouncesKeepsTheEnergyIdentity) { audit<TypeParam::value>(bouncing(0.4, 0.6), false); }
TYPED_TEST(FrictionalPile, ThatIsGlueyAndShakenKeepsTheEnergyIdentity) {
  audit<TypeParam::value>(gluey_friction(0.4, -0.05), false);
}

}  // namespace
}  // namespace gluey::test::friction_energy_test
