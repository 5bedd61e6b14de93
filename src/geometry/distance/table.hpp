#pragma once
// The table of shape pairs: which function measures the distance from a body to a part of an obstacle. Bodies are
// spheres, that is points with a radius. A new shape adds its file here and a `closest` overload.
//
//   body \ part | plane        | sphere        | segment        | box        | polygon
//   ------------+--------------+---------------+----------------+------------+--------------
//   sphere      | point_plane  | point_sphere  | point_segment  | point_box  | point_polygon

#include "geometry/distance/point_box.hpp"      // IWYU pragma: export
#include "geometry/distance/point_plane.hpp"    // IWYU pragma: export
#include "geometry/distance/point_polygon.hpp"  // IWYU pragma: export
#include "geometry/distance/point_segment.hpp"  // IWYU pragma: export
#include "geometry/distance/point_sphere.hpp"   // IWYU pragma: export

#include "geometry/manifold.hpp"
#include "geometry/part.hpp"

namespace gluey {

/// Where two parts touch, or would first; `second` is the pose of b's owner in a's frame. None further apart than `within`.
template <int D>
Manifold<D> meet(const Part<D>& a, const Part<D>& b, const Pose<D>& second, double within);

}  // namespace gluey
