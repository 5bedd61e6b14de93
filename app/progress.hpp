#pragma once
// How a run is seen while it goes on, on stderr: a bar on a terminal, a plain line every few seconds elsewhere.

#include <gluey/run.hpp>

#include <chrono>
#include <optional>
#include <string>

namespace gluey::app {

/// "1:02:03", "2:03".
std::string clock_text(double seconds);

/// "▕███▌    ▏", or with # and dots where the terminal has no Unicode; `done` is 0 to 1.
std::string bar_text(double done, std::size_t cells, bool unicode);

/// What is counted until it is done: the frames of a movie.
class CountProgress {
 public:
  CountProgress(bool quiet, std::string what);
  ~CountProgress() { finish(); }
  CountProgress(const CountProgress&) = delete;
  CountProgress& operator=(const CountProgress&) = delete;

  void update(std::int64_t done, std::int64_t total);
  void finish();

 private:
  using Clock = std::chrono::steady_clock;
  std::string what_;
  bool quiet_, terminal_, unicode_ = false;
  bool bar_shown_ = false;
  Clock::time_point start_ = Clock::now(), last_drawn_;
};

class Progress {
 public:
  explicit Progress(bool quiet);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void update(const RunProgress& progress);
  /// Prints a warning above the bar.
  void warn(const std::string& text);
  /// Shows the last state seen and leaves the bar's line.
  void finish();

 private:
  enum class Mode { off, bar, lines };
  using Clock = std::chrono::steady_clock;

  void measure_speed(const RunProgress& progress);
  void draw(const RunProgress& progress);
  [[nodiscard]] std::string line(const RunProgress& progress) const;
  [[nodiscard]] std::string bar(const RunProgress& progress, std::size_t width) const;

  Mode mode_ = Mode::off;
  bool unicode_ = false;
  bool bar_shown_ = false;
  std::optional<RunProgress> pending_;  ///< newer than what is shown
  StepReport pending_report_;
  Clock::time_point last_drawn_;
  // Speeds are averaged over some ten seconds: steps late in a run may cost more than early ones.
  double last_elapsed_ = 0.0, last_done_ = 0.0;
  double last_step_ = 0.0;
  double steps_per_second_ = 0.0, done_per_second_ = 0.0;
};

}  // namespace gluey::app
