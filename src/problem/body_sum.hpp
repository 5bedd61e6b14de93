#pragma once
// What contacts give a body that turns: momentum Σ p and angular momentum Σ r × p, in the plane with numbers, in space with
// vectors of four whose last component is nothing.

#include "core/vector.hpp"
#include "problem/four.hpp"
#include "problem/packed.hpp"

namespace gluey {

template <int D>
struct BodySum;

template <>
struct BodySum<2> {
  Vec<2> momentum = Vec<2>::Zero();
  double angular = 0.0;

  /// `lever` is the arm and, its last, the sign.
  void add(const double* lever, const double* p) {
    const Vec<2> q(lever[3] * p[0], lever[3] * p[1]);
    momentum += q;
    angular += lever[0] * q[1] - lever[1] * q[0];
  }
  /// p times a unit impulse and its moment.
  void add(double p, const double* push, const double* turn) {
    momentum += p * Eigen::Map<const Vec<2>>(push);
    angular += p * turn[0];
  }
  void add_moment(double sign, const double* m) { angular += sign * m[0]; }

  /// M⁻¹ times it.
  [[nodiscard]] Packed<3> over(const Four& inverse_mass, const Four* inverse_inertia) const {
    return {{inverse_mass[0] * momentum[0], inverse_mass[1] * momentum[1], inverse_inertia[0][0] * angular, 0.0}};
  }
};

template <>
struct BodySum<3> {
  Four momentum = {}, angular = {};
  Four twisted = {};  // Σ r yzx(p) − yzx(r) p, where r × p = yzx(that)

  void add(const double* lever, const double* p) {
    const Four arm = load_four(lever);
    const Four q = __builtin_shufflevector(arm, arm, 3, 3, 3, 3) * Four{p[0], p[1], p[2], 0.0};
    momentum += q;
    twisted += arm * yzx(q) - yzx(arm) * q;
  }
  void add(double p, const double* push, const double* turn) {
    momentum += p * load_four(push);
    angular += p * load_four(turn);
  }
  void add_moment(double sign, const double* m) { angular += sign * Four{m[0], m[1], m[2], 0.0}; }

  [[nodiscard]] Packed<6> over(const Four& inverse_mass, const Four* inverse_inertia) const {
    const Four velocity = inverse_mass * momentum;
    const Four turn = angular + yzx(twisted);
    const Four spin = inverse_inertia[0] * __builtin_shufflevector(turn, turn, 0, 0, 0, 0) +
                      inverse_inertia[1] * __builtin_shufflevector(turn, turn, 1, 1, 1, 1) +
                      inverse_inertia[2] * __builtin_shufflevector(turn, turn, 2, 2, 2, 2);
    Packed<6> state;
    store_four(state.x, __builtin_shufflevector(velocity, spin, 0, 1, 2, 4));
    store_four(state.x + 4, __builtin_shufflevector(spin, spin, 1, 2, 3, 3));
    return state;
  }

 private:
  static Four yzx(const Four& v) { return __builtin_shufflevector(v, v, 1, 2, 0, 3); }
};

}  // namespace gluey
