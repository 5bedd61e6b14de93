#pragma once
// Solvers of the step problem. Each is a pure function of a frozen problem: it starts from the impulses it is given (the
// warm start) and leaves its answer there. All stop at the same residual, so they can be exchanged at will.

#include "problem/problem.hpp"
#include "solver/factor.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace gluey::solver {

struct Settings {
  double tolerance = 1e-6;  ///< on the residual, in velocity units
  std::int64_t max_iterations = 10000;
};

enum class Status { converged, iteration_limit, diverged };

struct Result {
  Status status = Status::converged;
  std::int64_t iterations = 0;
  double residual = 0.0;  ///< velocity units, models.md
  double overlap = 0.0;   ///< length
  double complementarity = 0.0;
  std::string_view method;  ///< the method that was used

  [[nodiscard]] bool converged() const { return status == Status::converged; }
};

/// What the interior point method keeps, per contact: W, the iterate s, z, and what its steps are made of.
struct CentralPath {
  Lower matrix;
  std::vector<double> slack, dual, target, residual, slack_step, dual_step, best_slack_step, best_dual_step, diagonal;
  std::vector<std::uint8_t> bounded;
};

/// Memory that solvers keep between steps, so that nothing is allocated once it has grown.
template <int D>
struct Workspace {
  std::vector<double> previous, direction, gradient;            // per contact
  std::vector<Packed<D>> velocity, old_velocity, extrapolated;  // per body and one
  std::vector<std::int32_t> order, color_start;                 // contacts grouped by colour
  std::vector<std::uint64_t> colors;                            // taken, per body
  CentralPath path;
  Factor factor;
};

template <int D>
using Method = Result (*)(const Problem<D>&, std::span<double>, const Settings&, Workspace<D>&);

/// Fixed-step projected gradient on the dual: the papers' Uzawa method.
template <int D>
Result uzawa(const Problem<D>& problem, std::span<double> impulse, const Settings& settings, Workspace<D>& workspace);

/// Accelerated projected gradient, scaled by the diagonal; one product an iteration, adaptive step, restart.
template <int D>
Result apgd(const Problem<D>& problem, std::span<double> impulse, const Settings& settings, Workspace<D>& workspace);

/// Spectral projected gradient: scaled Barzilai–Borwein steps with a non-monotone safeguard.
template <int D>
Result spg(const Problem<D>& problem, std::span<double> impulse, const Settings& settings, Workspace<D>& workspace);

/// Projected Gauss–Seidel by colours of contacts that share no body.
template <int D>
Result gauss_seidel(const Problem<D>& problem, std::span<double> impulse, const Settings& settings,
                    Workspace<D>& workspace);

/// Primal-dual interior point on a sparse factorisation of W: few, costly iterations that do not mind bad conditioning.
template <int D>
Result interior_point(const Problem<D>& problem, std::span<double> impulse, const Settings& settings,
                      Workspace<D>& workspace);

/// Cheap iterations first, costly ones where those stall.
template <int D>
Result automatic(const Problem<D>& problem, std::span<double> impulse, const Settings& settings,
                 Workspace<D>& workspace);

/// The table of methods; tests and benchmarks go through it.
template <int D>
struct Named {
  std::string_view name;
  Method<D> method;
};
template <int D>
const std::vector<Named<D>>& methods();

/// By name; the name must be in the table.
template <int D>
Method<D> method(std::string_view name);

}  // namespace gluey::solver
