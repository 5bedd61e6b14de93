// What makes a step safe, whether or not it was solved: contacts give no energy (energy_guard.hpp), and overlaps are taken back by moving
// bodies, never through their velocities.
//
// An overlap D < 0 that is there when the step begins asks for u_n ≥ |D|/h: a push that gives energy p_n |D|/h, the more the shorter the step.
// So bodies move by the velocities V° of the problem with the gaps as they are, and keep those, V', of the problem in which what overlaps has been
// moved apart until it touches. Both have the same W and the same sets, and the second starts from the impulses of the first. What a step
// takes back of an overlap is limited, so that a deep one asks for no impulses without measure.
// Friction holds what is moved apart as it holds the rest, so that slopes do not creep. The centre of mass moves as it should; the angular momentum
// changes by Σ m δ × v with δ = h (V° − V'), and the potential energy by what the forces do along δ.

#include "solver/finish.hpp"
#include "step/step_problem.hpp"
#include "step/stepper.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>

namespace gluey {
namespace {

/// How far a step moves bodies apart at most.
constexpr double longest_in_radii = 0.1;

/// Shares of the budget: the second problem differs by little from the first. Where the guard would cut, more is worth it.
constexpr double to_relax = 0.15, to_go_on = 0.6;

}  // namespace

/// Where a body overlaps another, velocities are asked for with the gaps that the two would have if they were moved apart until they
/// touch: zero at the deepest point, and at the others what is left of the difference. Two that overlap more at one end than at the other
/// meet at that end first, and how many points a contact has does not matter. An obstacle's motion stays in the gap. How much of it the step is
/// to take back stands in overlapping_: no more than a tenth of the smallest radius, since a body deep in another would be thrown. What an obstacle that
/// goes away takes back by itself is not left to be gone into again.
template <int D>
void Stepper<D>::move_apart(std::vector<double>& gap, double h) {
  const Contacts<D>& contacts = graph.contacts;
  fill_all(overlapping_, contacts.size(), 0.0);
  outcome_.recovered = 0.0;
  if (films.any()) {
    return;  // they hold bodies at distances of their own, and push back in their own way
  }
  measure_begun_overlaps(h);
  const auto overlap = [&](std::size_t c) { return begun_overlap_[c]; };
  const auto same_pair = [&](std::size_t a, std::size_t b) {
    return contacts.first[a] == contacts.first[b] && contacts.second[a] == contacts.second[b] &&
           contacts.image[a] == contacts.image[b];
  };
  /// How far contact c opens when points of the two that overlap are moved apart along their normals.
  const auto opened = [&](std::size_t c) {
    double most = std::max(0.0, overlap(c));
    if (contacts.detailed) {
      const auto look = [&](std::size_t other) {
        // Points that do not overlap are not moved, not even towards what is opposite.
        most = std::max(most, std::max(0.0, overlap(other)) * contacts.normal[other].dot(contacts.normal[c]));
      };
      for (std::size_t k = c; k > 0 && same_pair(k - 1, c); --k) {
        look(k - 1);
      }
      for (std::size_t k = c + 1; k < contacts.size() && same_pair(k, c); ++k) {
        look(k);
      }
    }
    return most;
  };
  std::vector<Largest> scratch;
  outcome_.recovered =
      reduce_blocks(contacts.size(), scratch, [&](std::size_t begin, std::size_t end, Largest& deepest) {
        for (std::size_t c = begin; c < end; ++c) {
          const double by = opened(c);
          const double left = std::max(0.0, by - longest_in_radii * smallest_radius_);
          overlapping_[c] = std::min(left, std::max(0.0, -contacts.gap[c])) - by;
          gap[c] += by;
          deepest.put(overlap(c));
        }
      }).value;
}

/// What islands may keep of their impulses, so that contacts give no energy.
template <int D>
void Stepper<D>::look_at_energy(double h) {
  const Bodies<D>& bodies = world.bodies;
  begun_spin_.resize(bodies.size());
  // Films come before contacts, which start from what they left; forces turn bodies, and so does their own inertia, which gives nothing.
  parallel_for(bodies.size(), [&](std::size_t i) {
    begun_spin_[i] = free_rotation_[i].angular_velocity;
    if (!films.any()) {
      begun_spin_[i] -= free_.spin[i] - bodies.angular_velocity[i];
    }
  });
  outcome_.kept = guard_.look_at({.h = h,
                                  .world = world,
                                  .contacts = graph.contacts,
                                  .surfaces = surfaces_,
                                  .gap = gap_,
                                  .mobility = mobility(),
                                  .begun = films.any() ? free_.velocity : bodies.velocity,
                                  .free = free_.velocity,
                                  .velocity = new_velocity_,
                                  .begun_spin = begun_spin_,
                                  .free_rotation = free_rotation_,
                                  .spin = new_spin_});
}

/// Shortens the impulses of islands in which contacts would give energy.
template <int D>
void Stepper<D>::keep_energy() {
  Contacts<D>& contacts = graph.contacts;
  if (outcome_.kept == 1.0) {
    if (turns_ && contacts.detailed && settings_.accuracy.budget.given()) {
      // What the points of flat contacts share is as good as what they share it by: velocities that are not solved to rounding.
      parallel_for(contacts.size(), [&](std::size_t c) { load_impulse(c, 1.0); });
      solver::tell(quality(), outcome_.solve);
      if (outcome_.solve.converged() && !(outcome_.solve.residual <= outcome_.tolerance)) {
        outcome_.solve.status = solver::Status::budget;
      }
    }
    return;
  }
  parallel_for(contacts.size(), [&](std::size_t c) {
    const double share = guard_.share(c);
    // Nothing of what is not even finite.
    contacts.impulse[c] = share > 0.0 ? share * contacts.impulse[c] : 0.0;
    if (rubs_) {
      contacts.friction[c] = share > 0.0 ? Vec<D>(share * contacts.friction[c]) : Vec<D>(Vec<D>::Zero());
      contacts.moment[c] = share > 0.0 ? Spin<D>(share * contacts.moment[c]) : Spin<D>(Spin<D>::Zero());
    }
    if (turns_) {
      load_impulse(c, 1.0);
    }
  });
  push(turns_ ? problem_->impulse : contacts.impulse, new_velocity_, new_spin_);
  solver::tell(quality(), outcome_.solve);
}

/// The velocities that bodies keep: those by which they move, unless some overlap and are moved apart, which is answered.
template <int D>
bool Stepper<D>::relax(double h) {
  copy_all(new_velocity_, way_velocity_);
  copy_all(new_spin_, way_spin_);
  constexpr double little = 0.2;  // what less than the tolerance does to the velocities needs no second solve
  if (!(outcome_.recovered > little * h * outcome_.tolerance)) {
    return false;
  }
  std::vector<double>& impulse = turns_ ? problem_->impulse : graph.contacts.impulse;
  change_gaps(-1.0);
  const solver::Settings settings = solver_settings(h, to_relax);
  // At rest overlaps are as small as the tolerance lets them be, and two problems that are solved in turn would keep each other from coming to rest.
  if (outcome_.solve.converged()) {
    const Quality now = quality();
    if (now.residual <= std::min(settings.tolerance, settings.of_few)) {
      solver::tell(now, outcome_.solve);
      return false;
    }
  }
  solver::Result relaxed = iterate(impulse, settings);
  push(impulse, new_velocity_, new_spin_);
  relaxed.iterations += outcome_.solve.iterations;
  relaxed.method = outcome_.solve.method;
  relaxed.status = std::max(relaxed.status, outcome_.solve.status);
  outcome_.solve = relaxed;
  return true;
}

/// Where much would be cut off an island's impulses, more iterations come first. In glued clusters contacts hold many times the weight against each
/// other, so that small errors of velocities are much energy, and the support of the whole cluster would be cut for it.
template <int D>
void Stepper<D>::go_on(bool apart, double h) {
  constexpr double sharper = 0.1;
  solver::Settings settings = solver_settings(h, to_go_on);
  settings.tolerance *= sharper;
  settings.of_few *= sharper;
  std::vector<double>& impulse = turns_ ? problem_->impulse : graph.contacts.impulse;
  solver::Result result = iterate(impulse, settings);
  push(impulse, new_velocity_, new_spin_);
  if (!apart) {
    copy_all(new_velocity_, way_velocity_);
    copy_all(new_spin_, way_spin_);
  }
  result.iterations += outcome_.solve.iterations;
  const bool solved = result.residual <= outcome_.tolerance && (!apart || outcome_.solve.converged());
  result.status = solved ? solver::Status::converged : std::max(result.status, solver::Status::budget);
  outcome_.solve = result;
  read_impulses(false);
  share_impulses();
  look_at_energy(h);
}

/// Once the step has what it needs to know: contacts give no energy, and bodies are moved apart within bounds. Whether these take a body
/// elsewhere than the solve did.
template <int D>
bool Stepper<D>::settle_velocities(double h) {
  const double on_the_way = outcome_.solve.residual;
  const bool apart = relax(h);
  read_impulses(true);
  share_impulses();
  if (films.any()) {
    leave_to_films(h);
  }
  look_at_energy(h);
  constexpr double worth_more = 0.9;
  constexpr int rounds = 2;
  for (int round = 0; round < rounds && outcome_.kept < worth_more && settings_.accuracy.budget.given() && !films.any();
       ++round) {
    go_on(apart, h);
  }
  keep_energy();
  // What is told holds of both velocities: that by which bodies move makes the overlaps.
  if (!(outcome_.solve.residual > on_the_way)) {
    outcome_.solve.residual = on_the_way;
  }
  outcome_.recovery_work = 0.0;
  bool elsewhere = false;
  // Shortened impulses leave other velocities than those by which bodies move, too.
  if (apart || outcome_.kept < 1.0) {
    elsewhere = limit_recovery(h);
    if (films.any()) {
      return elsewhere;  // measure_films() knows what forces did
    }
    const Bodies<D>& bodies = world.bodies;
    std::vector<Sum> sums;
    outcome_.recovery_work =
        -reduce_blocks(bodies.size(), sums, [&](std::size_t begin, std::size_t end, Sum& sum) {
           for (std::size_t i = begin; i < end; ++i) {
             const FreeRotation<D>& free = free_rotation_[i];
             const Spin<D> twisted =
                 in_space(free.orientation, bodies.inertia[i]) * (free.angular_velocity - begun_spin_[i]);
             sum.value +=
                 bodies.mass[i] * (free_.velocity[i] - bodies.velocity[i]).dot(way_velocity_[i] - new_velocity_[i]) +
                 twisted.dot(way_spin_[i] - new_spin_[i]);
           }
         }).value;
  }
  return elsewhere;
}

/// Nothing is moved apart by more than a tenth of the smallest radius, so that what a solve left undone throws no body away. Whether some would have
/// been.
template <int D>
bool Stepper<D>::limit_recovery(double h) {
  const Islands& islands = guard_.islands();
  std::atomic<bool> limited = false;
  for_each_by_turns(islands.count(), [&](std::size_t island, std::size_t /*thread*/) {
    Largest farthest;
    for (const std::int32_t body : islands.bodies(island)) {
      const auto i = static_cast<std::size_t>(body);
      farthest.put(h * ((way_velocity_[i] - new_velocity_[i]).norm() +
                        world.bodies.radius[i] * (way_spin_[i] - new_spin_[i]).norm()));
    }
    const double limit = longest_in_radii * smallest_radius_;
    if (farthest.value <= limit) {
      return;
    }
    limited.store(true, std::memory_order_relaxed);
    const double share = std::isfinite(farthest.value) ? limit / farthest.value : 0.0;
    for (const std::int32_t body : islands.bodies(island)) {
      const auto i = static_cast<std::size_t>(body);
      way_velocity_[i] = new_velocity_[i] +
                         (share > 0.0 ? Vec<D>(share * (way_velocity_[i] - new_velocity_[i])) : Vec<D>(Vec<D>::Zero()));
      way_spin_[i] =
          new_spin_[i] + (share > 0.0 ? Spin<D>(share * (way_spin_[i] - new_spin_[i])) : Spin<D>(Spin<D>::Zero()));
    }
  });
  return limited;
}

/// To the gaps as they are, 1, or back to those without overlaps, −1.
template <int D>
void Stepper<D>::change_gaps(double sign) {
  gap_change_.resize(overlapping_.size());
  parallel_for(overlapping_.size(), [&](std::size_t c) { gap_change_[c] = sign * overlapping_[c]; });
  if (turns_) {
    problem_->rigid.change_gaps(gap_change_);
  } else {
    problem_->plain.change_gaps(gap_change_);
  }
}

template void Stepper<2>::move_apart(std::vector<double>&, double);
template void Stepper<3>::move_apart(std::vector<double>&, double);
template void Stepper<2>::change_gaps(double);
template void Stepper<3>::change_gaps(double);
template bool Stepper<2>::limit_recovery(double);
template bool Stepper<3>::limit_recovery(double);
template bool Stepper<2>::relax(double);
template bool Stepper<3>::relax(double);
template bool Stepper<2>::settle_velocities(double);
template bool Stepper<3>::settle_velocities(double);

}  // namespace gluey
