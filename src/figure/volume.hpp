#pragma once
// Volumes of shapes in space, areas in the plane.

#include "figure/solid.hpp"

namespace gluey::figure {

double volume(const Solid& solid, std::size_t dimension);

/// Of the union. Exact where parts do not overlap; what they share is counted on a grid, to about a thousandth of it.
double volume(const std::vector<Solid>& solids, std::size_t dimension);

}  // namespace gluey::figure
