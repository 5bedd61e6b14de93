#pragma once
// Four cones of sets.hpp as one set, for loops over all contacts: its block is the blocks of the four behind each other, what
// it answers is the sum or the worst of the four. A contact at a time, the chain of two roots and a division, and branches
// that no processor can foresee, take three times as long.

#include "problem/four.hpp"
#include "problem/sets.hpp"

namespace gluey {

template <int D>
struct FourCones {
  static constexpr int size = 4 * D;
  using Block = Vec<size>;
  using Vectors = FourVectors<D>;
  Vectors normal;
  Four lower, friction, shift, diagonal, inverse, tangential_diagonal, tangential_inverse, largest_eigenvalue;

  FourCones() = default;
  explicit FourCones(const Cone<D>* cone) {
    for (int k = 0; k < 4; ++k) {
      for (int axis = 0; axis < D; ++axis) {
        normal.x[axis][k] = cone[k].normal[axis];
      }
      lower[k] = cone[k].lower;
      friction[k] = cone[k].friction;
      shift[k] = cone[k].shift;
      diagonal[k] = cone[k].diagonal;
      inverse[k] = cone[k].inverse;
      tangential_diagonal[k] = cone[k].tangential_diagonal;
      tangential_inverse[k] = cone[k].tangential_inverse;
      largest_eigenvalue[k] = cone[k].largest;
    }
  }

  [[nodiscard]] Block project(const Block& block) const {
    const Vectors y = gather<D>(block.data());
    const Four y_n = normal.dot(y);
    const auto pulled = (y_n < 0.0) & (lower < 0.0);
    return placed(onto_cone(y_n, across(y, y_n), tangential_diagonal * inverse, pulled, larger(lower, y_n)));
  }
  using Shift = Four;
  [[nodiscard]] Shift shift_at(const Block& u) const { return shift_at(gather<D>(u.data())); }
  [[nodiscard]] Block step(const Block& y, const Block& u, const Shift& s, double t) const {
    return placed(move(gather<D>(y.data()), gather<D>(u.data()), s, t * inverse, t * tangential_inverse,
                       tangential_diagonal * inverse));
  }
  [[nodiscard]] Block step(const Block& y, const Block& u, double t) const { return step(y, u, shift_at(u), t); }
  [[nodiscard]] Block plain_step(const Block& y, const Block& u, double t) const {
    return placed(move(gather<D>(y.data()), gather<D>(u.data()), shift_at(u), all_four(t), all_four(t), all_four(1.0)));
  }
  [[nodiscard]] double inner(const Block& a, const Block& b) const {
    const Vectors first = gather<D>(a.data()), second = gather<D>(b.data());
    const Four along = normal.dot(first) * normal.dot(second);
    return sum(diagonal * along + tangential_diagonal * (first.dot(second) - along));
  }
  [[nodiscard]] double speed(const Block& e) const { return largest(gather<D>(e.data()).norm() * tangential_diagonal); }
  [[nodiscard]] Four normal_parts(const Block& p) const { return normal.dot(gather<D>(p.data())); }
  /// The smallest of the four.
  [[nodiscard]] double normal_part(const Block& p) const { return -largest(-normal_parts(p)); }
  /// What each of sets.hpp tells of impulses p with the velocities u.
  struct Measures {
    Four residual, error, complementarity, pressed, opening;
  };
  [[nodiscard]] Measures measure(const Block& impulse, const Block& velocity) const {
    const Vectors p = gather<D>(impulse.data()), u = gather<D>(velocity.data());
    const Four zero = all_four(0.0), p_n = normal.dot(p), u_n = normal.dot(u);
    const Vectors held = across(p, p_n), slip = across(u, u_n);
    const Four speed = slip.norm(), lack = u_n - (friction - shift) * speed;
    Measures found{zero, zero, zero, p_n, u_n};

    const Four rho = 1.0 / largest_eigenvalue;
    Vectors moved, stick;
    for (int axis = 0; axis < D; ++axis) {
      moved.x[axis] = held.x[axis] - rho * slip.x[axis];
      stick.x[axis] = held.x[axis] - tangential_inverse * slip.x[axis];
    }
    const Four pressed = p_n - rho * lack;
    const auto pulled = (lower < 0.0) & (pressed < 0.0);
    moved = onto_cone(p_n - rho * (u_n + shift * speed), moved, all_four(1.0), pulled, larger(lower, pressed));
    for (int axis = 0; axis < D; ++axis) {
      moved.x[axis] = p.x[axis] - moved.x[axis];
    }
    found.residual = moved.norm() * largest_eigenvalue;

    const Four slack = (p_n - lower) * diagonal;
    const Four along = slack < u_n ? slack : u_n;
    Four share = friction * (p_n < 0.0 ? zero : p_n) / (stick.norm() + 1e-300);
    share = share > 1.0 ? all_four(1.0) : share;
    for (int axis = 0; axis < D; ++axis) {
      stick.x[axis] = (held.x[axis] - share * stick.x[axis]) * tangential_diagonal;
    }
    found.error = shift == friction ? root(along * along + stick.dot(stick)) : found.residual;

    const Four apart = lower < -1e300 ? zero : (p_n - lower) * magnitude(lack);
    found.complementarity = p_n < 0.0 ? apart : magnitude(p.dot(u) + p_n * shift * speed);
    return found;
  }

