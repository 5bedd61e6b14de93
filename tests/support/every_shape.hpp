#pragma once
// A result with a body of every kind of shape, made by hand.

#include <gluey/results.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

namespace gluey::test {

struct NamedShape {
  const char* name;
  double radius;  ///< of the ball around it
  const char* text;
};

inline const std::vector<NamedShape>& body_shapes(int dimension) {
  static const std::vector<NamedShape> planar = {
      {"disc", 0.4, R"({"kind":"sphere","radius":0.4})"},
      {"ellipse", 0.6, R"({"kind":"ellipsoid","radii":[0.6,0.25]})"},
      {"superellipse", 0.6, R"({"kind":"superellipsoid","radii":[0.5,0.3],"exponents":[4]})"},
      {"capsule", 0.6, R"({"kind":"capsule","radius":0.2,"length":0.8})"},
      {"box", 0.6, R"({"kind":"box","size":[1.0,0.6]})"},
      {"polygon", 0.6, R"({"kind":"polygon","points":[[0.6,-0.1],[0.3,0.45],[-0.3,0.4],[-0.5,-0.2],[0.0,-0.5]]})"},
      {"worm", 0.8, R"({"kind":"compound","parts":[{"kind":"sphere","radius":0.2,"position":[-0.6,0]},
          {"kind":"sphere","radius":0.2,"position":[-0.3,0.12]},{"kind":"sphere","radius":0.2,"position":[0,0.15]},
          {"kind":"sphere","radius":0.2,"position":[0.3,0.12]},{"kind":"sphere","radius":0.2,"position":[0.6,0]}]})"},
      {"corner", 0.65, R"({"kind":"compound","parts":[{"kind":"box","size":[1.0,0.3],"position":[0.1,-0.3]},
          {"kind":"box","size":[0.3,0.6],"position":[-0.25,0.15],"orientation":[0.0]}]})"},
      {"wheel", 0.6, R"({"kind":"compound","parts":[{"kind":"box","size":[1.2,0.12]},
          {"kind":"box","size":[1.2,0.12],"orientation":[1.0471975511965976]},
          {"kind":"box","size":[1.2,0.12],"orientation":[2.0943951023931953]},{"kind":"sphere","radius":0.2}]})"},
  };
  static const std::vector<NamedShape> spatial = {
      {"sphere", 0.4, R"({"kind":"sphere","radius":0.4})"},
      {"ellipsoid", 0.6, R"({"kind":"ellipsoid","radii":[0.6,0.4,0.22]})"},
      {"superellipsoid", 0.7, R"({"kind":"superellipsoid","radii":[0.5,0.4,0.3],"exponents":[6,4]})"},
      {"capsule", 0.6, R"({"kind":"capsule","radius":0.2,"length":0.8})"},
      {"box", 0.6, R"({"kind":"box","size":[0.9,0.6,0.4]})"},
      {"polyhedron", 0.6,
       R"({"kind":"polyhedron","points":[[0.55,0,0],[-0.55,0,0],[0,0.55,0],[0,-0.55,0],[0,0,0.55],[0,0,-0.55]],
          "faces":[[0,2,4],[2,1,4],[1,3,4],[3,0,4],[2,0,5],[1,2,5],[3,1,5],[0,3,5]]})"},
      {"worm", 0.8, R"({"kind":"compound","parts":[{"kind":"sphere","radius":0.2,"position":[-0.6,0,0]},
          {"kind":"sphere","radius":0.2,"position":[-0.3,0.12,0]},{"kind":"sphere","radius":0.2,"position":[0,0.15,0]},
          {"kind":"sphere","radius":0.2,"position":[0.3,0.12,0]},
          {"kind":"sphere","radius":0.2,"position":[0.6,0,0]}]})"},
      {"dumbbell", 0.75, R"({"kind":"compound","parts":[{"kind":"box","size":[0.35,0.35,0.35],"position":[-0.5,0,0]},
          {"kind":"capsule","radius":0.1,"length":1.0},
          {"kind":"ellipsoid","radii":[0.2,0.3,0.3],"position":[0.5,0,0],
           "orientation":[0.9238795325112867,0,0,0.3826834323650898]}]})"},
      {"jack", 0.6, R"({"kind":"compound","parts":[{"kind":"capsule","radius":0.12,"length":0.9},
          {"kind":"capsule","radius":0.12,"length":0.9,"orientation":[0.7071067811865476,0,0,0.7071067811865476]},
          {"kind":"capsule","radius":0.12,"length":0.9,"orientation":[0.7071067811865476,0,0.7071067811865476,0]}]})"},
  };
  return dimension == 2 ? planar : spatial;
}

