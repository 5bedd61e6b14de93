#pragma once
// What a row of the history tells of the contacts of its step, as stats.hpp defines it for frames: clusters, coordination
// and stress, to which forces between bodies add their part. O(bodies + contacts), against some hundred such passes for the solve.

#include "core/components.hpp"
#include "core/counting_sort.hpp"
#include "step/stepper.hpp"

#include <gluey/results.hpp>

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

  Components clusters_;
  SortedItems of_body_, members_;  // contacts with obstacles by bodies, bodies by clusters
};

}  // namespace gluey
