#pragma once
// Axis-aligned bounds of a part placed in the world. A plane has none.

#include "core/infinity.hpp"
#include "geometry/part.hpp"

namespace gluey {

template <int D>
struct Bounds {
  Vec<D> lower = Vec<D>::Constant(-infinity);
  Vec<D> upper = Vec<D>::Constant(infinity);
};

template <int D>
Bounds<D> part_bounds(const Part<D>& part, const Pose<D>& pose);

}  // namespace gluey
