#pragma once
// What a solver is asked for and what it did.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string_view>

namespace gluey::solver {

/// Iterations that an island of n bodies in D dimensions may take: max(least, per_layer · n^(1/D)), since weight travels one
/// contact per iteration. Reaching them is no failure, and methods do not save iterations for others that might follow.
struct Budget {
  double least = 0.0;
  double per_layer = 0.0;  ///< n^(1/D) layers
  /// Else there is none.
  [[nodiscard]] bool given() const { return least > 0.0 || per_layer > 0.0; }
  [[nodiscard]] std::int64_t iterations(std::size_t bodies, int dimension) const {
    const double layers =
        dimension == 2 ? std::sqrt(static_cast<double>(bodies)) : std::cbrt(static_cast<double>(bodies));
    return static_cast<std::int64_t>(std::ceil(std::max(least, per_layer * layers)));
  }
};

/// `budget`: the iterations of the budget were used; `iteration_limit`: max_iterations were, or no method got any further.
enum class Status { converged, budget, iteration_limit, diverged };

struct Settings {
  double tolerance = 1e-6;  ///< on the residual, in velocity units
  std::int64_t max_iterations = 10000;
  Budget budget = {};     ///< where it is less than max_iterations
  double promised = 0.0;  ///< with a budget: residuals below which 95 % of the contacts have to be …
  double overlap = std::numeric_limits<double>::infinity();  ///< … and the depth of overlaps that a step may make
  double of_few = 0.0;  ///< the tolerance of islands of a few contacts, where it is smaller: they cost next to nothing

  /// The same for an island, with what its budget allows as max_iterations.
  [[nodiscard]] Settings of_island(std::size_t contacts, std::size_t bodies, int dimension) const {
    Settings own = *this;
    if (in_full(contacts)) {
      own.tolerance = of_few;
      own.budget = {};
      own.max_iterations = std::min(max_iterations, iterations_of_few);
    } else if (limited(bodies, dimension)) {
      own.max_iterations = budget.iterations(bodies, dimension);
    }
    return own;
  }
  /// What a residual that was reached with those settings is called.
  [[nodiscard]] Status at_limit(Status status, double residual, std::size_t contacts, std::size_t bodies,
                                int dimension) const {
    const bool held = in_full(contacts) || limited(bodies, dimension);
    return status != Status::iteration_limit || !held ? status
           : residual <= tolerance                    ? Status::converged
                                                      : Status::budget;
  }
  static constexpr std::size_t few = 24;

 private:
  static constexpr std::int64_t iterations_of_few = 1000;
  [[nodiscard]] bool in_full(std::size_t contacts) const {
    return budget.given() && contacts <= few && of_few > 0.0 && of_few < tolerance;
  }
  [[nodiscard]] bool limited(std::size_t bodies, int dimension) const {
    return budget.given() && budget.iterations(bodies, dimension) <= max_iterations;
  }
};

struct Result {
  Status status = Status::converged;
  std::int64_t iterations = 0;  ///< of the island that needed most, where islands are solved by themselves
  double residual = 0.0;        ///< velocity units, models.md: the largest of all contacts
  double overlap = 0.0;         ///< length
  double complementarity = 0.0;
  double squares = 0.0;          ///< Σ_c of errors squared (problem/sets.hpp)
  std::int64_t acting = 0;       ///< contacts that press, pull or violate their law
  double residual_median = 0.0;  ///< of the errors of these, to a quarter of an octave
  double residual_95 = 0.0;      ///< … that of 95 % is below
  std::string_view method;       ///< the method that was used

  [[nodiscard]] bool converged() const { return status == Status::converged; }
  /// Of two iterates the one to go on with. Not by the largest residual, which one contact makes; nor by an objective, which
  /// exact Coulomb friction does not have; but by the mean square, which is what iterations bring down.
  [[nodiscard]] bool better_than(const Result& other) const { return squares < other.squares; }
};

/// Whether a truncated solve does what was promised.
inline bool good_enough(const Settings& settings, const Result& result) {
  return result.residual_95 <= settings.promised && result.overlap <= settings.overlap;
}

}  // namespace gluey::solver
