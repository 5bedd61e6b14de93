#pragma once
// What every method does when it begins and when it stops.

#include "solver/solver.hpp"

#include <algorithm>
#include <cmath>
#include <type_traits>

namespace gluey::solver {

/// Brings a warm start into the sets. `states` are any velocities; only the sets are used.
template <class P>
void project(const P& problem, std::span<double> impulse, Workspace<P>& workspace) {
  std::vector<Sum> none;
  workspace.velocity.resize(problem.bodies() + 1);
  problem.template for_contacts<Sum>(workspace.velocity.data(), none,
                                     [&](const auto& set, std::size_t at, const auto& u, Sum& /*sum*/) {
                                       Eigen::Map<std::remove_cvref_t<decltype(u)>> p(impulse.data() + at);
                                       p = set.project(p);
                                     });
}

/// Result at impulses whose velocities stand in `velocity`.
template <class P>
Result finish(const P& problem, std::span<const double> impulse, const std::vector<typename P::State>& velocity,
              std::int64_t iterations, const Settings& settings, std::string_view method) {
  const auto quality = problem.quality(impulse.data(), velocity.data());
  Result result;
  result.iterations = iterations;
  result.residual = quality.residual;
  result.overlap = quality.overlap;
  result.complementarity = quality.complementarity;
  result.method = method;
  if (!std::isfinite(quality.residual)) {
    result.status = Status::diverged;
  } else if (quality.residual > settings.tolerance) {
    result.status = Status::iteration_limit;
  }
  return result;
}

/// Brings a warm start into the sets, and measures it; its velocities stand in the workspace.
template <class P>
Result warm_start(const P& problem, std::span<double> impulse, const Settings& settings, Workspace<P>& workspace,
                  std::string_view method) {
  project(problem, impulse, workspace);
  problem.velocities(impulse.data(), workspace.velocity.data());
  return finish(problem, impulse, workspace.velocity, 0, settings, method);
}

/// What is asked for in an iteration. At rest every step starts where the last one ended, and an error that is let pass once
/// would be let pass for ever: contacts that stick would creep with it. So a start that would do is not enough at once; a
/// few iterations are spent on making it better than it has to be.
inline Settings asked(const Settings& settings, const Result& start, std::int64_t iteration) {
  constexpr std::int64_t few = 10;
  return {.tolerance = (start.converged() && iteration < few ? 0.1 : 1.0) * settings.tolerance,
          .max_iterations = settings.max_iterations};
}

/// Whether nothing is left to do, or to be done.
inline bool ends(const Settings& settings, const Result& start) {
  return start.status == Status::diverged || start.residual <= asked(settings, start, 0).tolerance;
}

}  // namespace gluey::solver
