#pragma once
// An ellipsoid (an ellipse in 2D): |R⁻¹x| ≤ 1 with R = diag(radii). Support function h(n) = |R n|, reached in R²n/|Rn|.

#include "core/vector.hpp"

namespace gluey {

template <int D>
struct Ellipsoid {
  static constexpr const char* kind = "ellipsoid";
  Pose<D> pose = {};
  Vec<D> radii = Vec<D>::Zero();

  [[nodiscard]] Vec<D> center() const { return pose.position; }
  [[nodiscard]] double extent() const { return radii.maxCoeff(); }
  /// Of the ball of the same mean radius. What touches in a known place has its own there (Manifold::radius_first).
  [[nodiscard]] double curvature() const { return 1.0 / radii.mean(); }
};

}  // namespace gluey
