#pragma once
// Friction problems in FCLIB's format, solved by any of gluey's methods: K_μ ∋ r ⟂ u + (μ|u_T|, 0), u = W r + q.

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
  double seconds = 0.0;  ///< of the solve alone
  double error = 0.0;    ///< |r − Π(r − ũ)|/|q|, as Siconos's fc3d_compute_error
  std::string method;    ///< the one that found the answer
};

/// Names of the solvers.
GLUEY_API std::vector<std::string> friction_solvers();

/// Reads, solves from zero and reports. Throws Error where the file cannot be read or the output not be written.
GLUEY_API SolveReport solve_friction_problem(const std::string& file, const SolveOptions& options);

}  // namespace gluey
