#pragma once
// One ball on a plane, by hand: the laws of models.md in four scalars, solved in closed form step by step. The engine must
// give the same numbers, whatever the plane's direction. And the engine's ball, read in the same terms.
//
// Body of mass m, radius r and moment of inertia k m r²: k = 1/2 for a disc, 2/5 for a ball. Along the plane it moves with v,
// and it turns with ω; ϱ = r ω is counted so that ϱ = v is rolling. An impulse f at the contact against the motion gives
//     v' = v + f/m,   ϱ' = ϱ − f/(k m),   slip' = slip + (1 + 1/k) f/m,   slip = v − ϱ − speed of the surface.

#include "support/small_world.hpp"

#include <algorithm>
#include <cmath>

namespace gluey::test {

template <int D>
inline constexpr double inertia_ratio = D == 2 ? 0.5 : 0.4;

/// The laws as one ball knows them.
struct BallOnPlane {
  LawOptions law;
  double k = 0.5, mass = 1.0, h = 0.01;
  double surface = 0.0;  ///< how fast the plane itself moves along
  double scale = 1.0;    ///< R

  double gap = 0.0, rise = 0.0;  ///< distance and velocity off the plane
  double v = 0.0, spin = 0.0;    ///< along the plane; ϱ
  double x = 0.0;
  double gamma = 0.0;
  double p_n = 0.0, f = 0.0;  ///< impulses of the last step

  [[nodiscard]] double slip() const { return v - spin - surface; }

  void step(double push, double along) {
    rise += h * push;
    v += h * along;
    const double closing = gap / h + rise;
    const bool touches =
        law.kind == LawKind::friction || (law.kind == LawKind::gluey_friction && gamma == law.gamma_min);
    const double lower = gamma / scale;
    const double mobility = (1.0 + 1.0 / k) / mass;
    p_n = std::max(lower, -mass * closing);
    f = 0.0;
    const double mu = touches ? law.friction : 0.0;
    if (mu > 0.0 && law.model == FrictionModel::convex) {
      // On the edge of the cone, where that sticks too little, and on the pull: D/h + u_n = μ|slip|.
      if (std::abs(slip()) / mobility > mu * p_n) {
        const double lifted = mu * std::abs(slip()) - closing;
        p_n = lifted > 0.0 ? lifted / (1.0 / mass + mu * mu * mobility) : std::max(lower, mass * lifted);
      }
    }
    if (p_n > 0.0) {
      f = std::clamp(-slip() / mobility, -mu * p_n, mu * p_n);
    }
    rise += p_n / mass;
    v += f / mass;
    spin -= f / (k * mass);
    gap += h * rise;
    x += h * v;
    if (law.glues()) {
      gamma = p_n <= lower ? 0.0 : std::min(0.0, std::max(law.gamma_min, gamma - scale * p_n));
    }
  }
};

/// The engine's ball on a plane of any direction.
template <int D>
struct Slope {
  Vec<D> normal = Vec<D>::Unit(D - 1), down = Vec<D>::UnitX();

  /// Inclined by `angle`; in space the plane also leans to a side that is neither up nor down.
  static Slope leaning(double angle) {
    Slope slope;
    slope.normal = std::sin(angle) * Vec<D>::UnitX() + std::cos(angle) * Vec<D>::Unit(D - 1);
    slope.down = std::cos(angle) * Vec<D>::UnitX() - std::sin(angle) * Vec<D>::Unit(D - 1);
    if constexpr (D == 3) {
      const Eigen::AngleAxisd turn(0.7, Vec<3>::UnitZ());
      slope.normal = turn * slope.normal;
      slope.down = turn * slope.down;
    }
    return slope;
  }

  /// A ball at rest at distance `gap`, of radius r and mass m.
  [[nodiscard]] World<D> world(double r, double m, double gap = 0.0, Motion<D> motion = FixedMotion{}) const {
    World<D> world;
    world.obstacles.push_back(plane_through<D>(Vec<D>::Zero(), normal, std::move(motion)));
    world.bodies.add((r + gap) * normal, r, m);
    return world;
  }
  [[nodiscard]] double gap(const Stepper<D>& stepper) const {
    return normal.dot(stepper.world.bodies.position[0]) - stepper.world.bodies.radius[0];
  }
  [[nodiscard]] double x(const Stepper<D>& stepper) const { return down.dot(stepper.world.bodies.position[0]); }
  [[nodiscard]] double rise(const Stepper<D>& stepper) const { return normal.dot(stepper.world.bodies.velocity[0]); }
  [[nodiscard]] double v(const Stepper<D>& stepper) const { return down.dot(stepper.world.bodies.velocity[0]); }
  [[nodiscard]] Spin<D> axis() const { return moment(normal, down); }
  [[nodiscard]] double spin(const Stepper<D>& stepper) const {
    return stepper.world.bodies.radius[0] * axis().dot(stepper.world.bodies.angular_velocity[0]);
  }
  /// What is neither along the slope nor off it: nothing, by symmetry.
  [[nodiscard]] double aside(const Stepper<D>& stepper) const {
    const Vec<D>& velocity = stepper.world.bodies.velocity[0];
    const Spin<D>& omega = stepper.world.bodies.angular_velocity[0];
    return (velocity - velocity.dot(normal) * normal - velocity.dot(down) * down).norm() +
           (omega - omega.dot(axis()) * axis()).norm();
  }
};

inline LawOptions friction(double mu, FrictionModel model = FrictionModel::coulomb) {
  LawOptions law;
  law.kind = LawKind::friction;
  law.friction = mu;
  law.model = model;
  return law;
}
inline LawOptions gluey_friction(double mu, double gamma_min, FrictionModel model = FrictionModel::coulomb) {
  LawOptions law = friction(mu, model);
  law.kind = LawKind::gluey_friction;
  law.gamma_min = gamma_min;
  return law;
}

}  // namespace gluey::test
