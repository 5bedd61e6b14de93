// Lefebvre 2009, figure 18: the potentials around the wheel of figure 17. Every contact is a tube, the darker the more it is
// glued: a packed network in the funnel, contacts that loosen where discs leave the wheel.

#include <algorithm>
#include <cmath>
#include <limits>

#include "reproduce/experiment.hpp"
#include "reproduce/funnel.hpp"

namespace gluey::app {

namespace {

/// Mean γ of the contacts between discs at heights in a range, and the smallest of all.
struct Potentials {
  double sum = 0.0, smallest = 0.0;
  int contacts = 0;
  [[nodiscard]] double mean() const { return sum / contacts; }
};

Potentials potentials(const Frame& frame, std::size_t discs, double lower, double upper) {
  Potentials found;
  for (std::size_t c = 0; c < frame.contact_gamma.size(); ++c) {
    found.smallest = std::min(found.smallest, frame.contact_gamma[c]);
    const double y = frame.contact_point[2 * c + 1];
    if (static_cast<std::size_t>(frame.contact_pair[2 * c + 1]) < discs && y >= lower && y < upper) {
      found.sum += frame.contact_gamma[c];
      ++found.contacts;
    }
  }
  return found;
}

}  // namespace

void lefebvre_fig18(Report& report) {
  const Results results = funnel_run(report, true);
  const Frame frame = results.frame(-1);
  const std::size_t discs = results.constants().bodies.radius.size();
  constexpr double infinity = std::numeric_limits<double>::infinity();
  report.section("potentials at the last step");
  // The funnel's slopes end at 0.55; discs leave the wheel, whose axis is at -0.4, below -0.6 and meet the plane below -1.25.
  const Potentials packed = potentials(frame, discs, 0.55, infinity);
  const Potentials leaving = potentials(frame, discs, -1.25, -0.6);
  report.at_least("smallest gamma", packed.smallest, -10.0);
  if (!report.quick()) {
    // Glued by more than half of what they can hold, and clearly less where they leave the wheel; how much less is one sample
    // of a chaotic flow (0.35 and 0.51 of it were seen).
    report.at_most("mean gamma, packed in the funnel", packed.mean(), -5.0);
    report.at_least("mean gamma, leaving the wheel", leaving.mean(), 2.0 / 3.0 * packed.mean());
  }
  report.picture("figure", {{&results, -1, ""}},
                 {.color = BodyColor::none,
                  .network = ContactNetwork::gamma,
                  .width = 760,
                  .zoom = std::array{-0.95, -1.25, 1.0, 1.15}});
}

}  // namespace gluey::app
