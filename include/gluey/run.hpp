#pragma once
// A whole run: scene in, result file out, with checkpoints, resume, progress and a clean stop.

#include <gluey/export.hpp>
#include <gluey/simulation.hpp>

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace gluey {

/// Where a run stands, for a progress display. Called after every step; keep it cheap.
struct RunProgress {
  std::int64_t step = 0;
  std::int64_t steps_total = -1;  ///< −1 where it is not known (step = "auto")
  std::int64_t first_step = 0;    ///< where this process began (after --resume)
  double time = 0.0, end = 0.0;   ///< end = infinity where only the number of steps is given
  double elapsed = 0.0;           ///< wall seconds of this process
  const StepReport* report = nullptr;
};

/// Watches a run from inside, on the run's own thread, as a live viewer does. Keep every call cheap.
class GLUEY_API RunObserver {
 public:
  virtual ~RunObserver() = default;
  /// Before the first step: what does not change, and the result file.
  virtual void begin(const Constants& constants, const std::string& file) = 0;
  /// After every step. Returns whether it wants a frame of the state now, beside those of the result.
  virtual bool step(const StepReport& report) = 0;
  /// A frame; `recorded`: one of the result's.
  virtual void frame(const Frame& frame, bool recorded) = 0;
  /// After the last step. Not called where the run throws.
  virtual void end() = 0;
};

struct RunOptions {
  std::string output;                 ///< result file; empty: the scene's output.file
  std::optional<std::int64_t> steps;  ///< stop after this many steps in all
  int threads = 0;                    ///< 0: as OpenMP would
  bool profile = false;               ///< on one thread, with RunSummary::covered
  bool resume = false;
  bool force = false;  ///< a finished result of that name is replaced; otherwise it is kept beside, as X.old.h5
  std::optional<std::int64_t> dump_problem;  ///< the step whose problem is written, in FCLIB's format
  const std::atomic<int>* stop = nullptr;    ///< set non-zero (by a signal handler) to end after the current step
  std::function<void(const RunProgress&)> progress;
  std::function<void(const std::string&)> warn;  ///< each kind of warning once
  RunObserver* observer = nullptr;
  std::vector<BodyForceFunction> forces;  ///< beside the scene's own; a run that is resumed needs the same again
  std::vector<BodyLoadFunction> loads;    ///< forces with torques, likewise
  PredictorFunction predictor;
  LawFunctions law;
};

struct RunSummary {
  std::string file;
  std::string problem_file;  ///< that of `dump_problem`; empty where the step was not reached
  bool stopped = false;      ///< ended by `stop`, with a checkpoint to resume from
  bool resumed = false;
  std::size_t bodies = 0, obstacles = 0;
  std::int64_t present = -1;  ///< bodies that are here at the end, where bodies come or go
  std::vector<std::pair<std::string, std::int64_t>> outlets;  ///< how many bodies each has taken, by name
  int dimension = 2, threads = 1;
  std::int64_t first_step = 0, steps = 0, frames = 0;
  double time = 0.0;
  double wall_seconds = 0.0;       ///< of this process
  double step_seconds = 0.0;       ///< of them in steps: the sum of what /history has of the steps of this process
  std::string accuracy;            ///< the level that was asked for; empty: a tolerance was
  std::int64_t missed = 0;         ///< steps that missed it
  std::int64_t not_converged = 0;  ///< steps above the residual at which steps are solved
  /// Over the steps with contacts, of the velocity that 95 % of a step's contacts are accurate to, relative to the step's reference velocity.
  double accuracy_median = 0.0, accuracy_95 = 0.0, accuracy_max = 0.0;
  std::int64_t shortened = 0;  ///< steps in which impulses were shortened, so that contacts give no energy …
  double kept_min = 1.0;       ///< … at least to this share
  std::int64_t tunnelling = 0, inexact = 0, halvings = 0;
  double contacts_mean = 0.0, iterations_mean = 0.0;
  std::int64_t contacts_last = 0, iterations_max = 0;
  double films_mean = 0.0, film_iterations_mean = 0.0;  ///< films of fluid; 0 where there are none
  std::int64_t film_iterations_max = 0;
  double tolerance = 0.0;  ///< what the step of the largest residual was held against
  double residual_max = 0.0, overlap_max = 0.0, overlap_max_relative = 0.0;  ///< relative: to the smallest radius
  double overlap_95 = 0.0;  ///< 95 % of the steps with contacts have less
  double kinetic_energy = 0.0, potential_energy = 0.0;
  /// Steps by the method that solved them, the most used first; steps without contacts need none.
  std::vector<std::pair<std::string, std::int64_t>> solvers;
  /// Wall seconds by stage of the step, in order, by name.
  std::vector<std::pair<std::string, double>> stages;
  /// What of them was inside loops that threads share; empty without RunOptions::profile.
  std::vector<std::pair<std::string, double>> covered;
};

GLUEY_API RunSummary run(const Scene& scene, const RunOptions& options = {});

}  // namespace gluey
