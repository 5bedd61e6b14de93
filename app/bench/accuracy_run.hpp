#pragma once
// One run of a scene at one level of accuracy with one seed: what it cost, how accurate it was, what it showed.

#include <gluey/scene.hpp>

#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "bench/observables.hpp"

namespace gluey::app {

struct AccuracyRun {
  std::string level;
  std::int64_t seed = 0;
  /// finished; ended: the budget of CPU seconds was used up; failed: `error` says why; stopped: by a signal.
  enum class End { finished, ended, failed, stopped } end = End::finished;
  std::string error;
  double cpu_seconds = 0.0;
  std::int64_t steps = 0;
  double time = 0.0;
  double iterations = 0.0;  ///< per step
  /// Over the steps with contacts: residual of 95 % of the contacts, relative to the step's reference velocity.
  double accuracy_median = 0.0, accuracy_95 = 0.0, accuracy_worst = 0.0;
  double overlap_95 = 0.0, overlap_worst = 0.0;  ///< in smallest radii; 95 % of the steps with contacts have less
  double missed = 0.0;                           ///< share of the steps
  double kept = 1.0;                             ///< smallest
  Observables observables;                       ///< of a finished run
};

/// Where a simulation starts: all that a seed could make different at the start.
struct StartingState {
  std::vector<double> position, velocity, orientation, angular_velocity;
  bool operator==(const StartingState&) const = default;
};
StartingState starting_state(Simulation& simulation);

/// Pushes the bodies in the first step, so that each component of their velocities changes by up to a thousandth of smallest radius / step: a seed
/// for scenes whose bodies are given one by one. Bodies that meet often forget where they came from after a few collisions. A force and not a velocity,
/// so that what is locked stays so.
void disturb(Simulation& simulation, std::int64_t seed);

/// Steps to the end. `budget`: of CPU seconds, of all threads together. `stopping` is asked after every step.
void measure(Simulation& simulation, AccuracyRun& run, double budget, const std::function<bool()>& stopping);

}  // namespace gluey::app
