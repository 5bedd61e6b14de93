#pragma once
// Cells for one class of body sizes: the bodies sorted by the cell their centre lies in. The cell is at least as large as
// the reach of any two bodies of the class, so partners lie in neighbouring cells.
//
// Where the bodies' bounding box holds few cells the cells are numbered row by row and neighbours along x are one run of
// memory; where bodies are scattered widely (one grain that flew off) the cells are hashed into a table instead, so that
// memory and time stay linear in the number of bodies either way.

#include "core/counting_sort.hpp"
#include "core/vector.hpp"

#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

namespace gluey {

template <int D>
class Cells {
 public:
  using Cell = std::array<std::int64_t, D>;

  /// A body as the search sees it: packed together, in the order of the cells.
  struct Entry {
    Vec<D> position;
    double reach;  ///< radius and margin
    std::int32_t body;
  };

  /// Sorts `members` (numbers of bodies, ascending) into cells of the given size.
  void build(const std::vector<std::int32_t>& members, const std::vector<Vec<D>>& position,
             const std::vector<double>& reach, double size);

  [[nodiscard]] std::size_t size() const { return entries_.size(); }
  [[nodiscard]] const std::vector<Entry>& entries() const { return entries_; }
  [[nodiscard]] double cell_size() const { return 1.0 / inverse_size_; }

  /// visit(entry) for all bodies in cells that meet the box [lower, upper]; some outside the box come along.
  template <class Visit>
  void for_each_near(const Vec<D>& lower, const Vec<D>& upper, Visit&& visit) const {
    if (entries_.empty()) {
      return;
    }
    Cell first = cell_of(lower);
    Cell last = cell_of(upper);
    double cells = 1.0;
    for (int axis = 0; axis < D; ++axis) {
      first[axis] = std::max<std::int64_t>(first[axis], 0);
      last[axis] = std::min<std::int64_t>(last[axis], count_[axis] - 1);
      if (first[axis] > last[axis]) {
        return;
      }
      cells *= static_cast<double>(last[axis] - first[axis] + 1);
    }
    if (cells > static_cast<double>(entries_.size()) + 27.0) {
      // A box larger than all the bodies there are: looking at each is cheaper.
      for (const Entry& entry : entries_) {
        visit(entry);
      }
      return;
    }
    Cell cell = first;
    if constexpr (D == 3) {
      for (cell[2] = first[2]; cell[2] <= last[2]; ++cell[2]) {
        for (cell[1] = first[1]; cell[1] <= last[1]; ++cell[1]) {
          visit_run(cell, first[0], last[0], visit);
        }
      }
    } else {
      for (cell[1] = first[1]; cell[1] <= last[1]; ++cell[1]) {
        visit_run(cell, first[0], last[0], visit);
      }
    }
  }

 private:
  [[nodiscard]] Cell cell_of(const Vec<D>& x) const {
    Cell cell;
    for (int axis = 0; axis < D; ++axis) {
      // The clamp keeps far-away query boxes (and non-finite input) inside the integers.
      const double c = std::floor((x[axis] - origin_[axis]) * inverse_size_);
      cell[axis] =
          c >= -1.0 ? (c < 4.0e18 ? static_cast<std::int64_t>(c) : std::int64_t{4'000'000'000'000'000'000}) : -1;
    }
    return cell;
  }
  [[nodiscard]] std::uint64_t key_of(const Cell& cell) const {
    std::uint64_t key = 0;
    for (int axis = D - 1; axis >= 0; --axis) {
      key = key * static_cast<std::uint64_t>(count_[axis]) + static_cast<std::uint64_t>(cell[axis]);
    }
    return key;
  }
  [[nodiscard]] std::size_t bucket_of(std::uint64_t key) const {
    // Fibonacci hashing; the high bits are the mixed ones.
    return hashed_ ? static_cast<std::size_t>((key * 0x9E3779B97F4A7C15ULL) >> shift_) : static_cast<std::size_t>(key);
  }

  template <class Visit>
  void visit_run(Cell cell, std::int64_t first, std::int64_t last, Visit&& visit) const {
    cell[0] = first;
    const std::uint64_t key = key_of(cell);
    const auto run = static_cast<std::uint64_t>(last - first);
    if (!hashed_) {
      const std::int32_t end = start_[key + run + 1];
      for (std::int32_t k = start_[key]; k < end; ++k) {
        visit(entries_[static_cast<std::size_t>(k)]);
      }
      return;
    }
    for (std::uint64_t step = 0; step <= run; ++step) {
      const std::size_t bucket = bucket_of(key + step);
      for (std::int32_t k = start_[bucket]; k < start_[bucket + 1]; ++k) {
        if (keys_[static_cast<std::size_t>(k)] == key + step) {
          visit(entries_[static_cast<std::size_t>(k)]);
        }
      }
    }
  }

  Vec<D> origin_ = Vec<D>::Zero();
  double inverse_size_ = 1.0;
  Cell count_ = {};
  bool hashed_ = false;
  int shift_ = 0;
  std::vector<std::int32_t> start_;  // per bucket, and the end
  std::vector<Entry> entries_;
  std::vector<std::uint64_t> keys_;  // per entry; also scratch while sorting
  std::vector<std::uint64_t> sorted_keys_;
  std::vector<std::int32_t> order_;
  CountingSort sort_;
};

}  // namespace gluey
