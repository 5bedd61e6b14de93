#include "step/stepper.hpp"

#include "core/timer.hpp"

#include <gluey/errors.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace gluey {
namespace {

/// Contacts are sought a little further than bodies can get, so that pairs at rest do not come and go.
constexpr double margin_in_radii = 0.01;
constexpr int search_limit = 6;
constexpr int halving_limit = 8;
constexpr int shortening_limit = 8;

/// Radius about the obstacle's origin of a ball that holds it; infinity where it has a plane.
template <int D>
double extent_of(const Obstacle<D>& obstacle) {
  double extent = 0.0;
  for (const Part<D>& part : obstacle.parts) {
    std::visit([&](const auto& p) { extent = std::max(extent, p.center().norm() + p.extent()); }, part);
  }
  return extent;
}

}  // namespace

template <int D>
Stepper<D>::Stepper(World<D> initial, Forces<D> forces, LawTable laws, StepSettings settings)
    : world(std::move(initial)),
      forces_(std::move(forces)),
      laws_(std::move(laws)),
      settings_(std::move(settings)),
      method_(solver::method<D>(settings_.method)) {
  const auto& radius = world.bodies.radius;
  smallest_radius_ = radius.empty() ? 1.0 : *std::min_element(radius.begin(), radius.end());
  world.move_obstacles(world.time);
}

template <int D>
const StepOutcome<D>& Stepper<D>::step(double limit) {
  double h = choose_length(limit);
  outcome_.halvings = 0;
  try_step(h);
  // Nothing is advanced by a try: where it does not do, the same state is tried again with a shorter step.
  for (int again = 0; settings_.automatic && again < shortening_limit; ++again) {
    // Contacts may have pushed a body further than its free flight would take it.
    const double share = displacement_share(h);
    if (!(share > 1.0 + 1e-9) || h <= settings_.step_min) {
      break;
    }
    h = std::max(settings_.step_min, 0.95 * h / share);
    try_step(h);
  }
  while (!outcome_.solve.converged() && settings_.on_failure == OnFailure::halve_step &&
         outcome_.halvings < halving_limit) {
    h *= 0.5;
    ++outcome_.halvings;
    try_step(h);
  }
  advance(h);
  measure(h);
  return outcome_;
}

/// The stages up to the new velocities; positions are still the old ones.
template <int D>
void Stepper<D>::try_step(double h) {
  Timer timer;
  world.move_obstacles(world.time + h);
  stage_seconds[0] += timer.lap();

  forces_.free_velocities(world.bodies, world.time, h, free_velocity_);
  stage_seconds[1] += timer.lap();

  choose_ranges(h);
  outcome_.searches = 0;
  do {
    find_contacts(h);
    stage_seconds[2] += timer.lap();
    pose(h);
    stage_seconds[3] += timer.lap();
    solve(h);
    stage_seconds[4] += timer.lap();
  } while (outran(h));
  stage_seconds[2] += timer.lap();
}

template <int D>
double Stepper<D>::choose_length(double limit) const {
  double h = settings_.step;
  if (settings_.automatic) {
    // |v| h + |a| h² ≤ δ r for every body, with the acceleration of free flight.
    const Bodies<D>& bodies = world.bodies;
    std::vector<Vec<D>> sped;
    const double probe = 1.0;
    forces_.free_velocities(bodies, world.time, probe, sped);
    h = settings_.step_max;
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      const double room = settings_.displacement * bodies.radius[i];
      const double speed = bodies.velocity[i].norm();
      const double acceleration = (sped[i] - bodies.velocity[i]).norm() / probe;
      // The positive root of a h² + v h = room, in the form that stays accurate for small a.
      const double root = speed + std::sqrt(speed * speed + 4.0 * acceleration * room);
      if (root > 0.0) {
        h = std::min(h, 2.0 * room / root);
      }
    }
    h = std::max(std::min(h, obstacle_step()), settings_.step_min);
    if (!std::isfinite(h) && !std::isfinite(limit)) {
      h = 1.0;  // nothing moves and nothing ends the run: any length does
    }
  }
  // The last step ends where the run does. A rounding's worth more or less is a whole step, so that a run made longer
  // afterwards has taken the same one.
  const double left = limit - world.time;
  return left < h * (1.0 - 1e-9) && left > 0.0 ? left : h;
}

