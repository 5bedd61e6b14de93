#pragma once
// How much of a body lies below a plane.

#include "core/vector.hpp"

#include <gluey/results.hpp>

#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

namespace gluey::stats {

/// Of a ball about 0, what lies where x < h: with h brought to −r … r, in the plane a segment of a disc,
///     r² (π/2 + asin(h/r)) + h √(r² − h²),
/// in space a cap of a ball, π (2r³/3 + r² h − h³/3).
double ball_below(double radius, double h, int dimension);

/// Areas or volumes of bodies in their true shapes, whole and cut across an axis.
class Solids {
 public:
  explicit Solids(const Constants& constants);

  [[nodiscard]] double whole(std::size_t body) const { return whole_[body]; }
  /// The part that lies less than h above the body's position along the axis.
  [[nodiscard]] double below(std::size_t body, const Frame& frame, int axis, double h) const;

 private:
  const Constants& constants_;
  std::vector<double> whole_;
  std::vector<std::shared_ptr<const std::vector<Vec<3>>>> inside_;  // points spread evenly in a body that is no ball
};

}  // namespace gluey::stats
