#pragma once
// Which contacts a body has, for kernels that work off bodies one after the other. Bodies come in the order of their number of
// contacts, within blocks: a loop whose length changes from body to body is foreseen by no processor, and costs as much again.

#include "core/parallel.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace gluey {

class BodyOrder {
 public:
  /// first(k) and second(k) are the bodies of contact k; numbers from `bodies` on are obstacles, which have no list.
  template <class First, class Second>
  void build(std::size_t bodies, std::size_t contacts, First&& first, Second&& second) {
    start_.assign(bodies + 2, 0);
    const auto for_ends = [&](const auto& visit) {
      for (std::size_t k = 0; k < contacts; ++k) {
        visit(static_cast<std::size_t>(first(k)), static_cast<std::int32_t>(2 * k + 1));
        visit(static_cast<std::size_t>(second(k)), static_cast<std::int32_t>(2 * k));
      }
    };
    for_ends([&](std::size_t body, std::int32_t /*entry*/) { start_[body] += body < bodies ? 1 : 0; });
    entry_.resize(static_cast<std::size_t>(exclusive_scan(start_)));
    cursor_ = start_;
    for_ends([&](std::size_t body, std::int32_t entry) {
      if (body < bodies) {
        entry_[static_cast<std::size_t>(cursor_[body]++)] = entry;
      }
    });
    order(bodies);
  }

  /// Bodies with contacts.
  [[nodiscard]] std::size_t size() const { return order_.size(); }
  [[nodiscard]] std::size_t body(std::size_t at) const { return static_cast<std::size_t>(order_[at]); }
  [[nodiscard]] bool touches(std::size_t body) const { return start_[body] != start_[body + 1]; }
  /// Of a body, ascending: 2 · contact + (whether the body is its first).
  [[nodiscard]] const std::int32_t* begin(std::size_t body) const { return entry_.data() + start_[body]; }
  [[nodiscard]] const std::int32_t* end(std::size_t body) const { return entry_.data() + start_[body + 1]; }

 private:
  void order(std::size_t bodies);

  std::vector<std::int32_t> start_, entry_, order_, cursor_;
};

}  // namespace gluey
