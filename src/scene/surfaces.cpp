#include "scene/surfaces.hpp"

#include "geometry/surface_file.hpp"
#include "scene/places.hpp"

#include <gluey/errors.hpp>

#include <fmt/format.h>

#include <filesystem>

namespace gluey::scene {
namespace {

std::vector<Vector> to_vectors(const std::vector<Vec<3>>& points) {
  std::vector<Vector> vectors;
  vectors.reserve(points.size());
  for (const Vec<3>& point : points) {
    vectors.emplace_back(point.begin(), point.end());
  }
  return vectors;
}

}  // namespace

void load_surfaces(Shape& shape, const std::string& key, const BuildContext& context) {
  for (std::size_t k = 0; k < shape.parts.size(); ++k) {
    load_surfaces(shape.parts[k], fmt::format("{}.parts[{}]", key, k), context);
  }
  if (shape.file.empty()) {
    return;
  }
  try {
    SurfaceMesh mesh = read_surface(std::filesystem::path(context.folder) / shape.file);
    if (shape.kind == "mesh") {
      shape.points = to_vectors(mesh.points);
      shape.triangles = std::move(mesh.triangles);
    } else {
      shape.points = to_vectors(convex_hull(mesh.points).points);
    }
  } catch (const Error& error) {
    throw SceneError({context.places.problem(key + ".file", error.what())});
  }
}

}  // namespace gluey::scene
