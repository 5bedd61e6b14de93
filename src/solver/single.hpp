#pragma once
// Single precision: the first tier of all.

#include "solver/solver.hpp"

namespace gluey::solver {

/// Friction: whether the problem is of a kind that has iterations in single precision, and these can tell its tolerance from rounding. Where
/// there is a budget they go as far as they can. Without one they are for balls only.
bool suits_single(const RigidProblem<2>& problem, const Settings& settings, Workspace<RigidProblem<2>>& workspace);
bool suits_single(const RigidProblem<3>& problem, const Settings& settings, Workspace<RigidProblem<3>>& workspace);

/// For problems that it suits, from where `warm_start` has left them, with this result. Status iteration_limit, too, where single
/// precision can do no more.
template <int D>
Result in_single(const RigidProblem<D>& problem, std::span<double> impulse, const Settings& settings,
                 Workspace<RigidProblem<D>>& workspace, const Result& start);

/// Without friction there is no limit to what single precision can do: see single_bounds.hpp. Ends early, with status
/// iteration_limit, when it expects to need more iterations than `patience` allows.
template <int D>
Result in_single(const Problem<D>& problem, std::span<double> impulse, const Settings& settings,
                 Workspace<Problem<D>>& workspace, const Result& start, double patience);

}  // namespace gluey::solver
