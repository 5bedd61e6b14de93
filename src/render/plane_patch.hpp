#pragma once
// A plane has no end; this is what of it a picture in space shows.

#include "render/bounds.hpp"

#include <vector>

namespace gluey::render {

/// The part of a plane that lies in the box and on the free side of the other planes, a convex polygon; maybe none.
std::vector<Vec<3>> plane_patch(const Piece& plane, const Bounds& box, const std::vector<Piece>& others);

}  // namespace gluey::render
