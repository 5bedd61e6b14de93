#pragma once
// A force per unit mass that is constant between given times: values[k] from times[k] until times[k+1], the last for
// ever, zero before the first. Its mean over a step is exact, also across a switching time: f^n of algorithm 3.3.

#include "world/world.hpp"

#include <algorithm>
#include <limits>
#include <vector>

namespace gluey {

template <int D>
struct ForceTable {
  std::vector<double> times;
  std::vector<Vec<D>> values;

  /// Mean over [begin, begin + length].
  [[nodiscard]] Vec<D> mean(double begin, double length) const {
    Vec<D> sum = Vec<D>::Zero();
    for (std::size_t k = 0; k < times.size(); ++k) {
      const double until = k + 1 < times.size() ? times[k + 1] : std::numeric_limits<double>::infinity();
      const double overlap = std::min(until, begin + length) - std::max(times[k], begin);
      if (overlap >= length) {
        return values[k];  // the whole step in one piece: no rounding
      }
      if (overlap > 0.0) {
        sum += overlap * values[k];
      }
    }
    return sum / length;
  }
};

}  // namespace gluey
