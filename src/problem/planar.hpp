#pragma once
// Contacts in the plane as a pool (pool.hpp). An impulse is two numbers, along the normal n and along the tangent t, and so is the relative
// velocity
//     u_n = n·(v_j − v_i) + a_j ω_j − a_i ω_i + b_n,   u_t likewise,        a = r × n and r × t,
// whatever the shapes. A contact hands on p and its two moments, r_i × p and r_j × p; a body's state is v and ω: four numbers each.
// Steps are those of balls.hpp, where friction is a number that is cut off:
//     p_n⁺ = max(l, y_n − t u_n/d_n),   p_t⁺ = y_t − t u_t/d_t, within ±μ p_n⁺;
// in the convex model
//     p_n⁺ = max(l, a, (d_n a + μ d_t |b|)/(d_n + μ² d_t)),   a = y_n − t u_n/d_n,  b = y_t − t u_t/d_t.
// A moment that resists rolling is a third number, m⁺ = y_m − t (ω_j − ω_i + b_m)/d_r, within ±μ_r p_n⁺; with exact Coulomb only. Pools without
// such moments have two numbers.

#include "problem/one_of.hpp"
#include "problem/pool.hpp"
#include "problem/rigid_problem.hpp"

#include <cstdint>
#include <span>
#include <type_traits>

namespace gluey {

struct PlanarSums {
  Eight step{}, along{}, speed{}, most{};
  [[nodiscard]] StepSums sums() const { return {sum(step), sum(along), sum(speed), largest(most)}; }
};

template <bool rolls>
struct PlanarContacts {
  using Problem = RigidProblem<2>;
  using State = Quad;
  using Sums = PlanarSums;
  static constexpr std::size_t numbers = rolls ? 3 : 2, parts = 1;
  /// Against rolling: μ_r, 1/d_r and the obstacle's spin.
  template <class Number>
  struct RollingNumbers {
    Number rolling, rolling_inverse, rolling_offset;
  };
  struct Nothing {};
  /// Components along n and t. opening: μ d_t/(d_n + μ² d_t) in the convex model, else 0.
  template <class Number>
  struct Numbers : std::conditional_t<rolls, RollingNumbers<Number>, Nothing> {
    Number normal[2], offset[2], turn_first[2], turn_second[2], inverse, tangential_inverse, friction, opening, lower;
  };
  struct Contact : Numbers<float> {
    std::int32_t first, second;
  };
  struct Row : Numbers<Eight> {
    std::int32_t first[lanes], second[lanes];
  };
  struct Body {
    Quad inverse, mass;  ///< of v and of ω; nothing where a body is held
  };

  /// Contacts must follow one of the two models, the convex one without rolling and pulls.
  static bool suits(const Problem& problem) { return problem.resists_rolling() == rolls; }
  static bool take(const Problem& problem, std::size_t slot, Contact& contact, bool& convex);
  static void take_offset(const Problem& problem, std::size_t slot, Contact& contact) {
    const auto parts = problem.parts(slot);
    contact.offset[0] = static_cast<float>(parts.normal.dot(parts.offset));
    contact.offset[1] = static_cast<float>(Vec<2>(-parts.normal[1], parts.normal[0]).dot(parts.offset));
  }
  static Body take_body(const Problem& problem, std::size_t i);
  static void load(const Problem& problem, std::size_t slot, const Contact& contact, const double* components,
                   float* impulse);
  static void read(const Problem& problem, std::size_t slot, const Contact& contact, const float* impulse,
                   double* components);
  static Contact open(std::int32_t nobody);
  static void place(Row& row, std::size_t lane, const Contact& contact);
  static float opening(const Contact& contact, const State& a, const State& b);

