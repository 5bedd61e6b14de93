#pragma once
// Bodies joined by contacts, directly or through others (union–find).

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

namespace gluey::stats {

class Clusters {
 public:
  explicit Clusters(std::size_t bodies) : parent_(bodies), size_(bodies, 1) {
    std::iota(parent_.begin(), parent_.end(), std::size_t{0});
  }

  void join(std::size_t a, std::size_t b) {
    a = root(a);
    b = root(b);
    if (a == b) {
      return;
    }
    if (size_[a] < size_[b]) {
      std::swap(a, b);
    }
    parent_[b] = a;
    size_[a] += size_[b];
  }

  /// Sizes of the clusters; a body without contacts is one of size 1.
  [[nodiscard]] std::vector<std::int64_t> sizes() const {
    std::vector<std::int64_t> sizes;
    for (std::size_t body = 0; body < parent_.size(); ++body) {
      if (parent_[body] == body) {
        sizes.push_back(size_[body]);
      }
    }
    return sizes;
  }

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
    while (parent_[body] != body) {
      parent_[body] = parent_[parent_[body]];  // shortens the way for the next time
      body = parent_[body];
    }
    return body;
  }

  std::vector<std::size_t> parent_;
  std::vector<std::int64_t> size_;  // of the cluster, at its root
};

}  // namespace gluey::stats
