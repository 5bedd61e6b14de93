#pragma once
// The sets that impulses of a contact may lie in (models.md), as solvers see them: a block of 1 to 6 components with a
// projection, a metric and a residual.
//
//   Bound     p ≥ l                                                       1 component, along the normal
//   Cone      |p_T| ≤ μ p_n,  or  p_T = 0, l ≤ p_n ≤ 0 where l < 0         D components, the impulse in space
//   Rolling   the same and |m| ≤ μ_r p_n, m a moment across the normal    D components and the moment's
//
// Solvers descend along  ũ = (u_n + s, u_T, ω_T)  with De Saxcé's shift  s = σ|u_T| + σ_r|ω_T|. With σ = μ, σ_r = μ_r that
// is exact Coulomb, whose solutions have u_n ≥ 0 ⟂ p_n ≥ 0 and a friction that opposes u_T; σ = 0 is Anitescu's convex
// model, which opens the gap by μ h |u_T| while sliding.
//
// Steps and projections are in the metric of a diagonal: d_n along the normal, d_t across, d_r for the moment. For balls
// that is the diagonal block of W itself, and since they turn its parts differ (d_t = 7/2 d_n). In this metric the
// projection onto the cone, outside of it and of its polar, is
//     p_n = (y_n + μκ|y_T|)/(1 + μ²κ),   p_T = μ p_n y_T/|y_T|,   κ = d_t/d_n,
// and with a moment one more term of the same kind joins both sums.
//
// How far impulses are from their law is told in two ways. `residual` is that of models.md, in which ũ has the shift: what solvers end at. With strong
// friction it exaggerates, since a slip of |u_T| counts μ times along the normal, and impulses that stop nothing may look better than others
// that are nearly right. `error` is the velocity that is wrong: along the normal min(u_n, d_n (p_n − l)), across it what friction within the
// radius μ p_n of the impulse at hand could still stop.
//
// Cone ∪ pull (l < 0, gluey-friction) is not convex. Which part a contact is on follows from the sign of p_n − u_n/d_n,
// without the shift, as in the law without friction: positive wherever the solids press on each other. Taking the nearer
// part instead would take contacts that slide fast under a small load, p_n < μ|u_T|/(2 d_n), for pulled ones; elsewhere
// both agree. In the convex model, where sliding opens the gap, u_n − μ|u_T| stands for u_n on both parts. The step of an
// impulse without friction has no jump where the part changes.

#include "core/vector.hpp"

#include <algorithm>
#include <cmath>

namespace gluey {

/// p ≥ l.
struct Bound {
  static constexpr int size = 1;
  using Block = Vec<1>;
  double lower;
  double diagonal;  ///< W_cc
  double inverse;   ///< 1/W_cc

  /// Into the set.
  [[nodiscard]] Block project(const Block& y) const { return Block(std::max(lower, y[0])); }
  /// De Saxcé's shift at u.
  using Shift = double;
  [[nodiscard]] Shift shift_at(const Block& /*u*/) const { return 0.0; }
  /// Π(y − t D⁻¹ (u + s n)) in the metric of D.
  [[nodiscard]] Block step(const Block& y, const Block& u, Shift /*s*/, double t) const {
    return Block(std::max(lower, y[0] - t * u[0] * inverse));
  }
  /// … with the shift of u itself.
  [[nodiscard]] Block step(const Block& y, const Block& u, double t) const { return step(y, u, shift_at(u), t); }
  /// Π(y − t ũ), without a metric.
  [[nodiscard]] Block plain_step(const Block& y, const Block& u, double t) const {
    return Block(std::max(lower, y[0] - t * u[0]));
  }
  /// The impulse with which this contact, all others held, obeys its law, where D is the diagonal block of W.
  [[nodiscard]] Block relaxed(const Block& p, const Block& u) const { return step(p, u, 1.0); }
  /// aᵀ D b.
  [[nodiscard]] double inner(const Block& a, const Block& b) const { return diagonal * a[0] * b[0]; }
  /// The largest part of D e, a velocity.
  [[nodiscard]] double speed(const Block& e) const { return std::abs(e[0]) * diagonal; }
  /// p along the normal; the gap's velocity.
  [[nodiscard]] double normal_part(const Block& p) const { return p[0]; }
  /// |p − Π(p − ρ ũ)|/ρ with ρ = 1/λ_max(W_cc): the step residual of models.md, a velocity.
  [[nodiscard]] double residual(const Block& p, const Block& u) const {
    return std::abs(std::min(u[0], (p[0] - lower) * diagonal));
  }
  /// The velocity that is wrong.
  [[nodiscard]] double error(const Block& p, const Block& u) const { return residual(p, u); }
  /// How far p·ũ is from 0, pulls counted from their bound.
  [[nodiscard]] double complementarity(const Block& p, const Block& u) const {
    const double slack = p[0] - lower;
    return slack < 1e300 ? slack * std::abs(u[0]) : 0.0;
  }
};

/// v, no longer than `radius`; nothing where that is negative.
template <int N>
Vec<N> cut_off(const Vec<N>& v, double radius) {
  const double length = v.norm();
  return radius <= 0.0 ? Vec<N>(Vec<N>::Zero()) : length > radius ? Vec<N>(radius / length * v) : v;
}

/// Coulomb's cone about the normal, joined with the segment of pulls where lower < 0.
template <int D>
struct Cone {
  static constexpr int size = D;
  using Block = Vec<D>;
  Vec<D> normal = Vec<D>::UnitX();
  double lower = 0.0;
  double friction = 0.0;                                       ///< μ
  double shift = 0.0;                                          ///< σ
  double diagonal = 1.0, inverse = 1.0;                        ///< d_n
  double tangential_diagonal = 1.0, tangential_inverse = 1.0;  ///< d_t
  double largest = 1.0;                                        ///< λ_max(W_cc) = 1/ρ

