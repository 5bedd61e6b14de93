// Films of fluid against the first integral of the lubrication equation (models.md, "Many-body lubrication").

#include "support/small_world.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace gluey::test {
namespace {

LawOptions lubrication(double resistance, double range) {
  LawOptions law{.kind = LawKind::lubrication};
  law.film = {.normal = resistance, .range = range};
  return law;
}

/// Two balls on the x axis that a force pushes towards each other.
template <int D>
struct Pair {
  double mass_first = 1.0, mass_second = 2.0, gap = 0.5, resistance = 0.1, force = -1.0, h = 1e-3;

  [[nodiscard]] double mobility() const { return 1.0 / mass_first + 1.0 / mass_second; }
  [[nodiscard]] double k_0() const { return force * mobility(); }
  [[nodiscard]] double k_1() const { return resistance * mobility(); }

  [[nodiscard]] Stepper<D> stepper() const {
    World<D> world;
    world.bodies.add(Vec<D>::Zero(), 1.0, mass_first);
    world.bodies.add((2.0 + gap) * Vec<D>::UnitX(), 1.0, mass_second);
    Forces<D> forces;
    forces.drives = {{.body = 0, .force = -force * Vec<D>::UnitX()}, {.body = 1, .force = force * Vec<D>::UnitX()}};
    StepSettings settings;
    settings.step = h;
    return Stepper<D>(std::move(world), std::move(forces), one_law(lubrication(resistance, 1.0)), settings);
  }
};

template <class Dimension>
class Films : public ::testing::Test {};
using Dimensions = ::testing::Types<Plane2D, Space3D>;
TYPED_TEST_SUITE(Films, Dimensions);

template <int D>
double approach(const Stepper<D>& stepper) {
  const auto& v = stepper.world.bodies.velocity;
  return v[1][0] - v[0][0];
}

// u + k₁ ln D − k₀ t is constant, whatever the step: the distances reach e^−1000 and less with every digit.
TYPED_TEST(Films, KeepTheFirstIntegralDownToVanishingDistances) {
  constexpr int D = TypeParam::value;
  Pair<D> pair;
  pair.resistance = 1e-3;
  Stepper<D> stepper = pair.stepper();
  const double begin = pair.k_1() * std::log(pair.gap);
  double thinnest = 0.0;
  for (int step = 1; step <= 3000; ++step) {
    stepper.step(infinity);
    const double y = stepper.films.log_distance(0);
    const double integral = approach(stepper) + pair.k_1() * y - pair.k_0() * step * pair.h;
    // Rounding of k₁ y, which the impulses of every step went into.
    ASSERT_NEAR(integral, begin, 1e-12 * (1.0 + std::abs(pair.k_1() * y))) << step;
    thinnest = std::min(thinnest, y);
  }
  EXPECT_LT(thinnest, -1000.0);
}

/// Balls at random, some of them all but touching, falling through each other's films.
template <int D>
Stepper<D> suspension(double h, LawOptions law, bool walls) {
  World<D> world;
  std::uint64_t state = 7;
  const auto draw = [&state] {
    state = state * 6364136223846793005ULL + 1442695040888963407ULL;
    return static_cast<double>(state >> 11) / 9007199254740992.0;
  };
  const int side = D == 2 ? 6 : 3;
  for (int k = 0; k < (D == 2 ? side * side : side * side * side); ++k) {
    Vec<D> x;
    for (int axis = 0, rest = k; axis < D; ++axis, rest /= side) {
      x[axis] = 2.3 * (rest % side) + 0.2 * draw();
    }
    const double r = 0.9 + 0.2 * draw();
    world.bodies.add(x, r, 1.0 + draw());
    for (int axis = 0; axis < D; ++axis) {
      world.bodies.velocity.back()[axis] = 2.0 * draw() - 1.0;
    }
    world.bodies.angular_velocity.back() = Spin<D>::Constant(draw());
  }
  if (walls) {
    for (int axis = 0; axis < D; ++axis) {
      world.obstacles.push_back(plane_through<D>(Vec<D>(-1.5 * Vec<D>::Unit(axis)), Vec<D>(Vec<D>::Unit(axis))));
      world.obstacles.push_back(
          plane_through<D>(Vec<D>((2.3 * side - 0.4) * Vec<D>::Unit(axis)), Vec<D>(-Vec<D>::Unit(axis))));
    }
  }
  Forces<D> forces;
  forces.gravity.acceleration = walls ? Vec<D>(-10.0 * Vec<D>::Unit(D - 1)) : Vec<D>(Vec<D>::Zero());
  StepSettings settings;
  settings.step = h;
  return Stepper<D>(std::move(world), std::move(forces), one_law(law), settings);
}

LawOptions viscous(LawKind kind, double viscosity, double range = 1.0) {
  LawOptions law{.kind = kind};
  law.film = {.viscosity = viscosity, .range = range};
  return law;
}

// Films give one body what they take from the other: momentum and angular momentum of a suspension without walls stay.
TYPED_TEST(Films, KeepMomentumAndAngularMomentum) {
  constexpr int D = TypeParam::value;
  Stepper<D> stepper = suspension<D>(1e-3, viscous(LawKind::lubrication, 0.1), false);
  const auto momenta = [&] {
    const Bodies<D>& bodies = stepper.world.bodies;
    Vec<D> linear = Vec<D>::Zero();
    Spin<D> angular = Spin<D>::Zero();
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      linear += bodies.mass[i] * bodies.velocity[i];
      angular += moment(bodies.position[i], Vec<D>(bodies.mass[i] * bodies.velocity[i])) +
                 bodies.inertia[i].cwiseProduct(bodies.angular_velocity[i]);
    }
    return std::pair(linear, angular);
  };
  const auto before = momenta();
  for (int step = 0; step < 100; ++step) {
    stepper.step(infinity);
  }
  const auto after = momenta();
  EXPECT_LT((after.first - before.first).norm(), 1e-12);
  EXPECT_LT((after.second - before.second).norm(), 1e-11);
}

