#pragma once
// The drag coefficient n as a function of y = ln q, cheap and with its derivative, as an implicit method asks for it.
//
// Exact drags of spheres are series of up to 1e4 terms. ln ρ(s), s = ln(q/r), is analytic, so a Chebyshev polynomial
// over the whole range between the two expansions gives it to rounding; it is made once a drag.
//
// (C++17: see path.cpp.)

#include <gluey/ode.hpp>

namespace gluey::ode {

class Resistance {
 public:
  explicit Resistance(const LubricatedParticle& particle);

  struct Value {
    long double n, slope;  ///< n and dn/dy
  };
  [[nodiscard]] Value at(long double y) const;

  /// Whether ρ = 1, so that N below is all of the potential.
  [[nodiscard]] bool asymptotic() const { return shape_ == nullptr; }
  /// N of the asymptotic drag, its inverse (−infinity where no y is low enough), and dN/dy = n q.
  [[nodiscard]] long double potential(long double y) const;
  [[nodiscard]] long double inverse_potential(long double potential) const;
  [[nodiscard]] long double potential_slope(long double y) const;
  /// N of the drag itself, by quadrature: ∫(n − asymptotic n) dq is added.
  [[nodiscard]] long double full_potential(long double y) const;

  /// The y below which the film follows the force: over `duration` and under forces up to `largest`, the time 1/n in which
  /// it forgets its velocity, and what ln q changes by meanwhile, are below 1e-14; and ρ − 1 is as small.
  [[nodiscard]] long double slaved_below(long double duration, long double largest) const;

 private:
  struct Ratio {
    double logarithm, slope;  ///< ln ρ and its derivative by s
  };
  using Shape = Ratio (*)(double s);
  static Shape shape_of(Drag drag);
  static Ratio disc(double s);
  static Ratio sphere(double s);
  static Ratio spheres(double s);

  long double coefficient_;  ///< ε/m
  long double exponent_;     ///< 3/2 or 1
  long double log_radius_;
  Shape shape_;  ///< null where ρ = 1
};

}  // namespace gluey::ode
