#pragma once
// Orientations at random.

#include "core/random.hpp"
#include "core/vector.hpp"

#include <cmath>
#include <numbers>

namespace gluey {

/// All orientations equally likely; three uniform numbers give a unit quaternion (Shoemake 1992).
template <int D>
Rotation<D> draw_rotation(RandomStream& random) {
  constexpr double turn = 2.0 * std::numbers::pi;
  if constexpr (D == 2) {
    return {random.uniform(0.0, turn)};
  } else {
    const double u = random.uniform();
    const double a = random.uniform(0.0, turn), b = random.uniform(0.0, turn);
    return {Eigen::Quaterniond(std::sqrt(u) * std::cos(b), std::sqrt(1.0 - u) * std::sin(a),
                               std::sqrt(1.0 - u) * std::cos(a), std::sqrt(u) * std::sin(b))};
  }
}

}  // namespace gluey
