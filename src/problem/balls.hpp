#pragma once
// Contacts between balls in space, as a pool (pool.hpp). Arms lie along the normal there: r_i n and −r_j n to an obstacle, and to each other
// f r_i n and −f r_j n, where f = 1 + D/(r_i + r_j) brings the two to one point of the gap. So of a ball's spin only w = r ω matters, and
//     u = v_j − v_i − f (w_i + w_j) × n + b,
//     v_i = ∓ Σ p/m_i,   w_i = −(r_i²/I_i) Σ f n × p          (− for the first body of a contact, + for the second).
// A contact hands on p and f n × p, the same to both of its bodies, and a body's state is eight numbers: v, 0, w, 0. p⁺ is Coulomb's law in
// the order in which a contact alone would obey it: first the normal part, then what friction that allows,
//     p_n⁺ = max(l, y_n − t u_n/d_n),   p_T⁺ = y_T − t u_T/d_t, no longer than μ p_n⁺          (Alart and Curnier 1991).
// In the convex model, where the gap may open with sliding, both are projected onto the cone together, in the metric of d_n and d_t:
//     p_n⁺ = max(l, a, (d_n a + μ d_t |b|)/(d_n + μ² d_t)),   a = y_n − t u_n/d_n,  b = y_T − t u_T/d_t.
// Bounds are cones with μ = 0.

#include "problem/friction_step.hpp"
#include "problem/pool.hpp"
#include "problem/rigid_problem.hpp"

#include <cstdint>
#include <span>

namespace gluey {

struct BallContacts {
  using Problem = RigidProblem<3>;
  using State = Eight;
  using Sums = FrictionSums;
  static constexpr std::size_t numbers = 3, parts = 1;
  /// arm: f. opening: μ d_t/(d_n + μ² d_t) in the convex model, else 0.
  template <class Number>
  struct Numbers {
    Number normal[3], offset[3], arm, inverse, tangential_inverse, friction, opening, lower;
  };
  struct Contact : Numbers<float> {
    std::int32_t first, second;
  };
  struct Row : Numbers<Eight> {
    std::int32_t first[lanes], second[lanes];
  };
  /// 1/m, −r²/I, and their inverses without the sign; nothing where a body is held.
  struct alignas(16) Body {
    float inverse_mass, inverse_inertia, mass, inertia;
  };

  /// Whether radii are told and what turns is a ball. Contacts are looked at one by one: their arms must fit the radii, and their law be one of the
  /// two models.
  static bool suits(const Problem& problem);
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
    const Eight sign = {-1.0F, -1.0F, -1.0F, -1.0F, 1.0F, 1.0F, 1.0F, 1.0F};
    const Eight(&n)[3] = row.normal;
    Eight state[lanes], v[3], w[3];  // v_j − v_i, w_i + w_j
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      state[lane] = fused(sign, velocity[row.first[lane]], velocity[row.second[lane]]);
    }
    columns(state, v, w);
    for (Eight& turned : w) {
      turned *= row.arm;
    }
    const Eight u[3] = {fused(w[2], n[1], fused(-w[1], n[2], row.offset[0] + v[0])),
                        fused(w[0], n[2], fused(-w[2], n[0], row.offset[1] + v[1])),
                        fused(w[1], n[0], fused(-w[0], n[1], row.offset[2] + v[2]))};
    Eight y[3];
    for (int axis = 0; axis < 3; ++axis) {
      y[axis] = fused(onward, p.x[axis] - next.x[axis], p.x[axis]);
    }
    sums.take_step(row, t, p.x, y, u, next.x);
  }
  static void hand_on(const Row& row, const Impulses<3>& impulses, State* handed) {
    const Eight(&n)[3] = row.normal;
    const Eight(&p)[3] = impulses.x;
    const Eight f = row.arm;
    const Eight moment[3] = {f * fused(n[1], p[2], -n[2] * p[1]), f * fused(n[2], p[0], -n[0] * p[2]),
                             f * fused(n[0], p[1], -n[1] * p[0])};
    store_rows(p, moment, handed);
  }
  static State answer(const Body& body, std::span<const std::int32_t> ends, const State* handed) {
    const Eight signs[2] = {all_eight(1.0F), {-1.0F, -1.0F, -1.0F, -1.0F, 1.0F, 1.0F, 1.0F, 1.0F}};
    Eight received{};
    for (const std::int32_t end : ends) {
      received = fused(signs[end & 1], handed[end >> 1], received);
    }
    const float m = body.inverse_mass, turns = body.inverse_inertia;
    return Eight{m, m, m, 0.0F, turns, turns, turns, 0.0F} * received;
  }
  static State weighed(const Body& body, const State& change) {
    const float m = body.mass, turns = body.inertia;
    return Eight{m, m, m, 0.0F, turns, turns, turns, 0.0F} * change;
  }
};

extern template class Pool<BallContacts>;
using Balls = Pool<BallContacts>;

}  // namespace gluey
