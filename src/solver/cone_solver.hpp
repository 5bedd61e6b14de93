#pragma once
// Solvers of an assembled contact problem (problem/assembled.hpp). Each starts from the impulses it is given, leaves its
// best answer there, stops at the caller's measure, and is serial: the same bits for any number of threads.

#include "problem/assembled.hpp"
#include "solver/solver.hpp"

#include <string_view>
#include <vector>

namespace gluey::solver {

struct ConeSettings {
  Measure measure = Measure::step;
  double tolerance = 1e-6;  ///< on that measure
  std::int64_t max_iterations = 10000;
};

/// Interior point on the cones: some 20 iterations with a factorisation each, whatever the conditioning.
Result cone_interior_point(const Assembled& problem, std::span<double> impulse, const ConeSettings& settings,
                           ConeWorkspace& workspace);

/// Alternating directions: one factorisation, then hundreds of iterations with a solve each.
Result cone_admm(const Assembled& problem, std::span<double> impulse, const ConeSettings& settings,
                 ConeWorkspace& workspace);

/// Multiplications of one iteration of cone_interior_point (its factorisation), after an analysis that the solvers then
/// need not repeat. A first-order iteration makes as many as W has entries.
double cone_iteration_cost(const Assembled& problem, ConeWorkspace& workspace);

/// Beyond so many, some seconds each, factorisations are not for `auto`.
constexpr double largest_factorisation = 5e9;

/// The interior point method, then alternating directions from the better of what there is where it stalls.
Result cone_in_turn(const Assembled& problem, std::span<double> impulse, const ConeSettings& settings,
                    ConeWorkspace& workspace);

/// The same where a factorisation is not too large; impulses stay as they are otherwise.
Result cone_second_tier(const Assembled& problem, std::span<double> impulse, const ConeSettings& settings,
                        ConeWorkspace& workspace);

using ConeMethod = Result (*)(const Assembled&, std::span<double>, const ConeSettings&, ConeWorkspace&);
struct NamedConeMethod {
  std::string_view name;
  ConeMethod method;
};
const std::vector<NamedConeMethod>& cone_methods();

}  // namespace gluey::solver
