// Hillairet, Lozinski, Szopos 2011, propositions 2 to 5, on 1000 random force histories each: a particle that goes below a
// threshold q_s at t1 and comes back at t2.

#include <gluey/ode.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>

#include "reproduce/film.hpp"

namespace gluey::app {

namespace {

/// Of ln q in the reference, and what a passage may be wrong by then.
constexpr double tolerance = 1e-7, allowed = 1e-5;

struct History {
  ode::LubricatedParticle particle;
  double threshold = 0.0;
  ode::Excursion found = {};
};

/// Both drags in turn, ε from 0.05 to 2. Pushed first; then pieces of either sign, or, `form_18`, pushed all along and pulled
/// by one force at the end. The same for the same number on any machine: no library distribution.
History history(std::uint64_t number, bool form_18) {
  std::mt19937_64 random(20111000 + number);
  const auto uniform = [&](double from, double to) {
    return from + (to - from) * static_cast<double>(random() >> 11) * 0x1.0p-53;
  };
  History made;
  ode::LubricatedParticle& particle = made.particle;
  particle.drag = number % 2 == 0 ? ode::Drag::asymptotic_3d : ode::Drag::asymptotic_2d;
  particle.epsilon = std::exp(uniform(std::log(0.05), std::log(2.0)));
  particle.q0 = uniform(0.2, 1.0);
  particle.u0 = uniform(-1.0, 0.2);
  made.threshold = particle.q0 * uniform(0.05, 0.5);
  double t = 0.0;
  for (int k = 0; k < 8; ++k) {
    particle.force.times.push_back(t);
    particle.force.values.push_back(k == 0 || form_18 ? uniform(-4.0, -0.5) : uniform(-3.0, 5.0));
    t += uniform(0.1, form_18 ? 0.3 : 0.8);
  }
  particle.force.times.push_back(t);
  particle.force.values.push_back(uniform(0.5, 4.0));
  particle.end = t + 10.0;
  return made;
}

/// The first so many histories whose particle goes below and comes back.
std::vector<History> histories(Report& report, bool form_18) {
  const std::size_t wanted = report.quick() ? 100 : 1000;
  std::vector<History> kept;
  for (std::uint64_t number = 0; kept.size() < wanted; ++number) {
    History made = history(number, form_18);
    made.found = ode::excursion(made.particle, made.threshold, tolerance);
    if (std::isfinite(made.found.t2)) {
      kept.push_back(made);
    }
  }
  return kept;
}

double drag_at_threshold(const History& one) { return ode::drag_coefficient(one.particle, std::log(one.threshold)); }

/// One number a history beside its bound: how many break it, and how near the nearest comes.
struct Compared {
  std::vector<double> bound, found;
  void add(double bound_value, double found_value) {
    bound.push_back(bound_value);
    found.push_back(found_value);
  }
};

void tell(Report& report, const std::string& what, const Compared& pairs, double slack) {
  double broken = 0.0;
  double nearest = std::numeric_limits<double>::infinity();
  for (std::size_t k = 0; k < pairs.bound.size(); ++k) {
    const double margin = pairs.bound[k] - pairs.found[k];
    broken += margin < -slack ? 1.0 : 0.0;
    nearest = std::min(nearest, margin);
  }
  report.number(what + ": broken", broken, 0.0, 0.0);
  report.at_least(what + ": smallest margin", nearest, -slack);
}

void draw(Report& report, const Compared& pairs, const std::string& bound, const std::string& found,
          bool logarithmic = false) {
  const auto [low, high] = std::minmax_element(pairs.bound.begin(), pairs.bound.end());
  report.curve("histories", {{"bound", &pairs.bound}, {"found", &pairs.found}});
  report.plot(
      "figure",
      {.panels =
           {{.x_label = bound,
             .y_label = found,
             .series = {{.title = "histories", .x = pairs.bound, .y = pairs.found, .style = PlotSeries::Style::points},
                        {.title = "bound", .x = {*low, *high}, .y = {*low, *high}}},
             .log_x = logarithmic,
             .log_y = logarithmic}},
       .width = 560});
}

}  // namespace

void hillairet_prop2(Report& report) {
  Compared pairs;
  for (const History& one : histories(report, false)) {
    pairs.add(one.found.t2, one.found.t2_lower);
  }
  report.section("t2 is not before the time at which v + int f is 0");
  tell(report, "lower bound of t2", pairs, allowed);
  draw(report, pairs, "t_2", "lower bound");
}

void hillairet_prop3(Report& report) {
  Compared pairs;
  for (const History& one : histories(report, false)) {
    const ode::PiecewiseForce& force = one.particle.force;
    double pull = 0.0;
    for (std::size_t k = 0; k < force.times.size(); ++k) {
      const bool before = k + 1 < force.times.size() && force.times[k + 1] <= one.found.t1;
      pull = before || force.times[k] >= one.found.t2 ? pull : std::max(pull, force.values[k]);
    }
    pairs.add(pull / drag_at_threshold(one), std::max(0.0, one.found.largest_u));
  }
  report.section("below the threshold the velocity is at most max f/n(q_s)");
  tell(report, "largest velocity", pairs, allowed);
  draw(report, pairs, "max f / n(q_s)", "largest velocity", true);
}

void hillairet_prop4(Report& report) {
  Compared delay, distance, speed, above, below;
  for (const History& one : histories(report, true)) {
    const double n = drag_at_threshold(one);
    const double pull = one.particle.force.values.back();
    const double late = one.found.t2 - one.found.t2_lower;
    delay.add(1.0 / n, late);

    // q̄ after t̄₂: from rest at q_s under the pull alone; and the same later by t2 − t̄₂.
    ode::LubricatedParticle after = one.particle;
    after.q0 = one.threshold;
    after.u0 = 0.0;
    after.force = {{0.0}, {pull}};
    after.end = 1.0;
    const std::vector<double> since = equal_times(1.0, 10);
    std::vector<double> times, later;
    for (const double s : since) {
      times.push_back(one.found.t2_lower + s);
      later.push_back(std::max(0.0, s - late));
    }
    const ode::Trajectory q = ode::reference(one.particle, times, tolerance);
    const ode::Trajectory frozen = ode::reference(after, since, tolerance);
    const ode::Trajectory delayed = ode::reference(after, later, tolerance);
    distance.add(one.threshold, std::abs(one.threshold - q.q[0]));
    speed.add(pull / n, q.u[0]);
    for (std::size_t k = 0; k < since.size(); ++k) {
      above.add(frozen.q[k], q.q[k]);
      if (since[k] >= late) {
        below.add(q.q[k], delayed.q[k]);
      }
    }
  }
  report.section("forces that push, then pull (18): at t2 - delay, and after");
  tell(report, "delay <= 1/n(q_s)", delay, allowed);
  tell(report, "|q - q_s| <= q_s", distance, allowed);
  tell(report, "velocity <= f/n(q_s)", speed, allowed);
  tell(report, "q <= from rest", above, allowed);
  tell(report, "q >= from rest, later", below, allowed);
  draw(report, delay, "1/n(q_s)", "t_2 − lower bound", true);
}

void hillairet_prop5(Report& report) {
  Compared pairs;
  for (const History& one : histories(report, false)) {
    if (std::isfinite(one.found.t2_upper)) {
      pairs.add(one.found.t2_upper, one.found.t2);
    }
  }
  report.section("t2 is not after the time at which a free particle has moved by q_s");
  tell(report, "upper bound of t2", pairs, allowed);
  draw(report, pairs, "upper bound", "t_2");
}

}  // namespace gluey::app
