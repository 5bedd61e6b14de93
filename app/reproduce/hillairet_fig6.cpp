// Hillairet, Lozinski, Szopos 2011, figure 6: algorithm 3 with tolerance 10⁻⁵ for ε = 10⁻³ and Δt_min = 0, 10⁻⁴, 10⁻³: the
// trajectories and the steps it took.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "reproduce/film.hpp"

namespace gluey::app {

void hillairet_fig6(Report& report) {
  const ode::LubricatedParticle paper = pushed_in_a_film(2, 1e-3, 1e-4);
  const ode::Trajectory exact = reference_at(paper, equal_times(4.0, 1000));
  PlotPanel distance{.x_label = "t", .y_label = "q", .log_y = true};
  PlotPanel step{.x_label = "t", .y_label = "Δt", .log_y = true};
  distance.series.push_back(q_of_t("exact", exact));
  for (const double step_min : {0.0, 1e-4, 1e-3}) {
    ode::LubricatedParticle particle = paper;
    particle.tolerance = 1e-5;
    particle.step_min = step_min;
    const ode::Trajectory found = ode::algorithm_3(particle);
    const ode::Trajectory exact_rows = reference_at(particle, found.t);
    std::vector<double> steps = {particle.step};
    for (std::size_t k = 1; k < found.t.size(); ++k) {
      steps.push_back(found.t[k] - found.t[k - 1]);
    }
    std::vector<double> sorted = steps;
    std::sort(sorted.begin(), sorted.end());

    report.section(fmt::format("dt_min = {}", step_min));
    report.at_least("smallest q", smallest_q(found), 0.0);
    // A step of 2 Δt_min is the last that can be halved: the error of (30), n' u² h²/2 with u = −2, meets the tolerance there
    // at (12 ε Δt_min²/tolerance)^{2/5}, and q comes as near as the step allows.
    const double kept = std::pow(12.0 * particle.epsilon * step_min * step_min / particle.tolerance, 0.4);
    // In flight Euler's steps of √tolerance are late by about as much.
    report.number("largest error of q until t = 4", error_until_4(found, exact_rows), 0.0,
                  kept + 2.0 * std::sqrt(particle.tolerance));
    if (step_min == 0.0) {
      const auto shortest = static_cast<std::size_t>(std::min_element(steps.begin(), steps.end()) - steps.begin());
      report.number("log10 of the shortest step", std::log10(sorted.front()), -8.0, 1.0);
      report.number("when it is taken", found.t[shortest], 1.0, 0.02);
      report.number("log10 of the median step", std::log10(sorted[sorted.size() / 2]), -4.0, 0.5);
    } else {
      report.number("distance kept", frozen_at(found), kept, 0.1 * kept);
    }
    const std::string title = fmt::format("dt_min = {}", step_min);
    distance.series.push_back(q_of_t(title, found, PlotSeries::Style::dashed));
    PlotSeries taken{.title = title};
    const std::size_t every = std::max<std::size_t>(1, steps.size() / 4000);
    for (std::size_t k = 1; k + every < steps.size(); k += every) {
      // The shortest of each group, so that thinning hides none of the short ones.
      const auto shortest = std::min_element(steps.begin() + static_cast<std::ptrdiff_t>(k),
                                             steps.begin() + static_cast<std::ptrdiff_t>(k + every));
      taken.x.push_back(found.t[k]);
      taken.y.push_back(*shortest);
    }
    step.series.push_back(taken);
    report.curve(fmt::format("dt-min-{}", step_min),
                 {{"t", &found.t}, {"q", &found.q}, {"step", &steps}, {"q_exact", &exact_rows.q}});
  }
  report.plot("figure", {.panels = {distance, step}, .columns = 2, .width = 900});
}

}  // namespace gluey::app
