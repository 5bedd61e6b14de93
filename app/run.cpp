// gluey run SCENE.toml

#include <gluey/run.hpp>
#include <gluey/view.hpp>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "command.hpp"
#include "progress.hpp"
#include "signals.hpp"

namespace gluey::app {

namespace {

struct RunCommand {
  std::string scene;
  std::vector<std::string> overrides;
  std::string output;
  std::int64_t steps = -1;
  std::int64_t dump_problem = -1;
  int threads = 0;
  bool resume = false, force = false, quiet = false, json = false, profile = false;
  std::optional<std::string> live;  // port of the viewer; empty: any
};

/// The word as a shell would have to be given it.
std::string quoted(const std::string& word) {
  const auto plain = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || std::strchr("-_./=+,:@%", c);
  };
  if (!word.empty() && std::all_of(word.begin(), word.end(), plain)) {
    return word;
  }
  std::string text = "'";
  for (const char c : word) {
    text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  }
  return text + "'";
}

std::string resume_command(const RunCommand& command) {
  std::string text = "gluey run " + quoted(command.scene);
  if (!command.output.empty()) {
    text += " -o " + quoted(command.output);
  }
  for (const std::string& override_text : command.overrides) {
    text += " --set " + quoted(override_text);
  }
  if (command.threads > 0) {
    text += fmt::format(" --threads {}", command.threads);
  }
  if (command.steps >= 0) {
    text += fmt::format(" --steps {}", command.steps);
  }
  return text + " --resume";
}

void print_json(const RunSummary& summary) {
  nlohmann::ordered_json stages = nlohmann::ordered_json::object(), covered = stages;
  for (const auto& [name, seconds] : summary.stages) {
    stages[name] = seconds;
  }
  for (const auto& [name, seconds] : summary.covered) {
    covered[name] = seconds;
  }
  nlohmann::ordered_json solvers = nlohmann::ordered_json::object();
  for (const auto& [name, steps] : summary.solvers) {
    solvers[name] = steps;
  }
  nlohmann::ordered_json taken = nlohmann::ordered_json::object();
  for (const auto& [name, bodies] : summary.outlets) {
    taken[name] = bodies;
  }
  const nlohmann::ordered_json json = {
      {"file", summary.file},
      {"stopped", summary.stopped},
      {"resumed", summary.resumed},
      {"problem_file", summary.problem_file},
      {"dimension", summary.dimension},
      {"bodies", summary.bodies},
      {"obstacles", summary.obstacles},
      {"present", summary.present < 0 ? static_cast<std::int64_t>(summary.bodies) : summary.present},
      {"taken", taken},
      {"threads", summary.threads},
      {"solvers", solvers},
      {"first_step", summary.first_step},
      {"steps", summary.steps},
      {"frames", summary.frames},
      {"time", summary.time},
      {"wall_seconds", summary.wall_seconds},
      {"step_seconds", summary.step_seconds},
      {"accuracy", summary.accuracy},
      {"missed", summary.missed},
      {"accuracy_median", summary.accuracy_median},
      {"accuracy_95", summary.accuracy_95},
      {"accuracy_max", summary.accuracy_max},
      {"shortened", summary.shortened},
      {"kept_min", summary.kept_min},
      {"not_converged", summary.not_converged},
      {"tunnelling", summary.tunnelling},
      {"inexact_distances", summary.inexact},
      {"halvings", summary.halvings},
      {"contacts_mean", summary.contacts_mean},
      {"contacts_last", summary.contacts_last},
      {"iterations_mean", summary.iterations_mean},
      {"iterations_max", summary.iterations_max},
      {"films_mean", summary.films_mean},
      {"film_iterations_mean", summary.film_iterations_mean},
      {"film_iterations_max", summary.film_iterations_max},
      {"residual_max", summary.residual_max},
      {"tolerance", summary.tolerance},
      {"overlap_max", summary.overlap_max},
      {"overlap_max_relative", summary.overlap_max_relative},
      {"overlap_95", summary.overlap_95},
      {"kinetic_energy", summary.kinetic_energy},
      {"potential_energy", summary.potential_energy},
      {"stages", stages},
      {"stages_in_parallel", covered},
  };
  print("{}\n", json.dump(2));
}

/// "apgd", or "apgd in 95 steps, interior-point in 1 step" where there were several.
std::string solvers_text(const RunSummary& summary) {
  if (summary.solvers.empty()) {
    return "not needed";
  }
  if (summary.solvers.size() == 1) {
    return summary.solvers.front().first;
  }
  std::string text;
  for (const auto& [name, steps] : summary.solvers) {
    text += fmt::format("{}{} in {}", text.empty() ? "" : ", ", name, counted(steps, "step", "steps"));
  }
  return text;
}

/// How accurate the steps are, and what would help where that was missed.
std::string accuracy_text(const RunSummary& summary) {
  if (summary.accuracy.empty() || summary.accuracy == "exact") {
    return fmt::format("{}residual {:.2e} at most, {:.2e} asked for; {} not converged",
                       summary.accuracy.empty() ? "" : summary.accuracy + "; ", summary.residual_max, summary.tolerance,
                       counted(summary.not_converged, "step", "steps"));
  }
  std::string text =
      fmt::format("{}; contact velocities to {} of what forces add per step, in 95 % of the steps to {}, at worst {}",
                  summary.accuracy, percent_text(summary.accuracy_median), percent_text(summary.accuracy_95),
                  percent_text(summary.accuracy_max));
  if (summary.missed > 0) {
    text += fmt::format(
        "; missed in {}: {} would help", counted(summary.missed, "step", "steps"),
        summary.accuracy == "fine" ? "a smaller time.step" : "a higher solver.accuracy or a smaller time.step");
  }
  return text;
}

std::string shortened_text(const RunSummary& summary) {
  return fmt::format("impulses shortened in {} lest contacts give energy, to {:.3g} at least",
                     counted(summary.shortened, "step", "steps"), summary.kept_min);
}

void print_table(const RunSummary& summary) {
  const auto row = [](const char* name, const std::string& text) { print("  {:<16}{}\n", name, text); };
  const std::int64_t done = summary.steps - summary.first_step;

  print("{}\n", summary.file);
  row("scene", fmt::format("{}D, {}, {}", summary.dimension, counted(summary.bodies, "body", "bodies"),
                           counted(summary.obstacles, "obstacle", "obstacles")));
  row("steps", fmt::format("{}{}, to t = {:.6g}, {}", summary.steps,
                           summary.resumed ? fmt::format(" (resumed at {})", summary.first_step) : "", summary.time,
                           counted(summary.frames, "frame", "frames")));
  if (summary.present >= 0) {
    row("bodies here", here_text(summary.present, summary.outlets));
  }
  if (!summary.problem_file.empty()) {
    row("problem", summary.problem_file);
  }
  row("wall time",
      fmt::format("{:.3g} s, {:.3g} s of them in steps, {:.3g} steps/s, {}", summary.wall_seconds, summary.step_seconds,
                  summary.wall_seconds > 0.0 ? static_cast<double>(done) / summary.wall_seconds : 0.0,
                  counted(summary.threads, "thread", "threads")));
  if (summary.films_mean > 0.0) {
    row("films", fmt::format("{:.1f} per step; {:.1f} iterations per step, at most {}", summary.films_mean,
                             summary.film_iterations_mean, summary.film_iterations_max));
  }
  row("contacts", fmt::format("{:.1f} per step, {} at the end", summary.contacts_mean, summary.contacts_last));
  row("solver", fmt::format("{}; {:.1f} iterations per step, at most {}", solvers_text(summary),
                            summary.iterations_mean, summary.iterations_max));
  row("accuracy", accuracy_text(summary));
  row("overlap",
      fmt::format("{:.2e} at most, {:.2e} of the smallest radius", summary.overlap_max, summary.overlap_max_relative));
  row("energy", fmt::format("kinetic {:.6g}, potential {:.6g}{}", summary.kinetic_energy, summary.potential_energy,
                            summary.shortened > 0 ? "; " + shortened_text(summary) : ""));
  if (summary.tunnelling > 0) {
    row("tunnelling", counted(summary.tunnelling, "motion", "motions") + " beyond the contact range in one step");
  }
  if (summary.inexact > 0) {
    row("distances", counted(summary.inexact, "query", "queries") + " between shapes answered by a bound");
  }
  if (summary.halvings > 0) {
    row("halvings", fmt::format("{} of the time step", summary.halvings));
  }
  double total = 0.0;
  for (const auto& stage : summary.stages) {
    total += stage.second;
  }
  std::string stages;
  for (const auto& [name, seconds] : summary.stages) {
    stages +=
        fmt::format("{}{} {:.0f}%", stages.empty() ? "" : ", ", name, total > 0.0 ? 100.0 * seconds / total : 0.0);
  }
  if (!stages.empty()) {
    row("time spent", stages);
  }
  if (!summary.covered.empty()) {
    std::string shares;
    double covered = 0.0;
    for (std::size_t k = 0; k < summary.covered.size(); ++k) {
      covered += summary.covered[k].second;
      const double seconds = summary.stages[k].second;
      shares += fmt::format("{}{} {:.1f}%", shares.empty() ? "" : ", ", summary.covered[k].first,
                            seconds > 0.0 ? 100.0 * summary.covered[k].second / seconds : 0.0);
    }
    row("in parallel",
        fmt::format("{:.1f}% of the steps' time; {}", total > 0.0 ? 100.0 * covered / total : 0.0, shares));
  }
}

int live_port(const std::string& text) {
  int port = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), port);
  if (!text.empty() && (error != std::errc() || end != text.data() + text.size() || port < 1 || port > 65535)) {
    throw UsageError(fmt::format("--live: \"{}\" is not a port (1 to 65535)", text));
  }
  return port;
}

