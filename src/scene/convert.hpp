#pragma once
// Small conversions from a scene's plain data to the engine's types.

#include "geometry/part.hpp"
#include "scene/options.hpp"
#include "step/settings.hpp"
#include "world/domain.hpp"
#include "world/motion.hpp"

#include <cstdint>
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

/// {angle} or {w, x, y, z} of length 1, kept to the bit; empty: no rotation.
template <int D>
Rotation<D> to_rotation(const Vector& orientation) {
  if (orientation.empty()) {
    return {};
  }
  if constexpr (D == 2) {
    return {orientation[0]};
  } else {
    return {Eigen::Quaterniond(orientation[0], orientation[1], orientation[2], orientation[3])};
  }
}

/// The convex parts of a shape, in its own frame. Its lengths are fixed and its surface is read (surfaces.hpp). The scale of
/// a body's shape is left to BodyShapes (convert_shape.cpp).
template <int D>
std::vector<Part<D>> to_parts(const Shape& shape);

/// Prescribed motion; `position` is the obstacle's own, the centre of a rotation that names none.
template <int D>
gluey::Motion<D> to_motion(const Motion& motion, const Vec<D>& position);

template <int D>
gluey::Domain<D> to_domain(const Domain& domain);

/// The level of accuracy that is asked for; empty where a tolerance is.
std::string level_of(const Solver& solver);

/// How steps are made: their length, the range of contacts, the solver.
StepSettings to_settings(const Scene& scene);

/// Index of a word in a list, added where it is new.
std::int32_t index_of(std::vector<std::string>& words, const std::string& word);

/// An obstacle's shape as JSON, for viewers and exports (world/shape_json.hpp).
template <int D>
std::string shape_json(const Shape& shape);

}  // namespace gluey::scene
