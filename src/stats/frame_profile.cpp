#include "figure/volume.hpp"

#include <gluey/errors.hpp>
#include <gluey/stats.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <unordered_map>

namespace gluey {
namespace {

/// Area or volume of each body, in its true shape.
std::vector<double> solids_of(const Constants& constants) {
  const auto dimension = static_cast<std::size_t>(constants.dimension);
  const std::vector<std::string>& shape = constants.bodies.shape;
  std::unordered_map<std::string, double> known;
  std::vector<double> solids;
  for (std::size_t body = 0; body < constants.bodies.radius.size(); ++body) {
    const double radius = constants.bodies.radius[body];
    if (shape.empty() || shape[body].empty()) {
      solids.push_back(figure::volume(figure::Solid{.kind = figure::Solid::Kind::ball, .radius = radius}, dimension));
      continue;
    }
    const auto [place, fresh] = known.try_emplace(shape[body]);
    if (fresh) {
      place->second = figure::volume(figure::solids_of(shape[body], dimension), dimension);
    }
    solids.push_back(place->second);
  }
  return solids;
}

}  // namespace

std::vector<ProfileRow> frame_profile(const Constants& constants, const Frame& frame, int axis, int slices) {
  if (axis < 0 || axis >= constants.dimension) {
    throw Error(fmt::format("a profile's axis must be between 0 and {}, not {}", constants.dimension - 1, axis));
  }
  if (slices < 1) {
    throw Error(fmt::format("a profile needs at least one slice, not {}", slices));
  }
  const auto d = static_cast<std::size_t>(constants.dimension);
  const std::vector<double>& radius = constants.bodies.radius;
  const auto along = [&](std::size_t body) { return frame.position[body * d + static_cast<std::size_t>(axis)]; };

  // From the outermost surface to the outermost surface.
  double lower = 0.0, upper = 0.0;
  for (std::size_t body = 0; body < radius.size(); ++body) {
    lower = body == 0 ? along(body) - radius[body] : std::min(lower, along(body) - radius[body]);
    upper = body == 0 ? along(body) + radius[body] : std::max(upper, along(body) + radius[body]);
  }
  const double width = (upper - lower) / slices;

  std::vector<ProfileRow> rows(static_cast<std::size_t>(slices));
  for (std::size_t k = 0; k < rows.size(); ++k) {
    rows[k].from = lower + width * static_cast<double>(k);
    rows[k].to = k + 1 == rows.size() ? upper : lower + width * static_cast<double>(k + 1);
    rows[k].velocity.assign(d, 0.0);
  }
  const std::vector<double> solids = solids_of(constants);
  for (std::size_t body = 0; body < radius.size(); ++body) {
    const double place = width > 0.0 ? std::floor((along(body) - lower) / width) : 0.0;
    ProfileRow& row = rows[static_cast<std::size_t>(std::clamp(place, 0.0, static_cast<double>(slices - 1)))];
    row.bodies += 1;
    row.solid += solids[body];
    for (std::size_t k = 0; k < d; ++k) {
      row.velocity[k] += frame.velocity[body * d + k];
    }
  }
  for (ProfileRow& row : rows) {
    for (double& component : row.velocity) {
      component /= static_cast<double>(std::max<std::int64_t>(1, row.bodies));
    }
  }
  return rows;
}

}  // namespace gluey
