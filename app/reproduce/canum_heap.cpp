// Darbois-Texier, Gauthier, Gouarin, Houssier and Lefebvre-Lepot 2024: a heap of spheres stands in a box without floor on a plane that
// leans; the box is lifted, and the heap runs down by friction, by viscosity (a film at every contact), or by both.
//
// The slides show pictures and no numbers. What must hold: with films alone nothing but gravity acts along the plane, so that the
// centre of mass is accelerated by g sin α to the last digit, and the heap goes furthest; where solids rub, it is no faster than a ball
// that rolls, 5/7 g sin α, and viscosity with friction comes as far as friction does. Films hold the heap together, friction alone lets its
// front dissolve into single spheres.

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "reproduce/experiment.hpp"
#include "reproduce/whole_run.hpp"

namespace gluey::app {

namespace {

constexpr double heap_gravity = 10.0, box_lifted = 2.5, box_away = 3.6, mean_diameter = 0.9;
/// The plane of heap3d.toml, tan α = 5/12.
constexpr std::array<double, 3> heap_down = {12.0 / 13.0, -5.0 / 13.0, 0.0};
constexpr double heap_pull = heap_gravity * 5.0 / 13.0;

struct HeapLaw {
  const char* name;
  const char* title;
  double front;  ///< its run-out in docs/heap3d.md
  std::vector<std::string> overrides;
};
std::vector<HeapLaw> heap_laws() {
  const std::string film = "contact.gamma_min=-2";
  return {{"friction", "friction", 28.8, {}},
          {"viscosity", "viscosity", 42.8, {"contact.law=gluey", film}},
          {"both", "viscosity and friction", 28.3, {"contact.law=gluey-friction", film}}};
}

/// Contact velocities to a hundredth of what gravity adds in a step, with a budget of 200 iterations: dense packings with exact
/// friction do not always get there, and run-outs change by less than a hundredth for it.
Scene heap_scene(const HeapLaw& law, bool quick) {
  std::vector<std::string> overrides = {"solver.tolerance=2.5e-5", "solver.max_iterations=200"};
  if (quick) {
    overrides.insert(overrides.end(), {"bodies[0].count=150", "time.end=4.5"});
  }
  overrides.insert(overrides.end(), law.overrides.begin(), law.overrides.end());
  return builtin_scene("heap3d", overrides);
}

/// Of every body, along the plane.
std::vector<double> down_components(const std::vector<double>& vectors) {
  std::vector<double> values(vectors.size() / 3);
  for (std::size_t i = 0; i < values.size(); ++i) {
    for (std::size_t axis = 0; axis < 3; ++axis) {
      values[i] += heap_down[axis] * vectors[3 * i + axis];
    }
  }
  return values;
}

double mean_of(const std::vector<double>& values) {
  double sum = 0.0;
  for (const double value : values) {
    sum += value;
  }
  return sum / static_cast<double>(values.size());
}

double quantile_of(std::vector<double> values, double share) {
  const auto at = values.begin() + static_cast<std::ptrdiff_t>(share * static_cast<double>(values.size() - 1));
  std::nth_element(values.begin(), at, values.end());
  return *at;
}

/// The share of spheres that touch no other.
double share_alone(const Frame& frame) {
  const std::size_t n = frame.position.size() / 3;
  std::vector<bool> touches(n, false);
  for (std::size_t c = 0; c < frame.contact_distance.size(); ++c) {
    const auto i = static_cast<std::size_t>(frame.contact_pair[2 * c]);
    const auto j = static_cast<std::size_t>(frame.contact_pair[2 * c + 1]);
    if (j < n && frame.contact_distance[c] < 1e-3 * mean_diameter) {
      touches[i] = touches[j] = true;
    }
  }
  return static_cast<double>(std::count(touches.begin(), touches.end(), false)) / static_cast<double>(n);
}

/// The heap since its box was lifted. The front is where 95 % of the spheres are behind.
struct HeapRunOut {
  std::vector<double> time, front, centre, speed, loners;

