#pragma once
// How far a part reaches along a direction, the faces and corners it has, and where two parts touch across a given normal. With these its
// neighbours in a compound, a chain or a mesh can tell which of them a contact belongs to (proximity/ownership.hpp).

#include "geometry/manifold.hpp"
#include "geometry/part.hpp"

#include <vector>

namespace gluey {

/// The point of a part that lies furthest along a direction.
template <int D>
struct Furthest {
  Vec<D> point = Vec<D>::Zero();
  double radius =
      0.0;  ///< 1/κ of the surface there (mean of the principal curvatures), infinite where flat and in corners
};

/// Of a bounded part; `direction` is a unit vector in its owner's frame. Of several such points, one.
template <int D>
Furthest<D> part_furthest(const Part<D>& part, const Vec<D>& direction);

/// Outward unit normals of the part's flat faces, appended to `normals`: both sides of what has no thickness, the straight sides of a
/// capsule in the plane. Round parts have none.
template <int D>
void part_faces(const Part<D>& part, std::vector<Vec<D>>& normals);

/// The corners of the part, or of a capsule's axis, appended to `corners`. Round parts have none.
template <int D>
void part_corners(const Part<D>& part, std::vector<Vec<D>>& corners);

/// Where two bounded parts touch, or would, if they could move along `normal` only (from a to b, in a's frame), which is that of a face of one
/// of them: the points across it with a gap of at most `within`, the nearest first. `second` is the pose of b's owner in a's frame. The
/// nearest may lie beyond the border of the face.
template <int D>
Manifold<D> meet_across(const Part<D>& a, const Part<D>& b, const Pose<D>& second, const Vec<D>& normal,
                        bool face_of_first, double within);

}  // namespace gluey
