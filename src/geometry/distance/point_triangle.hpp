#pragma once
#include "geometry/closest.hpp"
#include "geometry/polyhedron.hpp"

namespace gluey {

/// A mesh makes one contact where a sphere touches it once, though every triangle is asked by itself:
/// - a point of an edge counts only where the point lies beyond both triangles (the edge's Voronoi region), and then for
///   the triangle whose far corner comes first; both compute this from the same numbers, so exactly one has it;
/// - a corner counts only where the point lies beyond all edges that meet there, for the triangle that keeps them.
/// So over a flat or concave edge the contacts are those of the triangles' insides, with their normals.
Closest<3> closest(const Vec<3>& point, const Triangle& triangle);

}  // namespace gluey
