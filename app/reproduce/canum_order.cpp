// Darbois-Texier, Gauthier, Gouarin, Houssier and Lefebvre-Lepot 2024, "Converge in O(dt)": each law through all that happens to one
// ball. It flies onto an inclined plane, slides or rolls down on it, is drawn off and leaves; what is measured is the largest error of
// its place, its angle and its distance from the plane against the closed form.
//
// The convex model of friction starts from rest on the plane: a ball that already slides when it meets the plane is thrown up at μ
// times its slip, however short the step is. The fixed point of the slides does away with that.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "reproduce/experiment.hpp"
#include "reproduce/inclined_ball.hpp"

namespace gluey::app {

namespace {

struct OrderLaw {
  const char* title;
  const char* law;
  const char* model;
  double friction, gamma_min;
  bool drawn;  ///< those that slide all along look like others
};
constexpr double no_bound = -std::numeric_limits<double>::infinity();
constexpr std::array<OrderLaw, 8> order_laws = {
    {{"inelastic", "inelastic", "", 0.0, 0.0, true},
     {"gluey (smooth)", "gluey", "", 0.0, no_bound, true},
     {"gluey (rough)", "gluey", "", 0.0, -5.0, true},
     {"friction (rolls)", "friction", "coulomb", 0.4, 0.0, true},
     {"friction (slides)", "friction", "coulomb", 0.1, 0.0, false},
     {"friction (convex)", "friction", "convex", 0.1, 0.0, true},
     {"gluey-friction (rolls)", "gluey-friction", "coulomb", 0.4, -5.0, true},
     {"gluey-friction (slides)", "gluey-friction", "coulomb", 0.1, -5.0, false}}};

InclinedBall ball_story(const OrderLaw& law, int dimension, double step) {
  InclinedBall ball{.dimension = dimension,
                    .law = law.law,
                    .model = law.model,
                    .friction = law.friction,
                    .gamma_min = law.gamma_min,
                    .slope = 0.75,
                    .height = 0.2,
                    .speed = 0.5,
                    .pulled = 0.8,
                    .pull = 9.0,
                    .step = step,
                    .end = 1.5};
  if (law.model == std::string("convex")) {
    ball.height = ball.speed = 0.0;
  }
  return ball;
}

/// The largest errors along the plane, of place and angle, and off it.
struct BallError {
  double along = 0.0, off = 0.0;
};

BallError largest_ball_error(const InclinedBall& ball) {
  const BallPath path = by_the_engine(ball);
  BallError error;
  for (std::size_t k = 0; k < path.t.size(); ++k) {
    const BallState wanted = exact(ball, path.t[k]);
    const BallState& found = path.state[k];
    error.along = std::max({error.along, std::abs(found.x - wanted.x), std::abs(found.angle - wanted.angle)});
    error.off = std::max(error.off, std::abs(found.gap - wanted.gap));
  }
  return error;
}

/// The mean over several heights, roughnesses and times of the pull: where in its step an event falls makes an error of its own, between nothing and
/// its bound. None falls on the
/// end of a step, where rounding would decide.
BallError mean_ball_error(const OrderLaw& law, int dimension, double step, int variants) {
  BallError mean;
  for (int k = 0; k < variants; ++k) {
    InclinedBall ball = ball_story(law, dimension, step);
    ball.height *= 1.0 + 0.37 * (k + 0.5) / variants;
    ball.pulled *= 1.0 + 0.11 * (k + 0.5) / variants;
    ball.gamma_min *= 1.0 + 0.13 * (k + 0.5) / variants;
    const BallError one = largest_ball_error(ball);
    mean.along += one.along / variants;
    mean.off += one.off / variants;
  }
  return mean;
}

/// Errors against the step: one curve a law.
struct BallErrors {
  const char* what;
  double BallError::*part;
  std::vector<std::vector<double>> by_law = std::vector<std::vector<double>>(order_laws.size());

  void write(Report& report, const std::string& name, const std::vector<double>& steps,
             std::vector<PlotPanel>& panels) const {
    report.section(fmt::format("{}: order in dt of the error {}", name, what));
    PlotPanel panel{
        .title = name, .x_label = "dt", .y_label = fmt::format("largest error {}", what), .log_x = true, .log_y = true};
    std::vector<Report::Column> columns = {{"dt", &steps}};
    for (std::size_t k = 0; k < order_laws.size(); ++k) {
      const char* title = order_laws[k].title;
      report.number(title, fitted_order(steps, by_law[k]), 1.0, 0.1);
      columns.emplace_back(title, &by_law[k]);
      if (order_laws[k].drawn) {
        panel.series.push_back({.title = title, .x = steps, .y = by_law[k], .style = PlotSeries::Style::line_points});
      }
    }
    const auto least = std::min_element(by_law.begin(), by_law.end(),
                                        [](const auto& a, const auto& b) { return a.back() < b.back(); });
    panel.series.push_back(slope_line(steps, *least, 1.0));
    report.curve(fmt::format("{}-{}", name, part == &BallError::along ? "along" : "off"), columns);
    panels.push_back(panel);
  }
};

}  // namespace

void canum_order(Report& report) {
  const int variants = report.quick() ? 10 : 20;
  const std::size_t halvings = report.quick() ? 4 : 7;
  std::vector<double> steps = {0.02};
  while (steps.size() < halvings) {
    steps.push_back(0.5 * steps.back());
  }
  std::vector<PlotPanel> panels;
  for (const int dimension : {2, 3}) {
    BallErrors along{.what = "along the plane", .part = &BallError::along};
    BallErrors off{.what = "off the plane", .part = &BallError::off};
    for (std::size_t k = 0; k < order_laws.size(); ++k) {
      for (const double step : steps) {
        const BallError error = mean_ball_error(order_laws[k], dimension, step, variants);
        along.by_law[k].push_back(error.along);
        off.by_law[k].push_back(error.off);
      }
    }
    const std::string name = dimension == 2 ? "disc" : "ball";
    along.write(report, name, steps, panels);
    off.write(report, name, steps, panels);
  }
  report.plot("figure", {.panels = panels, .columns = 2, .width = 1100, .height = 860});
}

}  // namespace gluey::app
