#pragma once
// The table of shape pairs: which file measures their distance. Every solid part meets every part; a pair without an entry
// does not compile (table.cpp). A sphere is a point with a radius, so its row is that of `closest`, which contacts of
// spheres use directly. A new shape adds its files here.
//
//                     | plane           | sphere         | segment, box, polygon,     | ellipsoid, superellipsoid
//                     |                 |                | polyhedron, triangle       |
//   ------------------+-----------------+----------------+----------------------------+---------------------------
//   sphere            | point_plane     | point_sphere   | point_(its name)           | sphere_smooth
//   polytopes         | plane_polytope  | (as above)     | polytope_polytope          | smooth_polytope
//   smooth            | smooth_polytope | (as above)     | smooth_polytope            | smooth_smooth

#include "geometry/distance/point_box.hpp"             // IWYU pragma: export
#include "geometry/distance/point_ellipsoid.hpp"       // IWYU pragma: export
#include "geometry/distance/point_plane.hpp"           // IWYU pragma: export
#include "geometry/distance/point_polygon.hpp"         // IWYU pragma: export
#include "geometry/distance/point_polyhedron.hpp"      // IWYU pragma: export
#include "geometry/distance/point_segment.hpp"         // IWYU pragma: export
#include "geometry/distance/point_sphere.hpp"          // IWYU pragma: export
#include "geometry/distance/point_superellipsoid.hpp"  // IWYU pragma: export
#include "geometry/distance/point_triangle.hpp"        // IWYU pragma: export

#include "geometry/manifold.hpp"
#include "geometry/part.hpp"

namespace gluey {

/// Where two parts touch, or would first; `second` is the pose of b's owner in a's frame. None further apart than `within`.
/// (Not called `meet`: every shape converts to a part, and a pair without an entry would find itself.)
template <int D>
Manifold<D> meet_parts(const Part<D>& a, const Part<D>& b, const Pose<D>& second, double within);

}  // namespace gluey
