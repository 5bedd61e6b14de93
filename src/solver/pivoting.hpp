#pragma once
// Small problems without friction, solved directly.

#include "solver/solver.hpp"

namespace gluey::solver {

/// Contacts up to which this is faster than iterating.
constexpr std::size_t pivoting_limit = 48;

/// Guesses mostly settle in two or three; where W is singular and contacts contradict each other they may never. Fewer than these
/// are not worth beginning with: impulses come at the end or not at all.
constexpr std::int64_t pivots_worth_trying = 20;

/// Block principal pivoting (Júdice and Pires 1994): guess which contacts press, solve for their impulses with a dense factor
/// of W, let those change sides that contradict the guess, and so on. The guess is that of the last step, which is mostly
/// right. What a contact between others adds nothing to (a dependent row of W) is left at its bound. Where the guesses do
/// not settle, the impulses are left as they were, with status iteration_limit. No bound may be infinite.
template <int D>
Result pivoting(const Problem<D>& problem, std::span<double> impulse, const Settings& settings,
                Workspace<Problem<D>>& workspace);

}  // namespace gluey::solver
