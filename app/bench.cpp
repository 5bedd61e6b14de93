// gluey bench accuracy SCENE.toml: what the levels of accuracy cost on a scene, and whether they change what it shows.

#include <gluey/errors.hpp>
#include <gluey/scene.hpp>
#include <gluey/simulation.hpp>

#include <unistd.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <array>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "bench/accuracy_tables.hpp"
#include "command.hpp"
#include "signals.hpp"

namespace gluey::app {

namespace {

constexpr std::array<const char*, 4> level_names = {"draft", "standard", "fine", "exact"};

struct BenchCommand {
  std::string what, scene;
  std::vector<std::string> overrides, levels{level_names.begin(), level_names.end()};
  std::int64_t seeds = 4;
  int threads = 1;
  double budget = 300.0;
  bool json = false, csv = false;
};

/// Levels in their order, each once.
std::vector<std::string> sorted_levels(const std::vector<std::string>& asked) {
  std::vector<std::string> levels;
  for (const char* level : level_names) {
    if (std::find(asked.begin(), asked.end(), level) != asked.end()) {
      levels.emplace_back(level);
    }
  }
  return levels;
}

/// A scene that gives these says itself how accurate it is: levels would change nothing.
void refuse_tolerances(const Scene& scene, const std::string& file) {
  const std::string text = scene.resolved();
  const std::size_t begin = text.find("\n[solver]");
  const std::string solver = begin == std::string::npos ? "" : text.substr(begin, text.find("\n[", begin + 1) - begin);
  for (const char* key : {"tolerance", "max_iterations"}) {
    if (solver.find(fmt::format("\n{} = ", key)) != std::string::npos) {
      throw UsageError(fmt::format(
          "{} gives solver.{}, which takes the place of what levels of accuracy say: leave it out to compare them",
          file, key));
    }
  }
}

/// What goes on, on a terminal alone: the table tells all of it in the end.
void tell_progress(const std::string& text) {
  if (isatty(STDERR_FILENO) != 0) {
    fmt::print(stderr, "\r\033[K{}", text);
    std::fflush(stderr);
  }
}

class AccuracyBench {
 public:
  explicit AccuracyBench(const BenchCommand& command) : command_(command) {
    study_.scene = command.scene;
    study_.threads = command.threads;
    study_.budget = command.budget;
    study_.levels = sorted_levels(command.levels);
  }

  /// Every level with the first seed, then with the second: whoever stops it has whole seeds.
  AccuracyStudy go() {
    look_at_scene();
    for (std::int64_t seed = 1; seed <= command_.seeds && stop_signal == 0; ++seed) {
      for (const std::string& level : study_.levels) {
        // What the first seed did not come to the end of, others will not.
        const auto earlier = study_.of(level, false);
        if (stop_signal == 0 && (earlier.empty() || earlier.front()->end == AccuracyRun::End::finished)) {
          run(level, seed);
        }
      }
    }
    tell_progress("");
    return std::move(study_);
  }

 private:
  [[nodiscard]] Scene scene_at(const std::string& level, std::int64_t seed) const {
    std::vector<std::string> overrides = command_.overrides;
    overrides.push_back(fmt::format("seed={}", seed));
    overrides.push_back(fmt::format("solver.accuracy=\"{}\"", level));
    return Scene::load(command_.scene, overrides);
  }

  void look_at_scene() {
    const Scene scene = scene_at(study_.levels.back(), 1);
    refuse_tolerances(scene, command_.scene);
    Simulation first(scene);
    for (const SceneProblem& warning : first.warnings()) {
      fmt::print(stderr, "warning: {}\n", warning.text());
    }
    study_.dimension = first.dimension();
    study_.bodies = first.bodies();
    if (command_.seeds > 1) {
      Simulation second(scene_at(study_.levels.back(), 2));
      study_.disturbed = starting_state(first) == starting_state(second);
    }
    if (study_.disturbed) {
      fmt::print(stderr,
                 "seeds do not change how this scene starts: from the second on, bodies are pushed in the first step, "
                 "by up to a "
                 "thousandth of radius / step\n");
    }
  }

