#pragma once
// The stretch of a line along x that lies within a convex part.

#include "geometry/part.hpp"

namespace gluey {

struct Chord {
  double from = 0.0, to = 0.0;  ///< empty where from ≥ to
};

/// Of the line through `origin` along x; from and to are coordinates x in the owner's frame. Surfaces have none.
template <int D>
Chord chord(const Part<D>& part, const Vec<D>& origin);

}  // namespace gluey
