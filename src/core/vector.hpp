#pragma once
// Vectors and rotations in D = 2 or 3 dimensions, on Eigen's fixed-size types.

#include <Eigen/Core>
#include <Eigen/Geometry>

#include <cmath>

namespace gluey {

template <int D>
using Vec = Eigen::Matrix<double, D, 1>;

/// Components of an angular velocity: one in the plane, three in space.
template <int D>
inline constexpr int spin_size = D == 2 ? 1 : 3;

/// Angular velocity, torque, or principal moments of inertia.
template <int D>
using Spin = Vec<spin_size<D>>;

/// An orientation. In 2D an angle θ in radians (kept unwrapped, so that turns can be counted), in 3D a unit quaternion.
template <int D>
struct Rotation;

template <>
struct Rotation<2> {
  double angle = 0.0;

  [[nodiscard]] Eigen::Matrix2d matrix() const { return Eigen::Rotation2Dd(angle).toRotationMatrix(); }
  [[nodiscard]] Vec<2> apply(const Vec<2>& v) const { return matrix() * v; }
  [[nodiscard]] Vec<2> apply_inverse(const Vec<2>& v) const { return matrix().transpose() * v; }
  /// This rotation followed by the rotation vector `turn`, exponential map.
  [[nodiscard]] Rotation turned(const Spin<2>& turn) const { return {angle + turn[0]}; }
};

template <>
struct Rotation<3> {
  Eigen::Quaterniond quaternion = Eigen::Quaterniond::Identity();

  [[nodiscard]] Eigen::Matrix3d matrix() const { return quaternion.toRotationMatrix(); }
  [[nodiscard]] Vec<3> apply(const Vec<3>& v) const { return quaternion * v; }
  [[nodiscard]] Vec<3> apply_inverse(const Vec<3>& v) const { return quaternion.conjugate() * v; }
  [[nodiscard]] Rotation turned(const Spin<3>& turn) const {
    const double angle = turn.norm();
    if (angle == 0.0) {
      return *this;
    }
    const Eigen::Quaterniond q(Eigen::AngleAxisd(angle, turn / angle));
    return {(q * quaternion).normalized()};
  }
};

/// The shortest turn from one unit vector to another. (Eigen's own brings a singular value decomposition along, seconds of
/// compilation, for opposite vectors.)
inline Rotation<3> turn_between(const Vec<3>& from, const Vec<3>& to) {
  const double cosine = from.dot(to);
  if (cosine < -1.0 + 1e-12) {
    const Vec<3> axis = from.unitOrthogonal();
    return {Eigen::Quaterniond(0.0, axis[0], axis[1], axis[2])};
  }
  const double twice = std::sqrt(2.0 * (1.0 + cosine));
  const Vec<3> axis = from.cross(to) / twice;
  return {Eigen::Quaterniond(0.5 * twice, axis[0], axis[1], axis[2])};
}

/// Where a rigid body stands: x = position + orientation · local.
template <int D>
struct Pose {
  Vec<D> position = Vec<D>::Zero();
  Rotation<D> orientation = {};

  [[nodiscard]] Vec<D> to_world(const Vec<D>& local) const { return position + orientation.apply(local); }
  [[nodiscard]] Vec<D> to_local(const Vec<D>& world) const { return orientation.apply_inverse(world - position); }
};

/// A second rotation or pose as seen from a first one.
inline Rotation<2> seen_from(const Rotation<2>& first, const Rotation<2>& second) {
  return {second.angle - first.angle};
}
inline Rotation<3> seen_from(const Rotation<3>& first, const Rotation<3>& second) {
  return {first.quaternion.conjugate() * second.quaternion};
}
template <int D>
Pose<D> seen_from(const Pose<D>& first, const Pose<D>& second) {
  return {first.to_local(second.position), seen_from(first.orientation, second.orientation)};
}

/// Two rotations or poses as one, the inner first.
inline Rotation<2> combined(const Rotation<2>& outer, const Rotation<2>& inner) { return {outer.angle + inner.angle}; }
inline Rotation<3> combined(const Rotation<3>& outer, const Rotation<3>& inner) {
  return {outer.quaternion * inner.quaternion};
}
template <int D>
Pose<D> combined(const Pose<D>& outer, const Pose<D>& inner) {
  return {outer.to_world(inner.position), combined(outer.orientation, inner.orientation)};
}

/// ω × r in either dimension.
inline Vec<2> cross(const Spin<2>& omega, const Vec<2>& r) { return {-omega[0] * r[1], omega[0] * r[0]}; }
inline Vec<3> cross(const Spin<3>& omega, const Vec<3>& r) { return omega.cross(r); }

/// Moment r × f of a force at lever arm r.
inline Spin<2> moment(const Vec<2>& r, const Vec<2>& f) { return Spin<2>(r[0] * f[1] - r[1] * f[0]); }
inline Spin<3> moment(const Vec<3>& r, const Vec<3>& f) { return r.cross(f); }

}  // namespace gluey
