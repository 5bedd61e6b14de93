// Shapes: from the scene's words to convex parts, and to JSON.

#include "geometry/surface_file.hpp"
#include "scene/convert.hpp"
#include "world/shape_json.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace gluey::scene {
namespace {

template <int D>
std::vector<Vec<D>> to_points(const std::vector<Vector>& points, double scale = 1.0) {
  std::vector<Vec<D>> result;
  result.reserve(points.size());
  for (const Vector& point : points) {
    result.push_back(scale * to_vec<D>(point));
  }
  return result;
}

/// Corners anticlockwise, whichever way the scene lists them.
Polygon to_polygon(const std::vector<Vector>& points) {
  Polygon polygon{to_points<2>(points)};
  double area = 0.0;
  for (std::size_t k = 0; k < polygon.points.size(); ++k) {
    const Vec<2>& a = polygon.points[k];
    const Vec<2>& b = polygon.points[(k + 1) % polygon.points.size()];
    area += a[0] * b[1] - a[1] * b[0];
  }
  if (area < 0.0) {
    std::reverse(polygon.points.begin(), polygon.points.end());
  }
  return polygon;
}

/// One exponent stands for both.
template <int D>
Vec<D - 1> to_exponents(const Vector& exponents) {
  Vec<D - 1> result = Vec<D - 1>::Constant(exponents.front());
  result[D - 2] = exponents.back();
  return result;
}

template <int D>
Pose<D> pose_of(const Shape& part) {
  return {to_vec<D>(part.position), to_rotation<D>(part.orientation)};
}

std::string list(const Vector& vector) { return fmt::format("[{}]", fmt::join(vector, ",")); }

template <class Item, class Text>
std::string list_of(const std::vector<Item>& items, const Text& text) {
  std::vector<std::string> texts;
  texts.reserve(items.size());
  for (const Item& item : items) {
    texts.push_back(text(item));
  }
  return fmt::format("[{}]", fmt::join(texts, ","));
}

std::string mesh_json(const Shape& shape) {
  const double scale = shape.scale.maximum;
  const auto point = [&](const Vector& p) { return list({scale * p[0], scale * p[1], scale * p[2]}); };
  const auto triangle = [](const auto& corners) { return fmt::format("[{}]", fmt::join(corners, ",")); };
  return fmt::format(R"({{"kind":"mesh","points":{},"triangles":{}}})", list_of(shape.points, point),
                     list_of(shape.triangles, triangle));
}

}  // namespace

template <int D>
std::vector<Part<D>> to_parts(const Shape& shape) {
  if (shape.kind == "plane") {
    return {Plane<D>{Vec<D>::Zero(), to_vec<D>(shape.normal).normalized()}};
  }
  if (shape.kind == "sphere") {
    return {Sphere<D>{Vec<D>::Zero(), shape.radius.maximum}};
  }
  if (shape.kind == "capsule") {
    const Vec<D> end = 0.5 * shape.length.maximum * Vec<D>::UnitX();
    return {Segment<D>{.from = -end, .to = end, .radius = shape.radius.maximum}};
  }
  if (shape.kind == "box") {
    return {Box<D>{{}, 0.5 * to_vec<D>(shape.size)}};
  }
  if (shape.kind == "ellipsoid") {
    return {Ellipsoid<D>{{}, to_vec<D>(shape.radii)}};
  }
  if (shape.kind == "superellipsoid") {
    return {Superellipsoid<D>{{}, to_vec<D>(shape.radii), to_exponents<D>(shape.exponents)}};
  }
  if (shape.kind == "box-walls") {
    return box_walls<D>(to_vec<D>(shape.lower), to_vec<D>(shape.upper));
  }
  if (shape.kind == "compound") {
    std::vector<Part<D>> parts;
    for (const Shape& child : shape.parts) {
      for (const Part<D>& part : to_parts<D>(child)) {
        parts.push_back(placed<D>(part, pose_of<D>(child)));
      }
    }
    return parts;
  }
  if constexpr (D == 2) {
    if (shape.kind == "segment") {
      return {Segment<2>{.from = to_vec<2>(shape.from), .to = to_vec<2>(shape.to)}};
    }
    if (shape.kind == "chain") {
      return chain(to_points<2>(shape.points));
    }
    if (shape.kind == "polygon") {
      return {to_polygon(shape.points)};
    }
    if (shape.kind == "wheel") {
      return wheel(shape.radius.maximum, shape.paddles, shape.thickness, shape.hub);
    }
  } else {
    if (shape.kind == "polyhedron") {
      return {convex_hull(to_points<3>(shape.points, shape.scale.maximum))};
    }
    if (shape.kind == "mesh") {
      const std::vector<Triangle> triangles =
          mesh_triangles({to_points<3>(shape.points, shape.scale.maximum), shape.triangles});
      return {triangles.begin(), triangles.end()};
    }
  }
  return {};  // the schema admits no other kind
}

template <int D>
std::string shape_json(const Shape& shape) {
  if (shape.kind == "mesh") {
    return mesh_json(shape);
  }
  if constexpr (D == 3) {
    if (shape.kind == "polyhedron") {  // a compound's is given in the compound's frame
      return part_json<3>(placed<3>(to_parts<3>(shape).front(), pose_of<3>(shape)));
    }
  }
  std::string text = fmt::format(R"({{"kind":"{}")", shape.kind);
  const auto put = [&](std::string_view key, const std::string& value) {
    text += fmt::format(R"(,"{}":{})", key, value);
  };
  if (shape.radius.maximum > 0.0) {
    put("radius", fmt::format("{}", shape.radius.maximum));
  }
  if (shape.kind == "capsule") {
    put("length", fmt::format("{}", shape.length.maximum));
  }
  if (shape.kind == "superellipsoid") {
    const Vec<D - 1> exponents = to_exponents<D>(shape.exponents);
    put("exponents", list({exponents.begin(), exponents.end()}));
  }
  if (shape.kind == "wheel") {
    put("paddles", fmt::format("{}", shape.paddles));
    put("thickness", fmt::format("{}", shape.thickness));
    put("hub", fmt::format("{}", shape.hub));
  }
  for (const auto& [key, vector] : {std::pair{"normal", &shape.normal},
                                    {"from", &shape.from},
                                    {"to", &shape.to},
                                    {"size", &shape.size},
                                    {"radii", &shape.radii},
                                    {"lower", &shape.lower},
                                    {"upper", &shape.upper},
                                    {"position", &shape.position},
                                    {"orientation", &shape.orientation}}) {
    if (!vector->empty()) {
      put(key, list(*vector));
    }
  }
  if (!shape.points.empty()) {
    put("points", list_of(shape.points, list));
  }
  if (!shape.parts.empty()) {
    put("parts", list_of(shape.parts, shape_json<D>));
  }
  return text + "}";
}

template std::vector<Part<2>> to_parts<2>(const Shape&);
template std::vector<Part<3>> to_parts<3>(const Shape&);
template std::string shape_json<2>(const Shape&);
template std::string shape_json<3>(const Shape&);

}  // namespace gluey::scene
