#pragma once
// The side a core in space turns to its partner.

#include "geometry/distance/polytope_core.hpp"
#include "geometry/distance/polytope_manifold.hpp"

#include <cmath>

namespace gluey::polytope {

/// What a core turns along `n` around its furthest point: the face and the edge best aligned with it.
struct Front {
  int vertex = 0, face = -1;
  double cosine = -2.0;  ///< of the face
  const Topology::Edge* edge = nullptr;
  double sine = 2.0;  ///< of the edge
};

inline Front front(const Core<3>& core, const Vec<3>& n) {
  Front result;
  result.vertex = support<3>(core, n);
  for (const Topology::Edge& edge : core.topology->edges) {
    if (edge.from != result.vertex && edge.to != result.vertex) {
      continue;
    }
    for (const std::int32_t face : {edge.left, edge.right}) {
      if (face >= 0 && n.dot(core.normals[static_cast<std::size_t>(face)]) > result.cosine) {
        result.cosine = n.dot(core.normals[static_cast<std::size_t>(face)]);
        result.face = face;
      }
    }
    const Vec<3> along =
        core.points[static_cast<std::size_t>(edge.to)] - core.points[static_cast<std::size_t>(edge.from)];
    const double length = along.norm();
    if (length > 0.0 && std::abs(n.dot(along)) < result.sine * length) {
      result.sine = std::abs(n.dot(along)) / length;
      result.edge = &edge;
    }
  }
  return result;
}

inline std::span<const std::int32_t> corners(const Core<3>& core, int face) {
  const Topology& t = *core.topology;
  const auto f = static_cast<std::size_t>(face);
  return std::span(t.corner).subspan(static_cast<std::size_t>(t.face[f]),
                                     static_cast<std::size_t>(t.face[f + 1] - t.face[f]));
}

/// The rounding of a capsule below its axis' point x, along −n. Zero for what is not one.
inline double below(const Core<3>& core, const Vec<3>& n, const Vec<3>& x) {
  if (core.radius == 0.0) {
    return 0.0;
  }
  const double rise = n.dot(core.points[1] - core.points[0]);
  const double length = (core.points[1] - core.points[0]).norm();
  return thickness(core.radius, (x - core.points[rise >= 0.0 ? 0 : 1]).norm(),
                   length > 0.0 ? std::abs(rise) / length : 0.0);
}

}  // namespace gluey::polytope
