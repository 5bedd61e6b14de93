#pragma once
// A step problem falls apart into islands: contacts that are joined through bodies they share. W has no entry between two of
// them, so that each can be solved by itself, to its own tolerance and in its own number of iterations.

#include "core/disjoint_sets.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace gluey {

class Islands {
 public:
  /// Returns how many there are.
  template <class P>
  std::size_t find(const P& problem) {
    const std::size_t contacts = problem.contacts();
    const std::size_t bodies = problem.bodies();
    sets_.reset(bodies);
    for (std::size_t c = 0; c < contacts; ++c) {
      // Obstacles do not move and join nothing.
      if (static_cast<std::size_t>(problem.second(c)) < bodies) {
        sets_.join(static_cast<std::size_t>(problem.first(c)), static_cast<std::size_t>(problem.second(c)));
      }
    }
    // Islands are numbered in the order of their first contacts.
    number_.assign(bodies, none);
    of_contact_.resize(contacts);
    std::int32_t count = 0;
    for (std::size_t c = 0; c < contacts; ++c) {
      std::int32_t& number = number_[sets_.root(static_cast<std::size_t>(problem.first(c)))];
      number = number == none ? count++ : number;
      of_contact_[c] = number;
    }
    count_ = static_cast<std::size_t>(count);
    return count_;
  }
  /// Contacts and bodies of each, after find.
  void sort();

  [[nodiscard]] std::size_t count() const { return count_; }
  /// The island of a contact, after find.
  [[nodiscard]] std::size_t of_contact(std::size_t c) const { return static_cast<std::size_t>(of_contact_[c]); }
  /// Contacts of the largest.
  [[nodiscard]] std::size_t largest();
  [[nodiscard]] std::span<const std::int32_t> contacts(std::size_t island) const { return contact_.of(island); }
  [[nodiscard]] std::span<const std::int32_t> bodies(std::size_t island) const { return body_.of(island); }
  /// The place of a body among those of its island; obstacles are behind the last.
  [[nodiscard]] std::int32_t place(std::int32_t body, std::size_t island) const {
    return static_cast<std::size_t>(body) < place_.size() ? place_[static_cast<std::size_t>(body)]
                                                          : static_cast<std::int32_t>(bodies(island).size());
  }

 private:
  static constexpr std::int32_t none = -1;
  /// Members of each island, ascending.
  struct Members {
    std::vector<std::int32_t> start, member;
    [[nodiscard]] std::span<const std::int32_t> of(std::size_t island) const {
      return std::span(member).subspan(static_cast<std::size_t>(start[island]),
                                       static_cast<std::size_t>(start[island + 1] - start[island]));
    }
    void fill(std::size_t islands, const std::vector<std::int32_t>& island_of);
  };

  DisjointSets sets_{0};
  std::vector<std::int32_t> number_, of_contact_, of_body_, place_;
  Members contact_, body_;
  std::size_t count_ = 0;
};

}  // namespace gluey
