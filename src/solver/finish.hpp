#pragma once
// What every method does when it begins and when it stops.

#include "solver/solver.hpp"

#include <algorithm>
#include <cmath>

namespace gluey::solver {

/// Brings a warm start into the set.
template <int D>
void project(const Problem<D>& problem, std::span<double> impulse) {
  parallel_for(impulse.size(), [&](std::size_t c) { impulse[c] = std::max(impulse[c], problem.lower(c)); });
}

/// Result at impulses whose velocities stand in `velocity`.
template <int D>
Result finish(const Problem<D>& problem, std::span<const double> impulse, const std::vector<Packed<D>>& velocity,
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

}  // namespace gluey::solver
