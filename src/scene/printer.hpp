#pragma once
// Writes a scene as TOML with every default filled in. Reading the text gives the same scene.

#include "scene/options.hpp"

#include <string>
#include <string_view>

namespace gluey::scene {

/// The last line of a printed scene. Keys without effect that are at their default are no oddity there.
inline constexpr std::string_view resolved_mark = "# every default is filled in\n";

std::string print(const Scene& scene);

}  // namespace gluey::scene
