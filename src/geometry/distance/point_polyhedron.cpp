#include "geometry/distance/point_polyhedron.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace gluey {

Closest<3> closest(const Vec<3>& point, const Polyhedron& polyhedron) {
  const Topology& topology = *polyhedron.topology;
  double deepest = -std::numeric_limits<double>::infinity();  // largest signed distance to a face's plane
  double nearest =
      std::numeric_limits<double>::infinity();  // squared distance to an edge of a face that sees the point
  std::size_t deepest_face = 0;
  Vec<3> nearest_away = Vec<3>::Zero();
  for (std::size_t f = 0; f < polyhedron.normals.size(); ++f) {
    const auto first = static_cast<std::size_t>(topology.face[f]),
               last = static_cast<std::size_t>(topology.face[f + 1]);
    const auto corner = [&](std::size_t k) -> const Vec<3>& {
      return polyhedron.points[static_cast<std::size_t>(topology.corner[k < last ? k : first])];
    };
    const Vec<3>& normal = polyhedron.normals[f];
    const double side = normal.dot(point - corner(first));
    if (side > deepest) {
      deepest = side;
      deepest_face = f;
    }
    if (side <= 0.0) {
      continue;
    }
    bool over = true;
    for (std::size_t k = first; k < last; ++k) {
      const Vec<3> along = corner(k + 1) - corner(k), from = point - corner(k);
      if (along.cross(normal).dot(from) > 0.0) {
        over = false;
        Vec<3> away = from - std::clamp(from.dot(along) / along.squaredNorm(), 0.0, 1.0) * along;
        if (away.squaredNorm() < nearest) {
          nearest = away.squaredNorm();
          nearest_away = away;
        }
      }
    }
    if (over) {
      return {side, normal};  // no other face is nearer than the one the point stands over
    }
  }
  if (deepest <= 0.0) {
    return {deepest, polyhedron.normals[deepest_face]};
  }
  const double distance = std::sqrt(nearest);
  return {distance, direction<3>(nearest_away, distance, polyhedron.normals[deepest_face],
                                 (polyhedron.points[1] - polyhedron.points[0]).norm())};
}

}  // namespace gluey
