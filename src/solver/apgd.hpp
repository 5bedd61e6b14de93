#pragma once
// The accelerated method as a first tier: one that knows when to give up.

#include "solver/solver.hpp"

namespace gluey::solver {

/// With friction: the shift is held until the step has come down by this factor; the larger, the shorter.
constexpr double held_until = 0.8;

/// Ends early, with status iteration_limit, when it expects to need more iterations than `patience` allows.
template <class P>
Result apgd(const P& problem, std::span<double> impulse, const Settings& settings, Workspace<P>& workspace,
            double patience, double held = held_until);

}  // namespace gluey::solver
