// Films of fluid in a step: they slow the free velocity, and hold contacts at a distance.

#include "step/stepper.hpp"

#include <algorithm>

namespace gluey {
namespace {

/// Residual of the films' velocities, relative to the solver's tolerance: those velocities are where contacts start from.
constexpr double film_tolerance = 1e-2;
/// How far below ε a contact that only keeps bodies apart is pushed back in a step, in ε.
constexpr double pushed_back = 1e-3;

/// What became of the velocity, or the spin, of a body in a step, change by change, and where its energy went. With V, U, V', V'' as
/// in the outcome, hF_U = M (U − V) and d = hξ of implicit drag, which resists what films and contacts do as well, the momenta are
///     M (V' − U) = films − d (V' − U),      M (V'' − V') = contacts − d (V'' − V'),
/// so that forces give hF = hF_U − d (V'' − U) in all. Spins alike, with d = hζ. Between their U and what films and contacts do, the
/// body turns freely, from M to M', which keeps the energy but not the spin.
template <int N>
struct Changes {
  using Inertia = Eigen::Matrix<double, N, N>;
  Inertia inertia, turned;  // M, M'
  Vec<N> drag;              // d
  Vec<N> forced;            // U − V
  Vec<N> freely;            // by turning freely
  Vec<N> slowed;            // V' − U
  Vec<N> stopped;           // V'' − V'
  Vec<N> moved;             // V° − U

