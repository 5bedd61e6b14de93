#pragma once
// Parallel loops whose results do not depend on the number of threads. Work is cut into blocks of a fixed size; every
// output element is written by one block, and sums are formed per block and added in the order of the blocks.

#include "core/coverage.hpp"

#include <algorithm>
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
  const InParallel covered;
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

/// to = from.
template <class To, class From>
void copy_all(const From& from, To& to) {
  to.resize(from.size());
  for_blocks(from.size(), [&](std::size_t first, std::size_t last) {
    std::copy(from.begin() + static_cast<std::ptrdiff_t>(first), from.begin() + static_cast<std::ptrdiff_t>(last),
              to.begin() + static_cast<std::ptrdiff_t>(first));
  });
}

/// `count` times the same.
template <class Element>
void fill_all(std::vector<Element>& all, std::size_t count, const Element& with) {
  all.resize(count);
  for_blocks(count, [&](std::size_t first, std::size_t last) {
    std::fill(all.begin() + static_cast<std::ptrdiff_t>(first), all.begin() + static_cast<std::ptrdiff_t>(last), with);
  });
}

/// Threads that a loop may run on.
inline std::size_t thread_limit() { return static_cast<std::size_t>(omp_get_max_threads()); }

/// body(i, thread) for every i in [0, n), each taken by the thread that is free next: for work of unequal length that writes
/// to places of its own. `thread` is below thread_limit() and names memory that no other uses meanwhile.
template <class Body>
void for_each_by_turns(std::size_t n, Body&& body) {
  const auto count = static_cast<std::int64_t>(n);
  const InParallel covered;
#pragma omp parallel for schedule(dynamic, 4)
  for (std::int64_t i = 0; i < count; ++i) {
    body(static_cast<std::size_t>(i), static_cast<std::size_t>(omp_get_thread_num()));
  }
}

/// The same for few pieces of work, each worth a thread of its own.
template <class Body>
void for_each_piece(std::size_t n, Body&& body) {
  const auto count = static_cast<std::int64_t>(n);
  if (count < 2) {
    for (std::int64_t i = 0; i < count; ++i) {
      body(static_cast<std::size_t>(i));
    }
    return;
  }
  const InParallel covered;
#pragma omp parallel for schedule(dynamic, 1)
  for (std::int64_t i = 0; i < count; ++i) {
    body(static_cast<std::size_t>(i));
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

/// A smallest value, for reduce_blocks.
struct Smallest {
  double value = infinite;
  void put(double x) { value = x < value ? x : value; }
  void add(const Smallest& other) { put(other.value); }

 private:
  static constexpr double infinite = __builtin_huge_val();
};

/// Numbers that a loop needs for each of its blocks, kept between calls: one for every type and calling thread.
template <class Number, class Purpose>
std::vector<Number>& block_numbers() {
  static thread_local std::vector<Number> numbers;
  return numbers;
}

/// The largest value(k) ≥ 0, k < n.
template <class Value>
double largest_of(std::size_t n, Value&& value) {
  struct Most {};
  return reduce_blocks(n, block_numbers<Largest, Most>(),
                       [&](std::size_t begin, std::size_t end, Largest& largest) {
                         for (std::size_t k = begin; k < end; ++k) {
                           largest.put(value(k));
                         }
                       })
      .value;
}

/// The smallest value(k), k < n; infinite where there are none.
template <class Value>
double smallest_of(std::size_t n, Value&& value) {
  struct Least {};
  return reduce_blocks(n, block_numbers<Smallest, Least>(),
                       [&](std::size_t begin, std::size_t end, Smallest& smallest) {
                         for (std::size_t k = begin; k < end; ++k) {
                           smallest.put(value(k));
                         }
                       })
      .value;
}

/// For how many k < n it holds.
template <class Holds>
std::size_t count_of(std::size_t n, Holds&& holds) {
  struct Number {};
  return reduce_blocks(n, block_numbers<Count, Number>(),
                       [&](std::size_t begin, std::size_t end, Count& count) {
                         for (std::size_t k = begin; k < end; ++k) {
                           count.value += holds(k) ? 1 : 0;
                         }
                       })
      .value;
}

/// Turns counts into offsets in place: offsets[k] = sum of counts[0 … k−1]; offsets has one entry more than the counts.
template <class Integer>
Integer exclusive_scan(std::vector<Integer>& offsets) {
  const auto scan = [&](std::size_t first, std::size_t last, Integer total) {
    for (std::size_t k = first; k < last; ++k) {
      const Integer count = offsets[k];
      offsets[k] = total;
      total = static_cast<Integer>(total + count);
    }
    return total;
  };
  const std::size_t n = offsets.size(), blocks = block_count(n);
  if (static_cast<std::int64_t>(blocks) < blocks_worth_threads) {
    return scan(0, n, Integer{0});
  }
  struct Scan {};
  std::vector<Integer>& before = block_numbers<Integer, Scan>();
  before.resize(blocks);
  for_blocks(n, [&](std::size_t first, std::size_t last) {
    Integer sum = 0;
    for (std::size_t k = first; k < last; ++k) {
      sum = static_cast<Integer>(sum + offsets[k]);
    }
    before[first / block_size] = sum;
  });
  Integer total = 0;
  for (Integer& sum : before) {
    const Integer count = sum;
    sum = total;
    total = static_cast<Integer>(total + count);
  }
  for_blocks(n, [&](std::size_t first, std::size_t last) { scan(first, last, before[first / block_size]); });
  return total;
}

/// The numbers k in [0, n) for which wanted(k) holds, ascending. It is asked twice.
template <class Index, class Wanted>
void select_numbers(std::size_t n, std::vector<Index>& chosen, Wanted&& wanted) {
  struct Select {};
  std::vector<std::size_t>& before = block_numbers<std::size_t, Select>();
  before.assign(block_count(n) + 1, 0);
  for_blocks(n, [&](std::size_t first, std::size_t last) {
    std::size_t count = 0;
    for (std::size_t k = first; k < last; ++k) {
      count += wanted(k) ? 1 : 0;
    }
    before[first / block_size] = count;
  });
  chosen.resize(exclusive_scan(before));
  for_blocks(n, [&](std::size_t first, std::size_t last) {
    std::size_t at = before[first / block_size];
    for (std::size_t k = first; k < last; ++k) {
      if (wanted(k)) {
        chosen[at++] = static_cast<Index>(k);
      }
    }
  });
}

}  // namespace gluey
