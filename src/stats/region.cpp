#include "stats/frame_view.hpp"

#include <gluey/errors.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace gluey {

Region frame_region(const Constants& constants, const Frame& frame) {
  if (!frame.present.empty()) {
    const PresentBodies here = present_bodies(constants, frame);
    return frame_region(here.constants, here.frame);
  }
  const stats::FrameView view(constants, frame);
  Region region{std::vector<double>(view.d, 0.0), std::vector<double>(view.d, 0.0)};
  for (std::size_t axis = 0; axis < view.d; ++axis) {
    double& lower = region.lower[axis];
    double& upper = region.upper[axis];
    if (view.periodic(axis)) {
      lower = constants.domain.lower[axis];
      upper = constants.domain.upper[axis];
      continue;
    }
    for (std::size_t body = 0; body < view.bodies; ++body) {
      const double place = frame.position[body * view.d + axis], radius = view.radius(body);
      lower = body == 0 ? place - radius : std::min(lower, place - radius);
      upper = body == 0 ? place + radius : std::max(upper, place + radius);
    }
  }
  return region;
}

namespace stats {

Box box_of(const FrameView& view, const Region& region) {
  const Region& whole = region.lower.empty() ? frame_region(view.constants, view.frame) : region;
  Box box;
  box.upper[2] = 1.0;
  if (whole.lower.size() != view.d || whole.upper.size() != view.d) {
    throw Error(fmt::format("a region needs {0} lower and {0} upper bounds", view.d));
  }
  for (std::size_t axis = 0; axis < view.d; ++axis) {
    if (!region.lower.empty() && !(region.lower[axis] < region.upper[axis])) {
      throw Error(fmt::format("a region's lower bound must lie below its upper one, found {} and {}",
                              region.lower[axis], region.upper[axis]));
    }
    box.lower[static_cast<int>(axis)] = whole.lower[axis];
    box.upper[static_cast<int>(axis)] = whole.upper[axis];
  }
  return box;
}

}  // namespace stats
}  // namespace gluey
