#pragma once
#include "geometry/box.hpp"
#include "geometry/closest.hpp"

#include <cmath>

namespace gluey {

template <int D>
Closest<D> closest(const Vec<D>& point, const Box<D>& box) {
  const Vec<D> local = box.pose.to_local(point);
  const Vec<D> beyond = local.cwiseAbs() - box.half;
  Vec<D> outward = Vec<D>::Zero();
  int face = 0;
  const double inside = beyond.maxCoeff(&face);
  if (inside <= 0.0) {
    // Inside: out through the nearest face.
    outward[face] = std::copysign(1.0, local[face]);
    return {inside, box.pose.orientation.apply(outward)};
  }
  for (int axis = 0; axis < D; ++axis) {
    outward[axis] = beyond[axis] > 0.0 ? std::copysign(beyond[axis], local[axis]) : 0.0;
  }
  const double distance = outward.norm();
  return {distance, box.pose.orientation.apply(outward / distance)};
}

}  // namespace gluey
