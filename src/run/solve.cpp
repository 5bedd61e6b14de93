#include <gluey/errors.hpp>
#include <gluey/solve.hpp>

#include "core/counted.hpp"
#include "core/timer.hpp"
#include "io/fclib.hpp"
#include "solver/apgd.hpp"
#include "solver/cone_solver.hpp"
#include "solver/finish.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

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
  const solver::Settings settings{.tolerance = options.tolerance, .max_iterations = options.max_iterations};
  solver::Result result =
      solver::apgd(posed, impulse, settings, workspace, solver::warm_start(posed, impulse, settings, workspace, "apgd"),
                   {.patience = patience});
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

/// By the method of that name, where the kind of problem has it.
solver::Result by_name(const Assembled& problem, std::vector<double>& impulse, const SolveOptions& options) {
  const int size = problem.contact[0].size;
  solver::ConeWorkspace workspace;
  const solver::ConeSettings settings{
      .measure = Measure::fclib, .tolerance = options.tolerance, .max_iterations = options.max_iterations};
  for (const auto& named : solver::cone_methods()) {
    if (named.name == options.solver) {
      return named.method(problem, impulse, settings, workspace);
    }
  }
  if (options.solver == "auto") {
    // Without friction there is no other method to leave it to.
    return size == 1   ? solver::cone_in_turn(problem, impulse, settings, workspace)
           : size == 2 ? in_tiers<2>(problem, impulse, options)
                       : in_tiers<3>(problem, impulse, options);
  }
  if (solver::method<ExplicitProblem<3>>(options.solver) == nullptr) {
    throw Error("there is no solver '" + options.solver + "' of friction problems");
  }
  if (size == 1) {
    throw Error("the solver '" + options.solver + "' is one of friction problems; without friction: auto, " +
                "interior-point, admm");
  }
  return size == 2 ? by_products<2>(problem, impulse, options) : by_products<3>(problem, impulse, options);
}

/// What a contact does. Solvers leave impulses on the boundary of their cone, to rounding.
void count(const ConeContact& contact, const double* impulse, SolveReport& report) {
  if (contact.set == Set::bound) {
    ++(impulse[0] > contact.parameter ? report.sticking : report.open);
    return;
  }
  const double tangent = contact.size == 3 ? std::hypot(impulse[1], impulse[2]) : std::abs(impulse[1]);
  ++(!(impulse[0] > 0.0)                                        ? report.open
     : tangent < contact.parameter * impulse[0] * (1.0 - 1e-10) ? report.sticking
                                                                : report.sliding);
}

SolveReport solve(const Assembled& problem, std::vector<double> impulse, const SolveOptions& options) {
  SolveReport report;
  const Timer timer;
  const solver::Result result = by_name(problem, impulse, options);
  report.seconds = timer.seconds();
  report.velocity.resize(problem.size());
  problem.velocities(impulse, report.velocity);
  report.contacts = static_cast<std::int64_t>(problem.contact.size());
  report.dimension = problem.contact[0].size;
  for (const ConeContact& contact : problem.contact) {
    count(contact, impulse.data() + contact.first, report);
  }
  report.converged = result.converged();
  report.iterations = result.iterations;
  report.error = error(problem, Measure::fclib, {}, impulse, report.velocity);
  report.method = result.method;
  report.impulse = std::move(impulse);
  if (!options.output.empty()) {
    if (report.dimension == 1) {
      throw Error("'" + options.output + "' cannot be written: FCLIB's format knows problems with friction alone");
    }
    io::write_fclib(options.output, problem, report.velocity, report.impulse);
  }
  return report;
}

/// A problem from outside, checked.
Assembled take(const ContactProblem& given) {
  const std::size_t contacts = given.parameter.size(), size = given.offset.size();
  if (given.dimension < 1 || given.dimension > 3) {
    throw Error(fmt::format("a contact has {} components, must be 1, 2 or 3", given.dimension));
  }
  if (contacts == 0 || size != contacts * static_cast<std::size_t>(given.dimension)) {
    throw Error(fmt::format("q has {} entries for {}, must be {} a contact", size,
                            counted(static_cast<std::int64_t>(contacts), "contact", "contacts"), given.dimension));
  }
  const bool columns = given.start.size() == size + 1 && given.start.front() == 0 &&
                       std::is_sorted(given.start.begin(), given.start.end()) &&
                       static_cast<std::size_t>(given.start.back()) == given.row.size() &&
                       given.row.size() == given.value.size();
  const bool rows = std::all_of(given.row.begin(), given.row.end(),
                                [&](std::int32_t i) { return i >= 0 && static_cast<std::size_t>(i) < size; });
  if (!columns || !rows) {
    throw Error(fmt::format("W is not a matrix of {} columns and rows", size));
  }
  const auto finite = [](const std::vector<double>& numbers) {
    return std::all_of(numbers.begin(), numbers.end(), [](double number) { return std::isfinite(number); });
  };
  if (!finite(given.value) || !finite(given.offset)) {
    throw Error("W and q must be finite");
  }
  std::vector<ConeContact> contact;
  for (std::size_t c = 0; c < contacts; ++c) {
    const double parameter = given.parameter[c];
    const bool pulls = given.dimension == 1;
    if (!std::isfinite(parameter) || (pulls ? parameter > 0.0 : parameter < 0.0)) {
      throw Error(fmt::format("{} of contact {} is {}, must be {} 0 and finite", pulls ? "lower" : "friction", c,
                              parameter, pulls ? "≤" : "≥"));
    }
    contact.push_back(
        {static_cast<std::int32_t>(c) * given.dimension, given.dimension, pulls ? Set::bound : Set::cone, parameter});
  }
  return assemble(given.start, given.row, given.value, given.offset, std::move(contact));
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
  const Assembled problem = io::read_fclib(file);
  return solve(problem, std::vector<double>(problem.size(), 0.0), options);
}

SolveReport solve_contact_problem(const ContactProblem& problem, const SolveOptions& options,
                                  const std::vector<double>& guess) {
  const Assembled taken = take(problem);
  if (!guess.empty() && guess.size() != taken.size()) {
    throw Error(fmt::format("the guess has {} entries, must be {}", guess.size(), taken.size()));
  }
  return solve(taken, guess.empty() ? std::vector<double>(taken.size(), 0.0) : guess, options);
}

}  // namespace gluey
