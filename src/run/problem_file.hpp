#pragma once
// The problem of a step as a file for other solvers.

#include "step/stepper.hpp"

#include <string>

namespace gluey {

/// In FCLIB's format, with the solution found. Throws Error where contacts may pull or resist rolling: the format knows
/// cones alone. The stepper must have posed in full.
template <int D>
void write_problem(const Stepper<D>& stepper, const std::string& file);

}  // namespace gluey
