#include "world/motion.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace gluey {
namespace {

Rotation<2> interpolate(const Rotation<2>& from, const Rotation<2>& to, double s) {
  return {from.angle + s * (to.angle - from.angle)};
}

Rotation<3> interpolate(const Rotation<3>& from, const Rotation<3>& to, double s) {
  return {from.quaternion.slerp(s, to.quaternion)};
}

template <int D>
struct PoseAt {
  const Pose<D>& start;
  double t;

  Pose<D> operator()(const FixedMotion& /*motion*/) const { return start; }

  Pose<D> operator()(const RotationMotion<D>& motion) const {
    const Spin<D> turn = motion.omega * t;
    const Rotation<D> rotation = Rotation<D>{}.turned(turn);
    return {motion.center + rotation.apply(start.position - motion.center), start.orientation.turned(turn)};
  }

  Pose<D> operator()(const TranslationMotion<D>& motion) const {
    return {start.position + t * motion.velocity, start.orientation};
  }

  Pose<D> operator()(const OscillationMotion<D>& motion) const {
    const double angle = 2.0 * std::numbers::pi * motion.frequency * t + motion.phase;
    return {start.position + std::sin(angle) * motion.amplitude, start.orientation};
  }

  Pose<D> operator()(const TableMotion<D>& motion) const {
    const auto& times = motion.times;
    const auto next = std::upper_bound(times.begin(), times.end(), t);
    const std::size_t after = std::min(static_cast<std::size_t>(next - times.begin()), times.size() - 1);
    const std::size_t before = next == times.begin() ? 0 : static_cast<std::size_t>(next - times.begin()) - 1;
    const double s = after > before ? (t - times[before]) / (times[after] - times[before]) : 0.0;
    Pose<D> pose = start;
    pose.position = motion.positions[before] + s * (motion.positions[after] - motion.positions[before]);
    if (!motion.orientations.empty()) {
      pose.orientation = interpolate(motion.orientations[before], motion.orientations[after], s);
    }
    return pose;
  }
};

double angle_between(const Rotation<2>& from, const Rotation<2>& to) { return std::abs(to.angle - from.angle); }
double angle_between(const Rotation<3>& from, const Rotation<3>& to) {
  return from.quaternion.angularDistance(to.quaternion);
}

template <int D>
struct TimeWithin {
  const Pose<D>& start;
  double t, reach, room;

  [[nodiscard]] double at_speed(double speed) const {
    return speed > 0.0 ? room / speed : std::numeric_limits<double>::infinity();
  }

  double operator()(const FixedMotion& /*motion*/) const { return at_speed(0.0); }
  double operator()(const RotationMotion<D>& motion) const {
    return at_speed(motion.omega.norm() * (reach + (start.position - motion.center).norm()));
  }
  double operator()(const TranslationMotion<D>& motion) const { return at_speed(motion.velocity.norm()); }
  double operator()(const OscillationMotion<D>& motion) const {
    return at_speed(2.0 * std::numbers::pi * motion.frequency * motion.amplitude.norm());
  }
  double operator()(const TableMotion<D>& motion) const {
    // Each piece of the table from when it begins.
    double shortest = std::numeric_limits<double>::infinity();
    for (std::size_t k = 0; k + 1 < motion.times.size(); ++k) {
      if (motion.times[k + 1] <= t) {
        continue;
      }
      double moved = (motion.positions[k + 1] - motion.positions[k]).norm();
      if (!motion.orientations.empty()) {
        moved += reach * angle_between(motion.orientations[k], motion.orientations[k + 1]);
      }
      shortest = std::min(
          shortest, std::max(0.0, motion.times[k] - t) + at_speed(moved / (motion.times[k + 1] - motion.times[k])));
    }
    return shortest;
  }
};

}  // namespace

template <int D>
double time_within(const Motion<D>& motion, const Pose<D>& start, double t, double reach, double room) {
  return std::visit(TimeWithin<D>{start, t, reach, room}, motion);
}

template <int D>
Pose<D> pose_at(const Motion<D>& motion, const Pose<D>& start, double t) {
  return std::visit(PoseAt<D>{start, t}, motion);
}

template double time_within<2>(const Motion<2>&, const Pose<2>&, double, double, double);
template double time_within<3>(const Motion<3>&, const Pose<3>&, double, double, double);
template Pose<2> pose_at<2>(const Motion<2>&, const Pose<2>&, double);
template Pose<3> pose_at<3>(const Motion<3>&, const Pose<3>&, double);

}  // namespace gluey
