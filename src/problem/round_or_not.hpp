#pragma once
// The contacts of a RigidProblem<3> in single precision: Balls where they are all of that kind, else Solids.

#include "problem/balls.hpp"
#include "problem/solids.hpp"

namespace gluey {

class RoundOrNot {
 public:
  /// `any`: bodies of any shape, too.
  bool pose(const RigidProblem<3>& problem, bool any) {
    round_ = balls_.pose(problem);
    return round_ || (any && solids_.pose(problem));
  }
  void load(const RigidProblem<3>& problem, const double* impulse) {
    round_ ? balls_.load(problem, impulse) : solids_.load(problem, impulse);
  }
  void choose(double margin) { round_ ? balls_.choose(margin) : solids_.choose(margin); }
  void read(const RigidProblem<3>& problem, double* impulse) {
    round_ ? balls_.read(problem, impulse) : solids_.read(problem, impulse);
  }
  StepSums step_contacts(double beta, double scale) {
    return round_ ? balls_.step_contacts(beta, scale) : solids_.step_contacts(beta, scale);
  }
  double step_bodies(double beta) { return round_ ? balls_.step_bodies(beta) : solids_.step_bodies(beta); }
  [[nodiscard]] std::size_t contacts() const { return round_ ? balls_.contacts() : solids_.contacts(); }
  [[nodiscard]] bool convex() const { return round_ ? balls_.convex() : solids_.convex(); }

 private:
  Balls balls_;
  Solids solids_;
  bool round_ = true;
};

}  // namespace gluey
