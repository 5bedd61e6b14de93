#pragma once
// Where the time of steps goes: wall seconds by stage, and what of them was inside parallel loops where that is measured.

#include "core/coverage.hpp"
#include "core/timer.hpp"

#include <cstddef>

namespace gluey {

struct StageTime {
  double seconds = 0.0;
  double covered = 0.0;  ///< inside parallel loops (core/coverage.hpp)
};

class StageClock {
 public:
  /// What has passed since the last call, or the beginning, is this stage's.
  template <class Stages>
  void add_to(Stages& stages, std::size_t stage) {
    stages[stage].seconds += timer_.lap();
    stages[stage].covered += coverage.seconds - covered_;
    covered_ = coverage.seconds;
  }

 private:
  Timer timer_;
  double covered_ = coverage.seconds;
};

}  // namespace gluey