  /// ½‖V' − V‖².
  [[nodiscard]] double numerical() const {
    return forced.dot(inertia * (0.5 * forced + slowed)) + 0.5 * slowed.dot(turned * slowed);
  }
  /// But for the contacts' work.
  [[nodiscard]] double projection() const {
    return 0.5 * stopped.dot(turned * stopped) + forced.dot(inertia * (moved - slowed)) -
           slowed.dot(drag.cwiseProduct(moved - slowed - freely)) -
           stopped.dot(drag.cwiseProduct(moved - slowed - stopped - freely));
  }
  /// −hF·(V° − V'').
  [[nodiscard]] double recovery() const {
    return (drag.cwiseProduct(slowed + stopped) - inertia * forced).dot(moved - slowed - stopped);
  }
};

/// What implicit drag adds to an inertia.
template <int N>
Vec<N> added_inertia(const Vec<N>& inverse, const Vec<N>& without_drag) {
  return inverse_where_free(inverse) - inverse_where_free(without_drag);
}

}  // namespace

/// The step that thresholds are for does not change with the steps that are taken: contacts hold where they are.
template <int D>
double Stepper<D>::threshold_length() const {
  return settings_.automatic ? settings_.step_min : settings_.step;
}

/// From the free velocity U to V', with films where bodies are and obstacles where they will be.
template <int D>
void Stepper<D>::solve_films(double h) {
  if (!films.any()) {
    return;
  }
  const std::size_t n = world.bodies.size();
  film_ranges_.body.assign(n, 0.5 * films.range());
  film_ranges_.obstacle.assign(world.obstacles.size(), 0.5 * films.range());
  ranges_ = film_ranges_;
  travel_.resize(n, 0.0);
  update_lists();
  films.find(world, candidates_, film_ranges_);
  film_surfaces_.measure(world, films.graph.contacts, h);

  unresisted_.resize(n);
  parallel_for(n, [&](std::size_t i) { unresisted_[i] = free_rotation_[i].angular_velocity; });
  forced_ = free_.velocity;
  films.solve(laws_, world,
              {.h = h,
               .last_h = last_length,
               .threshold_h = threshold_length(),
               .mobility = mobility(),
               .surface = film_surfaces_.velocity,
               .contacts = graph.contacts,
               .velocity = free_.velocity,
               .rotation = free_rotation_},
              smallest_radius_,
              film_tolerance * (settings_.accuracy.radii > 0.0 ? settings_.accuracy.radii : accuracy::exact.radii),
              settings_.max_iterations);
  slowed_ = free_.velocity;
  slowed_spin_.resize(n);
  parallel_for(n, [&](std::size_t i) { slowed_spin_[i] = free_rotation_[i].angular_velocity; });
}

/// Contacts of these laws hold at a distance: they are sought as much further.
template <int D>
void Stepper<D>::reach_thresholds() {
  if (!films.any()) {
    return;
  }
  const ThresholdReach reach = threshold_reach(laws_, world, threshold_length(), smallest_radius_);
  for (std::size_t i = 0; i < world.bodies.size(); ++i) {
    ranges_.body[i] += reach.body[i];
  }
  for (double& range : ranges_.obstacle) {
    range += reach.obstacle;
  }
}

/// Where contacts hold, and how thick their films are there.
template <int D>
void Stepper<D>::pose_thresholds() {
  if (!films.any()) {
    return;
  }
  contact_thresholds(laws_, world, graph.contacts, threshold_length(), smallest_radius_, thresholds_);
  films.match(graph.contacts, thresholds_, full_thickness_);
  pressed_.resize(graph.contacts.size());
  parallel_for(pressed_.size(), [&](std::size_t c) { pressed_[c] = graph.contacts.impulse[c] > 0.0 ? 1 : 0; });
}

/// Gaps as the step problem sees them, from where the contacts hold. What obstacles move is in the gaps, and stays.
/// Bodies that are closer than their threshold hold where they are: nothing pushes them apart. Under a load that presses them they
/// come back by as much as a solve may leave them too near.
template <int D>
void Stepper<D>::hold_at_thresholds(std::vector<double>& gap, double h) {
  const Contacts<D>& contacts = graph.contacts;
  parallel_for(films.any() ? gap.size() : 0, [&](std::size_t c) {
    const FilmThreshold& threshold = thresholds_[c];
    const double carried = c < contacts.pairs ? 0.0 : h * contacts.normal[c].dot(surfaces_.velocity[c]);
    const double before = gap[c] - carried;
    const bool apart = threshold.end == FilmEnd::nothing;
    const double back = apart ? pushed_back * std::abs(threshold.distance) : pressed_[c] != 0 ? graph.closed_gap : 0.0;
    if (before > 0.0 || threshold.distance < 0.0) {
      gap[c] = std::max(before - threshold.distance, -back) + carried;
    }
  });
}

/// Contacts of films that end in nothing keep bodies apart and do nothing else (Maury's projection onto D ≥ ε): what is to be stopped,
/// films stop. Bodies are moved as the contacts ask, velocities stay those that films left; where there are contacts of other
/// laws, too, those that they leave by themselves. What is told holds of both.
template <int D>
void Stepper<D>::leave_to_films(double h) {
  Contacts<D>& contacts = graph.contacts;
  const double far = 1e6 * (smallest_radius_ + films.range());
  std::vector<Sum> scratch;
  const double apart = reduce_blocks(contacts.size(), scratch, [&](std::size_t begin, std::size_t end, Sum& sum) {
                         for (std::size_t c = begin; c < end; ++c) {
                           if (thresholds_[c].end == FilmEnd::nothing && thresholds_[c].distance > 0.0) {
                             thresholds_[c].distance = -far;
                             contacts.impulse[c] = 0.0;
                             sum.value += 1.0;
                           }
                         }
                       }).value;
  if (apart == 0.0) {
    return;
  }
  if (apart == static_cast<double>(contacts.size())) {
    new_velocity_ = slowed_;
    new_spin_ = slowed_spin_;
    return;
  }
  const solver::Result moved = outcome_.solve;
  pose_gaps(h);
  solve(h);
  read_impulses(false);
  share_impulses();
  solver::Result& kept = outcome_.solve;
  kept.iterations += moved.iterations;
  kept.method = moved.method;
  kept.status = std::max(kept.status, moved.status);
  kept.residual = std::max(kept.residual, moved.residual);
}

template <int D>
typename Stepper<D>::ContactWork Stepper<D>::contact_work() {
  const Contacts<D>& contacts = graph.contacts;
  const std::size_t n = world.bodies.size();
  std::vector<Vec<D>> arm_first, arm_second;
  lever_arms(world, contacts, arm_first, arm_second);
  std::vector<ContactWork> scratch;
  return reduce_blocks(contacts.size(), scratch, [&](std::size_t begin, std::size_t end, ContactWork& work) {
    for (std::size_t c = begin; c < end; ++c) {
      const auto i = static_cast<std::size_t>(contacts.first[c]);
      const auto j = static_cast<std::size_t>(contacts.second[c]);
      const Vec<D>& surface = surfaces_.velocity[c];
      Vec<D> u = surface - new_velocity_[i] - cross(new_spin_[i], arm_first[c]);
      Spin<D> spin = -new_spin_[i];
      Spin<D> turned = Spin<D>::Zero();
      if (j < n) {
        u += new_velocity_[j] + cross(new_spin_[j], arm_second[c]);
        spin += new_spin_[j];
      } else {
        turned = surfaces_.spin[j - n];
        spin += turned;
      }
      Vec<D> p = contacts.impulse[c] * contacts.normal[c];
      if (contacts.rubs) {
        p += contacts.friction[c];
        work.slipped += contacts.moment[c].dot(spin);
        work.driven -= contacts.moment[c].dot(turned);
      }
      work.slipped += p.dot(u);
      work.driven -= p.dot(surface);
    }
  });
}

/// Where the energy went: positions are still those of before, obstacles where they will be.
template <int D>
void Stepper<D>::measure_films() {
  const auto& done = films.outcome();
  outcome_.films = done.films;
  outcome_.film_iterations = done.solve.iterations;
  outcome_.viscous = done.dissipated;
  struct Sums {
    double numerical = 0.0, projection = 0.0, recovery = 0.0;
    void add(const Sums& other) {
      numerical += other.numerical;
      projection += other.projection;
      recovery += other.recovery;
    }
  };
  const Bodies<D>& bodies = world.bodies;
  const Mobility<D> mobile = mobility();
  std::vector<Sums> scratch;
  const Sums sums = reduce_blocks(bodies.size(), scratch, [&](std::size_t begin, std::size_t end, Sums& part) {
    for (std::size_t i = begin; i < end; ++i) {
      if (!bodies.here(i)) {
        continue;
      }
      using Mass = typename Changes<D>::Inertia;
      const Mass mass = bodies.mass[i] * Mass::Identity();
      const Changes<D> shift{.inertia = mass,
                             .turned = mass,
                             .drag = added_inertia(mobile.inverse_mass[i], bodies.inverse_mass[i]),
                             .forced = forced_[i] - bodies.velocity[i],
                             .freely = Vec<D>::Zero(),
                             .slowed = slowed_[i] - forced_[i],
                             .stopped = new_velocity_[i] - slowed_[i],
                             .moved = way_velocity_[i] - forced_[i]};
      const Changes<spin_size<D>> turn{.inertia = in_space(bodies.orientation[i], bodies.inertia[i]),
                                       .turned = in_space(free_rotation_[i].orientation, bodies.inertia[i]),
                                       .drag = added_inertia(mobile.inverse_inertia[i], bodies.inverse_inertia[i]),
                                       .forced = free_.spin[i] - bodies.angular_velocity[i],
                                       .freely = unresisted_[i] - free_.spin[i],
                                       .slowed = slowed_spin_[i] - unresisted_[i],
                                       .stopped = new_spin_[i] - slowed_spin_[i],
                                       .moved = way_spin_[i] - unresisted_[i]};
      part.numerical += shift.numerical() + turn.numerical();
      part.projection += shift.projection() + turn.projection();
      part.recovery += shift.recovery() + turn.recovery();
    }
  });
  const ContactWork work = contact_work();
  outcome_.driven = done.driven + work.driven;
  outcome_.numerical = sums.numerical;
  outcome_.projection = sums.projection - work.slipped;
  outcome_.recovery_work = sums.recovery;
}

template double Stepper<2>::threshold_length() const;
template double Stepper<3>::threshold_length() const;
template void Stepper<2>::solve_films(double);
template void Stepper<3>::solve_films(double);
template void Stepper<2>::reach_thresholds();
template void Stepper<3>::reach_thresholds();
template void Stepper<2>::pose_thresholds();
template void Stepper<3>::pose_thresholds();
template void Stepper<2>::hold_at_thresholds(std::vector<double>&, double);
template void Stepper<3>::hold_at_thresholds(std::vector<double>&, double);
template void Stepper<2>::leave_to_films(double);
template void Stepper<3>::leave_to_films(double);
template Stepper<2>::ContactWork Stepper<2>::contact_work();
template Stepper<3>::ContactWork Stepper<3>::contact_work();
template void Stepper<2>::measure_films();
template void Stepper<3>::measure_films();

}  // namespace gluey
