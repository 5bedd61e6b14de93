#pragma once
// Three-dimensional panels: shaded spheres, tubes and faces, painted from far to near.

#include "render/planar.hpp"
#include "render/projection.hpp"

namespace gluey::render {

/// In space tubes are drawn thinner than in the plane, by this part: they hide each other.
inline constexpr double tube_share = 0.6;

void draw_spatial(cairo_t* cairo, const Snapshot& snapshot, const Projection& projection, const Bounds& bounds,
                  const Cell& cell, const PanelStyle& style);

}  // namespace gluey::render
