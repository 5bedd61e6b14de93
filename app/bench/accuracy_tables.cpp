#include "bench/accuracy_tables.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <string_view>

#include "command.hpp"

namespace gluey::app {

namespace {

constexpr int name_width = 36;
constexpr int column_width = 31;

std::string_view end_word(AccuracyRun::End end) {
  switch (end) {
    case AccuracyRun::End::finished:
      return "finished";
    case AccuracyRun::End::ended:
      return "ended";
    case AccuracyRun::End::failed:
      return "failed";
    case AccuracyRun::End::stopped:
      return "stopped";
  }
  return "";
}

/// Padded by what is seen: "±" has two bytes and one column.
std::string in_column(const std::string& text, int width) {
  const auto seen = std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; });
  return text + std::string(static_cast<std::size_t>(std::max<std::ptrdiff_t>(1, width - seen)), ' ');
}

/// "0.2683 ± 0.0012": as many digits as the interval leaves.
std::string with_interval(const MeanAndSpread& value) {
  if (value.count == 0) {
    return "-";
  }
  const double size = std::abs(value.mean);
  if (!(value.interval > 0.0)) {
    return fmt::format("{:.4g}", value.mean);
  }
  const double largest = std::max(size, value.interval);
  if (largest >= 1e6 || largest < 1e-3) {
    return fmt::format("{:.2e} ± {:.1e}", value.mean, value.interval);
  }
  const int decimals = std::clamp(1 - static_cast<int>(std::floor(std::log10(value.interval))), 0, 9);
  return fmt::format("{:.{}f} ± {:.{}f}", value.mean, decimals, value.interval, decimals);
}

std::string percent_text(double share) {
  return share < 0.995 ? fmt::format("{:.2g} %", 100.0 * share) : fmt::format("{:.0f} %", 100.0 * share);
}

double worst_of(const std::vector<const AccuracyRun*>& runs, double AccuracyRun::*member) {
  double worst = 0.0;
  for (const AccuracyRun* run : runs) {
    worst = std::max(worst, run->*member);
  }
  return worst;
}

double mean_of(const std::vector<const AccuracyRun*>& runs, double AccuracyRun::*member) {
  double sum = 0.0;
  for (const AccuracyRun* run : runs) {
    sum += run->*member;
  }
  return sum / static_cast<double>(std::max<std::size_t>(1, runs.size()));
}

void print_line(const std::string& name, const std::vector<std::string>& cells) {
  std::string line = in_column("  " + name, name_width);
  for (const std::string& cell : cells) {
    line += in_column(cell, column_width);
  }
  line.erase(line.find_last_not_of(' ') + 1);
  print("{}\n", line);
}

/// Seconds of the runs that were finished; where none was, what they had used when they were ended.
std::string cost_text(const AccuracyStudy& study, const std::string& level) {
  std::vector<double> seconds;
  for (const AccuracyRun* run : study.of(level, true)) {
    seconds.push_back(run->cpu_seconds);
  }
  if (!seconds.empty()) {
    return with_interval(mean_and_spread(seconds));
  }
  const auto runs = study.of(level, false);
  return runs.empty() ? "-" : fmt::format("> {:.3g}", worst_of(runs, &AccuracyRun::cpu_seconds));
}

/// "4", "3; 1 ended at t = 0.31".
std::string ends_text(const AccuracyStudy& study, const std::string& level) {
  std::string text = fmt::format("{}", study.of(level, true).size());
  for (const auto end : {AccuracyRun::End::ended, AccuracyRun::End::failed, AccuracyRun::End::stopped}) {
    std::int64_t number = 0;
    double time = 0.0;
    for (const AccuracyRun* run : study.of(level, false)) {
      if (run->end == end) {
        time = number++ == 0 ? run->time : std::min(time, run->time);
      }
    }
    if (number > 0) {
      text += fmt::format("; {} {} at t = {:.3g}", number, end_word(end), time);
    }
  }
  return text;
}

void print_figures(const AccuracyStudy& study) {
  using Runs = std::vector<const AccuracyRun*>;
  const auto row = [&](const std::string& name, const std::function<std::string(const Runs&)>& cell) {
    std::vector<std::string> cells;
    for (const std::string& level : study.levels) {
      const Runs runs = study.of(level, false);
      cells.push_back(runs.empty() ? "-" : cell(runs));
    }
    print_line(name, cells);
  };
  const auto mean_percent = [](double AccuracyRun::*member) {
    return [member](const Runs& runs) { return percent_text(mean_of(runs, member)); };
  };
  row("iterations per step",
      [](const Runs& runs) { return fmt::format("{:.1f}", mean_of(runs, &AccuracyRun::iterations)); });
  row("accuracy, median step", mean_percent(&AccuracyRun::accuracy_median));
  row("accuracy, 95 % of the steps", mean_percent(&AccuracyRun::accuracy_95));
  row("accuracy, worst step",
      [](const Runs& runs) { return percent_text(worst_of(runs, &AccuracyRun::accuracy_worst)); });
  row("overlap, 95 % of the steps",
      [](const Runs& runs) { return fmt::format("{:.1e} r", mean_of(runs, &AccuracyRun::overlap_95)); });
  row("overlap, worst step",
      [](const Runs& runs) { return fmt::format("{:.1e} r", worst_of(runs, &AccuracyRun::overlap_worst)); });
  row("steps that missed the level", mean_percent(&AccuracyRun::missed));
  row("smallest share of impulses kept", [](const Runs& runs) {
    double kept = 1.0;
    for (const AccuracyRun* run : runs) {
      kept = std::min(kept, run->kept);
    }
    return fmt::format("{:.3g}", kept);
  });
}