template <int D>
double kinetic(const Bodies<D>& bodies) {
  double energy = 0.0;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    energy += 0.5 * bodies.mass[i] * bodies.velocity[i].squaredNorm() +
              0.5 * bodies.inertia[i].dot(bodies.angular_velocity[i].cwiseAbs2());
  }
  return energy;
}

// K'' − K = h F·V° − viscous − numerical − projection; and as the films alone change velocities, the first two of them again by
// formulas of the test's own: Σ p·u from positions, velocities and impulses, and ½‖V' − V‖².
TYPED_TEST(Films, CloseTheEnergyOfEveryStep) {
  constexpr int D = TypeParam::value;
  Stepper<D> stepper = suspension<D>(2e-3, viscous(LawKind::lubrication, 0.1), true);
  double turned_over = 0.0;
  for (int step = 0; step < 500; ++step) {
    const Bodies<D> before = stepper.world.bodies;
    const StepOutcome<D>& outcome = stepper.step(infinity);
    const Bodies<D>& after = stepper.world.bodies;
    double work = 0.0, slowed = 0.0, resisted = 0.0;
    for (std::size_t i = 0; i < before.size(); ++i) {
      work += before.mass[i] * stepper.forces().gravity.acceleration.dot(after.position[i] - before.position[i]);
      slowed += 0.5 * before.mass[i] * (after.velocity[i] - before.velocity[i]).squaredNorm() +
                0.5 * before.inertia[i].dot((after.angular_velocity[i] - before.angular_velocity[i]).cwiseAbs2());
    }
    const Contacts<D>& films = stepper.films.graph.contacts;
    for (std::size_t c = 0; c < films.size(); ++c) {
      const auto i = static_cast<std::size_t>(films.first[c]);
      const auto j = static_cast<std::size_t>(films.second[c]);
      const bool wall = j >= before.size();
      // The point midway between the surfaces, from the positions before the step.
      const Vec<D> normal = wall ? films.normal[c] : Vec<D>((before.position[j] - before.position[i]).normalized());
      const Vec<D> point = before.position[i] + (before.radius[i] + 0.5 * films.gap[c]) * normal;
      Vec<D> u = -after.velocity[i] - cross(after.angular_velocity[i], Vec<D>(point - before.position[i]));
      if (!wall) {
        u += after.velocity[j] + cross(after.angular_velocity[j], Vec<D>(point - before.position[j]));
      }
      resisted -= stepper.films.impulse(c).dot(u);
    }
    turned_over = std::max(turned_over, kinetic(after));
    ASSERT_NEAR(kinetic(after) - kinetic(before), work - outcome.viscous - outcome.numerical - outcome.projection,
                1e-12 * turned_over);
    ASSERT_NEAR(outcome.viscous, resisted, 1e-12 * turned_over);
    ASSERT_NEAR(outcome.numerical, slowed, 1e-12 * turned_over);
    ASSERT_GE(resisted, 0.0);
  }
}

