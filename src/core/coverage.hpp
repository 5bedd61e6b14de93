#pragma once
// Which share of the time is spent inside parallel loops: what a machine with many cores can share out. Measured on one thread, where
// loops take as long as their work does.

#include <chrono>

namespace gluey {

/// Switched on and read by who measures (run --profile); nothing is measured otherwise.
struct Coverage {
  bool on = false;
  double seconds = 0.0;  ///< inside parallel loops so far
};
inline Coverage coverage;

/// Stands for one parallel loop while it runs. Loops within loops count once.
class InParallel {
 public:
  InParallel() {
    if (coverage.on) {
      coverage.on = false;
      measuring_ = true;
      begin_ = std::chrono::steady_clock::now();
    }
  }
  ~InParallel() {
    if (measuring_) {
      coverage.seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
      coverage.on = true;
    }
  }
  InParallel(const InParallel&) = delete;
  InParallel& operator=(const InParallel&) = delete;

 private:
  bool measuring_ = false;
  std::chrono::steady_clock::time_point begin_;
};

}  // namespace gluey
