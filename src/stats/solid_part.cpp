#include "stats/solid_part.hpp"

#include "figure/volume.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace gluey::stats {
namespace {

using std::numbers::pi;

/// The points of a grid about the origin that lie in the shape: about a thousandth of its volume each at most.
std::vector<Vec<3>> points_inside(const std::vector<figure::Solid>& solids, double reach, int dimension) {
  const int across = dimension == 2 ? 96 : 32;
  const int cells = across * across * (dimension == 2 ? 1 : across);
  std::vector<Vec<3>> points;
  for (int cell = 0; cell < cells; ++cell) {
    const int row = cell / across % across, layer = cell / across / across;
    Vec<3> place(cell % across, row, layer);
    place = reach * ((2.0 * place.array() + 1.0) / across - 1.0).matrix();
    place[2] = dimension == 2 ? 0.0 : place[2];
    if (std::any_of(solids.begin(), solids.end(), [&](const auto& solid) { return contains(solid, place); })) {
      points.push_back(place);
    }
  }
  return points;
}

/// The body's axes in the world: row `axis` of its rotation.
Vec<3> row_of_rotation(const Frame& frame, std::size_t body, int dimension, int axis) {
  if (dimension == 2) {
    const double angle = frame.orientation[body];
    return axis == 0 ? Vec<3>(std::cos(angle), -std::sin(angle), 0.0) : Vec<3>(std::sin(angle), std::cos(angle), 0.0);
  }
  const double* q = frame.orientation.data() + 4 * body;
  return Eigen::Quaterniond(q[0], q[1], q[2], q[3]).toRotationMatrix().row(axis);
}

}  // namespace

double ball_below(double radius, double h, int dimension) {
  h = std::clamp(h, -radius, radius);
  if (dimension == 2) {
    return radius * radius * (0.5 * pi + std::asin(h / radius)) + h * std::sqrt(radius * radius - h * h);
  }
  return pi * (2.0 / 3.0 * radius * radius * radius + radius * radius * h - h * h * h / 3.0);
}

Solids::Solids(const Constants& constants) : constants_(constants) {
  const auto dimension = static_cast<std::size_t>(constants.dimension);
  const std::vector<std::string>& shape = constants.bodies.shape;
  std::unordered_map<std::string, std::pair<double, std::shared_ptr<const std::vector<Vec<3>>>>> known;
  for (std::size_t body = 0; body < constants.bodies.radius.size(); ++body) {
    const double radius = constants.bodies.radius[body];
    if (shape.empty() || shape[body].empty()) {
      whole_.push_back(ball_below(radius, radius, constants.dimension));
      inside_.emplace_back();
      continue;
    }
    const auto [place, fresh] = known.try_emplace(shape[body]);
    if (fresh) {
      const std::vector<figure::Solid> solids = figure::solids_of(shape[body], dimension);
      place->second.first = figure::volume(solids, dimension);
      if (solids.size() != 1 || !solids.front().is_centred_ball()) {
        place->second.second =
            std::make_shared<const std::vector<Vec<3>>>(points_inside(solids, radius, constants.dimension));
      }
    }
    whole_.push_back(place->second.first);
    inside_.push_back(place->second.second);
  }
}

double Solids::below(std::size_t body, const Frame& frame, int axis, double h) const {
  const double radius = constants_.bodies.radius[body];
  if (h <= -radius || h >= radius) {
    return h > 0.0 ? whole_[body] : 0.0;
  }
  if (!inside_[body]) {
    return ball_below(radius, h, constants_.dimension);
  }
  const std::vector<Vec<3>>& points = *inside_[body];
  const Vec<3> along = row_of_rotation(frame, body, constants_.dimension, axis);
  const auto below =
      std::count_if(points.begin(), points.end(), [&](const Vec<3>& point) { return along.dot(point) < h; });
  return points.empty() ? 0.0 : whole_[body] * static_cast<double>(below) / static_cast<double>(points.size());
}

}  // namespace gluey::stats
