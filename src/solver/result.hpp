#pragma once
// What a solver is asked for and what it did.

#include <cstdint>
#include <string_view>

namespace gluey::solver {

struct Settings {
  double tolerance = 1e-6;  ///< on the residual, in velocity units
  std::int64_t max_iterations = 10000;
};

enum class Status { converged, iteration_limit, diverged };

struct Result {
  Status status = Status::converged;
  std::int64_t iterations = 0;  ///< of the island that needed most, where islands are solved by themselves
  double residual = 0.0;        ///< velocity units, models.md
  double overlap = 0.0;         ///< length
  double complementarity = 0.0;
  std::string_view method;  ///< the method that was used

  [[nodiscard]] bool converged() const { return status == Status::converged; }
};

}  // namespace gluey::solver
