// What a step did, for its outcome.

#include "proximity/present.hpp"
#include "step/stepper.hpp"

namespace gluey {

/// Energies, and what the obstacles felt: with n from the body to the obstacle a positive impulse pushes it along n.
template <int D>
void Stepper<D>::measure(double h) {
  StageClock clock;
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
  const std::size_t with_obstacles = contacts.size() - contacts.pairs;
  by_obstacle_.sort(with_obstacles, world.obstacles.size(), [&](std::size_t at) {
    return static_cast<std::size_t>(contacts.second[contacts.pairs + at]) - bodies.size();
  });
  struct Pushed {
    Vec<D> force = Vec<D>::Zero();
    Spin<D> torque = Spin<D>::Zero();
    void add(const Pushed& other) {
      force += other.force;
      torque += other.torque;
    }
  };
  std::vector<Pushed> pushed;
  for (std::size_t k = 0; k < world.obstacles.size(); ++k) {
    const Pose<D>& pose = world.obstacles[k].pose;
    const auto its = by_obstacle_.items(k);
    const Pushed all = reduce_blocks(its.size(), pushed, [&](std::size_t begin, std::size_t end, Pushed& sum) {
      for (std::size_t at = begin; at < end; ++at) {
        const auto with = static_cast<std::size_t>(its[at]);
        const std::size_t c = contacts.pairs + with;
        Vec<D> force = contacts.impulse[c] / h * contacts.normal[c];
        if (contacts.rubs) {
          force += contacts.friction[c] / h;
          sum.torque += contacts.moment[c] / h;
        }
        const Vec<D> arm = pose.orientation.apply(graph.footprints()[with].point);
        sum.force += force;
        sum.torque += moment(arm, force);
      }
    });
    outcome_.obstacle_force[k] = all.force;
    outcome_.obstacle_torque[k] = all.torque;
  }
  if (films.any()) {
    films.add_to_obstacles(world, h, outcome_.obstacle_force, outcome_.obstacle_torque);
  }
  if (forces_.pairs.any()) {
    forces_.pairs.add_to_obstacles(world, outcome_.obstacle_force, outcome_.obstacle_torque);
  }
  clock.add_to(stages, 5);
}

template void Stepper<2>::measure(double);
template void Stepper<3>::measure(double);

}  // namespace gluey
