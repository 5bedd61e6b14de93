#pragma once
// A step problem falls apart into islands: contacts that are joined through bodies they share. W has no entry between two of
// them, so that each can be solved by itself, to its own tolerance and in its own number of iterations.

#include "core/components.hpp"
#include "core/counting_sort.hpp"

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
    const std::size_t bodies = problem.bodies();
    sets_.reset(bodies);
    parallel_for(problem.contacts(), [&](std::size_t c) {
      // Obstacles do not move and join nothing.
      if (static_cast<std::size_t>(problem.second(c)) < bodies) {
        sets_.join(problem.first(c), problem.second(c));
      }
    });
    sets_.settle();
    of_contact_.resize(problem.contacts());
    parallel_for(of_contact_.size(),
                 [&](std::size_t c) { of_contact_[c] = sets_.root(static_cast<std::size_t>(problem.first(c))); });
    number(bodies);
    return count_;
  }
  /// Contacts and bodies of each, after find.
  void sort();

  [[nodiscard]] std::size_t count() const { return count_; }
  /// The island of a contact, after find.
  [[nodiscard]] std::size_t of_contact(std::size_t c) const { return static_cast<std::size_t>(of_contact_[c]); }
  /// Contacts of the largest.
  [[nodiscard]] std::size_t largest() const { return largest_; }
  [[nodiscard]] std::span<const std::int32_t> contacts(std::size_t island) const { return contact_.items(island); }
  [[nodiscard]] std::span<const std::int32_t> bodies(std::size_t island) const { return body_.items(island); }
  /// The place of a body among those of its island; obstacles are behind the last.
  [[nodiscard]] std::int32_t place(std::int32_t body, std::size_t island) const {
    return static_cast<std::size_t>(body) < place_.size() ? place_[static_cast<std::size_t>(body)]
                                                          : static_cast<std::int32_t>(bodies(island).size());
  }

 private:
  static constexpr std::int32_t none = -1;
  /// From the roots of contacts to numbers of islands, and their contacts.
  void number(std::size_t bodies);

  Components sets_;
  std::vector<std::int32_t> first_contact_;  // of the island whose root a body is
  std::vector<std::int32_t> head_;           // first contacts, ascending
  std::vector<std::int32_t> of_contact_, of_body_, place_;
  SortedItems contact_, body_;  // of each island
  std::size_t count_ = 0, largest_ = 0;
};

}  // namespace gluey
