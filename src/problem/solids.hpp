#pragma once
// The contacts of a RigidProblem<3> between bodies of any shape in single precision: as Balls, with arms that point anywhere and
// moments of inertia that differ,
//     u = v_j + ω_j × r_j − v_i − ω_i × r_i + b,
// so that a contact hands on to each of its bodies an impulse and a moment of its own. Twice the numbers of a ball's contact.

#include "problem/body_order.hpp"
#include "problem/eight.hpp"
#include "problem/rigid_problem.hpp"
#include "problem/step_sums.hpp"

#include <cstdint>
#include <vector>

namespace gluey {

class Solids {
 public:
  /// Takes the problem over, if all of its contacts are of one model of friction, and none resists rolling.
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

 private:
  static constexpr std::size_t lanes = 8;
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
  struct Impulses {
    Eight x[3];
  };
  /// Impulses of a contact between choices.
  struct Kept {
    float now[3], before[3];
  };
  /// v, 0, ω, 0; p, 0, r × p, 0.
  struct alignas(32) State {
    float x[lanes];
  };
  /// M⁻¹ and M as they act on states: masses, and the columns of what turns; nothing where a body is held.
  struct Inertia {
    Eight inverse_mass, inverse[3], mass, turning[3];
  };
  void keep();
  void place_chosen();
  void hand_on(std::size_t row, const Impulses& p);

  std::vector<Contact> contact_;  // by slot
  std::vector<Kept> kept_;
  std::vector<Inertia> inertia_;                // by body
  std::vector<State> velocity_, extrapolated_;  // … and one

  std::vector<std::uint8_t> wanted_;
  std::vector<std::int32_t> chosen_;  // slots
  std::vector<Row> rows_;
  std::vector<Impulses> now_, before_;
  std::vector<State> handed_on_;  // of each row to second bodies, then to first ones
  BodyOrder order_;
  std::vector<Sums> contact_scratch_;
  std::vector<Sum> body_scratch_;
  bool convex_ = false;
};

}  // namespace gluey
