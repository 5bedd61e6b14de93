#pragma once
#include "geometry/closest.hpp"
#include "geometry/segment.hpp"

#include <algorithm>
#include <cmath>

namespace gluey {

/// In a chain a vertex belongs to the segment that ends there, and counts only where the point lies beyond both segments
/// (the vertex's Voronoi region). So a convex corner makes one contact, a concave one makes two, and a straight joint one.
template <int D>
Closest<D> closest(const Vec<D>& point, const Segment<D>& segment) {
  const Vec<D> along = segment.to - segment.from;
  const double squared = along.squaredNorm();
  const double parameter = squared > 0.0 ? (point - segment.from).dot(along) / squared : 0.0;
  Closest<D> result;
  if (parameter <= 0.0 && segment.joined_before) {
    result.owned = false;
  } else if (parameter >= 1.0 && segment.after) {
    result.owned = (point - segment.to).dot(*segment.after - segment.to) <= 0.0;
  }
  Vec<D> away = point - (segment.from + std::clamp(parameter, 0.0, 1.0) * along);
  // A point on the segment itself is pushed to its left (2D) or to some side (3D), and at its ends out along it.
  Vec<D> side = Vec<D>::UnitX();  // of a segment that is a point
  if (squared > 0.0) {
    if (parameter <= 0.0 || parameter >= 1.0) {
      side = (parameter <= 0.0 ? -along : along) / std::sqrt(squared);
    } else {
      away -= away.dot(along) / squared * along;
      if constexpr (D == 2) {
        side = Vec<D>(-along[1], along[0]).normalized();
      } else {
        side = along.unitOrthogonal();
      }
    }
  }
  const double length = away.norm();
  result.distance = length - segment.radius;
  result.outward = direction<D>(away, length, side, std::sqrt(squared));
  return result;
}

}  // namespace gluey
