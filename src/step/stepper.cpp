#include "step/stepper.hpp"

#include "step/forget.hpp"
#include "step/invariants.hpp"
#include "step/step_problem.hpp"

#include <gluey/errors.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>

namespace gluey {
namespace {

/// Contacts are sought a little further than bodies can get, so that pairs at rest do not come and go.
constexpr double margin_in_radii = 0.01;
constexpr int search_limit = 6;
constexpr int halving_limit = 8;
constexpr int shortening_limit = 8;

}  // namespace

template <int D>
Stepper<D>::Stepper(World<D> initial, Forces<D> forces, LawTable laws, StepSettings settings)
    : world(std::move(initial)),
      films(laws),
      forces_(std::move(forces)),
      laws_(std::move(laws)),
      settings_(std::move(settings)),
      rubs_(laws_.any([](const LawOptions& law) { return law.rubs(); })),
      bounces_(laws_.any([](const LawOptions& law) { return law.restitution > 0.0; })),
      glues_(laws_.any([](const LawOptions& law) { return law.glues(); })),
      turns_(rubs_ || !world.shapes.empty()),
      problem_(std::make_unique<StepProblem<D>>(settings_.method)) {
  graph.rubs = rubs_;
  graph.contacts.rubs = rubs_;
  smallest_radius_ = world.bodies.size() > 0 ? world.thickness(0) : 1.0;
  for (std::size_t i = 1; i < world.bodies.size(); ++i) {
    smallest_radius_ = std::min(smallest_radius_, world.thickness(i));
  }
  for (std::size_t a = 0; a < laws_.materials(); ++a) {
    for (std::size_t b = 0; b < laws_.materials(); ++b) {
      const LawOptions& law = laws_.between(a, b);
      if (law.rubs() && law.model == FrictionModel::convex) {
        graph.opening.friction = std::max(graph.opening.friction, law.friction);
        graph.opening.rolling = std::max(graph.opening.rolling, law.rolling);
      }
    }
  }
  graph.resistance = [laws = laws_](const World<D>& in, const Contacts<D>& contacts, std::size_t c) {
    return potential_scale(laws, in, contacts, c);
  };
  world.move_obstacles(world.time);
}

template <int D>
const Problem<D>& Stepper<D>::problem() const {
  return problem_->plain;
}
template <int D>
const RigidProblem<D>& Stepper<D>::rigid_problem() const {
  return problem_->rigid;
}

template <int D>
const StepOutcome<D>& Stepper<D>::step(double limit) {
  pour();
  const double planned = planned_length;
  const std::int64_t steps = world.step;
  poses_.clear();
  begun_poses_.clear();
  for (const Obstacle<D>& obstacle : world.obstacles) {
    poses_.push_back(obstacle.pose);
    // From the time, as after a restart: how the step before came to its end may round otherwise.
    begun_poses_.push_back(pose_at<D>(obstacle.motion, obstacle.start, world.time));
  }
  try {
    advance(find_step(limit));
  } catch (...) {
    if (world.step == steps) {
      planned_length = planned;
      go_back();
    }
    throw;
  }
  drain();
  measure(outcome_.length);
  return outcome_;
}

/// Forces and laws of users may throw: what was tried is undone, so that the simulation stands where it stood.
template <int D>
void Stepper<D>::go_back() {
  graph.go_back();
  films.graph.go_back();
  forces_.pairs.graph.go_back();
  for (std::size_t k = 0; k < poses_.size(); ++k) {
    world.obstacles[k].pose = poses_[k];
  }
  pour_back();
}

/// Tries steps until one does, and returns its length.
template <int D>
double Stepper<D>::find_step(double limit) {
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
  if (settings_.adaptive) {
    h = adapt(h);
  }
  while (outcome_.missed && settings_.on_failure == OnFailure::halve_step && outcome_.halvings < halving_limit) {
    h *= 0.5;
    ++outcome_.halvings;
    try_step(h);
  }
  return h;
}

/// The stages up to the new velocities; positions are still the old ones.
template <int D>
void Stepper<D>::try_step(double h) {
  StageClock clock;
  world.move_obstacles(world.time + h);
  clock.add_to(stages, 0);

  find_pair_forces();
  expect_found(world, forces_.pairs.graph.contacts, "pair forces");
  films.begin();
  for (bool again = true; again;) {
    move_freely(h);
    choose_tolerance(h);
    solve_films(h);
    expect_found(world, films.graph.contacts, "films");
    clock.add_to(stages, 1);

    choose_ranges(h);
    outcome_.searches = 0;
    for (bool moved_on = true; moved_on;) {
      do {
        find_contacts(h);
        expect_found(world, graph.contacts, "contacts");
        clock.add_to(stages, 2);
        pose(h);
        expect_posed(graph.contacts, sets_, gap_);
        clock.add_to(stages, 3);
        solve(h);
        clock.add_to(stages, 4);
      } while (outran(h, new_velocity_, new_spin_));
      clock.add_to(stages, 2);
      moved_on = settle_velocities(h) && outran(h, way_velocity_, way_spin_);
      clock.add_to(stages, 4);
    }
    expect_solved(world, graph.contacts, sets_, outcome_.tolerance);
    // Once: with the films of contacts that let go within the step.
    again = films.any() && films.let_go(graph.contacts, thresholds_, sets_, new_velocity_, new_spin_, h);
    clock.add_to(stages, 4);
  }
  const bool films_missed = films.any() && !films.outcome().solve.converged;
  const Accuracy& asked = settings_.accuracy;
  // Also where the solve did, and its impulses were shortened.
  const bool kept_promise = asked.promised > 0.0 ? outcome_.solve.residual_95 <=
                                                       std::max(asked.promised * outcome_.reference, outcome_.tolerance)
                                                 : outcome_.solve.converged();
  outcome_.missed = outcome_.solve.status == solver::Status::diverged || films_missed || !kept_promise;
  if (films_missed && outcome_.solve.converged()) {
    outcome_.solve.status = solver::Status::iteration_limit;
  }
}

/// What the step has to stop, and at which residual it is solved (accuracy.hpp).
template <int D>
void Stepper<D>::choose_tolerance(double h) {
  constexpr double of_motion = 1e-3, least = 1e-10;
  const Bodies<D>& bodies = world.bodies;
  struct Moments {
    double count = 0.0, forced = 0.0, squares = 0.0;
    Vec<D> sum = Vec<D>::Zero();
    void add(const Moments& other) {
      count += other.count;
      forced += other.forced;
      squares += other.squares;
      sum += other.sum;
    }
  };
  std::vector<Moments> scratch;
  const Moments all = reduce_blocks(bodies.size(), scratch, [&](std::size_t begin, std::size_t end, Moments& moments) {
    for (std::size_t i = begin; i < end; ++i) {
      if (bodies.here(i)) {
        const Vec<D>& velocity = bodies.velocity[i];
        moments.add({1.0, (free_.velocity[i] - velocity).squaredNorm(), velocity.squaredNorm(), velocity});
      }
    }
  });
  outcome_.reference = 0.0;
  if (all.count > 0.0) {
    const double spread = std::max(0.0, all.squares / all.count - (all.sum / all.count).squaredNorm());
    double motion = std::sqrt(spread);
    for (const Obstacle<D>& obstacle : world.obstacles) {
      motion = std::max(motion, obstacle_travel(obstacle) / h);
    }
    outcome_.reference = std::sqrt(all.forced / all.count) + of_motion * motion;
  }
  const Accuracy& asked = settings_.accuracy;
  const double unit = smallest_radius_ / h;
  outcome_.tolerance =
      asked.reference > 0.0 ? std::max(asked.reference * outcome_.reference, least * unit) : asked.radii * unit;
  graph.closed_gap = 2.0 * h * outcome_.tolerance;
}

/// The gaps over which pair forces act, bodies where they are and obstacles where they will be.
template <int D>
void Stepper<D>::find_pair_forces() {
  PairForces<D>& pairs = forces_.pairs;
  if (!pairs.any()) {
    return;
  }
  const double half = 0.5 * pairs.range();
  ranges_.body.assign(world.bodies.size(), half);
  ranges_.obstacle.assign(world.obstacles.size(), half);
  travel_.resize(world.bodies.size(), 0.0);  // of the last step
  update_lists();
  pairs.find(world, candidates_, ranges_);
}

/// Velocities, orientations and angular velocities at the end of the step if nothing touched.
template <int D>
void Stepper<D>::move_freely(double h) {
  forces_.free_motion(world, world.time, h, free_);
  const Bodies<D>& bodies = world.bodies;
  free_rotation_.resize(bodies.size());
  parallel_for(bodies.size(), [&](std::size_t i) {
    free_rotation_[i] = free_rotation(bodies.orientation[i], bodies.inertia[i], free_.spin[i], h);
  });
}

/// Of the fastest point of a body; turning moves nothing of a sphere. Images drift past each other, to which both contribute.
template <int D>
double Stepper<D>::speed(std::size_t i, const Vec<D>& velocity, const Spin<D>& spin) const {
  const double radius = world.bodies.radius[i];
  const bool round = world.bodies.shape[i] == Bodies<D>::sphere;
  return world.velocity_within(i, velocity).norm() + (round ? 0.0 : spin.norm() * radius) +
         world.domain.drift_share(radius);
}

/// How far ahead of a body contacts may act, by time.
template <int D>
double Stepper<D>::reach_speed(std::size_t i, const Vec<D>& velocity, const Spin<D>& spin) const {
  const double turn = spin.norm();
  return speed(i, velocity, spin) +
         graph.opening.velocity(world.velocity_within(i, velocity).norm() + turn * world.bodies.radius[i], turn);
}

template <int D>
void Stepper<D>::choose_ranges(double h) {
  const std::size_t n = world.bodies.size();
  ranges_.body.resize(n);
  ranges_.obstacle.resize(world.obstacles.size());
  travel_.resize(n);
  const double margin = settings_.range ? *settings_.range : margin_in_radii * smallest_radius_;
  // A force that contacts take up may be so large that bodies free of them would fly far: of a short range it would have all images of a
  // periodic domain looked at. Who does go further than this is looked for again, see outran().
  constexpr double sped_up = 2.0;  // in thicknesses
  const double drawn = 0.5 * forces_.pairs.range();
  parallel_for(n, [&](std::size_t i) {
    const Vec<D>&free = free_.velocity[i], before = world.bodies.velocity[i];
    const Spin<D>&free_spin = free_rotation_[i].angular_velocity, spin = world.bodies.angular_velocity[i];
    const double further = sped_up * world.thickness(i) + drawn;
    travel_[i] = std::min(h * speed(i, free, free_spin), h * speed(i, before, spin) + further);
    const double reach = std::min(h * reach_speed(i, free, free_spin), h * reach_speed(i, before, spin) + further);
    ranges_.body[i] = (settings_.range ? 0.0 : reach) + 0.5 * margin;
  });
  for (std::size_t k = 0; k < world.obstacles.size(); ++k) {
    ranges_.obstacle[k] = 0.5 * margin + (1.0 + graph.opening.friction) * obstacle_travel(world.obstacles[k]);
  }
  reach_thresholds();
}

/// How far an obstacle, already at its new pose, has moved away from a body that touched it: the gap of a glued contact
/// may have grown by as much, and it must be found again to be pulled.
template <int D>
double Stepper<D>::obstacle_travel(const Obstacle<D>& obstacle) const {
  if (std::holds_alternative<FixedMotion>(obstacle.motion)) {
    return 0.0;
  }
  const Pose<D> old = pose_at<D>(obstacle.motion, obstacle.start, world.time);
  const double extent = obstacle.extent();
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
                           if (!world.bodies.here(i)) {
                             continue;
                           }
                           largest.put((old.to_world(obstacle.pose.to_local(position[i])) - position[i]).norm());
                         }
                       })
      .value;
}

