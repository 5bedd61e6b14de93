#pragma once
// Surfaces that shapes name: STL and OBJ files.

#include "scene/build.hpp"
#include "scene/options.hpp"

#include <string>

namespace gluey::scene {

/// Reads the files that the shape at `key` and its parts name: a polyhedron gets the corners of the hull as its points, a
/// mesh points and triangles. Throws SceneError with the place of the key where one cannot be used.
void load_surfaces(Shape& shape, const std::string& key, const BuildContext& context);

}  // namespace gluey::scene
