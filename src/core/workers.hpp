#pragma once
// Threads for work of large unequal pieces, such as the frames of a result. They are made for one loop and end with it. OpenMP's
// threads stay, and a process that was forked after they were made (multiprocessing of Python) would wait for them for ever.

#include "core/parallel.hpp"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace gluey {

/// body(i, worker) for every i in [0, n), each taken by the worker that is free next, where each writes to places of its own. `worker` is
/// below thread_limit() and names memory that no other uses meanwhile. Of what bodies throw, that of the least i is thrown on.
template <class Body>
void for_each_by_workers(std::size_t n, const Body& body) {
  std::atomic<std::size_t> next{0};
  std::atomic<bool> failed{false};
  std::mutex mutex;
  std::size_t first_failure = n;
  std::exception_ptr failure;
  const auto work = [&](std::size_t worker) {
    // Numbers are given out in order, so that all below one that fails are done as well.
    while (!failed) {
      const std::size_t i = next++;
      if (i >= n) {
        return;
      }
      try {
        body(i, worker);
      } catch (...) {
        const std::scoped_lock lock(mutex);
        failed = true;
        if (i < first_failure) {
          first_failure = i;
          failure = std::current_exception();
        }
      }
    }
  };
  std::vector<std::thread> others;
  for (std::size_t worker = 1; worker < std::min(n, thread_limit()); ++worker) {
    try {
      others.emplace_back(work, worker);
    } catch (const std::system_error&) {  // the system gives no more: fewer do it as well
      break;
    }
  }
  work(0);
  for (std::thread& other : others) {
    other.join();
  }
  if (failure) {
    std::rethrow_exception(failure);
  }
}

}  // namespace gluey