  [[nodiscard]] Block project(const Block& y) const {
    const double y_n = normal.dot(y);
    return y_n < 0.0 && lower < 0.0 ? Block(std::max(lower, y_n) * normal)
                                    : onto_cone(y_n, y - y_n * normal, tangential_diagonal * inverse);
  }
  using Shift = double;
  [[nodiscard]] Shift shift_at(const Block& u) const { return shift * (u - normal.dot(u) * normal).norm(); }
  [[nodiscard]] Block step(const Block& y, const Block& u, Shift s, double t) const {
    return move(y, u, s, t * inverse, t * tangential_inverse);
  }
  [[nodiscard]] Block step(const Block& y, const Block& u, double t) const { return step(y, u, shift_at(u), t); }
  [[nodiscard]] Block plain_step(const Block& y, const Block& u, double t) const {
    return move(y, u, shift_at(u), t, t);
  }
  [[nodiscard]] Block relaxed(const Block& p, const Block& u) const {
    if (shift != friction) {
      return step(p, u, 1.0);
    }
    // Coulomb's law itself: first the normal part, then what friction that allows.
    const double p_n = std::max(lower, normal.dot(p) - normal.dot(u) * inverse);
    const Vec<D> stick = p - tangential_inverse * u;
    return p_n * normal + cut_off<D>(stick - normal.dot(stick) * normal, friction * p_n);
  }
  [[nodiscard]] double inner(const Block& a, const Block& b) const {
    const double along = normal.dot(a) * normal.dot(b);
    return diagonal * along + tangential_diagonal * (a.dot(b) - along);
  }
  [[nodiscard]] double speed(const Block& e) const { return e.norm() * tangential_diagonal; }
  [[nodiscard]] double normal_part(const Block& p) const { return normal.dot(p); }
  [[nodiscard]] double residual(const Block& p, const Block& u) const {
    const double rho = 1.0 / largest;
    return (p - move(p, u, shift_at(u), rho, rho)).norm() * largest;
  }
  [[nodiscard]] double error(const Block& p, const Block& u) const {
    if (shift != friction) {
      return residual(p, u);
    }
    const double p_n = normal.dot(p), u_n = normal.dot(u);
    const double along = std::min(u_n, (p_n - lower) * diagonal);
    const Vec<D> held = p - p_n * normal;
    const Vec<D> across = held - cut_off<D>(held - tangential_inverse * (u - u_n * normal), friction * p_n);
    return std::sqrt(along * along + tangential_diagonal * tangential_diagonal * across.squaredNorm());
  }
  [[nodiscard]] double complementarity(const Block& p, const Block& u) const {
    const double p_n = normal.dot(p);
    const double u_n = normal.dot(u);
    const double speed = (u - u_n * normal).norm();
    if (p_n < 0.0) {
      return std::isinf(lower) ? 0.0 : (p_n - lower) * std::abs(u_n - (friction - shift) * speed);
    }
    return std::abs(p.dot(u) + p_n * shift * speed);
  }

