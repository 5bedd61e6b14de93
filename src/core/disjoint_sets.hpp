#pragma once
// What is joined, directly or through others (union–find): clusters of bodies that touch, islands of a step problem.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

namespace gluey {

class DisjointSets {
 public:
  explicit DisjointSets(std::size_t members) { reset(members); }

  /// Every member alone again.
  void reset(std::size_t members) {
    parent_.resize(members);
    std::iota(parent_.begin(), parent_.end(), 0);
    size_.assign(members, 1);
    count_ = static_cast<std::int64_t>(members);
    largest_ = members > 0 ? 1 : 0;
  }

  void join(std::size_t first, std::size_t second) {
    std::size_t a = root(first), b = root(second);
    if (a == b) {
      return;
    }
    if (size_[a] < size_[b]) {
      std::swap(a, b);
    }
    parent_[b] = static_cast<std::int32_t>(a);
    size_[a] += size_[b];
    largest_ = std::max(largest_, size_[a]);
    --count_;
  }

  [[nodiscard]] std::int64_t count() const { return count_; }
  [[nodiscard]] std::int64_t largest() const { return largest_; }

  /// The member that stands for the set of this one.
  std::size_t root(std::size_t member) {
    while (parent(member) != member) {
      parent_[member] = parent_[parent(member)];  // shortens the way for the next time
      member = parent(member);
    }
    return member;
  }
  /// … for every member.
  [[nodiscard]] std::vector<std::size_t> roots() {
    std::vector<std::size_t> roots(parent_.size());
    for (std::size_t member = 0; member < parent_.size(); ++member) {
      roots[member] = root(member);
    }
    return roots;
  }

 private:
  [[nodiscard]] std::size_t parent(std::size_t member) const { return static_cast<std::size_t>(parent_[member]); }

  std::vector<std::int32_t> parent_;
  std::vector<std::int32_t> size_;  // of the set, at its root
  std::int64_t count_ = 0;
  std::int32_t largest_ = 0;
};

}  // namespace gluey