inline const std::vector<NamedShape>& obstacle_shapes(int dimension) {
  static const std::vector<NamedShape> planar = {
      {"ellipse", 0.0, R"({"kind":"ellipsoid","radii":[0.5,0.2]})"},
      {"superellipse", 0.0, R"({"kind":"superellipsoid","radii":[0.4,0.3],"exponents":[5]})"},
      {"polygon", 0.0, R"({"kind":"polygon","points":[[0,0],[0.8,0],[0.3,0.6]]})"},
  };
  // A trough of triangles, open at both ends, is a mesh that is not convex.
  static const std::vector<NamedShape> spatial = {
      {"ellipsoid", 0.0, R"({"kind":"ellipsoid","radii":[0.5,0.3,0.2]})"},
      {"polyhedron", 0.0,
       R"({"kind":"polyhedron","points":[[0,0,0],[0.8,0,0],[0,0.8,0],[0,0,0.8]],
          "faces":[[0,2,1],[0,1,3],[0,3,2],[1,2,3]]})"},
      {"trough", 0.0,
       R"({"kind":"mesh","points":[[-2.6,-2.8,0.6],[-2.6,-1.2,-0.6],[-2.6,1.2,-0.6],[-2.6,2.8,0.6],
          [2.6,-2.8,0.6],[2.6,-1.2,-0.6],[2.6,1.2,-0.6],[2.6,2.8,0.6]],
          "triangles":[[0,1,5],[0,5,4],[1,2,6],[1,6,5],[2,3,7],[2,7,6]]})"},
  };
  return dimension == 2 ? planar : spatial;
}

/// Bodies in rows of three, each kind once, turned a little more from frame to frame; obstacles below them.
inline std::pair<Constants, std::vector<Frame>> every_shape(int dimension) {
  const bool planar = dimension == 2;
  Constants constants;
  constants.dimension = dimension;
  constants.scene =
      planar ? "title = \"Every shape\"\n" : "title = \"Every shape\"\n[environment]\ngravity = [0, 0, -1]\n";
  for (const auto& [name, radius, text] : body_shapes(dimension)) {
    const std::string shape = text;
    const std::size_t start = shape.find(":\"") + 2;
    constants.bodies.name.emplace_back(name);
    constants.bodies.label.emplace_back(name);
    constants.bodies.shape_kind.push_back(shape.substr(start, shape.find('"', start) - start));
    constants.bodies.material.emplace_back("grain");
    constants.bodies.radius.push_back(radius);
    constants.bodies.mass.push_back(1.0);
    constants.bodies.inertia.insert(constants.bodies.inertia.end(), planar ? 1 : 3, 0.1);
    constants.bodies.shape.push_back(shape);
  }
  for (const auto& [name, radius, text] : obstacle_shapes(dimension)) {
    const std::string shape = text;
    const std::size_t start = shape.find(":\"") + 2;
    constants.obstacles.name.emplace_back(name);
    constants.obstacles.label.emplace_back("");
    constants.obstacles.shape_kind.push_back(shape.substr(start, shape.find('"', start) - start));
    constants.obstacles.material.emplace_back("wall");
    constants.obstacles.shape.push_back(shape);
  }
  std::vector<Frame> frames;
  for (int k = 0; k < 3; ++k) {
    Frame frame;
    frame.time = 0.5 * k;
    frame.step = 10 * k;
    for (std::size_t body = 0; body < constants.bodies.radius.size(); ++body) {
      const std::size_t row = body / 3;
      const double x = 1.7 * (static_cast<double>(body % 3) - 1.0), y = 1.7 * (static_cast<double>(row) - 1.0);
      const double angle = 0.3 + 0.4 * static_cast<double>(body) + 0.5 * k;
      frame.position.insert(frame.position.end(), {x, y});
      if (planar) {
        frame.orientation.push_back(angle);
      } else {
        frame.position.push_back(0.9);
        // About an axis that leans.
        const double s = std::sin(0.5 * angle);
        frame.orientation.insert(frame.orientation.end(), {std::cos(0.5 * angle), 0.48 * s, 0.6 * s, 0.64 * s});
      }
      frame.velocity.insert(frame.velocity.end(), static_cast<std::size_t>(dimension), 0.1 * static_cast<double>(body));
      frame.angular_velocity.insert(frame.angular_velocity.end(), planar ? 1 : 3, 0.0);
    }
    for (std::size_t obstacle = 0; obstacle < constants.obstacles.name.size(); ++obstacle) {
      const double x = 1.7 * (static_cast<double>(obstacle) - 1.0);
      if (planar) {
        frame.obstacle_position.insert(frame.obstacle_position.end(), {x, -3.2});
        frame.obstacle_orientation.push_back(0.3);
      } else {
        const bool trough = obstacle == 2;
        frame.obstacle_position.insert(frame.obstacle_position.end(), {trough ? 0.0 : x, trough ? 0.0 : -3.6, 0.0});
        frame.obstacle_orientation.insert(frame.obstacle_orientation.end(), {1.0, 0.0, 0.0, 0.0});
      }
    }
    // The ellipse touches the disc and the superellipse beside it, somewhere between.
    for (const auto& [a, b] : {std::array{0, 1}, std::array{1, 2}}) {
      frame.contact_pair.insert(frame.contact_pair.end(), {a, b});
      frame.contact_feature.push_back(0);
      frame.contact_distance.push_back(0.1);
      frame.contact_gamma.push_back(-1.0);
      for (int axis = 0; axis < dimension; ++axis) {
        const auto at = static_cast<std::size_t>(axis);
        const auto d = static_cast<std::size_t>(dimension);
        frame.contact_normal.push_back(axis == 0 ? 1.0 : 0.0);
        frame.contact_impulse.push_back(axis == 0 ? 1.0 : 0.0);
        frame.contact_point.push_back(0.5 * (frame.position[static_cast<std::size_t>(a) * d + at] +
                                             frame.position[static_cast<std::size_t>(b) * d + at]) +
                                      (axis == 1 ? 0.15 : 0.0));
      }
    }
    frames.push_back(std::move(frame));
  }
  return {constants, frames};
}

}  // namespace gluey::test