  static void step(const Row& row, const State* velocity, const Eight& onward, const Eight& t,
                   const Impulses<numbers>& p, Impulses<numbers>& next, Sums& sums) {
    Eight a[3], b[3];
    const auto gather = [&](const std::int32_t(&body)[lanes], Eight(&into)[3]) {
      Eight pairs[4];
      for (std::size_t lane = 0; lane < 4; ++lane) {
        pairs[lane] = joined(velocity[body[lane]], velocity[body[lane + 4]]);
      }
      columns_of_pairs(pairs, into);
    };
    gather(row.first, a);
    gather(row.second, b);
    const Eight v_x = b[0] - a[0], v_y = b[1] - a[1];
    const auto relative = [&](int axis, const Eight& translation) {
      return fused(row.turn_second[axis], b[2], fused(-row.turn_first[axis], a[2], row.offset[axis] + translation));
    };
    const Eight u_n = relative(0, fused(row.normal[0], v_x, row.normal[1] * v_y)),
                u_t = relative(1, fused(row.normal[0], v_y, -row.normal[1] * v_x));
    const Eight y_n = fused(onward, p.x[0] - next.x[0], p.x[0]), y_t = fused(onward, p.x[1] - next.x[1], p.x[1]);
    const Eight alone = fused(-t * row.inverse, u_n, y_n), stick = fused(-t * row.tangential_inverse, u_t, y_t);
    // (d_n a + μ d_t |b|)/(d_n + μ² d_t) = a + (|b| − μ a) · opening.
    const Eight length = larger(stick, -stick);
    const Eight p_n =
        larger(fused(row.opening, larger(fused(-row.friction, alone, length), Eight{}), alone), row.lower);
    const auto cut_off = [](const Eight& x, const Eight& radius) {
      const Eight least = larger(x, -radius);
      return least < radius ? least : radius;
    };
    const Eight pressed = larger(p_n, Eight{}), p_t = cut_off(stick, row.friction * pressed);
    const Eight e_n = p_n - y_n, e_t = p_t - y_t, moved_n = p_n - p.x[0], moved_t = p_t - p.x[1];
    next.x[0] = p_n;
    next.x[1] = p_t;
    if constexpr (rolls) {
      const Eight m = p.x[2], y_m = fused(onward, m - next.x[2], m);
      const Eight next_m =
          cut_off(fused(-t * row.rolling_inverse, b[2] - a[2] + row.rolling_offset, y_m), row.rolling * pressed);
      const Eight e_m = (next_m - y_m) / row.rolling_inverse;
      sums.step = fused(e_m, next_m - y_m, sums.step);
      sums.along = fused(e_m, next_m - m, sums.along);
      next.x[2] = next_m;
    }
    const Eight one = all_eight(1.0F);
    const Eight diagonal = one / row.inverse, tangential_diagonal = one / row.tangential_inverse;
    sums.step = fused(diagonal * e_n, e_n, fused(tangential_diagonal * e_t, e_t, sums.step));
    sums.along = fused(diagonal * e_n, moved_n, fused(tangential_diagonal * e_t, moved_t, sums.along));
    const Eight squared = fused(e_n, e_n, e_t * e_t) * tangential_diagonal * tangential_diagonal;
    sums.speed += squared;
    sums.most = larger(sums.most, squared);
  }
  /// p, r_i × p, r_j × p.
  static void hand_on(const Row& row, const Impulses<numbers>& impulses, State* handed) {
    const Eight &p_n = impulses.x[0], &p_t = impulses.x[1];
    Eight moment{};
    if constexpr (rolls) {
      moment = impulses.x[2];
    }
    const Eight columns[4] = {fused(row.normal[0], p_n, -row.normal[1] * p_t),
                              fused(row.normal[1], p_n, row.normal[0] * p_t),
                              fused(row.turn_first[0], p_n, fused(row.turn_first[1], p_t, moment)),
                              fused(row.turn_second[0], p_n, fused(row.turn_second[1], p_t, moment))};
    Eight pairs[4];
    rows_in_pairs(columns, pairs);
    for (std::size_t lane = 0; lane < 4; ++lane) {
      handed[lane] = low_half(pairs[lane]);
      handed[lane + 4] = high_half(pairs[lane]);
    }
  }
  static State answer(const Body& body, std::span<const std::int32_t> ends, const State* handed) {
    // What the second and the first body of a contact take of what it hands on.
    const Quad shares[2] = {{1.0F, 1.0F, 0.0F, 1.0F}, {-1.0F, -1.0F, -1.0F, 0.0F}};
    Quad received{};
    for (const std::int32_t end : ends) {
      received = fused(shares[end & 1], handed[end >> 1], received);
    }
    received += __builtin_shufflevector(received, Quad{}, 4, 4, 3, 4);
    return body.inverse * received;
  }
  static State weighed(const Body& body, const State& change) { return body.mass * change; }
};

extern template class Pool<PlanarContacts<false>>;
extern template class Pool<PlanarContacts<true>>;
using Planar = OneOf<Pool<PlanarContacts<false>>, Pool<PlanarContacts<true>>>;

}  // namespace gluey
