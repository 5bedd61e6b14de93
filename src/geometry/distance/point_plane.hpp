#pragma once
#include "geometry/closest.hpp"
#include "geometry/plane.hpp"

namespace gluey {

template <int D>
Closest<D> closest(const Vec<D>& point, const Plane<D>& plane) {
  return {(point - plane.point).dot(plane.normal), plane.normal};
}

}  // namespace gluey
