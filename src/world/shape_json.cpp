#include "world/shape_json.hpp"

#include <gluey/errors.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <string_view>

namespace gluey {
namespace {

using Json = nlohmann::json;

template <class Vector>
std::string list(const Vector& vector) {
  return fmt::format("[{}]", fmt::join(vector.begin(), vector.end(), ","));
}

template <class Vectors>
std::string lists(const Vectors& vectors) {
  std::vector<std::string> texts;
  texts.reserve(vectors.size());
  for (const auto& vector : vectors) {
    texts.push_back(list(vector));
  }
  return list(texts);
}

std::string orientation_json(const Rotation<2>& rotation) {
  return rotation.angle == 0.0 ? "" : fmt::format(R"(,"orientation":[{}])", rotation.angle);
}

std::string orientation_json(const Rotation<3>& rotation) {
  const Eigen::Quaterniond& q = rotation.quaternion;
  return q.vec().isZero(0.0) ? "" : fmt::format(R"(,"orientation":[{},{},{},{}])", q.w(), q.x(), q.y(), q.z());
}

template <int D>
std::string pose_json(const Pose<D>& pose) {
  const std::string position = pose.position.isZero(0.0) ? "" : fmt::format(R"(,"position":{})", list(pose.position));
  return position + orientation_json(pose.orientation);
}

Rotation<2> turn_of_x(const Vec<2>& direction) { return {std::atan2(direction[1], direction[0])}; }
Rotation<3> turn_of_x(const Vec<3>& direction) { return turn_between(Vec<3>::UnitX(), direction.normalized()); }

template <int D>
struct Teller {
  std::string operator()(const Sphere<D>& sphere) const {
    return fmt::format(R"({{"kind":"sphere","radius":{}{}}})", sphere.radius, pose_json<D>({sphere.position, {}}));
  }
  std::string operator()(const Segment<D>& segment) const {
    const Vec<D> along = segment.to - segment.from;
    return fmt::format(R"({{"kind":"capsule","radius":{},"length":{}{}}})", segment.radius, along.norm(),
                       pose_json<D>({segment.center(), turn_of_x(along)}));
  }
  std::string operator()(const Box<D>& box) const {
    return fmt::format(R"({{"kind":"box","size":{}{}}})", list(Vec<D>(2.0 * box.half)), pose_json(box.pose));
  }
  std::string operator()(const Ellipsoid<D>& ellipsoid) const {
    return fmt::format(R"({{"kind":"ellipsoid","radii":{}{}}})", list(ellipsoid.radii), pose_json(ellipsoid.pose));
  }
  std::string operator()(const Superellipsoid<D>& shape) const {
    return fmt::format(R"({{"kind":"superellipsoid","radii":{},"exponents":{}{}}})", list(shape.radii),
                       list(shape.exponents), pose_json(shape.pose));
  }
  std::string operator()(const Polygon& polygon) const
    requires(D == 2)
  {
    return fmt::format(R"({{"kind":"polygon","points":{}}})", lists(polygon.points));
  }
  std::string operator()(const Polyhedron& polyhedron) const
    requires(D == 3)
  {
    const Topology& topology = *polyhedron.topology;
    std::vector<std::vector<std::int32_t>> faces;
    for (std::size_t f = 0; f + 1 < topology.face.size(); ++f) {
      faces.emplace_back(topology.corner.begin() + topology.face[f], topology.corner.begin() + topology.face[f + 1]);
    }
    return fmt::format(R"({{"kind":"polyhedron","points":{},"faces":{}}})", lists(polyhedron.points), lists(faces));
  }
  /// Surfaces are obstacles', described by the scene.
  std::string operator()(const auto& /*surface*/) const { return "{}"; }
};

template <int N>
Vec<N> vector_of(const Json& list) {
  if (list.size() != N) {
    throw Error(fmt::format("a vector must have {} components", N));
  }
  Vec<N> vector;
  for (int k = 0; k < N; ++k) {
    vector[k] = list.at(static_cast<std::size_t>(k)).get<double>();
  }
  return vector;
}

template <int D>
Pose<D> pose_of(const Json& json) {
  Pose<D> pose;
  if (json.contains("position")) {
    pose.position = vector_of<D>(json["position"]);
  }
  if (json.contains("orientation")) {
    if constexpr (D == 2) {
      pose.orientation.angle = vector_of<1>(json["orientation"])[0];
    } else {
      const Vec<4> q = vector_of<4>(json["orientation"]);
      pose.orientation.quaternion = {q[0], q[1], q[2], q[3]};
    }
  }
  return pose;
}

template <int D>
std::vector<Vec<D>> points_of(const Json& lists) {
  std::vector<Vec<D>> points;
  for (const Json& list : lists) {
    points.push_back(vector_of<D>(list));
  }
  return points;
}

/// As written, not the hull anew: rounding could join or part its faces.
Polyhedron polyhedron_of(std::vector<Vec<3>> points, const std::vector<std::vector<std::int32_t>>& faces) {
  Polyhedron polyhedron{std::move(points), {}, {}};
  for (const std::vector<std::int32_t>& face : faces) {
    Vec<3> normal = Vec<3>::Zero();
    for (std::size_t k = 0; k < face.size(); ++k) {
      const auto a = static_cast<std::size_t>(face[k]);
      const auto b = static_cast<std::size_t>(face[(k + 1) % face.size()]);
      if (a >= polyhedron.points.size() || b >= polyhedron.points.size()) {
        throw Error("a face has corners that are not there");
      }
      const Vec<3>& origin = polyhedron.points[static_cast<std::size_t>(face[0])];
      normal += (polyhedron.points[a] - origin).cross(polyhedron.points[b] - origin);
    }
    polyhedron.normals.push_back(normal.normalized());
  }
  polyhedron.topology = topology_of(polyhedron.points.size(), faces);
  return polyhedron;
}

template <int D>
Part<D> part_of(const Json& json) {
  const auto kind = json.at("kind").get<std::string>();
  const Pose<D> pose = pose_of<D>(json);
  if (kind == "sphere") {
    return Sphere<D>{pose.position, json.at("radius").get<double>()};
  }
  if (kind == "capsule") {
    const Vec<D> end = 0.5 * json.at("length").get<double>() * pose.orientation.apply(Vec<D>::UnitX());
    return Segment<D>{
        .from = pose.position - end, .to = pose.position + end, .radius = json.at("radius").get<double>()};
  }
  if (kind == "box") {
    return Box<D>{pose, 0.5 * vector_of<D>(json.at("size"))};
  }
  if (kind == "ellipsoid") {
    return Ellipsoid<D>{pose, vector_of<D>(json.at("radii"))};
  }
  if (kind == "superellipsoid") {
    return Superellipsoid<D>{pose, vector_of<D>(json.at("radii")), vector_of<D - 1>(json.at("exponents"))};
  }
  if constexpr (D == 2) {
    if (kind == "polygon") {
      return Polygon{points_of<2>(json.at("points"))};
    }
  } else {
    if (kind == "polyhedron") {
      return polyhedron_of(points_of<3>(json.at("points")),
                           json.at("faces").get<std::vector<std::vector<std::int32_t>>>());
    }
  }
  throw Error(fmt::format("\"{}\" is no kind of a body's part", kind));
}

}  // namespace

template <int D>
std::string part_json(const Part<D>& part) {
  return std::visit(Teller<D>{}, part);
}

template <int D>
std::string parts_json(const std::vector<Part<D>>& parts, bool compound) {
  if (parts.size() == 1 && !compound) {
    return part_json<D>(parts.front());
  }
  std::vector<std::string> texts;
  texts.reserve(parts.size());
  for (const Part<D>& part : parts) {
    texts.push_back(part_json<D>(part));
  }
  return fmt::format(R"({{"kind":"compound","parts":{}}})", list(texts));
}

template <int D>
std::vector<Part<D>> parts_from_json(const std::string& text) {
  try {
    const Json json = Json::parse(text);
    std::vector<Part<D>> parts;
    if (json.at("kind") == "compound") {
      for (const Json& part : json.at("parts")) {
        parts.push_back(part_of<D>(part));
      }
    } else {
      parts.push_back(part_of<D>(json));
    }
    return parts;
  } catch (const Json::exception& error) {
    throw Error(fmt::format("a shape makes no sense: {}", error.what()));
  }
}

template std::string part_json<2>(const Part<2>&);
template std::string part_json<3>(const Part<3>&);
template std::string parts_json<2>(const std::vector<Part<2>>&, bool);
template std::string parts_json<3>(const std::vector<Part<3>>&, bool);
template std::vector<Part<2>> parts_from_json<2>(const std::string&);
template std::vector<Part<3>> parts_from_json<3>(const std::string&);

}  // namespace gluey
