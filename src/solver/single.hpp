#pragma once
// Friction between balls in single precision: the first tier of all.

#include "solver/solver.hpp"

namespace gluey::solver {

/// Whether the problem is of the kind, and single precision can tell its tolerance from rounding.
bool suits_single(const RigidProblem<3>& problem, const Settings& settings, Workspace<RigidProblem<3>>& workspace);

/// For problems that it suits. Status iteration_limit, too, where single precision can do no more.
Result in_single(const RigidProblem<3>& problem, std::span<double> impulse, const Settings& settings,
                 Workspace<RigidProblem<3>>& workspace);

}  // namespace gluey::solver
