#pragma once
// What eight contacts in space do in one step of an iteration in single precision (balls.hpp has the formulas), once their relative
// velocities are known. A Row has normal, inverse, tangential_inverse, friction, opening and lower.

#include "problem/eight.hpp"
#include "problem/step_sums.hpp"

#include <cstddef>

namespace gluey {

/// What a pool keeps of a contact's metric and law: `parts` of a RigidProblem, for a contact with the members below.
template <class Parts, class Contact>
void take_metric(const Parts& parts, Contact& contact) {
  const bool opens = parts.shift == 0.0 && parts.friction > 0.0;
  const double across = parts.friction * parts.tangential_diagonal;
  contact.inverse = static_cast<float>(1.0 / parts.diagonal);
  contact.tangential_inverse = static_cast<float>(1.0 / parts.tangential_diagonal);
  contact.friction = static_cast<float>(parts.friction);
  contact.opening = opens ? static_cast<float>(across / (parts.diagonal + parts.friction * across)) : 0.0F;
  contact.lower = static_cast<float>(parts.lower);
}
/// … into a lane of a row.
template <class Row, class Contact>
void place_metric(Row& row, std::size_t lane, const Contact& contact) {
  row.inverse[lane] = contact.inverse;
  row.tangential_inverse[lane] = contact.tangential_inverse;
  row.friction[lane] = contact.friction;
  row.opening[lane] = contact.opening;
  row.lower[lane] = contact.lower;
}

struct FrictionSums {
  Eight step{}, along{}, speed{}, most{};

  /// Takes p⁺ (`next`) from y and u with a step of t, and adds up what it does; p as it was.
  template <class Row>
  void take_step(const Row& row, const Eight& t, const Eight (&p)[3], const Eight (&y)[3], const Eight (&u)[3],
                 Eight (&next)[3]) {
    const Eight one = all_eight(1.0F);
    const Eight(&n)[3] = row.normal;
    Eight y_t[3], e[3], moved[3];
    const Eight y_n = dot(n, y), u_n = dot(n, u);
    const Eight across = t * row.tangential_inverse;
    const Eight excess = fused(-across, u_n, y_n);
    for (int axis = 0; axis < 3; ++axis) {
      y_t[axis] = fused(-excess, n[axis], fused(-across, u[axis], y[axis]));
    }
    // (d_n a + μ d_t |b|)/(d_n + μ² d_t) = a + (|b| − μ a) · opening.
    const Eight length = root(dot(y_t, y_t) + 1e-30F);
    const Eight alone = fused(-t * row.inverse, u_n, y_n);
    const Eight opened = fused(row.opening, larger(fused(-row.friction, alone, length), Eight{}), alone);
    const Eight p_n = larger(opened, row.lower);
    Eight share = row.friction * larger(p_n, Eight{}) / length;
    share = share > one ? one : share;
    for (int axis = 0; axis < 3; ++axis) {
      next[axis] = fused(p_n, n[axis], share * y_t[axis]);
      e[axis] = next[axis] - y[axis];
      moved[axis] = next[axis] - p[axis];
    }
    const Eight e_n = dot(n, e), moved_n = dot(n, moved), e_e = dot(e, e);
    const Eight diagonal = one / row.inverse, tangential_diagonal = one / row.tangential_inverse;
    const Eight excess_diagonal = diagonal - tangential_diagonal;
    step = fused(excess_diagonal * e_n, e_n, fused(tangential_diagonal, e_e, step));
    along = fused(excess_diagonal * e_n, moved_n, fused(tangential_diagonal, dot(e, moved), along));
    const Eight squared = e_e * tangential_diagonal * tangential_diagonal;
    speed += squared;
    most = larger(most, squared);
  }
  [[nodiscard]] StepSums sums() const { return {sum(step), sum(along), sum(speed), largest(most)}; }
};

}  // namespace gluey
