// Lefebvre 2009, figure 4 (remark 2.6): a plane coated with a layer of viscous fluid, μ = 0.1, 1, 10, 100. Above the layer the
// particle falls freely; within it d̈ = −μ ḋ/d + f. The paper does not tell the thickness; 0.01 fits its figure.
//
// The layer ℓ is met at √(1 − ℓ) with velocity −2√(1 − ℓ); pushed until 2, pulled since, the potential is back at 0 at
// t = 4 for any μ and ℓ, and the particle is out of the layer at most 1/n(ℓ) = ℓ/μ later (Hillairet et al., proposition 4).

#include <gluey/ode.hpp>

#include <fmt/format.h>

#include <cmath>

#include "reproduce/film.hpp"
#include "reproduce/particle.hpp"

namespace gluey::app {

void lefebvre_fig4(Report& report) {
  const double layer = 0.01;
  const double hit = std::sqrt(1.0 - layer);
  const std::vector<double> times = equal_times(5.0, 2000);
  const ode::Trajectory gluey = ode::exact(pushed_then_pulled(0.01), times);
  PlotPanel near{.title = "near the plane", .x_label = "t", .y_label = "q"};
  PlotPanel all{.title = "all of it", .x_label = "t", .y_label = "q"};
  for (const double viscosity : {0.1, 1.0, 10.0, 100.0}) {
    // Time counts from the hit while the particle is in the layer.
    ode::LubricatedParticle inside = pushed_in_a_film(3, viscosity, 0.01, 6.0);
    inside.q0 = layer;
    inside.u0 = -2.0 * hit;
    inside.force = {{0.0, 2.0 - hit}, {-2.0, 2.0}};
    const ode::Excursion film = ode::excursion(inside, layer);
    const double release = hit + film.t2;

    std::vector<double> in_layer;
    for (const double t : times) {
      if (t > hit && t < release) {
        in_layer.push_back(t - hit);
      }
    }
    const ode::Trajectory wet = ode::reference(inside, in_layer);
    std::vector<double> q;
    std::size_t row = 0;
    for (const double t : times) {
      const double since = t - release;
      q.push_back(t <= hit ? 1.0 - t * t : since < 0.0 ? wet.q[row++] : layer + (film.u2 + since) * since);
    }

    report.section(fmt::format("viscosity = {}", viscosity));
    report.number("meets the layer, beside the gluey hit", hit, 1.0, 0.51 * layer);
    // Out of the layer, between 4 and ℓ/μ later.
    report.number("out of the layer, beside the gluey release", release, 4.0 + 0.5 * layer / viscosity,
                  0.5 * layer / viscosity + 1e-9);
    // At the deepest the velocity is all in the potential, μ ln(d/ℓ) = −4, but for ḋ = −2d/μ.
    double deepest = 0.0;
    for (const double ln_q : wet.ln_q) {
      deepest = std::min(deepest, viscosity * (ln_q - std::log(layer)));
    }
    report.number("smallest mu ln(d/layer)", deepest, -4.0, 2.0 * layer / viscosity + 1e-2);
    report.number("q at t = 5", q.back(), 1.0, 2.0 * layer + 2.0 * layer / viscosity);
    report.curve(fmt::format("viscosity-{}", viscosity), {{"t", &times}, {"q", &q}, {"q_gluey", &gluey.q}});
    PlotSeries series{.title = fmt::format("μ = {}", viscosity), .x = times, .y = q};
    all.series.push_back(series);
    for (double& value : series.y) {
      value = value > 0.025 ? std::nan("") : value;
    }
    near.series.push_back(series);
  }
  PlotSeries series{.title = "gluey", .x = times, .y = gluey.q, .style = PlotSeries::Style::dashed};
  all.series.push_back(series);
  for (double& value : series.y) {
    value = value > 0.025 ? std::nan("") : value;
  }
  near.series.push_back(series);
  report.plot("figure", {.panels = {near, all}, .columns = 2, .width = 1040});
}

}  // namespace gluey::app