 private:
  /// Π(y − (a (u_n + s), b u_T)) in the metric 1/a, 1/b.
  [[nodiscard]] Block move(const Block& y, const Block& u, double s, double a, double b) const {
    const double u_n = normal.dot(u);
    const double y_n = normal.dot(y);
    const Block slip = u - u_n * normal;
    const double speed = slip.norm();
    const double pressed = y_n - a * (u_n - (friction - shift) * speed);
    if (lower < 0.0 && pressed < 0.0) {
      return std::max(lower, pressed) * normal;
    }
    return onto_cone(y_n - a * (u_n + s), y - y_n * normal - b * slip, a / b);
  }

  [[nodiscard]] Block onto_cone(double y_n, const Block& y_t, double kappa) const {
    const double length = y_t.norm();
    if (y_n >= 0.0 && length <= friction * y_n) {
      return y_n * normal + y_t;
    }
    const double p_n = (y_n + friction * kappa * length) / (1.0 + friction * friction * kappa);
    if (p_n <= 0.0) {
      return Block::Zero();
    }
    return p_n * normal + (friction * p_n / length) * y_t;
  }
};

/// A cone whose contact also resists rolling. The block is the impulse, then the moment on the second body.
template <int D>
struct Rolling {
  static constexpr int spin = spin_size<D>;
  static constexpr int size = D + spin;
  using Block = Vec<size>;
  Cone<D> cone;
  double rolling = 0.0;                                  ///< μ_r, a length
  double rolling_shift = 0.0;                            ///< σ_r
  double rolling_diagonal = 1.0, rolling_inverse = 1.0;  ///< d_r

  [[nodiscard]] Block project(const Block& y) const {
    const Vec<D> p = y.template head<D>();
    const double y_n = cone.normal.dot(p);
    if (y_n < 0.0 && cone.lower < 0.0) {
      return pull(y_n);
    }
    return onto_cones(y_n, p - y_n * cone.normal, across(y.template tail<spin>()), cone.diagonal,
                      cone.tangential_diagonal, rolling_diagonal);
  }
  using Shift = double;
  [[nodiscard]] Shift shift_at(const Block& u) const {
    return cone.shift_at(u.template head<D>()) + rolling_shift * across(u.template tail<spin>()).norm();
  }
  [[nodiscard]] Block step(const Block& y, const Block& u, Shift s, double t) const {
    return move(y, u, s, t * cone.inverse, t * cone.tangential_inverse, t * rolling_inverse);
  }
  [[nodiscard]] Block step(const Block& y, const Block& u, double t) const { return step(y, u, shift_at(u), t); }
  /// Moments are brought to the scale of impulses.
  [[nodiscard]] Block plain_step(const Block& y, const Block& u, double t) const {
    return move(y, u, shift_at(u), t, t, t * cone.diagonal * rolling_inverse);
  }
  [[nodiscard]] Block relaxed(const Block& p, const Block& u) const {
    if (cone.shift != cone.friction || rolling_shift != rolling) {
      return step(p, u, 1.0);
    }
    Block next;
    next.template head<D>() = cone.relaxed(p.template head<D>(), u.template head<D>());
    const Vec<spin> stick = p.template tail<spin>() - rolling_inverse * u.template tail<spin>();
    next.template tail<spin>() = cut_off<spin>(across(stick), rolling * normal_part(next));
    return next;
  }
  [[nodiscard]] double inner(const Block& a, const Block& b) const {
    return cone.inner(a.template head<D>(), b.template head<D>()) +
           rolling_diagonal * a.template tail<spin>().dot(b.template tail<spin>());
  }
  [[nodiscard]] double speed(const Block& e) const { return cone.speed(e.template head<D>()); }
  [[nodiscard]] double normal_part(const Block& p) const { return cone.normal.dot(p.template head<D>()); }
  [[nodiscard]] double residual(const Block& p, const Block& u) const {
    // Moments and spins are compared through the length d: m/d and d·ω have the units of the others.
    const double rho = 1.0 / cone.largest;
    const double squared_length = rolling_diagonal / cone.diagonal;  // 1/d²
    const Block moved = p - move(p, u, shift_at(u), rho, rho, rho / squared_length);
    return std::sqrt(moved.template head<D>().squaredNorm() +
                     squared_length * moved.template tail<spin>().squaredNorm()) *
           cone.largest;
  }
  [[nodiscard]] double error(const Block& p, const Block& u) const {
    if (cone.shift != cone.friction || rolling_shift != rolling) {
      return residual(p, u);
    }
    const double slid = cone.error(p.template head<D>(), u.template head<D>());
    const Vec<spin> held = p.template tail<spin>();
    const Vec<spin> turned =
        held - cut_off<spin>(across(held - rolling_inverse * u.template tail<spin>()), rolling * normal_part(p));
    return std::sqrt(slid * slid + rolling_diagonal * cone.diagonal * turned.squaredNorm());
  }
  [[nodiscard]] double complementarity(const Block& p, const Block& u) const {
    const double p_n = normal_part(p);
    const double u_n = normal_part(u);
    const double slid = (u.template head<D>() - u_n * cone.normal).norm();
    const double turned = across(u.template tail<spin>()).norm();
    if (p_n < 0.0) {
      const double lack = (cone.friction - cone.shift) * slid + (rolling - rolling_shift) * turned;
      return std::isinf(cone.lower) ? 0.0 : (p_n - cone.lower) * std::abs(u_n - lack);
    }
    return std::abs(p.dot(u) + p_n * (cone.shift * slid + rolling_shift * turned));
  }

