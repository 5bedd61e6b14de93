#pragma once
// The accelerated method as a first tier: one that knows when to give up.

#include "solver/solver.hpp"

#include <limits>

namespace gluey::solver {

/// With friction: the shift is held until the step has come down by this factor; the larger, the shorter.
constexpr double held_until = 0.8;

struct FirstTier {
  /// Ends early, with status iteration_limit, when it expects to need more iterations than this.
  double patience = std::numeric_limits<double>::infinity();
  double held = held_until;
};

/// From impulses in their sets that another method or `warm_start` has left, with this result.
template <class P>
Result apgd(const P& problem, std::span<double> impulse, const Settings& settings, Workspace<P>& workspace,
            const Result& start, const FirstTier& tier = {});

}  // namespace gluey::solver
