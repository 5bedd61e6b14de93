#pragma once
// Sums and extremes over all steps of a run, kept in the checkpoint so that the summary speaks of the whole run.

#include "problem/spread.hpp"

#include <gluey/run.hpp>

#include <cstdint>
#include <map>
#include <string>

namespace gluey {

struct Tally {
  std::int64_t not_converged = 0, missed = 0, shortened = 0, tunnelling = 0, inexact = 0, halvings = 0;
  std::int64_t contacts = 0, contacts_last = 0;
  std::int64_t iterations = 0, iterations_max = 0;
  std::int64_t films = 0, film_iterations = 0, film_iterations_max = 0;
  std::int64_t last_frame_step = 0;
  double residual_max = 0.0;
  double tolerance = 0.0;  ///< what the step of the largest residual was held against
  double overlap_max = 0.0;
  double accuracy_max = 0.0;    ///< of residual_95 / reference
  double kept_min = 1.0;        ///< of the impulses that an island kept
  Spread accuracies, overlaps;  ///< of steps with contacts: residual_95 / reference, and overlaps
  double kinetic_energy = 0.0, potential_energy = 0.0;  ///< now
  std::map<std::string, std::int64_t> solvers;          ///< steps by the method that solved them

  void add(const StepReport& report);
  /// Puts what was counted into a summary of `steps` steps.
  void fill_in(RunSummary& summary, std::int64_t steps) const;

  /// One line a number, "solver NAME STEPS" for the methods; every number comes back to the last bit.
  [[nodiscard]] std::string text() const;
  /// Throws Error where a line is missing, or is none of text(); it names the source.
  static Tally from_text(const std::string& text, const std::string& source);
};

}  // namespace gluey
