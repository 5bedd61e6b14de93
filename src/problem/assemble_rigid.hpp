#pragma once
// A rigid problem with its W written out, in the axes of each contact: for methods that factorise it, and for files.

#include "problem/assembled.hpp"
#include "problem/rigid_problem.hpp"

namespace gluey {

template <int D>
struct AssembledRigid {
  Assembled problem;
  std::vector<Eigen::Matrix<double, D, D>> axes;  ///< per slot

  /// Contacts on the segment of pulls of their set (`pulled`, per slot; may be empty) become bounds without friction. With
  /// `uniform` all contacts have D components, as files want it: those of bounds are uncoupled, and have no friction.
  void assemble(const RigidProblem<D>& rigid, const std::vector<std::uint8_t>& pulled, bool uniform);

  /// Impulses from a rigid problem's components into the axes, and back.
  void to_axes(const RigidProblem<D>& rigid, const double* components, std::vector<double>& impulse) const;
  void to_space(const RigidProblem<D>& rigid, const std::vector<double>& impulse, double* components) const;
};

}  // namespace gluey
