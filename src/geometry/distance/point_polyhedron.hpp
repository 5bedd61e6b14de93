#pragma once
#include "geometry/closest.hpp"
#include "geometry/polyhedron.hpp"

namespace gluey {

/// Inside: out through the nearest face. Outside: the nearest point of a face that sees the point.
Closest<3> closest(const Vec<3>& point, const Polyhedron& polyhedron);

}  // namespace gluey
