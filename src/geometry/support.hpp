#pragma once
// How far a part reaches along a direction, across which directions two parts could be apart, and where they touch across a given one. With
// these the neighbours in a compound, a chain or a mesh can tell which of them a contact belongs to (proximity/ownership.hpp).

#include "geometry/manifold.hpp"
#include "geometry/part.hpp"

#include <optional>
#include <vector>

namespace gluey {

/// The point of a part that lies furthest along a direction.
template <int D>
struct Furthest {
  Vec<D> point = Vec<D>::Zero();
  /// 1/κ of the surface there (mean of the principal curvatures), infinite where flat and in corners.
  double radius = 0.0;
};

/// Of a bounded part; `direction` is a unit vector in its owner's frame. Of several such points, one.
template <int D>
Furthest<D> part_furthest(const Part<D>& part, const Vec<D>& direction);

template <int D>
struct Face {
  Vec<D> normal, middle;
};
/// The flat face that `direction` is the outward normal of, to within an angle; nothing where there is none.
template <int D>
std::optional<Face<D>> part_face(const Part<D>& part, const Vec<D>& direction, double angle);

/// The corners of the part, or of a capsule's axis, appended to `corners`. Round parts have none.
template <int D>
void part_corners(const Part<D>& part, std::vector<Vec<D>>& corners);

/// The gap of two parts along a direction, n·(points of b − points of a) at the least, and the points that have it. In a's frame.
template <int D>
struct Axis {
  Vec<D> normal = Vec<D>::UnitX();  ///< unit, from a to b
  double gap = 0.0;
  Vec<D> on_first = Vec<D>::Zero(), on_second = Vec<D>::Zero();
  bool face_of_first = false, face_of_second = false;  ///< whether it is the normal of one's face
};

/// `second` is the pose of b's owner in a's frame. Both are bounded.
template <int D>
Axis<D> axis_along(const Part<D>& a, const Part<D>& b, const Pose<D>& second, const Vec<D>& normal);

/// The directions that the shortest ways out of an overlap are among (separating axes): across the faces of polytopes and, in space, across
/// two edges. Those with a gap of at least `least` are appended.
template <int D>
void part_axes(const Part<D>& a, const Part<D>& b, const Pose<D>& second, double least, std::vector<Axis<D>>& axes);

/// Where two bounded parts touch, or would, if they could move along `axis.normal` only: all points across it with a gap of at most `within`.
/// Those that have the least gap may lie beside the other part.
template <int D>
struct Across {
  std::vector<Touch<D>> touches;
  double radius_first = 0.0, radius_second = 0.0;  ///< as in Manifold
};
template <int D>
Across<D> meet_across(const Part<D>& a, const Part<D>& b, const Pose<D>& second, const Axis<D>& axis, double within);

}  // namespace gluey
