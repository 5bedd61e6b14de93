#pragma once
// The functions of Pool, for the sources that instantiate it.

#include "problem/pool.hpp"

#include <atomic>

namespace gluey {

template <KindOfContacts Kind>
bool Pool<Kind>::pose(const Problem& problem) {
  if (posed_ == problem.posed()) {
    parallel_for(fits_ ? contact_.size() : 0,
                 [&](std::size_t slot) { Kind::take_offset(problem, slot, contact_[slot]); });
    return fits_;
  }
  posed_ = problem.posed();
  fits_ = Kind::suits(problem);
  if (!fits_) {
    return false;
  }
  std::atomic<bool> fits = true, convex = true;
  contact_.resize(problem.contacts());
  for_blocks(problem.contacts(), [&](std::size_t begin, std::size_t end) {
    bool all_fit = true, all_convex = true;
    for (std::size_t slot = begin; slot < end && all_fit; ++slot) {
      all_fit = Kind::take(problem, slot, contact_[slot], all_convex);
    }
    if (!all_fit) {
      fits.store(false, std::memory_order_relaxed);
    }
    if (!all_convex) {
      convex.store(false, std::memory_order_relaxed);
    }
  });
  convex_ = convex;
  fits_ = fits;
  body_.resize(problem.bodies());
  parallel_for(fits_ ? body_.size() : 0, [&](std::size_t i) { body_[i] = Kind::take_body(problem, i); });
  return fits_;
}

template <KindOfContacts Kind>
void Pool<Kind>::load(const Problem& problem, const double* impulse) {
  kept_.resize(contact_.size());
  chosen_.resize(contact_.size());
  parallel_for(contact_.size(), [&](std::size_t slot) {
    Kept& kept = kept_[slot];
    Kind::load(problem, slot, contact_[slot], impulse, kept.now);
    std::copy_n(kept.now, Kind::numbers, kept.before);
    chosen_[slot] = static_cast<std::int32_t>(slot);
  });
  velocity_.resize(problem.bodies() + 1);
  extrapolated_.resize(velocity_.size());
  parallel_for(velocity_.size(), [&](std::size_t i) { velocity_[i] = extrapolated_[i] = State{}; });
  place_chosen();
  step_bodies(0.0);
}

template <KindOfContacts Kind>
void Pool<Kind>::keep() {
  parallel_for(chosen_.size(), [&](std::size_t at) {
    Kept& kept = kept_[static_cast<std::size_t>(chosen_[at])];
    for (std::size_t k = 0; k < Kind::numbers; ++k) {
      kept.now[k] = now_[at / lanes].x[k][at % lanes];
      kept.before[k] = before_[at / lanes].x[k][at % lanes];
    }
  });
}

template <KindOfContacts Kind>
void Pool<Kind>::read(const Problem& problem, double* impulse) {
  keep();
  parallel_for(kept_.size(),
               [&](std::size_t slot) { Kind::read(problem, slot, contact_[slot], kept_[slot].now, impulse); });
}

template <KindOfContacts Kind>
void Pool<Kind>::choose(double margin) {
  keep();
  const auto below = static_cast<float>(margin);
  wanted_.resize(contact_.size());
  parallel_for(contact_.size(), [&](std::size_t slot) {
    const Contact& contact = contact_[slot];
    Kept& kept = kept_[slot];
    const bool acts = std::any_of(kept.now, kept.now + Kind::numbers, [](float p) { return p != 0.0F; });
    wanted_[slot] = acts || Kind::opening(contact, velocity_[static_cast<std::size_t>(contact.first)],
                                          velocity_[static_cast<std::size_t>(contact.second)]) < below
                        ? 1
                        : 0;
    if (wanted_[slot] == 0) {
      kept = Kept{};
    }
  });
  select_numbers(contact_.size(), chosen_, [&](std::size_t slot) { return wanted_[slot] != 0; });
  place_chosen();
  parallel_for(body_.size(), [&](std::size_t i) {
    if (!order_.touches(i)) {
      velocity_[i] = extrapolated_[i] = State{};
    }
  });
}

template <KindOfContacts Kind>
void Pool<Kind>::place_chosen() {
  const std::size_t count = (chosen_.size() + lanes - 1) / lanes;
  rows_.resize(count);
  now_.resize(count);
  before_.resize(count);
  handed_on_.resize(count * lanes * Kind::parts);
  const Contact open = Kind::open(static_cast<std::int32_t>(body_.size()));
  for_blocks(count * lanes, [&](std::size_t begin, std::size_t end) {
    for (std::size_t k = begin / lanes; k < end / lanes; ++k) {
      for (std::size_t lane = 0; lane < lanes; ++lane) {
        const std::size_t at = k * lanes + lane;
        const bool filled = at < chosen_.size();
        const auto slot = static_cast<std::size_t>(filled ? chosen_[at] : 0);
        Kind::place(rows_[k], lane, filled ? contact_[slot] : open);
        const Kept kept = filled ? kept_[slot] : Kept{};
        for (std::size_t number = 0; number < Kind::numbers; ++number) {
          now_[k].x[number][lane] = kept.now[number];
          before_[k].x[number][lane] = kept.before[number];
        }
      }
      Kind::hand_on(rows_[k], now_[k], &handed_on_[k * lanes * Kind::parts]);
    }
  });
  const auto contact = [&](std::size_t at) -> const Contact& {
    return contact_[static_cast<std::size_t>(chosen_[at])];
  };
  order_.build(
      body_.size(), chosen_.size(), [&](std::size_t at) { return contact(at).first; },
      [&](std::size_t at) { return contact(at).second; });
}

template <KindOfContacts Kind>
StepSums Pool<Kind>::step_contacts(const Team& team, Turn& turn, double beta, double scale) {
  const Eight onward = all_eight(static_cast<float>(beta)), t = all_eight(static_cast<float>(scale));
  static_assert(block_size % lanes == 0);
  const Sums sums =
      team.reduce_blocks(rows_.size() * lanes, contact_sums_, [&](std::size_t begin, std::size_t end, Sums& block) {
        typename Kind::Sums done;
        for (std::size_t k = begin / lanes; k < end / lanes; ++k) {
          Impulses<Kind::numbers>& next = turn.before[k];  // they change places after the loop
          Kind::step(rows_[k], extrapolated_.data(), onward, t, turn.now[k], next, done);
          Kind::hand_on(rows_[k], next, &handed_on_[k * lanes * Kind::parts]);
        }
        block = done.sums();
      });
  std::swap(turn.now, turn.before);
  return sums;
}

template <KindOfContacts Kind>
double Pool<Kind>::step_bodies(const Team& team, double beta) {
  const auto onward = static_cast<float>(beta);
  return team
      .reduce_blocks(order_.size(), body_sums_,
                     [&](std::size_t begin, std::size_t end, Sum& total) {
                       State energy{};
                       for (std::size_t k = begin; k < end; ++k) {
                         const std::size_t i = order_.body(k);
                         const State now = Kind::answer(body_[i], order_.ends(i), handed_on_.data());
                         const State change = now - extrapolated_[i];
                         energy = fused(Kind::weighed(body_[i], change), change, energy);
                         extrapolated_[i] = fused(all_of<State>(onward), now - velocity_[i], now);
                         velocity_[i] = now;
                       }
                       total.value = sum(energy);
                     })
      .value;
}

template <KindOfContacts Kind>
std::size_t Pool<Kind>::bytes_per_iteration(const Problem& problem) {
  std::size_t ends = 0;
  for (std::size_t slot = 0; slot < problem.contacts(); ++slot) {
    ends += static_cast<std::size_t>(problem.second(slot)) < problem.bodies() ? 2 : 1;
  }
  // Contacts: their row, p read, p⁻ read and written, two states gathered, what is handed on. Ends: its number and what was handed
  // on. Bodies: mass, place, both velocities read and written.
  const std::size_t per_contact =
      (sizeof(Row) + 3 * sizeof(Impulses<Kind::numbers>)) / lanes + (2 + Kind::parts) * sizeof(State);
  return problem.contacts() * per_contact + ends * (sizeof(std::int32_t) + sizeof(State)) +
         problem.bodies() * (sizeof(Body) + sizeof(std::int32_t) + 4 * sizeof(State));
}

}  // namespace gluey
