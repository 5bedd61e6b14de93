#pragma once
// Overrides from the command line (--set key=value), laid over the tree of the file before it is read as a scene, so
// that they are checked like the file.

#include "scene/problems.hpp"

#include <toml++/toml.h>

#include <string>
#include <vector>

namespace gluey::scene {

/// Each override is "path=value". The path is dotted; an entry of an array is chosen by index,
/// obstacle[0].motion.omega, or by its name, obstacle.box.motion.omega. The value is TOML; a bare word that is not
/// becomes a text. Tables that are not there are made. The place of what an override brings is "--set path=value".
void lay_overrides(toml::table& root, const std::vector<std::string>& overrides, Problems& problems);

}  // namespace gluey::scene
