// Alternating direction method of multipliers (Tasora, Mangoni, Benatti and Garziera 2021 for contacts), in the form of
// Douglas and Rachford: one vector y holds the impulses and, where it leaves their set, the velocities,
//     z = Π(y),    ũ = ρD (z − y),    (W + ρD) x = ρD z + ũ − b − s,    y ← y + 1.5 (x − z),
// with D the largest diagonal entry of each contact and s = μ|ũ_T| the shift of exact Coulomb, refreshed every
// iteration. The matrix does not change: one factorisation, then a pair of triangular solves an iteration.

#include "solver/cone_system.hpp"

#include <algorithm>

namespace gluey::solver {
namespace {

constexpr double penalty = 0.15;    // ρ: below 0.1 rock piles cycle, above 0.3 stacks at rest creep
constexpr double relaxation = 1.5;  // of the step from z to x
constexpr std::int64_t admm_check_every = 10;

}  // namespace

Result cone_admm(const Assembled& problem, std::span<double> impulse, const ConeSettings& settings,
                 ConeWorkspace& workspace) {
  ConeProgress progress(problem, impulse, settings, workspace, "admm");
  if (progress.done() || problem.contact.empty()) {
    return progress.result();
  }
  ConeSystem system(problem, workspace);
  auto& weight = workspace.weight;  // ρD
  weight.clear();
  for (const ConeContact& contact : problem.contact) {
    double largest = 0.0;
    for (std::int32_t i = 0; i < contact.size; ++i) {
      largest = std::max(largest, problem.value[at(problem.start[at(contact.first + i)])]);
    }
    weight.push_back(largest > 0.0 ? penalty * largest : penalty);
  }
  if (!system.factorise([&](std::size_t c, int i, int j) {
        const double scale = workspace.scale[at(problem.contact[c].first + i)];
        return i == j ? weight[c] * scale * scale : 0.0;
      })) {
    return progress.result();
  }

  // Starts from the impulses and the velocities they make.
  auto& y = workspace.p;
  auto& z = workspace.v;
  y.assign(problem.contact.size(), Triple{});
  z.assign(problem.contact.size(), Triple{});
  problem.velocities(impulse, workspace.velocity);
  for (std::size_t c = 0; c < problem.contact.size(); ++c) {
    const ConeContact& contact = problem.contact[c];
    double slip = 0.0;
    for (std::int32_t i = 0; i < contact.size; ++i) {
      const std::size_t k = at(contact.first + i);
      y[c][i] = impulse[k] - workspace.velocity[k] / weight[c];
      slip += i > 0 ? workspace.velocity[k] * workspace.velocity[k] : 0.0;
    }
    y[c][0] -= contact.set == Set::cone ? contact.parameter * std::sqrt(slip) / weight[c] : 0.0;
  }
  for (std::int64_t iteration = 1; iteration <= settings.max_iterations; ++iteration) {
    for (std::size_t c = 0; c < problem.contact.size(); ++c) {
      const ConeContact& contact = problem.contact[c];
      z[c] = y[c];
      project(contact, z[c].x);
      const Triple u = weight[c] * (z[c] - y[c]);
      Triple right = weight[c] * z[c] + u;
      right[0] -= contact.set == Set::cone ? contact.parameter * tail(u) : 0.0;
      for (std::int32_t i = 0; i < contact.size; ++i) {
        const std::size_t k = at(contact.first + i);
        right[i] = workspace.scale[k] * (right[i] - problem.offset[k]);
      }
      system.put(c, right);
    }
    system.solve(false);
    for (std::size_t c = 0; c < problem.contact.size(); ++c) {
      const ConeContact& contact = problem.contact[c];
      const Triple x = system.get(c);
      for (std::int32_t i = 0; i < contact.size; ++i) {
        const std::size_t k = at(contact.first + i);
        y[c][i] += relaxation * (workspace.scale[k] * x[i] - z[c][i]);
        workspace.candidate[k] = z[c][i];
      }
    }
    if (iteration % admm_check_every == 0 || iteration == settings.max_iterations) {
      progress.judge(workspace.candidate, iteration);
      if (progress.done()) {
        break;
      }
    }
  }
  return progress.result();
}

}  // namespace gluey::solver
