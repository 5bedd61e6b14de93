#include "stats/frame_view.hpp"
#include "stats/solid_part.hpp"

#include <gluey/errors.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace gluey {
namespace {

using stats::Box;
using stats::FrameView;
using stats::Point;

/// Whether the body's centre lies in the region, along the profile's axis aside.
bool beside(const FrameView& view, const Box& box, const Point& place, int along) {
  for (int axis = 0; axis < static_cast<int>(view.d); ++axis) {
    // The outermost body's centre is inside; the upper bound itself belongs to nobody else.
    if (axis != along && (place[axis] < box.lower[axis] || place[axis] > box.upper[axis])) {
      return true;
    }
  }
  return false;
}

/// Adds to every slice what lies in it of a body, and of its images across a periodic border.
void add_solid(const FrameView& view, const stats::Solids& solids, std::size_t body, int axis,
               std::vector<double>& filled, const std::vector<ProfileRow>& rows) {
  const bool periodic = view.periodic(static_cast<std::size_t>(axis));
  const double period = periodic ? view.period(static_cast<std::size_t>(axis)) : 0.0;
  const double radius = view.radius(body);
  const double lower = rows.front().from, width = rows.front().to - rows.front().from;
  for (int image = periodic ? -1 : 0; image <= (periodic ? 1 : 0); ++image) {
    const double place = view.position(body)[axis] + image * period;
    const auto slice_of = [&](double x) {
      const double slice = width > 0.0 ? std::floor((x - lower) / width) : 0.0;
      return static_cast<std::int64_t>(std::clamp(slice, -1.0, static_cast<double>(rows.size())));
    };
    const auto last = std::min(slice_of(place + radius), static_cast<std::int64_t>(rows.size()) - 1);
    for (std::int64_t k = std::max<std::int64_t>(0, slice_of(place - radius)); k <= last; ++k) {
      const ProfileRow& row = rows[static_cast<std::size_t>(k)];
      filled[static_cast<std::size_t>(k)] +=
          solids.below(body, view.frame, axis, row.to - place) - solids.below(body, view.frame, axis, row.from - place);
    }
  }
}

std::vector<ProfileRow> equal_slices(const Box& box, int axis, int slices, std::size_t d) {
  std::vector<ProfileRow> rows(static_cast<std::size_t>(slices));
  const double width = box.size()[axis] / slices;
  for (std::size_t k = 0; k < rows.size(); ++k) {
    rows[k].from = box.lower[axis] + width * static_cast<double>(k);
    rows[k].to = k + 1 == rows.size() ? box.upper[axis] : box.lower[axis] + width * static_cast<double>(k + 1);
    rows[k].velocity.assign(d, 0.0);
  }
  return rows;
}

/// The slice that holds each body's centre, or −1.
std::vector<std::int64_t> slices_of(const FrameView& view, const Box& box, int axis, int slices) {
  const double width = box.size()[axis] / slices;
  std::vector<std::int64_t> home(view.bodies, -1);
  for (std::size_t body = 0; body < view.bodies; ++body) {
    const Point place = view.position(body);
    if (!beside(view, box, place, axis) && place[axis] >= box.lower[axis] && place[axis] <= box.upper[axis]) {
      const double slice = width > 0.0 ? std::floor((place[axis] - box.lower[axis]) / width) : 0.0;
      home[body] = static_cast<std::int64_t>(std::clamp(slice, 0.0, static_cast<double>(slices - 1)));
    }
  }
  return home;
}

}  // namespace

std::vector<ProfileRow> frame_profile(const Constants& constants, const Frame& frame, int axis, int slices,
                                      const Region& region) {
  if (!frame.present.empty()) {
    const PresentBodies here = present_bodies(constants, frame);
    return frame_profile(here.constants, here.frame, axis, slices, region);
  }
  if (axis < 0 || axis >= constants.dimension) {
    throw Error(fmt::format("a profile's axis must be between 0 and {}, not {}", constants.dimension - 1, axis));
  }
  if (slices < 1) {
    throw Error(fmt::format("a profile needs at least one slice, not {}", slices));
  }
  const FrameView view(constants, frame);
  const Box box = box_of(view, region);
  std::vector<ProfileRow> rows = equal_slices(box, axis, slices, view.d);
  const std::vector<std::int64_t> home = slices_of(view, box, axis, slices);
  const stats::Solids solids(constants);
  std::vector<double> filled(rows.size(), 0.0);
  for (std::size_t body = 0; body < view.bodies; ++body) {
    if (!beside(view, box, view.position(body), axis)) {
      add_solid(view, solids, body, axis, filled, rows);
    }
    if (home[body] >= 0) {
      ProfileRow& row = rows[static_cast<std::size_t>(home[body])];
      row.bodies += 1;
      row.solid += solids.whole(body);
      for (std::size_t k = 0; k < view.d; ++k) {
        row.velocity[k] += frame.velocity[body * view.d + k];
      }
    }
  }
  for (std::size_t k = 0; k < rows.size(); ++k) {
    for (double& component : rows[k].velocity) {
      component /= static_cast<double>(std::max<std::int64_t>(1, rows[k].bodies));
    }
    const double volume = box.volume() / slices;
    rows[k].solid_fraction = volume > 0.0 ? filled[k] / volume : 0.0;
  }
  for (std::size_t body = 0; body < view.bodies; ++body) {
    if (home[body] >= 0) {
      ProfileRow& row = rows[static_cast<std::size_t>(home[body])];
      for (std::size_t k = 0; k < view.d; ++k) {
        const double off = frame.velocity[body * view.d + k] - row.velocity[k];
        row.temperature += off * off / static_cast<double>(constants.dimension * row.bodies);
      }
    }
  }
  return rows;
}

}  // namespace gluey
