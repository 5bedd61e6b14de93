#include "reproduce/particle.hpp"

#include <gluey/simulation.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace gluey::app {

namespace {

/// Closer than this the particle touches: the engine's gap is zero up to its solver's tolerance.
constexpr double touching = 1e-9;

std::string scene_text(const ode::GlueyParticle& particle, const SphereAbovePlane& geometry) {
  std::vector<std::string> values;
  values.reserve(particle.force.values.size());
  for (const double value : particle.force.values) {
    values.push_back(fmt::format("[0.0, {}]", value));
  }
  const std::string law = geometry.viscosity > 0.0
                              ? fmt::format("viscosity = {}\nscaling = \"radius\"", geometry.viscosity)
                          : std::isinf(particle.gamma_min) ? std::string("gamma_min = \"-inf\"")
                                                           : fmt::format("gamma_min = {}", particle.gamma_min);
  return fmt::format(R"(title = "A sphere above a plane"
dimension = 2
[time]
step = {step}
end = {end}
[environment]
force = {{ times = [{times}], values = [{values}] }}
[contact]
law = "gluey"
{law}
[[body]]
name = "sphere"
shape = {{ kind = "sphere", radius = {radius} }}
position = [0.0, {height}]
velocity = [0.0, {velocity}]
mass = {mass}
roughness = {roughness_of_sphere}
[[obstacle]]
name = "plane"
shape = {{ kind = "plane", normal = [0.0, 1.0] }}
position = [0.0, 0.0]
roughness = {roughness_of_plane}
[solver]
tolerance = 1e-13
)",
                     fmt::arg("step", particle.step), fmt::arg("end", particle.end),
                     fmt::arg("times", fmt::join(particle.force.times, ", ")),
                     fmt::arg("values", fmt::join(values, ", ")), fmt::arg("law", law),
                     fmt::arg("radius", geometry.radius), fmt::arg("height", geometry.radius + particle.q0),
                     fmt::arg("velocity", particle.u0), fmt::arg("mass", particle.mass),
                     fmt::arg("roughness_of_sphere", geometry.roughness_of_sphere),
                     fmt::arg("roughness_of_plane", geometry.roughness_of_plane));
}

}  // namespace

ode::GlueyParticle pushed_then_pulled(double step) {
  return {.gamma_min = -std::numeric_limits<double>::infinity(),
          .step = step,
          .end = 5.0,
          .force = {{0.0, 2.0}, {-2.0, 2.0}}};
}

ode::Trajectory by_the_engine(const ode::GlueyParticle& particle, const SphereAbovePlane& geometry) {
  Simulation simulation(Scene::parse(scene_text(particle, geometry), "sphere-above-plane"));
  ode::Trajectory trajectory;
  const auto record = [&] {
    trajectory.t.push_back(simulation.time());
    trajectory.q.push_back(simulation.positions()[1] - geometry.radius);
    trajectory.ln_q.push_back(std::log(trajectory.q.back()));
    trajectory.u.push_back(simulation.velocities()[1]);
    const Frame frame = simulation.frame();
    trajectory.gamma.push_back(frame.contact_gamma.empty() ? 0.0 : frame.contact_gamma.front());
  };
  record();
  while (!simulation.finished()) {
    simulation.step();
    record();
  }
  return trajectory;
}

std::vector<Method> methods() {
  return {{"algorithm 2.7", "algorithm", ode::algorithm_2_7, 1e-12},
          {"full engine", "engine", [](const ode::GlueyParticle& particle) { return by_the_engine(particle); }, 1e-9}};
}

double release_time(const ode::Trajectory& trajectory, double force) {
  return trajectory.t.back() - trajectory.u.back() / force;
}

std::size_t hit_row(const ode::Trajectory& trajectory) {
  const auto hit = std::find_if(trajectory.q.begin(), trajectory.q.end(), [](double q) { return q <= touching; });
  // A particle that never touches has no such row; the last one then fails every number made from it.
  return std::min<std::size_t>(static_cast<std::size_t>(hit - trajectory.q.begin()), trajectory.q.size() - 1);
}

double largest_error_of_q(const ode::Trajectory& computed, const ode::Trajectory& exact) {
  double error = 0.0;
  for (std::size_t k = 0; k < computed.q.size(); ++k) {
    error = std::max(error, std::abs(computed.q[k] - exact.q[k]));
  }
  return error;
}

std::size_t row_at(const ode::Trajectory& trajectory, double t) {
  const auto nearest = std::min_element(trajectory.t.begin(), trajectory.t.end(),
                                        [t](double a, double b) { return std::abs(a - t) < std::abs(b - t); });
  return static_cast<std::size_t>(nearest - trajectory.t.begin());
}

void write_with_exact(Report& report, const std::string& name, const ode::Trajectory& computed,
                      const ode::Trajectory& exact) {
  report.curve(name, {{"t", &computed.t},
                      {"q", &computed.q},
                      {"u", &computed.u},
                      {"gamma", &computed.gamma},
                      {"q_exact", &exact.q},
                      {"gamma_exact", &exact.gamma}});
}

namespace {

/// Every so many rows, so that `points` remain; the k-th of several curves begins with another row, lest they hide each other.
PlotSeries thinned(const std::string& title, const std::vector<double>& x, const std::vector<double>& y,
                   std::size_t points, std::size_t shift) {
  PlotSeries series{.title = title, .style = PlotSeries::Style::points};
  const std::size_t every = std::max<std::size_t>(1, x.size() / points);
  for (std::size_t k = shift * every / 2; k < x.size(); k += every) {
    series.x.push_back(x[k]);
    series.y.push_back(y[k]);
  }
  return series;
}

}  // namespace

std::vector<PlotPanel> trajectory_panels(const std::string& title, const ode::GlueyParticle& particle,
                                         const std::vector<NamedTrajectory>& computed, std::size_t points) {
  std::vector<double> times;
  constexpr int rows = 1000;
  for (int k = 0; k <= rows; ++k) {
    times.push_back(particle.end * k / rows);
  }
  const ode::Trajectory exact = ode::exact(particle, times);
  PlotPanel q{.title = title, .x_label = "t", .y_label = "q"};
  PlotPanel gamma{.title = title, .x_label = "t", .y_label = "γ"};
  q.series.push_back({.title = "exact", .x = times, .y = exact.q});
  gamma.series.push_back({.title = "exact", .x = times, .y = exact.gamma});
  for (std::size_t k = 0; k < computed.size(); ++k) {
    const ode::Trajectory& found = computed[k].trajectory;
    q.series.push_back(thinned(computed[k].name, found.t, found.q, points, k));
    gamma.series.push_back(thinned(computed[k].name, found.t, found.gamma, points, k));
  }
  return {q, gamma};
}

}  // namespace gluey::app
