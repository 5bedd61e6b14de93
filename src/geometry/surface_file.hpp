#pragma once
// Triangle meshes from files: STL (text and binary) and OBJ (v and f, faces of any number of corners).

#include "geometry/polyhedron.hpp"

#include <array>
#include <cstdint>
#include <filesystem>
#include <vector>

namespace gluey {

struct SurfaceMesh {
  std::vector<Vec<3>> points;  ///< no two equal
  std::vector<std::array<std::int32_t, 3>> triangles;
};

/// By the file's ending. Throws Error with the file and the line, or the offset in a binary file.
SurfaceMesh read_surface(const std::filesystem::path& file);

/// The triangles with their neighbours. Those without area are left out; an edge that more than two share joins none.
std::vector<Triangle> mesh_triangles(const SurfaceMesh& mesh);

}  // namespace gluey
