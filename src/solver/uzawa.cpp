// The papers' Uzawa method: p ← Π(p − ρ (W p + b)) with a fixed ρ. Maury (3.14) bounds the step by
// 0 < ρ < 2 min(m)/‖G Gᵀ‖; since ‖W‖ ≤ ‖G Gᵀ‖/min(m) the bound 2/‖W‖ holds too and is larger. ‖W‖ is estimated by power
// iterations, which approach it from below; ρ = 1.5/‖W‖ leaves room for that.

#include "solver/finish.hpp"

namespace gluey::solver {
namespace {

template <int D>
double norm_of_w(const Problem<D>& problem, Workspace<D>& workspace) {
  std::vector<Sum> scratch;
  auto& x = workspace.direction;
  // A start without symmetry, so that it is not orthogonal to the leading vector.
  x.resize(problem.contacts());
  for (std::size_t c = 0; c < x.size(); ++c) {
    x[c] = 1.0 + 0.5 * std::sin(static_cast<double>(c + 1));
  }
  double norm = 1.0;
  for (int iteration = 0; iteration < 30; ++iteration) {
    problem.velocities(x.data(), workspace.velocity.data());
    const double squared = problem
                               .template for_contacts<Sum>(workspace.velocity.data(), scratch,
                                                           [&](std::size_t c, double w, Sum& s) {
                                                             x[c] = w - problem.offset(c);
                                                             s.value += x[c] * x[c];
                                                           })
                               .value;
    norm = std::sqrt(squared);
    if (!(norm > 0.0)) {
      return 1.0;
    }
    parallel_for(x.size(), [&](std::size_t c) { x[c] /= norm; });
  }
  return norm;
}

}  // namespace

template <int D>
Result uzawa(const Problem<D>& problem, std::span<double> impulse, const Settings& settings, Workspace<D>& workspace) {
  constexpr std::int64_t check_every = 10;
  project(problem, impulse);
  workspace.velocity.resize(problem.bodies() + 1);
  const double rho = problem.contacts() > 0 ? 1.5 / norm_of_w(problem, workspace) : 1.0;
  std::vector<Sum> scratch;
  problem.velocities(impulse.data(), workspace.velocity.data());
  Result result = finish(problem, impulse, workspace.velocity, 0, settings, "uzawa");
  for (std::int64_t iteration = 1; iteration <= settings.max_iterations; ++iteration) {
    if (result.status != Status::iteration_limit) {
      return result;
    }
    problem.template for_contacts<Sum>(workspace.velocity.data(), scratch, [&](std::size_t c, double w, Sum& /*s*/) {
      impulse[c] = std::max(problem.lower(c), impulse[c] - rho * w);
    });
    problem.velocities(impulse.data(), workspace.velocity.data());
    if (iteration % check_every == 0 || iteration == settings.max_iterations) {
      result = finish(problem, impulse, workspace.velocity, iteration, settings, "uzawa");
    }
  }
  return result;
}

template Result uzawa<2>(const Problem<2>&, std::span<double>, const Settings&, Workspace<2>&);
template Result uzawa<3>(const Problem<3>&, std::span<double>, const Settings&, Workspace<3>&);

}  // namespace gluey::solver
