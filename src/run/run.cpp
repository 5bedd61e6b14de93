#include <gluey/errors.hpp>
#include <gluey/run.hpp>

#include "core/counted.hpp"
#include "core/coverage.hpp"
#include "core/timer.hpp"
#include "io/keep_earlier.hpp"
#include "io/writer.hpp"
#include "run/engine.hpp"
#include "run/same_scene.hpp"
#include "run/tally.hpp"
#include "scene/convert.hpp"
#include "scene/options.hpp"

#include <fmt/format.h>
#include <omp.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <optional>
#include <vector>

namespace gluey {
namespace {

/// A run replaces the result of an earlier one, and nothing else.
void refuse_what_is_no_result(const std::string& file) {
  namespace fs = std::filesystem;
  if (!fs::exists(file) || (fs::is_regular_file(file) && fs::file_size(file) == 0)) {
    return;
  }
  if (!fs::is_regular_file(file)) {
    throw Error(fmt::format("'{}' is not a file that a result could be written to", file));
  }
  try {
    const Results earlier(file);
  } catch (const Error& error) {
    throw Error(
        fmt::format("'{}' is there already and is no result of gluey that the run may replace ({}); remove it or "
                    "choose another name with -o",
                    file, error.what()));
  }
}

class Run {
 public:
  Run(const Scene& scene, const RunOptions& options)
      : scene_(scene), options_(options), output_(scene.options().output), time_(scene.options().time) {
    if (options.threads > 0 || options.profile) {
      omp_set_num_threads(options.profile ? 1 : options.threads);
    }
    coverage.on = options.profile;
    file_ = !options.output.empty() ? options.output : output_.file.empty() ? scene.name() + ".h5" : output_.file;
    if (options.steps) {
      time_.steps = *options.steps;
    }
    engine_ = make_engine(scene);
    for (const BodyForceFunction& force : options.forces) {
      engine_->add_force(as_load(force));
    }
    for (const BodyLoadFunction& load : options.loads) {
      engine_->add_force(load);
    }
    engine_->set_predictor(options.predictor);
    engine_->set_law(options.law);
  }

  RunSummary go() {
    for (const SceneProblem& warning : engine_->warnings) {
      warn(warning.text());
    }
    if (engine_->bodies() == 0) {
      warn("the scene has no bodies: obstacles alone will move");
    }
    std::optional<io::Checkpoint> checkpoint;
    if (options_.resume) {
      checkpoint = io::read_checkpoint(file_);
      if (!checkpoint) {
        // Killed before the first checkpoint, a run has written its first frame at most, and nothing is lost.
        if (std::filesystem::exists(file_) && (Results(file_).frames() > 1 || !Results(file_).history().empty())) {
          throw Error(
              fmt::format("{} has no checkpoint to resume from; without --resume the run would replace it", file_));
        }
        warn(fmt::format("{} has no checkpoint to resume from; starting at the beginning", file_));
      }
    }
    if (!checkpoint) {
      refuse_what_is_no_result(file_);
      if (const std::string kept = options_.force ? "" : io::keep_earlier(file_); !kept.empty()) {
        warn(kept);
      }
    }
    io::Writer writer = checkpoint ? resume(*checkpoint) : io::Writer(file_, engine_->constants());
    summary_.first_step = engine_->steps();
    if (options_.observer) {
      options_.observer->begin(engine_->constants(), file_);
    }
    if (!checkpoint) {
      record(writer);
      save(writer);
    }
    Timer since_checkpoint;
    while (!finished() && !stopping()) {
      const double time_before = engine_->time();
      const double wall_before = timer_.seconds();
      const bool dumps = options_.dump_problem && *options_.dump_problem == engine_->steps() + 1;
      if (dumps) {
        engine_->keep_problem();
      }
      StepReport report = step(writer);
      if (dumps) {
        dump();
      }
      report.row.wall_seconds = timer_.seconds() - wall_before;
      summary_.step_seconds += report.row.wall_seconds;
      note(report);
      writer.add(report.row);
      const bool wanted = options_.observer && options_.observer->step(report);
      if (frame_due(time_before)) {
        record(writer);
      } else if (wanted) {
        options_.observer->frame(engine_->frame(true), false);
      }
      if (since_checkpoint.seconds() >= output_.checkpoint) {
        save(writer);
        since_checkpoint = Timer();
      }
      writer.tick();
      progress(report);
      if (report.row.missed && scene_.options().solver.on_failure == scene::Solver::OnFailure::stop) {
        save(writer);
        writer.finish(io::Ending::stopped);
        throw Error(fmt::format("{} (on_failure = \"stop\")", failure_text(report)));
      }
    }
    summary_.stopped = !finished();
    if (options_.dump_problem && summary_.problem_file.empty() && *options_.dump_problem > engine_->steps()) {
      warn(fmt::format("step {} was not reached: its problem is not written", *options_.dump_problem));
    }
    save(writer);
    if (!summary_.stopped && tally_.last_frame_step != engine_->steps()) {
      // The end of a run is always seen. Written behind the checkpoint, so that a longer run drops it again.
      record(writer);
    }
    if (options_.observer) {
      options_.observer->end();
    }
    summary_.frames = writer.frames_written();
    writer.finish(summary_.stopped ? io::Ending::stopped : io::Ending::complete);
    return summarise();
  }

