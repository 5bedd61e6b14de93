#pragma once
// How large a shape is.

#include "core/vector.hpp"

#include <string>

namespace gluey::figure {

/// Lengths of the shape along the axes of its own frame; the third is 0 in the plane.
Vec<3> diameters(const std::string& shape, std::size_t dimension);

}  // namespace gluey::figure
