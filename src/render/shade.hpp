#pragma once
// Light and shade on surfaces in space.

#include "render/color.hpp"
#include "render/projection.hpp"

namespace gluey::render {

/// The colour of a surface with that normal: what a ball, painted with its radial gradient, shows there.
Color shaded(const Color& color, const Vec<3>& normal, const Projection& projection);

}  // namespace gluey::render
