#include "plot_quantity.hpp"

#include <gluey/stats.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "command.hpp"

namespace gluey::app {

namespace {

using Sources = std::vector<PlotSource>;
constexpr std::size_t most_trajectories = 10;

double value_of(const HistoryRow& row, std::string_view column) {
  return column == "contacts"           ? static_cast<double>(row.contacts)
         : column == "iterations"       ? static_cast<double>(row.iterations)
         : column == "converged"        ? (row.converged ? 1.0 : 0.0)
         : column == "residual"         ? row.residual
         : column == "accuracy"         ? (row.reference > 0.0 ? row.residual_95 / row.reference : 0.0)
         : column == "kept"             ? row.kept
         : column == "overlap"          ? row.overlap
         : column == "complementarity"  ? row.complementarity
         : column == "kinetic_energy"   ? row.kinetic_energy
         : column == "potential_energy" ? row.potential_energy
                                        : row.wall_seconds;
}

/// Of those that steps and frames both know, numbers that are the same in both.
double value_in_both(const auto& row, std::string_view column) {
  return column == "clusters"          ? static_cast<double>(row.clusters)
         : column == "largest_cluster" ? static_cast<double>(row.largest_cluster)
                                       : row.coordination;
}

double value_of(const FrameStatistics& row, std::string_view column) {
  return column == "glued"        ? static_cast<double>(row.glued)
         : column == "gamma_min"  ? row.gamma_min
         : column == "gamma_mean" ? row.gamma_mean
         : column == "speed_max"  ? row.speed_max
         : column == "speed_mean" ? row.speed_mean
                                  : value_in_both(row, column);
}

PlotSeries against_time(const std::vector<HistoryRow>& history, const std::string& title, const auto& value) {
  PlotSeries series{.title = title};
  for (const HistoryRow& row : history) {
    series.x.push_back(row.time);
    series.y.push_back(value(row));
  }
  return series;
}

Plot history(const Sources& sources, const PlotChoices& choices, const PlotQuantity& self) {
  PlotPanel panel{.x_label = "time", .y_label = self.help, .log_y = choices.log};
  for (const PlotSource& source : sources) {
    panel.series.push_back(against_time(source.results->history(), source.title,
                                        [&](const HistoryRow& row) { return value_of(row, self.name); }));
  }
  return {.panels = {panel}};
}

Plot energy(const Sources& sources, const PlotChoices& choices, const PlotQuantity& /*self*/) {
  PlotPanel panel{.x_label = "time", .y_label = "energy", .log_y = choices.log};
  for (const PlotSource& source : sources) {
    const std::vector<HistoryRow> rows = source.results->history();
    const auto add = [&](const char* name, const auto& value) {
      panel.series.push_back(against_time(rows, joined(source.title, name), value));
    };
    add("kinetic", [](const HistoryRow& row) { return row.kinetic_energy; });
    add("potential", [](const HistoryRow& row) { return row.potential_energy; });
    add("sum", [](const HistoryRow& row) { return row.kinetic_energy + row.potential_energy; });
  }
  return {.panels = {panel}};
}

/// A panel a component; a curve an obstacle.
Plot obstacle_load(const Sources& sources, const PlotChoices& /*choices*/, const PlotQuantity& self) {
  const bool force = std::string_view(self.name) == "obstacle_force";
  const Constants& first = sources.front().results->constants();
  const std::size_t d = first.dimension == 2 ? 2 : 3;
  const std::size_t components = force ? d : (d == 2 ? 1 : 3);
  Plot plot;
  for (std::size_t k = 0; k < components; ++k) {
    PlotPanel panel{
        .x_label = "time",
        .y_label = components == 1 ? std::string(self.help) : fmt::format("{}, {}", self.help, axis_names[k])};
    for (const PlotSource& source : sources) {
      const std::vector<HistoryRow> rows = source.results->history();
      const std::vector<std::string>& names = source.results->constants().obstacles.name;
      for (std::size_t obstacle = 0; obstacle < names.size(); ++obstacle) {
        panel.series.push_back(against_time(rows, joined(source.title, names[obstacle]), [&](const HistoryRow& row) {
          return (force ? row.obstacle_force : row.obstacle_torque)[obstacle * components + k];
        }));
      }
    }
    if (panel.series.empty()) {
      throw UsageError(fmt::format("{}: the result has no obstacles", self.name));
    }
    plot.panels.push_back(panel);
  }
  return plot;
}

Plot statistics(const Sources& sources, const PlotChoices& choices, const PlotQuantity& self) {
  PlotPanel panel{.x_label = "time", .y_label = self.help, .log_y = choices.log};
  for (const PlotSource& source : sources) {
    PlotSeries series{.title = source.title};
    for (const FrameStatistics& row : frame_statistics(*source.results, source.results->numbers())) {
      series.x.push_back(row.time);
      series.y.push_back(value_of(row, self.name));
    }
    panel.series.push_back(series);
  }
  return {.panels = {panel}};
}

/// From the steps, or from the frames of a version that did not store it.
Plot groups(const Sources& sources, const PlotChoices& choices, const PlotQuantity& self) {
  PlotPanel panel{.x_label = "time", .y_label = self.help, .log_y = choices.log};
  for (const PlotSource& source : sources) {
    if (steps_tell_groups(*source.results)) {
      panel.series.push_back(against_time(source.results->history(), source.title,
                                          [&](const HistoryRow& row) { return value_in_both(row, self.name); }));
    } else {
      panel.series.push_back(statistics({source}, choices, self).panels.front().series.front());
    }
  }
  return {.panels = {panel}};
}

std::size_t body_index(const Constants& constants, const std::string& word) {
  const std::vector<std::string>& names = constants.bodies.name;
  const auto named = std::find(names.begin(), names.end(), word);
  if (named != names.end()) {
    return static_cast<std::size_t>(named - names.begin());
  }
  const bool digits = !word.empty() && word.size() < 10 && word.find_first_not_of("0123456789") == std::string::npos;
  if (!digits || std::stoul(word) >= names.size()) {
    throw UsageError(fmt::format("--body {}: no such name, and not an index below {}", word, names.size()));
  }
  return std::stoul(word);
}

std::vector<std::size_t> chosen_bodies(const Constants& constants, const PlotChoices& choices) {
  std::vector<std::size_t> bodies;
  bodies.reserve(choices.bodies.size());
  for (const std::string& word : choices.bodies) {
    bodies.push_back(body_index(constants, word));
  }
  const std::size_t count = constants.bodies.radius.size();
  const std::size_t shown = std::min(count, most_trajectories);
  for (std::size_t k = 0; choices.bodies.empty() && k < shown; ++k) {
    bodies.push_back(k * count / shown);
  }
  return bodies;
}

Plot trajectories(const Sources& sources, const PlotChoices& choices, const PlotQuantity& /*self*/) {
  const std::size_t d = sources.front().results->constants().dimension == 2 ? 2 : 3;
  PlotPanel panel{.x_label = "x", .y_label = d == 2 ? "y" : "z", .equal_axes = true};
  for (const PlotSource& source : sources) {
    const Constants& constants = source.results->constants();
    const std::vector<std::size_t> bodies = chosen_bodies(constants, choices);
    const std::size_t first = panel.series.size();
    for (const std::size_t body : bodies) {
      const std::string& name = constants.bodies.name[body];
      panel.series.push_back({.title = joined(source.title, name.empty() ? fmt::format("{}", body) : name)});
    }
    const auto add = [&](const std::vector<double>& places) {
      for (std::size_t i = 0; i < bodies.size(); ++i) {
        panel.series[first + i].x.push_back(places[2 * i]);
        panel.series[first + i].y.push_back(places[2 * i + 1]);
      }
    };
    source.results->for_each_frame(source.results->numbers(), {.places = true},
                                   [&](std::size_t, const Frame& frame) -> Results::InTurn {
                                     std::vector<double> places;
                                     for (const std::size_t body : bodies) {
                                       places.push_back(frame.position[body * d]);
                                       places.push_back(frame.position[body * d + d - 1]);
                                     }
                                     return [&add, places = std::move(places)] { add(places); };
                                   });
  }
  return {.panels = {panel}, .height = 620};
}

double length(const std::vector<double>& rows, std::size_t row, std::size_t d) {
  double sum = 0.0;
  for (std::size_t k = 0; k < d; ++k) {
    sum += rows[row * d + k] * rows[row * d + k];
  }
  return std::sqrt(sum);
}

std::vector<double> sample(const Results& results, std::int64_t index, std::string_view name) {
  const Constants& constants = results.constants();
  const Frame frame = results.frame(index);
  const std::size_t d = constants.dimension == 2 ? 2 : 3;
  std::vector<double> values;
  if (name == "radius") {
    return constants.bodies.radius;
  }
  if (name == "velocity") {
    for (std::size_t body = 0; body < constants.bodies.radius.size(); ++body) {
      values.push_back(length(frame.velocity, body, d));
    }
    return values;
  }
  for (std::size_t c = 0; c < frame.contact_gamma.size(); ++c) {
    const double force = length(frame.contact_impulse, c, d) / frame.step_length;
    if (name == "gap") {
      values.push_back(frame.contact_distance[c]);
    } else if (name == "gamma" && frame.contact_gamma[c] < 0.0) {
      values.push_back(frame.contact_gamma[c]);
    } else if (name == "force" && force > 0.0 && frame.step_length > 0.0) {
      values.push_back(force);
    }
  }
  return values;
}

Plot distribution(const Sources& sources, const PlotChoices& choices, const PlotQuantity& self) {
  PlotPanel panel{.x_label = self.help, .y_label = "probability density", .log_y = choices.log};
  for (const PlotSource& source : sources) {
    const std::vector<double> values = sample(*source.results, choices.frame, self.name);
    if (values.empty()) {
      throw UsageError(fmt::format("{}: nothing to count in frame {}", self.name, choices.frame));
    }
    PlotSeries bars = histogram(values, choices.bins);
    bars.title = source.title;
    // Bars of several results would hide each other; on a logarithmic axis they have no foot.
    if (sources.size() > 1 || choices.log) {
      bars.style = PlotSeries::Style::line_points;
    }
    panel.series.push_back(bars);
  }
  return {.panels = {panel}};
}

}  // namespace

bool steps_tell_groups(const Results& results) {
  const std::vector<HistoryRow> rows = results.history();
  return !rows.empty() &&
         std::all_of(rows.begin(), rows.end(), [](const HistoryRow& row) { return row.clusters >= 0; });
}

std::span<const PlotQuantity> plot_quantities() {
  static constexpr PlotQuantity table[] = {
      {"trajectories", "paths of bodies' centres", trajectories},
      {"energy", "kinetic, potential, and their sum", energy},
      {"kinetic_energy", "kinetic energy", history},
      {"potential_energy", "potential energy", history},
      {"contacts", "contacts", history},
      {"iterations", "iterations a step", history},
      {"residual", "residual", history},
      {"accuracy", "error of contact velocities (95 % of them) / reference velocity", history},
      {"kept", "share of impulses kept, so that contacts give no energy", history},
      {"converged", "converged", history},
      {"overlap", "largest overlap", history},
      {"complementarity", "complementarity", history},
      {"wall_seconds", "wall time (s)", history},
      {"obstacle_force", "force on the obstacle", obstacle_load},
      {"obstacle_torque", "torque on the obstacle", obstacle_load},
      {"glued", "glued contacts", statistics},
      {"gamma_min", "smallest potential γ", statistics},
      {"gamma_mean", "mean potential γ of glued contacts", statistics},
      {"clusters", "clusters", groups},
      {"largest_cluster", "bodies in the largest cluster", groups},
      {"mean_cluster", "mean size of clusters, by number and by weight", plot_mean_cluster},
      {"coordination", "partners a body", groups},
      {"stress", "pressure, shear stress and their ratio", plot_stress},
      {"speed_max", "largest speed", statistics},
      {"speed_mean", "mean speed", statistics},
      {"gamma", "potential γ of glued contacts", distribution},
      {"force", "force of contacts", distribution},
      {"velocity", "speed of bodies", distribution},
      {"radius", "radius of bodies", distribution},
      {"gap", "gap of contacts", distribution},
      {"cluster_sizes", "clusters of each size", plot_cluster_sizes},
      {"pair_correlation", "g(r)", plot_pair_correlation},
      {"profile", "solid fraction, mean velocity and temperature in slices", plot_profile},
      {"stress_profile", "pressure and shear stress in slices", plot_stress_profile},
  };
  return table;
}

}  // namespace gluey::app
