#pragma once
// A point, or a sphere, and an ellipsoid or superellipsoid: the sphere is a capsule without length.

#include "geometry/closest.hpp"
#include "geometry/ellipsoid.hpp"
#include "geometry/manifold.hpp"
#include "geometry/sphere.hpp"
#include "geometry/superellipsoid.hpp"

namespace gluey {

template <int D>
Closest<D> closest(const Vec<D>& point, const Ellipsoid<D>& ellipsoid);
template <int D>
Closest<D> closest(const Vec<D>& point, const Superellipsoid<D>& superellipsoid);

template <int D>
Manifold<D> meet(const Sphere<D>& a, const Ellipsoid<D>& b, const Pose<D>& b_in_a, double within);
template <int D>
Manifold<D> meet(const Sphere<D>& a, const Superellipsoid<D>& b, const Pose<D>& b_in_a, double within);

}  // namespace gluey
