// Lefebvre 2009, figure 15, the gluey billiard: a disc hits another that rests. They stick, turn together until the
// centrifugal force has paid the impact back, and part.
//
// Closed form. Let u_n, u_t be the relative velocity at impact along and across the line of centres, m̄ the reduced
// mass, R_c the distance of the centres. The impact stores γ = −m̄|u_n|; while stuck the pair turns at u_t/R_c, which
// pulls with m̄u_t²/R_c. So γ is back at zero after R_c|u_n|/u_t², and the line of centres has turned by |u_n|/u_t.

#include <gluey/simulation.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <complex>

#include "reproduce/experiment.hpp"
#include "reproduce/whole_run.hpp"

namespace gluey::app {

namespace {

using Point = std::complex<double>;

struct ClosedForm {
  double impact = 0.0, stuck = 0.0, angle = 0.0;
  Point normal;  ///< the line of centres at impact
};

/// Both discs as seen from the first: where the second is and how it moves.
struct Relative {
  Point position, velocity;
  explicit Relative(Simulation& simulation)
      : position(simulation.positions()[2] - simulation.positions()[0],
                 simulation.positions()[3] - simulation.positions()[1]),
        velocity(simulation.velocities()[2] - simulation.velocities()[0],
                 simulation.velocities()[3] - simulation.velocities()[1]) {}
};

double dot(Point a, Point b) { return std::real(std::conj(a) * b); }

ClosedForm closed_form(const Relative& start, double centre_distance) {
  // |x + vt| = centre_distance, the earlier root.
  const double speed_squared = std::norm(start.velocity);
  const double half = dot(start.position, start.velocity);
  const double gap = std::norm(start.position) - centre_distance * centre_distance;
  const double impact = (-half - std::sqrt(half * half - speed_squared * gap)) / speed_squared;
  const Point normal = (start.position + impact * start.velocity) / centre_distance;
  const double u_n = std::abs(dot(start.velocity, normal));
  const double u_t = std::abs(std::imag(std::conj(normal) * start.velocity));
  return {.impact = impact, .stuck = centre_distance * u_n / (u_t * u_t), .angle = u_n / u_t, .normal = normal};
}

struct Motion {
  double impact = 0.0, stuck = 0.0, angle = 0.0;
  std::vector<double> t, x1, y1, x2, y2, gamma;
};

/// Runs until some time after release. The time of release within its step is where γ, which grows linearly, meets 0.
Motion play(const Scene& scene, double step, ClosedForm& expected) {
  Simulation simulation(scene);
  const std::vector<double> radii = simulation.constants().bodies.radius;
  expected = closed_form(Relative(simulation), radii[0] + radii[1]);
  Motion motion;
  const auto record = [&] {
    const auto x = simulation.positions();
    const Frame frame = simulation.frame();
    motion.t.push_back(simulation.time());
    motion.x1.push_back(x[0]);
    motion.y1.push_back(x[1]);
    motion.x2.push_back(x[2]);
    motion.y2.push_back(x[3]);
    motion.gamma.push_back(frame.contact_gamma.empty() ? 0.0 : frame.contact_gamma.front());
  };
  record();
  const double end = expected.impact + 1.5 * expected.stuck;
  for (std::size_t k = 1; motion.t.back() < end; ++k) {
    const Relative before(simulation);
    simulation.step();
    record();
    const bool was_stuck = motion.gamma[k - 1] < 0.0;
    const bool is_stuck = motion.gamma[k] < 0.0;
    if (is_stuck && !was_stuck) {
      motion.impact = motion.t[k];
    } else if (was_stuck && !is_stuck) {
      const double rate = (motion.gamma[k - 1] - motion.gamma[k - 2]) / step;
      const double part = std::min(1.0, -motion.gamma[k - 1] / (rate * step));
      motion.stuck = motion.t[k - 1] + part * step - expected.impact;
      const Point position = before.position + part * (Relative(simulation).position - before.position);
      motion.angle = std::abs(std::arg(position / expected.normal));
    }
  }
  return motion;
}

Scene billiard(double step) {
  // Here the error of the time step alone is to be seen.
  return builtin_scene("billiard", {fmt::format("time.step={}", step), "solver.tolerance=1e-12"});
}

/// Configurations and trajectories at the paper's time steps, each of which is a frame of the scene.
void draw_billiard(Report& report) {
  const Results results = run_scene(report, builtin_scene("billiard", {"output.every=12"}), "billiard");
  std::vector<PicturePanel> panels;
  for (const std::int64_t step : {0, 432, 504, 600, 768, 888, 1008, 1344}) {
    panels.push_back({&results, step / 12, fmt::format("t = {}", step)});
  }
  report.picture("figure", panels, {.trails = true, .width = 900});
}

}  // namespace

void lefebvre_fig15(Report& report) {
  const double paper_step = 0.01;
  std::vector<double> steps;
  std::vector<double> stuck_errors;
  std::vector<double> angle_errors;
  ClosedForm expected;
  for (double step = paper_step; step > 0.0004; step *= 0.5) {
    const Motion motion = play(billiard(step), step, expected);
    if (step == paper_step) {
      report.section("time step of the paper, h = 0.01");
      report.number("time of impact", motion.impact, expected.impact, step);
      report.number("time stuck", motion.stuck, expected.stuck, step);
      report.number("angle turned", motion.angle, expected.angle, step);
      report.curve("motion", {{"t", &motion.t},
                              {"x1", &motion.x1},
                              {"y1", &motion.y1},
                              {"x2", &motion.x2},
                              {"y2", &motion.y2},
                              {"gamma", &motion.gamma}});
    }
    steps.push_back(step);
    stuck_errors.push_back(std::abs(motion.stuck - expected.stuck));
    angle_errors.push_back(std::abs(motion.angle - expected.angle));
  }
  report.section("convergence, h = 0.01 to 0.0006");
  report.number("order of the time stuck", fitted_order(steps, stuck_errors), 1.0, 0.05);
  report.number("order of the angle turned", fitted_order(steps, angle_errors), 1.0, 0.05);
  report.curve("order", {{"h", &steps}, {"error_of_time_stuck", &stuck_errors}, {"error_of_angle", &angle_errors}});
  report.plot("order", {.panels = {{.x_label = "h",
                                    .y_label = "error",
                                    .series = {{"time stuck", steps, stuck_errors, PlotSeries::Style::line_points},
                                               {"angle turned", steps, angle_errors, PlotSeries::Style::line_points},
                                               slope_line(steps, angle_errors, 1.0)},
                                    .log_x = true,
                                    .log_y = true}},
                        .width = 520});
  draw_billiard(report);
}

}  // namespace gluey::app
