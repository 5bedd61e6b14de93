#pragma once
// The table of shape pairs: which file measures their distance. Every solid part meets every part; a pair without an entry
// does not compile (table.cpp). A sphere is a point with a radius, so its row is that of `closest`, which contacts of
// spheres use directly (distance/points.hpp). A new shape adds its files here.
//
//                     | plane           | sphere         | segment, box, polygon,     | ellipsoid, superellipsoid
//                     |                 |                | polyhedron, triangle       |
//   ------------------+-----------------+----------------+----------------------------+---------------------------
//   sphere            | point_plane     | point_sphere   | point_(its name)           | sphere_smooth
//   polytopes         | plane_polytope  | (as above)     | polytope_polytope          | smooth_polytope
//   smooth            | smooth_polytope | (as above)     | smooth_polytope            | smooth_smooth

#include "geometry/closest.hpp"
#include "geometry/manifold.hpp"
#include "geometry/part.hpp"

namespace gluey {

/// How far a point is from a part. Loops over many points and one part include distance/points.hpp and call `closest`.
template <int D>
Closest<D> part_closest(const Vec<D>& point, const Part<D>& part);

/// Where two parts touch, or would first; `second` is the pose of b's owner in a's frame. None further apart than `within`.
/// (Not called `meet`: every shape converts to a part, and a pair without an entry would find itself.)
template <int D>
Manifold<D> meet_parts(const Part<D>& a, const Part<D>& b, const Pose<D>& second, double within);

}  // namespace gluey
