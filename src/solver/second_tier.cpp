#include "solver/second_tier.hpp"

#include "problem/assemble_rigid.hpp"
#include "solver/finish.hpp"

namespace gluey::solver {
namespace {

/// Which contacts are on their segment of pulls at impulses with the given velocities: as in sets.hpp.
template <int D>
void find_pulled(const RigidProblem<D>& problem, std::span<const double> impulse,
                 const std::vector<typename RigidProblem<D>::State>& velocity, std::vector<std::uint8_t>& pulled) {
  pulled.assign(problem.contacts(), 0);
  for (std::size_t slot = problem.bounds(); slot < problem.contacts(); ++slot) {
    problem.at(slot, velocity.data(), [&](const auto& set, std::size_t at, const auto& u) {
      if constexpr (std::is_same_v<std::remove_cvref_t<decltype(set)>, Cone<D>>) {
        const double p_n = set.normal.dot(Eigen::Map<const Vec<D>>(impulse.data() + at));
        pulled[slot] = set.lower < 0.0 && p_n - set.inverse * set.normal.dot(u) < 0.0 ? 1 : 0;
      }
    });
  }
}

/// A packing at rest has many solutions: forces that balance one another may be added to any. A method that follows a path of its own ends in
/// one that has nothing to do with the forces there are, and a pile at rest would shift its weight from the floor to the walls and
/// back for no reason. Of all solutions the nearest to the impulses at hand is taken:
///     min ½ pᵀWp + bᵀp + ½ ε |p − p₀|²_D,      so that u = W p + b is off by ε D (p − p₀), D the diagonal of W.
/// Returns ε, such that this is no more than `slack` where impulses change by as much as they are.
double hold_near(Assembled& problem, std::span<const double> impulse, double slack) {
  const auto diagonal = [&](std::size_t k) -> double& {
    return problem.value[static_cast<std::size_t>(problem.start[k])];
  };
  double largest = 0.0;
  for (std::size_t k = 0; k < problem.size(); ++k) {
    largest = std::max({largest, diagonal(k) * std::abs(impulse[k]), std::abs(problem.offset[k])});
  }
  const double share = largest > 0.0 ? std::min(slack / largest, 1e-3) : 0.0;
  for (std::size_t k = 0; k < problem.size(); ++k) {
    const double held = share * diagonal(k);
    diagonal(k) += held;
    problem.offset[k] -= held * impulse[k];
  }
  return share;
}

}  // namespace

template <int D>
Result by_cones(const RigidProblem<D>& problem, std::span<double> impulse, const Settings& settings,
                Workspace<RigidProblem<D>>& workspace, ConeMethod method) {
  constexpr int rounds = 8;
  Result best = warm_start(problem, impulse, settings, workspace, "interior-point");
  auto& velocity = workspace.velocity;
  if (best.status != Status::iteration_limit || problem.resists_rolling() || problem.has_equalities()) {
    return best;
  }
  auto& kept = workspace.previous;
  kept.assign(impulse.begin(), impulse.end());
  std::vector<std::uint8_t> pulled;
  std::vector<std::uint8_t> before;
  find_pulled(problem, impulse, velocity, pulled);
  AssembledRigid<D> assembled;
  std::int64_t spent = 0;
  for (int round = 0; round < rounds && spent < settings.max_iterations; ++round) {
    assembled.assemble(problem, pulled, false);
    assembled.to_axes(problem, impulse.data(), workspace.direction);
    hold_near(assembled.problem, workspace.direction, 0.2 * settings.tolerance);
    // Half the tolerance: both residuals are the same in exact arithmetic, not in the last digits.
    const Result solved = method(assembled.problem, workspace.direction,
                                 {.measure = Measure::step,
                                  .tolerance = 0.5 * settings.tolerance,
                                  .max_iterations = settings.max_iterations - spent},
                                 workspace.cones);
    spent += solved.iterations;
    assembled.to_space(problem, workspace.direction, impulse.data());
    project(problem, impulse, workspace);
    problem.velocities(impulse.data(), velocity.data());
    const Result result = finish(problem, impulse, workspace, spent, settings, solved.method);
    if (result.residual < best.residual) {
      best = result;
      kept.assign(impulse.begin(), impulse.end());
    }
    before.swap(pulled);
    find_pulled(problem, impulse, velocity, pulled);
    if (best.converged() || pulled == before) {
      break;
    }
  }
  return go_back(problem, kept, impulse, workspace, spent, settings, best.method);
}

template Result by_cones<2>(const RigidProblem<2>&, std::span<double>, const Settings&, Workspace<RigidProblem<2>>&,
                            ConeMethod);
template Result by_cones<3>(const RigidProblem<3>&, std::span<double>, const Settings&, Workspace<RigidProblem<3>>&,
                            ConeMethod);

}  // namespace gluey::solver
