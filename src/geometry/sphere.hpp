#pragma once
// A ball (a disc in 2D).

#include "core/vector.hpp"

namespace gluey {

template <int D>
struct Sphere {
  static constexpr const char* kind = "sphere";
  Vec<D> position = Vec<D>::Zero();
  double radius = 0.0;

  [[nodiscard]] Vec<D> center() const { return position; }
  /// Radius of a ball about center() that holds the shape.
  [[nodiscard]] double extent() const { return radius; }
  /// 1/r, for the scaling of the gluey law.
  [[nodiscard]] double curvature() const { return 1.0 / radius; }
};

}  // namespace gluey
