#pragma once
// An audit of single time steps with friction, from the state before and the impulses after, by formulas of its own. Bodies
// are balls, obstacles are planes. Taken from the engine: positions, velocities, spins, and each contact's pair, impulses
// and moment. The identity of models.md, with moments against rolling:
//     K' − K_free = −Σ p_n D/h + Σ p_n (D/h + u_n) + Σ p_T·u_T + Σ m·ω − ½‖V' − U‖²,     u, ω of the bodies alone.

#include "core/random.hpp"
#include "support/small_world.hpp"

#include <algorithm>
#include <cmath>

namespace gluey::test {

template <int D>
struct FrictionAudit {
  double kinetic_before = 0.0, kinetic_free = 0.0, kinetic = 0.0;
  double stored_by_gaps = 0.0, done_by_contacts = 0.0, done_by_friction = 0.0, done_by_moments = 0.0, dissipated = 0.0;
  double scale = 0.0;           ///< sum of the sizes of all terms
  double velocity_error = 0.0;  ///< max |V' − U − M⁻¹Gᵀp|, spins times radius
  double outside = 0.0;         ///< how far impulses are outside of |p_T| ≤ μ p_n, |m| ≤ μ_r p_n
  double work_of_gravity = 0.0;
  double pull = 0.0;
  Vec<D> momentum_change = Vec<D>::Zero();
  Spin<D> spin_change = Spin<D>::Zero();  ///< of the angular momentum about the origin, without that of gravity …
  Spin<D> spin_carried =
      Spin<D>::Zero();  ///< … and this part of it: bodies that overlap are moved apart by δ, Σ m δ × v
  double momentum_scale = 0.0, spin_scale = 0.0;
  std::size_t contacts = 0, sliding = 0, pulled = 0;

  [[nodiscard]] double energy_error() const {
    return std::abs(kinetic - kinetic_free -
                    (stored_by_gaps + done_by_contacts + done_by_friction + done_by_moments - dissipated));
  }
};

template <int D>
FrictionAudit<D> audited_step(Stepper<D>& stepper, const LawOptions& law) {
  const Bodies<D> before = stepper.world.bodies;
  const double h = stepper.step(infinity).length;
  const Bodies<D>& after = stepper.world.bodies;
  const Vec<D> gravity = stepper.forces().gravity.acceleration;
  const std::size_t n = before.size();
  FrictionAudit<D> found;
  const auto inertia = [&](std::size_t i) {
    return (D == 2 ? 0.5 : 0.4) * before.mass[i] * before.radius[i] * before.radius[i];
  };
  const auto kinetic = [&](std::size_t i, const Vec<D>& v, const Spin<D>& w) {
    return 0.5 * before.mass[i] * v.squaredNorm() + 0.5 * inertia(i) * w.squaredNorm();
  };

  std::vector<Vec<D>> expected(n);
  std::vector<Spin<D>> spin(n);
  for (std::size_t i = 0; i < n; ++i) {
    expected[i] = before.velocity[i] + h * gravity;
    spin[i] = before.angular_velocity[i];
    found.kinetic_before += kinetic(i, before.velocity[i], before.angular_velocity[i]);
    found.kinetic_free += kinetic(i, expected[i], spin[i]);
    found.kinetic += kinetic(i, after.velocity[i], after.angular_velocity[i]);
    found.dissipated += kinetic(i, after.velocity[i] - expected[i], after.angular_velocity[i] - spin[i]);
    found.work_of_gravity += before.mass[i] * gravity.dot(after.position[i] - before.position[i]);
    found.momentum_change += before.mass[i] * (after.velocity[i] - expected[i]);
    found.spin_change += moment(after.position[i], Vec<D>(before.mass[i] * after.velocity[i])) -
                         moment(before.position[i], Vec<D>(before.mass[i] * expected[i])) +
                         inertia(i) * (after.angular_velocity[i] - spin[i]);
    found.spin_carried +=
        moment(Vec<D>(h * (stepper.moved_by()[i] - after.velocity[i])), Vec<D>(before.mass[i] * after.velocity[i]));
    found.momentum_scale += before.mass[i] * after.velocity[i].norm();
    found.spin_scale += before.mass[i] * after.velocity[i].norm() * (1.0 + after.position[i].norm());
  }

  const Contacts<D>& contacts = stepper.graph.contacts;
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    const auto i = static_cast<std::size_t>(contacts.first[c]);
    const auto j = static_cast<std::size_t>(contacts.second[c]);
    Vec<D> normal;
    double gap = 0.0;
    if (j < n) {
      const Vec<D> apart = before.position[j] - before.position[i];
      normal = apart.normalized();
      gap = apart.norm() - before.radius[i] - before.radius[j];
    } else {
      const Obstacle<D>& obstacle = stepper.world.obstacles[j - n];
      const auto& plane = std::get<Plane<D>>(obstacle.parts.front());
      normal = -(obstacle.pose.orientation.matrix() * plane.normal);
      gap = -normal.dot(before.position[i] - obstacle.pose.to_world(plane.point)) - before.radius[i];
    }
    const double p_n = contacts.impulse[c];
    const Vec<D> p_t = contacts.rubs ? contacts.friction[c] : Vec<D>(Vec<D>::Zero());
    const Spin<D> m = contacts.rubs ? contacts.moment[c] : Spin<D>(Spin<D>::Zero());
    const Vec<D> p = p_n * normal + p_t;
    // Friction between two balls acts at the point that divides the gap in proportion to their radii.
    const double stretch = j < n ? 1.0 + gap / (before.radius[i] + before.radius[j]) : 1.0;
    const Vec<D> arm = stretch * before.radius[i] * normal;
    Vec<D> u = -after.velocity[i] - cross(after.angular_velocity[i], arm);
    Spin<D> turn = -after.angular_velocity[i];
    expected[i] -= p / before.mass[i];
    spin[i] -= (moment(arm, p) + m) / inertia(i);
    if (j < n) {
      const Vec<D> other = -stretch * before.radius[j] * normal;
      u += after.velocity[j] + cross(after.angular_velocity[j], other);
      turn += after.angular_velocity[j];
      expected[j] += p / before.mass[j];
      spin[j] += (moment(other, p) + m) / inertia(j);
    }
    const double u_n = normal.dot(u);
    const Vec<D> slip = u - u_n * normal;
    found.stored_by_gaps -= p_n * gap / h;
    found.done_by_contacts += p_n * (gap / h + u_n);
    found.done_by_friction += p_t.dot(slip);
    found.done_by_moments += m.dot(turn);
    found.scale += std::abs(p_n * gap / h) + std::abs(p_n * u_n) + std::abs(p_t.dot(slip)) + std::abs(m.dot(turn));
    found.outside = std::max(
        {found.outside, p_t.norm() - law.friction * std::max(0.0, p_n), m.norm() - law.rolling * std::max(0.0, p_n)});
    found.pull = std::max(found.pull, -p_n);
    found.pulled += p_n < 0.0 ? 1 : 0;
    found.sliding += p_n > 0.0 && p_t.norm() > (1.0 - 1e-6) * law.friction * p_n ? 1 : 0;
    found.contacts += p_n != 0.0 ? 1 : 0;
  }
  for (std::size_t i = 0; i < n; ++i) {
    found.velocity_error = std::max({found.velocity_error, (after.velocity[i] - expected[i]).norm(),
                                     before.radius[i] * (after.angular_velocity[i] - spin[i]).norm()});
  }
  found.scale += found.kinetic + found.kinetic_free + found.dissipated;
  return found;
}

