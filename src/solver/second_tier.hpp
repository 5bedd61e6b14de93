#pragma once
// The second tier for contacts that rub: W is written out and given to the methods of cone_solver.hpp.

#include "solver/cone_solver.hpp"
#include "solver/solver.hpp"

namespace gluey::solver {

/// By one of those methods. The union of cone and pull (gluey-friction) is solved part by part: contacts keep the part that
/// the impulses at hand put them on, and change it between solves until none wants to. Contacts that resist rolling are
/// beyond these methods, and so are equalities (release = "lagged"), which may contradict each other: the result then is
/// that of the impulses as they are.
template <int D>
Result by_cones(const RigidProblem<D>& problem, std::span<double> impulse, const Settings& settings,
                Workspace<RigidProblem<D>>& workspace, ConeMethod method);

}  // namespace gluey::solver
