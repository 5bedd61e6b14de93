#include "reproduce/whole_run.hpp"

#include <gluey/errors.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>

#include "command.hpp"
#include "progress.hpp"
#include "signals.hpp"

namespace gluey::app {

Scene builtin_scene(const std::string& name, const std::vector<std::string>& overrides) {
  const auto& scenes = builtin_scenes();
  const auto found = std::find_if(scenes.begin(), scenes.end(), [&](const auto& scene) { return scene.name == name; });
  if (found == scenes.end()) {
    throw Error(fmt::format("the built-in scene '{}' is missing", name));
  }
  std::vector<std::string> all = overrides;
  if (std::none_of(all.begin(), all.end(), [](const std::string& text) { return text.starts_with("solver."); })) {
    all.emplace_back("solver.accuracy=exact");
  }
  return Scene::parse(found->text, name + ".toml", ".", all);
}

Results run_scene(Report& report, const Scene& scene, const std::string& name, RunObserver* observer) {
  const std::string file = (report.folder().parent_path() / "runs" / (name + ".h5")).string();
  std::filesystem::create_directories(std::filesystem::path(file).parent_path());
  static std::map<std::string, std::string> done;  // the scene, by file
  const std::string resolved = scene.resolved();
  if (const auto found = done.find(file); found != done.end() && found->second == resolved) {
    print("  uses {}\n", file);
    return Results(file);
  }
  Progress progress(false);
  RunOptions options;
  options.force = true;
  options.output = file;
  options.stop = &stop_signal;
  options.observer = observer;
  options.progress = [&progress](const RunProgress& state) { progress.update(state); };
  options.warn = [&progress](const std::string& text) { progress.warn(text); };
  flush();
  catch_stop_signals();
  const RunSummary summary = run(scene, options);
  progress.finish();
  if (summary.stopped) {
    throw Error(fmt::format("stopped at step {} of {}", summary.steps, name));
  }
  done[file] = resolved;
  return Results(file);
}

std::int64_t frame_at(const Results& results, double time) {
  const std::vector<double>& times = results.times();
  return std::min_element(times.begin(), times.end(),
                          [time](double a, double b) { return std::abs(a - time) < std::abs(b - time); }) -
         times.begin();
}

void Soundness::add(const Results& results) {
  const std::vector<double>& radius = results.constants().bodies.radius;
  const double smallest = *std::min_element(radius.begin(), radius.end());
  for (const HistoryRow& row : results.history()) {
    unsolved += row.converged ? 0 : 1;
    overlap = std::max(overlap, row.overlap / smallest);
  }
}

void report_soundness(Report& report, const Soundness& soundness, const std::string& name) {
  report.number(name + ": steps not solved", static_cast<double>(soundness.unsolved), 0.0, 0.0);
  report.at_most(name + ": largest overlap / smallest radius", soundness.overlap, 1e-4);
}

}  // namespace gluey::app