/// Balls of several sizes and masses at random places in [0, 1]^(D−1) × [low, high], each with a velocity and a spin.
template <int D>
void scatter(World<D>& world, std::size_t count, double low, double high, std::uint64_t seed, double smallest = 0.04,
             double largest = 0.09) {
  RandomStream random(seed, D);
  while (world.bodies.size() < count) {
    const double radius = random.uniform(smallest, largest);
    Vec<D> x;
    for (int axis = 0; axis < D; ++axis) {
      x[axis] = axis < D - 1 ? random.uniform(radius, 1.0 - radius) : random.uniform(low, high);
    }
    bool clear = true;
    for (std::size_t i = 0; i < world.bodies.size() && clear; ++i) {
      clear = (x - world.bodies.position[i]).norm() > radius + world.bodies.radius[i];
    }
    if (clear) {
      world.bodies.add(x, radius, random.uniform(0.5, 3.0));
      for (int axis = 0; axis < D; ++axis) {
        world.bodies.velocity.back()[axis] = random.uniform(-1.0, 1.0);
      }
      for (int axis = 0; axis < spin_size<D>; ++axis) {
        world.bodies.angular_velocity.back()[axis] = random.uniform(-10.0, 10.0);
      }
    }
  }
}

/// A floor and, around the unit square above it, walls.
template <int D>
World<D> walled() {
  World<D> world;
  world.obstacles.push_back(plane_through<D>(Vec<D>::Zero(), Vec<D>::Unit(D - 1)));
  for (int axis = 0; axis < D - 1; ++axis) {
    world.obstacles.push_back(plane_through<D>(Vec<D>::Zero(), Vec<D>::Unit(axis)));
    world.obstacles.push_back(plane_through<D>(Vec<D>::Unit(axis), -Vec<D>::Unit(axis)));
  }
  return world;
}

}  // namespace gluey::test