/// Lists hold what contacts and pair forces need, so that neither has them built anew for itself.
template <int D>
void Stepper<D>::update_lists() {
  const double half = 0.5 * std::max(forces_.pairs.range(), films.range());
  if (half == 0.0) {
    candidates_.update(world, ranges_, travel_);
    return;
  }
  const auto larger = [half](const std::vector<double>& ranges, std::vector<double>& larger_ones) {
    larger_ones.resize(ranges.size());
    parallel_for(ranges.size(), [&](std::size_t k) { larger_ones[k] = std::max(ranges[k], half); });
  };
  larger(ranges_.body, list_ranges_.body);
  larger(ranges_.obstacle, list_ranges_.obstacle);
  candidates_.update(world, list_ranges_, travel_);
}

template <int D>
void Stepper<D>::find_contacts(double h) {
  update_lists();
  graph.find(world, candidates_, ranges_);
  ++outcome_.searches;
  outcome_.contacts = graph.contacts.size();
  outcome_.inexact = graph.inexact;
  if (last_length > 0.0 && last_length != h) {
    // Impulses of lasting contacts grow with the step.
    const double scale = h / last_length;
    parallel_for(graph.contacts.size(), [&](std::size_t c) { graph.contacts.scale_impulses(c, scale); });
  }
}

