#pragma once
// What is simulated: bodies, obstacles, their materials, and the time.

#include "geometry/part.hpp"
#include "world/bodies.hpp"
#include "world/motion.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

namespace gluey {

/// A body whose motion is prescribed (infinite mass). Contacts name obstacle k as body N + k.
template <int D>
struct Obstacle {
  std::string name;
  std::string kind;            ///< the scene's word for its shape
  std::string description;     ///< the shape in full, as JSON
  std::vector<Part<D>> parts;  ///< in the obstacle's frame
  Pose<D> start;               ///< at time 0
  Motion<D> motion;
  Pose<D> pose;  ///< now
  double roughness = 0.0;
  std::int32_t material = 0;
  std::int32_t label = 0;

  /// Radius about its origin of a ball that holds it; infinity where it has a plane.
  [[nodiscard]] double extent() const {
    double extent = 0.0;
    for (const Part<D>& part : parts) {
      std::visit([&](const auto& p) { extent = std::max(extent, p.center().norm() + p.extent()); }, part);
    }
    return extent;
  }
};

template <int D>
struct World {
  Bodies<D> bodies;
  std::vector<Obstacle<D>> obstacles;
  std::vector<std::string> materials = {"default"};
  std::vector<std::string> labels = {""};
  double time = 0.0;
  std::int64_t step = 0;

  /// Puts every obstacle where its motion has it at time t.
  void move_obstacles(double t) {
    for (Obstacle<D>& obstacle : obstacles) {
      obstacle.pose = pose_at<D>(obstacle.motion, obstacle.start, t);
    }
  }
};

}  // namespace gluey
