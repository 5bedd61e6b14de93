// Forces between surfaces: aggregation, capillary bridges, soft repulsion.

#include "support/shaped_world.hpp"
#include "support/small_world.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace gluey::test::pair_forces_test {
namespace {

constexpr double kappa = 3e-3, epsilon = 3e-3;

/// Two balls on a slanted line, so far apart.
template <int D>
World<D> two_balls(double gap, double r1 = 0.02, double r2 = 0.03, double m1 = 1.0, double m2 = 2.5) {
  Vec<D> along = Vec<D>::Ones();
  along[0] = -2.0;
  along.normalize();
  World<D> world;
  world.bodies.add(0.1 * Vec<D>::Ones(), r1, m1);
  world.bodies.add(0.1 * Vec<D>::Ones() + (r1 + r2 + gap) * along, r2, m2);
  return world;
}
template <int D>
double gap_of(const World<D>& world) {
  const Bodies<D>& bodies = world.bodies;
  return (bodies.position[1] - bodies.position[0]).norm() - bodies.radius[0] - bodies.radius[1];
}
template <int D>
double approach(const World<D>& world) {
  const Vec<D> apart = (world.bodies.position[1] - world.bodies.position[0]).normalized();
  return apart.dot(world.bodies.velocity[0] - world.bodies.velocity[1]);
}

template <int D>
Stepper<D> with(World<D> world, PairForces<D> pairs, double h) {
  Forces<D> forces;
  forces.pairs = std::move(pairs);
  return Stepper<D>(std::move(world), std::move(forces), one_law(inelastic()), to_rounding(h));
}

template <class Dimension>
class PairForce : public testing::Test {};
using Dimensions = testing::Types<Plane2D, Space3D>;
TYPED_TEST_SUITE(PairForce, Dimensions);

TYPED_TEST(PairForce, OfAggregationFollowsItsPotential) {
  constexpr int D = TypeParam::value;
  for (const double gap : {0.0, 1e-4, 2e-3, 9e-3, 2e-2}) {
    const double h = 1e-4;
    PairForces<D> pairs;
    pairs.aggregation = Aggregation{kappa, epsilon};
    Stepper<D> stepper = with<D>(two_balls<D>(gap), pairs, h);
    stepper.step(infinity);
    // dΨ/dD by a difference quotient of sixth order instead of the derivative.
    const auto psi = [](double d) { return kappa * std::tanh(d / epsilon); };
    const double d = 1e-4;
    const double slope = (45.0 * (psi(gap + d) - psi(gap - d)) - 9.0 * (psi(gap + 2 * d) - psi(gap - 2 * d)) +
                          (psi(gap + 3 * d) - psi(gap - 3 * d))) /
                         (60.0 * d);
    const double expected = gap == 0.0 ? 0.0 : h * slope * (1.0 / 1.0 + 1.0 / 2.5);  // touching, the contact resists
    EXPECT_NEAR(approach(stepper.world), expected, 1e-7 * h) << gap;
    const Vec<D> momentum = stepper.world.bodies.velocity[0] + 2.5 * stepper.world.bodies.velocity[1];
    EXPECT_LT(momentum.norm(), 1e-18);
  }
}

// The reaction of a contact at rest is the attraction, κ/ε, to rounding, and nothing moves.
TYPED_TEST(PairForce, OfAggregationIsBalancedByTheContact) {
  constexpr int D = TypeParam::value;
  const double h = 0.02;
  PairForces<D> pairs;
  pairs.aggregation = Aggregation{kappa, epsilon};
  Stepper<D> stepper = with<D>(two_balls<D>(0.0), pairs, h);
  const auto start = stepper.world.bodies.position;
  for (int n = 0; n < 100; ++n) {
    stepper.step(infinity);
    ASSERT_EQ(stepper.graph.contacts.size(), 1U);
    // The gap is zero to 1e-17: of the force that is nothing.
    EXPECT_NEAR(stepper.graph.contacts.impulse[0] / h, kappa / epsilon, 1e-13);
  }
  EXPECT_LT((stepper.world.bodies.position[1] - start[1]).norm(), 1e-15);
}

// Under noise its impulse is √h F.
TYPED_TEST(PairForce, OfAggregationOutweighsNoise) {
  constexpr int D = TypeParam::value;
  const double h = 0.01;
  Forces<D> forces;
  forces.pairs.aggregation = Aggregation{kappa, epsilon};
  forces.noise = Noise{0.0, 1};
  Stepper<D> stepper(two_balls<D>(0.0), std::move(forces), one_law(inelastic()), to_rounding(h));
  stepper.step(infinity);
  EXPECT_NEAR(stepper.graph.contacts.impulse[0], std::sqrt(h) * kappa / epsilon, 1e-13);
}

TYPED_TEST(PairForce, OfRepulsionGivesBackItsEnergy) {
  constexpr int D = TypeParam::value;
  PairForces<D> pairs;
  pairs.repulsion = Repulsion{.stiffness = 40.0, .reach = 0.01};
  World<D> world = two_balls<D>(0.02);
  const double speed = 0.02;
  const Vec<D> apart = (world.bodies.position[1] - world.bodies.position[0]).normalized();
  world.bodies.velocity[1] = -speed * apart;
  Stepper<D> stepper = with<D>(std::move(world), pairs, 1e-4);
  double least = 1.0;
  for (int n = 0; n < 30000; ++n) {
    stepper.step(infinity);
    least = std::min(least, gap_of(stepper.world));
  }
  EXPECT_NEAR(approach(stepper.world), -speed, 1e-2 * speed);
  // ½ μ u² = ½ k (a − D)².
  const double mass = 2.5 / 3.5;
  EXPECT_NEAR(least, 0.01 - speed * std::sqrt(mass / 40.0), 2e-5);
}

struct Bridge {
  double tension = 0.07, angle = 0.3, volume = 4e-7;
  [[nodiscard]] Capillary law() const { return {.tension = tension, .angle = angle, .volume = volume}; }
  [[nodiscard]] double rupture() const { return (1.0 + 0.5 * angle) * std::cbrt(volume); }
  /// Rabinovich's form: F = 2πRσ cos θ/(1 + D/2d), d = D/2 (−1 + √(1 + 2V/(πRD²))).
  [[nodiscard]] double force(double gap, double radius) const {
    const double contact = 2.0 * std::numbers::pi * radius * tension * std::cos(angle);
    if (gap <= 0.0) {
      return contact;
    }
    const double depth = 0.5 * gap * (-1.0 + std::sqrt(1.0 + 2.0 * volume / (std::numbers::pi * radius * gap * gap)));
    return contact / (1.0 + 0.5 * gap / depth);
  }
};

/// What pulls the first of two balls when they stand so far apart, after the way they came.
template <int D>
class Tester {
 public:
  explicit Tester(World<D> world, const Capillary& law) : world_(std::move(world)) { pairs_.capillary = law; }
  double pull(double gap) {
    const Vec<D> along = (world_.bodies.position[1] - world_.bodies.position[0]).normalized();
    world_.bodies.position[1] =
        world_.bodies.position[0] + (world_.bodies.radius[0] + world_.bodies.radius[1] + gap) * along;
    const Ranges ranges{std::vector<double>(2, 0.5 * pairs_.range()), {}};
    candidates_.update(world_, ranges, {0.0, 0.0});
    pairs_.find(world_, candidates_, ranges);
    std::vector<Vec<D>> force(2, Vec<D>::Zero());
    std::vector<Spin<D>> torque(2, Spin<D>::Zero());
    pairs_.add(world_, 1.0, force, torque);
    pairs_.graph.keep();
    EXPECT_LT((force[0] + force[1]).norm(), 1e-18);
    return force[0].dot(along);
  }