// The same identity where contacts take over below the threshold, and rub.
TYPED_TEST(Films, CloseTheEnergyWithContactsBelowTheThreshold) {
  constexpr int D = TypeParam::value;
  LawOptions law = viscous(LawKind::lubricated, 0.1);
  law.friction = 0.4;
  Stepper<D> stepper = suspension<D>(2e-3, law, true);
  for (double& roughness : stepper.world.bodies.roughness) {
    roughness = 0.01;
  }
  double turned_over = 0.0;
  std::size_t rubbing = 0;
  for (int step = 0; step < 500; ++step) {
    const Bodies<D> before = stepper.world.bodies;
    const StepOutcome<D>& outcome = stepper.step(infinity);
    const Bodies<D>& after = stepper.world.bodies;
    double work = 0.0;
    for (std::size_t i = 0; i < before.size(); ++i) {
      work += before.mass[i] * stepper.forces().gravity.acceleration.dot(after.position[i] - before.position[i]);
    }
    turned_over = std::max(turned_over, kinetic(after));
    ASSERT_NEAR(kinetic(after) - kinetic(before), work - outcome.viscous - outcome.numerical - outcome.projection,
                1e-11 * turned_over);
    for (const Vec<D>& friction : stepper.graph.contacts.friction) {
      rubbing += friction.norm() > 0.0 ? 1 : 0;
    }
  }
  EXPECT_GT(rubbing, 100U);
}

// Bodies that turn about each other like one shear nothing between them.
TYPED_TEST(Films, LeaveRigidMotionsAlone) {
  constexpr int D = TypeParam::value;
  Stepper<D> stepper = suspension<D>(1e-4, viscous(LawKind::lubrication, 10.0), false);
  Bodies<D>& bodies = stepper.world.bodies;
  const Spin<D> omega = 0.3 * Spin<D>::UnitX();
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    bodies.velocity[i] = Vec<D>::Ones() + cross(omega, bodies.position[i]);
    bodies.angular_velocity[i] = omega;
  }
  const double before = kinetic(bodies);
  const StepOutcome<D>& outcome = stepper.step(infinity);
  EXPECT_GT(outcome.films, 50U);
  EXPECT_LT(outcome.viscous, 1e-12 * before);
  EXPECT_NEAR(kinetic(bodies), before, 1e-12 * before);
}

// Jeffrey and Onishi (1984): 6πμ r² u/D along the normal and 8/15 · 6πμ r ln(d_0/D) u across for a ball at a plane, 1/6 and a
// quarter for two balls alike.
TEST(FilmResistance, IsThatOfBallsAtPlanesAndAtEachOther) {
  FilmOptions film{.viscosity = 0.7};
  const double stokes = 6.0 * std::numbers::pi * 0.7 * 2.0;  // r = 2
  const FilmResistance plane = film_resistance(film, 0.5, 0.0);
  EXPECT_NEAR(plane.normal, stokes * 2.0, 1e-12);
  EXPECT_NEAR(plane.tangential, 8.0 / 15.0 * stokes, 1e-12);
  const FilmResistance alike = film_resistance(film, 0.5, 0.5);
  EXPECT_NEAR(alike.normal, 0.25 * stokes * 2.0, 1e-12);
  EXPECT_NEAR(alike.tangential, stokes / 6.0, 1e-12);
}

}  // namespace
}  // namespace gluey::test