template <int D>
void Stepper<D>::pose(double h) {
  const Contacts<D>& contacts = graph.contacts;
  pose_thresholds();
  contact_sets(laws_, world, contacts, full_thickness_, sets_);
  parallel_for(films.any() ? contacts.size() : 0, [&](std::size_t c) {
    sets_[c] = films.has_let_go(c) ? ContactSet{} : sets_[c];  // its film has its pull
  });
  surfaces_.measure(world, contacts, h);
  if (own_law.any()) {
    own_law.bound(laws_, world, contacts, surfaces_, h, sets_);
  }
  pose_gaps(h);
}

/// The problem of the contacts' gaps and sets.
template <int D>
void Stepper<D>::pose_gaps(double h) {
  const Contacts<D>& contacts = graph.contacts;
  copy_all(contacts.gap, gap_);
  move_apart(gap_, h);
  if (bounces_) {
    surfaces_.bounce(laws_, world, contacts, free_.velocity, free_rotation_, h, gap_);
  }
  hold_at_thresholds(gap_, h);
  draw_together(gap_, h);
  if (turns_ || pose_in_full) {
    pose_rigid(world, contacts, mobility(), free_.velocity, free_rotation_, surfaces_, gap_, sets_, h,
               problem_->rigid_data);
    problem_->rigid.pose(problem_->rigid_data);
  }
  if (turns_) {
    change_gaps(1.0);
    return;
  }
  const bool drifts = world.domain.shear_rate != 0.0;
  if (drifts) {
    surfaces_.drift(contacts, gap_, h);
  }
  problem_->lower.resize(contacts.size());
  parallel_for(contacts.size(), [&](std::size_t c) { problem_->lower[c] = sets_[c].lower; });
  problem_->plain.pose(h, mobility().inverse_mass, free_.velocity, contacts.first, contacts.second, contacts.normal,
                       drifts ? surfaces_.drifted : gap_, problem_->lower);
  change_gaps(1.0);
}

