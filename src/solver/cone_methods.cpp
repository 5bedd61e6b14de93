#include "solver/cone_system.hpp"

namespace gluey::solver {

Result cone_in_turn(const Assembled& problem, std::span<double> impulse, const ConeSettings& settings,
                    ConeWorkspace& workspace) {
  Result result = cone_interior_point(problem, impulse, settings, workspace);
  if (result.status == Status::iteration_limit && result.iterations < settings.max_iterations) {
    ConeSettings rest = settings;
    rest.max_iterations -= result.iterations;
    const std::int64_t spent = result.iterations;
    result = cone_admm(problem, impulse, rest, workspace);
    result.iterations += spent;
  }
  return result;
}

Result cone_second_tier(const Assembled& problem, std::span<double> impulse, const ConeSettings& settings,
                        ConeWorkspace& workspace) {
  return cone_iteration_cost(problem, workspace) > largest_factorisation
             ? ConeProgress(problem, impulse, settings, workspace, "interior-point").result()
             : cone_in_turn(problem, impulse, settings, workspace);
}

double cone_iteration_cost(const Assembled& problem, ConeWorkspace& workspace) {
  const ConeSystem system(problem, workspace);
  return 2.0 * workspace.factor.multiplications();
}

const std::vector<NamedConeMethod>& cone_methods() {
  static const std::vector<NamedConeMethod> table = {{"interior-point", cone_interior_point}, {"admm", cone_admm}};
  return table;
}

}  // namespace gluey::solver