int run_scene(const RunCommand& command) {
  const Scene scene = Scene::load(command.scene, command.overrides);
  Progress progress(command.quiet);
  RunOptions options;
  options.output = command.output;
  if (command.steps >= 0) {
    options.steps = command.steps;
  }
  if (command.dump_problem >= 0) {
    options.dump_problem = command.dump_problem;
  }
  options.threads = command.threads;
  options.profile = command.profile;
  options.resume = command.resume;
  options.force = command.force;
  options.stop = &stop_signal;
  options.progress = [&progress](const RunProgress& state) { progress.update(state); };
  options.warn = [&progress](const std::string& text) { progress.warn(text); };

  std::optional<ViewServer> viewer;
  if (command.live) {
    viewer.emplace(live_port(*command.live));
    options.observer = &viewer->add_run(scene.name());
    viewer->start();
    fmt::print(stderr, "live view at {}\n", viewer->address());
  }

  catch_stop_signals();
  const RunSummary summary = run(scene, options);
  progress.finish();
  if (summary.stopped) {
    fmt::print(stderr, "stopped at step {}; resume with: {}\n", summary.steps, resume_command(command));
  }
  if (command.json) {
    print_json(summary);
  } else if (!command.quiet) {
    print_table(summary);
  }
  return summary.stopped ? 128 + stop_signal : exit_done;
}

}  // namespace

