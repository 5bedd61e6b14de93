// Hillairet, Lozinski, Szopos 2011, figure 7: the drag on a disc of radius 0.1 near a line, ν = 1: the asymptote
// 3√2 πν (R/q)^{3/2} beside the exact formula; and a sphere near a plane. The paper's third curve, from a numerical Stokes
// solution, needs a fluid solver, which this program does not have yet.

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include <gluey/ode.hpp>

#include "reproduce/experiment.hpp"

namespace gluey::app {

namespace {

constexpr double disc_radius = 0.1;

double disc_asymptote(double gap) { return 3.0 * std::numbers::sqrt2 * std::numbers::pi * std::pow(gap, -1.5); }

}  // namespace

void hillairet_fig7(Report& report) {
  report.section("exact / asymptote (no numerical Stokes curve yet: that needs a fluid solver)");
  struct Expected {
    double gap, disc, sphere;
  };
  for (const Expected& row : {Expected{0.1, 1.1054, 1.1459}, {0.01, 1.0105, 1.0190}, {0.001, 1.0011, 1.0024}}) {
    report.number(fmt::format("disc at a line, q/R = {}", row.gap),
                  ode::disc_at_line(row.gap) / disc_asymptote(row.gap), row.disc, 0.6e-4);
    report.number(fmt::format("sphere at a plane, q/R = {}", row.gap), ode::sphere_at_plane(row.gap) * row.gap,
                  row.sphere, 0.6e-4);
  }
  std::vector<double> q, exact, asymptote, sphere, sphere_asymptote;
  for (double gap = 1e-3; gap < 10.0; gap *= 1.1) {
    q.push_back(gap * disc_radius);
    exact.push_back(ode::disc_at_line(gap));
    asymptote.push_back(disc_asymptote(gap));
    sphere.push_back(6.0 * std::numbers::pi * disc_radius * ode::sphere_at_plane(gap));
    sphere_asymptote.push_back(6.0 * std::numbers::pi * disc_radius / gap);
  }
  report.curve("drag", {{"q", &q},
                        {"disc", &exact},
                        {"disc_asymptote", &asymptote},
                        {"sphere", &sphere},
                        {"sphere_asymptote", &sphere_asymptote}});
  const auto panel = [&](const char* title, const std::vector<double>& drag, const std::vector<double>& limit) {
    return PlotPanel{.title = title,
                     .x_label = "q",
                     .y_label = "drag / V",
                     .series = {{.title = "exact", .x = q, .y = drag},
                                {.title = "asymptote", .x = q, .y = limit, .style = PlotSeries::Style::dashed}},
                     .log_x = true,
                     .log_y = true};
  };
  report.plot("figure", {.panels = {panel("disc at a line, R = 0.1", exact, asymptote),
                                    panel("sphere at a plane, R = 0.1", sphere, sphere_asymptote)},
                         .columns = 2,
                         .width = 900});
}

}  // namespace gluey::app
