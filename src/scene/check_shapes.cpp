// Shapes whose keys are right one by one but make no shape together.

#include "geometry/polyhedron.hpp"
#include "scene/check.hpp"
#include "scene/convert.hpp"
#include "scene/wording.hpp"

#include <gluey/errors.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <filesystem>
#include <numbers>
#include <numeric>

namespace gluey::scene {
namespace {

std::string point_text(const Vector& point) {
  std::vector<std::string> components;
  for (const double component : point) {
    components.push_back(fmt::format("{}", component));
  }
  return "[" + listed(components) + "]";
}

/// The angle by which the boundary turns left at corner b, in (−π, π].
double turn(const Vector& a, const Vector& b, const Vector& c) {
  const double ux = b[0] - a[0], uy = b[1] - a[1], vx = c[0] - b[0], vy = c[1] - b[1];
  return std::atan2(ux * vy - uy * vx, ux * vx + uy * vy);
}

/// Convex: the boundary turns the same way at every corner, and once round in all. Either way round will do.
void check_polygon(const std::vector<Vector>& points, const std::string& path, Problems& problems) {
  const std::size_t count = points.size();
  std::vector<double> turns(count);
  for (std::size_t i = 0; i < count; ++i) {
    turns[i] = turn(points[(i + count - 1) % count], points[i], points[(i + 1) % count]);
  }
  const double total = std::accumulate(turns.begin(), turns.end(), 0.0);
  const double way = total < 0.0 ? -1.0 : 1.0;
  for (std::size_t i = 0; i < count; ++i) {
    if (way * turns[i] <= 0.0 || std::abs(turns[i]) >= std::numbers::pi) {
      problems.report(fmt::format("{}[{}]", path, i),
                      fmt::format("found {}, which is not a corner of a convex polygon", point_text(points[i])));
      return;
    }
  }
  if (std::abs(total) > 3.0 * std::numbers::pi) {
    problems.report(path, "found corners that go round more than once, must go round once");
  }
}

void check_polyhedron(const std::vector<Vector>& points, const std::string& path, Problems& problems) {
  std::vector<Vec<3>> corners;
  corners.reserve(points.size());
  for (const Vector& point : points) {
    corners.push_back(to_vec<3>(point));
  }
  try {
    convex_hull(corners);
  } catch (const Error& error) {
    problems.report(path, error.what());
  }
}

/// What is in the file is found when the scene is built.
void check_surface_file(const std::string& name, const std::string& folder, const std::string& path,
                        Problems& problems) {
  const std::filesystem::path file = std::filesystem::path(folder) / name;
  std::string ending = file.extension().string();
  std::transform(ending.begin(), ending.end(), ending.begin(), [](unsigned char c) { return std::tolower(c); });
  std::error_code error;
  if (name.empty()) {
    problems.report(path, "found \"\", must be the name of a file");
  } else if (ending != ".stl" && ending != ".obj") {
    problems.report(path, fmt::format("found {}, must end in .stl or .obj", in_quotes(name)));
  } else if (!std::filesystem::is_regular_file(file, error)) {
    problems.report(
        path, fmt::format("found {}, no such file (relative names begin at the scene's folder)", in_quotes(name)));
  }
}

void check_chain(const std::vector<Vector>& points, const std::string& path, Problems& problems) {
  for (std::size_t i = 1; i < points.size(); ++i) {
    if (points[i] == points[i - 1]) {
      problems.report(fmt::format("{}[{}]", path, i),
                      fmt::format("found {}, must differ from the point before", point_text(points[i])));
    }
  }
}

}  // namespace

void check_box(const Vector& lower, const Vector& upper, const std::string& path, Problems& problems) {
  if (!problems.clean(path)) {
    return;
  }
  for (std::size_t i = 0; i < lower.size(); ++i) {
    if (lower[i] >= upper[i]) {
      problems.report(fmt::format("{}.upper[{}]", path, i),
                      fmt::format("found {}, must be > lower[{}] = {}", upper[i], i, lower[i]));
    }
  }
}

void check_shape(const Shape& shape, const std::string& path, const std::string& folder, Problems& problems) {
  for (std::size_t i = 0; i < shape.parts.size(); ++i) {
    check_shape(shape.parts[i], fmt::format("{}.parts[{}]", path, i), folder, problems);
  }
  if (!problems.clean(path)) {
    return;
  }
  if (shape.kind == "segment" && shape.from == shape.to) {
    problems.report(path + ".to", fmt::format("found {}, must differ from \"from\"", point_text(shape.to)));
  } else if (shape.kind == "box-walls") {
    check_box(shape.lower, shape.upper, path, problems);
  } else if (shape.kind == "polygon") {
    check_polygon(shape.points, path + ".points", problems);
  } else if (shape.kind == "superellipsoid" && shape.exponents.size() >= shape.radii.size()) {
    problems.report(path + ".exponents", "found 2 entries, must be one number in 2D");
  } else if (shape.kind == "polyhedron" && shape.file.empty()) {
    check_polyhedron(shape.points, path + ".points", problems);
  } else if (shape.kind == "polyhedron" || shape.kind == "mesh") {
    check_surface_file(shape.file, folder, path + ".file", problems);
  } else if (shape.kind == "chain") {
    check_chain(shape.points, path + ".points", problems);
  } else if (shape.kind == "wheel" && shape.hub >= shape.radius.minimum) {
    problems.report(path + ".hub", fmt::format("found {}, must be < radius = {}", shape.hub, shape.radius.minimum));
  }
}

}  // namespace gluey::scene
