# Writes a C++ source that holds the scene files of a folder, and the files they read.
#   cmake -D OUTPUT=embedded_scenes.cpp -D FOLDER=scenes -P embed_scenes.cmake
# entries(VARIABLE NAMES files…)   {"name", "text"} of each; NAMES: NAME_WE or NAME, what the files are called by
function(entries VARIABLE NAMES)
  set(all "")
  foreach(file IN LISTS ARGN)
    get_filename_component(name "${file}" ${NAMES})
    file(READ "${file}" text)
    # Compilers bound the length of one literal.
    string(LENGTH "${text}" length)
    set(literals "")
    set(at 0)
    while(at LESS length)
      string(SUBSTRING "${text}" ${at} 8000 piece)
      string(APPEND literals " R\"TEXT(${piece})TEXT\"")
      math(EXPR at "${at} + 8000")
    endwhile()
    string(APPEND all "      {\"${name}\",${literals}},\n")
  endforeach()
  set(${VARIABLE} "${all}" PARENT_SCOPE)
endfunction()

file(GLOB scenes ${FOLDER}/*.toml)
file(GLOB files ${FOLDER}/*.stl ${FOLDER}/*.obj)
list(SORT scenes)
list(SORT files)
entries(scenes NAME_WE ${scenes})
entries(files NAME ${files})
file(WRITE "${OUTPUT}" "// Written by embed_scenes.cmake from scenes/.
#include \"scene/builtin.hpp\"

namespace gluey::scene {

using Texts = std::vector<std::pair<std::string_view, std::string_view>>;

const Texts& embedded_scenes() {
  static const Texts scenes{
${scenes}  };
  return scenes;
}

const Texts& embedded_files() {
  static const Texts files{
${files}  };
  return files;
}

}  // namespace gluey::scene
")
