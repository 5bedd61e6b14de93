// Accelerated iterations on a pool (problem/pool.hpp), on the contacts that may press, in single precision: a third of the cost of apgd's on each,
// and on fewer. The residual is that of all contacts and in double precision, looked at when the steps have become small.
// Contacts are chosen anew now and then, those that press and those that are about to.
//
// Coulomb's law has no objective: friction makes W act as a nonsymmetric matrix, whose eigenvalues λ = |λ| exp(iφ) are not
// real. With momentum β a mode is multiplied by about √(β (1 − λ)) exp(i√λ) an iteration, which grows with √|λ| φ, falls with
// λ + 1 − β, and is stable for all λ only where 1 − β > φ²/4. So momentum is bounded: at 0.9 piles of spheres with μ = 0.5
// still settle, at 0.93 the iterates begin to go round in circles. Where they do so at 0.9, too, and eᵀDe has not come down
// in a while, the bound is lowered until it does. What is kept in the end is the best of what was looked at. The convex model
// has an objective, and its momentum no bound.

#include "solver/single.hpp"

#include "solver/finish.hpp"
#include "solver/single_iterations.hpp"

namespace gluey::solver {
namespace {

/// The residual is looked at this often where steps do not become small.
constexpr std::int64_t look_in_double_every = 200;

/// In units of the largest velocity there is.
constexpr double resolution = 2e-6;

/// Of the momentum: none where there is an objective.
class MomentumBound {
 public:
  explicit MomentumBound(bool convex) : convex_(convex) {}
  double operator()(double step) { return convex_ ? 1.0 : limit_(step); }

 private:
  bool convex_;
  MomentumLimit limit_;
};

/// The largest relative velocity that the impulses have to deal with.
double fastest(const RigidProblem<3>& problem, Workspace<RigidProblem<3>>& workspace) {
  std::vector<Largest> scratch;
  fill_all(workspace.extrapolated, problem.bodies() + 1, {});
  return problem
      .for_contacts(
          workspace.extrapolated.data(), scratch,
          [](const auto& set, std::size_t /*at*/, const auto& u, Largest& most) { most.put(-set.normal_part(u)); })
      .value;
}

}  // namespace

bool suits_single(const RigidProblem<2>& problem, const Settings& settings, Workspace<RigidProblem<2>>& workspace) {
  return settings.budget.given() && workspace.single.pose(problem);
}
bool suits_single(const RigidProblem<3>& problem, const Settings& settings, Workspace<RigidProblem<3>>& workspace) {
  return (settings.budget.given() || settings.tolerance > resolution * fastest(problem, workspace)) &&
         workspace.single.pose(problem, settings.budget.given() ? 2 : 1);
}

/// On one pool.
template <int D, class Single>
Result in_pool(Single& single, const RigidProblem<D>& problem, std::span<double> impulse, const Settings& settings,
               Workspace<RigidProblem<D>>& workspace, const Result& start) {
  constexpr std::string_view name = "apgd-single";
  auto& velocity = workspace.velocity;
  Result result = start;
  copy_all(impulse, workspace.best);
  Result best = start;

  single.load(problem, impulse.data());
  SingleIterations iterations(start.converged(), problem.curvature_bound());
  MomentumBound bound(single.convex());
  std::int64_t next_choice = SingleIterations::next_choice(0, settings.max_iterations);
  double last_check = settings.tolerance * 4.0;  // proxy below which the true residual is worth computing
  const auto is_small = [&](const SingleIterations& now) { return start.converged() || now.moved() <= last_check; };
  const auto calls_for_choice = [&](const SingleIterations& now) { return now.moved() < settings.tolerance; };
  for (std::int64_t iteration = 0; iteration < settings.max_iterations;) {
    const std::int64_t next_look = (iteration / look_in_double_every + 1) * look_in_double_every;
    const std::int64_t until = std::min({settings.max_iterations, next_choice, next_look});
    iteration += iterations.run(single, bound, until - iteration, [&](const SingleIterations& now) {
      return now.stuck() || is_small(now) || calls_for_choice(now);
    });
    const bool last = iteration == settings.max_iterations || iterations.stuck();
    const bool small = is_small(iterations);
    if (small || last || iteration % look_in_double_every == 0) {
      single.read(problem, impulse.data());
      project(problem, impulse, workspace);  // rounding leaves them beside their sets
      problem.velocities(impulse.data(), velocity.data());
      result = finish(problem, impulse, workspace, iteration, asked(settings, start, iteration), name);
      if (result.status != Status::iteration_limit || last) {
        break;
      }
      if (result.better_than(best)) {
        best = result;
        copy_all(impulse, workspace.best);
      }
      last_check = small ? 0.7 * last_check : last_check;
    }
    // Where those chosen are done and the residual is large, it is that of others.
    if (iteration >= next_choice || calls_for_choice(iterations)) {
      single.choose(iterations.margin(settings.tolerance));
      next_choice = SingleIterations::next_choice(iteration, settings.max_iterations);
    }
  }
  return best.better_than(result) || result.status == Status::diverged
             ? go_back(problem, workspace.best, impulse, workspace, result.iterations, settings, name)
             : result;
}

template <int D>
Result in_single(const RigidProblem<D>& problem, std::span<double> impulse, const Settings& settings,
                 Workspace<RigidProblem<D>>& workspace, const Result& start) {
  if (ends(settings, start)) {
    return start;
  }
  return workspace.single.visit(
      [&](auto& single) { return in_pool(single, problem, impulse, settings, workspace, start); });
}

template Result in_single(const RigidProblem<2>&, std::span<double>, const Settings&, Workspace<RigidProblem<2>>&,
                          const Result&);
template Result in_single(const RigidProblem<3>&, std::span<double>, const Settings&, Workspace<RigidProblem<3>>&,
                          const Result&);

}  // namespace gluey::solver
