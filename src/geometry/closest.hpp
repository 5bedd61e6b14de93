#pragma once
// The answer of a distance query: how far a point is from a shape, and in which direction.

#include "core/vector.hpp"

namespace gluey {

/// Signed distance (negative inside) and the unit vector from the shape's surface to the point. Spheres are points with a
/// radius, so this is all that sphere contacts need: D = distance − radius, n = −outward.
template <int D>
struct Closest {
  double distance = 0.0;
  Vec<D> outward = Vec<D>::Zero();
  /// False where a neighbouring part of the same chain owns the closest point; there is then no contact with this part.
  bool owned = true;
};

/// Unit vector along v, or `fallback` where v has no direction: it is nothing, or nothing but what rounding leaves of lengths of the given size.
template <int D>
Vec<D> direction(const Vec<D>& v, double length, const Vec<D>& fallback, double size = 0.0) {
  constexpr double rounding = 1e-14;
  return length > rounding * size ? Vec<D>(v / length) : fallback;
}

}  // namespace gluey
