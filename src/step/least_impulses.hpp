#pragma once
// The points of a flat contact share one normal, and their impulses move two rigid bodies only by their sum and the place of it: where there are
// more than D points, or they stand in a line, many impulses do the same, and which of them a solver ends with hangs on where it started. What
// the points hold afterwards, and when they let go, must not. Of all impulses that do the same the smallest are taken:
//     min ½ Σ p_k²/w_k    with  Σ p_k a_k  as it was,  p_k ≥ l_k,      a_k = (1, place of point k in the plane),
// that is  p_k = max(l_k, w_k y·a_k)  for some y: as a linear pressure would press. The weight of a point is the border of the contact that is
// nearer to it than to the next corner, so that two corners at one place count as one.

#include "core/vector.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace gluey {

/// One point of a flat contact.
template <int D>
struct FlatPoint {
  Vec<D> place =
      Vec<D>::Zero();    ///< 1, and D − 1 coordinates in the plane, about the middle and of the size of the contact
  double weight = 1.0;   ///< w > 0
  double lower = 0.0;    ///< l
  double impulse = 0.0;  ///< p ≥ l
  bool open = false;     ///< the two move apart here, so that p = l
};

/// Replaces the impulses by the smallest that do the same.
template <int D>
void take_least_impulses(std::span<FlatPoint<D>> points);

}  // namespace gluey
