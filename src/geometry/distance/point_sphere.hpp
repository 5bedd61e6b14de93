#pragma once
#include "geometry/closest.hpp"
#include "geometry/sphere.hpp"

namespace gluey {

template <int D>
Closest<D> closest(const Vec<D>& point, const Sphere<D>& sphere) {
  const Vec<D> away = point - sphere.position;
  const double length = away.norm();
  return {length - sphere.radius, direction<D>(away, length, Vec<D>::UnitX())};
}

}  // namespace gluey
