// Lefebvre 2009, figure 5: figure 2 with time steps that meet neither hit nor release. γ is exact from the second step
// after the hit (remark 2.11), the trajectory is of order one.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "reproduce/particle.hpp"

namespace gluey::app {

namespace {

/// In flight q after n steps is 1 − h²n(n+1); the first n at which that is not positive. It is 2 for dt = 0.63.
double first_touching_step(double step) { return std::ceil(std::sqrt(0.25 + 1.0 / (step * step)) - 0.5); }

/// Largest error of γ from the row after the hit on.
double error_of_gamma(const ode::Trajectory& computed, const ode::Trajectory& exact, std::size_t hit) {
  double error = 0.0;
  for (std::size_t k = hit + 1; k < computed.gamma.size(); ++k) {
    error = std::max(error, std::abs(computed.gamma[k] - exact.gamma[k]));
  }
  return error;
}

void large_steps(Report& report, const Method& method) {
  for (const double step : {0.03, 0.63}) {
    const ode::GlueyParticle particle = pushed_then_pulled(step);
    const ode::Trajectory computed = method.compute(particle);
    const ode::Trajectory exact = ode::exact(particle, computed.t);
    const std::size_t hit = hit_row(computed);
    const std::string at = fmt::format("dt = {}: ", step);
    report.number(at + "step of the hit", static_cast<double>(hit), first_touching_step(step), 0.0);
    report.number(at + "error of gamma after it", error_of_gamma(computed, exact, hit), 0.0, method.rounding);
    report.number(at + "time of release", release_time(computed, 2.0), 4.0, method.rounding);
    report.number(at + "largest error of q", largest_error_of_q(computed, exact), 0.0, 2.0 * step);
    write_with_exact(report, fmt::format("{}-dt-{}", method.file, step), computed, exact);
  }
}

void order(Report& report, const Method& method, PlotPanel& panel) {
  std::vector<double> steps;
  std::vector<double> errors;
  for (double step = 0.07; step > 0.001; step *= 0.5) {
    const ode::GlueyParticle particle = pushed_then_pulled(step);
    const ode::Trajectory computed = method.compute(particle);
    steps.push_back(step);
    errors.push_back(largest_error_of_q(computed, ode::exact(particle, computed.t)));
  }
  report.number("order in dt of the error of q", fitted_order(steps, errors), 1.0, 0.1);
  report.curve(method.file + "-order", {{"dt", &steps}, {"error", &errors}});
  panel.series.push_back({.title = method.name, .x = steps, .y = errors, .style = PlotSeries::Style::line_points});
}

/// The curves of the paper's figure for both time steps, by the full engine.
void draw_large_steps(Report& report) {
  Plot plot{.columns = 2, .width = 900};
  for (const double step : {0.03, 0.63}) {
    const ode::GlueyParticle particle = pushed_then_pulled(step);
    const std::vector<PlotPanel> panels = trajectory_panels(
        fmt::format("dt = {}", step), particle, {{"computed", by_the_engine(particle)}}, step > 0.1 ? 1000 : 40);
    plot.panels.insert(plot.panels.end(), panels.begin(), panels.end());
  }
  report.plot("figure", plot);
}

}  // namespace

void lefebvre_fig5(Report& report) {
  PlotPanel errors{.x_label = "dt", .y_label = "largest error of q", .log_x = true, .log_y = true};
  for (const Method& method : methods()) {
    report.section(method.name);
    large_steps(report, method);
    order(report, method, errors);
  }
  draw_large_steps(report);
  errors.series.push_back(slope_line(errors.series.front().x, errors.series.front().y, 1.0));
  report.plot("order", {.panels = {errors}, .width = 520});
}

}  // namespace gluey::app
