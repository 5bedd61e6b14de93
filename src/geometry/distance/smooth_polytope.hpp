#pragma once
// Signed distance of a smooth convex shape and one with flat faces: capsule, box, polygon, polyhedron, triangle, plane. One
// contact point (common_normal.hpp): a strictly convex surface touches in one. Which of several parts owns it is for
// proximity/ownership.hpp to say.

#include "geometry/box.hpp"
#include "geometry/distance/smooth_smooth.hpp"
#include "geometry/manifold.hpp"
#include "geometry/plane.hpp"
#include "geometry/polygon.hpp"
#include "geometry/polyhedron.hpp"
#include "geometry/segment.hpp"

namespace gluey {

template <int D, SmoothIn<D> A>
Manifold<D> meet(const A& a, const Plane<D>& b, const Pose<D>& b_in_a, double within);
template <int D, SmoothIn<D> A>
Manifold<D> meet(const A& a, const Segment<D>& b, const Pose<D>& b_in_a, double within);
template <int D, SmoothIn<D> A>
Manifold<D> meet(const A& a, const Box<D>& b, const Pose<D>& b_in_a, double within);
template <SmoothIn<2> A>
Manifold<2> meet(const A& a, const Polygon& b, const Pose<2>& b_in_a, double within);
template <SmoothIn<3> A>
Manifold<3> meet(const A& a, const Polyhedron& b, const Pose<3>& b_in_a, double within);
template <SmoothIn<3> A>
Manifold<3> meet(const A& a, const Triangle& b, const Pose<3>& b_in_a, double within);

}  // namespace gluey