/// Hands a share of a contact's impulse to the step problem.
template <int D>
void Stepper<D>::load_impulse(std::size_t c, double share) {
  const Contacts<D>& contacts = graph.contacts;
  typename RigidProblem<D>::Impulse impulse{share * contacts.impulse[c]};
  if (rubs_) {
    impulse.tangential = share * contacts.friction[c];
    impulse.moment = share * contacts.moment[c];
  }
  problem_->rigid.load(c, contacts.normal[c], impulse, problem_->impulse.data());
}

/// From these impulses, which become those of the solution.
template <int D>
solver::Result Stepper<D>::iterate(std::vector<double>& impulse, const solver::Settings& settings) {
  return turns_ ? problem_->rigid_method(problem_->rigid, impulse, settings, problem_->rigid_workspace)
                : problem_->method(problem_->plain, impulse, settings, problem_->workspace);
}

/// With a share of the budget.
template <int D>
solver::Settings Stepper<D>::solver_settings(double h, double share) const {
  const solver::Budget& budget = settings_.accuracy.budget;
  return {.tolerance = outcome_.tolerance,
          .max_iterations = settings_.max_iterations,
          .budget = {share * budget.least, share * budget.per_layer},
          .promised = settings_.accuracy.promised * outcome_.reference,
          .overlap = settings_.accuracy.overlap * smallest_radius_,
          .of_few = accuracy::exact.radii * smallest_radius_ / h};
}

template <int D>
void Stepper<D>::solve(double h) {
  outcome_.length = h;
  const solver::Settings settings = solver_settings(h);
  Contacts<D>& contacts = graph.contacts;
  if (!turns_) {
    outcome_.solve = iterate(contacts.impulse, settings);
    push(contacts.impulse, new_velocity_, new_spin_);
    return;
  }
  problem_->impulse.resize(problem_->rigid.components());
  parallel_for(contacts.size(), [&](std::size_t c) { load_impulse(c, rubs_ ? kept_impulse(contacts, c) : 1.0); });
  outcome_.solve = iterate(problem_->impulse, settings);
  push(problem_->impulse, new_velocity_, new_spin_);
}