  explicit HeapRunOut(const Results& results) {
    double front_then = 0.0, mass_then = 0.0;
    for (std::int64_t k = 0; k < results.frames(); ++k) {
      const Frame frame = results.frame(k);
      if (frame.time < box_lifted - 1e-9) {
        continue;
      }
      const std::vector<double> place = down_components(frame.position);
      if (time.empty()) {
        front_then = quantile_of(place, 0.95);
        mass_then = mean_of(place);
      }
      time.push_back(frame.time);
      front.push_back(quantile_of(place, 0.95) - front_then);
      centre.push_back(mean_of(place) - mass_then);
      speed.push_back(mean_of(down_components(frame.velocity)));
      loners.push_back(share_alone(frame));
    }
  }
  /// Of the centre of mass, between the time the box is out of the way and the end.
  [[nodiscard]] double acceleration() const {
    const auto from =
        static_cast<std::size_t>(std::lower_bound(time.begin(), time.end(), box_away - 1e-9) - time.begin());
    return (speed.back() - speed[from]) / (time.back() - time[from]);
  }
};

/// Residuals in what gravity adds to a velocity in a step.
void report_heap_accuracy(Report& report, const HeapLaw& law, const Results& results) {
  std::vector<double> residual;
  double overlap = 0.0;
  for (const HistoryRow& row : results.history()) {
    residual.push_back(row.residual);
    overlap = std::max(overlap, row.overlap / (0.5 * mean_diameter));
  }
  const double unit = heap_gravity * results.times().at(1) / static_cast<double>(results.steps().at(1));
  report.at_most(fmt::format("{}: median residual / g dt", law.name), quantile_of(residual, 0.5) / unit, 0.02);
  report.at_most(fmt::format("{}: residual / g dt in 95 % of steps", law.name), quantile_of(residual, 0.95) / unit,
                 1.0);
  report.at_most(fmt::format("{}: largest overlap / radius", law.name), overlap, 0.02);
}

void report_heap_order(Report& report, const std::vector<HeapRunOut>& heaps) {
  const HeapRunOut &friction = heaps[0], &viscosity = heaps[1], &both = heaps[2];
  report.section(fmt::format("run-out of the front at t = {:.3g}", friction.time.back()));
  for (std::size_t k = 0; k < heaps.size(); ++k) {
    report.number(fmt::format("{} (expected: docs/heap3d.md)", heap_laws()[k].name), heaps[k].front.back(),
                  heap_laws()[k].front, 0.05 * heap_laws()[k].front);
  }
  report.at_least("viscosity (at least 1.2 times friction)", viscosity.front.back(), 1.2 * friction.front.back());
  report.at_least("viscosity (at least 1.2 times both)", viscosity.front.back(), 1.2 * both.front.back());
  report.number("both, of that of friction", both.front.back() / friction.front.back(), 1.0, 0.1);
  report.section("spheres that touch no other then");
  report.at_least("friction", friction.loners.back(), 0.1);
  report.at_most("viscosity", viscosity.loners.back(), 0.5 * friction.loners.back());
  report.at_most("both", both.loners.back(), 0.5 * friction.loners.back());
}

void draw_heaps(Report& report, const std::vector<Results>& results, const std::vector<HeapRunOut>& heaps) {
  PlotPanel front{.x_label = "t", .y_label = "run-out of the front"};
  PlotPanel centre{.x_label = "t", .y_label = "run-out of the centre of mass"};
  PlotPanel loners{.x_label = "t", .y_label = "share of spheres that touch no other"};
  std::vector<PicturePanel> panels;
  const double end = results[0].times().back();
  for (const double time : {box_lifted, 0.5 * (box_lifted + end), end}) {
    for (std::size_t k = 0; k < results.size(); ++k) {
      const std::string who = time == box_lifted ? std::string(heap_laws()[k].title) + ",  " : "";
      panels.push_back({&results[k], frame_at(results[k], time), fmt::format("{}t = {}", who, time)});
    }
  }
  for (std::size_t k = 0; k < heaps.size(); ++k) {
    const HeapRunOut& run_out = heaps[k];
    report.curve(fmt::format("run-out-{}", heap_laws()[k].name), {{"time", &run_out.time},
                                                                  {"front", &run_out.front},
                                                                  {"centre_of_mass", &run_out.centre},
                                                                  {"speed_of_it", &run_out.speed},
                                                                  {"touch_no_other", &run_out.loners}});
    front.series.push_back({.title = heap_laws()[k].title, .x = run_out.time, .y = run_out.front});
    centre.series.push_back({.title = heap_laws()[k].title, .x = run_out.time, .y = run_out.centre});
    loners.series.push_back({.title = heap_laws()[k].title, .x = run_out.time, .y = run_out.loners});
  }
  // Spheres alone: the lifted box would take most of the picture.
  report.picture(
      "figure", panels,
      {.color = BodyColor::velocity, .obstacles = false, .width = 1200, .columns = 3, .camera = {20.0, 25.0}});
  report.plot("run-out", {.panels = {front, centre, loners}, .columns = 3, .width = 1300, .height = 360});
}

}  // namespace

void canum_heap(Report& report) {
  std::vector<Results> results;
  std::vector<HeapRunOut> heaps;
  for (const HeapLaw& law : heap_laws()) {
    results.push_back(run_scene(report, heap_scene(law, report.quick()), fmt::format("heap3d-{}", law.name)));
    heaps.emplace_back(results.back());
  }
  report.section("accuracy");
  for (std::size_t k = 0; k < results.size(); ++k) {
    report_heap_accuracy(report, heap_laws()[k], results[k]);
  }
  report.section("acceleration of the centre of mass along the plane");
  for (std::size_t k = 0; k < heaps.size(); ++k) {
    if (k == 1) {
      report.number("viscosity: g sin α", heaps[k].acceleration(), heap_pull, 1e-9);
    } else {
      report.at_most(fmt::format("{}: that of a ball that rolls", heap_laws()[k].name), heaps[k].acceleration(),
                     5.0 / 7.0 * heap_pull);
    }
  }
  if (!report.quick()) {
    report_heap_order(report, heaps);
  }
  draw_heaps(report, results, heaps);
}

}  // namespace gluey::app