/// How long the obstacles move by no more than the smallest body may: they must not pass over bodies that wait for them.
template <int D>
double Stepper<D>::obstacle_step() const {
  double h = std::numeric_limits<double>::infinity();
  for (const Obstacle<D>& obstacle : world.obstacles) {
    if (std::holds_alternative<FixedMotion>(obstacle.motion)) {
      continue;
    }
    double reach = extent_of(obstacle);
    if (!std::isfinite(reach)) {
      // A plane reaches everywhere: what moves at the bodies is what counts.
      const Vec<D> origin = pose_at<D>(obstacle.motion, obstacle.start, world.time).position;
      reach = 0.0;
      for (const Vec<D>& x : world.bodies.position) {
        reach = std::max(reach, (x - origin).norm());
      }
    }
    h = std::min(h, time_within<D>(obstacle.motion, obstacle.start, world.time, reach,
                                   settings_.displacement * smallest_radius_));
  }
  return h;
}

/// The largest displacement that the new velocities make, relative to what the body may move in a step.
template <int D>
double Stepper<D>::displacement_share(double h) const {
  double largest = 0.0;
  for (std::size_t i = 0; i < world.bodies.size(); ++i) {
    largest = std::max(largest, h * new_velocity_[i].norm() / (settings_.displacement * world.bodies.radius[i]));
  }
  return largest;
}

template <int D>
void Stepper<D>::choose_ranges(double h) {
  const std::size_t n = world.bodies.size();
  ranges_.body.resize(n);
  ranges_.obstacle.resize(world.obstacles.size());
  travel_.resize(n);
  const double margin = settings_.range ? *settings_.range : margin_in_radii * smallest_radius_;
  parallel_for(n, [&](std::size_t i) {
    travel_[i] = h * free_velocity_[i].norm();
    ranges_.body[i] = settings_.range ? 0.5 * margin : travel_[i] + 0.5 * margin;
  });
  for (std::size_t k = 0; k < world.obstacles.size(); ++k) {
    ranges_.obstacle[k] = 0.5 * margin + obstacle_travel(world.obstacles[k]);
  }
}

/// How far an obstacle, already at its new pose, has moved away from a body that touched it: the gap of a glued contact
/// may have grown by as much, and it must be found again to be pulled.
template <int D>
double Stepper<D>::obstacle_travel(const Obstacle<D>& obstacle) const {
  if (std::holds_alternative<FixedMotion>(obstacle.motion)) {
    return 0.0;
  }
  const Pose<D> old = pose_at<D>(obstacle.motion, obstacle.start, world.time);
  const double extent = extent_of(obstacle);
  if (std::isfinite(extent)) {
    const double turn = (obstacle.pose.orientation.matrix() - old.orientation.matrix()).norm();
    return (obstacle.pose.position - old.position).norm() + turn * extent;
  }
  // A plane reaches everywhere; what it does at the bodies counts.
  const auto& position = world.bodies.position;
  std::vector<Largest> scratch;
  return reduce_blocks(position.size(), scratch,
                       [&](std::size_t begin, std::size_t end, Largest& largest) {
                         for (std::size_t i = begin; i < end; ++i) {
                           largest.put((old.to_world(obstacle.pose.to_local(position[i])) - position[i]).norm());
                         }
                       })
      .value;
}

template <int D>
void Stepper<D>::find_contacts(double h) {
  candidates_.update(world, ranges_, travel_);
  graph.find(world, candidates_, ranges_);
  ++outcome_.searches;
  outcome_.contacts = graph.contacts.size();
  if (last_length > 0.0 && last_length != h) {
    // Impulses of lasting contacts grow with the step.
    const double scale = h / last_length;
    parallel_for(graph.contacts.size(), [&](std::size_t c) { graph.contacts.impulse[c] *= scale; });
  }
}

