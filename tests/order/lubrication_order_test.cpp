// Films in the engine against the reference solution of one particle near a plane, and the two limits of the law that joins
// films with gluey contacts: to lubrication as the step goes to 0, to gluey contacts as the viscosity does.

#include "support/order.hpp"
#include "support/small_world.hpp"

#include <gluey/ode.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

namespace gluey::test::lubrication_order_test {
namespace {

LawOptions with_film(LawKind kind, const FilmOptions& film) {
  LawOptions law{.kind = kind};
  law.film = film;
  return law;
}

/// Pushed down until t = `turn`, then pulled.
Forces<3> push_and_pull(double turn) {
  Forces<3> forces;
  forces.table.emplace();
  forces.table->times = {0.0, turn};
  forces.table->values = {Vec<3>(0.0, 0.0, -2.0), Vec<3>(0.0, 0.0, 2.0)};
  return forces;
}

/// The largest error of the distance up to t = 6, for hillairet's force and the resistance ε/D.
double error_of_particle(LawKind kind, double epsilon, double h) {
  ode::LubricatedParticle particle;
  particle.epsilon = epsilon;
  particle.force = {{0.0, 2.0}, {-2.0, 2.0}};
  const auto steps = static_cast<std::size_t>(std::lround(6.0 / h));
  std::vector<double> times(steps + 1);
  for (std::size_t k = 0; k <= steps; ++k) {
    times[k] = static_cast<double>(k) * h;
  }
  const std::vector<double> expected = ode::reference(particle, times).q;

  World<3> world;
  world.bodies.add({0.0, 0.0, 2.0}, 1.0, 1.0);
  world.obstacles.push_back(plane_through<3>(Vec<3>::Zero(), Vec<3>::UnitZ()));
  StepSettings settings;
  settings.step = h;
  Stepper<3> stepper(std::move(world), push_and_pull(2.0),
                     one_law(with_film(kind, {.normal = epsilon, .range = 1000.0})), settings);
  double error = 0.0;
  for (std::size_t k = 1; k <= steps; ++k) {
    stepper.step(infinity);
    error = std::max(error, std::abs(stepper.world.bodies.position[0][2] - 1.0 - expected[k]));
  }
  return error;
}

// Films from thick to far thinner than a step resolves: the error is one of the step alone.
TEST(LubricationOrder, OfAParticleIsOneWhateverTheViscosity) {
  for (const double epsilon : {1.0, 0.1, 0.01, 0.001}) {
    expect_order_one("lubrication, ε = " + std::to_string(epsilon), 0.02,
                     [&](double h) { return error_of_particle(LawKind::lubrication, epsilon, h); });
  }
  for (const double epsilon : {0.04, 0.01, 0.001}) {
    expect_order_one("lubricated, ε = " + std::to_string(epsilon), 0.02,
                     [&](double h) { return error_of_particle(LawKind::lubricated, epsilon, h); });
  }
}

enum class System { particle, billiard, column };

Stepper<3> system(System which, const LawOptions& law, double h) {
  World<3> world;
  Forces<3> forces;
  if (which == System::billiard) {
    world.bodies.add({0.0, 0.0, 0.0}, 1.0, 1.0);
    world.bodies.velocity[0] = {2.0, 0.0, 0.0};
    world.bodies.add({3.0, 0.7, 0.0}, 1.0, 1.0);
  } else {
    const int balls = which == System::column ? 10 : 1;
    for (int k = 0; k < balls; ++k) {
      world.bodies.add({0.0, 0.0, (which == System::column ? 1.05 : 1.5) + 2.05 * k}, 1.0, 1.0);
    }
    world.obstacles.push_back(plane_through<3>(Vec<3>::Zero(), Vec<3>::UnitZ()));
    forces = push_and_pull(1.0);
  }
  StepSettings settings;
  settings.step = h;
  settings.accuracy.radii = 1e-12;
  return {std::move(world), std::move(forces), one_law(law), settings};
}

/// How far apart the same bodies get under two laws; the second's step divides the first's.
double apart(System which, const LawOptions& law, double h, const LawOptions& other, double other_h) {
  Stepper<3> a = system(which, law, h), b = system(which, other, other_h);
  const double end = which == System::billiard ? 2.0 : 3.5;
  double largest = 0.0;
  for (std::int64_t k = std::lround(end / h); k > 0; --k) {
    a.step(infinity);
    for (std::int64_t n = std::lround(h / other_h); n > 0; --n) {
      b.step(infinity);
    }
    for (std::size_t i = 0; i < a.world.bodies.size(); ++i) {
      largest = std::max(largest, (a.world.bodies.position[i] - b.world.bodies.position[i]).norm());
    }
  }
  return largest;
}

class LubricatedLimit : public testing::TestWithParam<System> {};

// The threshold falls with the step, so that all of the film is resolved in the end.
TEST_P(LubricatedLimit, IsLubricationAsTheStepGoesToZero) {
  const FilmOptions film{.viscosity = 0.001, .shears = false, .range = 0.5};
  expect_order_one("lubricated, to lubrication", 0.02, [&](double h) {
    return apart(GetParam(), with_film(LawKind::lubricated, film), h, with_film(LawKind::lubrication, film), 7.8125e-5);
  });
}

// Films transmit μ ln(d_0/q_s) at most, with q_s ∝ μ: the difference is O(μ ln 1/μ), a little less than order 1.
TEST_P(LubricatedLimit, IsGlueyAsTheViscosityGoesToZero) {
  std::vector<Measured> rows;
  for (const double viscosity : {1e-3, 1e-4, 1e-5, 1e-6}) {
    const FilmOptions film{.viscosity = viscosity, .shears = false, .range = 0.5};
    rows.push_back({viscosity, apart(GetParam(), with_film(LawKind::lubricated, film), 0.005,
                                     gluey(-infinity, Release::exact, Scaling::radius), 0.005)});
  }
  const double order = order_of(rows);
  fmt::print("             lubricated, to gluey: order {:.3f} in μ\n", order);
  EXPECT_GT(order, 0.85);
  EXPECT_LT(order, 1.05);
  EXPECT_LT(rows.back().error, 1e-4);
}

INSTANTIATE_TEST_SUITE_P(Systems, LubricatedLimit, testing::Values(System::particle, System::billiard, System::column),
                         [](const auto& tested) {
                           return tested.param == System::particle   ? "ParticleAndPlane"
                                  : tested.param == System::billiard ? "Billiard"
                                                                     : "ColumnOfTen";
                         });

}  // namespace
}  // namespace gluey::test::lubrication_order_test
