#pragma once
// Signed distance of a smooth convex shape and one with flat faces: capsule, box, polygon, polyhedron, triangle, plane. One
// contact point (common_normal.hpp): a strictly convex surface touches in one. A vertex that another segment of a chain owns
// gives no contact (point_segment.hpp); which triangle of a mesh owns a shared edge is left to the mesh.

#include "geometry/box.hpp"
#include "geometry/ellipsoid.hpp"
#include "geometry/manifold.hpp"
#include "geometry/plane.hpp"
#include "geometry/polygon.hpp"
#include "geometry/polyhedron.hpp"
#include "geometry/segment.hpp"
#include "geometry/superellipsoid.hpp"

namespace gluey {

template <int D>
Manifold<D> meet(const Ellipsoid<D>& a, const Plane<D>& b, const Pose<D>& b_in_a, double within);
template <int D>
Manifold<D> meet(const Ellipsoid<D>& a, const Segment<D>& b, const Pose<D>& b_in_a, double within);
template <int D>
Manifold<D> meet(const Ellipsoid<D>& a, const Box<D>& b, const Pose<D>& b_in_a, double within);
Manifold<2> meet(const Ellipsoid<2>& a, const Polygon& b, const Pose<2>& b_in_a, double within);
Manifold<3> meet(const Ellipsoid<3>& a, const Polyhedron& b, const Pose<3>& b_in_a, double within);
Manifold<3> meet(const Ellipsoid<3>& a, const Triangle& b, const Pose<3>& b_in_a, double within);

template <int D>
Manifold<D> meet(const Superellipsoid<D>& a, const Plane<D>& b, const Pose<D>& b_in_a, double within);
template <int D>
Manifold<D> meet(const Superellipsoid<D>& a, const Segment<D>& b, const Pose<D>& b_in_a, double within);
template <int D>
Manifold<D> meet(const Superellipsoid<D>& a, const Box<D>& b, const Pose<D>& b_in_a, double within);
Manifold<2> meet(const Superellipsoid<2>& a, const Polygon& b, const Pose<2>& b_in_a, double within);
Manifold<3> meet(const Superellipsoid<3>& a, const Polyhedron& b, const Pose<3>& b_in_a, double within);
Manifold<3> meet(const Superellipsoid<3>& a, const Triangle& b, const Pose<3>& b_in_a, double within);

}  // namespace gluey
