#include "solver/finish.hpp"
#include "solver/second_tier.hpp"
#include "solver/solver.hpp"
#include "solver/table.hpp"

#include <algorithm>

namespace gluey::solver {
namespace {

template <int D>
std::vector<Named<Problem<D>>> table_of(const Problem<D>* /*kind*/) {
  using P = Problem<D>;
  return {{"auto", automatic<P>},
          {"uzawa", within<P, uzawa<P>>},
          {"apgd", within<P, apgd<P>>},
          {"spg", within<P, spg<D>>},
          {"gauss-seidel", within<P, gauss_seidel<P>>},
          {"interior-point", within<P, interior_point<D>>}};
}

template <int D, ConeMethod method>
Result by(const RigidProblem<D>& problem, std::span<double> impulse, const Settings& settings,
          Workspace<RigidProblem<D>>& workspace) {
  // Where it stalls, or the contacts are beyond it, gradient steps go on.
  Result result = by_cones(problem, impulse, settings, workspace, method);
  const std::int64_t spent = result.iterations;
  if (result.status == Status::iteration_limit && spent < settings.max_iterations) {
    result = apgd(problem, impulse,
                  {.tolerance = settings.tolerance, .max_iterations = settings.max_iterations - spent}, workspace);
    result.iterations += spent;
  }
  return result;
}

template <int D>
std::vector<Named<RigidProblem<D>>> table_of(const RigidProblem<D>* /*kind*/) {
  using P = RigidProblem<D>;
  return {{"auto", automatic<P>},
          {"uzawa", within<P, uzawa<P>>},
          {"apgd", within<P, apgd<P>>},
          {"gauss-seidel", within<P, gauss_seidel<P>>},
          {"interior-point", within<P, by<D, cone_interior_point>>},
          {"admm", within<P, by<D, cone_admm>>}};
}

template <int D>
std::vector<Named<ExplicitProblem<D>>> table_of(const ExplicitProblem<D>* /*kind*/) {
  using P = ExplicitProblem<D>;
  return {{"auto", automatic<P>},
          {"uzawa", within<P, uzawa<P>>},
          {"apgd", within<P, apgd<P>>},
          {"gauss-seidel", within<P, gauss_seidel<P>>}};
}

}  // namespace

template <class P>
const std::vector<Named<P>>& methods() {
  static const std::vector<Named<P>> table = table_of(static_cast<const P*>(nullptr));
  return table;
}

template <class P>
Method<P> method(std::string_view name) {
  const auto& table = methods<P>();
  const auto found =
      std::find_if(table.begin(), table.end(), [&](const Named<P>& named) { return named.name == name; });
  return found != table.end() ? found->method : nullptr;
}

bool handles_friction(std::string_view name) { return method<RigidProblem<3>>(name) != nullptr; }
bool handles_no_friction(std::string_view name) { return method<Problem<3>>(name) != nullptr; }

namespace {

template <class P>
std::string listed() {
  std::string list;
  for (const auto& named : methods<P>()) {
    list += (list.empty() ? "\"" : ", \"") + std::string(named.name) + "\"";
  }
  return list;
}

}  // namespace

std::string methods_with_friction() { return listed<RigidProblem<3>>(); }
std::string methods_without_friction() { return listed<Problem<3>>(); }

template const std::vector<Named<Problem<2>>>& methods<Problem<2>>();
template const std::vector<Named<Problem<3>>>& methods<Problem<3>>();
template const std::vector<Named<RigidProblem<2>>>& methods<RigidProblem<2>>();
template const std::vector<Named<RigidProblem<3>>>& methods<RigidProblem<3>>();
template const std::vector<Named<ExplicitProblem<2>>>& methods<ExplicitProblem<2>>();
template const std::vector<Named<ExplicitProblem<3>>>& methods<ExplicitProblem<3>>();
template Method<Problem<2>> method<Problem<2>>(std::string_view);
template Method<Problem<3>> method<Problem<3>>(std::string_view);
template Method<RigidProblem<2>> method<RigidProblem<2>>(std::string_view);
template Method<RigidProblem<3>> method<RigidProblem<3>>(std::string_view);
template Method<ExplicitProblem<2>> method<ExplicitProblem<2>>(std::string_view);
template Method<ExplicitProblem<3>> method<ExplicitProblem<3>>(std::string_view);

}  // namespace gluey::solver
