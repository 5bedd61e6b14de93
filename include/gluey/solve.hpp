#pragma once
// Contact problems of one step on their own, in memory or in FCLIB's format, solved by any of gluey's methods:
//     K_μ ∋ r ⟂ u + (μ|u_T|, 0)  with friction,    l ≤ r ⟂ u ≥ 0  without,    u = W r + q.

#include <gluey/export.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace gluey {

struct GLUEY_API SolveOptions {
  std::string solver = "auto";  ///< one of friction_solvers()
  double tolerance = 1e-8;      ///< on the error
  std::int64_t max_iterations = 10000;
  std::string output;  ///< the problem with its solution is written there; empty: nowhere
};

struct GLUEY_API SolveReport {
  std::int64_t contacts = 0;
  int dimension = 3;
  std::int64_t open = 0, sticking = 0, sliding = 0;  ///< contacts by what they do
  bool converged = false;
  std::int64_t iterations = 0;
  double seconds = 0.0;                   ///< of the solve alone
  double error = 0.0;                     ///< |r − Π(r − ũ)|/|q|, as Siconos's fc3d_compute_error
  std::string method;                     ///< the one that found the answer
  std::vector<double> impulse, velocity;  ///< r and u
};

/// Components of a contact are consecutive: the normal, then the tangents.
struct GLUEY_API ContactProblem {
  int dimension = 3;                     ///< components of a contact: 2 or 3 with friction, 1 without
  std::vector<std::int32_t> start, row;  ///< W by columns: column j has the rows row[start[j] … start[j+1])
  std::vector<double> value;
  std::vector<double> offset;  ///< q
  std::vector<double>
      parameter;  ///< one a contact: μ ≥ 0; without friction l, how hard it may be pulled, 0 where not at all
};

/// Names of the solvers. Problems without friction know "auto" and those that factorise W.
GLUEY_API std::vector<std::string> friction_solvers();

/// Reads, solves from zero and reports. Throws Error where the file cannot be read or the output not be written.
GLUEY_API SolveReport solve_friction_problem(const std::string& file, const SolveOptions& options);

/// Solves from the impulses `guess`, or from zero where there are none. Throws Error where sizes or numbers make no problem.
GLUEY_API SolveReport solve_contact_problem(const ContactProblem& problem, const SolveOptions& options,
                                            const std::vector<double>& guess = {});

}  // namespace gluey
