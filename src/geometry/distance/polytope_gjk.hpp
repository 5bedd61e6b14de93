#pragma once
// The distance of two cores that are apart (Gilbert, Johnson, Keerthi 1988): the point of B − A nearest to the origin,
// found as the nearest point of simplices of its corners that come ever closer. Each bounds the distance d from above; the
// slab across its direction n bounds it from below, n·w with w the corner furthest back along n.
//
// n is taken from the simplex's own edges (the normal of a triangle, not v/|v|), so that it keeps its digits however
// small d is; the sub-simplex is the best of all of them, not the first that fits, which no rounding can mislead.

#include "geometry/distance/polytope_core.hpp"

namespace gluey::polytope {

enum class Cores { apart, beyond, near };

template <int D>
struct Apart {
  Cores state =
      Cores::near;  ///< beyond: further apart than asked for; near: closer than 1e-7 of the size, or overlapping
  Vec<D> normal = Vec<D>::UnitX();
  double distance = 0.0;          ///< an upper bound where the cores are near
  double bound = 0.0;             ///< the slab across the normal: a lower bound
  Vec<D> first = Vec<D>::Zero();  ///< the nearest point of A's core
};

template <int D>
Apart<D> gjk(const Core<D>& a, const Core<D>& b, double within);

}  // namespace gluey::polytope
