#include "proximity/cells.hpp"

#include "core/parallel.hpp"

#include <algorithm>
#include <bit>
#include <limits>

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
  struct Box {
    Vec<D> lower = Vec<D>::Constant(std::numeric_limits<double>::infinity()), upper = -lower;
    void add(const Box& other) {
      lower = lower.cwiseMin(other.lower);
      upper = upper.cwiseMax(other.upper);
    }
  };
  std::vector<Box> scratch;
  auto [lower, upper] = reduce_blocks(n, scratch, [&](std::size_t begin, std::size_t end, Box& box) {
    for (std::size_t k = begin; k < end; ++k) {
      const Vec<D>& x = position[static_cast<std::size_t>(members[k])];
      if (x.allFinite()) {
        box.add({x, x});
      }
    }
  });
  if (!(lower.array() <= upper.array()).all()) {
    lower = upper = Vec<D>::Zero();  // nobody is anywhere
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
  hashed_ = !(cells >= 1.0 && cells <= 8.0 * static_cast<double>(n) + 64.0);  // also where they are not even numbers
  std::size_t buckets = 0;
  if (hashed_) {
    buckets = std::bit_ceil(2 * n);
    shift_ = 64 - std::countr_zero(buckets);
  } else {
    buckets = static_cast<std::size_t>(cells);
  }

  // Bodies of one bucket stay in ascending order.
  std::vector<std::uint64_t>& keys = keys_;
  parallel_for(n, [&](std::size_t k) { keys[k] = key_of(cell_of(position[static_cast<std::size_t>(members[k])])); });
  sort_.sort(
      n, buckets, [&](std::size_t k) { return bucket_of(keys[k]); }, start_, order_);
  if (hashed_) {
    sorted_keys_.resize(n);
  }
  parallel_for(n, [&](std::size_t slot) {
    const auto k = static_cast<std::size_t>(order_[slot]);
    const auto body = static_cast<std::size_t>(members[k]);
    entries_[slot] = {position[body], reach[body], members[k]};
    if (hashed_) {
      sorted_keys_[slot] = keys[k];
    }
  });
  if (hashed_) {
    keys_.swap(sorted_keys_);
  }
}

template class Cells<2>;
template class Cells<3>;

}  // namespace gluey
