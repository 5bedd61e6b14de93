#pragma once
// Solvers of the step problem. Each is a pure function of a frozen problem: it starts from the impulses it is given (the
// warm start) and leaves its answer there. All stop at the same residual, so they can be exchanged at will.
//
// Methods called by their functions take max_iterations; `automatic` and the table's methods know budgets, too.
//
// A problem P is Problem<D> (no friction), RigidProblem<D>, or ExplicitProblem<D> (given by its matrix); what solvers ask of it is the same: its states (velocities of
// bodies) as a function of impulses, its contacts with their sets and relative velocities as a function of states.

#include "problem/balls.hpp"
#include "problem/explicit_problem.hpp"
#include "problem/planar.hpp"
#include "problem/problem.hpp"
#include "problem/rigid_problem.hpp"
#include "problem/single_bounds.hpp"
#include "problem/solids.hpp"
#include "solver/cone_workspace.hpp"
#include "solver/factor.hpp"
#include "solver/result.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace gluey::solver {

/// What the interior point method keeps, per contact: W, the iterate s, z, and what its steps are made of.
struct CentralPath {
  Lower matrix;
  std::vector<double> slack, dual, target, residual, slack_step, dual_step, best_slack_step, best_dual_step, diagonal;
  std::vector<std::uint8_t> bounded;
};

/// What principal pivoting keeps: W and a factor of it, dense, and a guess per contact.
struct Pivots {
  std::vector<double> matrix, factor, right, slack, solved, before;
  std::vector<std::uint8_t> free, contradicts;
  std::vector<std::int32_t> chosen;
};

/// What a problem is in single precision, if anything.
template <class P>
struct InSingle {
  struct type {};
};
template <int D>
struct InSingle<Problem<D>> {
  using type = SingleBounds<D>;
};
template <>
struct InSingle<RigidProblem<2>> {
  using type = Planar;
};
template <>
struct InSingle<RigidProblem<3>> {
  using type = OneOf<Balls, Solids>;
};

template <class P>
struct Island;

/// Memory that solvers keep between steps, so that nothing is allocated once it has grown.
template <class P>
struct Workspace {
  std::vector<double> previous, direction, gradient;      // per component
  std::vector<double> shift, best;                        // … De Saxcé's, and the best impulses so far
  std::vector<typename P::State> velocity, extrapolated;  // per body and one
  Spread spread;                                          // of the residuals of what was measured last
  std::vector<std::int32_t> order, color_start;           // contacts grouped by colour
  std::vector<std::uint64_t> colors;                      // taken, per body
  CentralPath path;
  Pivots pivots;
  Factor factor;
  typename InSingle<P>::type single;
  ConeWorkspace cones;
  Islands islands;
  std::vector<Island<P>> island;   // one a thread
  std::vector<Result> results;     // … and one an island
  std::vector<std::size_t> large;  // islands whose loops run on several threads
};

/// A part of a problem that is solved by itself.
template <class P>
struct Island {
  P problem;
  std::vector<double> impulse;
  Workspace<P> workspace;
  Spread spread;  // of all that were solved in this place
};

template <class P>
using Method = Result (*)(const P&, std::span<double>, const Settings&, Workspace<P>&);

/// Fixed-step projected gradient on the dual: the papers' Uzawa method.
template <class P>
Result uzawa(const P& problem, std::span<double> impulse, const Settings& settings, Workspace<P>& workspace);

/// Accelerated projected gradient, scaled by the diagonal; one product an iteration, adaptive step, restart.
template <class P>
Result apgd(const P& problem, std::span<double> impulse, const Settings& settings, Workspace<P>& workspace);

/// Spectral projected gradient: scaled Barzilai–Borwein steps with a non-monotone safeguard. It needs an objective, which
/// exact Coulomb friction does not have: frictionless problems only.
template <int D>
Result spg(const Problem<D>& problem, std::span<double> impulse, const Settings& settings,
           Workspace<Problem<D>>& workspace);

/// Projected Gauss–Seidel by colours of contacts that share no body.
template <class P>
Result gauss_seidel(const P& problem, std::span<double> impulse, const Settings& settings, Workspace<P>& workspace);

/// Primal-dual interior point on a sparse factorisation of W: few, costly iterations that do not mind bad conditioning.
/// Frictionless problems only.
template <int D>
Result interior_point(const Problem<D>& problem, std::span<double> impulse, const Settings& settings,
                      Workspace<Problem<D>>& workspace);

/// Cheap iterations first, costly ones where those stall and there is no budget; contacts that share no body with the rest by
/// themselves.
template <class P>
Result automatic(const P& problem, std::span<double> impulse, const Settings& settings, Workspace<P>& workspace);

/// The table of methods; tests and benchmarks go through it.
template <class P>
struct Named {
  std::string_view name;
  Method<P> method;
};
template <class P>
const std::vector<Named<P>>& methods();

/// By name; nullptr where the problem's kind has no such method.
template <class P>
Method<P> method(std::string_view name);

}  // namespace gluey::solver
