#pragma once
// The set of impulses that a law admits for one contact in one step, as numbers; problem/sets.hpp has the mathematics.

namespace gluey {

struct ContactSet {
  double lower = 0.0;          ///< l ≤ 0: p_n may pull that far
  double friction = 0.0;       ///< μ; where it and `rolling` are 0 the set is a bound on p_n alone
  double shift = 0.0;          ///< σ: μ for exact Coulomb, 0 for the convex model
  double rolling = 0.0;        ///< μ_r, a length
  double rolling_shift = 0.0;  ///< σ_r

  void rub(double mu, double mu_r, bool exact) {
    friction = mu;
    shift = exact ? mu : 0.0;
    rolling = mu_r;
    rolling_shift = exact ? mu_r : 0.0;
  }
};

}  // namespace gluey
