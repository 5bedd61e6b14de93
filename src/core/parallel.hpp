#pragma once
// Parallel loops whose results do not depend on the number of threads. Work is cut into blocks of a fixed size; every
// output element is written by one block, and sums are formed per block and added in the order of the blocks.

#include <cstddef>
#include <cstdint>
#include <vector>

#include <omp.h>

namespace gluey {

inline constexpr std::size_t block_size = 1024;
/// Waking threads costs microseconds, so shorter loops stay on one.
inline constexpr std::int64_t blocks_worth_threads = 4;

inline std::size_t block_count(std::size_t n) { return (n + block_size - 1) / block_size; }

/// body(first, last) for consecutive blocks that cover [0, n). One block is never shared by threads.
template <class Body>
void for_blocks(std::size_t n, Body&& body) {
  const auto blocks = static_cast<std::int64_t>(block_count(n));
  const auto work = [&](std::int64_t block) {
    const std::size_t first = static_cast<std::size_t>(block) * block_size;
    body(first, first + block_size < n ? first + block_size : n);
  };
  if (blocks < blocks_worth_threads) {
    for (std::int64_t block = 0; block < blocks; ++block) {
      work(block);
    }
    return;
  }
#pragma omp parallel for schedule(static)
  for (std::int64_t block = 0; block < blocks; ++block) {
    work(block);
  }
}

/// body(i) for every i in [0, n).
template <class Body>
void parallel_for(std::size_t n, Body&& body) {
  for_blocks(n, [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) {
      body(i);
    }
  });
}

/// Threads that a loop may run on.
inline std::size_t thread_limit() { return static_cast<std::size_t>(omp_get_max_threads()); }

/// body(i, thread) for every i in [0, n), each taken by the thread that is free next: for work of unequal length that writes
/// to places of its own. `thread` is below thread_limit() and names memory that no other uses meanwhile.
template <class Body>
void for_each_by_turns(std::size_t n, Body&& body) {
  const auto count = static_cast<std::int64_t>(n);
#pragma omp parallel for schedule(dynamic, 4)
  for (std::int64_t i = 0; i < count; ++i) {
    body(static_cast<std::size_t>(i), static_cast<std::size_t>(omp_get_thread_num()));
  }
}

/// Several accumulators at once, each combined by its own rule: a type with `void add(const T&)`.
/// body(first, last, accumulator) fills one block's accumulator. `scratch` is kept by the caller so that nothing is
/// allocated once it has grown.
template <class Accumulator, class Body>
Accumulator reduce_blocks(std::size_t n, std::vector<Accumulator>& scratch, Body&& body) {
  Accumulator total{};
  const std::size_t blocks = block_count(n);
  if (blocks == 0) {
    return total;
  }
  if (scratch.size() < blocks) {
    scratch.resize(blocks);
  }
  for_blocks(n, [&](std::size_t first, std::size_t last) {
    Accumulator accumulator{};
    body(first, last, accumulator);
    scratch[first / block_size] = accumulator;
  });
  for (std::size_t block = 0; block < blocks; ++block) {
    total.add(scratch[block]);
  }
  return total;
}

/// A sum, for reduce_blocks.
struct Sum {
  double value = 0.0;
  void add(const Sum& other) { value += other.value; }
};

/// … of ones.
struct Count {
  std::size_t value = 0;
  void add(const Count& other) { value += other.value; }
};

/// A largest value ≥ 0, for reduce_blocks. Not-a-number wins over every number, so that it cannot be lost.
struct Largest {
  double value = 0.0;
  void put(double x) { value = x > value || x != x ? x : value; }
  void add(const Largest& other) { put(other.value); }
};

/// Turns counts into offsets in place: offsets[k] = sum of counts[0 … k−1]; offsets has one entry more than the counts.
template <class Integer>
Integer exclusive_scan(std::vector<Integer>& offsets) {
  Integer total = 0;
  for (Integer& offset : offsets) {
    const Integer count = offset;
    offset = total;
    total = static_cast<Integer>(total + count);
  }
  return total;
}

}  // namespace gluey
