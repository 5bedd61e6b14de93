#pragma once
// The contacts of a RigidProblem<2> in single precision, for iterations that need no more and should cost little. In the plane an impulse
// is two numbers, along the normal n and along the tangent t, and so is the relative velocity
//     u_n = n·(v_j − v_i) + a_j ω_j − a_i ω_i + b_n,   u_t likewise,        a = r × n and r × t,
// whatever the shapes. A contact hands on p and its two moments, r_i × p and r_j × p; a body's state is v and ω: four numbers each.
// Steps are those of balls.hpp, where friction is a number that is cut off:
//     p_n⁺ = max(l, y_n − t u_n/d_n),   p_t⁺ = y_t − t u_t/d_t, within ±μ p_n⁺;
// in the convex model
//     p_n⁺ = max(l, a, (d_n a + μ d_t |b|)/(d_n + μ² d_t)),   a = y_n − t u_n/d_n,  b = y_t − t u_t/d_t.
// A moment that resists rolling is a third number, m⁺ = y_m − t (ω_j − ω_i + b_m)/d_r, within ±μ_r p_n⁺; with exact Coulomb only.
//
// Iterations are on contacts that may press; eight go side by side.

#include "problem/body_order.hpp"
#include "problem/eight.hpp"
#include "problem/rigid_problem.hpp"
#include "problem/step_sums.hpp"

#include <cstdint>
#include <vector>

namespace gluey {

class Planar {
 public:
  /// Takes the problem over, unless it mixes models of friction, or the convex model with rolling or pulls.
  bool pose(const RigidProblem<2>& problem);
  /// Starts from these impulses, with all contacts.
  void load(const RigidProblem<2>& problem, const double* impulse);
  /// Goes on with contacts that press, or whose gap's velocity is below `margin`, as if nothing had happened.
  void choose(double margin);
  void read(const RigidProblem<2>& problem, double* impulse);

  using Sums = StepSums;
  Sums step_contacts(double beta, double scale);
  /// Returns eᵀWe.
  double step_bodies(double beta);
  /// In the iterations.
  [[nodiscard]] std::size_t contacts() const { return chosen_.size(); }
  /// Whether the iterations descend on an objective: so without exact Coulomb friction.
  [[nodiscard]] bool convex() const { return convex_; }
  /// Bytes that one moves where all contacts take part, for the benchmark's floor.
  [[nodiscard]] static std::size_t bytes_per_iteration(const RigidProblem<2>& problem);

 private:
  static constexpr std::size_t lanes = 8;
  /// Components along n and t. opening: μ d_t/(d_n + μ² d_t) in the convex model, else 0.
  template <class Number>
  struct Numbers {
    Number normal[2], offset[2], turn_first[2], turn_second[2], inverse, tangential_inverse, friction, opening, lower;
  };
  /// Against rolling: μ_r, 1/d_r and the obstacle's spin.
  template <class Number>
  struct RollingNumbers {
    Number rolling, inverse, offset;
  };
  struct Contact : Numbers<float> {
    RollingNumbers<float> roll;
    std::int32_t first, second;
  };
  struct Row : Numbers<Eight> {
    std::int32_t first[lanes], second[lanes];
  };
  struct Impulses {
    Eight x[2];
  };
  /// Impulses of a contact between choices, and its moment.
  struct Kept {
    float now[3], before[3];
  };
  struct Mass {
    Quad inverse, mass;  ///< of v and of ω; nothing where a body is held
  };
  void keep();
  void place_chosen();
  void hand_on(std::size_t row, const Impulses& p, const Eight& moment);
  template <bool rolls>
  Sums step_all(double beta, double scale);

  std::vector<Contact> contact_;  // by slot
  std::vector<Kept> kept_;
  std::vector<Mass> mass_;                     // by body
  std::vector<Quad> velocity_, extrapolated_;  // … and one

  std::vector<std::uint8_t> wanted_;
  std::vector<std::int32_t> chosen_;  // slots
  std::vector<Row> rows_;
  std::vector<Impulses> now_, before_;
  std::vector<RollingNumbers<Eight>> rolling_rows_;  // where any contact resists rolling
  std::vector<Eight> moment_now_, moment_before_;
  std::vector<Quad> handed_on_;  // p, r_i × p, r_j × p
  BodyOrder order_;
  std::vector<Sums> contact_scratch_;
  std::vector<Sum> body_scratch_;
  bool convex_ = false, rolls_ = false;
};

}  // namespace gluey
