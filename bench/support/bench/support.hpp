#pragma once
// What the benchmarks share: CPU time, the machine's name and its memory bandwidth.

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <ctime>
#include <fstream>
#include <string>
#include <vector>

namespace gluey::bench {

/// CPU seconds of this process, all threads.
inline double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

inline std::string machine_name() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("model name")) {
      return line.substr(line.find(':') + 2);
    }
  }
  return "unknown processor";
}

/// Bytes a second of a[i] = b[i] + s c[i] on arrays far larger than the cache, by one thread; the best of five.
inline double memory_bandwidth() {
  constexpr std::size_t n = 16 << 20;
  std::vector<double> a(n, 0.0), b(n, 1.0), c(n, 2.0);
  double best = 0.0;
  for (int round = 0; round < 5; ++round) {
    const auto begin = std::chrono::steady_clock::now();
    for (std::size_t i = 0; i < n; ++i) {
      a[i] = b[i] + 1e-9 * static_cast<double>(round) * c[i];
    }
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    best = std::max(best, 3.0 * static_cast<double>(n * sizeof(double)) / seconds);
    b[0] += a[n / 2];  // the result is used
  }
  return best;
}

}  // namespace gluey::bench
