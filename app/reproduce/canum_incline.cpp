// Darbois-Texier, Gauthier, Gouarin, Houssier and Lefebvre-Lepot 2024: a sphere on an inclined plane with every law. The slides
// show the algorithm; what it must give for one ball is known in closed form (inclined_ball.hpp): a disc rolls up to tan α = 3 μ, a
// ball up to 7/2 μ, and beyond they slide; with a film nothing rubs until it is squeezed out; a ball that is drawn off its plane leaves
// it when it has paid its potential back.

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "reproduce/experiment.hpp"
#include "reproduce/inclined_ball.hpp"

namespace gluey::app {

namespace {

struct Round {
  int dimension;
  const char* name;
};
constexpr std::array<Round, 2> rounds = {{{2, "disc"}, {3, "ball"}}};

/// From rest and in contact the solver gives the discrete solution, which has the exact velocities of uniform acceleration, up to its
/// tolerance: 1e-13 radii a step.
constexpr double to_solver = 1e-9;

/// What the convex model changes of the velocities at the end, in μ h times the rate of the slip: it opens the gap by μ h |slip|, so that
/// the plane has pressed by m μ h slip' more, and rubbed by μ times that. Nothing where the ball rolls.
double opened(const InclinedBall& ball) {
  const double slip_rate = ball.along() - ball.friction * ball.onto() * ball.transition();
  return ball.model == "convex" ? std::max(0.0, ball.friction * ball.friction * ball.step * slip_rate) : 0.0;
}

/// tan α/μ where it begins to slip, by bisection. What slips is not at rest at its contact by more than rounding.
double found_transition(InclinedBall ball) {
  double rolls = 0.5 * ball.transition(), slips = 2.0 * ball.transition();
  while (slips - rolls > 1e-8) {
    const double middle = 0.5 * (rolls + slips);
    ball.slope = middle * ball.friction;
    (by_the_engine(ball).last().slip() > to_solver ? slips : rolls) = middle;
  }
  return 0.5 * (rolls + slips);
}

/// The closed form of all slopes, per unit of time.
void draw_transition(const Round& round, std::vector<PlotPanel>& panels) {
  InclinedBall ball{.dimension = round.dimension};
  PlotSeries slide{.title = fmt::format("{}, closed form", round.name)}, spin = slide;
  for (double steepness = 0.0; steepness <= 2.0 * ball.transition(); steepness += 0.02) {
    ball.slope = steepness * ball.friction;
    const BallState state = exact(ball, 1.0);
    slide.x.push_back(steepness);
    slide.y.push_back(state.v);
    spin.x.push_back(steepness);
    spin.y.push_back(state.spin);
  }
  panels[0].series.push_back(slide);
  panels[1].series.push_back(spin);
}

/// The accelerations on both sides of the transition, and where it is.
void report_transition(Report& report, const Round& round, const std::string& model, std::vector<PlotPanel>& panels) {
  InclinedBall ball{.dimension = round.dimension, .model = model, .step = 0.01, .end = 0.5};
  report.section(fmt::format("{}, friction ({})", round.name, model));
  report.number("tan α/μ from which on it slides", found_transition(ball), ball.transition(), 1e-6);
  std::vector<double> steepness, slide, spin, slide_exact, spin_exact;
  PlotSeries slides{.title = fmt::format("{}, {}", round.name, model), .style = PlotSeries::Style::points},
      spins = slides;
  // Every other point is drawn, so that the two models do not hide each other.
  bool drawn = model == "coulomb";
  for (const double share : {0.25, 0.5, 0.75, 0.95, 1.05, 1.25, 1.5, 1.75, 2.0}) {
    ball.slope = share * ball.transition() * ball.friction;
    const BallPath path = by_the_engine(ball);
    const BallState expected = exact(ball, path.t.back());
    steepness.push_back(ball.slope / ball.friction);
    slide.push_back(path.last().v / path.t.back());
    spin.push_back(path.last().spin / path.t.back());
    slide_exact.push_back((expected.v - opened(ball)) / path.t.back());
    spin_exact.push_back((expected.spin + opened(ball) / ball.inertia_ratio()) / path.t.back());
    if (share == 0.5 || share == 0.95 || share == 1.05 || share == 2.0) {
      const std::string at = fmt::format("tan α = {:.4g} μ: ", ball.slope / ball.friction);
      report.number(at + "acceleration", slide.back(), slide_exact.back(), to_solver);
      report.number(at + "that of the spin, r ω", spin.back(), spin_exact.back(), to_solver);
    }
    if (drawn) {
      slides.x.push_back(steepness.back());
      slides.y.push_back(slide.back());
      spins.x.push_back(steepness.back());
      spins.y.push_back(spin.back());
    }
    drawn = !drawn;
  }
  report.curve(fmt::format("transition-{}-{}", round.name, model), {{"tan_alpha_by_mu", &steepness},
                                                                    {"acceleration", &slide},
                                                                    {"acceleration_exact", &slide_exact},
                                                                    {"spin_acceleration", &spin},
                                                                    {"spin_acceleration_exact", &spin_exact}});
  panels[0].series.push_back(slides);
  panels[1].series.push_back(spins);
}

struct InclineLaw {
  const char* title;
  const char* law;
  double gamma_min;
};
constexpr double smooth_film = -std::numeric_limits<double>::infinity();
constexpr std::array<InclineLaw, 5> incline_laws = {{{"inelastic", "inelastic", 0.0},
                                                     {"friction", "friction", 0.0},
                                                     {"gluey, smooth", "gluey", smooth_film},
                                                     {"gluey, γmin = −3", "gluey", -3.0},
                                                     {"gluey-friction, γmin = −3", "gluey-friction", -3.0}}};

InclinedBall ball_under(const InclineLaw& law, const Round& round) {
  return {.dimension = round.dimension, .law = law.law, .friction = 0.4, .gamma_min = law.gamma_min, .slope = 0.75};
}

std::vector<double> dense_times(double end) {
  std::vector<double> times;
  constexpr int rows = 600;
  for (int k = 0; k <= rows; ++k) {
    times.push_back(end * k / rows);
  }
  return times;
}

PlotSeries closed_curve(const std::string& title, const BallPath& path, double BallState::*quantity) {
  return {.title = title, .x = path.t, .y = path.column(quantity)};
}
/// Every fifth row; curves that coincide show in turn, each law beginning with another row.
PlotSeries computed_points(const BallPath& path, double BallState::*quantity, std::size_t law) {
  PlotSeries series{.style = PlotSeries::Style::points, .same_color = true};
  const std::vector<double> values = path.column(quantity);
  for (std::size_t k = law; k < values.size(); k += incline_laws.size()) {
    series.x.push_back(path.t[k]);
    series.y.push_back(values[k]);
  }
  return series;
}

void write_ball_path(Report& report, const std::string& name, const BallPath& path, const BallPath& wanted) {
  const std::vector<double> v = path.column(&BallState::v), spin = path.column(&BallState::spin),
                            gap = path.column(&BallState::gap), gamma = path.column(&BallState::gamma),
                            v_exact = wanted.column(&BallState::v), spin_exact = wanted.column(&BallState::spin),
                            gap_exact = wanted.column(&BallState::gap), gamma_exact = wanted.column(&BallState::gamma);
  report.curve(name, {{"t", &path.t},
                      {"v", &v},
                      {"spin", &spin},
                      {"gap", &gap},
                      {"gamma", &gamma},
                      {"v_exact", &v_exact},
                      {"spin_exact", &spin_exact},
                      {"gap_exact", &gap_exact},
                      {"gamma_exact", &gamma_exact}});
}

/// Released from rest: every law by itself. With a film the disc rolls in the end as if there had been none: only its weight has a
/// moment about the line of contact.
void report_going_down(Report& report, const Round& round, std::vector<PlotPanel>& panels) {
  report.section(fmt::format("{} released from rest, tan α = 3/4, μ = 0.4", round.name));
  for (std::size_t number = 0; number < incline_laws.size(); ++number) {
    const InclineLaw& law = incline_laws[number];
    if (law.law == std::string("gluey") && law.gamma_min == smooth_film) {
      continue;  // pressed all along, a rough film does the same
    }
    InclinedBall ball = ball_under(law, round);
    ball.end = 0.8;
    const BallPath path = by_the_engine(ball);
    const BallPath wanted = exact(ball, path.t);
    report.number(std::string(law.title) + ": v at the end", path.last().v, wanted.last().v, to_solver);
    report.number(std::string(law.title) + ": r ω at the end", path.last().spin, wanted.last().spin, to_solver);
    if (law.law == std::string("gluey-friction")) {
      std::size_t row = 0;
      while (row + 1 < path.t.size() && path.state[row].gamma > law.gamma_min) {
        ++row;
      }
      report.number(std::string(law.title) + ": the film is gone at", path.t[row], squeezed_out(ball), ball.step);
      report.number(std::string(law.title) + ": slip at the end", path.last().slip(), 0.0, to_solver);
    }
    const BallPath closed = exact(ball, dense_times(ball.end));
    panels[0].series.push_back(closed_curve(law.title, closed, &BallState::v));
    panels[0].series.push_back(computed_points(path, &BallState::v, number));
    panels[1].series.push_back(closed_curve(law.title, closed, &BallState::spin));
    panels[1].series.push_back(computed_points(path, &BallState::spin, number));
  }
}

/// Pressed by its weight until t = 0.4 and then drawn off the plane: when each law lets go, and how fast the ball is then. The step
/// does not divide the time of release.
void report_pull_off(Report& report, const Round& round, std::vector<PlotPanel>& panels) {
  report.section(fmt::format("{} drawn off the plane from t = 0.4 on, by 5 beyond its weight", round.name));
  for (std::size_t number = 0; number < incline_laws.size(); ++number) {
    const InclineLaw& law = incline_laws[number];
    InclinedBall ball = ball_under(law, round);
    ball.pulled = 0.4;
    ball.pull = 5.0;
    ball.end = 1.4;
    ball.step = 0.016;
    const BallPath path = by_the_engine(ball);
    const BallPath wanted = exact(ball, path.t);
    // A film is squeezed out within a step, and solids rub from the next on.
    const double late = law.law == std::string("gluey-friction") ? ball.friction * ball.onto() * ball.step : to_solver;
    const double leaves = path.t.back() - path.last().rise / ball.pull;
    report.number(std::string(law.title) + ": leaves at", leaves, released(ball), to_solver);
    const double v = path.last().v - ball.along() * (path.t.back() - leaves);
    report.number(std::string(law.title) + ": v then", v, exact(ball, released(ball)).v, late);
    report.number(std::string(law.title) + ": r ω from then on", path.last().spin, wanted.last().spin,
                  late / ball.inertia_ratio());
    report.number(std::string(law.title) + ": distance at the end", path.last().gap, wanted.last().gap,
                  ball.pull * (ball.end - leaves) * ball.step);
    write_ball_path(report,
                    fmt::format("pull-off-{}-{}{}", round.name, law.law, law.gamma_min == smooth_film ? "-smooth" : ""),
                    path, wanted);
    const BallPath closed = exact(ball, dense_times(ball.end));
    panels[0].series.push_back(closed_curve(law.title, closed, &BallState::gap));
    panels[0].series.push_back(computed_points(path, &BallState::gap, number));
    panels[1].series.push_back(closed_curve(law.title, closed, &BallState::gamma));
    panels[1].series.push_back(computed_points(path, &BallState::gamma, number));
  }
}

}  // namespace

void canum_incline(Report& report) {
  std::vector<PlotPanel> slopes = {{.x_label = "tan α / μ", .y_label = "acceleration"},
                                   {.x_label = "tan α / μ", .y_label = "acceleration of r ω"}};
  for (const Round& round : rounds) {
    draw_transition(round, slopes);
  }
  for (const Round& round : rounds) {
    for (const char* model : {"coulomb", "convex"}) {
      report_transition(report, round, model, slopes);
    }
  }
  report.plot("figure", {.panels = slopes, .columns = 2, .width = 1000});
  std::vector<PlotPanel> down, off;
  for (const Round& round : rounds) {
    std::vector<PlotPanel> two = {
        {.title = fmt::format("{}: closed form and computed", round.name), .x_label = "t", .y_label = "v"},
        {.title = fmt::format("{}: closed form and computed", round.name), .x_label = "t", .y_label = "r ω"}};
    report_going_down(report, round, two);
    down.insert(down.end(), two.begin(), two.end());
    two = {{.title = round.name, .x_label = "t", .y_label = "distance from the plane"},
           {.title = round.name, .x_label = "t", .y_label = "γ"}};
    report_pull_off(report, round, two);
    off.insert(off.end(), two.begin(), two.end());
  }
  report.plot("laws", {.panels = down, .columns = 2, .width = 1000});
  report.plot("pull-off", {.panels = off, .columns = 2, .width = 1000});
}

}  // namespace gluey::app
