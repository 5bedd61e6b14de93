#pragma once
// The runs of `gluey bench accuracy`, gathered by level and printed.

#include <cstdint>
#include <string>
#include <vector>

#include "bench/accuracy_run.hpp"
#include "bench/spread.hpp"

namespace gluey::app {

struct AccuracyStudy {
  std::string scene;
  int dimension = 2;
  std::size_t bodies = 0;
  int threads = 1;
  double budget = 0.0;              ///< of CPU seconds per run; infinite: none
  bool disturbed = false;           ///< seeds change nothing at the start, so that bodies were pushed
  std::vector<std::string> levels;  ///< the least accurate first
  std::vector<AccuracyRun> runs;

  [[nodiscard]] std::vector<const AccuracyRun*> of(const std::string& level, bool finished_only) const;
  /// An observable over the finished runs of a level.
  [[nodiscard]] MeanAndSpread observable(const std::string& level, const std::string& name) const;
  /// Names of observables that any run has, in their order.
  [[nodiscard]] std::vector<std::string> names() const;
  /// The most accurate level of which runs were finished, that the others are compared with; empty: there is none.
  [[nodiscard]] std::string reference() const;
  /// Between the seeds of one level: of the most accurate one among those with the most finished runs. Not a number below two runs.
  [[nodiscard]] double spread(const std::string& name) const;
  /// Mean of a level less that of the reference, in units of the spread; not a number where that is 0 or unknown.
  [[nodiscard]] double difference(const std::string& level, const std::string& name) const;
  /// Whether two or more seeds were run to the end and gave the same to the last bit.
  [[nodiscard]] bool seeds_change_nothing() const;
};

void print_accuracy_table(const AccuracyStudy& study);
void print_accuracy_json(const AccuracyStudy& study);
/// One row per run.
void print_accuracy_csv(const AccuracyStudy& study);

}  // namespace gluey::app