template <int D>
void Stepper<D>::pose(double h) {
  const Contacts<D>& contacts = graph.contacts;
  impulse_bounds(laws_, world, contacts, lower_);
  problem_.pose(h, world.bodies.inverse_mass, free_velocity_, contacts.first, contacts.second, contacts.normal,
                contacts.gap, lower_);
}

template <int D>
void Stepper<D>::solve(double h) {
  outcome_.length = h;
  outcome_.tolerance = settings_.tolerance * smallest_radius_ / h;
  outcome_.solve = method_(problem_, graph.contacts.impulse,
                           {.tolerance = outcome_.tolerance, .max_iterations = settings_.max_iterations}, workspace_);
  // V' = U + M⁻¹ Gᵀ p.
  const std::size_t n = world.bodies.size();
  change_.resize(n + 1);
  new_velocity_.resize(n);
  problem_.velocities(graph.contacts.impulse.data(), change_.data());
  parallel_for(n, [&](std::size_t i) {
    for (int axis = 0; axis < D; ++axis) {
      new_velocity_[i][axis] = free_velocity_[i][axis] + change_[i].x[axis];
    }
  });
}

/// Whether some body moves beyond its range into a pair that was not looked at; ranges are then larger.
template <int D>
bool Stepper<D>::outran(double h) {
  const std::size_t n = world.bodies.size();
  outcome_.tunnelling = 0;
  for (const Obstacle<D>& obstacle : world.obstacles) {
    // An obstacle that moves by more than a radius may have swept over a body.
    outcome_.tunnelling += std::isfinite(extent_of(obstacle)) && obstacle_travel(obstacle) > smallest_radius_ ? 1 : 0;
  }
  std::int64_t beyond = 0;
  for (std::size_t i = 0; i < n; ++i) {
    beyond += h * new_velocity_[i].norm() > ranges_.body[i] ? 1 : 0;
  }
  if (beyond == 0 || settings_.range || outcome_.searches >= search_limit) {
    outcome_.tunnelling += beyond;
    return false;
  }
  const Ranges looked_at = ranges_;
  for (std::size_t i = 0; i < n; ++i) {
    ranges_.body[i] = std::max(ranges_.body[i], h * new_velocity_[i].norm());
  }
  candidates_.update(world, ranges_, travel_);
  return graph.missed(world, candidates_, looked_at, ranges_, new_velocity_, h);
}

template <int D>
void Stepper<D>::advance(double h) {
  Timer timer;
  Bodies<D>& bodies = world.bodies;
  parallel_for(bodies.size(), [&](std::size_t i) {
    bodies.velocity[i] = new_velocity_[i];
    bodies.position[i] += h * new_velocity_[i];
    bodies.orientation[i] = bodies.orientation[i].turned(h * bodies.angular_velocity[i]);
  });
  update_potentials(laws_, world, lower_, graph.contacts);
  graph.keep();
  // Equal steps are counted, not summed, so that rounding does not add up.
  const bool on_grid = world.time == static_cast<double>(world.step) * h;
  ++world.step;
  world.time = on_grid ? static_cast<double>(world.step) * h : world.time + h;
  last_length = h;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    if (!bodies.position[i].allFinite() || !bodies.velocity[i].allFinite()) {
      throw Error(fmt::format("step {}: {} has a non-finite {}", world.step, bodies.describe(i),
                              bodies.velocity[i].allFinite() ? "position" : "velocity"));
    }
  }
  stage_seconds[5] += timer.lap();
}

