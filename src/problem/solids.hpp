#pragma once
// Contacts between bodies of any shape in space, as a pool (pool.hpp): as those of balls (balls.hpp), with arms that point anywhere and
// moments of inertia that differ,
//     u = v_j + ω_j × r_j − v_i − ω_i × r_i + b,
// so that a contact hands on to each of its bodies an impulse and a moment of its own. Twice the numbers of a ball's contact.

#include "problem/friction_step.hpp"
#include "problem/pool.hpp"
#include "problem/rigid_problem.hpp"

#include <cstdint>
#include <span>

namespace gluey {

struct SolidContacts {
  using Problem = RigidProblem<3>;
  using State = Eight;  // v, 0, ω, 0; p, 0, r × p, 0
  using Sums = FrictionSums;
  static constexpr std::size_t numbers = 3, parts = 2;
  /// opening: μ d_t/(d_n + μ² d_t) in the convex model, else 0.
  template <class Number>
  struct Numbers {
    Number normal[3], offset[3], arm_first[3], arm_second[3], inverse, tangential_inverse, friction, opening, lower;
  };
  struct Contact : Numbers<float> {
    std::int32_t first, second;
  };
  struct Row : Numbers<Eight> {
    std::int32_t first[lanes], second[lanes];
  };
  /// M⁻¹ and M as they act on states: masses, and the columns of what turns; nothing where a body is held.
  struct Body {
    Eight inverse_mass, inverse[3], mass, turning[3];
  };

  /// All but resistance to rolling; contacts must follow one of the two models.
  static bool suits(const Problem& problem) { return !problem.resists_rolling(); }
  static bool take(const Problem& problem, std::size_t slot, Contact& contact, bool& convex);
  static void take_offset(const Problem& problem, std::size_t slot, Contact& contact) {
    Eigen::Map<Eigen::Vector3f>{contact.offset} = problem.offset(slot).cast<float>();
  }
  static Body take_body(const Problem& problem, std::size_t i);
  static void load(const Problem& problem, std::size_t slot, const Contact& contact, const double* components,
                   float* impulse);
  static void read(const Problem& problem, std::size_t slot, const Contact& contact, const float* impulse,
                   double* components);
  static Contact open(std::int32_t nobody);
  static void place(Row& row, std::size_t lane, const Contact& contact);
  static float opening(const Contact& contact, const State& a, const State& b);

  static void step(const Row& row, const State* velocity, const Eight& onward, const Eight& t, const Impulses<3>& p,
                   Impulses<3>& next, Sums& sums) {
    Eight a[lanes], b[lanes], v_a[3], v_b[3], w_a[3], w_b[3], u[3], y[3];
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      a[lane] = velocity[row.first[lane]];
      b[lane] = velocity[row.second[lane]];
    }
    columns(a, v_a, w_a);
    columns(b, v_b, w_b);
    for (int axis = 0; axis < 3; ++axis) {
      const int after = (axis + 1) % 3, last = (axis + 2) % 3;
      const Eight on_second = fused(w_b[after], row.arm_second[last], -w_b[last] * row.arm_second[after]);
      const Eight on_first = fused(w_a[after], row.arm_first[last], -w_a[last] * row.arm_first[after]);
      u[axis] = row.offset[axis] + (v_b[axis] - v_a[axis]) + (on_second - on_first);
      y[axis] = fused(onward, p.x[axis] - next.x[axis], p.x[axis]);
    }
    sums.take_step(row, t, p.x, y, u, next.x);
  }
  /// To the eight second bodies, then to the first ones.
  static void hand_on(const Row& row, const Impulses<3>& impulses, State* handed) {
    const Eight(&p)[3] = impulses.x;
    const Eight back[3] = {-p[0], -p[1], -p[2]};
    const auto moment = [](const Eight(&r)[3], const Eight(&f)[3], Eight(&m)[3]) {
      for (int axis = 0; axis < 3; ++axis) {
        const int after = (axis + 1) % 3, last = (axis + 2) % 3;
        m[axis] = fused(r[after], f[last], -r[last] * f[after]);
      }
    };
    Eight on_first[3], on_second[3];
    moment(row.arm_first, back, on_first);
    moment(row.arm_second, p, on_second);
    store_rows(p, on_second, handed);
    store_rows(back, on_first, handed + lanes);
  }
  static State answer(const Body& body, std::span<const std::int32_t> ends, const State* handed) {
    Eight received{};
    for (const std::int32_t end : ends) {
      const auto contact = static_cast<std::size_t>(end >> 1), part = static_cast<std::size_t>(end & 1);
      received += handed[(2 * (contact / lanes) + part) * lanes + contact % lanes];
    }
    return fused(body.inverse_mass, received, turned(body.inverse, received));
  }
  static State weighed(const Body& body, const State& change) {
    return fused(body.mass, change, turned(body.turning, change));
  }

 private:
  /// The matrix with these columns times the last part of x.
  static Eight turned(const Eight (&column)[3], const Eight& x) {
    return fused(column[0], __builtin_shufflevector(x, x, 4, 4, 4, 4, 4, 4, 4, 4),
                 fused(column[1], __builtin_shufflevector(x, x, 5, 5, 5, 5, 5, 5, 5, 5),
                       column[2] * __builtin_shufflevector(x, x, 6, 6, 6, 6, 6, 6, 6, 6)));
  }
};

extern template class Pool<SolidContacts>;
using Solids = Pool<SolidContacts>;

}  // namespace gluey
