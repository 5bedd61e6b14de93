// Lefebvre 2009, figure 3 (remark 2.2): d̈ = −μ ḋ/d + f tends to the gluey particle of figure 2 as μ → 0, and μ ln d to γ.
//
// The first integral says how fast. After the release at t = 4, ḋ = 2(t − 4) − μ ln d, so that to first order in μ
//   d(5) = 1 − μ ∫ ln (t − 4)² dt = 1 + 2μ;
// in contact, μ ln d = γ − ḋ, and ḋ = f d/μ is as good as zero.

#include <gluey/ode.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "reproduce/film.hpp"
#include "reproduce/particle.hpp"

namespace gluey::app {

void lefebvre_fig3(Report& report) {
  const std::vector<double> times = equal_times(5.0, 1000);
  const ode::Trajectory limit = ode::exact(pushed_then_pulled(0.01), times);
  PlotPanel distance{.x_label = "t", .y_label = "d"};
  PlotPanel potential{.x_label = "t", .y_label = "μ ln d"};
  std::vector<double> viscosities, errors, gamma_errors, slopes;
  report.section("against the viscosity");
  for (double viscosity = 0.2; viscosity > 1e-4; viscosity *= 0.5) {
    const ode::Trajectory found = ode::reference(pushed_in_a_film(3, viscosity, 0.01, 5.0), times);
    viscosities.push_back(viscosity);
    errors.push_back(largest_error_of_q(found, limit));
    // γ jumps at t = 1; away from that, and from the release, which is sudden in the limit alone.
    double gamma_error = 0.0;
    for (std::size_t k = 0; k < times.size(); ++k) {
      if (times[k] >= 1.5 && times[k] <= 3.0) {
        gamma_error = std::max(gamma_error, std::abs(found.gamma[k] - limit.gamma[k]));
      }
    }
    gamma_errors.push_back(gamma_error);
    slopes.push_back((found.q.back() - 1.0) / viscosity);
    if (viscosities.size() <= 4) {
      const std::string title = fmt::format("μ = {}", viscosity);
      distance.series.push_back({.title = title, .x = times, .y = found.q, .style = PlotSeries::Style::dashed});
      potential.series.push_back({.title = title, .x = times, .y = found.gamma, .style = PlotSeries::Style::dashed});
      report.curve(fmt::format("viscosity-{}", viscosity),
                   {{"t", &times}, {"d", &found.q}, {"ln_d", &found.ln_q}, {"gamma", &found.gamma}});
    }
  }
  distance.series.push_back({.title = "gluey", .x = times, .y = limit.q});
  potential.series.push_back({.title = "gluey", .x = times, .y = limit.gamma});
  report.number("order in viscosity of the largest error of d", fitted_order(viscosities, errors), 1.0, 0.1);
  report.number(fmt::format("(d(5) - 1)/viscosity at {:.2g}", viscosities.back()), slopes.back(), 2.0, 0.01);
  report.number(fmt::format("largest error of d at {:.2g}", viscosities.back()), errors.back(), 0.0,
                2.1 * viscosities.back());
  // e^{−2/μ}-thin by t = 3: nothing is left of ḋ.
  report.number("error of gamma, 1.5 to 3, at 0.1", gamma_errors[1], 0.0, 1e-6);
  report.curve("errors", {{"viscosity", &viscosities}, {"error_of_d", &errors}, {"error_of_gamma", &gamma_errors}});
  PlotPanel order{
      .x_label = "μ",
      .y_label = "largest error of d",
      .series = {{.title = "lubrication", .x = viscosities, .y = errors, .style = PlotSeries::Style::line_points}},
      .log_x = true,
      .log_y = true};
  order.series.push_back(slope_line(viscosities, errors, 1.0));
  report.plot("figure", {.panels = {distance, potential, order}, .columns = 3, .width = 1300, .height = 400});
}

}  // namespace gluey::app
