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
double log_distance(const Stepper<D>& stepper) {
  return stepper.films.log_distance(0);
}

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
    const double y = log_distance(stepper);
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

TYPED_TEST(Films, CloseTheEnergyOfEveryStep) {
  constexpr int D = TypeParam::value;
  for (const LawKind kind : {LawKind::lubrication, LawKind::lubricated}) {
  for (const double h : {4e-3, 2e-3, 1e-3}) {
  Stepper<D> stepper = suspension<D>(h, viscous(kind, 0.1), true);
  double scale = 0.0, viscous_total = 0.0, numerical = 0.0, projection = 0.0;
  for (double t = 0.0; t < 1.0; t += h) {
    const auto energy = [&](const auto& bodies) {
      double kinetic = 0.0;
      for (std::size_t i = 0; i < bodies.size(); ++i) {
        kinetic += 0.5 * bodies.mass[i] * bodies.velocity[i].squaredNorm() +
                   0.5 * bodies.inertia[i].dot(bodies.angular_velocity[i].cwiseAbs2());
      }
      return kinetic;
    };
    const Bodies<D> before = stepper.world.bodies;
    const StepOutcome<D>& outcome = stepper.step(infinity);
    const Bodies<D>& after = stepper.world.bodies;
    double work = 0.0;
    for (std::size_t i = 0; i < before.size(); ++i) {
      work += before.mass[i] * stepper.forces().gravity.acceleration.dot(after.position[i] - before.position[i]);
    }
    scale = std::max(scale, energy(after));
    const double error =
        energy(after) - energy(before) - work + outcome.viscous + outcome.numerical + outcome.projection;
    ASSERT_NEAR(error, 0.0, 1e-10 * scale);
    viscous_total += outcome.viscous;
    numerical += outcome.numerical;
    projection += outcome.projection;
  }
  double deepest = 0; for (double y : stepper.films.graph.contacts.potential) deepest=std::min(deepest,y);
  std::printf("%d h %g viscous %g numerical %g projection %g films %zu its %ld contacts %zu  thinnest %g\n", (int)kind, h, viscous_total, numerical, projection, stepper.films.outcome().films, (long)stepper.films.outcome().solve.iterations, stepper.graph.contacts.size(), deepest);
  }}
}

}  // namespace
}  // namespace gluey::test
