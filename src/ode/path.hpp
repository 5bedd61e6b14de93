#pragma once
// The reference solution of a lubricated particle, followed step by step.
//
// Two forms of the equation, for y = ln q:
//   asymptotic drags, whose N is known:  ẏ = e^{−y} (A(t) − N(y)),  A = u₀ + N(q₀) + ∫f  (the first integral);
//   exact drags:                          ẏ = w,  ẇ = e^{−y} f − n w − w².
// Both are stiff at the rate n, and q falls by orders of magnitude within one time unit, so the method is implicit, of
// order 4, with error control on y (Rosenbrock, L-stable). Where 1/n is below what the clock resolves the film is slaved:
// N(y) = A(t), in closed form, down to any depth.

#include <gluey/ode.hpp>

#include <cstddef>

#include "ode/resistance.hpp"

namespace gluey::ode {

class Path {
 public:
  Path(const LubricatedParticle& particle, double tolerance);

  /// Goes on to the time `until`, in steps; one of them, or what is left if that is less. Both end exactly at `until`.
  void advance(long double until);
  void step(long double until);

  [[nodiscard]] long double time() const { return t_; }
  [[nodiscard]] long double ln_q() const { return y_; }
  [[nodiscard]] long double velocity() const;
  /// N(q) = A(t) − u, per unit mass.
  [[nodiscard]] long double potential() const { return total() - velocity(); }

 private:
  [[nodiscard]] long double total() const { return total_ + force_ * (t_ - since_); }  ///< A
  [[nodiscard]] bool slaved() const;
  void enter_stretch();
  void integrate(long double until);
  void follow(long double until);

  PiecewiseForce table_;
  Resistance resistance_;
  long double tolerance_;
  long double slaved_below_;
  long double t_ = 0.0L, y_, w_;  ///< w is kept for exact drags alone
  long double next_step_;
  // The stretch of constant force: A at its beginning, and when it ends.
  std::size_t stretch_ = 0;
  long double since_ = 0.0L, stretch_end_ = 0.0L, total_, force_ = 0.0L;
};

}  // namespace gluey::ode
