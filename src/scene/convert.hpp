#pragma once
// Small conversions from a scene's plain data to the engine's types.

#include "geometry/part.hpp"
#include "scene/options.hpp"
#include "world/motion.hpp"

#include <string>
#include <vector>

namespace gluey::scene {

template <int D>
Vec<D> to_vec(const Vector& vector) {
  Vec<D> result = Vec<D>::Zero();
  for (std::size_t axis = 0; axis < vector.size(); ++axis) {
    result[static_cast<int>(axis)] = vector[axis];
  }
  return result;
}

/// {angle} or {w, x, y, z}; empty: no rotation.
template <int D>
Rotation<D> to_rotation(const Vector& orientation) {
  if (orientation.empty()) {
    return {};
  }
  if constexpr (D == 2) {
    return {orientation[0]};
  } else {
    return {Eigen::Quaterniond(orientation[0], orientation[1], orientation[2], orientation[3]).normalized()};
  }
}

/// The convex parts of an obstacle's shape, in its own frame.
template <int D>
std::vector<Part<D>> to_parts(const Shape& shape);

/// Prescribed motion; `position` is the obstacle's own, the centre of a rotation that names none.
template <int D>
gluey::Motion<D> to_motion(const Motion& motion, const Vec<D>& position);

/// The shape as JSON, for viewers and exports.
std::string shape_json(const Shape& shape);

}  // namespace gluey::scene
