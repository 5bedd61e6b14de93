#pragma once
// Writes a scene as TOML with every default filled in. Reading the text gives the same scene.

#include "scene/options.hpp"

#include <string>

namespace gluey::scene {

std::string print(const Scene& scene);

}  // namespace gluey::scene
