// Steps are safe whatever budget their solve ends with: momentum is exact, and contacts give no energy beyond what obstacles and pulls
// across gaps do. All of it is worked out here, from the state before and after a step and from each contact's impulse.

#include "core/random.hpp"
#include "support/small_world.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

namespace gluey::test::safe_steps_test {
namespace {

struct Trial {
  std::string name;
  LawOptions law;
  double ratio = 1.0;   ///< of the largest to the smallest radius
  double height = 1.0;  ///< of the heap over its width
  bool floor_moves = false;
  std::size_t bodies = 80;
  int slower = 1;  ///< steps are shorter by this, so that nothing crosses a small body in one …
  double deepest = accuracy::draft.overlap;  ///< … and may overlap it by so much of its radius, with 30 iterations
};

/// The name that ctest shows.
void PrintTo(const Trial& trial, std::ostream* out) { *out << trial.name; }

LawOptions rubbing(double mu, FrictionModel model = FrictionModel::coulomb, double rolling = 0.0) {
  return {.kind = LawKind::friction, .friction = mu, .model = model, .rolling = rolling};
}
LawOptions glued(LawKind kind, double gamma_min, double mu = 0.0) {
  return {.kind = kind, .gamma_min = gamma_min, .friction = mu};
}

std::vector<Trial> trials() {
  return {{"Inelastic", inelastic()},
          {"Gluey", glued(LawKind::gluey, -0.5)},
          {"SmoothGluey", glued(LawKind::gluey, -infinity)},
          {"LittleFriction", rubbing(0.1)},
          {"Friction", rubbing(0.5)},
          {"StrongFriction", rubbing(3.0)},
          {"ExtremeFriction", rubbing(10.0)},
          {"ConvexFriction", rubbing(0.5, FrictionModel::convex)},
          {"ExtremeConvexFriction", rubbing(10.0, FrictionModel::convex)},
          {"Rolling", rubbing(0.5, FrictionModel::coulomb, 0.02)},
          {"GlueyFriction", glued(LawKind::gluey_friction, -0.05, 0.5)},
          {"ExtremeGlueyFriction", glued(LawKind::gluey_friction, -0.05, 10.0)},
          {"SizesOfTen", rubbing(0.5), 10.0, 1.0, false, 80, 5, 1.0},
          {"ExtremeSizesOfTen", rubbing(10.0), 10.0, 1.0, false, 80, 5, 1.0},
          {"TallColumn", rubbing(0.5), 1.5, 12.0},
          // Thirty iterations are less than three per layer.
          {"TallGlueyColumn", glued(LawKind::gluey, -0.2), 1.5, 12.0, false, 80, 1, 0.1},
          {"MovingFloor", rubbing(0.5), 2.0, 1.0, true},
          {"MovingGlueyFloor", glued(LawKind::gluey_friction, -0.05, 0.5), 2.0, 1.0, true}};
}

constexpr double longest = 0.005;

template <int D>
Vec<D> floor_velocity(double time) {
  return Vec<D>(0.3 * std::sin(7.0 * time) * Vec<D>::UnitX() + 0.4 * std::cos(11.0 * time) * Vec<D>::Unit(D - 1));
}

/// Bodies in layers above a floor between walls, thrown about.
template <int D>
Stepper<D> heap(const Trial& trial, std::int64_t budget, std::uint64_t seed) {
  World<D> world;
  const double h = longest / trial.slower;
  const double largest = 0.1, cell = 2.05 * largest;
  const auto across = std::max<std::size_t>(
      2, static_cast<std::size_t>(std::pow(static_cast<double>(trial.bodies) / trial.height, 1.0 / D)));
  std::size_t layer = 1;
  for (int axis = 0; axis + 1 < D; ++axis) {
    layer *= across;
  }
  RandomStream random(seed, 0);
  for (std::size_t k = 0; k < trial.bodies; ++k) {
    Vec<D> place;
    std::size_t rest = k;
    for (int axis = 0; axis + 1 < D; ++axis) {
      place[axis] = cell * (0.5 + static_cast<double>(rest % across));
      rest /= across;
    }
    place[D - 1] = cell * (0.5 + static_cast<double>(k / layer));
    const double radius = largest * std::pow(trial.ratio, -random.uniform());
    world.bodies.add(place, radius, 1000.0 * std::pow(radius, D));
    for (int axis = 0; axis < D; ++axis) {
      world.bodies.velocity.back()[axis] = 2.0 * random.uniform() - 1.0;
    }
  }
  const double width = cell * static_cast<double>(across);
  Motion<D> motion = FixedMotion{};
  if (trial.floor_moves) {
    TableMotion<D> table;
    table.times = {0.0};
    table.positions = {Vec<D>::Zero()};
    for (int k = 1; k <= 400; ++k) {
      table.times.push_back(k * h);
      table.positions.push_back(Vec<D>(table.positions.back() + h * floor_velocity<D>(k * h)));
    }
    motion = table;
  }
  world.obstacles.push_back(plane_through<D>(Vec<D>::Zero(), Vec<D>::Unit(D - 1), motion));
  for (int axis = 0; axis + 1 < D; ++axis) {
    world.obstacles.push_back(plane_through<D>(Vec<D>::Zero(), Vec<D>::Unit(axis)));
    world.obstacles.push_back(plane_through<D>(Vec<D>(width * Vec<D>::Unit(axis)), Vec<D>(-Vec<D>::Unit(axis))));
  }
  Forces<D> forces;
  forces.gravity.acceleration = -10.0 * Vec<D>::Unit(D - 1);
  StepSettings settings;
  settings.step = h;
  settings.accuracy = accuracy::standard;
  settings.accuracy.budget = {static_cast<double>(budget), 0.0};
  return Stepper<D>(std::move(world), forces, one_law(trial.law), settings);
}

template <int D>
double kinetic(const Bodies<D>& bodies) {
  double sum = 0.0;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    sum += 0.5 * bodies.mass[i] * bodies.velocity[i].squaredNorm();
    sum += 0.5 * bodies.inertia[i].maxCoeff() * bodies.angular_velocity[i].squaredNorm();  // balls
  }
  return sum;
}

template <int D>
void expect_safe(const Trial& trial, std::int64_t budget) {
  SCOPED_TRACE(testing::Message() << trial.name << " in " << D << "D, " << budget << " iterations");
  Stepper<D> stepper = heap<D>(trial, budget, 7);
  const double h = longest / trial.slower;
  const Vec<D> gravity = stepper.forces().gravity.acceleration;
  double deepest = 0.0;
  std::int64_t shortened = 0, unsolved = 0;
  for (int n = 1; n <= 160 * trial.slower; ++n) {
    const Bodies<D> before = stepper.world.bodies;
    const StepOutcome<D>& outcome = stepper.step(infinity);
    const Bodies<D>& after = stepper.world.bodies;
    const Contacts<D>& contacts = stepper.graph.contacts;
    const Vec<D> floor = trial.floor_moves ? floor_velocity<D>(n * h) : Vec<D>(Vec<D>::Zero());

    Vec<D> momentum = Vec<D>::Zero();
    double momentum_scale = 0.0, work = 0.0;
    for (std::size_t i = 0; i < before.size(); ++i) {
      const Vec<D> gained = before.mass[i] * (after.velocity[i] - before.velocity[i] - h * gravity);
      momentum += gained;
      momentum_scale += before.mass[i] * (before.velocity[i].norm() + after.velocity[i].norm());
      work += before.mass[i] * h * gravity.dot(after.velocity[i]);
    }
    double driven = 0.0, pulled = 0.0, energy_scale = kinetic<D>(before) + kinetic<D>(after) + std::abs(work);
    for (std::size_t c = 0; c < contacts.size(); ++c) {
      Vec<D> impulse = contacts.impulse[c] * contacts.normal[c];
      if (contacts.rubs) {
        impulse += contacts.friction[c];
      }
      const bool pair = c < contacts.pairs;
      const Vec<D> surface =
          !pair && contacts.second[c] == static_cast<std::int32_t>(before.size()) ? floor : Vec<D>(Vec<D>::Zero());
      if (!pair) {
        momentum += impulse;  // what the obstacle took
      }
      momentum_scale += impulse.norm();
      driven -= impulse.dot(surface);
      const double gap = contacts.gap[c] - h * contacts.normal[c].dot(surface);
      pulled += contacts.impulse[c] < 0.0 ? -contacts.impulse[c] * std::max(0.0, gap) / h : 0.0;
      energy_scale += impulse.norm() * (surface.norm() + h * gravity.norm());
    }
    ASSERT_LT(momentum.norm(), 1e-13 * momentum_scale) << "step " << n;
    ASSERT_LT(kinetic<D>(after) - kinetic<D>(before), work + driven + pulled + 1e-10 * energy_scale) << "step " << n;
    // Overlaps are taken back by moving bodies, by little and at a price that is told.
    double farthest = 0.0, price = 0.0;
    for (std::size_t i = 0; i < before.size(); ++i) {
      const Vec<D> apart = after.position[i] - before.position[i] - h * after.velocity[i];
      farthest = std::max(farthest, apart.norm());
      price -= before.mass[i] * gravity.dot(apart);
    }
    ASSERT_LE(farthest, 0.1 * stepper.smallest_radius() * (1.0 + 1e-9)) << "step " << n;
    ASSERT_NEAR(price, outcome.recovery_work, 1e-10 * energy_scale) << "step " << n;
    deepest = std::max(deepest, outcome.overlap);
    shortened += outcome.kept < 1.0 ? 1 : 0;
    unsolved += outcome.solve.converged() ? 0 : 1;
  }
  // A test in which all is solved would show nothing.
  if (budget <= 3) {
    EXPECT_GT(unsolved, 20);
  }
  if (budget >= 30) {
    EXPECT_LT(deepest, trial.deepest * stepper.smallest_radius());
  }
}

class SafeSteps : public testing::TestWithParam<Trial> {};

TEST_P(SafeSteps, KeepMomentumAndGiveNoEnergyWithAnyBudget) {
  for (const std::int64_t budget : {1, 3, 10, 30}) {
    expect_safe<2>(GetParam(), budget);
    expect_safe<3>(GetParam(), budget);
  }
}

INSTANTIATE_TEST_SUITE_P(Laws, SafeSteps, testing::ValuesIn(trials()),
                         [](const testing::TestParamInfo<Trial>& trial) { return trial.param.name; });

}  // namespace
}  // namespace gluey::test::safe_steps_test