 private:
  /// Spin about the normal is not rolling.
  [[nodiscard]] Vec<spin> across(const Vec<spin>& m) const {
    if constexpr (D == 3) {
      return m - cone.normal.dot(m) * cone.normal;
    } else {
      return m;
    }
  }
  [[nodiscard]] Block pull(double p_n) const {
    Block block = Block::Zero();
    block.template head<D>() = std::max(cone.lower, p_n) * cone.normal;
    return block;
  }

  [[nodiscard]] Block move(const Block& y, const Block& u, double s, double a, double b, double r) const {
    const Vec<D>& n = cone.normal;
    const double u_n = n.dot(u.template head<D>());
    const double y_n = n.dot(y.template head<D>());
    const Vec<D> slip = u.template head<D>() - u_n * n;
    const Vec<spin> turn = across(u.template tail<spin>());
    const double slid = slip.norm();
    const double turned = turn.norm();
    const double lack = (cone.friction - cone.shift) * slid + (rolling - rolling_shift) * turned;
    const double pressed = y_n - a * (u_n - lack);
    if (cone.lower < 0.0 && pressed < 0.0) {
      return pull(pressed);
    }
    return onto_cones(y_n - a * (u_n + s), y.template head<D>() - y_n * n - b * slip,
                      across(y.template tail<spin>()) - r * turn, 1.0 / a, 1.0 / b, 1.0 / r);
  }

  /// min d_n (p_n − y_n)² + d_t |p_T − y_T|² + d_r |m − y_m|². For given p_n, p_T and m are cut off at their radii, so p_n
  /// minimises a convex function of one variable whose slope is linear between |y_T|/μ and |y_m|/μ_r.
  [[nodiscard]] Block onto_cones(double y_n, const Vec<D>& y_t, const Vec<spin>& y_m, double d_n, double d_t,
                                 double d_r) const {
    const double slid = y_t.norm();
    const double turned = y_m.norm();
    const double mu = cone.friction;
    const auto best = [&](bool cut_t, bool cut_m) {
      const double above = d_n * y_n + (cut_t ? d_t * mu * slid : 0.0) + (cut_m ? d_r * rolling * turned : 0.0);
      return above / (d_n + (cut_t ? d_t * mu * mu : 0.0) + (cut_m ? d_r * rolling * rolling : 0.0));
    };
    double p_n = y_n;
    if (slid > mu * p_n || turned > rolling * p_n) {
      // The one that needs the larger p_n is cut first; the other only where that is not enough.
      const bool slide_first = slid * rolling >= turned * mu;
      p_n = best(slide_first, !slide_first);
      if (slide_first ? turned > rolling * p_n : slid > mu * p_n) {
        p_n = best(true, true);
      }
    }
    Block block = Block::Zero();
    if (p_n > 0.0 || p_n != p_n) {
      block.template head<D>() = p_n * cone.normal + (slid > mu * p_n ? mu * p_n / slid : 1.0) * y_t;
      block.template tail<spin>() = (turned > rolling * p_n ? rolling * p_n / turned : 1.0) * y_m;
    }
    return block;
  }
};

}  // namespace gluey
