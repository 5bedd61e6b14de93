// Order 1 in the time step, where a closed form of the continuous model is known: a particle on a plane.

#include "support/order.hpp"
#include "support/small_world.hpp"

#include <gluey/ode.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace gluey::test::particle_order_test {
namespace {

/// Lefebvre's figure 2 with the plane turned to `normal` and a constant force `along` it.
template <int D>
struct Pushed {
  Vec<D> normal, along;
  double gamma_min = -infinity;
  double slide = 0.0, along_force = 0.0;

  /// Largest distance from the exact trajectory over [0, 5.5].
  [[nodiscard]] double error_at(double h) const {
    World<D> world;
    world.obstacles.push_back(plane_through<D>(Vec<D>::Zero(), normal));
    world.bodies.add(1.5 * normal, 0.5, 1.0);
    world.bodies.velocity[0] = slide * along;
    Forces<D> forces;
    forces.table = ForceTable<D>{{0.0, 2.0}, {-2.0 * normal + along_force * along, 2.0 * normal + along_force * along}};
    Stepper<D> stepper(world, forces, one_law(gluey(gamma_min)), to_rounding(h));
    const ode::GlueyParticle particle{.gamma_min = gamma_min, .force = {{0.0, 2.0}, {-2.0, 2.0}}};
    double error = 0.0;
    while (stepper.world.time < 5.5) {
      stepper.step(infinity);
      const double t = stepper.world.time;
      const double q = ode::exact(particle, {t}).q[0];
      const Vec<D> exact = (q + 0.5) * normal + (slide * t + 0.5 * along_force * t * t) * along;
      error = std::max(error, (stepper.world.bodies.position[0] - exact).norm());
    }
    return error;
  }
};

TEST(OrderOfParticle, OnTheFloorIsOne) {
  const Pushed<2> smooth{Vec<2>::UnitY(), Vec<2>::UnitX()};
  expect_order_one("smooth, trajectory", 0.05, [&](double h) { return smooth.error_at(h); });
  const Pushed<2> rough{Vec<2>::UnitY(), Vec<2>::UnitX(), -3.0};
  expect_order_one("rough, trajectory", 0.05, [&](double h) { return rough.error_at(h); });
  const Pushed<2> dry{Vec<2>::UnitY(), Vec<2>::UnitX(), 0.0};
  expect_order_one("dry, trajectory", 0.05, [&](double h) { return dry.error_at(h); });
}

TEST(OrderOfParticle, OnALeaningPlaneIsOne) {
  const Pushed<2> line{Vec<2>(-0.6, 0.8), Vec<2>(0.8, 0.6), -infinity, 0.3, -0.4};
  expect_order_one("leaning line, trajectory", 0.05, [&](double h) { return line.error_at(h); });
  const Pushed<3> plane{Vec<3>(2.0, -3.0, 6.0) / 7.0, Vec<3>(6.0, -2.0, -3.0) / 7.0, -3.0, 0.3, -0.4};
  expect_order_one("leaning plane, trajectory", 0.05, [&](double h) { return plane.error_at(h); });
}

TEST(OrderOfParticle, SlidingUnderGravityIsOne) {
  // Down a plane of slope α without friction: g sin α along it, from rest.
  const double alpha = 0.4;
  const Vec<2> along(std::cos(alpha), -std::sin(alpha));
  const Vec<2> normal(std::sin(alpha), std::cos(alpha));
  expect_order_one("gravity on a slope, position", 0.05, [&](double h) {
    World<2> world;
    world.obstacles.push_back(plane_through<2>(Vec<2>::Zero(), normal));
    world.bodies.add(0.25 * normal, 0.25, 3.0);
    Forces<2> forces;
    forces.gravity.acceleration = Vec<2>(0.0, -10.0);
    Stepper<2> stepper(world, forces, one_law(inelastic()), to_rounding(h));
    double error = 0.0;
    while (stepper.world.time < 2.0) {
      stepper.step(infinity);
      const double t = stepper.world.time;
      const Vec<2> exact = 0.25 * normal + 0.5 * 10.0 * std::sin(alpha) * t * t * along;
      error = std::max(error, (stepper.world.bodies.position[0] - exact).norm());
    }
    return error;
  });
}

}  // namespace
}  // namespace gluey::test::particle_order_test