/// Energies, and what the obstacles felt: with n from the body to the obstacle a positive impulse pushes it along n.
template <int D>
void Stepper<D>::measure(double h) {
  Timer timer;
  const Bodies<D>& bodies = world.bodies;
  std::vector<Sum> scratch;
  outcome_.kinetic_energy = reduce_blocks(bodies.size(), scratch, [&](std::size_t begin, std::size_t end, Sum& sum) {
                              for (std::size_t i = begin; i < end; ++i) {
                                const Spin<D>& omega = bodies.angular_velocity[i];
                                Spin<D> local = omega;
                                if constexpr (D == 3) {
                                  local = bodies.orientation[i].apply_inverse(omega);
                                }
                                sum.value += 0.5 * bodies.mass[i] * bodies.velocity[i].squaredNorm() +
                                             0.5 * bodies.inertia[i].dot(local.cwiseAbs2());
                              }
                            }).value;
  outcome_.potential_energy = forces_.potential(bodies);

  outcome_.obstacle_force.assign(world.obstacles.size(), Vec<D>::Zero());
  outcome_.obstacle_torque.assign(world.obstacles.size(), Spin<D>::Zero());
  const Contacts<D>& contacts = graph.contacts;
  for (std::size_t c = contacts.pairs; c < contacts.size(); ++c) {
    const std::size_t k = static_cast<std::size_t>(contacts.second[c]) - bodies.size();
    const Pose<D>& pose = world.obstacles[k].pose;
    const Vec<D> force = contacts.impulse[c] / h * contacts.normal[c];
    const Vec<D> arm = pose.orientation.apply(graph.footprints()[c - contacts.pairs].point);
    outcome_.obstacle_force[k] += force;
    outcome_.obstacle_torque[k] += moment(arm, force);
  }
  stage_seconds[5] += timer.lap();
}

template <int D>
typename Stepper<D>::Overlap Stepper<D>::deepest_overlap() {
  const std::size_t n = world.bodies.size();
  ranges_.body.assign(n, 0.0);
  ranges_.obstacle.assign(world.obstacles.size(), 0.0);
  travel_.assign(n, 0.0);
  candidates_.update(world, ranges_, travel_);
  ContactGraph<D> touching;
  touching.find(world, candidates_, ranges_);
  Overlap worst;
  for (std::size_t c = 0; c < touching.contacts.size(); ++c) {
    if (-touching.contacts.gap[c] > worst.depth) {
      worst = {-touching.contacts.gap[c], touching.contacts.first[c], touching.contacts.second[c]};
    }
  }
  return worst;
}

/// Projects the positions onto D + G δx ≥ 0 for all pairs within a radius, in the metric of the masses, until nothing
/// overlaps. Distances between convex bodies are convex, so each pass leaves no overlap between the pairs it looked at.
template <int D>
double Stepper<D>::resolve_overlaps() {
  constexpr int pass_limit = 50;
  constexpr double deep = 1e-9;  // of the smallest radius
  const std::size_t n = world.bodies.size();
  double depth = deepest_overlap().depth;
  for (int pass = 0; pass < pass_limit && depth > deep * smallest_radius_; ++pass) {
    ranges_.body.assign(n, 0.5 * smallest_radius_);
    ranges_.obstacle.assign(world.obstacles.size(), 0.5 * smallest_radius_);
    travel_.assign(n, 0.0);
    candidates_.update(world, ranges_, travel_);
    ContactGraph<D> near;
    near.find(world, candidates_, ranges_);
    std::vector<double> push(near.contacts.size(), 0.0);
    const std::vector<Vec<D>> at_rest(n, Vec<D>::Zero());
    problem_.pose(1.0, world.bodies.inverse_mass, at_rest, near.contacts.first, near.contacts.second,
                  near.contacts.normal, near.contacts.gap, push);
    solver::automatic<D>(problem_, push, {.tolerance = 0.1 * deep * smallest_radius_, .max_iterations = 100000},
                         workspace_);
    change_.resize(n + 1);
    problem_.velocities(push.data(), change_.data());
    for (std::size_t i = 0; i < n; ++i) {
      for (int axis = 0; axis < D; ++axis) {
        world.bodies.position[i][axis] += change_[i].x[axis];
      }
    }
    depth = deepest_overlap().depth;
  }
  return depth;
}

template class Stepper<2>;
template class Stepper<3>;

}  // namespace gluey
