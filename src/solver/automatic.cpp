// Two tiers. Gradient iterations are cheap and on most problems few suffice; where they stall, as on the nearly isostatic
// networks of glued packings, the interior point method takes over. What that will cost, in gradient iterations, is the
// patience the first tier is given. With a budget, or with fewer iterations allowed than that, there is nothing to be patient
// for: gradient iterations use what there is. Where the problem falls apart into islands each is solved by itself: the slowest
// would otherwise decide for all. Nothing here depends on clocks or threads, nor on earlier steps.

#include "solver/apgd.hpp"
#include "solver/finish.hpp"
#include "solver/pivoting.hpp"
#include "solver/second_tier.hpp"
#include "solver/single.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace gluey::solver {
namespace {

/// Interior point iterations in units of gradient ones, for the usual dozen. The first term is what grows with the number
/// of contacts; the second the factorisation, with multiplications by nested dissection's laws: 8 n^1.5 in the plane and
/// 1.8 n² in space, fitted to piles of 3000 discs and 1000 spheres.
template <int D>
double cost_of_second_tier(std::size_t contacts) {
  const auto n = static_cast<double>(contacts);
  return 300.0 + 0.2 * (D == 2 ? 8.0 * std::sqrt(n) : 1.8 * n);
}

constexpr double without_end = std::numeric_limits<double>::infinity();

/// Whether a second tier of this cost may follow the first.
bool may_follow(double cost, const Settings& settings) {
  return !settings.budget.given() && cost <= static_cast<double>(settings.max_iterations);
}

/// A handful of contacts is solved by a few sweeps; beyond that acceleration wins.
constexpr std::size_t few = Settings::few;
template <class P>
Result first_tier(const P& problem, std::span<double> impulse, const Settings& settings, Workspace<P>& workspace,
                  const Result& start, double patience) {
  constexpr std::int64_t sweeps = 300;
  return problem.contacts() <= few ? gauss_seidel(problem, impulse,
                                                  {.tolerance = settings.tolerance,
                                                   .max_iterations = std::min(sweeps, settings.max_iterations)},
                                                  workspace)
                                   : apgd(problem, impulse, settings, workspace, start, {.patience = patience});
}

/// Goes on by another method from where one has ended: method(problem, impulse, settings, workspace, before).
template <class P, class Other>
Result go_on(const P& problem, std::span<double> impulse, const Settings& settings, Workspace<P>& workspace,
             const Result& before, Other&& method) {
  if (before.status != Status::iteration_limit || before.iterations >= settings.max_iterations) {
    return before;
  }
  Settings rest = settings;
  rest.max_iterations -= before.iterations;
  Result result = method(problem, impulse, rest, workspace, before);
  result.iterations += before.iterations;
  return result;
}

template <int D>
Result in_tiers(const Problem<D>& problem, std::span<double> impulse, const Settings& settings,
                Workspace<Problem<D>>& workspace) {
  using P = Problem<D>;
  // Equalities (release = "lagged") can contradict each other. Newton steps would answer that with impulses without
  // measure, gradient steps stay near where they began.
  const bool equalities = count_of(problem.contacts(), [&](std::size_t c) { return std::isinf(problem.lower(c)); }) > 0;
  const double cost = cost_of_second_tier<D>(problem.contacts());
  const bool follows = may_follow(cost, settings);
  const auto first = [&](const P& p, std::span<double> i, const Settings& s, Workspace<P>& w, const Result& start) {
    const double patience = follows ? cost : without_end;
    return p.contacts() <= few ? first_tier(p, i, s, w, start, patience) : in_single(p, i, s, w, start, patience);
  };
  Result result = problem.contacts() <= pivoting_limit && settings.max_iterations > pivots_worth_trying && !equalities
                      ? pivoting(problem, impulse, settings, workspace)
                      : warm_start(problem, impulse, settings, workspace, "apgd");
  if (result.iterations == 0 && result.converged()) {
    result = apgd(problem, impulse, settings, workspace, result);
  }
  result = go_on(problem, impulse, settings, workspace, result, first);
  if (follows && !equalities) {
    result = go_on(
        problem, impulse, settings, workspace, result,
        [](const P& p, auto i, const auto& s, auto& w, const auto& /*before*/) { return interior_point(p, i, s, w); });
  }
  // Should the second tier fail, too, the first goes on from the better of what they found.
  return go_on(problem, impulse, settings, workspace, result,
               [](const P& p, auto i, const auto& s, auto& w, const auto& before) { return apgd(p, i, s, w, before); });
}

/// A start that would do is not enough (finish.hpp). One that nearly does gets the steady iterations first, unless they would use up a budget.
bool touch_up(const Result& start, const Settings& settings) {
  constexpr double nearly = 30.0;
  return start.residual <= (settings.budget.given() ? 1.0 : nearly) * settings.tolerance;
}

/// As above, with W three (two) times as large and a gradient iteration that is dearer, too. In the plane it is what it took drums of
/// 500, 1000, 2000 and 4000 discs to learn that interior point and alternating directions both fail: 4100, 5700, 5500 and 6800.
template <int D>
double cost_of_cones(std::size_t contacts) {
  const auto n = static_cast<double>(contacts);
  return 300.0 + (D == 2 ? 80.0 * std::sqrt(n) : 6.0 * n);
}

/// Balls begin in single precision, and so do bodies of any shape that have a budget. Where that has not converged in many iterations it goes round in
/// circles, and its steps are of another kind than those of the tiers behind it. These are steadier: they begin where a packing is nearly at rest, and
/// solve steps of a thousand settled spheres in 22 iterations where the others, which wander off first, take a thousand. A budget is not spent on them.
Result in_first_tiers(const RigidProblem<3>& problem, std::span<double> impulse, const Settings& settings,
                      Workspace<RigidProblem<3>>& workspace, double patience) {
  using P = RigidProblem<3>;
  const auto first = [&](const P& p, std::span<double> i, const Settings& s, Workspace<P>& w, const Result& before) {
    return first_tier(p, i, s, w, before, patience);
  };
  const auto single = [&](const P& p, std::span<double> i, const Settings& s, Workspace<P>& w, const Result& before) {
    constexpr double share = 3000.0;
    Settings own = s;
    own.max_iterations = s.budget.given()
                             ? s.max_iterations
                             : std::min(static_cast<std::int64_t>(std::min(share, patience)), s.max_iterations);
    return in_single(p, i, own, w, before);
  };
  Result result = warm_start(problem, impulse, settings, workspace, "apgd");
  if (problem.contacts() <= few || !suits_single(problem, settings, workspace)) {
    return first(problem, impulse, settings, workspace, result);
  }
  if (touch_up(result, settings)) {
    constexpr std::int64_t touches = 100;
    result = apgd(problem, impulse,
                  {.tolerance = settings.tolerance, .max_iterations = std::min(touches, settings.max_iterations)},
                  workspace, result);
  }
  result = go_on(problem, impulse, settings, workspace, result, single);
  return go_on(problem, impulse, settings, workspace, result, first);
}
Result in_first_tiers(const RigidProblem<2>& problem, std::span<double> impulse, const Settings& settings,
                      Workspace<RigidProblem<2>>& workspace, double patience) {
  const Result start = warm_start(problem, impulse, settings, workspace, "apgd");
  if (problem.contacts() > few && touch_up(start, settings)) {
    constexpr std::int64_t touches = 1500;
    return apgd(problem, impulse,
                {.tolerance = settings.tolerance, .max_iterations = std::min(touches, settings.max_iterations)},
                workspace, start);
  }
  if (problem.contacts() > few && suits_single(problem, settings, workspace)) {
    return in_single(problem, impulse, settings, workspace, start);
  }
  return first_tier(problem, impulse, settings, workspace, start, patience);
}

template <int D>
Result in_tiers(const RigidProblem<D>& problem, std::span<double> impulse, const Settings& settings,
                Workspace<RigidProblem<D>>& workspace) {
  using P = RigidProblem<D>;
  const double cost = cost_of_cones<D>(problem.contacts());
  const bool follows = may_follow(cost, settings);
  Result result = in_first_tiers(problem, impulse, settings, workspace, follows ? cost : without_end);
  // Not where all the iterations that are left cost less: on large packings the second tier fails more often than not.
  if (follows && cost <= static_cast<double>(settings.max_iterations - result.iterations)) {
    result = go_on(problem, impulse, settings, workspace, result,
                   [](const P& p, auto i, const auto& s, auto& w, const auto& /*before*/) {
                     constexpr std::int64_t worth_trying = 500;
                     return by_cones(
                         p, i, {.tolerance = s.tolerance, .max_iterations = std::min(s.max_iterations, worth_trying)},
                         w, cone_second_tier);
                   });
  }
  // Should that fail, too, the first tier goes on from the better of what they found. There is no telling where its iterates
  // go round in circles, but they do so elsewhere when the shift is held for longer or not at all.
  constexpr double at_once = std::numeric_limits<double>::max();
  constexpr double turns[] = {at_once, 0.6, held_until};
  constexpr std::int64_t share = 1500;
  for (int turn = 0; result.status == Status::iteration_limit && result.iterations < settings.max_iterations; ++turn) {
    result = go_on(problem, impulse, settings, workspace, result,
                   [&](const P& p, auto i, const auto& s, auto& w, const auto& before) {
                     return apgd(p, i, {.tolerance = s.tolerance, .max_iterations = std::min(share, s.max_iterations)},
                                 w, before, {.held = turns[turn % 3]});
                   });
  }
  return result;
}

/// ½ pᵀWp + bᵀp = p·u − ½ pᵀWp at impulses whose velocities stand in the workspace: the energy that bodies would have left, had they none of the
/// impulses' work to give back.
template <class P>
double objective(const P& problem, std::span<const double> impulse, const Workspace<P>& workspace) {
  std::vector<Sum> scratch;
  const double along = problem
                           .template for_contacts<Sum>(
                               workspace.velocity.data(), scratch,
                               [&](const auto& /*set*/, std::size_t at, const auto& u, Sum& sum) {
                                 sum.value += u.dot(Eigen::Map<const std::remove_cvref_t<decltype(u)>>(&impulse[at]));
                               })
                           .value;
  const double own = problem
                         .template for_states<Sum>(impulse.data(), scratch,
                                                   [&](std::size_t i, const auto& change, Sum& sum) {
                                                     sum.value += problem.energy(i, change.x);
                                                   })
                         .value;
  return along - 0.5 * own;
}

/// Where gradient steps end far from what was promised, sweeps go on: they settle one contact after the other, each with what its
/// neighbours have just done, and strong friction cannot drive them apart. In a packing with μ = 10 they bring the error of 95 % of the
/// contacts down to a third; with moderate friction they hardly ever have to follow. What they do is taken where it is nearer to the law, or else
/// where it lowers the objective, as sweeps with friction held do in every visit: a cold start that is far from its solution may have to come
/// through impulses that are worse than none.
template <class P>
Result rescue(const P& problem, std::span<double> impulse, const Settings& settings, Workspace<P>& workspace,
              const Result& before) {
  constexpr double share = 0.3;  // of the budget
  if (before.status == Status::converged || good_enough(settings, before)) {
    return before;
  }
  const auto sweeps = static_cast<std::int64_t>(std::ceil(share * static_cast<double>(settings.max_iterations)));
  copy_all(impulse, workspace.best);
  const double from = objective(problem, impulse, workspace);
  const Settings own{.tolerance = settings.tolerance, .max_iterations = sweeps};
  Result result = gauss_seidel(problem, impulse, own, workspace);
  result.iterations += before.iterations;
  if (result.better_than(before) || objective(problem, impulse, workspace) < from) {
    return result;
  }
  return go_back(problem, workspace.best, impulse, workspace, result.iterations, settings, before.method);
}

/// In tiers, with the budget of an island of so many bodies.
template <class P>
Result within_budget(const P& problem, std::span<double> impulse, const Settings& settings, Workspace<P>& workspace,
                     std::size_t bodies) {
  const std::size_t contacts = problem.contacts();
  const Settings own = settings.of_island(contacts, bodies, P::dimension);
  Result result = in_tiers(problem, impulse, own, workspace);
  if (settings.budget.given()) {
    result = rescue(problem, impulse, own, workspace, result);
  }
  result.status = settings.at_limit(result.status, result.residual, contacts, bodies, P::dimension);
  return result;
}

template <class P>
Result solve_island(const P& problem, std::span<double> impulse, const Settings& settings, const Islands& islands,
                    std::size_t island, Island<P>& part) {
  part.problem.pose(problem, islands, island);
  part.impulse.resize(part.problem.components());
  const auto contacts = islands.contacts(island);
  const auto each_block = [&](const auto& act) {
    parallel_for(contacts.size(), [&](std::size_t k) {
      const std::size_t here = part.problem.component(k);
      act(part.impulse.begin() + static_cast<std::ptrdiff_t>(here), part.problem.component(k + 1) - here,
          impulse.begin() + static_cast<std::ptrdiff_t>(problem.component(static_cast<std::size_t>(contacts[k]))));
    });
  };
  each_block([](auto own, std::size_t size, auto whole) { std::copy_n(whole, size, own); });
  const Result result = within_budget(part.problem, part.impulse, settings, part.workspace, part.problem.bodies());
  part.spread.add(part.workspace.spread);
  each_block([](auto own, std::size_t size, auto whole) { std::copy_n(own, size, whole); });
  return result;
}

/// The worst of each, and the sums of all.
struct Joined {
  Result all;
  bool any = false;
  void add(const Result& result) {
    if (!any) {
      all = result;
      any = true;
      return;
    }
    all.status = std::max(all.status, result.status);
    all.method = result.iterations > all.iterations ? result.method : all.method;
    all.iterations = std::max(all.iterations, result.iterations);
    all.residual = Quality::larger(all.residual, result.residual);
    all.overlap = Quality::larger(all.overlap, result.overlap);
    all.complementarity = Quality::larger(all.complementarity, result.complementarity);
    all.squares += result.squares;
  }
  void add(const Joined& other) {
    if (other.any) {
      add(other.all);
    }
  }
};

/// Islands in which loops run on several threads are solved one after the other, the rest side by side.
template <class P>
Result by_islands(const P& problem, std::span<double> impulse, const Settings& settings, Workspace<P>& workspace) {
  Islands& islands = workspace.islands;
  islands.sort();
  workspace.results.resize(islands.count());
  workspace.island.resize(std::max<std::size_t>(workspace.island.size(), thread_limit()));
  for (Island<P>& part : workspace.island) {
    part.spread = {};
  }
  const auto large = [&](std::size_t island) {
    return block_count(islands.contacts(island).size()) >= static_cast<std::size_t>(blocks_worth_threads);
  };
  const auto solve = [&](std::size_t island, std::size_t thread) {
    workspace.results[island] = solve_island(problem, impulse, settings, islands, island, workspace.island[thread]);
  };
  select_numbers(islands.count(), workspace.large, large);
  for (const std::size_t island : workspace.large) {
    solve(island, 0);
  }
  const auto solve_small = [&](std::size_t island, std::size_t thread) {
    if (!large(island)) {
      solve(island, thread);
    }
  };
  if (problem.contacts() > block_size) {
    for_each_by_turns(islands.count(), solve_small);
  } else {
    for (std::size_t island = 0; island < islands.count(); ++island) {
      solve_small(island, 0);
    }
  }
  workspace.spread = {};
  for (const Island<P>& part : workspace.island) {
    workspace.spread.add(part.spread);
  }
  struct Join {};
  Result result = reduce_blocks(islands.count(), block_numbers<Joined, Join>(),
                                [&](std::size_t begin, std::size_t end, Joined& part) {
                                  for (std::size_t island = begin; island < end; ++island) {
                                    part.add(workspace.results[island]);
                                  }
                                })
                      .all;
  tell(workspace.spread, result);
  return result;
}

template <class P>
Result in_parts(const P& problem, std::span<double> impulse, const Settings& settings, Workspace<P>& workspace) {
  // Taking an island out costs some iterations: not worth it for a few contacts beside a packing.
  constexpr double nearly_all = 0.9;
  Islands& islands = workspace.islands;
  if (problem.contacts() <= few || islands.find(problem) == 1 ||
      static_cast<double>(islands.largest()) > nearly_all * static_cast<double>(problem.contacts())) {
    return within_budget(problem, impulse, settings, workspace, problem.bodies_in_contact());
  }
  return by_islands(problem, impulse, settings, workspace);
}

template <int D>
Result in_parts(const ExplicitProblem<D>& problem, std::span<double> impulse, const Settings& settings,
                Workspace<ExplicitProblem<D>>& workspace) {
  return within<ExplicitProblem<D>, apgd<ExplicitProblem<D>>>(problem, impulse, settings, workspace);
}

}  // namespace

template <class P>
Result automatic(const P& problem, std::span<double> impulse, const Settings& settings, Workspace<P>& workspace) {
  return in_parts(problem, impulse, settings, workspace);
}

template Result automatic(const Problem<2>&, std::span<double>, const Settings&, Workspace<Problem<2>>&);
template Result automatic(const Problem<3>&, std::span<double>, const Settings&, Workspace<Problem<3>>&);
template Result automatic(const RigidProblem<2>&, std::span<double>, const Settings&, Workspace<RigidProblem<2>>&);
template Result automatic(const RigidProblem<3>&, std::span<double>, const Settings&, Workspace<RigidProblem<3>>&);
template Result automatic(const ExplicitProblem<2>&, std::span<double>, const Settings&,
                          Workspace<ExplicitProblem<2>>&);
template Result automatic(const ExplicitProblem<3>&, std::span<double>, const Settings&,
                          Workspace<ExplicitProblem<3>>&);

}  // namespace gluey::solver