 private:
  static Block placed(const Vectors& v) {
    Block block;
    scatter(v, block.data());
    return block;
  }
  [[nodiscard]] Vectors across(const Vectors& v, const Four& v_n) const {
    Vectors result;
    for (int axis = 0; axis < D; ++axis) {
      result.x[axis] = v.x[axis] - v_n * normal.x[axis];
    }
    return result;
  }

  [[nodiscard]] Four shift_at(const Vectors& u) const { return shift * across(u, normal.dot(u)).norm(); }

  /// As Cone::move; κ = a/b.
  [[nodiscard]] Vectors move(const Vectors& y, const Vectors& u, const Four& s, const Four& a, const Four& b,
                             const Four& kappa) const {
    const Four u_n = normal.dot(u), y_n = normal.dot(y);
    const Vectors slip = across(u, u_n);
    const Four speed = slip.norm();
    Vectors y_t = across(y, y_n);
    for (int axis = 0; axis < D; ++axis) {
      y_t.x[axis] -= b * slip.x[axis];
    }
    const Four pressed = y_n - a * (u_n - (friction - shift) * speed);
    const auto pulled = (lower < 0.0) & (pressed < 0.0);
    return onto_cone(y_n - a * (u_n + s), y_t, kappa, pulled, larger(lower, pressed));
  }

  /// The surface's p_n is larger than y_n exactly outside of the cone, and μ p_n/|y_T| is then below 1. One division serves
  /// both. Not-a-number passes through.
  template <class Mask>
  [[nodiscard]] Vectors onto_cone(const Four& y_n, const Vectors& y_t, const Four& kappa, const Mask& pulled,
                                  const Four& pull) const {
    const Four length = y_t.norm() + 1e-300;
    const Four pressed = friction * kappa;
    const Four share = 1.0 + friction * pressed;
    const Four quotient = 1.0 / (share * length);
    const Four surface = (y_n + pressed * length) * length * quotient;
    Four p_n = surface < y_n ? y_n : surface;
    p_n = p_n < 0.0 ? all_four(0.0) : p_n;
    Four factor = friction * p_n * share * quotient;
    factor = factor > 1.0 ? all_four(1.0) : factor;
    p_n = pulled ? pull : p_n;
    factor = pulled ? all_four(0.0) : factor;
    Vectors p;
    for (int axis = 0; axis < D; ++axis) {
      p.x[axis] = p_n * normal.x[axis] + factor * y_t.x[axis];
    }
    return p;
  }
};

}  // namespace gluey
