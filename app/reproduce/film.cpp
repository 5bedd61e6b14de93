#include "reproduce/film.hpp"

#include <algorithm>
#include <cmath>

namespace gluey::app {

ode::LubricatedParticle pushed_in_a_film(int dimension, double epsilon, double step, double end) {
  return {.drag = dimension == 2 ? ode::Drag::asymptotic_2d : ode::Drag::asymptotic_3d,
          .epsilon = epsilon,
          .step = step,
          .end = end,
          .force = {{0.0, 2.0}, {-2.0, 2.0}}};
}

ode::Trajectory reference_at(const ode::LubricatedParticle& particle, const std::vector<double>& times) {
  return ode::reference(particle, times, 1e-9);
}

double error_until_4(const ode::Trajectory& found, const ode::Trajectory& exact) {
  double error = 0.0;
  for (std::size_t k = 0; k < found.t.size() && found.t[k] <= 4.0 + 1e-9; ++k) {
    error = std::max(error, std::abs(found.q[k] - exact.q[k]));
  }
  return error;
}

std::size_t row_until(const ode::Trajectory& found, double t) {
  const auto after = std::upper_bound(found.t.begin(), found.t.end(), t + 1e-9);
  return static_cast<std::size_t>(after - found.t.begin()) - 1;
}

double smallest_q(const ode::Trajectory& found) { return *std::min_element(found.q.begin(), found.q.end()); }

double frozen_at(const ode::Trajectory& found) {
  for (std::size_t k = 0; k < found.t.size(); ++k) {
    if (found.gamma[k] < 0.0) {
      return found.q[k];
    }
  }
  return 0.0;
}

std::vector<double> equal_times(double end, int rows) {
  std::vector<double> times;
  for (int k = 0; k <= rows; ++k) {
    times.push_back(end * k / rows);
  }
  return times;
}

PlotSeries q_of_t(const std::string& title, const ode::Trajectory& trajectory, PlotSeries::Style style) {
  // A thousand points draw a curve; the rest would only make the file large.
  PlotSeries series{.title = title, .style = style};
  const std::size_t every = std::max<std::size_t>(1, trajectory.t.size() / 1000);
  for (std::size_t k = 0; k < trajectory.t.size(); k += every) {
    series.x.push_back(trajectory.t[k]);
    series.y.push_back(trajectory.q[k]);
  }
  return series;
}

void write_film(Report& report, const std::string& name, const ode::Trajectory& found, const ode::Trajectory& exact) {
  report.curve(name, {{"t", &found.t},
                      {"q", &found.q},
                      {"ln_q", &found.ln_q},
                      {"u", &found.u},
                      {"gamma", &found.gamma},
                      {"ln_q_exact", &exact.ln_q}});
}

}  // namespace gluey::app