/// The impulses of the step problem become the contacts' own; the first of a step stand beside those of the step before.
template <int D>
void Stepper<D>::read_impulses(bool first) {
  if (!turns_) {
    return;  // they are the contacts' own
  }
  Contacts<D>& contacts = graph.contacts;
  parallel_for(contacts.size(), [&](std::size_t c) {
    const auto impulse = problem_->rigid.read(c, contacts.normal[c], problem_->impulse.data());
    if (rubs_) {
      if (first) {
        contacts.shaken[c] = shaken_by(contacts, c, impulse.normal, impulse.tangential);
      }
      contacts.friction[c] = impulse.tangential;
      contacts.moment[c] = impulse.moment;
    }
    contacts.impulse[c] = impulse.normal;
  });
}

/// How far the impulses at hand, whose velocities were pushed, are from their laws.
template <int D>
Quality Stepper<D>::quality() const {
  return turns_ ? problem_->rigid.quality(problem_->impulse.data(), problem_->rigid_change.data())
                : problem_->plain.quality(graph.contacts.impulse.data(), problem_->change.data());
}

/// V' = U + M⁻¹ Gᵀ p of impulses as the step problem has them.
template <int D>
void Stepper<D>::push(const std::vector<double>& impulse, std::vector<Vec<D>>& velocity, std::vector<Spin<D>>& spin) {
  const std::size_t n = world.bodies.size();
  velocity.resize(n);
  spin.resize(n);
  if (!turns_) {
    problem_->change.resize(n + 1);
    problem_->plain.velocities(impulse.data(), problem_->change.data());
    parallel_for(n, [&](std::size_t i) {
      velocity[i] = free_.velocity[i] + Eigen::Map<const Vec<D>>(problem_->change[i].x);
      spin[i] = free_rotation_[i].angular_velocity;
    });
    return;
  }
  problem_->rigid_change.resize(n + 1);
  problem_->rigid.velocities(impulse.data(), problem_->rigid_change.data());
  parallel_for(n, [&](std::size_t i) {
    velocity[i] = free_.velocity[i] + Eigen::Map<const Vec<D>>(problem_->rigid_change[i].x);
    spin[i] = free_rotation_[i].angular_velocity + Eigen::Map<const Spin<D>>(problem_->rigid_change[i].x + D);
  });
}

/// Whether some body that moves by these velocities comes into one that was not looked at: beyond its range, which is then larger, or into a part of an
/// obstacle behind the one it touches.
template <int D>
bool Stepper<D>::outran(double h, const std::vector<Vec<D>>& velocity, const std::vector<Spin<D>>& spin) {
  const std::size_t n = world.bodies.size();
  outcome_.tunnelling = 0;
  for (const Obstacle<D>& obstacle : world.obstacles) {
    // An obstacle that moves by more than a radius may have swept over a body.
    outcome_.tunnelling += std::isfinite(obstacle.extent()) && obstacle_travel(obstacle) > smallest_radius_ ? 1 : 0;
  }
  const std::size_t beyond =
      count_of(n, [&](std::size_t i) { return h * reach_speed(i, velocity[i], spin[i]) > ranges_.body[i]; });
  // Whose surface moves beyond is among them.
  const auto moved_beyond = static_cast<std::int64_t>(beyond == 0 ? 0 : count_of(n, [&](std::size_t i) {
    return h * speed(i, velocity[i], spin[i]) > ranges_.body[i];
  }));
  if (outcome_.searches >= search_limit) {
    outcome_.tunnelling += moved_beyond;
    return false;
  }
  // Lists hold all that the bodies may get to before anything is looked for in them: what else they hold depends on when they were made.
  const bool extends = beyond > 0 && !settings_.range;
  if (extends) {
    copy_all(ranges_.body, looked_at_.body);
    looked_at_.obstacle = ranges_.obstacle;
    parallel_for(n, [&](std::size_t i) {
      ranges_.body[i] = std::max(ranges_.body[i], h * reach_speed(i, velocity[i], spin[i]));
    });
    update_lists();
  }
  if (world.plain() ? graph.look_ahead(world, candidates_, ranges_, velocity, h, graph.closed_gap)
                    : look_ahead_of_shapes(h, velocity, spin)) {
    return true;
  }
  if (!extends) {
    outcome_.tunnelling += moved_beyond;
    return false;
  }
  return graph.missed(world, candidates_, looked_at_, ranges_, velocity, spin, h);
}

