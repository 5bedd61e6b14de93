#include <gluey/errors.hpp>
#include <gluey/solve.hpp>

#include "core/timer.hpp"
#include "io/fclib.hpp"
#include "solver/apgd.hpp"
#include "solver/cone_solver.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace gluey {

namespace {

/// By one of the methods that need only products.
template <int D>
solver::Result by_products(const Assembled& problem, std::vector<double>& impulse, const SolveOptions& options) {
  ExplicitProblem<D> posed;
  posed.pose(problem);
  solver::Workspace<ExplicitProblem<D>> workspace;
  return solver::method<ExplicitProblem<D>>(options.solver)(
      posed, impulse, {.tolerance = options.tolerance, .max_iterations = options.max_iterations}, workspace);
}

/// In tiers: gradient steps while they promise to be cheaper than what follows, then Newton steps and alternating
/// directions on a factorisation where that fits, and gradient steps again from the best there is.
template <int D>
solver::Result in_tiers(const Assembled& problem, std::vector<double>& impulse, const SolveOptions& options) {
  constexpr double usual_factorisations = 40.0;
  ExplicitProblem<D> posed;
  posed.pose(problem);
  solver::Workspace<ExplicitProblem<D>> workspace;
  solver::ConeWorkspace cones;
  const double factorisation = solver::cone_iteration_cost(problem, cones);
  const double patience =
      factorisation > solver::largest_factorisation
          ? std::numeric_limits<double>::infinity()
          : 200.0 + usual_factorisations * factorisation / (2.0 * static_cast<double>(problem.row.size()));
  solver::Result result = solver::apgd(
      posed, impulse, {.tolerance = options.tolerance, .max_iterations = options.max_iterations}, workspace, patience);
  const auto left = [&] { return options.max_iterations - result.iterations; };
  if (result.status == solver::Status::iteration_limit && left() > 0 &&
      factorisation <= solver::largest_factorisation) {
    std::vector<double> trial(impulse.size(), 0.0);
    const solver::Result second = solver::cone_second_tier(
        problem, trial, {.measure = Measure::fclib, .tolerance = options.tolerance, .max_iterations = left()}, cones);
    const std::int64_t spent = result.iterations + second.iterations;
    if (second.residual < result.residual) {
      impulse.swap(trial);
      result = second;
    }
    result.iterations = spent;
  }
  if (result.status == solver::Status::iteration_limit && left() > 0) {
    const std::int64_t spent = result.iterations;
    result = solver::apgd(posed, impulse, {.tolerance = options.tolerance, .max_iterations = left()}, workspace);
    result.iterations += spent;
  }
  return result;
}

}  // namespace

std::vector<std::string> friction_solvers() {
  std::vector<std::string> names;
  for (const auto& named : solver::methods<ExplicitProblem<3>>()) {
    names.emplace_back(named.name);
  }
  for (const auto& named : solver::cone_methods()) {
    names.emplace_back(named.name);
  }
  return names;
}

SolveReport solve_friction_problem(const std::string& file, const SolveOptions& options) {
  const auto& table = solver::cone_methods();
  const auto found =
      std::find_if(table.begin(), table.end(), [&](const auto& named) { return named.name == options.solver; });
  if (found == table.end() && solver::method<ExplicitProblem<3>>(options.solver) == nullptr) {
    throw Error("there is no solver '" + options.solver + "' of friction problems");
  }
  const Assembled problem = io::read_fclib(file);
  std::vector<double> impulse(problem.size(), 0.0), velocity(problem.size());
  solver::ConeWorkspace workspace;
  const Timer timer;
  solver::Result result;
  if (options.solver == "auto") {
    result =
        problem.contact[0].size == 2 ? in_tiers<2>(problem, impulse, options) : in_tiers<3>(problem, impulse, options);
  } else if (found == table.end()) {
    result = problem.contact[0].size == 2 ? by_products<2>(problem, impulse, options)
                                          : by_products<3>(problem, impulse, options);
  } else {
    result = found->method(
        problem, impulse,
        {.measure = Measure::fclib, .tolerance = options.tolerance, .max_iterations = options.max_iterations},
        workspace);
  }
  SolveReport report;
  report.seconds = timer.seconds();
  problem.velocities(impulse, velocity);
  report.contacts = static_cast<std::int64_t>(problem.contact.size());
  report.dimension = problem.contact[0].size;
  for (const ConeContact& contact : problem.contact) {
    const double* r = impulse.data() + contact.first;
    const double tangent = report.dimension == 3 ? std::hypot(r[1], r[2]) : std::abs(r[1]);
    // Solvers leave impulses on the boundary of their cone, to rounding.
    ++(!(r[0] > 0.0)                                        ? report.open
       : tangent < contact.parameter * r[0] * (1.0 - 1e-10) ? report.sticking
                                                            : report.sliding);
  }
  report.converged = result.converged();
  report.iterations = result.iterations;
  report.error = error(problem, Measure::fclib, {}, impulse, velocity);
  report.method = result.method;
  if (!options.output.empty()) {
    io::write_fclib(options.output, problem, velocity, impulse);
  }
  return report;
}

}  // namespace gluey
