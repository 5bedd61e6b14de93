#pragma once
// How far a part reaches and how thin it is.

#include "geometry/part.hpp"

namespace gluey {

/// A bound of the distance from `point` to the farthest point of the part: exact but for ellipsoids and superellipsoids,
/// which are taken as the ball about their centre.
template <int D>
double farthest(const Part<D>& part, const Vec<D>& point);

/// Half of the least distance of two parallel planes between which the part fits; 0 for surfaces.
template <int D>
double half_thickness(const Part<D>& part);

}  // namespace gluey
