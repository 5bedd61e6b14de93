// Projected Gauss–Seidel: contact by contact, p_c ← Π(p_c − D_c⁻¹ ũ_c), velocities kept up to date. Without friction, and
// for balls with it, D_c is the diagonal block of W, so that each visit solves its contact exactly (a few times over for
// friction, whose shift and part depend on the answer).
//
// Contacts are grouped by colour so that those of one colour share no movable body. Colours are worked off in turn, the
// contacts of one in parallel: the result does not depend on how they are dealt to threads. Contacts that found none of
// the 64 colours free (a huge body among small ones) come last and one after the other.

#include "solver/finish.hpp"

#include <bit>
#include <numeric>

namespace gluey::solver {
namespace {

constexpr int color_limit = 64;

/// Greedy colouring in contact order. Returns the number of parallel colours; order[color_start[k] …] is colour k, and
/// the serial rest is the last group.
template <class P>
int color(const P& problem, Workspace<P>& workspace) {
  const std::size_t contacts = problem.contacts();
  const auto n = static_cast<std::int32_t>(problem.bodies());
  auto& taken = workspace.colors;
  auto& start = workspace.color_start;
  taken.assign(problem.bodies() + 1, 0);
  std::vector<std::int8_t> color_of(contacts);
  start.assign(color_limit + 2, 0);
  int used = 0;
  for (std::size_t c = 0; c < contacts; ++c) {
    auto& first = taken[static_cast<std::size_t>(problem.first(c))];
    auto& second = taken[static_cast<std::size_t>(problem.second(c))];
    const std::uint64_t busy = first | second;
    const int k = std::countr_one(busy);
    color_of[c] = static_cast<std::int8_t>(k);
    if (k < color_limit) {
      used = std::max(used, k + 1);
      first |= std::uint64_t{1} << k;
      if (problem.second(c) < n) {
        second |= std::uint64_t{1} << k;
      }
    }
    ++start[static_cast<std::size_t>(k)];
  }
  exclusive_scan(start);
  workspace.order.resize(contacts);
  std::vector<std::int32_t> cursor = start;
  for (std::size_t c = 0; c < contacts; ++c) {
    workspace.order[static_cast<std::size_t>(cursor[static_cast<std::size_t>(color_of[c])]++)] =
        static_cast<std::int32_t>(c);
  }
  return used;
}

/// Without bodies nothing tells which contacts are independent: one after the other.
template <int D>
int color(const ExplicitProblem<D>& problem, Workspace<ExplicitProblem<D>>& workspace) {
  workspace.color_start.assign(color_limit + 2, 0);
  workspace.order.resize(problem.contacts());
  std::iota(workspace.order.begin(), workspace.order.end(), 0);
  return 0;
}

}  // namespace

template <class P>
Result gauss_seidel(const P& problem, std::span<double> impulse, const Settings& settings, Workspace<P>& workspace) {
  const Result start = warm_start(problem, impulse, settings, workspace, "gauss-seidel");
  if (ends(settings, start)) {
    return start;
  }
  auto& velocity = workspace.velocity;
  Result result = start;
  const int colors = color(problem, workspace);

  const auto relax = [&](std::size_t slot) {
    const auto c = static_cast<std::size_t>(workspace.order[slot]);
    problem.at(c, velocity.data(), [&](const auto& set, std::size_t at, const auto& u) {
      using Block = std::remove_cvref_t<decltype(u)>;
      Eigen::Map<Block> p(impulse.data() + at);
      const Block next = set.relaxed(p, u);
      const Block change = next - p;
      p = next;
      problem.push(c, change.data(), velocity.data());
    });
  };

  // Small systems are looked at after every sweep, large ones less often.
  const std::int64_t check_every = problem.contacts() < 1000 ? 1 : 5;
  for (std::int64_t iteration = 1; iteration <= settings.max_iterations; ++iteration) {
    for (int k = 0; k < colors; ++k) {
      const auto begin = static_cast<std::size_t>(workspace.color_start[static_cast<std::size_t>(k)]);
      const auto end = static_cast<std::size_t>(workspace.color_start[static_cast<std::size_t>(k) + 1]);
      parallel_for(end - begin, [&](std::size_t slot) { relax(begin + slot); });
    }
    for (auto slot = static_cast<std::size_t>(workspace.color_start[color_limit]); slot < problem.contacts(); ++slot) {
      relax(slot);
    }
    if (iteration % check_every == 0 || iteration == settings.max_iterations) {
      problem.velocities(impulse.data(), velocity.data());
      result = finish(problem, impulse, workspace, iteration, asked(settings, start, iteration), "gauss-seidel");
      if (result.status != Status::iteration_limit) {
        return result;
      }
    }
  }
  return result;
}

template Result gauss_seidel(const Problem<2>&, std::span<double>, const Settings&, Workspace<Problem<2>>&);
template Result gauss_seidel(const Problem<3>&, std::span<double>, const Settings&, Workspace<Problem<3>>&);
template Result gauss_seidel(const RigidProblem<2>&, std::span<double>, const Settings&, Workspace<RigidProblem<2>>&);
template Result gauss_seidel(const RigidProblem<3>&, std::span<double>, const Settings&, Workspace<RigidProblem<3>>&);
template Result gauss_seidel(const ExplicitProblem<2>&, std::span<double>, const Settings&,
                             Workspace<ExplicitProblem<2>>&);
template Result gauss_seidel(const ExplicitProblem<3>&, std::span<double>, const Settings&,
                             Workspace<ExplicitProblem<3>>&);

}  // namespace gluey::solver
