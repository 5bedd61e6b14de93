// How long a step is: fixed, or limited by how far bodies and obstacles may move in it.

#include "core/parallel.hpp"
#include "step/stepper.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace gluey {

template <int D>
double Stepper<D>::choose_length(double limit) {
  double h = settings_.step;
  if (settings_.automatic) {
    // |v| h + |a| h² ≤ δ r for every body, with the acceleration of free flight.
    const Bodies<D>& bodies = world.bodies;
    std::vector<Vec<D>> sped;
    forces_.accelerations(world, sped);
    h = smallest_of(bodies.size(), [&](std::size_t i) {
      const double room = settings_.displacement * world.thickness(i);
      const double speed = this->speed(i, bodies.velocity[i], bodies.angular_velocity[i]);
      const double acceleration = sped[i].norm();
      // The positive root of a h² + v h = room, in the form that stays accurate for small a.
      const double root = speed + std::sqrt(speed * speed + 4.0 * acceleration * room);
      return root > 0.0 ? 2.0 * room / root : std::numeric_limits<double>::infinity();
    });
    h = std::min({h, settings_.step_max, obstacle_step(), drag_step()});
    if (settings_.adaptive && planned_length > 0.0) {
      h = std::min(h, planned_length);
    }
    h = std::max(h, settings_.step_min);
    if (!std::isfinite(h) && !std::isfinite(limit)) {
      h = 1.0;  // nothing moves and nothing ends the run: any length does
    }
  }
  // The last step ends where the run does. A rounding's worth more or less is a whole step, so that a run made longer
  // afterwards has taken the same one.
  const double left = limit - world.time;
  return left < h * (1.0 - 1e-9) && left > 0.0 ? left : h;
}

/// Explicit drag overshoots where a step is longer than a relaxation time. Nothing else would stop the spin of a ball from swinging
/// up: turning moves nothing of it.
template <int D>
double Stepper<D>::drag_step() const {
  if (!forces_.drag || forces_.drag->implicit) {
    return std::numeric_limits<double>::infinity();
  }
  const auto rate = forces_.fastest_relaxation(world);
  return 1.0 / std::max(rate.velocity, rate.spin);
}

/// How long the obstacles move by no more than the smallest body may: they must not pass over bodies that wait for them.
template <int D>
double Stepper<D>::obstacle_step() const {
  double h = std::numeric_limits<double>::infinity();
  for (const Obstacle<D>& obstacle : world.obstacles) {
    if (std::holds_alternative<FixedMotion>(obstacle.motion)) {
      continue;
    }
    double reach = obstacle.extent();
    if (!std::isfinite(reach)) {
      // A plane reaches everywhere: what moves at the bodies is what counts.
      const Vec<D> origin = pose_at<D>(obstacle.motion, obstacle.start, world.time).position;
      reach = largest_of(world.bodies.size(), [&](std::size_t i) {
        return world.bodies.here(i) ? (world.bodies.position[i] - origin).norm() : 0.0;
      });
    }
    h = std::min(h, time_within<D>(obstacle.motion, obstacle.start, world.time, reach,
                                   settings_.displacement * smallest_radius_));
  }
  return h;
}

/// The largest displacement that the new velocities make, relative to what the body may move in a step; where films let contacts move bodies and
/// keep their velocities, that of the bodies.
template <int D>
double Stepper<D>::displacement_share(double h) const {
  const std::vector<Vec<D>>& velocity = films.any() ? way_velocity_ : new_velocity_;
  const std::vector<Spin<D>>& spin = films.any() ? way_spin_ : new_spin_;
  return largest_of(world.bodies.size(), [&](std::size_t i) {
    return h * speed(i, velocity[i], spin[i]) / (settings_.displacement * world.thickness(i));
  });
}

/// What a step that was tried may have wrong, as Hillairet, Lozinski and Szopos estimate it in their algorithm 3: ½h²|q̈| = ½h|V' − V|
/// of every body relative to its radius, and of every film relative to its distance, or the threshold where that is more.
template <int D>
double Stepper<D>::step_error(double h) const {
  const Bodies<D>& bodies = world.bodies;
  const std::vector<Vec<D>>& velocity = films.any() ? slowed_ : free_.velocity;
  const double of_bodies = largest_of(bodies.size(), [&](std::size_t i) {
    return bodies.here(i) ? 0.5 * h * (velocity[i] - bodies.velocity[i]).norm() / world.thickness(i) : 0.0;
  });
  return std::max(of_bodies, films.any() ? films.outcome().unresolved : 0.0);
}

/// Shortens a step that was tried until its error is within the tolerance, or the step the shortest allowed: what is thinner
/// than it can resolve is the threshold's, which is chosen for that step. Plans the next one.
template <int D>
double Stepper<D>::adapt(double h) {
  double error = step_error(h);
  while (error > settings_.step_tolerance && h > settings_.step_min) {
    h = std::max(settings_.step_min, std::min(std::sqrt(settings_.step_tolerance / error), 0.5) * h);
    try_step(h);
    error = step_error(h);
  }
  constexpr double longer = 10.0;
  planned_length = h * std::min(longer, std::sqrt(settings_.step_tolerance / std::max(error, 1e-300)));
  return h;
}

template double Stepper<2>::step_error(double) const;
template double Stepper<3>::step_error(double) const;
template double Stepper<2>::adapt(double);
template double Stepper<3>::adapt(double);
template double Stepper<2>::choose_length(double);
template double Stepper<3>::choose_length(double);
template double Stepper<2>::displacement_share(double) const;
template double Stepper<3>::displacement_share(double) const;

}  // namespace gluey
