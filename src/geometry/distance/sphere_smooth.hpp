#pragma once
// Spheres against ellipsoids and superellipsoids: points with a radius.

#include "geometry/distance/point_ellipsoid.hpp"
#include "geometry/distance/point_superellipsoid.hpp"
#include "geometry/manifold.hpp"
#include "geometry/sphere.hpp"

namespace gluey {

template <int D>
Manifold<D> meet(const Sphere<D>& a, const Ellipsoid<D>& b, const Pose<D>& b_in_a, double within);
template <int D>
Manifold<D> meet(const Sphere<D>& a, const Superellipsoid<D>& b, const Pose<D>& b_in_a, double within);

}  // namespace gluey
