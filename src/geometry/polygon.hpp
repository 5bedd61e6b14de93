#pragma once
// A solid convex polygon, its corners anticlockwise. 2D only.

#include "core/vector.hpp"

#include <algorithm>
#include <vector>

namespace gluey {

struct Polygon {
  static constexpr const char* kind = "polygon";
  std::vector<Vec<2>> points = {};

  [[nodiscard]] Vec<2> center() const {
    Vec<2> sum = Vec<2>::Zero();
    for (const Vec<2>& point : points) {
      sum += point;
    }
    return sum / static_cast<double>(points.size());
  }
  /// Faces are flat; edges are taken as flat as well.
  [[nodiscard]] double curvature() const { return 0.0; }
  [[nodiscard]] double extent() const {
    const Vec<2> middle = center();
    double largest = 0.0;
    for (const Vec<2>& point : points) {
      largest = std::max(largest, (point - middle).norm());
    }
    return largest;
  }
};

}  // namespace gluey
