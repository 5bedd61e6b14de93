#pragma once
// Separating axes in space. For cores that overlap, the best slab lies across a face of one of them or across an edge of
// each (a face of B − A); its gap is minus the depth. Two edges make a face of B − A where the arcs of their normals cross
// on the Gauss sphere: n = ±e×f must lie between the normals of e's faces, and −n between those of f's.

#include "geometry/distance/polytope_core.hpp"

#include <functional>

namespace gluey::polytope {

struct Slab {
  double gap = 0.0;                 ///< n·(B − A) over the best slab: never more than the signed distance
  Vec<3> normal = Vec<3>::UnitX();  ///< from A to B
  Vec<3> first = Vec<3>::Zero();    ///< a point of A's core on its side of the slab
  bool crossed = false;             ///< across two edges; `first` is then where they come closest
};

/// Cores at most `upper` apart, one of which has faces.
Slab separate(const Core<3>& a, const Core<3>& b, double upper);

/// Every slab across two edges that is a face of B − A and has a gap above `least`, with the points where the edges come closest.
void for_each_crossing(
    const Core<3>& a, const Core<3>& b, double least,
    const std::function<void(const Vec<3>& n, double gap, const Vec<3>& first, const Vec<3>& second)>& visit);

/// Two boxes, by their fifteen axes. Ends early where a slab is wider than `within`.
Slab separate_boxes(const Core<3>& a, const Core<3>& b, double within);

/// Where the lines through two segments come closest, held to the segments: parameters in [0, 1].
struct Crossing {
  double s = 0.5, t = 0.5;
};
inline Crossing crossing(const Vec<3>& from, const Vec<3>& e, const Vec<3>& to, const Vec<3>& f) {
  const Vec<3> normal = e.cross(f), between = to - from;
  const double squared = normal.squaredNorm();
  if (!(squared > 0.0)) {
    return {};
  }
  return {std::min(1.0, std::max(0.0, between.cross(f).dot(normal) / squared)),
          std::min(1.0, std::max(0.0, between.cross(e).dot(normal) / squared))};
}

}  // namespace gluey::polytope
