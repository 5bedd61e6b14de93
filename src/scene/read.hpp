#pragma once
// From TOML text to a scene as plain data, checked.

#include "scene/options.hpp"
#include "scene/places.hpp"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace gluey::scene {

struct ReadScene {
  Scene scene;
  std::vector<SceneProblem> warnings;
  std::shared_ptr<const Places> places;  ///< for problems that show later, when the scene is built
};

/// Throws SceneError with every problem found; a syntax error alone. `file` stands for the file in messages; relative
/// file names in the scene are looked up in `folder`.
ReadScene read(std::string_view toml, const std::string& file, const std::string& folder,
               const std::vector<std::string>& overrides);

}  // namespace gluey::scene
