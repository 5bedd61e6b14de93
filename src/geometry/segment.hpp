#pragma once
// A segment from one point to another, thickened by a radius ≥ 0 (a capsule). In a chain each segment knows the far ends
// of its neighbours, so that the body sliding over a joint meets one contact there and not two.

#include "core/vector.hpp"

#include <optional>

namespace gluey {

template <int D>
struct Segment {
  static constexpr const char* kind = "segment";
  Vec<D> from = Vec<D>::Zero();
  Vec<D> to = Vec<D>::Zero();
  double radius = 0.0;
  bool joined_before = false;        ///< another segment of the chain ends in `from`; it owns that vertex
  std::optional<Vec<D>> after = {};  ///< end of the segment that starts in `to`

  [[nodiscard]] Vec<D> center() const { return 0.5 * (from + to); }
  [[nodiscard]] double extent() const { return 0.5 * (to - from).norm() + radius; }
  /// Of the round surface of a capsule, taken for its straight sides as well; a thin segment is flat.
  [[nodiscard]] double curvature() const { return radius > 0.0 ? 1.0 / radius : 0.0; }
};

}  // namespace gluey
