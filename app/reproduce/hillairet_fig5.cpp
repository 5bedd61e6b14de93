// Hillairet, Lozinski, Szopos 2011, figure 5: algorithm 2 in a logarithmic scale, for several time steps, and for thresholds
// n(q_s) = 1/(C dt) with C from 1 to 2000 at dt = 10⁻³. The paper finds both ends worse than C = 20:
// so it is after the release. Until then a small C is no worse, as it keeps a smaller distance.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "reproduce/film.hpp"

namespace gluey::app {

void hillairet_fig5(Report& report) {
  const double epsilon = 1e-3;
  const ode::LubricatedParticle paper = pushed_in_a_film(2, epsilon, 1e-3, 5.0);
  const ode::Trajectory exact = reference_at(paper, equal_times(5.0, 1000));
  PlotPanel by_step{.title = "C = 20", .x_label = "t", .y_label = "q", .log_y = true};
  PlotPanel by_constant{.title = "dt = 0.001", .x_label = "t", .y_label = "q", .log_y = true};
  by_step.series.push_back(q_of_t("exact", exact));
  by_constant.series.push_back(q_of_t("exact", exact));
  for (const double step : {0.1, 0.01, 0.001, 0.0001}) {
    if (report.quick() && step < 5e-4) {
      continue;
    }
    const ode::LubricatedParticle particle = pushed_in_a_film(2, epsilon, step, 5.0);
    by_step.series.push_back(
        q_of_t(fmt::format("dt = {}", step), ode::algorithm_2(particle), PlotSeries::Style::dashed));
  }

  std::vector<double> constants = {1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000};
  std::vector<double> frozen, until_4, at_5;
  report.section("threshold constant C at dt = 0.001");
  for (const double constant : constants) {
    ode::LubricatedParticle particle = paper;
    particle.threshold_constant = constant;
    const ode::Trajectory found = ode::algorithm_2(particle);
    const ode::Trajectory exact_rows = reference_at(particle, found.t);
    frozen.push_back(frozen_at(found));
    until_4.push_back(error_until_4(found, exact_rows));
    at_5.push_back(std::abs(found.q.back() - exact_rows.q.back()));
    // What is frozen is at least the threshold, and at most a step above it.
    const double q_s = std::pow(epsilon * constant * 1e-3, 2.0 / 3.0);
    report.number(fmt::format("C = {}: distance kept", constant), frozen.back(), q_s + 1e-3, 1e-3 + 1e-12);
    by_constant.series.push_back(q_of_t(fmt::format("C = {}", constant), found, PlotSeries::Style::dashed));
  }
  by_constant.series.erase(std::remove_if(by_constant.series.begin(), by_constant.series.end(),
                                          [](const PlotSeries& series) {
                                            return series.title != "exact" && series.title != "C = 1" &&
                                                   series.title != "C = 20" && series.title != "C = 2000";
                                          }),
                           by_constant.series.end());
  const auto row_of = [&](double constant) {
    return static_cast<std::size_t>(std::find(constants.begin(), constants.end(), constant) - constants.begin());
  };
  report.section("the paper: both ends are worse than C = 20");
  report.at_least("error until t = 4, C = 2000 / C = 20", until_4[row_of(2000)] / until_4[row_of(20)], 1.0);
  report.at_most("error until t = 4, C = 1 / C = 20, unlike that", until_4[row_of(1)] / until_4[row_of(20)], 1.0);
  report.at_least("error at t = 5, C = 1 / C = 20", at_5[row_of(1)] / at_5[row_of(20)], 1.0);
  report.at_least("error at t = 5, C = 2000 / C = 20", at_5[row_of(2000)] / at_5[row_of(20)], 1.0);
  report.curve("errors",
               {{"C", &constants}, {"distance_kept", &frozen}, {"error_until_4", &until_4}, {"error_at_5", &at_5}});
  const PlotPanel errors{
      .x_label = "C",
      .y_label = "error of q",
      .series =
          {{.title = "largest until t = 4", .x = constants, .y = until_4, .style = PlotSeries::Style::line_points},
           {.title = "at t = 5", .x = constants, .y = at_5, .style = PlotSeries::Style::line_points}},
      .log_x = true,
      .log_y = true};
  report.plot("figure", {.panels = {by_step, by_constant, errors}, .columns = 3, .width = 1300, .height = 400});
}

}  // namespace gluey::app
