# Writes a C++ source that holds the given scene files.
#   cmake -D OUTPUT=embedded_scenes.cpp -D FOLDER=scenes -P embed_scenes.cmake
file(GLOB files ${FOLDER}/*.toml)
list(SORT files)
set(entries "")
foreach(file IN LISTS files)
  get_filename_component(name "${file}" NAME_WE)
  file(READ "${file}" text)
  string(APPEND entries "      {\"${name}\", R\"TOML(${text})TOML\"},\n")
endforeach()
file(WRITE "${OUTPUT}" "// Written by embed_scenes.cmake from scenes/*.toml.
#include \"scene/builtin.hpp\"

namespace gluey::scene {

const std::vector<std::pair<std::string_view, std::string_view>>& embedded_scenes() {
  static const std::vector<std::pair<std::string_view, std::string_view>> scenes{
${entries}  };
  return scenes;
}

}  // namespace gluey::scene
")