 private:
  /// One step. Where it fails, what was written before it is kept, and the state before it, unless that has become meaningless.
  StepReport step(io::Writer& writer) {
    const std::int64_t before = engine_->steps();
    try {
      return engine_->step(time_.end);
    } catch (...) {
      end(writer, engine_->steps() == before);
      throw;
    }
  }

  void end(io::Writer& writer, bool resumable) {
    try {
      if (resumable) {
        save(writer);
      }
      writer.finish(io::Ending::stopped);
    } catch (const Error&) {
      // The first failure is the one to tell; what was published before stays.
    }
  }

  void dump() {
    const std::string file =
        std::filesystem::path(file_).replace_extension().string() + fmt::format("-problem-{}.hdf5", engine_->steps());
    try {
      engine_->write_problem(file);
      summary_.problem_file = file;
    } catch (const Error& error) {
      warn(error.what());  // no reason to end a run
    }
  }

  /// Adds a frame to the result.
  void record(io::Writer& writer) {
    const Frame frame = engine_->frame(output_.contacts);
    writer.add(frame);
    if (options_.observer) {
      options_.observer->frame(frame, true);
    }
  }

  [[nodiscard]] bool finished() const {
    return (time_.steps >= 0 && engine_->steps() >= time_.steps) || reached(engine_->time(), time_);
  }
  [[nodiscard]] bool stopping() const { return options_.stop != nullptr && options_.stop->load() != 0; }

  /// By the number of steps, or where the step passed a multiple of the interval. A function of the state alone, so that
  /// a resumed run writes the same frames.
  [[nodiscard]] bool frame_due(double time_before) {
    bool due = false;
    if (output_.interval) {
      const double slack = 1e-9 * *output_.interval;
      due = std::floor((engine_->time() + slack) / *output_.interval) >
            std::floor((time_before + slack) / *output_.interval);
    } else {
      due = engine_->steps() % output_.every == 0;
    }
    if (due) {
      tally_.last_frame_step = engine_->steps();
    }
    return due;
  }

  io::Writer resume(io::Checkpoint& checkpoint) {
    if (const std::string difference = first_difference(checkpoint.scene, scene_.resolved()); !difference.empty()) {
      throw Error(
          fmt::format("{} was made by another scene than {}: {}; only the end of the run and [output] may differ when "
                      "it is resumed",
                      file_, scene_.name(), difference));
    }
    tally_ = Tally::from_text(checkpoint.tally, checkpoint.state.source);
    engine_->restore(std::move(checkpoint.state));
    summary_.resumed = true;
    return io::Writer::resume(file_, engine_->constants(), checkpoint);
  }

