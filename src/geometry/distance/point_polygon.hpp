#pragma once
#include "geometry/closest.hpp"
#include "geometry/polygon.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace gluey {

inline Closest<2> closest(const Vec<2>& point, const Polygon& polygon) {
  double deepest = -std::numeric_limits<double>::infinity();  // largest signed distance to an edge's line
  Vec<2> deepest_normal = Vec<2>::UnitX();
  double nearest = std::numeric_limits<double>::infinity();  // squared distance to the outline
  Vec<2> nearest_away = Vec<2>::Zero();
  const std::size_t count = polygon.points.size();
  for (std::size_t k = 0; k < count; ++k) {
    const Vec<2>& from = polygon.points[k];
    const Vec<2> along = polygon.points[(k + 1) % count] - from;
    const Vec<2> normal = Vec<2>(along[1], -along[0]).normalized();
    const double side = (point - from).dot(normal);
    if (side > deepest) {
      deepest = side;
      deepest_normal = normal;
    }
    const double parameter = std::clamp((point - from).dot(along) / along.squaredNorm(), 0.0, 1.0);
    const Vec<2> away = point - (from + parameter * along);
    if (away.squaredNorm() < nearest) {
      nearest = away.squaredNorm();
      nearest_away = away;
    }
  }
  if (deepest <= 0.0) {
    return {deepest, deepest_normal};
  }
  const double distance = std::sqrt(nearest);
  return {distance,
          direction<2>(nearest_away, distance, deepest_normal, (polygon.points[count / 2] - polygon.points[0]).norm())};
}

}  // namespace gluey
