#include "stats/frame_view.hpp"

#include <algorithm>
#include <tuple>

namespace gluey {
namespace {

using stats::FrameView;
using stats::Number;

struct Sides {
  std::vector<std::vector<std::size_t>> partners;  // of each body; an index ≥ N is an obstacle
};

/// Each pair once, whatever the number of points it touches at.
Sides sides_of(const FrameView& view, const Joining& joining) {
  std::vector<std::tuple<std::size_t, std::size_t, Number>> pairs;
  for (std::size_t c = 0; c < view.contacts(); ++c) {
    if (view.joins(c, joining)) {
      pairs.emplace_back(view.first(c), view.second(c), view.with_obstacle(c) ? Number{} : view.image(c));
    }
  }
  std::sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  Sides sides{std::vector<std::vector<std::size_t>>(view.bodies)};
  for (const auto& [first, second, image] : pairs) {
    sides.partners[first].push_back(second);
    if (second < view.bodies) {
      sides.partners[second].push_back(first);
    }
  }
  return sides;
}

/// Takes bodies of fewer than `least` partners away until none is left; the number of partners that stay, or −1.
std::vector<std::int64_t> without_rattlers(const Sides& sides, std::int64_t least) {
  std::vector<std::int64_t> left;
  std::vector<std::size_t> falling;
  left.reserve(sides.partners.size());
  for (const auto& partners : sides.partners) {
    left.push_back(static_cast<std::int64_t>(partners.size()));
  }
  const auto fall = [&](std::size_t body) {
    if (left[body] >= 0 && left[body] < least) {
      left[body] = -1;
      falling.push_back(body);
    }
  };
  for (std::size_t body = 0; body < left.size(); ++body) {
    fall(body);
  }
  while (!falling.empty()) {
    const std::size_t body = falling.back();
    falling.pop_back();
    for (const std::size_t partner : sides.partners[body]) {
      if (partner < left.size() && left[partner] >= 0) {
        --left[partner];
        fall(partner);
      }
    }
  }
  return left;
}

/// How many bodies have 0, 1, 2, … ; those with −1 are none. Returns the mean.
double tally(const std::vector<std::int64_t>& numbers, std::vector<std::int64_t>& bodies) {
  double sum = 0.0, count = 0.0;
  for (const std::int64_t number : numbers) {
    if (number >= 0) {
      bodies.resize(std::max(bodies.size(), static_cast<std::size_t>(number) + 1));
      ++bodies[static_cast<std::size_t>(number)];
      sum += static_cast<double>(number);
      count += 1.0;
    }
  }
  return count > 0.0 ? sum / count : 0.0;
}

}  // namespace

Coordination coordination(const Constants& constants, const Frame& frame, const Joining& joining, int least) {
  if (!frame.present.empty()) {
    const PresentBodies here = present_bodies(constants, frame);
    return coordination(here.constants, here.frame, joining, least);
  }
  const FrameView view(constants, frame);
  const Sides sides = sides_of(view, joining);
  Coordination result;
  result.mean = tally(without_rattlers(sides, 0), result.bodies);
  const std::vector<std::int64_t> backbone = without_rattlers(sides, least > 0 ? least : constants.dimension + 1);
  result.rattlers = std::count(backbone.begin(), backbone.end(), -1);
  result.backbone_mean = tally(backbone, result.backbone_bodies);
  return result;
}

}  // namespace gluey
