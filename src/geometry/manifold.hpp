#pragma once
// The answer of a distance query between two convex shapes: where they touch, or would touch first.
//
// The signed distance of A and B is D = max over unit vectors n of  n·(points of B − points of A), the gap of the best
// separating slab: the Euclidean distance where they are apart, minus the depth where they overlap. n points from A to B.
// Flat contacts have several points: all share n, each has the gap of its own along n, and the smallest gap is D.

#include "core/vector.hpp"

#include <array>
#include <cstdint>

namespace gluey {

template <int D>
struct Touch {
  double gap = 0.0;               ///< along the normal, negative where the shapes overlap
  Vec<D> point = Vec<D>::Zero();  ///< on the first shape; the second one's is point + gap·normal
};

/// All in the frame of the first shape's owner.
template <int D>
struct Manifold {
  /// Faces of boxes share at most eight corners. Corners, not four of them: a corner appears where it does not matter, beside another, while a choice
  /// of four jumps.
  static constexpr int most = D == 2 ? 2 : 8;
  Vec<D> normal = Vec<D>::UnitX();  ///< unit, from the first shape to the second
  std::array<Touch<D>, most> touch = {};
  std::int8_t count = 0;  ///< 0: further apart than was asked for
  /// False where the search did not reach its accuracy and what stands here is a fallback: finite, but not to be trusted.
  bool exact = true;
  /// Curvature radii 1/κ of the two surfaces at the contact (mean of the principal curvatures), infinite where flat.
  double radius_first = 0.0, radius_second = 0.0;
  // NOLINTNEXTLINE(bugprone-signed-char-misuse): never below 0
  void add(double gap, const Vec<D>& point) { touch[static_cast<std::size_t>(count++)] = {gap, point}; }
  [[nodiscard]] double gap() const {
    double least = touch[0].gap;
    for (int k = 1; k < count; ++k) {
      least = touch[static_cast<std::size_t>(k)].gap < least ? touch[static_cast<std::size_t>(k)].gap : least;
    }
    return least;
  }
};

/// The same contact seen from the other side, in the frame of the second shape's owner, which stands at `second` in the
/// first one's.
template <int D>
Manifold<D> flipped(const Manifold<D>& manifold, const Pose<D>& second) {
  Manifold<D> result = manifold;
  result.normal = -second.orientation.apply_inverse(manifold.normal);
  for (std::size_t k = 0; k < static_cast<std::size_t>(manifold.count); ++k) {
    const Touch<D>& touch = manifold.touch[k];
    result.touch[k].point = second.to_local(touch.point + touch.gap * manifold.normal);
  }
  std::swap(result.radius_first, result.radius_second);
  return result;
}

}  // namespace gluey
