// A block of discs that collapses on a rough floor comes to rest as a heap, and the steeper the larger μ is. A triangle of
// half width L and height H has mean |x| = L/3 and mean height H/3, so that tan θ = mean y / mean |x|.

#include "core/random.hpp"
#include "support/ball_on_plane.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

namespace gluey::test::repose_test {
namespace {

constexpr double radius = 0.05;

double angle_of_repose(double mu) {
  World<2> world;
  // Discs side by side are the floor, so that none rolls away.
  std::vector<Part<2>> floor;
  for (int k = -60; k <= 60; ++k) {
    floor.emplace_back(Sphere<2>{Vec<2>(1.9 * radius * k, -radius), radius});
  }
  world.obstacles.push_back(obstacle_of<2>(std::move(floor)));
  RandomStream random(11, 2);
  for (int row = 0; row < 7; ++row) {
    for (int column = 0; column < 14; ++column) {
      const double r = random.uniform(0.8, 1.0) * radius;
      world.bodies.add(Vec<2>(2.05 * radius * (column - 6.5 + 0.25 * (row % 2)), radius * (1.1 + 2.05 * row)), r,
                       r * r);
    }
  }
  Forces<2> forces;
  forces.gravity.acceleration = Vec<2>(0.0, -10.0);
  StepSettings settings;
  settings.step = 0.005;
  settings.accuracy.radii = 1e-4;  // of a radius in a step
  settings.max_iterations = 300;
  LawOptions law = friction(mu);
  law.rolling = 0.2 * radius;  // discs are no grains: without it the heap rolls apart
  Stepper<2> stepper(world, forces, one_law(law), settings);
  while (stepper.world.time < 3.0) {
    stepper.step(infinity);
  }
  double center = 0.0;
  const Bodies<2>& bodies = stepper.world.bodies;
  for (const Vec<2>& x : bodies.position) {
    center += x[0] / static_cast<double>(bodies.size());
  }
  double aside = 0.0;
  double height = 0.0;
  for (const Vec<2>& x : bodies.position) {
    aside += std::abs(x[0] - center);
    height += x[1];
  }
  return std::atan(height / aside) * 180.0 / M_PI;
}

TEST(AngleOfRepose, GrowsWithFriction) {
  double before = 0.0;
  for (const double mu : {0.02, 0.1, 0.4}) {
    const double angle = angle_of_repose(mu);
    fmt::print("             mu = {}: {:.1f} degrees\n", mu, angle);
    EXPECT_GT(angle, before + 1.0) << "mu = " << mu;
    before = angle;
  }
  EXPECT_LT(before, 60.0);
}

}  // namespace
}  // namespace gluey::test::repose_test
