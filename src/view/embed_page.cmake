# Writes a C++ source that holds the viewer's page.
#   cmake -D OUTPUT=embedded_page.cpp -D PAGE=viewer/dist/index.html -P embed_page.cmake
file(READ "${PAGE}" text)
file(WRITE "${OUTPUT}" "// Written by embed_page.cmake from viewer/dist/index.html.
#include \"view/page.hpp\"

namespace gluey::view {

std::string_view page() {
  static constexpr char text[] = R\"PAGE(${text})PAGE\";
  return {text, sizeof text - 1};
}

}  // namespace gluey::view
")
