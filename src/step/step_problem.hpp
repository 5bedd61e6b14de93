#pragma once
// The problem of a step, its solver, and what both keep between steps. Not part of stepper.hpp, so that whoever takes steps does not
// compile problems and solvers.

#include "problem/problem.hpp"
#include "solver/solver.hpp"
#include "step/rigid_data.hpp"

#include <string>
#include <vector>

namespace gluey {

template <int D>
struct StepProblem {
  explicit StepProblem(const std::string& name)
      : method(solver::method<Problem<D>>(name)), rigid_method(solver::method<RigidProblem<D>>(name)) {}

  // Where bodies do not turn …
  solver::Method<Problem<D>> method;
  std::vector<double> lower;
  std::vector<Packed<D>> change;
  Problem<D> plain;
  solver::Workspace<Problem<D>> workspace;
  // … and where they do.
  solver::Method<RigidProblem<D>> rigid_method;
  typename RigidProblem<D>::Data rigid_data;
  RigidProblem<D> rigid;
  std::vector<double> impulse;
  std::vector<typename RigidProblem<D>::State> rigid_change;
  solver::Workspace<RigidProblem<D>> rigid_workspace;
};

}  // namespace gluey