  void save(io::Writer& writer) {
    io::Checkpoint checkpoint;
    checkpoint.state = engine_->save();
    checkpoint.scene = scene_.resolved();
    checkpoint.tally = tally_.text();
    checkpoint.wall_seconds = timer_.seconds();
    writer.checkpoint(checkpoint);
  }

  void note(const StepReport& report) {
    tally_.add(report);
    if (report.row.missed && !warned_failure_) {
      warned_failure_ = true;
      warn(failure_text(report) + "; further such steps are counted in the summary and marked in /history/missed");
    }
    if (report.tunnelling > 0 && !warned_tunnelling_) {
      warned_tunnelling_ = true;
      warn(fmt::format(
          "step {}: {} moved beyond the contact range and may have passed through others; use a smaller time.step or a "
          "larger contact.range; further cases are counted in the summary",
          report.row.step, counted(report.tunnelling, "body or obstacle", "bodies or obstacles")));
    }
    if (report.inexact > 0 && !warned_inexact_) {
      warned_inexact_ = true;
      warn(fmt::format(
          "step {}: {} between shapes not found to full accuracy; a bound is used, further cases are counted in "
          "the summary",
          report.row.step, counted(report.inexact, "distance was", "distances were")));
    }
  }

  void progress(const StepReport& report) {
    if (!options_.progress) {
      return;
    }
    RunProgress progress;
    progress.step = engine_->steps();
    progress.steps_total = steps_total();
    progress.first_step = summary_.first_step;
    progress.time = engine_->time();
    progress.end = time_.end;
    progress.elapsed = timer_.seconds();
    progress.report = &report;
    options_.progress(progress);
  }

  [[nodiscard]] std::int64_t steps_total() const {
    std::int64_t total = time_.steps;
    if (!time_.automatic && std::isfinite(time_.end)) {
      const double by_time = std::ceil(time_.end / time_.step * (1.0 - 1e-9));
      if (by_time < 9e18) {  // more than an integer holds: nobody will see the end
        const auto steps = static_cast<std::int64_t>(by_time);
        total = total >= 0 ? std::min(total, steps) : steps;
      }
    }
    return total;
  }

  void warn(const std::string& text) const {
    if (options_.warn) {
      options_.warn(text);
    }
  }

  RunSummary summarise() {
    summary_.file = file_;
    summary_.bodies = engine_->bodies();
    summary_.obstacles = engine_->obstacles();
    summary_.present = engine_->present();
    summary_.outlets = engine_->outlets();
    summary_.dimension = engine_->dimension();
    summary_.threads = omp_get_max_threads();
    summary_.steps = engine_->steps();
    summary_.time = engine_->time();
    summary_.wall_seconds = timer_.seconds();
    tally_.fill_in(summary_, engine_->steps());
    summary_.accuracy = scene::level_of(scene_.options().solver);
    summary_.overlap_max_relative = summary_.overlap_max / engine_->smallest_radius();
    for (const Stage& stage : engine_->stages()) {
      summary_.stages.emplace_back(stage.name, stage.time.seconds);
      if (options_.profile) {
        summary_.covered.emplace_back(stage.name, stage.time.covered);
      }
    }
    return summary_;
  }

  const Scene& scene_;
  const RunOptions& options_;
  const scene::Output& output_;
  scene::Time time_;
  std::string file_;
  std::unique_ptr<Engine> engine_;
  Timer timer_;
  Tally tally_;
  RunSummary summary_;
  bool warned_failure_ = false, warned_tunnelling_ = false, warned_inexact_ = false;
};

}  // namespace

RunSummary run(const Scene& scene, const RunOptions& options) { return Run(scene, options).go(); }

}  // namespace gluey
