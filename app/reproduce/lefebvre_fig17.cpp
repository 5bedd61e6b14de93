// Lefebvre 2009, figure 17: 3000 discs run through a funnel onto a wheel with paddles, which throws them onto a leaning plane
// with fixed discs, into a container; dry and gluey at the same time step.

#include <fmt/format.h>

#include "reproduce/experiment.hpp"
#include "reproduce/funnel.hpp"
#include "reproduce/whole_run.hpp"

namespace gluey::app {

namespace {

// The container's corners, from the scene: a disc outside of them has got through a wall.
constexpr double left = -2.0, right = 5.4, floor_height = -4.8;
// The mouth of the funnel.
constexpr double mouth = 0.3;

struct Count {
  int lost = 0, through = 0;
};

Count grains(const Results& results) {
  const Frame frame = results.frame(-1);
  Count count;
  for (std::size_t body = 0; body < results.constants().bodies.radius.size(); ++body) {
    const double x = frame.position[2 * body];
    const double y = frame.position[2 * body + 1];
    count.lost += x < left || x > right || y < floor_height ? 1 : 0;
    count.through += y < mouth ? 1 : 0;
  }
  return count;
}

}  // namespace

void lefebvre_fig17(Report& report) {
  const Results dry = funnel_run(report, false);
  const Results gluey = funnel_run(report, true);
  report.section(fmt::format("{} discs, {} steps", dry.constants().bodies.radius.size(), dry.steps().back()));
  for (const auto& [results, name] : {std::pair{&dry, "dry"}, {&gluey, "gluey"}}) {
    report.number(std::string(name) + ": discs lost", grains(*results).lost, 0.0, 0.0);
    Soundness soundness;
    soundness.add(*results);
    report_soundness(report, soundness, name);
  }
  if (!report.quick()) {
    // Dry discs flow more easily: a third more of them is through.
    report.at_least("out of the funnel, dry to gluey", static_cast<double>(grains(dry).through) / grains(gluey).through,
                    1.3);
  }
  report.picture("figure", {{&dry, -1, "dry"}, {&gluey, -1, "gluey, γ ≥ −10"}},
                 {.color = BodyColor::none, .width = 1000, .zoom = std::array{-2.2, -5.0, 5.6, 2.9}});
}

}  // namespace gluey::app
