#pragma once
// Wall-clock seconds.

#include <chrono>

namespace gluey {

class Timer {
 public:
  [[nodiscard]] double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }
  /// Seconds since the last lap (or the start).
  double lap() {
    const auto now = Clock::now();
    const double seconds = std::chrono::duration<double>(now - lap_).count();
    lap_ = now;
    return seconds;
  }

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point start_ = Clock::now();
  Clock::time_point lap_ = start_;
};

}  // namespace gluey
