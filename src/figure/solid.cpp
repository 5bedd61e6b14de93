#include "figure/solid.hpp"

#include <gluey/errors.hpp>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

namespace gluey::figure {
namespace {

using Json = nlohmann::json;

Vec<3> vector_of(const Json& list) {
  Vec<3> vector = Vec<3>::Zero();
  for (std::size_t k = 0; k < list.size() && k < 3; ++k) {
    vector[static_cast<Eigen::Index>(k)] = list[k].get<double>();
  }
  return vector;
}

std::vector<Vec<3>> vectors_of(const Json& lists) {
  std::vector<Vec<3>> vectors;
  vectors.reserve(lists.size());
  for (const Json& list : lists) {
    vectors.push_back(vector_of(list));
  }
  return vectors;
}

Pose<3> pose_of(const Json& shape) {
  Pose<3> pose;
  if (shape.contains("position")) {
    pose.position = vector_of(shape["position"]);
  }
  if (shape.contains("orientation")) {
    const auto numbers = shape["orientation"].get<std::vector<double>>();
    pose.orientation.quaternion = numbers.size() == 4
                                      ? Eigen::Quaterniond(numbers[0], numbers[1], numbers[2], numbers[3])
                                      : Eigen::Quaterniond(Eigen::AngleAxisd(numbers.at(0), Vec<3>::UnitZ()));
  }
  return pose;
}

Pose<3> after(const Pose<3>& first, const Pose<3>& second) {
  return {second.to_world(first.position), {second.orientation.quaternion * first.orientation.quaternion}};
}

Solid rectangle(double x0, double y0, double x1, double y1) {
  return {.kind = Solid::Kind::corners, .points = {{x0, y0, 0.0}, {x1, y0, 0.0}, {x1, y1, 0.0}, {x0, y1, 0.0}}};
}

Solid box(const Vec<3>& half, bool planar) {
  if (planar) {
    return rectangle(-half[0], -half[1], half[0], half[1]);
  }
  Solid solid{.kind = Solid::Kind::corners};
  for (int k = 0; k < 8; ++k) {
    solid.points.emplace_back((k & 1 ? 1.0 : -1.0) * half[0], (k & 2 ? 1.0 : -1.0) * half[1],
                              (k & 4 ? 1.0 : -1.0) * half[2]);
  }
  solid.faces = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};
  return solid;
}

/// A hub with blades from the centre to `radius`.
void add_wheel(const Json& shape, const Pose<3>& pose, std::vector<Solid>& solids) {
  const auto half = 0.5 * shape.at("thickness").get<double>();
  const auto paddles = shape.at("paddles").get<int>();
  for (int k = 0; k < paddles; ++k) {
    const Eigen::Quaterniond turn(Eigen::AngleAxisd(2.0 * std::numbers::pi * k / paddles, Vec<3>::UnitZ()));
    solids.push_back(rectangle(0.0, -half, shape.at("radius").get<double>(), half));
    solids.back().pose = after({Vec<3>::Zero(), {turn}}, pose);
  }
  solids.push_back({.kind = Solid::Kind::ball, .pose = pose, .radius = shape.at("hub").get<double>()});
}

void add(const Json& shape, std::size_t dimension, const Pose<3>& owner, std::vector<Solid>& solids) {
  const auto kind = shape.at("kind").get<std::string>();
  const Pose<3> pose = after(pose_of(shape), owner);
  Solid solid;
  if (kind == "sphere") {
    solid = {.kind = Solid::Kind::ball, .radius = shape.at("radius").get<double>()};
  } else if (kind == "capsule") {
    solid = {.kind = Solid::Kind::capsule,
             .radius = shape.at("radius").get<double>(),
             .length = shape.at("length").get<double>()};
  } else if (kind == "ellipsoid" || kind == "superellipsoid") {
    solid = {.kind = Solid::Kind::oval, .radii = vector_of(shape.at("radii"))};
    if (kind == "superellipsoid") {
      solid.p = shape.at("exponents").front().get<double>();
      solid.q = shape.at("exponents").back().get<double>();
    }
  } else if (kind == "box") {
    solid = box(0.5 * vector_of(shape.at("size")), dimension == 2);
  } else if (kind == "polygon" || kind == "polyhedron") {
    solid = {.kind = Solid::Kind::corners, .points = vectors_of(shape.at("points"))};
    if (kind == "polyhedron") {
      solid.faces = shape.at("faces").get<std::vector<std::vector<int>>>();
    }
  } else if (kind == "compound") {
    for (const Json& part : shape.at("parts")) {
      add(part, dimension, pose, solids);
    }
    return;
  } else if (kind == "wheel") {
    add_wheel(shape, pose, solids);
    return;
  } else {
    return;
  }
  solid.pose = pose;
  solids.push_back(std::move(solid));
}

/// Distance of a point beyond the boundary along its outermost face, negative inside.
double beyond(const Solid& solid, const Vec<3>& point) {
  double farthest = -std::numeric_limits<double>::infinity();
  if (solid.faces.empty()) {
    for (std::size_t k = 0; k < solid.points.size(); ++k) {
      const Vec<3> side = solid.points[(k + 1) % solid.points.size()] - solid.points[k];
      const Vec<3> outward = Vec<3>(side[1], -side[0], 0.0).normalized();
      farthest = std::max(farthest, outward.dot(point - solid.points[k]));
    }
    return farthest;
  }
  for (const std::vector<int>& face : solid.faces) {
    const auto corner = [&](std::size_t k) { return solid.points[static_cast<std::size_t>(face[k])]; };
    const Vec<3> outward = (corner(1) - corner(0)).cross(corner(2) - corner(0)).normalized();
    farthest = std::max(farthest, outward.dot(point - corner(0)));
  }
  return farthest;
}

}  // namespace

