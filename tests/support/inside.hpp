#pragma once
// Whether a point lies within a shape, from its JSON description alone (world/shape_json.hpp): written from the
// definitions, nothing shared with the engine.

#include "core/vector.hpp"

#include <nlohmann/json.hpp>

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

namespace gluey::test {

using Json = nlohmann::json;

template <int D>
Vec<D> json_vector(const Json& list) {
  Vec<D> vector;
  for (int k = 0; k < D; ++k) {
    vector[k] = list.at(static_cast<std::size_t>(k)).get<double>();
  }
  return vector;
}

template <int D>
Vec<D> json_to_local(const Json& shape, Vec<D> x) {
  if (shape.contains("position")) {
    x -= json_vector<D>(shape["position"]);
  }
  if (shape.contains("orientation")) {
    const auto o = shape["orientation"].get<std::vector<double>>();
    if constexpr (D == 2) {
      x = Eigen::Rotation2Dd(-o.at(0)) * x;
    } else {
      x = Eigen::Quaterniond(o.at(0), o.at(1), o.at(2), o.at(3)).inverse() * x;
    }
  }
  return x;
}

template <int D>
bool inside(const Json& shape, const Vec<D>& point) {
  const std::string kind = shape.at("kind");
  if (kind == "compound") {
    for (const Json& part : shape.at("parts")) {
      if (inside<D>(part, point)) {
        return true;
      }
    }
    return false;
  }
  const Vec<D> x = json_to_local<D>(shape, point);
  if (kind == "sphere") {
    return x.norm() < shape.at("radius").get<double>();
  }
  if (kind == "capsule") {
    Vec<D> away = x;
    const double half = 0.5 * shape.at("length").get<double>();
    away[0] = std::max(0.0, std::abs(x[0]) - half);
    return away.norm() < shape.at("radius").get<double>();
  }
  if (kind == "box") {
    return (2.0 * x.cwiseAbs() - json_vector<D>(shape.at("size"))).maxCoeff() < 0.0;
  }
  if (kind == "ellipsoid") {
    return x.cwiseQuotient(json_vector<D>(shape.at("radii"))).norm() < 1.0;
  }
  if (kind == "superellipsoid") {
    const Vec<D> u = x.cwiseQuotient(json_vector<D>(shape.at("radii"))).cwiseAbs();
    const auto exponents = shape.at("exponents").get<std::vector<double>>();
    const double p = exponents.at(0);
    double sum = std::pow(u[0], p) + std::pow(u[1], p);
    if constexpr (D == 3) {
      const double q = exponents.at(1);
      sum = std::pow(sum, q / p) + std::pow(u[2], q);
    }
    return sum < 1.0;
  }
  if constexpr (D == 2) {
    const Json& points = shape.at("points");  // a polygon, anticlockwise
    for (std::size_t k = 0; k < points.size(); ++k) {
      const Vec<2> a = json_vector<2>(points[k]), b = json_vector<2>(points[(k + 1) % points.size()]);
      if ((b - a)[0] * (x - a)[1] - (b - a)[1] * (x - a)[0] <= 0.0) {
        return false;
      }
    }
  } else {
    for (const Json& face : shape.at("faces")) {  // a polyhedron
      const auto corner = [&](std::size_t k) {
        return json_vector<3>(shape.at("points").at(face.at(k).get<std::size_t>()));
      };
      if ((corner(1) - corner(0)).cross(corner(2) - corner(0)).dot(x - corner(0)) >= 0.0) {
        return false;
      }
    }
  }
  return true;
}

}  // namespace gluey::test
