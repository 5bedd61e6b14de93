#pragma once
// A contact law of the user's own: the set of impulses each contact may transmit in a step, and what becomes of its potential
// (models.md; Lefebvre 2009, algorithm 3.3). Impulses p are those of a step, mass·velocity; γ is R times one, R = 1 unless the scene
// scales by radius.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

namespace gluey {

/// The contacts of a step as a law sees them, one entry each, near ones among them. Valid during the call.
struct StepContacts {
  int dimension = 0;
  double time = 0.0;                     ///< at the beginning of the step
  double step = 0.0;                     ///< h
  std::size_t bodies = 0;                ///< N
  std::span<const std::int32_t> first;   ///< a body
  std::span<const std::int32_t> second;  ///< a body, or N + an obstacle
  std::span<const double> normal;        ///< [C,d], unit, from the first to the second
  std::span<const double> gap;           ///< D, bodies where they were and obstacles where they will be
  std::span<const double> velocity;      ///< [C,d], of the second's surface against the first's, before the step
  std::span<const double> gamma;         ///< γ ≤ 0, carried over from the step before
  std::span<const double> impulse;       ///< p_n: for bounds() last step's, a guess; for potentials() this step's

  [[nodiscard]] std::size_t size() const { return first.size(); }
};

/// What a law of the user's own makes of the scene's law. Either function may be left out. They are called from one thread, bounds()
/// at least once a step and potentials() once, and must depend on their arguments alone if a run is to be repeated.
struct LawFunctions {
  /// The set of each contact: p_n ≥ l and, where p_n > 0, |p_T| ≤ μ p_n. `lower` (l ≤ 0, −∞ too) and `friction` (μ ≥ 0) come
  /// with what the scene's law says. `friction` is empty where no law of the scene has friction.
  std::function<void(const StepContacts& contacts, std::span<double> lower, std::span<double> friction)> bounds;
  /// γ ≤ 0 after the solve, which contacts that last carry over. `gamma` comes with what the scene's law says, for laws without a
  /// potential 0. By default a contact with γ < 0 has l = γ/R, with release = "lagged" −∞.
  std::function<void(const StepContacts& contacts, std::span<double> gamma)> potentials;
};

}  // namespace gluey
