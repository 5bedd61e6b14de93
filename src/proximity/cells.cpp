#include "proximity/cells.hpp"

#include "core/parallel.hpp"

#include <algorithm>
#include <bit>

namespace gluey {

template <int D>
void Cells<D>::build(const std::vector<std::int32_t>& members, const std::vector<Vec<D>>& position,
                     const std::vector<double>& reach, double size) {
  const std::size_t n = members.size();
  entries_.resize(n);
  keys_.resize(n);
  if (n == 0) {
    return;
  }

  // The box of all centres, cut into cells.
  Vec<D> lower = position[static_cast<std::size_t>(members[0])];
  Vec<D> upper = lower;
  for (const std::int32_t body : members) {
    lower = lower.cwiseMin(position[static_cast<std::size_t>(body)]);
    upper = upper.cwiseMax(position[static_cast<std::size_t>(body)]);
  }
  origin_ = lower;
  // Keys must fit 64 bits: at most 2^20 cells along an axis in 3D.
  const double widest = (upper - lower).maxCoeff();
  size = std::max(size, widest / (D == 3 ? 1.0e6 : 1.0e9));
  inverse_size_ = 1.0 / size;
  double cells = 1.0;
  for (int axis = 0; axis < D; ++axis) {
    count_[axis] = static_cast<std::int64_t>(std::floor((upper[axis] - lower[axis]) * inverse_size_)) + 1;
    cells *= static_cast<double>(count_[axis]);
  }
  hashed_ = cells > 8.0 * static_cast<double>(n) + 64.0;
  auto buckets = static_cast<std::size_t>(cells);
  if (hashed_) {
    buckets = std::bit_ceil(2 * n);
    shift_ = 64 - std::countr_zero(buckets);
  }

  // Count, scan, fill; bodies of one bucket stay in ascending order.
  std::vector<std::uint64_t>& keys = keys_;
  parallel_for(n, [&](std::size_t k) { keys[k] = key_of(cell_of(position[static_cast<std::size_t>(members[k])])); });
  start_.assign(buckets + 2, 0);
  for (std::size_t k = 0; k < n; ++k) {
    ++start_[bucket_of(keys[k]) + 2];
  }
  for (std::size_t bucket = 2; bucket < buckets + 2; ++bucket) {
    start_[bucket] += start_[bucket - 1];
  }
  std::vector<std::uint64_t> sorted_keys(hashed_ ? n : 0);
  for (std::size_t k = 0; k < n; ++k) {
    const auto slot = static_cast<std::size_t>(start_[bucket_of(keys[k]) + 1]++);
    const auto body = static_cast<std::size_t>(members[k]);
    entries_[slot] = {position[body], reach[body], members[k]};
    if (hashed_) {
      sorted_keys[slot] = keys[k];
    }
  }
  if (hashed_) {
    keys_.swap(sorted_keys);
  }
}

template class Cells<2>;
template class Cells<3>;

}  // namespace gluey
