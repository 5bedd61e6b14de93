#pragma once
// Signed distance of two smooth convex shapes, ellipsoids and superellipsoids: one contact point (common_normal.hpp).

#include "geometry/ellipsoid.hpp"
#include "geometry/manifold.hpp"
#include "geometry/superellipsoid.hpp"

namespace gluey {

template <int D>
Manifold<D> meet(const Ellipsoid<D>& a, const Ellipsoid<D>& b, const Pose<D>& b_in_a, double within);
template <int D>
Manifold<D> meet(const Ellipsoid<D>& a, const Superellipsoid<D>& b, const Pose<D>& b_in_a, double within);
template <int D>
Manifold<D> meet(const Superellipsoid<D>& a, const Ellipsoid<D>& b, const Pose<D>& b_in_a, double within);
template <int D>
Manifold<D> meet(const Superellipsoid<D>& a, const Superellipsoid<D>& b, const Pose<D>& b_in_a, double within);

}  // namespace gluey
