#pragma once
// Which contacts a body has: the one list from which every sum over the contacts of a body is made.

#include "core/counting_sort.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace gluey {

class Incidence {
 public:
  /// first(k) and second(k) are the bodies of contact k; numbers from `bodies` on are obstacles, which have no list.
  template <class First, class Second>
  void build(std::size_t bodies, std::size_t contacts, First&& first, Second&& second) {
    ends_.sort(2 * contacts, bodies,
               [&](std::size_t end) { return (end & 1) != 0 ? first(end >> 1) : second(end >> 1); });
  }

  [[nodiscard]] std::size_t bodies() const { return ends_.keys(); }
  [[nodiscard]] bool touches(std::size_t body) const { return ends_.count(body) > 0; }
  [[nodiscard]] std::int32_t count(std::size_t body) const { return ends_.count(body); }
  /// Of a body, ascending: 2 · contact + (whether the body is its first).
  [[nodiscard]] std::span<const std::int32_t> ends(std::size_t body) const { return ends_.items(body); }
  /// Where the ends of a body begin among those of all.
  [[nodiscard]] std::int32_t start(std::size_t body) const { return ends_.start(body); }
  /// Of all bodies.
  [[nodiscard]] std::size_t size() const { return ends_.all().size(); }

 private:
  SortedItems ends_;
};

}  // namespace gluey
