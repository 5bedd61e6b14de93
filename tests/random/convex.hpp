#pragma once
// Signed distances of convex parts by support functions alone, without any of the engine's code: where two are apart, the nearest point
// of their Minkowski difference (Gilbert, Johnson and Keerthi); where they overlap, the gap of the widest slab between them, of all
// normals of faces and products of edges where both are polytopes, else by trying directions all around.

#include "core/vector.hpp"
#include "geometry/part.hpp"

#include <vector>

namespace gluey::test {

/// A convex part in space: the hull of points, or a superellipsoid, with a rounding; or a half-space.
template <int D>
struct Convex {
  std::vector<Vec<D>> points;     ///< in space
  std::vector<Vec<D>> normals;    ///< of faces; where the hull is flat, of both its sides
  std::vector<Vec<D>> edges;      ///< directions
  double radius = 0.0;            ///< rounding
  bool smooth = false;            ///< superellipsoid
  Pose<D> pose;                   ///< … where it stands
  Vec<D> radii = Vec<D>::Zero();  ///< …
  double p = 2.0, q = 2.0;        ///< …
  bool half_space = false;        ///< where normal · (x − point) ≤ 0
  Vec<D> point = Vec<D>::Zero(), normal = Vec<D>::Zero();

  /// The furthest point along n, without the rounding.
  [[nodiscard]] Vec<D> support(const Vec<D>& n) const;
  [[nodiscard]] Convex moved(const Pose<D>& to) const;
  /// The largest radius of curvature, as far as it is bounded by anything but the size.
  [[nodiscard]] double bluntness() const;
};

/// The pieces of a list of parts. Neighbours in one line or plane are one piece where their union is convex, so that a chain or a mesh
/// that is cut into more parts is the same.
template <int D>
std::vector<Convex<D>> pieces(const std::vector<Part<D>>& parts);
template <int D>
Convex<D> ball(const Vec<D>& center, double radius);

template <int D>
struct Distance {
  double value = 0.0;              ///< negative: overlap
  Vec<D> normal = Vec<D>::Zero();  ///< from the first to the second
  double doubt = 0.0;              ///< by how much the overlap may be deeper
};

/// The gap of the slab along n: no larger than the distance.
template <int D>
double slab(const Convex<D>& a, const Convex<D>& b, const Vec<D>& n);
template <int D>
Distance<D> distance(const Convex<D>& a, const Convex<D>& b);

}  // namespace gluey::test
