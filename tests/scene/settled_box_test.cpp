// Spheres that have settled in a box with friction stay where they are: over thousands of steps none drifts by more than a
// thousandth of a radius, at a step h and at h/10, and at every level of accuracy.

#include "core/random.hpp"
#include "support/ball_on_plane.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string_view>

namespace gluey::test::settled_box_test {
namespace {

constexpr double g = 10.0;
constexpr double h = 0.005;

/// side³ spheres of radius about 0.05 dropped into a box from a lattice that nearly touches.
Stepper<3> dropped(int side, const LawOptions& law, double step) {
  World<3> world;
  const double spacing = 0.105;
  const double width = spacing * side;
  world.obstacles.push_back(plane_through<3>(Vec<3>::Zero(), Vec<3>::UnitZ()));
  for (int axis = 0; axis < 2; ++axis) {
    world.obstacles.push_back(plane_through<3>(Vec<3>::Zero(), Vec<3>::Unit(axis)));
    world.obstacles.push_back(plane_through<3>(width * Vec<3>::Unit(axis), -Vec<3>::Unit(axis)));
  }
  RandomStream random(7, 3);
  for (int n = 0; n < side * side * side; ++n) {
    const int row = n / side;
    const int layer = row / side;
    const Vec<3> place(n % side, row % side, layer);
    const double radius = random.uniform(0.042, 0.05);
    const Vec<3> off(random.uniform(-1.0, 1.0), random.uniform(-1.0, 1.0), random.uniform(-1.0, 1.0));
    world.bodies.add(spacing * (place + Vec<3>::Constant(0.5)) + 0.002 * off, radius,
                     1000.0 * radius * radius * radius);
  }
  Forces<3> forces;
  forces.gravity.acceleration = -g * Vec<3>::UnitZ();
  StepSettings settings;
  settings.step = step;
  settings.accuracy.radii = 1e-5;  // good enough for falling
  settings.max_iterations = 300;
  return {world, forces, one_law(law), settings};
}

/// The same bodies and contacts with other settings.
Stepper<3> continued(const Stepper<3>& settled, const StepSettings& settings) {
  World<3> world = settled.world;
  world.time = 0.0;
  world.step = 0;
  Stepper<3> stepper(std::move(world), settled.forces(), settled.laws(), settings);
  // Without their impulses grains would have to find others that hold them, and move until they have.
  stepper.graph.restore(stepper.world, settled.graph.contacts, settled.graph.footprints());
  stepper.last_length = settled.last_length;
  return stepper;
}

StepSettings solved_at(double step, std::int64_t iterations = 10000) {
  StepSettings settings;
  settings.step = step;
  // Where a contact sticks nothing feeds an error of the solver back: it may creep by this much of a radius in each step, so with
  // the same velocity at every step.
  settings.accuracy.radii = 1e-7 * step / h;
  settings.max_iterations = iterations;
  return settings;
}

StepSettings at_level(const Accuracy& accuracy) {
  StepSettings settings;
  settings.step = h;
  settings.accuracy = accuracy;
  return settings;
}

struct Drift {
  double farthest = 0.0;    ///< largest displacement of any sphere, in its radii
  double median = 0.0;      ///< of half of the spheres it is smaller
  double iterations = 0.0;  ///< of a step, on average
};
Drift drift(Stepper<3> stepper, int steps) {
  const std::vector<Vec<3>> start = stepper.world.bodies.position;
  Drift found;
  for (int n = 1; n <= steps; ++n) {
    found.iterations += static_cast<double>(stepper.step(infinity).solve.iterations) / steps;
    if (n % 100 == 0 || n == steps) {
      std::vector<double> far(start.size());
      for (std::size_t i = 0; i < start.size(); ++i) {
        far[i] = (stepper.world.bodies.position[i] - start[i]).norm() / stepper.world.bodies.radius[i];
      }
      std::sort(far.begin(), far.end());
      found.farthest = std::max(found.farthest, far.back());
      found.median = far[far.size() / 2];
    }
  }
  return found;
}

/// A sphere that nothing holds rolls on for ever: they are slowed down until each has found its place.
void slow_down(Stepper<3>& stepper, int steps) {
  const double kept = std::pow(0.9, stepper.settings().step / h);
  for (int n = 1; n <= steps; ++n) {
    stepper.step(infinity);
    for (std::size_t i = 0; i < stepper.world.bodies.size(); ++i) {
      stepper.world.bodies.velocity[i] *= kept;
      stepper.world.bodies.angular_velocity[i] *= kept;
    }
  }
}

/// Spheres that have settled in a box, solved to the small tolerance.
Stepper<3> settled_box(int side, int settling) {
  Stepper<3> stepper = dropped(side, friction(0.3), h);
  for (int n = 1; n <= settling / 2; ++n) {
    stepper.step(infinity);
  }
  slow_down(stepper, settling / 2);
  // With the small tolerance some find a better place yet; one that stands on its head takes seconds to fall.
  // As long as contacts still forget what impacts left in them, steps are not solved, however many iterations they take.
  Stepper<3> settled = continued(stepper, solved_at(h, 1000));
  slow_down(settled, settling);
  return settled;
}

void expect_drift_below(double limit, const Stepper<3>& settled, std::string_view name, const StepSettings& settings,
                        int steps, double iterations_on_average) {
  const auto [farthest, median, iterations] = drift(continued(settled, settings), steps);
  fmt::print(
      "             {} spheres, {}, h = {}: drift of {:.2e} radii, half of them below {:.2e}, in {} steps of {:.0f} "
      "iterations\n",
      settled.world.bodies.size(), name, settings.step, farthest, median, steps, iterations);
  EXPECT_LT(farthest, limit) << name << ", h = " << settings.step;
  // Steps begin where the last one ended: tens do, not thousands.
  EXPECT_LT(iterations, iterations_on_average) << name << ", h = " << settings.step;
}

void expect_no_drift(int side, int settling, int steps) {
  const Stepper<3> settled = settled_box(side, settling);
  for (const double step : {h, 0.1 * h}) {
    expect_drift_below(1e-5, settled, "solved", solved_at(step), steps, 50.0);
  }
  expect_drift_below(1e-3, settled, "draft", at_level(accuracy::draft), steps, 50.0);
  expect_drift_below(1e-3, settled, "standard", at_level(accuracy::standard), steps, 50.0);
  expect_drift_below(1e-4, settled, "fine", at_level(accuracy::fine), steps, 50.0);
}

TEST(SettledBox, OfSixtyFourSpheresDoesNotDrift) { expect_no_drift(4, 800, 1000); }

TEST(LongSettledBox, OfAThousandSpheresDoesNotDriftInTenThousandSteps) { expect_no_drift(10, 3000, 10000); }

}  // namespace
}  // namespace gluey::test::settled_box_test
