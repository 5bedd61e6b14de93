#pragma once
// The files of scenes/, embedded when the program is built (embed_scenes.cmake writes the source).

#include <string_view>
#include <utility>
#include <vector>

namespace gluey::scene {

/// Name (the file's without ending) and text of each, in order of name.
const std::vector<std::pair<std::string_view, std::string_view>>& embedded_scenes();

/// The files that scenes read: name and text.
const std::vector<std::pair<std::string_view, std::string_view>>& embedded_files();

}  // namespace gluey::scene
