#pragma once
// What a row of the history tells of the contacts of its step, as stats.hpp defines it for frames: clusters, coordination
// and stress, to which forces between bodies add their part. O(bodies + contacts), against some hundred such passes for the solve.

#include "core/disjoint_sets.hpp"
#include "step/stepper.hpp"

#include <gluey/results.hpp>

#include <vector>

namespace gluey {

template <int D>
class StepStatistics {
 public:
  /// Of the step just done.
  void measure(const Stepper<D>& stepper, HistoryRow& row);

 private:
  struct Moments;
  void count(const Stepper<D>& stepper, HistoryRow& row);
  void add_stress(const Stepper<D>& stepper, HistoryRow& row) const;

  DisjointSets clusters_{0};
  std::vector<std::int32_t> met_;  // of each body, the obstacle counted last
};

}  // namespace gluey
