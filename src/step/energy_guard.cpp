#include "step/energy_guard.hpp"

#include "core/parallel.hpp"

#include <algorithm>
#include <cmath>

namespace gluey {
namespace {

/// Of the terms that are added up: what is below is rounding.
constexpr double rounding = 1e-12;

/// Contacts as their islands are found from.
template <int D>
struct Joints {
  const Contacts<D>* all;
  std::size_t count;
  [[nodiscard]] std::size_t contacts() const { return all->size(); }
  [[nodiscard]] std::size_t bodies() const { return count; }
  [[nodiscard]] std::int32_t first(std::size_t c) const { return all->first[c]; }
  [[nodiscard]] std::int32_t second(std::size_t c) const { return all->second[c]; }
};

}  // namespace

/// The largest τ ≤ 1 with a τ² + b τ + c ≤ 0 or a' τ² + b' τ ≤ A τ.
template <int D>
double EnergyGuard<D>::Terms::share() const {
  if (quadratic + linear + constant <= rounding * size || work_quadratic + work_linear - allowed <= rounding * size) {
    return 1.0;
  }
  const double least = std::min(0.0, constant);
  const double root = std::sqrt(std::max(0.0, linear * linear - 4.0 * quadratic * least));
  // Whichever of the two forms does not subtract what is nearly equal.
  const double nothing = linear > 0.0 ? -2.0 * least / (linear + root) : (root - linear) / (2.0 * quadratic);
  const double as_solved = allowed > 0.0 ? (allowed - work_linear) / work_quadratic : 0.0;
  const double share = as_solved > nothing ? as_solved : nothing;
  return share >= 0.0 && share <= 1.0 ? share : 0.0;
}

/// What obstacles and drifting images add, and what the contact may give: mostly nothing.
template <int D>
typename EnergyGuard<D>::Terms EnergyGuard<D>::of_contact(const Solved& step, std::size_t c) {
  const Contacts<D>& contacts = step.contacts;
  const auto j = static_cast<std::size_t>(contacts.second[c]);
  const bool pair = j < step.world.bodies.size();
  const Vec<D>& surface = step.surfaces.velocity[c];
  const double p_n = contacts.impulse[c];
  double driven = p_n * contacts.normal[c].dot(surface);
  if (contacts.rubs) {
    driven += contacts.friction[c].dot(surface);
    driven += pair ? 0.0 : contacts.moment[c].dot(step.surfaces.spin[j - step.world.bodies.size()]);
  }
  // An obstacle's motion is in the gap already.
  const double asked = step.gap[c] - (pair ? 0.0 : step.h * contacts.normal[c].dot(surface));
  Terms terms;
  terms.allowed = std::max(0.0, -p_n * asked / step.h);
  terms.linear = terms.work_linear = driven;
  terms.size = std::abs(driven) + terms.allowed;
  return terms;
}

template <int D>
typename EnergyGuard<D>::Terms EnergyGuard<D>::of_body(const Solved& step, std::size_t i) {
  const Bodies<D>& bodies = step.world.bodies;
  const FreeRotation<D>& free = step.free_rotation[i];
  const Vec<D> forced = step.free[i] - step.begun[i], pushed = step.velocity[i] - step.free[i];
  const Spin<D> twisted = free.angular_velocity - step.begun_spin[i], turned = step.spin[i] - free.angular_velocity;
  const auto inertia = in_space(free.orientation, bodies.inertia[i]);
  const double mass = bodies.mass[i];
  // M̃ d, and nothing where the body is locked.
  const Vec<D> impulse = inverse_where_free(step.mobility.inverse_mass[i]).cwiseProduct(pushed);
  const Spin<D> angular_impulse =
      in_space(free.orientation, inverse_where_free(step.mobility.inverse_inertia[i])) * turned;
  const double own = 0.5 * (mass * pushed.squaredNorm() + turned.dot(inertia * turned));
  const double with_forces = mass * forced.dot(pushed) + twisted.dot(inertia * turned);
  const double with_free = step.free[i].dot(impulse) + free.angular_velocity.dot(angular_impulse);
  Terms terms;
  terms.work_quadratic = pushed.dot(impulse) + turned.dot(angular_impulse);
  terms.work_linear = with_free;
  terms.quadratic = terms.work_quadratic - own;
  terms.linear = with_free - with_forces;
  terms.constant = -0.5 * (mass * forced.squaredNorm() + twisted.dot(inertia * twisted));
  terms.size = terms.quadratic + std::abs(with_free) + std::abs(with_forces) - terms.constant;
  // What impulses did is known as well as velocities are, some 1e-15 of them: among bodies that move together, less is nothing.
  constexpr double of_velocities = 1e-3;
  terms.size +=
      of_velocities * (mass * step.free[i].squaredNorm() + free.angular_velocity.dot(inertia * free.angular_velocity));
  return terms;
}

template <int D>
typename EnergyGuard<D>::Terms EnergyGuard<D>::of_island(const Solved& step, std::size_t island,
                                                         std::vector<Terms>& scratch) const {
  const auto bodies = islands_.bodies(island);
  const auto contacts = islands_.contacts(island);
  Terms terms = reduce_blocks(bodies.size(), scratch, [&](std::size_t begin, std::size_t end, Terms& sum) {
    for (std::size_t k = begin; k < end; ++k) {
      sum.add(of_body(step, static_cast<std::size_t>(bodies[k])));
    }
  });
  terms.add(reduce_blocks(contacts.size(), scratch, [&](std::size_t begin, std::size_t end, Terms& sum) {
    for (std::size_t k = begin; k < end; ++k) {
      sum.add(of_contact(step, static_cast<std::size_t>(contacts[k])));
    }
  }));
  return terms;
}

template <int D>
double EnergyGuard<D>::look_at(const Solved& step) {
  share_.resize(islands_.find(Joints<D>{&step.contacts, step.world.bodies.size()}));
  islands_.sort();
  scratch_of_thread_.resize(std::max(scratch_of_thread_.size(), thread_limit()));
  // Islands whose sums run on several threads one after the other, the rest side by side.
  const auto large = [&](std::size_t island) {
    return block_count(islands_.contacts(island).size()) >= static_cast<std::size_t>(blocks_worth_threads);
  };
  select_numbers(share_.size(), large_, large);
  for (const std::size_t island : large_) {
    share_[island] = of_island(step, island, scratch_).share();
  }
  for_each_by_turns(share_.size(), [&](std::size_t island, std::size_t thread) {
    if (!large(island)) {
      share_[island] = of_island(step, island, scratch_of_thread_[thread]).share();
    }
  });
  return std::min(1.0, smallest_of(share_.size(), [&](std::size_t island) { return share_[island]; }));
}

template class EnergyGuard<2>;
template class EnergyGuard<3>;

}  // namespace gluey
