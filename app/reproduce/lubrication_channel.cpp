// Maury, "A many-body lubrication model": 4000 bodies of different sizes and shapes fall through a channel that is periodic along
// gravity, films of fluid between them. The paper has pictures (figures 2 to 4) and no numbers: cavities open, and velocities
// across the channel show that films act like a Laplace operator. Beside that, what the scheme must keep: distances above zero,
// and the energy, step by step.

#include <gluey/run.hpp>
#include <gluey/stats.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <ctime>
#include <limits>
#include <numeric>

#include "reproduce/experiment.hpp"
#include "reproduce/whole_run.hpp"

namespace gluey::app {

namespace {

/// Slices of the channel, about a body wide.
constexpr int slices = 35;
/// Points a unit of length, where cavities are measured.
constexpr int points_per_length = 10;

/// The number behind this text in a scene.
double number_behind(const std::string& scene, const std::string& text) {
  const std::size_t found = scene.find(text);
  return found == std::string::npos ? std::numeric_limits<double>::quiet_NaN()
                                    : std::strtod(scene.c_str() + found + text.size(), nullptr);
}

/// What every step did, from bodies' places before and after. What gravity did is measured by how far they fell: the sum over
/// their heights, as /history has it, is a thousand times larger in the first steps and rounds as much more coarsely.
class Watch : public RunObserver {
 public:
  explicit Watch(double gravity) : gravity_(gravity) {}

  double least_log = std::numeric_limits<double>::infinity();  ///< of all carried distances
  std::int64_t not_finite = 0;                                 ///< carried distances
  std::vector<double> work;                                    ///< of gravity, step by step
  /// Σ ½ m |δ/h|² of a step, where contacts moved bodies by δ beyond h v. That changes no velocity, and as gravity is uniform
  /// and the walls upright it does no work: the measure is what it would take if velocities followed.
  std::vector<double> pushed;

  void begin(const Constants& constants, const std::string& /*file*/) override {
    mass_ = constants.bodies.mass;
    period_ = constants.domain.upper[1] - constants.domain.lower[1];
  }
  bool step(const StepReport& /*report*/) override { return true; }
  void frame(const Frame& frame, bool /*recorded*/) override {
    for (const double log : frame.contact_log_distance) {
      least_log = std::min(least_log, log);
      not_finite += std::isfinite(log) ? 0 : 1;
    }
    std::vector<double> place = frame.position;
    for (std::size_t k = 1; k < place.size(); k += 2) {
      place[k] += frame.image[k] * period_;
    }
    if (static_cast<std::size_t>(frame.step) == work.size() + 1) {
      const double h = frame.step_length;
      double fallen = 0.0;
      double sum = 0.0;
      for (std::size_t k = 0; k < place.size(); ++k) {
        const double moved = place[k] - place_[k];
        const double extra = moved / h - frame.velocity[k];
        sum += 0.5 * mass_[k / 2] * extra * extra;
        fallen -= k % 2 == 1 ? mass_[k / 2] * moved : 0.0;
      }
      work.push_back(gravity_ * fallen);
      pushed.push_back(sum);
    }
    place_ = std::move(place);
  }
  void end() override {}

 private:
  double gravity_, period_ = 0.0;
  std::vector<double> mass_, place_;
};

/// y ≈ at_zero + slope x by least squares, and the share of y's variance that this explains.
struct Line {
  double at_zero, slope, explained;
};
Line fitted_line(const std::vector<double>& x, const std::vector<double>& y) {
  const auto count = static_cast<double>(x.size());
  const double x_mean = std::accumulate(x.begin(), x.end(), 0.0) / count;
  const double y_mean = std::accumulate(y.begin(), y.end(), 0.0) / count;
  double xx = 0.0;
  double xy = 0.0;
  double yy = 0.0;
  for (std::size_t k = 0; k < x.size(); ++k) {
    xx += (x[k] - x_mean) * (x[k] - x_mean);
    xy += (x[k] - x_mean) * (y[k] - y_mean);
    yy += (y[k] - y_mean) * (y[k] - y_mean);
  }
  return {y_mean - xy / xx * x_mean, xy / xx, xy * xy / (xx * yy)};
}

/// One run of the scene.
struct ChannelRun {
  double h;
  Watch watch;
  Results results;
  std::vector<HistoryRow> history;
  double wall, processors;  ///< seconds

