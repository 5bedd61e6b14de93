#pragma once
// What the methods on cones (cone_solver.hpp) keep between problems.

#include "solver/factor.hpp"
#include "solver/lorentz.hpp"

#include <vector>

namespace gluey::solver {

/// Memory that is kept between problems; the factor's analysis is, too, while the pattern stays.
struct ConeWorkspace {
  Lower matrix;                            // scaled W and what an iteration adds to it
  std::vector<double> upper;               // its entries above the diagonal
  std::vector<double> plain, plain_upper;  // scaled W alone
  std::vector<double> rho, weight;         // per contact
  std::vector<double> scale, right, solution, defect, candidate, velocity, best;
  std::vector<Triple> p, v, dp, dv, aim, residual;
  std::vector<Scaling> scaling;
  Factor factor;
};

}  // namespace gluey::solver
