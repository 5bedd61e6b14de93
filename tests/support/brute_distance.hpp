#pragma once
// Distances by brute force: a shape's surface as patches, each sampled densely, and sampled again more closely about the
// best points until nothing is gained. Knows nothing of how the engine measures.

#include "core/vector.hpp"

#include <cmath>
#include <functional>
#include <limits>
#include <numbers>
#include <vector>

namespace gluey::test {

/// A piece of surface: a map from the unit interval (2D) or square (3D).
template <int D>
using Patch = std::function<Vec<D>(double u, double v)>;

template <int D>
struct Nearest {
  double distance = std::numeric_limits<double>::infinity();
  Vec<D> point = Vec<D>::Zero();
};

/// The nearest point of one patch. Each round looks at a grid over a window and then shrinks the window about the best.
template <int D>
Nearest<D> nearest_of_patch(const Patch<D>& patch, const Vec<D>& x) {
  constexpr int first_samples = D == 2 ? 400 : 60;
  constexpr int samples = D == 2 ? 20 : 12;
  double u0 = 0.0, u1 = 1.0, v0 = 0.0, v1 = 1.0;
  Nearest<D> best;
  for (int round = 0; round < 26; ++round) {
    const int count = round == 0 ? first_samples : samples;
    double best_u = 0.5 * (u0 + u1), best_v = 0.5 * (v0 + v1);
    double best_here = std::numeric_limits<double>::infinity();
    for (int i = 0; i <= count; ++i) {
      for (int j = 0; j <= (D == 2 ? 0 : count); ++j) {
        const double u = u0 + (u1 - u0) * i / count;
        const double v = v0 + (v1 - v0) * j / count;
        const Vec<D> point = patch(u, v);
        const double distance = (point - x).norm();
        if (distance < best_here) {
          best_here = distance;
          best_u = u;
          best_v = v;
          if (distance < best.distance) {
            best = {distance, point};
          }
        }
      }
    }
    const double half_u = 1.5 * (u1 - u0) / count;
    const double half_v = 1.5 * (v1 - v0) / count;
    u0 = std::max(0.0, best_u - half_u), u1 = std::min(1.0, best_u + half_u);
    v0 = std::max(0.0, best_v - half_v), v1 = std::min(1.0, best_v + half_v);
  }
  return best;
}

template <int D>
Nearest<D> nearest_of(const std::vector<Patch<D>>& patches, const Vec<D>& x) {
  Nearest<D> best;
  for (const Patch<D>& patch : patches) {
    const Nearest<D> found = nearest_of_patch<D>(patch, x);
    if (found.distance < best.distance) {
      best = found;
    }
  }
  return best;
}

inline Patch<2> line_patch(const Vec<2>& from, const Vec<2>& to) {
  return [=](double u, double) { return Vec<2>(from + u * (to - from)); };
}

/// Part of a circle, between two angles.
inline Patch<2> arc_patch(const Vec<2>& center, double radius, double from, double to) {
  return [=](double u, double) {
    const double angle = from + u * (to - from);
    return Vec<2>(center + radius * Vec<2>(std::cos(angle), std::sin(angle)));
  };
}

/// The outline of a closed polygon.
inline std::vector<Patch<2>> outline(const std::vector<Vec<2>>& corners) {
  std::vector<Patch<2>> patches;
  for (std::size_t k = 0; k < corners.size(); ++k) {
    patches.push_back(line_patch(corners[k], corners[(k + 1) % corners.size()]));
  }
  return patches;
}

}  // namespace gluey::test