 private:
  World<D> world_;
  PairForces<D> pairs_;
  Candidates<D> candidates_;
};

TYPED_TEST(PairForce, OfABridgeFollowsItsFormulaAndHasMemory) {
  constexpr int D = TypeParam::value;
  const Bridge bridge;
  const double radius = 2.0 / (1.0 / 0.02 + 1.0 / 0.03);
  Tester<D> tester(two_balls<D>(0.01), bridge.law());
  const auto expect_pull = [&](double gap, bool held) {
    EXPECT_NEAR(tester.pull(gap), held ? bridge.force(gap, radius) : 0.0, 1e-15) << gap;
  };
  for (const double gap : {0.01, 0.6 * bridge.rupture(), 1e-4}) {
    expect_pull(gap, false);  // not before they touch
  }
  for (const double gap : {0.0, 1e-5, 0.3 * bridge.rupture(), 0.999 * bridge.rupture(), 0.1 * bridge.rupture()}) {
    expect_pull(gap, true);
  }
  expect_pull(1.001 * bridge.rupture(), false);
  expect_pull(0.5 * bridge.rupture(), false);  // broken
  expect_pull(-1e-9, true);                    // and wet again
}

TEST(CapillaryBridge, LosesItsEnergyWhenItBreaks) {
  const Bridge bridge;
  const double radius = 2.0 / (1.0 / 0.02 + 1.0 / 0.03), mass = 2.5 / 3.5;
  // ∫F over the way to rupture, by Simpson.
  double work = 0.0;
  constexpr int pieces = 2000;
  for (int k = 0; k <= pieces; ++k) {
    const double weight = k == 0 || k == pieces ? 1.0 : k % 2 == 1 ? 4.0 : 2.0;
    work += weight * bridge.force(bridge.rupture() * k / pieces, radius) * bridge.rupture() / (3.0 * pieces);
  }
  EXPECT_NEAR(bridge.law().work(bridge.rupture(), radius), work, 1e-9 * work);
  const double escape = std::sqrt(2.0 * work / mass);
  for (const double share : {0.97, 1.03, 1.5}) {
    World<3> world = two_balls<3>(0.0);
    const Vec<3> apart = (world.bodies.position[1] - world.bodies.position[0]).normalized();
    world.bodies.velocity[0] = -2.5 / 3.5 * share * escape * apart;
    world.bodies.velocity[1] = 1.0 / 3.5 * share * escape * apart;
    PairForces<3> pairs;
    pairs.capillary = bridge.law();
    Stepper<3> stepper = with<3>(std::move(world), pairs, 2e-4);
    for (int n = 0; n < 20000; ++n) {
      stepper.step(infinity);
    }
    if (share < 1.0) {
      EXPECT_LT(gap_of(stepper.world), bridge.rupture()) << "held";
    } else {
      const double left = std::sqrt(share * share - 1.0) * escape;
      EXPECT_GT(gap_of(stepper.world), bridge.rupture());
      EXPECT_NEAR(-approach(stepper.world), left, 1e-2 * escape) << "steps are of first order";
    }
  }
}

// A wet ball hangs from a ceiling as long as it is light enough; on a plane R = 2r, so the pull is 4πrσ cos θ.
TEST(CapillaryBridge, HoldsABallAgainstGravity) {
  const Bridge bridge;
  const double radius = 0.02, pull = 4.0 * std::numbers::pi * radius * bridge.tension * std::cos(bridge.angle);
  for (const double share : {0.99, 1.01}) {
    World<3> world;
    world.bodies.add(Vec<3>(0.0, 0.0, -radius), radius, 1.0);
    world.obstacles.push_back(plane_through<3>(Vec<3>::Zero(), -Vec<3>::UnitZ()));
    Forces<3> forces;
    forces.gravity.acceleration = Vec<3>(0.0, 0.0, -share * pull);
    forces.pairs.capillary = bridge.law();
    Stepper<3> stepper(std::move(world), std::move(forces), one_law(inelastic()), to_rounding(0.01));
    Vec<3> load = Vec<3>::Zero();
    for (int n = 0; n < 1000; ++n) {
      load = stepper.step(infinity).obstacle_force[0];
    }
    const double fallen = -stepper.world.bodies.position[0][2] - radius;
    if (share < 1.0) {
      EXPECT_LT(std::abs(fallen), 1e-12);
      EXPECT_NEAR(load[2], -share * pull, 1e-10) << "the ceiling carries the ball";
    } else {
      EXPECT_GT(fallen, bridge.rupture());
    }
  }
}

// Bodies that are no spheres are pulled where they are nearest, which turns them.
TEST(PairForceOnShapes, TurnsThem) {
  World<2> world;
  world.bodies.add(Vec<2>(0.0, 0.0), 0.3, 1.0);
  world.bodies.add(Vec<2>(0.2, 0.25), 0.1, 1.0);
  Shape<2> rod;
  rod.kind = "capsule";
  rod.parts = {Segment<2>{Vec<2>(-0.2, 0.0), Vec<2>(0.2, 0.0), 0.1}};
  rod.outer = 0.3;
  rod.inner = 0.1;
  world.shapes.push_back(rod);
  world.bodies.shape[0] = 0;
  Forces<2> forces;
  forces.pairs.aggregation = Aggregation{kappa, 0.05};
  const double h = 1e-3, gap = 0.05;
  Stepper<2> stepper(std::move(world), std::move(forces), one_law(inelastic()), to_rounding(h));
  stepper.step(infinity);
  const double force = kappa / (0.05 * std::cosh(gap / 0.05) * std::cosh(gap / 0.05));
  const Bodies<2>& bodies = stepper.world.bodies;
  EXPECT_NEAR(bodies.velocity[0][1], h * force, 1e-12);
  EXPECT_NEAR(bodies.velocity[1][1], -h * force, 1e-12);
  EXPECT_NEAR(bodies.angular_velocity[0][0], h * 0.2 * force / bodies.inertia[0][0], 1e-12);
}

// Of two flat faces no corner is nearer than the others: which of them came first must not turn anybody.
template <class Dimension>
class PairForceOfBoxes : public testing::Test {};
TYPED_TEST_SUITE(PairForceOfBoxes, Dimensions);

/// Side by side, one a little tilted.
template <int D>
World<D> two_boxes(double gap, double angle) {
  World<D> world;
  const Vec<D> half = Vec<D>::Constant(0.2);
  add_box<D>(world, half, {Vec<D>::Zero(), {}}, 1.0);
  Rotation<D> tilted;
  Spin<D> turn = Spin<D>::Zero();
  turn[spin_size<D> - 1] = angle;
  add_box<D>(world, half, {(0.4 + gap) * Vec<D>::UnitX(), tilted.turned(turn)}, 2.0);
  return world;
}

TYPED_TEST(PairForceOfBoxes, ActsInTheMiddleOfFaces) {
  constexpr int D = TypeParam::value;
  const double h = 1e-3, stiffness = 40.0, reach = 0.05;
  PairForces<D> pairs;
  pairs.repulsion = Repulsion{.stiffness = stiffness, .reach = reach};
  for (const double gap : {0.0, 0.01, 0.03}) {
    // Rounding tilts by as much.
    for (const double angle : {0.0, 1e-15, -1e-15}) {
      Stepper<D> stepper = with<D>(two_boxes<D>(gap, angle), pairs, h);
      stepper.step(infinity);
      const Bodies<D>& bodies = stepper.world.bodies;
      const double force = stiffness * (reach - gap);
      EXPECT_NEAR(bodies.velocity[0][0], -h * force, 1e-12);
      EXPECT_NEAR(bodies.velocity[1][0], h * force / 2.0, 1e-12);
      EXPECT_LT(bodies.angular_velocity[0].norm(), 1e-8);
      EXPECT_LT(bodies.angular_velocity[1].norm(), 1e-8);
    }
  }
}

TYPED_TEST(PairForceOfBoxes, ActsAtTheEdgeThatIsNearer) {
  constexpr int D = TypeParam::value;
  const double h = 1e-3, stiffness = 40.0, reach = 0.05, angle = 1e-3, gap = 0.01;
  PairForces<D> pairs;
  pairs.repulsion = Repulsion{.stiffness = stiffness, .reach = reach};
  Stepper<D> stepper = with<D>(two_boxes<D>(gap, angle), pairs, h);
  stepper.step(infinity);
  // The upper corner of the second's left side is the one that comes forward.
  const double forward = 0.2 * (std::cos(angle) - 1.0 + std::sin(angle));
  const double force = stiffness * (reach - gap + forward);
  const Bodies<D>& bodies = stepper.world.bodies;
  EXPECT_NEAR(bodies.velocity[1][0], h * force / 2.0, 1e-10);
  const double arm = 0.2 * (std::cos(angle) - std::sin(angle));
  EXPECT_NEAR(bodies.angular_velocity[1][spin_size<D> - 1] * bodies.inertia[1][spin_size<D> - 1], -h * force * arm,
              1e-8);
}

TYPED_TEST(PairForceOfBoxes, HaveOneBridgeThatGoesWhereTheyAreNearest) {
  constexpr int D = TypeParam::value;
  const Bridge bridge;
  PairForces<D> pairs;
  pairs.capillary = bridge.law();
  World<D> world = two_boxes<D>(0.0, 0.0);
  const auto look = [&](double gap, double angle) {
    const World<D> there = two_boxes<D>(gap, angle);
    world.bodies.position = there.bodies.position;
    world.bodies.orientation = there.bodies.orientation;
    const Ranges ranges{std::vector<double>(2, 0.5 * pairs.range()), {}};
    Candidates<D> candidates;
    candidates.update(world, ranges, {0.0, 0.0});
    pairs.find(world, candidates, ranges);
    std::vector<Vec<D>> force(2, Vec<D>::Zero());
    std::vector<Spin<D>> torque(2, Spin<D>::Zero());
    pairs.add(world, 1.0, force, torque);
    pairs.graph.keep();
    return force[0][0];
  };
  const double apart = 0.3 * bridge.rupture();
  EXPECT_EQ(look(apart, 0.0), 0.0);  // they never touched
  EXPECT_EQ(pairs.bridges(), 0);
  const double pull = look(0.0, 0.0);
  EXPECT_GT(pull, 0.0);
  EXPECT_EQ(pairs.bridges(), 1);
  const double tilt = 1e-3, forward = 0.2 * (std::cos(tilt) - 1.0 + std::sin(tilt));
  for (const double angle : {tilt, -tilt, 0.0}) {
    const double held = look(apart + (angle == 0.0 ? 0.0 : forward), angle);
    EXPECT_GT(held, 0.5 * pull * bridge.force(apart, 0.2) / bridge.force(0.0, 0.2));
    EXPECT_LT(held, pull);
    EXPECT_EQ(pairs.bridges(), 1);
  }
  EXPECT_EQ(look(1.1 * bridge.rupture(), 0.0), 0.0);
  EXPECT_EQ(pairs.bridges(), 0);
}

}  // namespace
}  // namespace gluey::test::pair_forces_test
