#pragma once
// Polytopes on a half-space. The deepest point is a corner; with it come the other corners of the face or side it rests on.

#include "geometry/distance/polytope_polytope.hpp"
#include "geometry/plane.hpp"

namespace gluey {

template <PolytopeIn<2> A>
Manifold<2> meet(const A& a, const Plane<2>& plane, const Pose<2>& plane_in_a, double within);
template <PolytopeIn<3> A>
Manifold<3> meet(const A& a, const Plane<3>& plane, const Pose<3>& plane_in_a, double within);

}  // namespace gluey
