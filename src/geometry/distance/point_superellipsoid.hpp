#pragma once
// Signed distance of a point to a superellipsoid: the search for a common normal with a point for the other shape.

#include "geometry/closest.hpp"
#include "geometry/superellipsoid.hpp"

namespace gluey {

template <int D>
Closest<D> closest(const Vec<D>& point, const Superellipsoid<D>& superellipsoid);

}  // namespace gluey
