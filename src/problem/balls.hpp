#pragma once
// The contacts of a RigidProblem<3> between balls in single precision, for iterations that need no more and should cost
// little. Arms lie along the normal there: r_i n and −r_j n to an obstacle, and to each other f r_i n and −f r_j n, where f = 1 + D/(r_i + r_j)
// brings the two to one point of the gap. So of a ball's spin only w = r ω matters, and
//     u = v_j − v_i − f (w_i + w_j) × n + b,
//     v_i = ∓ Σ p/m_i,   w_i = −(r_i²/I_i) Σ f n × p          (− for the first body of a contact, + for the second).
// A contact hands on p and f n × p, the same to both of its bodies, and a body's state is eight numbers: v, 0, w, 0. One
// step of an iteration is
//     contacts:  y = p + β (p − p⁻);  p⁺ from y and u(v_y);  p⁺ and f n × p⁺ written down
//     bodies:    v⁺ by summing these up;  v_y = v⁺ + β (v⁺ − v).
// p⁺ is Coulomb's law in the order in which a contact alone would obey it: first the normal part, then what friction that
// allows,
//     p_n⁺ = max(l, y_n − t u_n/d_n),   p_T⁺ = y_T − t u_T/d_t, no longer than μ p_n⁺          (Alart and Curnier 1991).
// In the convex model, where the gap may open with sliding, both are projected onto the cone together, in the metric of d_n and d_t:
//     p_n⁺ = max(l, a, (d_n a + μ d_t |b|)/(d_n + μ² d_t)),   a = y_n − t u_n/d_n,  b = y_T − t u_T/d_t.
// Bounds are cones with μ = 0.
//
// Iterations are on contacts that may press, in a collapsing pile a third of those that are near; eight go side by side.

#include "problem/body_order.hpp"
#include "problem/eight.hpp"
#include "problem/rigid_problem.hpp"
#include "problem/step_sums.hpp"

#include <cstdint>
#include <vector>

namespace gluey {

class Balls {
 public:
  /// Takes the problem over, if all of its contacts are of the kind above.
  bool pose(const RigidProblem<3>& problem);
  /// Starts from these impulses, with all contacts.
  void load(const RigidProblem<3>& problem, const double* impulse);
  /// Goes on with contacts that press, or whose gap's velocity is below `margin`, as if nothing had happened.
  void choose(double margin);
  void read(const RigidProblem<3>& problem, double* impulse);

  using Sums = StepSums;
  Sums step_contacts(double beta, double scale);
  /// Returns eᵀWe.
  double step_bodies(double beta);
  /// In the iterations.
  [[nodiscard]] std::size_t contacts() const { return chosen_.size(); }
  /// Whether the iterations descend on an objective: so without exact Coulomb friction.
  [[nodiscard]] bool convex() const { return convex_; }
  /// Bytes that one moves where all contacts take part, for the benchmark's floor.
  [[nodiscard]] static std::size_t bytes_per_iteration(const RigidProblem<3>& problem);

 private:
  static constexpr std::size_t lanes = 8;
  /// arm: f. opening: μ d_t/(d_n + μ² d_t) in the convex model, else 0.
  struct Contact {
    float normal[3], offset[3], arm, inverse, tangential_inverse, friction, opening, lower;
    std::int32_t first, second;
  };
  struct Row {
    Eight normal[3], offset[3], arm, inverse, tangential_inverse, friction, opening, lower;
    std::int32_t first[lanes], second[lanes];
  };
  struct Impulses {
    Eight x[3];
  };
  /// Impulses of a contact between choices.
  struct Kept {
    float now[3], before[3];
  };
  /// v, 0, w, 0; p, 0, f n × p, 0.
  struct alignas(32) State {
    float x[lanes];
  };
  /// 1/m, −r²/I, and their inverses without the sign; nothing where a body is held.
  struct alignas(16) Inertia {
    float x[4];
  };
  bool pose_contacts(const RigidProblem<3>& problem);
  bool pose_bodies(const RigidProblem<3>& problem);
  void keep();
  void place_chosen();
  void hand_on(std::size_t row, const Impulses& p);

  std::vector<Contact> contact_;  // by slot
  std::vector<Kept> kept_;
  std::vector<double> radius_;  // by body
  std::vector<Inertia> inertia_;
  std::vector<State> velocity_, extrapolated_;  // … and one

  std::vector<std::uint8_t> wanted_;
  std::vector<std::int32_t> chosen_;  // slots
  std::vector<Row> rows_;
  std::vector<Impulses> now_, before_;
  std::vector<State> handed_on_;
  BodyOrder order_;
  std::vector<Sums> contact_scratch_;
  std::vector<Sum> body_scratch_;
  bool convex_ = false;
};

}  // namespace gluey
