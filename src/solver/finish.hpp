#pragma once
// What every method does when it begins and when it stops.

#include "solver/solver.hpp"

#include <algorithm>
#include <cmath>
#include <type_traits>

namespace gluey::solver {

/// Brings a warm start into the sets.
template <class P>
void project(const P& problem, std::span<double> impulse, Workspace<P>& workspace) {
  workspace.velocity.resize(problem.bodies() + 1);
  problem.for_sets([&](const auto& set, std::size_t at) {
    Eigen::Map<typename std::remove_cvref_t<decltype(set)>::Block> p(impulse.data() + at);
    p = set.project(p);
  });
}

/// What is told of a quality's residuals.
inline void tell(const Spread& spread, Result& result) {
  result.acting = spread.count();
  result.residual_median = std::min(result.residual, spread.quantile(0.5));
  result.residual_95 = std::min(result.residual, spread.quantile(0.95));
}

inline void tell(const Quality& quality, Result& result) {
  result.residual = quality.residual;
  result.overlap = quality.overlap;
  result.complementarity = quality.complementarity;
  result.squares = quality.squares;
  tell(quality.spread, result);
}

/// Result at impulses whose velocities stand in the workspace. When a method returns, both are there, and so is how the residuals
/// are spread.
template <class P>
Result finish(const P& problem, std::span<const double> impulse, Workspace<P>& workspace, std::int64_t iterations,
              const Settings& settings, std::string_view method) {
  const auto quality = problem.quality(impulse.data(), workspace.velocity.data());
  Result result;
  result.iterations = iterations;
  result.method = method;
  workspace.spread = quality.spread;
  tell(quality, result);
  if (!std::isfinite(quality.residual)) {
    result.status = Status::diverged;
  } else if (quality.residual > settings.tolerance) {
    result.status = Status::iteration_limit;
  }
  return result;
}

/// Goes back to impulses that were better.
template <class P>
Result go_back(const P& problem, std::span<const double> better, std::span<double> impulse, Workspace<P>& workspace,
               std::int64_t iterations, const Settings& settings, std::string_view method) {
  parallel_for(better.size(), [&](std::size_t k) { impulse[k] = better[k]; });
  problem.velocities(impulse.data(), workspace.velocity.data());
  return finish(problem, impulse, workspace, iterations, settings, method);
}

/// Brings a warm start into the sets, and measures it; its velocities stand in the workspace.
template <class P>
Result warm_start(const P& problem, std::span<double> impulse, const Settings& settings, Workspace<P>& workspace,
                  std::string_view method) {
  project(problem, impulse, workspace);
  problem.velocities(impulse.data(), workspace.velocity.data());
  return finish(problem, impulse, workspace, 0, settings, method);
}

/// What is asked for in an iteration. At rest every step starts where the last one ended. A start that is good enough must not be taken as it is: the
/// error's velocities go on, unbalanced, and grow by a fifth per step until they are as large as the tolerance, so that contacts that stick creep with
/// it. A few iterations per step bring the error down faster than it grows: boxes of 64 spheres at rest crept by 2e-2 radii in 1000
/// steps without them, with a hundredth of g h as tolerance, and by 4e-6 radii with them, at no more iterations per step.
inline Settings asked(const Settings& settings, const Result& start, std::int64_t iteration) {
  constexpr std::int64_t few = 20;
  return {.tolerance = (start.converged() && iteration < few ? 1e-3 : 1.0) * settings.tolerance,
          .max_iterations = settings.max_iterations};
}

/// A method with the budget of all bodies that have contacts, for those that do not take islands apart.
template <class P, Method<P> method>
Result within(const P& problem, std::span<double> impulse, const Settings& settings, Workspace<P>& workspace) {
  if (!settings.budget.given()) {
    return method(problem, impulse, settings, workspace);
  }
  const std::size_t bodies = problem.bodies_in_contact();
  const std::size_t contacts = problem.contacts();
  Result result = method(problem, impulse, settings.of_island(contacts, bodies, P::dimension), workspace);
  result.status = settings.at_limit(result.status, result.residual, contacts, bodies, P::dimension);
  return result;
}

/// Whether nothing is left to do, or to be done.
inline bool ends(const Settings& settings, const Result& start) {
  return start.status == Status::diverged || start.residual <= asked(settings, start, 0).tolerance;
}

}  // namespace gluey::solver
