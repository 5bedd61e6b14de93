// What a step did, for its outcome.

#include "core/timer.hpp"
#include "proximity/present.hpp"
#include "step/stepper.hpp"

namespace gluey {

/// Energies, and what the obstacles felt: with n from the body to the obstacle a positive impulse pushes it along n.
template <int D>
void Stepper<D>::measure(double h) {
  Timer timer;
  const Bodies<D>& bodies = world.bodies;
  std::vector<Sum> scratch;
  outcome_.kinetic_energy =
      reduce_blocks(bodies.size(), scratch, [&](std::size_t begin, std::size_t end, Sum& sum) {
        for (std::size_t i = begin; i < end; ++i) {
          if (!bodies.here(i)) {
            continue;
          }
          const Spin<D>& omega = bodies.angular_velocity[i];
          Spin<D> local = omega;
          if constexpr (D == 3) {
            local = bodies.orientation[i].apply_inverse(omega);
          }
          const Vec<D> velocity = world.velocity_within(i, bodies.velocity[i]);
          sum.value += 0.5 * bodies.mass[i] * velocity.squaredNorm() + 0.5 * bodies.inertia[i].dot(local.cwiseAbs2());
        }
      }).value;
  outcome_.potential_energy = forces_.potential(world);
  outcome_.overlap = present_overlap(world, graph.contacts, candidates_, touching_);

  outcome_.obstacle_force.assign(world.obstacles.size(), Vec<D>::Zero());
  outcome_.obstacle_torque.assign(world.obstacles.size(), Spin<D>::Zero());
  const Contacts<D>& contacts = graph.contacts;
  for (std::size_t c = contacts.pairs; c < contacts.size(); ++c) {
    const std::size_t k = static_cast<std::size_t>(contacts.second[c]) - bodies.size();
    const Pose<D>& pose = world.obstacles[k].pose;
    Vec<D> force = contacts.impulse[c] / h * contacts.normal[c];
    if (contacts.rubs) {
      force += contacts.friction[c] / h;
      outcome_.obstacle_torque[k] += contacts.moment[c] / h;
    }
    const Vec<D> arm = pose.orientation.apply(graph.footprints()[c - contacts.pairs].point);
    outcome_.obstacle_force[k] += force;
    outcome_.obstacle_torque[k] += moment(arm, force);
  }
  if (films.any()) {
    films.add_to_obstacles(world, h, outcome_.obstacle_force, outcome_.obstacle_torque);
  }
  if (forces_.pairs.any()) {
    forces_.pairs.add_to_obstacles(world, outcome_.obstacle_force, outcome_.obstacle_torque);
  }
  stage_seconds[5] += timer.lap();
}

template void Stepper<2>::measure(double);
template void Stepper<3>::measure(double);

}  // namespace gluey
