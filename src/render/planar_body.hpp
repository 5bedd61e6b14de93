#pragma once
// Bodies in the plane that are no discs.

#include "figure/outline.hpp"
#include "render/color.hpp"
#include "render/planar.hpp"

namespace gluey::render {

/// Inside and edge of a body, as large as it is: the edge's line lies within. `mark`: the x axis of its frame, too.
void draw_outline(cairo_t* cairo, const figure::Outline& outline, const Pose<3>& pose, const PlanarView& view,
                  double unit, const Color& color, const Color& edge, bool mark);

}  // namespace gluey::render
