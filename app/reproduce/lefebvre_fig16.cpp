// Lefebvre 2009, figure 16, the gluey lotto: discs in a box that turns about its centre. Glued discs ride a wall up and let go
// when gravity has used up the potential that it stored at the bottom: dry ones first, smooth ones last.
//
// The angle of a wall is 0 where it is the floor, 90° on the rising side, 180° where it is the ceiling. A disc's angle of
// take-off is the largest at which it let go of a wall that it had met below 90°; only discs that rode beyond 90° count, as
// the others were simply left behind by the heap.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include "reproduce/experiment.hpp"
#include "reproduce/whole_run.hpp"

namespace gluey::app {

namespace {

using std::numbers::pi;

struct Kind {
  const char* name;
  const char* title;
  const char* gamma_min;
};
constexpr std::array<Kind, 3> kinds = {
    {{"dry", "dry, γmin = 0", "0"}, {"rough", "rough, γmin = −1", "-1"}, {"smooth", "smooth, γmin = −∞", "-inf"}}};

// Directions of the walls' outside at time 0, in the order of the parts of box-walls: left, right, bottom, top.
constexpr std::array<double, 4> walls = {pi, 0.0, 1.5 * pi, 0.5 * pi};

/// The wall's angle from the floor, −90° to 270°.
double wall_angle(std::size_t wall, double turned) {
  const double angle = std::fmod(walls[wall] + turned + pi, 2.0 * pi);
  return (angle < 0.0 ? angle + 2.0 * pi : angle) - 0.5 * pi;
}

/// Which walls hold which discs, by γ or by pressing.
std::vector<std::array<bool, 4>> held(const Frame& frame, std::size_t discs) {
  std::vector<std::array<bool, 4>> by(discs);
  for (std::size_t c = 0; c < frame.contact_gamma.size(); ++c) {
    const bool acts =
        frame.contact_gamma[c] < 0.0 || frame.contact_impulse[2 * c] != 0.0 || frame.contact_impulse[2 * c + 1] != 0.0;
    if (acts && static_cast<std::size_t>(frame.contact_pair[2 * c + 1]) >= discs) {
      by[static_cast<std::size_t>(frame.contact_pair[2 * c])][static_cast<std::size_t>(frame.contact_feature[c])] =
          true;
    }
  }
  return by;
}

/// In degrees, one for every disc that a wall carried beyond 90°. A disc that still rides at the end has not let go.
std::vector<double> take_off_angles(const Results& results) {
  const std::size_t discs = results.constants().bodies.radius.size();
  std::vector<double> highest(discs, -std::numeric_limits<double>::infinity());
  std::vector<std::array<bool, 4>> riding(discs);
  std::array<double, 4> last_angle{};
  for (std::int64_t k = 0; k < results.frames(); ++k) {
    const Frame frame = results.frame(k);
    const std::vector<std::array<bool, 4>> now = held(frame, discs);
    for (std::size_t wall = 0; wall < walls.size(); ++wall) {
      const double angle = wall_angle(wall, frame.obstacle_orientation[0]);
      for (std::size_t disc = 0; disc < discs; ++disc) {
        if (riding[disc][wall] && !now[disc][wall]) {
          highest[disc] = std::max(highest[disc], last_angle[wall]);
        }
        riding[disc][wall] = now[disc][wall] && (riding[disc][wall] || angle < 0.5 * pi);
      }
      last_angle[wall] = angle;
    }
  }
  std::vector<double> angles;
  for (const double angle : highest) {
    if (angle >= 0.5 * pi) {
      angles.push_back(angle * 180.0 / pi);
    }
  }
  return angles;
}

double median(std::vector<double> values) {
  if (values.empty()) {
    return std::numeric_limits<double>::quiet_NaN();
  }
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

/// The chance that one of `later` is above one of `sooner` (Mann and Whitney's statistic): 1/2 where they do not differ.
double chance_above(const std::vector<double>& later, const std::vector<double>& sooner) {
  double above = 0.0;
  for (const double a : later) {
    for (const double b : sooner) {
      above += a > b ? 1.0 : a == b ? 0.5 : 0.0;
    }
  }
  return above / (static_cast<double>(later.size()) * static_cast<double>(sooner.size()));
}

void report_order(Report& report, const std::array<std::vector<double>, 3>& angles) {
  report.section("angle of take-off, in degrees");
  for (std::size_t k = 1; k < kinds.size(); ++k) {
    report.at_least(fmt::format("median, {} (at least that of {})", kinds[k].name, kinds[k - 1].name),
                    median(angles[k]), median(angles[k - 1]));
    report.at_least(fmt::format("chance that {} is later than {}", kinds[k].name, kinds[k - 1].name),
                    chance_above(angles[k], angles[k - 1]), 0.5);
  }
}

/// A shorter run has a quarter of the discs and larger steps.
Scene lotto(const Kind& kind, int seed, bool quick) {
  std::vector<std::string> overrides = {fmt::format("contact.gamma_min={}", kind.gamma_min),
                                        fmt::format("seed={}", seed), "output.every=20"};
  if (quick) {
    overrides.insert(overrides.end(), {"bodies[0].count=20", "bodies[1].count=20", "time.step=0.01", "time.steps=1000",
                                       "output.every=4"});
  }
  return builtin_scene("lotto", overrides);
}

}  // namespace

void lefebvre_fig16(Report& report) {
  const int pictured = 7;
  const std::vector<int> seeds = report.quick() ? std::vector{pictured} : std::vector{pictured, 1, 2, 3, 4};
  std::vector<Results> results;
  PlotPanel panel{.x_label = "angle of take-off (degrees)", .y_label = "probability density"};
  std::array<std::vector<double>, 3> angles;
  report.section(fmt::format("{} seed{} each", seeds.size(), seeds.size() == 1 ? "" : "s"));
  for (std::size_t k = 0; k < kinds.size(); ++k) {
    const Kind& kind = kinds[k];
    Soundness soundness;
    for (const int seed : seeds) {
      Results run = run_scene(report, lotto(kind, seed, report.quick()), fmt::format("lotto-{}-{}", kind.name, seed));
      const std::vector<double> some = take_off_angles(run);
      angles[k].insert(angles[k].end(), some.begin(), some.end());
      soundness.add(run);
      if (seed == pictured) {
        results.push_back(std::move(run));
      }
    }
    report_soundness(report, soundness, kind.name);
    if (angles[k].size() > 1) {
      PlotSeries bars = histogram(angles[k], 18);
      bars.title = kind.title;
      bars.style = PlotSeries::Style::line_points;
      panel.series.push_back(bars);
    }
  }
  if (!report.quick()) {
    report_order(report, angles);
    report.plot("angles", {.panels = {panel}, .width = 640});
  }
  // One row a moment: steps 0, 980, …, 4980 of 5000.
  std::vector<PicturePanel> panels;
  for (const std::int64_t row : {0, 49, 99, 149, 199, 249}) {
    for (std::size_t k = 0; k < kinds.size(); ++k) {
      const std::int64_t step = results[k].steps().at(static_cast<std::size_t>(row));
      panels.push_back(
          {&results[k], row, fmt::format("{}t = {}", row == 0 ? std::string(kinds[k].title) + ",  " : "", step)});
    }
  }
  report.picture("figure", panels, {.legend = false, .width = 720, .columns = 3});
}

}  // namespace gluey::app
