// Plots of clusters, pair correlation, profiles and stress.

#include <gluey/stats.hpp>

#include <algorithm>
#include <cmath>

#include "command.hpp"
#include "plot_quantity.hpp"

namespace gluey::app {

namespace {

using Sources = std::vector<PlotSource>;
/// Panels side by side.
Plot in_a_row(std::vector<PlotPanel> panels) {
  Plot plot{.panels = std::move(panels)};
  const int shown = static_cast<int>(plot.panels.size());
  plot.columns = shown == 4 ? 2 : std::min(shown, 3);
  plot.width = 400 * plot.columns;
  plot.height = 330 * ((shown + plot.columns - 1) / plot.columns);
  return plot;
}

}  // namespace

Plot plot_mean_cluster(const Sources& sources, const PlotChoices& choices, const PlotQuantity& /*self*/) {
  PlotPanel panel{.x_label = "time", .y_label = "bodies in a cluster", .log_y = choices.log};
  for (const PlotSource& source : sources) {
    PlotSeries number{.title = joined(source.title, "mean over clusters")};
    PlotSeries weight{.title = joined(source.title, "mean over bodies"), .style = PlotSeries::Style::dashed};
    for (const FrameStatistics& row : frame_statistics(*source.results, source.results->numbers())) {
      number.x.push_back(row.time);
      number.y.push_back(row.mean_cluster);
      weight.x.push_back(row.time);
      weight.y.push_back(row.weighted_cluster);
    }
    panel.series.push_back(number);
    panel.series.push_back(weight);
  }
  return {.panels = {panel}};
}

Plot plot_cluster_sizes(const Sources& sources, const PlotChoices& choices, const PlotQuantity& self) {
  PlotPanel panel{.x_label = "bodies in the cluster", .y_label = self.help, .log_x = true, .log_y = true};
  for (const PlotSource& source : sources) {
    PlotSeries series{.title = source.title, .style = PlotSeries::Style::points};
    const auto clusters = frame_clusters(source.results->constants(), source.results->frame(choices.frame));
    for (const ClusterSizes::Row& row : cluster_sizes(clusters).rows) {
      series.x.push_back(static_cast<double>(row.size));
      series.y.push_back(static_cast<double>(row.clusters));
    }
    panel.series.push_back(series);
  }
  return {.panels = {panel}};
}

Plot plot_pair_correlation(const Sources& sources, const PlotChoices& choices, const PlotQuantity& self) {
  PlotPanel panel{.x_label = "distance r of centres", .y_label = self.help};
  for (const PlotSource& source : sources) {
    PlotSeries series{.title = source.title};
    const auto found =
        pair_correlation(source.results->constants(), source.results->frame(choices.frame), 0.0, choices.bins);
    for (const PairCorrelation::Row& row : found.rows) {
      series.x.push_back(0.5 * (row.from + row.to));
      series.y.push_back(row.value);
    }
    panel.series.push_back(series);
  }
  return {.panels = {panel}};
}

Plot plot_profile(const Sources& sources, const PlotChoices& choices, const PlotQuantity& /*self*/) {
  const auto d = static_cast<std::size_t>(sources.front().results->constants().dimension);
  const std::string along(1, axis_names[choices.axis]);
  std::vector<PlotPanel> panels{{.x_label = along, .y_label = "solid fraction"}};
  for (std::size_t k = 0; k < d; ++k) {
    panels.push_back({.x_label = along, .y_label = fmt::format("mean velocity, {}", axis_names[k])});
  }
  panels.push_back({.x_label = along, .y_label = "temperature (velocity variance)"});
  for (const PlotSource& source : sources) {
    const auto rows =
        frame_profile(source.results->constants(), source.results->frame(choices.frame), choices.axis, choices.slices);
    for (std::size_t p = 0; p < panels.size(); ++p) {
      PlotSeries series{.title = source.title, .style = PlotSeries::Style::line_points};
      for (const ProfileRow& row : rows) {
        series.x.push_back(0.5 * (row.from + row.to));
        // A slice without bodies has no velocity.
        series.y.push_back(p == 0            ? row.solid_fraction
                           : row.bodies == 0 ? std::nan("")
                           : p <= d          ? row.velocity[p - 1]
                                             : row.temperature);
      }
      panels[p].series.push_back(series);
    }
  }
  return in_a_row(panels);
}

Plot plot_stress(const Sources& sources, const PlotChoices& choices, const PlotQuantity& /*self*/) {
  std::vector<PlotPanel> panels{{.x_label = "time", .y_label = "pressure", .log_y = choices.log},
                                {.x_label = "time", .y_label = "shear stress", .log_y = choices.log},
                                {.x_label = "time", .y_label = "shear stress / pressure"}};
  for (const PlotSource& source : sources) {
    std::vector<PlotSeries> series(panels.size(), {.title = source.title});
    for (const HistoryRow& row : source.results->history()) {
      if (std::isnan(row.volume)) {
        throw UsageError("stress: a version that did not store it has written the result");
      }
      const auto [pressure, shear] = pressure_and_shear(row.stress);
      const double values[] = {pressure, shear, pressure > 0.0 ? shear / pressure : std::nan("")};
      for (std::size_t p = 0; p < panels.size(); ++p) {
        series[p].x.push_back(row.time);
        series[p].y.push_back(values[p]);
      }
    }
    for (std::size_t p = 0; p < panels.size(); ++p) {
      panels[p].series.push_back(series[p]);
    }
  }
  return in_a_row(panels);
}

Plot plot_stress_profile(const Sources& sources, const PlotChoices& choices, const PlotQuantity& /*self*/) {
  const std::string along(1, axis_names[choices.axis]);
  std::vector<PlotPanel> panels{{.x_label = along, .y_label = "pressure"},
                                {.x_label = along, .y_label = "shear stress"},
                                {.x_label = along, .y_label = fmt::format("stress, {0}{0}", along)}};
  for (const PlotSource& source : sources) {
    const auto axis = static_cast<std::size_t>(choices.axis);
    const auto d = static_cast<std::size_t>(source.results->constants().dimension);
    std::vector<int> cells(d, 1);
    cells[axis] = choices.slices;
    std::vector<PlotSeries> series(panels.size(), {.title = source.title, .style = PlotSeries::Style::line_points});
    for (const StressCell& cell :
         frame_stress(source.results->constants(), source.results->frame(choices.frame), cells)) {
      const double values[] = {cell.pressure, cell.shear, cell.stress[axis * d + axis]};
      for (std::size_t p = 0; p < panels.size(); ++p) {
        series[p].x.push_back(0.5 * (cell.lower[axis] + cell.upper[axis]));
        series[p].y.push_back(values[p]);
      }
    }
    for (std::size_t p = 0; p < panels.size(); ++p) {
      panels[p].series.push_back(series[p]);
    }
  }
  return in_a_row(panels);
}

}  // namespace gluey::app