void print_observables(const AccuracyStudy& study, const std::string& reference) {
  for (const std::string& name : study.names()) {
    const auto nothing = [&](const std::string& level) { return !(study.observable(level, name).mean != 0.0); };
    if (std::all_of(study.levels.begin(), study.levels.end(), nothing)) {
      continue;  // the force on a gate that is long gone
    }
    std::vector<std::string> cells;
    for (const std::string& level : study.levels) {
      std::string cell = with_interval(study.observable(level, name));
      if (const double apart = study.difference(level, name); level != reference && std::isfinite(apart)) {
        cell += fmt::format(" ({:+.1f})", apart);
      }
      cells.push_back(std::move(cell));
    }
    print_line(name, cells);
  }
}

std::size_t finished_runs(const AccuracyStudy& study, const std::string& level) { return study.of(level, true).size(); }

}  // namespace

void print_accuracy_table(const AccuracyStudy& study) {
  print("{}: {}D, {}, {}\n\n", study.scene, study.dimension, counted(study.bodies, "body", "bodies"),
        counted(study.threads, "thread", "threads"));
  print_line("", study.levels);
  std::vector<std::string> ends, costs;
  for (const std::string& level : study.levels) {
    ends.push_back(ends_text(study, level));
    costs.push_back(cost_text(study, level));
  }
  print_line("runs to the end", ends);
  print_line("CPU seconds per run", costs);
  print_figures(study);
  const std::string reference = study.reference();
  if (reference.empty()) {
    print("\nNo run came to its end: there is nothing to compare.\n");
    return;
  }
  print("\n");
  print_observables(study, reference);
  print(
      "\nAccuracy: of the velocities at contacts (95 % of them), relative to what forces add per step; overlap in "
      "smallest radii.\n");
  std::size_t most = 0, least = finished_runs(study, reference);
  for (const std::string& level : study.levels) {
    const std::size_t runs = finished_runs(study, level);
    most = std::max(most, runs);
    least = runs > 0 ? std::min(least, runs) : least;
  }
  if (most < 2) {
    print("One seed: differences between levels cannot be told from chance; give --seeds 4 or more.\n");
    return;
  }
  print(
      "Means with their 95 % intervals over the seeds; in brackets the difference from '{}' in standard deviations "
      "between seeds.\n",
      reference);
  print("By chance alone it is below {:.1f} in 95 % of the cases.\n",
        student_95(most - 1) * std::sqrt(1.0 / static_cast<double>(most) + 1.0 / static_cast<double>(least)));
}

void print_accuracy_json(const AccuracyStudy& study) {
  using Json = nlohmann::ordered_json;
  Json runs = Json::array();
  for (const AccuracyRun& run : study.runs) {
    Json observables = Json::object();
    for (const auto& [name, value] : run.observables) {
      observables[name] = value;
    }
    Json json = {{"level", run.level},
                 {"seed", run.seed},
                 {"end", end_word(run.end)},
                 {"cpu_seconds", run.cpu_seconds},
                 {"steps", run.steps},
                 {"time", run.time},
                 {"iterations", run.iterations},
                 {"accuracy_median", run.accuracy_median},
                 {"accuracy_95", run.accuracy_95},
                 {"accuracy_worst", run.accuracy_worst},
                 {"overlap_95", run.overlap_95},
                 {"overlap_worst", run.overlap_worst},
                 {"missed", run.missed},
                 {"kept", run.kept},
                 {"observables", observables}};
    if (!run.error.empty()) {
      json["error"] = run.error;
    }
    runs.push_back(std::move(json));
  }
  Json compared = Json::object();
  for (const std::string& name : study.names()) {
    Json of_name = {{"spread", study.spread(name)}};
    for (const std::string& level : study.levels) {
      const MeanAndSpread value = study.observable(level, name);
      of_name[level] = {{"runs", value.count},
                        {"mean", value.mean},
                        {"interval", value.interval},
                        {"difference", study.difference(level, name)}};
    }
    compared[name] = std::move(of_name);
  }
  const Json json = {{"scene", study.scene},    {"dimension", study.dimension},
                     {"bodies", study.bodies},  {"threads", study.threads},
                     {"budget", study.budget},  {"disturbed", study.disturbed},
                     {"levels", study.levels},  {"reference", study.reference()},
                     {"observables", compared}, {"runs", runs}};
  print("{}\n", json.dump(2));
}

void print_accuracy_csv(const AccuracyStudy& study) {
  print(
      "level,seed,end,cpu_seconds,steps,time,iterations,accuracy_median,accuracy_95,accuracy_worst,overlap_95,overlap_"
      "worst,missed,kept");
  const std::vector<std::string> names = study.names();
  for (const std::string& name : names) {
    print(",\"{}\"", name);
  }
  print("\n");
  for (const AccuracyRun& run : study.runs) {
    print("{},{},{},{},{},{},{},{},{},{},{},{},{},{}", run.level, run.seed, end_word(run.end), run.cpu_seconds,
          run.steps, run.time, run.iterations, run.accuracy_median, run.accuracy_95, run.accuracy_worst, run.overlap_95,
          run.overlap_worst, run.missed, run.kept);
    for (const std::string& name : names) {
      const auto found = std::find_if(run.observables.begin(), run.observables.end(),
                                      [&](const auto& one) { return one.first == name; });
      print(",{}", found == run.observables.end() ? std::string() : fmt::format("{}", found->second));
    }
    print("\n");
  }
}

}  // namespace gluey::app
