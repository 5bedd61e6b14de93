#pragma once
// What is joined, directly or through others, found by several threads at once: the islands of a step problem. The smallest member
// stands for its set, so that the outcome does not depend on who joins first (Anderson and Woll 1991).

#include "core/parallel.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace gluey {

class Components {
 public:
  /// Every member alone.
  void reset(std::size_t members) {
    parent_.resize(members);
    parallel_for(members, [&](std::size_t k) { parent_[k] = static_cast<std::int32_t>(k); });
  }
  /// By any thread.
  void join(std::int32_t first, std::int32_t second) {
    for (;;) {
      first = find(first);
      second = find(second);
      if (first == second) {
        return;
      }
      if (first < second) {
        std::swap(first, second);
      }
      // The larger root goes under the smaller one, unless it has ceased to be a root.
      std::int32_t root = first;
      if (at(first).compare_exchange_strong(root, second, std::memory_order_relaxed)) {
        return;
      }
    }
  }
  /// Once all are joined, before root().
  void settle() {
    parallel_for(parent_.size(), [&](std::size_t k) {
      at(static_cast<std::int32_t>(k)).store(find(static_cast<std::int32_t>(k)), std::memory_order_relaxed);
    });
  }
  /// The smallest member of the set.
  [[nodiscard]] std::int32_t root(std::size_t member) const { return parent_[member]; }

 private:
  std::atomic_ref<std::int32_t> at(std::int32_t member) {
    return std::atomic_ref<std::int32_t>(parent_[static_cast<std::size_t>(member)]);
  }
  std::int32_t find(std::int32_t member) {
    for (std::int32_t parent = at(member).load(std::memory_order_relaxed); parent != member;) {
      // Shortens the way for the next time: any ancestor will do.
      const std::int32_t above = at(parent).load(std::memory_order_relaxed);
      if (above != parent) {
        at(member).store(above, std::memory_order_relaxed);
      }
      member = parent;
      parent = above;
    }
    return member;
  }

  std::vector<std::int32_t> parent_;
};

}  // namespace gluey