  [[nodiscard]] double dissipated(std::size_t kind) const {
    return std::accumulate(history.begin(), history.end(), 0.0,
                           [kind](double sum, const HistoryRow& row) { return sum + row.dissipation[kind]; });
  }
  [[nodiscard]] double work() const { return std::accumulate(watch.work.begin(), watch.work.end(), 0.0); }
  /// E_n − E_{n−1} + dissipation of every step; bodies begin at rest.
  [[nodiscard]] std::vector<double> energy_errors() const {
    std::vector<double> errors;
    double before = 0.0;
    for (std::size_t n = 0; n < history.size(); ++n) {
      const std::vector<double>& lost = history[n].dissipation;
      errors.push_back(history[n].kinetic_energy - before - watch.work[n] + lost[0] + lost[1] + lost[2]);
      before = history[n].kinetic_energy;
    }
    return errors;
  }
};

/// The scene with steps shorter by this factor, to the same end; a quick run has a tenth of the channel and of the time.
ChannelRun channel_run(Report& report, int shorter) {
  const int part = report.quick() ? 10 : 1;
  const double step = number_behind(builtin_scene("channel", {}).resolved(), "\nstep = ") / shorter;
  std::vector<std::string> overrides = {fmt::format("time.step={}", step),
                                        fmt::format("time.steps={}", 500 / part * shorter),
                                        fmt::format("output.every={}", 50 / part * shorter)};
  if (report.quick()) {
    overrides.insert(overrides.end(), {"domain.lower=[-17.5, -11.55]", "domain.upper=[17.5, 11.55]"});
    const std::vector<int> counts = {140, 120, 60, 40, 40};
    for (std::size_t k = 0; k < counts.size(); ++k) {
      overrides.push_back(fmt::format("bodies[{}].count={}", k, counts[k]));
      overrides.push_back(fmt::format("bodies[{}].region.lower=[-17.5, -11.55]", k));
      overrides.push_back(fmt::format("bodies[{}].region.upper=[17.5, 11.55]", k));
    }
  }
  const Scene scene = builtin_scene("channel", overrides);
  Watch watch(-number_behind(scene.resolved(), "\ngravity = [0.0, "));
  const std::clock_t ticks = std::clock();
  const auto start = std::chrono::steady_clock::now();
  Results results = run_scene(report, scene, fmt::format("channel-{}", shorter), &watch);
  const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - start;
  const double processors = static_cast<double>(std::clock() - ticks) / CLOCKS_PER_SEC;
  std::vector<HistoryRow> history = results.history();
  return {step, std::move(watch), std::move(results), std::move(history), wall.count(), processors};
}

Region channel_region(const Constants& constants) { return {constants.domain.lower, constants.domain.upper}; }

double domain_area(const Constants::Domain& domain) {
  return (domain.upper[0] - domain.lower[0]) * (domain.upper[1] - domain.lower[1]);
}

/// The mean diameter of discs of the bodies' areas.
double mean_size(const Constants& constants, double density) {
  double sum = 0.0;
  for (const double mass : constants.bodies.mass) {
    sum += 2.0 * std::sqrt(mass / density / M_PI);
  }
  return sum / static_cast<double>(constants.bodies.mass.size());
}

/// Masses, sizes, films: what the paper leaves open is told. Returns the mean size.
double report_scene(Report& report, const ChannelRun& run) {
  const Constants& constants = run.results.constants();
  const std::string& scene = constants.scene;
  const double density = number_behind(scene, "\ndensity = ");
  report.section(fmt::format("μ_c = {}, μ⊥ = {}, d_0 = {}, density {}, gravity {}",
                             number_behind(scene, "{ resistance = "), number_behind(scene, "tangential_resistance = "),
                             number_behind(scene, " range = "), density, -number_behind(scene, "\ngravity = [0.0, ")));
  double solid = 0.0;
  for (const ProfileRow& row : frame_profile(constants, run.results.frame(0), 0, slices, channel_region(constants))) {
    solid += row.solid;
  }
  const double size = mean_size(constants, density);
  report.number("bodies", static_cast<double>(constants.bodies.mass.size()), report.quick() ? 400.0 : 4000.0, 0.0);
  report.number("solid fraction, by the shapes' areas", solid / domain_area(constants.domain), 0.4, 0.005);
  report.number("width / mean size", (constants.domain.upper[0] - constants.domain.lower[0]) / size, 35.0, 1.0);
  report.number("mass / area of all",
                std::accumulate(constants.bodies.mass.begin(), constants.bodies.mass.end(), 0.0) / solid, density,
                1e-9);
  return size;
}

void report_run(Report& report, const ChannelRun& run) {
  const auto count = static_cast<double>(run.history.size());
  double iterations = 0.0;
  double films = 0.0;
  double most = 0.0;
  for (const HistoryRow& row : run.history) {
    iterations += static_cast<double>(row.film_iterations) / count;
    films += static_cast<double>(row.films) / count;
    most = std::max(most, static_cast<double>(row.film_iterations));
  }
  report.section(fmt::format("h = {}: {} steps in {:.3g} s ({:.3g} of processors), {:.3g} steps/s, {:.0f} films", run.h,
                             count, run.wall, run.processors, count / run.wall, films));
  Soundness soundness;
  soundness.add(run.results);
  report_soundness(report, soundness, "channel");
  constexpr double limit = 10000.0;  // what the films of a step may take where the scene does not say
  report.at_most("CG iterations per step", iterations, limit);
  report.at_most("CG iterations, the most", most, limit);
  report.number("carried distances not finite", static_cast<double>(run.watch.not_finite), 0.0, 0.0);
  report.at_least("ln D, the smallest of all steps", run.watch.least_log, std::log(std::numeric_limits<double>::min()));

  const std::vector<double> errors = run.energy_errors();
  const double kinetic = run.history.back().kinetic_energy;
  double largest = 0.0;
  double by_history = 0.0;
  for (std::size_t n = 0; n < errors.size(); ++n) {
    largest = std::max(largest, std::abs(errors[n]) / run.watch.work[n]);
    if (n > 0) {
      const double lost = run.history[n - 1].potential_energy - run.history[n].potential_energy;
      by_history = std::max(by_history, std::abs(errors[n] + run.watch.work[n] - lost) / kinetic);
    }
  }
  report.at_most("energy not closed / work of gravity in the step", largest, 1e-10);
  report.at_most("the same by /history / kinetic energy", by_history, 1e-10);
}

/// What the time step takes goes with h, and the work of keeping bodies apart is none.
void report_orders(Report& report, const std::vector<ChannelRun>& runs) {
  std::vector<double> h, wall, processors, work, viscous, numerical, projection, pushed;
  double taken = 0.0;
  for (const ChannelRun& run : runs) {
    h.push_back(run.h);
    wall.push_back(run.wall);
    processors.push_back(run.processors);
    work.push_back(run.work());
    viscous.push_back(run.dissipated(0));
    numerical.push_back(run.dissipated(1));
    projection.push_back(run.dissipated(2));
    pushed.push_back(std::accumulate(run.watch.pushed.begin(), run.watch.pushed.end(), 0.0));
    taken = std::max(taken, std::abs(projection.back()) / work.back());
  }
  report.curve("steps", {{"h", &h},
                         {"wall_seconds", &wall},
                         {"processor_seconds", &processors},
                         {"work_of_gravity", &work},
                         {"viscous", &viscous},
                         {"numerical", &numerical},
                         {"projection", &projection},
                         {"pushed", &pushed}});
  report.section("energies to the end, by h");
  report.at_most("projection / work of gravity", taken, 1e-10);
  if (report.quick()) {
    return;
  }
  report.number("order of the numerical dissipation", fitted_order(h, numerical), 1.0, 0.05);
  report.at_least("order of what the projection moves", fitted_order(h, pushed), 1.0);

  const ChannelRun& run = runs.front();
  std::vector<double> time, kinetic, fallen, fluid, step, kept, error = run.energy_errors();
  for (std::size_t n = 0; n < run.history.size(); ++n) {
    const HistoryRow& row = run.history[n];
    const auto so_far = [](const std::vector<double>& sums) { return sums.empty() ? 0.0 : sums.back(); };
    time.push_back(row.time);
    kinetic.push_back(row.kinetic_energy);
    fallen.push_back(so_far(fallen) + run.watch.work[n]);
    fluid.push_back(so_far(fluid) + row.dissipation[0]);
    step.push_back(so_far(step) + row.dissipation[1]);
    kept.push_back(so_far(kept) + row.dissipation[2]);
  }
  report.curve("energy", {{"time", &time},
                          {"work_of_gravity", &fallen},
                          {"kinetic", &kinetic},
                          {"viscous", &fluid},
                          {"numerical", &step},
                          {"projection", &kept},
                          {"error_of_step", &error}});
  report.plot("energy", {.panels = {{.x_label = "t",
                                     .y_label = "energy",
                                     .series = {{.title = "work of gravity", .x = time, .y = fallen},
                                                {.title = "kinetic", .x = time, .y = kinetic},
                                                {.title = "viscous", .x = time, .y = fluid},
                                                {.title = "numerical", .x = time, .y = step}}},
                                    {.x_label = "h",
                                     .y_label = "numerical dissipation",
                                     .series = {{.x = h, .y = numerical, .style = PlotSeries::Style::line_points},
                                                slope_line(h, numerical, 1.0)},
                                     .log_x = true,
                                     .log_y = true}},
                         .columns = 2,
                         .width = 1000});
}

/// Vertical velocities against places across the channel (figure 4), beside means of slices and v = a + b x².
void report_velocities(Report& report, const Results& results) {
  const Constants& constants = results.constants();
  const Frame frame = results.frame(-1);
  std::vector<double> x, v, square;
  for (std::size_t k = 0; k < frame.position.size(); k += 2) {
    x.push_back(frame.position[k]);
    v.push_back(frame.velocity[k + 1]);
    square.push_back(x.back() * x.back());
  }
  report.curve("velocity", {{"x", &x}, {"vertical_velocity", &v}});
  PlotSeries means{.title = "mean of a slice", .style = PlotSeries::Style::line_points};
  for (const ProfileRow& row : frame_profile(constants, frame, 0, slices, channel_region(constants))) {
    means.x.push_back(0.5 * (row.from + row.to));
    means.y.push_back(row.velocity[1]);
  }
  report.curve("profile", {{"x", &means.x}, {"vertical_velocity", &means.y}});
  const Line fit = fitted_line(square, v);
  PlotSeries parabola{.title = fmt::format("{:.2f} + {:.4f} x²", fit.at_zero, fit.slope)};
  for (const double place : means.x) {
    parabola.x.push_back(place);
    parabola.y.push_back(fit.at_zero + fit.slope * place * place);
  }
  report.plot("velocity",
              {.panels = {{.x_label = "x",
                           .y_label = "vertical velocity",
                           .series = {{.title = "bodies", .x = x, .y = v, .style = PlotSeries::Style::points},
                                      parabola,
                                      means}}},
               .width = 800,
               .height = 480});
  if (report.quick()) {
    return;
  }
  const auto fastest = std::min_element(means.y.begin(), means.y.end());
  report.section(fmt::format("velocities at t = {}, in {} slices", frame.time, slices));
  report.number("the fastest slice is at x / width",
                means.x[static_cast<std::size_t>(fastest - means.y.begin())] / 35.0, 0.0, 0.1);
  report.at_most("beside the left wall / fastest", means.y.front() / *fastest, 0.25);
  report.at_most("beside the right wall / fastest", means.y.back() / *fastest, 0.25);
  report.at_least("share of the variance that a parabola explains", fit.explained, 0.9);
}

/// Share of the channel that is farther than `reach` from every body, each taken as the disc that holds it.
double cavities(const Constants& constants, const Frame& frame, double reach) {
  const Constants::Domain& domain = constants.domain;
  const auto columns = std::lround(points_per_length * (domain.upper[0] - domain.lower[0]));
  const auto rows = std::lround(points_per_length * (domain.upper[1] - domain.lower[1]));
  std::vector<char> near(static_cast<std::size_t>(columns * rows), 0);
  for (std::size_t body = 0; body < constants.bodies.radius.size(); ++body) {
    const double radius = points_per_length * (constants.bodies.radius[body] + reach);
    const double x = points_per_length * (frame.position[2 * body] - domain.lower[0]) - 0.5;
    const double y = points_per_length * (frame.position[2 * body + 1] - domain.lower[1]) - 0.5;
    for (auto i = std::max(0L, std::lround(x - radius)); i <= std::min(columns - 1, std::lround(x + radius)); ++i) {
      for (auto j = std::lround(y - radius); j <= std::lround(y + radius); ++j) {
        if (std::hypot(static_cast<double>(i) - x, static_cast<double>(j) - y) <= radius) {
          near[static_cast<std::size_t>(i * rows + (j + rows) % rows)] = 1;
        }
      }
    }
  }
  return static_cast<double>(std::count(near.begin(), near.end(), 0)) / static_cast<double>(near.size());
}

void report_cavities(Report& report, const Results& results, double size) {
  std::vector<double> time, share;
  for (std::int64_t k = 0; k < results.frames(); ++k) {
    const Frame frame = results.frame(k);
    time.push_back(frame.time);
    share.push_back(cavities(results.constants(), frame, size));
  }
  report.curve("cavities", {{"time", &time}, {"share", &share}});
  if (report.quick()) {
    return;
  }
  report.section("share of the channel farther than a mean size from every body");
  report.at_most("t = 0", share.front(), 1e-3);
  report.at_least(fmt::format("t = {} (five times as much)", time.back()), share.back(), 5.0 * share.front());
  report.plot("cavities", {.panels = {{.x_label = "t",
                                       .y_label = "share",
                                       .series = {{.x = time, .y = share, .style = PlotSeries::Style::line_points}}}},
                           .width = 560});
}

}  // namespace

void lubrication_channel(Report& report) {
  std::vector<ChannelRun> runs;
  double size = 0.0;
  for (const int shorter : {1, 2, 4}) {
    runs.push_back(channel_run(report, shorter));
    size = shorter == 1 ? report_scene(report, runs.front()) : size;
    report_run(report, runs.back());
  }
  report_orders(report, runs);
  const Results& results = runs.front().results;
  report_velocities(report, results);
  report_cavities(report, results, size);
  const std::string end = fmt::format("t = {}", results.times().back());
  report.picture("figure", {{&results, 0, "t = 0"}, {&results, -1, end}},
                 {.width = 1000, .zoom = std::array{-17.5, -30.0, 17.5, 20.0}});
  report.picture("channel", {{&results, 0, "t = 0"}, {&results, -1, end}},
                 {.color = BodyColor::velocity, .width = 700});
}

}  // namespace gluey::app