std::vector<Solid> solids_of(const std::string& shape, std::size_t dimension) {
  std::vector<Solid> solids;
  try {
    add(Json::parse(shape), dimension, {}, solids);
  } catch (const Json::exception& error) {
    throw Error(fmt::format("a shape makes no sense: {}", error.what()));
  }
  return solids;
}

bool contains(const Solid& solid, const Vec<3>& point) {
  const Vec<3> at = solid.pose.to_local(point);
  switch (solid.kind) {
    case Solid::Kind::ball:
      return at.squaredNorm() < solid.radius * solid.radius;
    case Solid::Kind::capsule: {
      const double half = 0.5 * solid.length;
      const Vec<3> apart = at - std::clamp(at[0], -half, half) * Vec<3>::UnitX();
      return apart.squaredNorm() < solid.radius * solid.radius;
    }
    case Solid::Kind::oval: {
      const double x = std::abs(at[0] / solid.radii[0]), y = std::abs(at[1] / solid.radii[1]);
      const double across = std::pow(x, solid.p) + std::pow(y, solid.p);
      // In the plane there is no third radius.
      const double z = solid.radii[2] > 0.0 ? std::abs(at[2] / solid.radii[2]) : 0.0;
      return std::pow(across, solid.q / solid.p) + std::pow(z, solid.q) < 1.0;
    }
    case Solid::Kind::corners:
      return beyond(solid, at) < 0.0;
  }
  return false;
}

double girth(const Solid& solid) {
  if (solid.kind == Solid::Kind::oval) {
    return solid.radii[2] > 0.0 ? solid.radii.minCoeff() : solid.radii.head<2>().minCoeff();
  }
  if (solid.kind == Solid::Kind::corners) {
    Vec<3> middle = Vec<3>::Zero();
    for (const Vec<3>& point : solid.points) {
      middle += point / static_cast<double>(solid.points.size());
    }
    return std::max(0.0, -beyond(solid, middle));
  }
  return solid.radius;
}

double roundness(const Solid& solid) { return solid.kind == Solid::Kind::oval ? solid.radii.maxCoeff() : solid.radius; }

Mesh mesh_of(const std::string& shape) {
  const Json json = Json::parse(shape);
  if (json.at("kind") != "mesh") {
    return {};
  }
  const char* faces = json.contains("triangles") ? "triangles" : "faces";
  return {vectors_of(json.at("points")), json.at(faces).get<std::vector<std::vector<int>>>()};
}

}  // namespace gluey::figure
