// gluey info FILE.h5

#include <gluey/results.hpp>

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "command.hpp"

namespace gluey::app {

namespace {

/// What the history says of the whole run.
struct HistorySummary {
  std::int64_t steps = 0, not_converged = 0, missed = 0, iterations_max = 0;
  std::int64_t present = -1;        // at the end
  std::vector<std::int64_t> taken;  // by each outlet
  double iterations_mean = 0.0, residual_max = 0.0, accuracy_max = 0.0, overlap_max = 0.0, step_seconds = 0.0;

  explicit HistorySummary(const std::vector<HistoryRow>& history) : steps(static_cast<std::int64_t>(history.size())) {
    for (const HistoryRow& row : history) {
      not_converged += row.converged ? 0 : 1;
      missed += row.missed ? 1 : 0;
      accuracy_max = std::max(accuracy_max, row.reference > 0.0 ? row.residual_95 / row.reference : 0.0);
      iterations_max = std::max(iterations_max, row.iterations);
      iterations_mean += static_cast<double>(row.iterations) / static_cast<double>(history.size());
      residual_max = std::max(residual_max, row.residual);
      overlap_max = std::max(overlap_max, row.overlap);
      step_seconds += row.wall_seconds;
    }
    if (!history.empty()) {
      present = history.back().present;
      taken = history.back().taken;
    }
  }
};

/// How many bodies each outlet has taken, by name.
std::vector<std::pair<std::string, std::int64_t>> taken(const Constants& constants, const HistorySummary& history) {
  std::vector<std::pair<std::string, std::int64_t>> named;
  for (std::size_t k = 0; k < std::min(constants.outlets.size(), history.taken.size()); ++k) {
    const std::string& name = constants.outlets[k];
    named.emplace_back(name.empty() ? fmt::format("outlet {}", k) : name, history.taken[k]);
  }
  return named;
}

/// How often each word occurs; an empty word is not counted.
std::map<std::string, std::int64_t> tally(const std::vector<std::string>& words) {
  std::map<std::string, std::int64_t> counts;
  for (const std::string& word : words) {
    if (!word.empty()) {
      ++counts[word];
    }
  }
  return counts;
}

std::string counts_text(const std::vector<std::string>& words) {
  std::string text;
  for (const auto& [word, number] : tally(words)) {
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", number, word);
  }
  return text;
}

struct Range {
  double smallest = 0.0, largest = 0.0;
  explicit Range(const std::vector<double>& values) {
    if (!values.empty()) {
      const auto [low, high] = std::minmax_element(values.begin(), values.end());
      smallest = *low;
      largest = *high;
    }
  }
  [[nodiscard]] std::string text() const {
    return smallest == largest ? fmt::format("{:.6g}", smallest) : fmt::format("{:.6g} to {:.6g}", smallest, largest);
  }
};

void print_text(const std::string& file, const Results& results) {
  const Constants& constants = results.constants();
  const HistorySummary history(results.history());
  const auto row = [](const std::string& name, const std::string& text) { print("  {:<14}{}\n", name, text); };

  print("{}\n", file);
  row("written by", fmt::format("gluey {}, format {}, {}", results.program_version(), results.format_version(),
                                results.complete() ? "complete" : "not complete (running, stopped or killed)"));
  row("bodies", fmt::format("{} in {}D: {}", constants.bodies.mass.size(), constants.dimension,
                            counts_text(constants.bodies.shape_kind)));
  if (const std::string labels = counts_text(constants.bodies.label); !labels.empty()) {
    row("labels", labels);
  }
  row("radius", Range(constants.bodies.radius).text());
  row("mass", Range(constants.bodies.mass).text());
  for (std::size_t k = 0; k < constants.obstacles.name.size(); ++k) {
    row("obstacle", fmt::format("{} ({})", constants.obstacles.name[k], constants.obstacles.shape_kind[k]));
  }
  if (constants.comings_and_goings && history.steps > 0) {
    row("bodies here", here_text(history.present, taken(constants, history)));
  }
  if (results.frames() > 0) {
    row("frames", fmt::format("{}, t = {:.6g} to {:.6g}, steps {} to {}", results.frames(), results.times().front(),
                              results.times().back(), results.steps().front(), results.steps().back()));
    row("last frame", counted(results.frame(-1).contact_gamma.size(), "contact", "contacts"));
  } else {
    row("frames", "none");
  }
  row("history", fmt::format("{} in {:.3g} s, {} missed the accuracy asked for",
                             counted(history.steps, "step", "steps"), history.step_seconds, history.missed));
  row("iterations", fmt::format("{:.1f} per step, at most {}", history.iterations_mean, history.iterations_max));
  row("residual", fmt::format("{:.2e} at most; 95 % of the contacts within {} of what forces add per step",
                              history.residual_max, percent_text(history.accuracy_max)));
  row("overlap", fmt::format("{:.2e} at most", history.overlap_max));
}

void print_json(const std::string& file, const Results& results) {
  const Constants& constants = results.constants();
  const HistorySummary history(results.history());
  const Range radius(constants.bodies.radius);
  const Range mass(constants.bodies.mass);
  nlohmann::ordered_json obstacles = nlohmann::ordered_json::array();
  for (std::size_t k = 0; k < constants.obstacles.name.size(); ++k) {
    obstacles.push_back({{"name", constants.obstacles.name[k]}, {"shape", constants.obstacles.shape_kind[k]}});
  }
  nlohmann::ordered_json taken_by = nlohmann::ordered_json::object();
  for (const auto& [outlet, bodies] : taken(constants, history)) {
    taken_by[outlet] = bodies;
  }
  const bool any = results.frames() > 0;
  const nlohmann::ordered_json json = {
      {"file", file},
      {"program_version", results.program_version()},
      {"format_version", results.format_version()},
      {"complete", results.complete()},
      {"dimension", constants.dimension},
      {"bodies", constants.bodies.mass.size()},
      {"present", constants.comings_and_goings && history.steps > 0
                      ? history.present
                      : static_cast<std::int64_t>(constants.bodies.mass.size())},
      {"taken", taken_by},
      {"shapes", tally(constants.bodies.shape_kind)},
      {"labels", tally(constants.bodies.label)},
      {"radius", {radius.smallest, radius.largest}},
      {"mass", {mass.smallest, mass.largest}},
      {"obstacles", obstacles},
      {"frames", results.frames()},
      {"time", any ? nlohmann::ordered_json{results.times().front(), results.times().back()} : nullptr},
      {"step", any ? nlohmann::ordered_json{results.steps().front(), results.steps().back()} : nullptr},
      {"steps", history.steps},
      {"not_converged", history.not_converged},
      {"missed", history.missed},
      {"accuracy_max", history.accuracy_max},
      {"iterations_mean", history.iterations_mean},
      {"iterations_max", history.iterations_max},
      {"residual_max", history.residual_max},
      {"overlap_max", history.overlap_max},
      {"step_seconds", history.step_seconds},
  };
  print("{}\n", json.dump(2));
}

}  // namespace

void add_info(CLI::App& app) {
  struct InfoCommand {
    std::string file;
    bool json = false, scene = false;
  };
  auto command = std::make_shared<InfoCommand>();
  CLI::App* info_app = app.add_subcommand("info", "Say what is in a result file");
  info_app->add_option("file", command->file, "Result file")->required()->type_name("FILE.h5");
  CLI::Option* json = info_app->add_flag("--json", command->json, "As JSON");
  info_app->add_flag("--scene", command->scene, "Print the scene it was made from, defaults filled in")->excludes(json);
  info_app->callback([command] {
    const Results results(command->file);
    if (command->scene) {
      write(results.constants().scene);
    } else if (command->json) {
      print_json(command->file, results);
    } else {
      print_text(command->file, results);
    }
  });
}

}  // namespace gluey::app