void add_run(CLI::App& app, int& status) {
  auto command = std::make_shared<RunCommand>();
  CLI::App* run_app = app.add_subcommand("run", "Run a scene");
  CLI::Option* scene = run_app->add_option("scene", command->scene, "Scene file")->type_name("SCENE.toml");
  run_app
      ->add_option("-o,--output", command->output,
                   "Result file (default: the scene's output.file, else its name with .h5)")
      ->type_name("FILE.h5");
  run_app->add_option("--set", command->overrides, "Override a key of the scene, e.g. time.step=1e-3; repeatable")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);
  CLI::Option* threads =
      run_app
          ->add_option("--threads", command->threads, "Number of threads (default: OMP_NUM_THREADS, else one per core)")
          ->type_name("N")
          ->check(count);
  run_app->add_option("--steps", command->steps, "End after this many steps in all (default: as the scene says)")
      ->type_name("N")
      ->check(not_negative);
  run_app
      ->add_option("--dump-problem", command->dump_problem,
                   "Write the problem of this step for `gluey solve`, as FILE-problem-STEP.hdf5")
      ->type_name("STEP")
      ->check(count);
  run_app
      ->add_flag("--profile", command->profile,
                 "On one thread: tell which share of each stage's time is inside loops that threads share")
      ->excludes(threads);
  run_app->add_flag("--resume", command->resume, "Go on from the checkpoint of a run that was stopped");
  run_app->add_flag("--force", command->force,
                    "Replace a finished result; otherwise it is kept beside the new one, as FILE.old.h5");
  run_app->add_flag("-q,--quiet", command->quiet, "No progress, no summary; warnings and errors only");
  run_app->add_flag("--json", command->json, "Print the summary as JSON");
  auto live = std::make_shared<std::string>();
  CLI::Option* live_option = run_app->add_option("--live", *live, "Web viewer while it runs, on 127.0.0.1")
                                 ->type_name("[PORT]")
                                 ->expected(0, 1);
  run_app->callback([command, live, live_option, scene, &status] {
    if (live_option->count() > 0) {
      command->live = *live;
      // "run --live SCENE.toml": what looks like the port is the scene.
      if (scene->count() == 0 && live->find_first_not_of("0123456789") != std::string::npos) {
        command->scene = *live;
        command->live = "";
      }
    }
    if (command->scene.empty()) {
      throw UsageError("run: which scene? (SCENE.toml is required)");
    }
    status = run_scene(*command);
  });
}

}  // namespace gluey::app
