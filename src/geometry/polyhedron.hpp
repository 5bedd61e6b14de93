#pragma once
// A solid convex polyhedron in its owner's frame, with its faces and edges. Coplanar triangles are one face.

#include "core/vector.hpp"

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

namespace gluey {

/// What touches what: the same for every polyhedron of a kind, and shared by them.
struct Topology {
  /// Corners of face f, anticlockwise seen from outside: corner[face[f] … face[f+1]).
  std::vector<std::int32_t> face, corner;
  struct Edge {
    std::int32_t from, to;     ///< points
    std::int32_t left, right;  ///< faces; the left one has it from → to in its loop
  };
  std::vector<Edge> edges;
  /// Points joined with point v by an edge: neighbour[around[v] … around[v+1]).
  std::vector<std::int32_t> around, neighbour;
};

/// From the corners of the faces, anticlockwise seen from outside, of a closed surface over `points` points.
std::shared_ptr<const Topology> topology_of(std::size_t points, const std::vector<std::vector<std::int32_t>>& faces);

/// Of a box: bit k of a point's number says on which side it lies along axis k; faces −x, +x, −y, +y, −z, +z.
std::shared_ptr<const Topology> box_topology();

struct Polyhedron {
  static constexpr const char* kind = "polyhedron";
  std::vector<Vec<3>> points;   ///< in the owner's frame
  std::vector<Vec<3>> normals;  ///< outward, unit, one a face
  std::shared_ptr<const Topology> topology;

  [[nodiscard]] Vec<3> center() const;  ///< mean of the points
  [[nodiscard]] double extent() const;
  [[nodiscard]] double curvature() const { return 0.0; }
};

/// The convex hull of points; throws Error where they lie in a plane. Points within 1e-9 of the size of a face's plane are
/// on it.
Polyhedron convex_hull(const std::vector<Vec<3>>& points);

/// A box about the origin.
Polyhedron box_polyhedron(const Vec<3>& half);

/// A flat triangle, one of a mesh. Two-sided; its neighbours share its edges.
struct Triangle {
  static constexpr const char* kind = "triangle";
  std::array<Vec<3>, 3> points;
  /// For the edge k → k+1: the far corner of the triangle beyond it, or a copy of this one's corner k+2 where there is none.
  std::array<Vec<3>, 3> across;
  std::array<bool, 3> joined = {false, false, false};
  /// A corner that several triangles share belongs to one of them, which keeps the far ends of all edges that meet there;
  /// the others yield it.
  std::array<bool, 3> yields = {false, false, false};
  std::array<std::vector<Vec<3>>, 3> spokes = {};
  double slack = 0.0;  ///< nearer than this is on an edge or a corner: the same for all triangles of a mesh

  [[nodiscard]] Vec<3> center() const { return (points[0] + points[1] + points[2]) / 3.0; }
  [[nodiscard]] double extent() const;
  [[nodiscard]] double curvature() const { return 0.0; }
};

/// The shape moved to another frame, as the parts of a compound are.
Polyhedron placed(Polyhedron polyhedron, const Pose<3>& pose);
Triangle placed(Triangle triangle, const Pose<3>& pose);

}  // namespace gluey
