#include "problem/islands.hpp"

#include <atomic>

namespace gluey {

/// Islands are numbered in the order of their first contacts.
void Islands::number(std::size_t bodies) {
  const std::size_t contacts = of_contact_.size();
  first_contact_.resize(bodies);
  parallel_for(bodies, [&](std::size_t i) { first_contact_[i] = none; });
  // Blocks come in any order, each contact in turn: the least number stays.
  parallel_for(contacts, [&](std::size_t c) {
    const std::atomic_ref<std::int32_t> first(first_contact_[static_cast<std::size_t>(of_contact_[c])]);
    const auto mine = static_cast<std::int32_t>(c);
    for (std::int32_t now = first.load(std::memory_order_relaxed);
         (now == none || mine < now) && !first.compare_exchange_weak(now, mine, std::memory_order_relaxed);) {
    }
  });
  const auto is_first = [&](std::size_t c) {
    return first_contact_[static_cast<std::size_t>(of_contact_[c])] == static_cast<std::int32_t>(c);
  };
  select_numbers(contacts, head_, is_first);
  count_ = head_.size();
  // Roots are told their island in place of its first contact.
  parallel_for(count_, [&](std::size_t island) {
    first_contact_[static_cast<std::size_t>(of_contact_[static_cast<std::size_t>(head_[island])])] =
        static_cast<std::int32_t>(island);
  });
  parallel_for(contacts,
               [&](std::size_t c) { of_contact_[c] = first_contact_[static_cast<std::size_t>(of_contact_[c])]; });
  contact_.sort(contacts, count_, [&](std::size_t c) { return of_contact_[c]; });
  largest_ = static_cast<std::size_t>(
      largest_of(count_, [&](std::size_t island) { return static_cast<double>(contact_.count(island)); }));
}

void Islands::sort() {
  const std::size_t bodies = first_contact_.size();
  of_body_.resize(bodies);
  place_.resize(bodies);
  parallel_for(bodies, [&](std::size_t i) { of_body_[i] = first_contact_[static_cast<std::size_t>(sets_.root(i))]; });
  body_.sort(bodies, count_, [&](std::size_t i) { return of_body_[i]; });
  const auto members = body_.all();
  parallel_for(members.size(), [&](std::size_t at) {
    const auto i = static_cast<std::size_t>(members[at]);
    place_[i] = static_cast<std::int32_t>(at) - body_.start(static_cast<std::size_t>(of_body_[i]));
  });
}

}  // namespace gluey
