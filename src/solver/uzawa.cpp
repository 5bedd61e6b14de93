// The papers' Uzawa method: p ← Π(p − ρ (W p + b)) with a fixed ρ. Maury (3.14) bounds the step by
// 0 < ρ < 2 min(m)/‖G Gᵀ‖; since ‖W‖ ≤ ‖G Gᵀ‖/min(m) the bound 2/‖W‖ holds too and is larger. ‖W‖ is estimated by power
// iterations, which approach it from below; ρ = 1.5/‖W‖ leaves room for that.

#include "solver/finish.hpp"

namespace gluey::solver {
namespace {

template <class P>
double norm_of_w(const P& problem, Workspace<P>& workspace) {
  std::vector<Sum> scratch;
  auto& x = workspace.direction;
  auto& offset = workspace.gradient;
  // A start without symmetry, so that it is not orthogonal to the leading vector.
  x.assign(problem.components(), 0.0);
  offset.resize(x.size());
  const auto product = [&](std::vector<double>& into, const std::vector<double>* minus) {
    problem.velocities(x.data(), workspace.velocity.data());
    problem.template for_contacts<Sum>(workspace.velocity.data(), scratch,
                                       [&](const auto& /*set*/, std::size_t at, const auto& u, Sum& /*s*/) {
                                         for (Eigen::Index k = 0; k < u.size(); ++k) {
                                           const std::size_t c = at + static_cast<std::size_t>(k);
                                           into[c] = u[k] - (minus != nullptr ? (*minus)[c] : 0.0);
                                         }
                                       });
  };
  product(offset, nullptr);  // b = W 0 + b
  for (std::size_t c = 0; c < x.size(); ++c) {
    x[c] = 1.0 + 0.5 * std::sin(static_cast<double>(c + 1));
  }
  double norm = 1.0;
  for (int iteration = 0; iteration < 30; ++iteration) {
    product(x, &offset);
    double squared = 0.0;
    for (const double value : x) {
      squared += value * value;
    }
    norm = std::sqrt(squared);
    if (!(norm > 0.0)) {
      return 1.0;
    }
    parallel_for(x.size(), [&](std::size_t c) { x[c] /= norm; });
  }
  return norm;
}

}  // namespace

template <class P>
Result uzawa(const P& problem, std::span<double> impulse, const Settings& settings, Workspace<P>& workspace) {
  constexpr std::int64_t check_every = 10;
  project(problem, impulse, workspace);
  const double rho = problem.contacts() > 0 ? 1.5 / norm_of_w(problem, workspace) : 1.0;
  std::vector<Sum> scratch;
  problem.velocities(impulse.data(), workspace.velocity.data());
  Result result = finish(problem, impulse, workspace, 0, settings, "uzawa");
  for (std::int64_t iteration = 1; iteration <= settings.max_iterations; ++iteration) {
    if (result.status != Status::iteration_limit) {
      return result;
    }
    problem.template for_contacts<Sum>(workspace.velocity.data(), scratch,
                                       [&](const auto& set, std::size_t at, const auto& u, Sum& /*s*/) {
                                         Eigen::Map<std::remove_cvref_t<decltype(u)>> p(impulse.data() + at);
                                         p = set.plain_step(p, u, rho);
                                       });
    problem.velocities(impulse.data(), workspace.velocity.data());
    if (iteration % check_every == 0 || iteration == settings.max_iterations) {
      result = finish(problem, impulse, workspace, iteration, settings, "uzawa");
    }
  }
  return result;
}

template Result uzawa(const Problem<2>&, std::span<double>, const Settings&, Workspace<Problem<2>>&);
template Result uzawa(const Problem<3>&, std::span<double>, const Settings&, Workspace<Problem<3>>&);
template Result uzawa(const RigidProblem<2>&, std::span<double>, const Settings&, Workspace<RigidProblem<2>>&);
template Result uzawa(const RigidProblem<3>&, std::span<double>, const Settings&, Workspace<RigidProblem<3>>&);
template Result uzawa(const ExplicitProblem<2>&, std::span<double>, const Settings&, Workspace<ExplicitProblem<2>>&);
template Result uzawa(const ExplicitProblem<3>&, std::span<double>, const Settings&, Workspace<ExplicitProblem<3>>&);

}  // namespace gluey::solver
