#pragma once
// Vectors one after the other, as the public interface shows them.

#include "core/vector.hpp"

#include <span>
#include <vector>

namespace gluey {

template <int N>
std::span<double> flat(std::vector<Vec<N>>& vectors) {
  static_assert(sizeof(Vec<N>) == N * sizeof(double));
  return vectors.empty() ? std::span<double>() : std::span<double>(vectors.front().data(), vectors.size() * N);
}
template <int N>
std::span<const double> flat(const std::vector<Vec<N>>& vectors) {
  return vectors.empty() ? std::span<const double>()
                         : std::span<const double>(vectors.front().data(), vectors.size() * N);
}

}  // namespace gluey
