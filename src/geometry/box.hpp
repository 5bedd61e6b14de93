#pragma once
// A solid box with its own place and orientation in the obstacle's frame.

#include "core/vector.hpp"

namespace gluey {

template <int D>
struct Box {
  static constexpr const char* kind = "box";
  Pose<D> pose = {};
  Vec<D> half = Vec<D>::Zero();  ///< half the edge lengths

  [[nodiscard]] Vec<D> center() const { return pose.position; }
  [[nodiscard]] double extent() const { return half.norm(); }
  /// Faces are flat; edges are taken as flat as well.
  [[nodiscard]] double curvature() const { return 0.0; }
};

}  // namespace gluey
