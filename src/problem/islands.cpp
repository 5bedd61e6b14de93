#include "problem/islands.hpp"

namespace gluey {

std::size_t Islands::largest() {
  std::vector<std::int32_t>& count = contact_.start;
  count.assign(count_ + 1, 0);
  for (const std::int32_t island : of_contact_) {
    ++count[static_cast<std::size_t>(island)];
  }
  return static_cast<std::size_t>(*std::max_element(count.begin(), count.end()));
}

void Islands::Members::fill(std::size_t islands, const std::vector<std::int32_t>& island_of) {
  start.assign(islands + 2, 0);
  for (const std::int32_t island : island_of) {
    if (island != none) {
      ++start[static_cast<std::size_t>(island) + 2];
    }
  }
  for (std::size_t k = 2; k < start.size(); ++k) {
    start[k] += start[k - 1];
  }
  member.resize(static_cast<std::size_t>(start.back()));
  for (std::size_t k = 0; k < island_of.size(); ++k) {
    if (island_of[k] != none) {
      // start[i + 1] is the next free place of island i and ends as the start of island i + 1.
      member[static_cast<std::size_t>(start[static_cast<std::size_t>(island_of[k]) + 1]++)] =
          static_cast<std::int32_t>(k);
    }
  }
  start.pop_back();
}

void Islands::sort() {
  const std::size_t bodies = number_.size();
  of_body_.resize(bodies);
  for (std::size_t i = 0; i < bodies; ++i) {
    of_body_[i] = number_[sets_.root(i)];
  }
  contact_.fill(count_, of_contact_);
  body_.fill(count_, of_body_);
  place_.resize(bodies);
  for (std::size_t island = 0; island < count_; ++island) {
    std::int32_t place = 0;
    for (const std::int32_t body : body_.of(island)) {
      place_[static_cast<std::size_t>(body)] = place++;
    }
  }
}

}  // namespace gluey
