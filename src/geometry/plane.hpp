#pragma once
// A half-space: the free side is where normal points. Unbounded.

#include "core/vector.hpp"

#include <limits>

namespace gluey {

template <int D>
struct Plane {
  static constexpr const char* kind = "plane";
  Vec<D> point = Vec<D>::Zero();
  Vec<D> normal = Vec<D>::UnitX();

  [[nodiscard]] Vec<D> center() const { return point; }
  [[nodiscard]] double extent() const { return std::numeric_limits<double>::infinity(); }
  [[nodiscard]] double curvature() const { return 0.0; }
};

}  // namespace gluey
