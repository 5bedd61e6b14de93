// What must hold of whole runs: the same bits for any number of threads, and after a restart; one story told by steps, history, summary, frames
// and statistics.

#include "random/audit.hpp"
#include "random/watch.hpp"
#include "run/engine.hpp"
#include "scene/options.hpp"
#include "support/scenes.hpp"

#include <gluey/run.hpp>
#include <gluey/stats.hpp>

#include <fmt/format.h>
#include <omp.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

namespace gluey::test {
namespace {

void go_on(Engine& engine, const scene::Time& time, std::int64_t steps = std::numeric_limits<std::int64_t>::max()) {
  const std::int64_t last = time.steps >= 0 ? std::min(time.steps, steps) : steps;
  while (engine.steps() < last && !reached(engine.time(), time)) {
    engine.step(time.end);
  }
}

}  // namespace

Violations check_whole(const Tree& tree, const Tree& again) {
  Violations found;
  const Scene scene = read_scene(tree), other = read_scene(again);
  const scene::Time& time = scene.options().time;

  omp_set_num_threads(1);
  const auto alone = make_engine(scene);
  go_on(*alone, time);
  const Frame last = alone->frame(true);
  for (const int threads : {2, 3}) {
    omp_set_num_threads(threads);
    const auto engine = make_engine(other);
    go_on(*engine, time);
    if (!same_bits(last, engine->frame(true))) {
      found.push_back({"threads", last.step, fmt::format("{} of them give other bits", threads), 1.0});
    }
  }
  omp_set_num_threads(1);
  const auto begun = make_engine(scene);
  go_on(*begun, time, last.step / 2);
  const auto resumed = make_engine(other);
  resumed->restore(begun->save());
  go_on(*resumed, time);
  if (!same_bits(last, resumed->frame(true))) {
    found.push_back({"resume", last.step, fmt::format("after step {} gives other bits", begun->steps()), 1.0});
  }

  // To a file.
  namespace fs = std::filesystem;
  const fs::path file = fs::temp_directory_path() / fmt::format("gluey_random_{}.h5", ::getpid());
  RunOptions options;
  options.output = file.string();
  options.threads = 1;
  options.force = true;
  const RunSummary summary = run(other, options);
  const Results results(summary.file);
  const std::vector<HistoryRow> history = results.history();
  const Frame stored = results.frame(-1);
  if (!(stored.position == last.position && stored.velocity == last.velocity && stored.step == last.step &&
        stored.orientation == last.orientation)) {
    found.push_back({"run", last.step, "the last frame of the file is not the state at the end", 1.0});
  }
  double deepest = 0.0, residual = 0.0;
  std::int64_t unsolved = 0;
  for (const HistoryRow& row : history) {
    deepest = std::max(deepest, row.overlap);
    residual = std::max(residual, row.residual);
    unsolved += row.converged ? 0 : 1;
  }
  if (static_cast<std::int64_t>(history.size()) != last.step || summary.overlap_max != deepest ||
      summary.residual_max != residual || summary.not_converged != unsolved) {
    found.push_back(
        {"summary", last.step,
         fmt::format("overlap {:.9g} and {:.9g}, residual {:.9g} and {:.9g}, unsolved {} and {}", summary.overlap_max,
                     deepest, summary.residual_max, residual, summary.not_converged, unsolved),
         1.0});
  }
  const FrameStatistics statistics = frame_statistics(results.constants(), stored);
  if (!history.empty() && std::abs(statistics.kinetic_energy - history.back().kinetic_energy) >
                              1e-12 * std::abs(history.back().kinetic_energy)) {
    found.push_back({"stats", last.step,
                     fmt::format("kinetic energy {:.12g}, in the history {:.12g}", statistics.kinetic_energy,
                                 history.back().kinetic_energy),
                     1.0});
  }
  // A frame's nearest contact is the overlap of its step, unless a pair overlaps that was no contact.
  double nearest = 0.0;
  for (const double distance : stored.contact_distance) {
    nearest = std::max(nearest, -distance);
  }
  const double size =
      *std::max_element(results.constants().bodies.radius.begin(), results.constants().bodies.radius.end());
  if (!history.empty() && !results.constants().films && nearest > history.back().overlap + 1e-9 * size) {
    found.push_back({"stats", last.step,
                     fmt::format("a contact of the frame overlaps by {:.9g}, the history has {:.9g}", nearest,
                                 history.back().overlap),
                     1.0});
  }
  fs::remove(summary.file);
  fs::remove(summary.file + ".checkpoint");
  return found;
}

}  // namespace gluey::test
