#pragma once
// Vectors one after the other, as the public interface shows them.

#include "core/parallel.hpp"
#include "core/vector.hpp"

#include <algorithm>
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

/// Angles as they are; quaternions as w, x, y, z, in a table that is filled anew.
inline std::span<const double> flat(const std::vector<Rotation<2>>& angles, std::vector<double>& /*table*/) {
  static_assert(sizeof(Rotation<2>) == sizeof(double));
  return angles.empty() ? std::span<const double>() : std::span(&angles.front().angle, angles.size());
}
inline std::span<const double> flat(const std::vector<Rotation<3>>& rotations, std::vector<double>& table) {
  table.resize(4 * rotations.size());
  parallel_for(rotations.size(), [&](std::size_t i) {
    const Eigen::Quaterniond& q = rotations[i].quaternion;
    const double parts[4] = {q.w(), q.x(), q.y(), q.z()};
    std::copy(parts, parts + 4, table.data() + 4 * i);
  });
  return table;
}

}  // namespace gluey
