// Lefebvre 2009, section 2.5: roughness brings viscosity and radius back. With γ_min = 6πμ ln(r_s1 + r_s2) and
// γ̇ = −λ/r², the force of figure 2 stores min(|γ_min|, 4m/r²) by t = 2 and the pull of 2 gives 2m/r² a unit of time
// back, so the particle leaves at  2 + min(4, |γ_min| r²/m)/2.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "reproduce/particle.hpp"

namespace gluey::app {

namespace {

struct Case {
  double viscosity = 0.1, radius = 1.0, roughness = 0.1;  ///< roughness of each of the two solids
};

double potential(const Case& c) { return 6.0 * std::numbers::pi * c.viscosity * std::log(2.0 * c.roughness); }

double expected_release(const Case& c, double mass) {
  return 2.0 + 0.5 * std::min(4.0, -potential(c) * c.radius * c.radius / mass);
}

/// Varies one parameter and compares release times; the rest of the case keeps its default. Returns its figure.
PlotPanel sweep(Report& report, const std::string& name, double Case::*parameter, const std::vector<double>& values) {
  // The step divides 2: a step that holds both push and pull while γ = γ_min would lose the pull.
  ode::GlueyParticle particle = pushed_then_pulled(0.01);
  std::vector<double> by_algorithm;
  std::vector<double> by_engine;
  std::vector<double> expected;
  report.section("release time against " + name);
  for (const double value : values) {
    Case c;
    c.*parameter = value;
    particle.gamma_min = potential(c);
    particle.scaling = 1.0 / (c.radius * c.radius);
    const SphereAbovePlane geometry{.radius = c.radius,
                                    .viscosity = c.viscosity,
                                    .roughness_of_sphere = c.roughness,
                                    .roughness_of_plane = c.roughness};
    expected.push_back(expected_release(c, particle.mass));
    by_algorithm.push_back(release_time(ode::algorithm_2_7(particle), 2.0));
    by_engine.push_back(release_time(by_the_engine(particle, geometry), 2.0));
    report.number(fmt::format("{} = {}, algorithm 2.7", name, value), by_algorithm.back(), expected.back(), 1e-12);
    report.number(fmt::format("{} = {}, full engine", name, value), by_engine.back(), expected.back(), 1e-9);
  }
  report.curve(name, {{name, &values}, {"algorithm", &by_algorithm}, {"engine", &by_engine}, {"expected", &expected}});

  // The closed form in between the values, too.
  PlotSeries line{.title = "closed form"};
  constexpr int pieces = 200;
  for (int k = 0; k <= pieces; ++k) {
    Case c;
    c.*parameter = std::lerp(values.front(), values.back(), static_cast<double>(k) / pieces);
    line.x.push_back(c.*parameter);
    line.y.push_back(expected_release(c, particle.mass));
  }
  return {.x_label = name,
          .y_label = "release time",
          .series = {line, {.title = "full engine", .x = values, .y = by_engine, .style = PlotSeries::Style::points}}};
}

}  // namespace

void lefebvre_rough_viscous(Report& report) {
  report.plot("figure", {.panels = {sweep(report, "viscosity", &Case::viscosity, {0.01, 0.02, 0.05, 0.1, 0.2}),
                                    sweep(report, "radius", &Case::radius, {0.25, 0.5, 0.75, 1.0, 2.0}),
                                    sweep(report, "roughness", &Case::roughness, {0.02, 0.05, 0.1, 0.2, 0.4})},
                         .columns = 3,
                         .width = 1100,
                         .height = 330});
}

}  // namespace gluey::app
