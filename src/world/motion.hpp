#pragma once
// Prescribed motions of obstacles: the pose at any time, from the pose at time 0.

#include "core/vector.hpp"

#include <variant>
#include <vector>

namespace gluey {

struct FixedMotion {};

/// Turns at a constant rate about a point (2D) or an axis through it (3D).
template <int D>
struct RotationMotion {
  Vec<D> center = Vec<D>::Zero();
  Spin<D> omega = Spin<D>::Zero();
};

template <int D>
struct TranslationMotion {
  Vec<D> velocity = Vec<D>::Zero();
};

/// x(t) = x₀ + amplitude · sin(2π f t + φ).
template <int D>
struct OscillationMotion {
  Vec<D> amplitude = Vec<D>::Zero();
  double frequency = 0.0;
  double phase = 0.0;
};

/// Positions and orientations at given times, linear in between (orientations by constant rotation rate), held outside.
template <int D>
struct TableMotion {
  std::vector<double> times;
  std::vector<Vec<D>> positions;
  std::vector<Rotation<D>> orientations;  ///< empty: the orientation at time 0
};

template <int D>
using Motion = std::variant<FixedMotion, RotationMotion<D>, TranslationMotion<D>, OscillationMotion<D>, TableMotion<D>>;

/// Pose at time t of an obstacle that stood at `start`.
template <int D>
Pose<D> pose_at(const Motion<D>& motion, const Pose<D>& start, double t);

/// How long from time t on no point of the obstacle within `reach` of its origin moves further than `room`; infinity where
/// none ever does. A lower bound, from the largest speeds.
template <int D>
double time_within(const Motion<D>& motion, const Pose<D>& start, double t, double reach, double room);

}  // namespace gluey
