#pragma once
// What governs a time step, as plain data.

#include "step/accuracy.hpp"

#include <cstdint>
#include <limits>
#include <optional>
#include <string>

namespace gluey {

enum class OnFailure { warn, stop, halve_step };

struct StepSettings {
  // Length of the step.
  bool automatic = false;     ///< limited by displacement / radius
  double step = 0.0;          ///< where it is fixed
  double displacement = 0.1;  ///< automatic: how far a body may move in a step, in its radii
  bool adaptive = false;      ///< limited by the error of a step, which is to stay below step_tolerance
  double step_tolerance = 1e-3;
  double step_min = 0.0;
  double step_max = std::numeric_limits<double>::infinity();

  // Contacts.
  std::optional<double> range;  ///< pairs closer than this; absent: what can touch within the step

  // Solver (step/accuracy.hpp).
  std::string method = "auto";
  Accuracy accuracy = {};
  std::int64_t max_iterations = 10000;
  OnFailure on_failure = OnFailure::warn;
};

}  // namespace gluey
