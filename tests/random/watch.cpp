#include "random/watch.hpp"

#include "scene/build.hpp"
#include "scene/places.hpp"

#include <algorithm>
#include <cmath>

namespace gluey::test {
namespace {

template <int D>
State<D> state_of(const World<D>& world) {
  const Bodies<D>& bodies = world.bodies;
  return {bodies.position, bodies.velocity, bodies.orientation, bodies.angular_velocity};
}

template <int D>
std::vector<Pose<D>> poses_of(const World<D>& world) {
  std::vector<Pose<D>> poses;
  for (const Obstacle<D>& obstacle : world.obstacles) {
    poses.push_back(obstacle.pose);
  }
  return poses;
}

}  // namespace

Scene read_scene(const Tree& tree) {
  return Scene::parse(to_toml(tree), "random.toml", GLUEY_TEST_DATA "/random/meshes");
}

template <int D>
Watch<D>::Watch(const Scene& scene) {
  const scene::BuildContext context{scene.places(), scene.folder(), {}, {}, nullptr};
  stepper_ = std::make_unique<Stepper<D>>(scene::build<D>(scene.options(), context));
  // A law that changes nothing sees what contacts carry.
  stepper_->own_law.functions.bounds = [this](const StepContacts& contacts, std::span<double>, std::span<double>) {
    carried_.assign(contacts.gamma.begin(), contacts.gamma.end());
  };
  for (const Shape<D>& shape : stepper_->world.shapes) {
    shapes_.push_back(pieces<D>(shape.parts));
  }
  for (const Obstacle<D>& obstacle : stepper_->world.obstacles) {
    obstacles_.push_back(pieces<D>(obstacle.parts));
  }
  const scene::Time& time = scene.options().time;
  end_ = time.end;
  steps_ = time.steps;
}

template <int D>
bool Watch<D>::finished() const {
  const World<D>& world = stepper_->world;
  return (steps_ >= 0 && world.step >= steps_) || world.time >= end_ * (1.0 - 1e-9);
}

template <int D>
StepRecord<D> Watch<D>::step() {
  Stepper<D>& stepper = *stepper_;
  World<D> was = stepper.world;
  StepRecord<D> record;
  record.number = was.step;
  record.time = was.time;
  record.last_h = stepper.last_length;
  record.before = state_of(was);
  record.obstacle_before = poses_of(was);
  carried_.clear();
  const StepOutcome<D>& outcome = stepper.step(end_);
  record.h = outcome.length;
  record.tolerance = outcome.tolerance;
  record.last_open = last_open_;
  last_open_ = outcome.length * std::max(outcome.tolerance, outcome.solve.residual);
  record.closed_gap = stepper.graph.closed_gap;
  record.solved = outcome.solve.converged();
  record.exact = outcome.inexact == 0;
  record.tunnelled = outcome.tunnelling > 0;
  record.told_overlap = outcome.overlap;
  record.told_kinetic = outcome.kinetic_energy;
  record.told_turning = outcome.turning;
  record.told_residual = outcome.solve.residual;
  record.missed = outcome.missed;
  record.told_recovered = outcome.recovered;
  record.told_recovery_work = outcome.recovery_work;
  record.told_kept = outcome.kept;
  record.world = &stepper.world;
  record.laws = &stepper.laws();
  record.shapes = &shapes_;
  record.obstacles = &obstacles_;
  record.after = state_of(stepper.world);
  record.obstacle_after = poses_of(stepper.world);
  record.way_velocity = stepper.moved_by();
  record.way_spin = stepper.turned_by();
  record.contacts = stepper.graph.contacts;
  record.carried = carried_;

  // The free motion, once more from the state before.
  Forces<D>& forces = stepper.forces();
  for (std::size_t k = 0; k < was.obstacles.size(); ++k) {
    was.obstacles[k].pose = record.obstacle_after[k];
  }
  FreeMotion<D> free;
  forces.free_motion(was, record.time, record.h, free);
  record.free_velocity = free.velocity;
  const Mobility<D> mobility = free.mobility(was.bodies);
  record.inverse_mass = mobility.inverse_mass;
  record.inverse_inertia = mobility.inverse_inertia;
  for (std::size_t i = 0; i < was.bodies.size(); ++i) {
    const Spin<D>& moments = was.bodies.inertia[i];
    const FreeRotation<D> turned = free_rotation(was.bodies.orientation[i], moments, free.spin[i], record.h);
    record.free_orientation.push_back(turned.orientation);
    record.free_spin.push_back(turned.angular_velocity);
    record.unforced_spin.push_back(turned.angular_velocity - (free.spin[i] - was.bodies.angular_velocity[i]));
    record.solved_spin.push_back(
        respun(record.after.orientation[i], turned.orientation, moments, record.after.spin[i]));
  }
  record.acting.films = stepper.films.any();
  record.acting.drag = !free.inverse_mass.empty();
  record.acting.outside = !forces.gravity.acceleration.isZero(0.0) || !forces.body_force.force.isZero(0.0) ||
                          forces.table || forces.buoyancy || !forces.fields.empty() || forces.drag || forces.noise ||
                          !forces.drives.empty();
  return record;
}

template class Watch<2>;
template class Watch<3>;

}  // namespace gluey::test
