#pragma once
// The bodies' state as others see and change it: arrays that stay where they are from step to step and can be written to
// between them. Whoever keeps such an array says nothing when it writes, so that the positions and orientations that were asked
// for are compared, before a step, with those that the step before left. What velocities do is worked out anew in every step.

#include "core/flat.hpp"
#include "world/bodies.hpp"

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

namespace gluey {

template <int D>
class SharedState {
 public:
  std::span<double> positions(Bodies<D>& bodies) {
    watch(position_, bodies.position);
    return flat(bodies.position);
  }

  /// Angles as they are; of quaternions, whose parts the engine has in another order, a table that is kept the same.
  std::span<double> orientations(Bodies<D>& bodies) {
    watch(orientation_, bodies.orientation);
    if constexpr (D == 2) {
      static_assert(sizeof(Rotation<2>) == sizeof(double));
      return bodies.size() == 0 ? std::span<double>() : std::span(&bodies.orientation.front().angle, bodies.size());
    } else {
      if (table_.size() != 4 * bodies.size()) {
        flat(bodies.orientation, table_);
      }
      return table_;
    }
  }

  /// Before a step. Whether anything was written since the last one.
  bool take_changes(Bodies<D>& bodies) {
    if constexpr (D == 3) {
      read_table(bodies);
    }
    return differ(position_, bodies.position) || differ(orientation_, bodies.orientation);
  }

  /// After a step.
  void follow(const Bodies<D>& bodies) {
    if (!position_.empty()) {
      position_ = bodies.position;
    }
    if (!orientation_.empty()) {
      orientation_ = bodies.orientation;
    }
    if (!table_.empty()) {
      flat(bodies.orientation, table_);
    }
  }

 private:
  template <class Item>
  static void watch(std::vector<Item>& kept, const std::vector<Item>& now) {
    if (kept.empty()) {
      kept = now;
    }
  }

  static bool same(const Vec<D>& a, const Vec<D>& b) { return a == b; }
  static bool same(const Rotation<2>& a, const Rotation<2>& b) { return a.angle == b.angle; }
  static bool same(const Rotation<3>& a, const Rotation<3>& b) {
    return a.quaternion.coeffs() == b.quaternion.coeffs();
  }
  template <class Item>
  static bool differ(const std::vector<Item>& kept, const std::vector<Item>& now) {
    for (std::size_t i = 0; i < kept.size(); ++i) {
      if (!same(kept[i], now[i])) {
        return true;
      }
    }
    return false;
  }

  void read_table(Bodies<3>& bodies) {
    for (std::size_t i = 0; 4 * i < table_.size(); ++i) {
      const double* q = table_.data() + 4 * i;
      const Rotation<3> written = {Eigen::Quaterniond(q[0], q[1], q[2], q[3])};
      if (!same(written, bodies.orientation[i])) {
        bodies.orientation[i].quaternion = written.quaternion.normalized();
      }
    }
  }

  std::vector<Vec<D>> position_;  // as the last step left them; empty where nobody asked
  std::vector<Rotation<D>> orientation_;
  std::vector<double> table_;  // w, x, y, z of each body
};

}  // namespace gluey
