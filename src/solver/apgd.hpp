#pragma once
// The accelerated method as a first tier: one that knows when to give up.

#include "solver/solver.hpp"

namespace gluey::solver {

/// Ends early, with status iteration_limit, when it expects to need more iterations than `patience` allows.
template <int D>
Result apgd(const Problem<D>& problem, std::span<double> impulse, const Settings& settings, Workspace<D>& workspace,
            double patience);

}  // namespace gluey::solver
