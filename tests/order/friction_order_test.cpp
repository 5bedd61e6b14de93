// Order 1 in the time step with friction, restitution and rolling resistance: largest error of place and angle over a time
// in which the regime changes, against closed forms of the continuous models.

#include "support/ball_on_plane.hpp"
#include "support/order.hpp"

#include <gtest/gtest.h>

#include <functional>

namespace gluey::test::friction_order_test {
namespace {

constexpr double g = 9.81;
constexpr double radius = 0.3;
constexpr double mass = 2.0;

/// Where the ball is along the plane and how far it has turned, as r θ.
struct Place {
  double x, angle;
};

template <int D>
double turned(const Slope<D>& slope, const Stepper<D>& stepper, double& angle) {
  angle += stepper.world.time / static_cast<double>(stepper.world.step) * slope.spin(stepper);
  return angle;
}

/// Largest error up to `end`.
template <int D>
double error_of(const Slope<D>& slope, Stepper<D> stepper, double end, const std::function<Place(double)>& exact) {
  double error = 0.0;
  double angle = 0.0;
  while (stepper.world.time < end) {
    stepper.step(infinity);
    const Place place = exact(stepper.world.time);
    error = std::max({error, std::abs(slope.x(stepper) - place.x),
                      std::abs(turned(slope, stepper, angle) - place.angle), std::abs(slope.gap(stepper))});
  }
  return error;
}

template <int D>
Stepper<D> on_slope(const Slope<D>& slope, const LawOptions& law, double v, double h) {
  World<D> world = slope.world(radius, mass);
  world.bodies.velocity[0] = v * slope.down;
  Forces<D> forces;
  forces.gravity.acceleration = -g * Vec<D>::Unit(D - 1);
  return {world, forces, one_law(law), to_rounding(h, law.rolling > 0.0 ? 300 : 40)};
}

template <class Dimension>
class OrderOfFriction : public testing::Test {};
using Dimensions = testing::Types<Plane2D, Space3D>;
TYPED_TEST_SUITE(OrderOfFriction, Dimensions);

TYPED_TEST(OrderOfFriction, OnAnInclineIsOneForEveryLaw) {
  constexpr int D = TypeParam::value;
  const double k = inertia_ratio<D>;
  const double alpha = 0.4;
  const Slope<D> slope = Slope<D>::leaning(alpha);
  const double steep = std::tan(alpha) * k / (1.0 + k);  // μ of the transition
  const auto uniform = [](double a, double spin) {
    return [=](double t) { return Place{0.5 * a * t * t, 0.5 * spin * t * t}; };
  };
  const double rolling = g * std::sin(alpha) / (1.0 + k);
  expect_order_one("rolls down", 0.02, [&](double h) {
    return error_of<D>(slope, on_slope(slope, friction(2.0 * steep), 0.0, h), 1.5, uniform(rolling, rolling));
  });
  const double mu = 0.5 * steep;
  const auto sliding = uniform(g * (std::sin(alpha) - mu * std::cos(alpha)), mu * g * std::cos(alpha) / k);
  expect_order_one("slides down", 0.02,
                   [&](double h) { return error_of<D>(slope, on_slope(slope, friction(mu), 0.0, h), 1.5, sliding); });
  expect_order_one("slides down, convex", 0.02, [&](double h) {
    return error_of<D>(slope, on_slope(slope, friction(mu, FrictionModel::convex), 0.0, h), 1.5, sliding);
  });
  expect_order_one("without friction", 0.02, [&](double h) {
    return error_of<D>(slope, on_slope(slope, gluey_friction(mu, -infinity), 0.0, h), 1.5,
                       uniform(g * std::sin(alpha), 0.0));
  });
}

TYPED_TEST(OrderOfFriction, OfABallThatSlidesUntilItRollsIsOne) {
  constexpr int D = TypeParam::value;
  const double k = inertia_ratio<D>;
  const double mu = 0.2, v = 3.0;
  const Slope<D> slope = Slope<D>::leaning(0.0);
  // Slip v − μ g t (1 + 1/k) ends at t*; from then on it rolls at v/(1 + k).
  const double end = v / (mu * g * (1.0 + 1.0 / k));
  const auto exact = [&](double t) {
    const double s = std::min(t, end);
    const double after = (t - s) * v / (1.0 + k);
    return Place{v * s - 0.5 * mu * g * s * s + after, 0.5 * mu * g / k * s * s + after};
  };
  // Not so in the convex model, which throws the ball up at μ v however short the step is (tests/exact/incline_test.cpp).
  expect_order_one("slides, then rolls", 0.02,
                   [&](double h) { return error_of<D>(slope, on_slope(slope, friction(mu), v, h), 2.0, exact); });
}

TYPED_TEST(OrderOfFriction, OfABallStoppedByRollingResistanceIsOne) {
  constexpr int D = TypeParam::value;
  const double k = inertia_ratio<D>;
  const double rolling = 0.05, v = 1.0;
  const double a = rolling * g / ((1.0 + k) * radius);
  const Slope<D> slope = Slope<D>::leaning(0.0);
  LawOptions law = friction(0.8);
  law.rolling = rolling;
  const auto exact = [&](double t) {
    const double s = std::min(t, v / a);
    return Place{v * s - 0.5 * a * s * s, v * s - 0.5 * a * s * s};
  };
  expect_order_one("rolls to a stop", 0.02, [&](double h) {
    Stepper<D> stepper = on_slope(slope, law, v, h);
    stepper.world.bodies.angular_velocity[0] = v / radius * slope.axis();
    return error_of<D>(slope, std::move(stepper), 1.5, exact);
  });
}

TYPED_TEST(OrderOfFriction, OfGlueyFrictionThroughFilmContactPullAndReleaseIsOne) {
  constexpr int D = TypeParam::value;
  const double k = inertia_ratio<D>;
  const Slope<D> slope = Slope<D>::leaning(0.3);
  const double mu = 0.2, push = 3.0, pull = 5.0, gamma_min = -1.19999, v = 2.0, reversed = 0.6;
  const double squeezed = -gamma_min / (mass * push);
  const double released = reversed - gamma_min / (mass * pull);
  const auto exact = [&](double t) {
    const double s = std::clamp(t - squeezed, 0.0, reversed - squeezed);
    const double after = std::max(0.0, t - reversed);
    return Place{v * t - mu * push * (0.5 * s * s + s * after), mu * push / k * (0.5 * s * s + s * after)};
  };
  // Film and pull end just within a step, the same for all h: where in its step they do is otherwise an error of its own.
  expect_order_one("gluey-friction", 0.02, [&](double h) {
    World<D> world = slope.world(radius, mass);
    world.bodies.velocity[0] = v * slope.down;
    Forces<D> forces;
    forces.table = ForceTable<D>{{0.0, reversed}, {-push * slope.normal, pull * slope.normal}};
    Stepper<D> stepper(world, forces, one_law(gluey_friction(mu, gamma_min)), to_rounding(h));
    double error = 0.0;
    double angle = 0.0;
    while (stepper.world.time < 1.2) {
      stepper.step(infinity);
      const double t = stepper.world.time;
      const double off = std::max(0.0, t - released);
      error = std::max({error, std::abs(slope.x(stepper) - exact(t).x),
                        std::abs(turned(slope, stepper, angle) - exact(t).angle),
                        std::abs(slope.gap(stepper) - 0.5 * pull * off * off)});
    }
    return error;
  });
}

/// A ball that flies against the floor under gravity: largest error up to well after the impact.
template <int D>
double impact_error(double height, double mu, double e, double h) {
  const double k = inertia_ratio<D>;
  const double v = 2.0;
  const double impact = std::sqrt(2.0 * height / g);
  const double fall = g * impact;
  const double f = std::min(mu * (1.0 + e) * fall, v * k / (1.0 + k));
  // Before a second impact has its say.
  const double end = impact + (e > 0.0 ? 1.5 * e * fall / g : 0.3);
  LawOptions law = friction(mu);
  law.restitution = e;
  const Slope<D> slope = Slope<D>::leaning(0.0);
  World<D> world = slope.world(radius, mass, height);
  world.bodies.velocity[0] = v * slope.down;
  Forces<D> forces;
  forces.gravity.acceleration = -g * Vec<D>::Unit(D - 1);
  Stepper<D> stepper(world, forces, one_law(law), to_rounding(h));
  double error = 0.0;
  double angle = 0.0;
  while (stepper.world.time < end) {
    stepper.step(infinity);
    const double t = stepper.world.time;
    const double after = std::max(0.0, t - impact);
    const double above =
        t < impact ? height - 0.5 * g * t * t : (e > 0.0 ? e * fall * after - 0.5 * g * after * after : 0.0);
    error = std::max({error, std::abs(slope.x(stepper) - (v * t - f * after)),
                      std::abs(turned(slope, stepper, angle) - f / k * after), std::abs(slope.gap(stepper) - above)});
  }
  return error;
}

TYPED_TEST(OrderOfFriction, OfAnObliqueImpactIsOne) {
  // It slips or sticks and flies on; without restitution it sticks. The mean over several heights: where in its step the
  // impact falls makes an error of its own.
  constexpr int D = TypeParam::value;
  for (const auto& [mu, e] : {std::pair(0.05, 0.6), std::pair(0.8, 0.6), std::pair(0.8, 0.0)}) {
    expect_order_one(fmt::format("impact, μ = {}, e = {}", mu, e), 0.0071, [friction = mu, bounce = e](double h) {
      double sum = 0.0;
      for (int k = 0; k < 24; ++k) {
        sum += impact_error<D>(0.5 + 0.013 * k, friction, bounce, h);
      }
      return sum / 24.0;
    });
  }
}

TEST(OrderOfFrictionInSpace, OnATurntableIsOne) {
  // A ball that rolls on a turntable goes round circles at k/(1 + k) = 2/7 of the table's rate.
  const double rate = 3.0, orbit = 2.0 / 7.0 * rate;
  const Slope<3> slope;
  const Vec<3> start(0.5, 0.0, radius), v(0.2, 0.6, 0.0);
  const Vec<3> center = start + Vec<3>::UnitZ().cross(v) / orbit;
  expect_order_one("turntable", 0.02, [&](double h) {
    World<3> world = slope.world(radius, mass, 0.0, RotationMotion<3>{Vec<3>::Zero(), rate * Vec<3>::UnitZ()});
    world.bodies.position[0] = start;
    world.bodies.velocity[0] = v;
    const Vec<3> surface = rate * Vec<3>::UnitZ().cross(start);
    world.bodies.angular_velocity[0] = Vec<3>::UnitZ().cross(v - surface) / radius;
    Forces<3> forces;
    forces.gravity.acceleration = -g * Vec<3>::UnitZ();
    Stepper<3> stepper(world, forces, one_law(friction(2.0)), to_rounding(h));
    double error = 0.0;
    while (stepper.world.time < 3.0) {
      stepper.step(infinity);
      const Eigen::AngleAxisd turn(orbit * stepper.world.time, Vec<3>::UnitZ());
      const Vec<3> exact = center + turn * (start - center);
      error = std::max(error, (stepper.world.bodies.position[0] - exact).norm());
    }
    return error;
  });
}

TEST(OrderOfFrictionInSpace, OfASpinningBallWhoseSlipTurnsIsOne) {
  // Side spin: the slip keeps its direction for a ball (k the same in all directions), so that the path is a parabola:
  // slip = v₀ − ω₀ × …, friction −μ g slip/|slip| constant until rolling.
  const double mu = 0.3, k = 0.4;
  const Slope<3> slope;
  const Vec<3> v0(2.0, 0.0, 0.0), spin0(0.0, -1.5, 0.0);  // spin: velocity that rolling with this ω would have
  const Vec<3> slip = v0 - spin0;
  const double end = slip.norm() / (mu * g * (1.0 + 1.0 / k));
  expect_order_one("billiard ball with side spin", 0.02, [&](double h) {
    World<3> world = slope.world(radius, mass);
    world.bodies.velocity[0] = v0;
    world.bodies.angular_velocity[0] = Vec<3>::UnitZ().cross(spin0) / radius;
    Forces<3> forces;
    forces.gravity.acceleration = -g * Vec<3>::UnitZ();
    Stepper<3> stepper(world, forces, one_law(friction(mu)), to_rounding(h));
    double error = 0.0;
    while (stepper.world.time < 1.2) {
      stepper.step(infinity);
      const double t = stepper.world.time;
      const double s = std::min(t, end);
      const Vec<3> a = -mu * g * slip.normalized();
      const Vec<3> exact = radius * Vec<3>::UnitZ() + v0 * s + 0.5 * s * s * a + (t - s) * (v0 + end * a);
      error = std::max(error, (stepper.world.bodies.position[0] - exact).norm());
    }
    return error;
  });
}

}  // namespace
}  // namespace gluey::test::friction_order_test
