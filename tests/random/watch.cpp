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
    pressed_.assign(contacts.impulse.begin(), contacts.impulse.end());
    thickness_ = stepper_->films.graph.contacts.potential;  // films are solved before
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

/// What films of the step before left to those of now: where two had one film and have one, and nothing slid from part to part.
template <int D>
void Watch<D>::match_films(FilmRecord<D>& films) const {
  const auto same_pair = [](const Contacts<D>& a, std::size_t k, const Contacts<D>& b, std::size_t l) {
    return a.first[k] == b.first[l] && a.second[k] == b.second[l] &&
           (!a.detailed || !b.detailed || a.image[k] == b.image[l]);
  };
  const Contacts<D>& list = films.list;
  for (std::size_t c = 0; c < list.size(); ++c) {
    std::size_t now = 0, before = 0, match = 0;
    for (std::size_t k = 0; k < list.size(); ++k) {
      now += same_pair(list, c, list, k) ? 1 : 0;
    }
    for (std::size_t k = 0; k < last_films_.size(); ++k) {
      // An image that has changed may be the same body across another border.
      const bool like = last_films_.first[k] == list.first[c] && last_films_.second[k] == list.second[c];
      before += like ? 1 : 0;
      match = like ? k : match;
    }
    const bool lasts =
        before == 1 && same_pair(list, c, last_films_, match) && last_films_.feature[match] == list.feature[c];
    // A point that has moved on by more than its bodies may have lost what it had.
    const bool carried = lasts && (!list.detailed || films.log_before[c] == last_films_.potential[match]);
    films.known.push_back(now == 1 && (before == 0 || carried));
    films.last.push_back(lasts ? Vec<D>(last_films_.impulse[match] * list.normal[c] + last_films_.friction[match])
                               : Vec<D>(Vec<D>::Zero()));
    films.last_thickness.push_back(lasts ? last_films_.potential[match] : 0.0);
  }
}

/// Velocities once more from the impulses.
template <int D>
void Watch<D>::take_films(StepRecord<D>& record, const StepOutcome<D>& outcome) const {
  FilmRecord<D>& films = record.films;
  films.list = stepper_->films.graph.contacts;
  films.log_before = thickness_;
  for (std::size_t c = 0; c < films.list.size(); ++c) {
    const LawOptions& law = law_between(record, static_cast<std::size_t>(films.list.first[c]),
                                        static_cast<std::size_t>(films.list.second[c]));
    films.log_after.push_back(law.lubricates() ? stepper_->films.log_distance(c) - std::log(law.film.range) : 0.0);
  }
  match_films(films);
  for (std::size_t c = 0; c < record.contacts.size(); ++c) {
    films.let_go.push_back(stepper_->films.has_let_go(c));
  }
  const StepSettings& settings = stepper_->settings();
  films.threshold_h = settings.automatic ? settings.step_min : settings.step;
  films.told_viscous = outcome.viscous;
  films.told_driven = outcome.driven;
  films.told_numerical = outcome.numerical;
  films.told_projection = outcome.projection;
  films.told_residual = stepper_->films.outcome().solve.residual;
  const std::size_t n = record.bodies();
  films.slowed = record.free_velocity;
  films.slowed_spin = record.free_spin;
  std::vector<Vec<D>> pushed(n, Vec<D>::Zero());
  std::vector<Spin<D>> turned(n, Spin<D>::Zero());
  for (std::size_t c = 0; c < films.list.size(); ++c) {
    const Vec<D> p = films.list.impulse[c] * films.list.normal[c] + films.list.friction[c];
    const ContactMotion<D> m = motion_of_film(record, c);
    const auto i = static_cast<std::size_t>(films.list.first[c]), j = static_cast<std::size_t>(films.list.second[c]);
    pushed[i] -= p;
    turned[i] -= moment(m.arm_first, p);
    if (j < n) {
      pushed[j] += p;
      turned[j] += moment(m.arm_second, p);
    }
  }
  for (std::size_t i = 0; i < n; ++i) {
    films.slowed[i] += record.inverse_mass[i].cwiseProduct(pushed[i]);
    films.slowed_spin[i] += in_space(record.free_orientation[i], record.inverse_inertia[i]) * turned[i];
  }
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
  thickness_.clear();
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
  record.pressed = pressed_;
  record.begun = stepper.films.any() ? std::vector<double>() : stepper.begun_overlaps();

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
  if (record.acting.films) {
    take_films(record, outcome);
    last_films_ = record.films.list;
  }
  record.acting.drag = !free.inverse_mass.empty();
  record.acting.outside = !forces.gravity.acceleration.isZero(0.0) || !forces.body_force.force.isZero(0.0) ||
                          forces.table || forces.buoyancy || !forces.fields.empty() || forces.drag || forces.noise ||
                          !forces.drives.empty();
  return record;
}

template class Watch<2>;
template class Watch<3>;

}  // namespace gluey::test
