#pragma once
// What is simulated: bodies, obstacles, their materials, and the time.

#include "geometry/part.hpp"
#include "world/bodies.hpp"
#include "world/domain.hpp"
#include "world/gates.hpp"
#include "world/motion.hpp"

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
  [[nodiscard]] double extent() const;
};

/// What a body that is no sphere looks like: convex parts, joined rigidly, in the frame of its centre of mass and principal
/// axes. Bodies that are alike share one.
template <int D>
struct Shape {
  std::string kind;         ///< the scene's word for it
  std::string description;  ///< in full, in this frame, as JSON
  std::vector<Part<D>> parts;
  double outer = 0.0;  ///< radius of a ball about the origin that holds it
  double inner = 0.0;  ///< half of its smallest thickness: what steps and tolerances are measured by
};

template <int D>
struct World {
  Bodies<D> bodies;
  std::vector<Shape<D>> shapes;  ///< of the bodies that are no spheres
  std::vector<Obstacle<D>> obstacles;
  Domain<D> domain;
  std::vector<Inlet<D>> inlets;
  std::vector<Outlet<D>> outlets;
  std::vector<std::string> materials = {"default"};
  std::vector<std::string> labels = {""};
  double time = 0.0;
  std::int64_t step = 0;

  /// Whether every body is a sphere and has no images, and every obstacle's curvature is the same all over each part.
  [[nodiscard]] bool plain() const;

  /// Where a body stands, and where the image of a body or obstacle does (N + k: obstacle k).
  [[nodiscard]] Pose<D> pose(std::size_t i) const { return {bodies.position[i], bodies.orientation[i]}; }
  [[nodiscard]] Pose<D> pose(std::size_t j, const Image<D>& image) const {
    Pose<D> pose = j < bodies.size() ? this->pose(j) : obstacles[j - bodies.size()].pose;
    pose.position += domain.shift(image, time);
    return pose;
  }

  /// What its image within the domain has where the body itself has `velocity`, to which every crossing of sheared faces added.
  [[nodiscard]] Vec<D> velocity_within(std::size_t i, const Vec<D>& velocity) const {
    return domain.shear_rate == 0.0 ? velocity : Vec<D>(velocity + domain.drift(domain.home(bodies.position[i], time)));
  }

  /// Half of a body's smallest thickness.
  [[nodiscard]] double thickness(std::size_t i) const {
    const std::int32_t shape = bodies.shape[i];
    return shape == Bodies<D>::sphere ? bodies.radius[i] : shapes[static_cast<std::size_t>(shape)].inner;
  }

  /// Puts every obstacle where its motion has it at time t.
  void move_obstacles(double t);

  // Compiled once, in world.cpp.
  World();
  World(const World& other);
  World(World&& other) noexcept;
  World& operator=(const World& other);
  World& operator=(World&& other) noexcept;
  ~World();
};

/// Which obstacles have images in a periodic domain. What is unbounded is its own image.
template <int D>
std::vector<bool> obstacles_with_images(const World<D>& world);

}  // namespace gluey
