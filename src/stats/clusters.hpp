#pragma once
// Bodies joined by contacts, directly or through others (union–find).

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

namespace gluey::stats {

class Clusters {
 public:
  explicit Clusters(std::size_t bodies) { reset(bodies); }

  /// Every body alone again.
  void reset(std::size_t bodies) {
    parent_.resize(bodies);
    std::iota(parent_.begin(), parent_.end(), 0);
    size_.assign(bodies, 1);
    count_ = static_cast<std::int64_t>(bodies);
    largest_ = bodies > 0 ? 1 : 0;
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

  /// A body without contacts is a cluster of size 1.
  [[nodiscard]] std::int64_t count() const { return count_; }
  [[nodiscard]] std::int64_t largest() const { return largest_; }

  /// For every body one that stands for its cluster.
  [[nodiscard]] std::vector<std::size_t> roots() {
    std::vector<std::size_t> roots(parent_.size());
    for (std::size_t body = 0; body < parent_.size(); ++body) {
      roots[body] = root(body);
    }
    return roots;
  }

 private:
  std::size_t root(std::size_t body) {
    while (parent(body) != body) {
      parent_[body] = parent_[parent(body)];  // shortens the way for the next time
      body = parent(body);
    }
    return body;
  }

  [[nodiscard]] std::size_t parent(std::size_t body) const { return static_cast<std::size_t>(parent_[body]); }

  std::vector<std::int32_t> parent_;
  std::vector<std::int32_t> size_;  // of the cluster, at its root
  std::int64_t count_ = 0;
  std::int32_t largest_ = 0;
};

}  // namespace gluey::stats
