#pragma once
// Threads that stay awake through many short loops: one wake-up for all of them, a barrier after each. Every thread runs the same code
// and takes its share of the blocks of a loop; what lies between the loops all of them compute alike, each for itself.

#include "core/parallel.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

#include <omp.h>

namespace gluey {

class Team {
 public:
  Team(std::size_t rank, std::size_t size) : rank_(rank), size_(size) {}

  /// Whether this is the one that hands on what all have computed.
  [[nodiscard]] bool leads() const { return rank_ == 0; }

  /// As reduce_blocks. `scratch` has a place for every block; two loops in turn need one each, so that nobody writes what another still adds up.
  template <class Accumulator, class Body>
  Accumulator reduce_blocks(std::size_t n, std::vector<Accumulator>& scratch, Body&& body) const {
    const std::size_t blocks = block_count(n);
    const std::size_t end = (rank_ + 1) * blocks / size_;
    for (std::size_t block = rank_ * blocks / size_; block < end; ++block) {
      const std::size_t first = block * block_size;
      Accumulator accumulator{};
      body(first, first + block_size < n ? first + block_size : n, accumulator);
      scratch[block] = accumulator;
    }
    barrier();
    Accumulator total{};
    for (std::size_t block = 0; block < blocks; ++block) {
      total.add(scratch[block]);
    }
    return total;
  }

 private:
  void barrier() const {
    if (size_ > 1) {
#pragma omp barrier
    }
  }

  std::size_t rank_, size_;
};

/// body(team) on all threads, if loops over n are worth it.
template <class Body>
void in_team(std::size_t n, Body&& body) {
  if (static_cast<std::int64_t>(block_count(n)) < blocks_worth_threads || omp_in_parallel() != 0) {
    body(Team(0, 1));
    return;
  }
  const InParallel covered;
#pragma omp parallel
  body(Team(static_cast<std::size_t>(omp_get_thread_num()), static_cast<std::size_t>(omp_get_num_threads())));
}

}  // namespace gluey