/// Bodies are put where they would go, and back.
template <int D>
bool Stepper<D>::look_ahead_of_shapes(double h, const std::vector<Vec<D>>& velocity, const std::vector<Spin<D>>& spin) {
  const auto several = [](const auto& all) {
    return std::any_of(all.begin(), all.end(), [](const auto& one) { return one.parts.size() > 1; });
  };
  if (!several(world.obstacles) && !several(world.shapes)) {
    return false;
  }
  Bodies<D>& bodies = world.bodies;
  there_.resize(bodies.size());
  turned_there_.resize(bodies.size());
  parallel_for(bodies.size(), [&](std::size_t i) {
    const FreeRotation<D>& free = free_rotation_[i];
    const Spin<D> added = spin[i] - (films.any() ? unresisted_[i] : free.angular_velocity);
    there_[i] = bodies.position[i] + h * velocity[i];
    turned_there_[i] = free.orientation.turned(h * added);
  });
  const auto change_places = [&](double time) {
    bodies.position.swap(there_);
    bodies.orientation.swap(turned_there_);
    std::swap(world.time, time);
    return time;
  };
  const double now = change_places(world.time + h);
  const bool more =
      graph.look_ahead_detailed(world, candidates_, {there_, turned_there_, begun_poses_, now}, graph.closed_gap);
  change_places(now);
  return more;
}

template <int D>
void Stepper<D>::advance(double h) {
  StageClock clock;
  if (films.any()) {
    measure_films();
    films.hand_over(graph.contacts, thresholds_);
  }
  update_potentials(laws_, world, full_thickness_, graph.contacts);
  if (own_law.any()) {
    own_law.update(world, h, graph.contacts);
  }
  Bodies<D>& bodies = world.bodies;
  std::vector<Sum> scratch;
  outcome_.turning =
      reduce_blocks(bodies.size(), scratch, [&](std::size_t begin, std::size_t end, Sum& sum) {
        for (std::size_t i = begin; i < end; ++i) {
          bodies.velocity[i] = new_velocity_[i];
          bodies.position[i] += h * way_velocity_[i];
          // Turned as if free, and then by what films and contacts added; the angular momentum stays that of the solve.
          const FreeRotation<D>& free = free_rotation_[i];
          const Spin<D> added = way_spin_[i] - (films.any() ? unresisted_[i] : free.angular_velocity);
          bodies.orientation[i] = free.orientation.turned(h * added);
          bodies.angular_velocity[i] = respun(free.orientation, bodies.orientation[i], bodies.inertia[i], new_spin_[i]);
          if constexpr (D == 3) {
            const Vec<3> before = free.orientation.apply_inverse(new_spin_[i]);
            const Vec<3> after = bodies.orientation[i].apply_inverse(bodies.angular_velocity[i]);
            sum.value += bodies.here(i) ? 0.5 * bodies.inertia[i].dot(after.cwiseAbs2() - before.cwiseAbs2()) : 0.0;
          }
        }
      }).value;
  outcome_.numerical -= films.any() ? outcome_.turning : 0.0;
  graph.keep();
  if (films.any()) {
    films.keep(graph.contacts);
  }
  forces_.pairs.graph.keep();
  // Equal steps are counted, not summed, so that rounding does not add up.
  const bool on_grid = world.time == static_cast<double>(world.step) * h;
  ++world.step;
  world.time = on_grid ? static_cast<double>(world.step) * h : world.time + h;
  last_length = h;
  const auto is_finite = [&](std::size_t i) {
    return bodies.position[i].allFinite() && bodies.velocity[i].allFinite() && bodies.angular_velocity[i].allFinite();
  };
  if (count_of(bodies.size(), is_finite) < bodies.size()) {
    for (std::size_t i = 0;; ++i) {
      if (is_finite(i)) {
        continue;
      }
      throw Error(fmt::format("step {}: {} has a non-finite {}", world.step, bodies.describe(i),
                              !bodies.velocity[i].allFinite()   ? "velocity"
                              : !bodies.position[i].allFinite() ? "position"
                                                                : "angular velocity"));
    }
  }
  expect_advanced(world, graph.contacts);
  clock.add_to(stages, 5);
}

template <int D>
Stepper<D>::Stepper(Stepper&& other) noexcept = default;
template <int D>
Stepper<D>& Stepper<D>::operator=(Stepper&& other) noexcept = default;
template <int D>
Stepper<D>::~Stepper() = default;

template class Stepper<2>;
template class Stepper<3>;

}  // namespace gluey