  void run(const std::string& level, std::int64_t seed) {
    AccuracyRun run;
    run.level = level;
    run.seed = seed;
    Simulation simulation(scene_at(level, seed));
    if (study_.disturbed && seed > 1) {
      disturb(simulation, seed);
    }
    double told = 0.0;
    measure(simulation, run, command_.budget, [&] {
      if (run.cpu_seconds > told + 0.2) {
        told = run.cpu_seconds;
        tell_progress(fmt::format("seed {} of {}, {}: step {}, t = {:.4g}, {:.1f} CPU s", seed, command_.seeds, level,
                                  run.steps, simulation.time(), run.cpu_seconds));
      }
      return stop_signal != 0;
    });
    if (!run.error.empty()) {
      tell_progress("");
      fmt::print(stderr, "{}, seed {}: {}\n", level, seed, run.error);
    }
    study_.runs.push_back(std::move(run));
  }

  const BenchCommand& command_;
  AccuracyStudy study_;
};

int bench(const BenchCommand& command) {
  constexpr const char* usage_line = "gluey bench accuracy SCENE.toml [--levels LEVEL,…] [--seeds N]";
  if (command.what.empty()) {
    throw UsageError(fmt::format("bench: of what? There is: {}", usage_line));
  }
  if (command.what != "accuracy") {
    throw UsageError(fmt::format("bench: no '{}'; there is: {}", command.what, usage_line));
  }
  if (command.scene.empty()) {
    throw UsageError("bench accuracy: which scene? (SCENE.toml is required)");
  }
  set_threads(command.threads);
  catch_stop_signals();
  const AccuracyStudy study = AccuracyBench(command).go();
  (command.json ? print_accuracy_json : command.csv ? print_accuracy_csv : print_accuracy_table)(study);
  flush();
  if (study.seeds_change_nothing()) {
    fmt::print(stderr, "the seeds of this scene change nothing: every seed gave the same\n");
  }
  return stop_signal != 0 ? 128 + stop_signal : study.reference().empty() ? exit_failed : exit_done;
}

}  // namespace

void add_bench(CLI::App& app, int& status) {
  auto command = std::make_shared<BenchCommand>();
  CLI::App* bench_app = app.add_subcommand(
      "bench", "Run a scene at every level of solver.accuracy and with several seeds: costs, accuracy, what they show");
  bench_app->add_option("what", command->what, "What is compared: accuracy")->type_name("accuracy");
  bench_app->add_option("scene", command->scene, "Scene file, without solver.tolerance and max_iterations")
      ->type_name("SCENE.toml");
  bench_app->add_option("--levels", command->levels, "Levels to run, separated by commas (all four)")
      ->type_name("LEVEL")
      ->delimiter(',')
      ->check(CLI::IsMember(std::vector<std::string>(level_names.begin(), level_names.end())))
      ->allow_extra_args(false);
  bench_app->add_option("--seeds", command->seeds, "Seeds 1 to N at every level (4)")->type_name("N")->check(count);
  bench_app->add_option("--set", command->overrides, "Override a key of the scene, e.g. time.end=1; repeatable")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);
  bench_app->add_option("--threads", command->threads, "Number of threads (1); CPU seconds are of all together")
      ->type_name("N")
      ->check(count);
  bench_app
      ->add_option("--budget", command->budget,
                   "CPU seconds after which a run is ended (300); if it is the first of its level, that is not run "
                   "with other seeds")
      ->type_name("SECONDS")
      ->check(above_zero);
  CLI::Option* json = bench_app->add_flag("--json", command->json, "Print runs and comparison as JSON");
  bench_app->add_flag("--csv", command->csv, "Print one row per run as CSV")->excludes(json);
  bench_app->callback([command, &status] { status = bench(*command); });
}

}  // namespace gluey::app
