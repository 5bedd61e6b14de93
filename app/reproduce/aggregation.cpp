// Maury, "Direct simulation of aggregation phenomena": discs that attract each other at short range stick to those they meet.
// Figure 1: in an oscillating shear flow. Figures 2 to 4: under random forces, for three densities. The paper gives no numbers;
// what it says is that contacts rarely break, that clusters grow, the faster the denser, and that the cost is linear in N.

#include <gluey/simulation.hpp>
#include <gluey/stats.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <limits>
#include <set>

#include "reproduce/experiment.hpp"
#include "reproduce/whole_run.hpp"

namespace gluey::app {

namespace {

/// Bodies belong together where they are closer than a tenth of their radius: a fraction of ε, the reach of the attraction.
constexpr double joined = 1e-3;

/// Pairs that have parted are three times the attraction's reach ε away from each other.
constexpr double parted = 9e-3;

/// The gap between two discs, the nearest images in a periodic domain.
double gap_between(const Constants& constants, const Frame& frame, std::size_t i, std::size_t j) {
  double squared = 0.0;
  for (std::size_t axis = 0; axis < 2; ++axis) {
    double apart = frame.position[2 * j + axis] - frame.position[2 * i + axis];
    if (!constants.domain.periodic.empty() && constants.domain.periodic[axis] != 0) {
      apart = std::remainder(apart, constants.domain.upper[axis] - constants.domain.lower[axis]);
    }
    squared += apart * apart;
  }
  return std::sqrt(squared) - constants.bodies.radius[i] - constants.bodies.radius[j];
}

/// How clusters and contacts went on.
struct Growth {
  std::vector<double> time, mean, weighted, largest, broken;
  explicit Growth(const Results& results) {
    const Joining joining{.within = joined};
    std::set<std::pair<std::int32_t, std::int32_t>> met;
    for (std::int64_t k = 0; k < results.frames(); ++k) {
      const Frame frame = results.frame(k);
      const std::vector<Cluster> clusters = frame_clusters(results.constants(), frame, joining);
      const ClusterSizes sizes = cluster_sizes(clusters);
      for (std::size_t c = 0; c < frame.contact_distance.size(); ++c) {
        if (frame.contact_distance[c] <= joined) {
          met.emplace(frame.contact_pair[2 * c], frame.contact_pair[2 * c + 1]);
        }
      }
      const auto lost = std::count_if(met.begin(), met.end(), [&](const auto& pair) {
        return gap_between(results.constants(), frame, static_cast<std::size_t>(pair.first),
                           static_cast<std::size_t>(pair.second)) > parted;
      });
      time.push_back(frame.time);
      mean.push_back(sizes.mean);
      weighted.push_back(sizes.weighted);
      largest.push_back(static_cast<double>(clusters.front().bodies.size()));
      broken.push_back(static_cast<double>(lost) / std::max(1.0, static_cast<double>(met.size())));
    }
  }
  [[nodiscard]] double weighted_at(double when) const {
    const auto after = std::lower_bound(time.begin(), time.end(), when - 1e-9);
    return after == time.end() ? weighted.back() : weighted[static_cast<std::size_t>(after - time.begin())];
  }
};

void write_growth(Report& report, const std::string& name, const Growth& growth) {
  report.curve(name, {{"time", &growth.time},
                      {"mean_size", &growth.mean},
                      {"weighted_size", &growth.weighted},
                      {"largest", &growth.largest},
                      {"parted", &growth.broken}});
}

std::vector<PicturePanel> panels_at(const Results& results, const std::vector<double>& times) {
  std::vector<PicturePanel> panels;
  panels.reserve(times.size());
  for (const double time : times) {
    panels.push_back({&results, frame_at(results, time), fmt::format("t = {}", time)});
  }
  return panels;
}

ClusterSizes sizes_at(const Results& results, double time) {
  return cluster_sizes(frame_clusters(results.constants(), results.frame(frame_at(results, time)), {.within = joined}));
}

/// How many clusters there are of every size, at each of these times.
void write_sizes(Report& report, const std::string& name, const Results& results, const std::vector<double>& times) {
  std::vector<double> time, size, clusters;
  for (const double when : times) {
    for (const ClusterSizes::Row& row : sizes_at(results, when).rows) {
      time.push_back(when);
      size.push_back(static_cast<double>(row.size));
      clusters.push_back(static_cast<double>(row.clusters));
    }
  }
  report.curve(name, {{"time", &time}, {"size", &size}, {"clusters", &clusters}});
}

/// Sizes of clusters as the share of bodies that are in clusters of at least that size.
PlotSeries shares(const Results& results, double time) {
  const auto bodies = static_cast<double>(results.constants().bodies.radius.size());
  PlotSeries series{.title = fmt::format("t = {}", time), .style = PlotSeries::Style::line_points};
  double left = bodies;
  for (const ClusterSizes::Row& row : sizes_at(results, time).rows) {
    series.x.push_back(static_cast<double>(row.size));
    series.y.push_back(left / bodies);
    left -= static_cast<double>(row.size * row.clusters);
  }
  return series;
}

void report_contacts(Report& report, const Growth& growth, double allowed) {
  report.at_most("share of pairs that met and have parted", growth.broken.back(), allowed);
  report.at_least("mean cluster of a body grew by a factor", growth.weighted.back() / growth.weighted.front(), 2.0);
}

/// Wall seconds of fifty steps of so many discs at the same density: the least of some runs, as what else a machine does only
/// ever adds to them.
double seconds_of(int count) {
  const double side = std::sqrt(count / 2000.0);
  const std::string corner = fmt::format("[{}, {}]", side, side);
  const std::string other = fmt::format("[{}, {}]", -side, -side);
  const Scene scene = builtin_scene(
      "langevin", {fmt::format("bodies[0].count={}", count), "domain.lower=" + other, "domain.upper=" + corner,
                   "bodies[0].region.lower=" + other, "bodies[0].region.upper=" + corner});
  double least = std::numeric_limits<double>::infinity();
  for (int run = 0; run < (count < 10000 ? 5 : 2); ++run) {
    Simulation simulation(scene);
    for (int n = 0; n < 50; ++n) {
      simulation.step();  // until clusters have begun to form
    }
    const auto start = std::chrono::steady_clock::now();
    for (int n = 0; n < 50; ++n) {
      simulation.step();
    }
    least = std::min(least, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  }
  return least;
}

void report_cost(Report& report) {
  report.section("cost");
  std::vector<double> count, seconds;
  for (const int n : {500, 1600, 5000, 16000, 50000}) {
    count.push_back(n);
    seconds.push_back(seconds_of(n));
  }
  report.curve("cost", {{"bodies", &count}, {"seconds_of_50_steps", &seconds}});
  report.at_most("exponent of the wall time against N", fitted_order(count, seconds), 1.1);
  report.plot("cost", {.panels = {{.x_label = "N",
                                   .y_label = "seconds of 50 steps",
                                   .series = {{.x = count, .y = seconds, .style = PlotSeries::Style::line_points},
                                              slope_line(count, seconds, 1.0)},
                                   .log_x = true,
                                   .log_y = true}},
                       .width = 560});
}

}  // namespace

void aggregation_shear(Report& report) {
  std::vector<std::string> overrides = {"output.every=1"};
  if (report.quick()) {
    overrides.insert(overrides.end(), {"bodies[0].count=200", "time.end=1.5"});
  }
  const Results results = run_scene(report, builtin_scene("shear-aggregation", overrides), "shear-aggregation");
  Soundness soundness;
  soundness.add(results);
  report_soundness(report, soundness, "shear");
  const Growth growth(results);
  write_growth(report, "growth", growth);
  report.picture("figure", panels_at(results, {0.0, 0.4, 0.5, 0.75, 1.0, 1.25, 1.5, 10.0}),
                 {.color = BodyColor::cluster, .width = 1200, .columns = 4});
  if (report.quick()) {
    return;
  }
  report_contacts(report, growth, 0.05);
  report.plot("growth",
              {.panels = {{.x_label = "t",
                           .y_label = "bodies",
                           .series = {{.title = "mean cluster of a body", .x = growth.time, .y = growth.weighted},
                                      {.title = "mean cluster", .x = growth.time, .y = growth.mean}}},
                          {.x_label = "t",
                           .y_label = "share of pairs that have parted",
                           .series = {{.x = growth.time, .y = growth.broken}}}},
               .columns = 2,
               .width = 900});
}

void aggregation_langevin(Report& report) {
  struct Density {
    int count;
    double end;
    std::vector<double> times;     ///< of the paper's pictures
    std::vector<double> sizes_at;  ///< some of them, to be told apart in a plot
  };
  const std::vector<Density> densities = {{500, 9.0, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9}, {0, 1, 3, 9}},
                                          {2000, 3.0, {0, 0.4, 0.6, 0.8, 1.0, 1.2, 1.8, 3}, {0, 0.4, 1.0, 3}},
                                          {5000, 3.0, {0, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 3}, {0, 0.1, 0.3, 3}}};
  PlotPanel growth_panel{.x_label = "t", .y_label = "mean cluster of a body", .log_y = true};
  std::vector<PlotPanel> size_panels;
  std::vector<double> at_half;
  std::vector<Results> runs;
  runs.reserve(densities.size());
  for (const Density& density : densities) {
    const double end = report.quick() ? 0.5 : density.end;
    const int count = report.quick() ? density.count / 10 : density.count;
    runs.push_back(run_scene(report,
                             builtin_scene("langevin", {fmt::format("bodies[0].count={}", count),
                                                        fmt::format("time.end={}", end), "output.every=5"}),
                             fmt::format("langevin-{}", density.count)));
    const Results& results = runs.back();
    Soundness soundness;
    soundness.add(results);
    report.section(fmt::format("N = {}", count));
    report_soundness(report, soundness, fmt::format("N = {}", count));
    const Growth growth(results);
    write_growth(report, fmt::format("growth-{}", density.count), growth);
    at_half.push_back(growth.weighted_at(0.5));
    if (report.quick()) {
      continue;
    }
    report_contacts(report, growth, 0.2);
    growth_panel.series.push_back({.title = fmt::format("N = {}", count), .x = growth.time, .y = growth.weighted});
    write_sizes(report, fmt::format("sizes-{}", density.count), results, density.times);
    size_panels.push_back({.title = fmt::format("N = {}", count),
                           .x_label = "size s",
                           .y_label = "share of bodies in clusters of s and more",
                           .log_x = true,
                           .log_y = true});
    for (const double time : density.sizes_at) {
      size_panels.back().series.push_back(shares(results, time));
    }
    report.picture(fmt::format("figure-{}", density.count), panels_at(results, density.times),
                   {.color = BodyColor::cluster, .width = 1200, .columns = density.count == 500 ? 5 : 4});
  }
  std::vector<PicturePanel> panels;
  for (const Results& results : runs) {
    for (PicturePanel& panel : panels_at(results, {0.0, 0.2, 0.5, results.times().back()})) {
      panel.title = fmt::format("N = {}, {}", results.constants().bodies.radius.size(), panel.title);
      panels.push_back(panel);
    }
  }
  report.picture("figure", panels, {.color = BodyColor::cluster, .width = 1200, .columns = 4});
  if (report.quick()) {
    return;
  }
  report.section("mean cluster of a body at t = 0.5");
  report.at_least("N = 2000 (at least that of 500)", at_half[1], at_half[0]);
  report.at_least("N = 5000 (at least that of 2000)", at_half[2], at_half[1]);
  report.plot("growth", {.panels = {growth_panel}, .width = 560});
  report.plot("sizes", {.panels = size_panels, .columns = 3, .width = 1400});
  report_cost(report);
}

}  // namespace gluey::app
