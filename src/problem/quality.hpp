#pragma once
// How good impulses are: the same numbers for every problem and every solver.

#include "problem/spread.hpp"

namespace gluey {

struct Quality {
  double residual = 0.0;         ///< max_c |p − Π(p − ρ ũ)|/ρ, a velocity
  double overlap = 0.0;          ///< h·max(−u_n): depth of the overlap made
  double complementarity = 0.0;  ///< how far impulses and ũ are from being orthogonal
  double squares = 0.0;          ///< Σ_c of errors squared (sets.hpp)
  Spread spread;                 ///< of the errors of contacts that press, pull or violate their law

  /// The residual and the error of a contact, and whether an impulse acts there.
  void put(double its_residual, double error, bool acts) {
    residual = larger(residual, its_residual);
    squares += error * error;
    if (acts || error > 0.0) {
      spread.put(error);
    }
  }
  void put_rest(double made, double product) {
    overlap = larger(overlap, made);
    complementarity = larger(complementarity, product);
  }
  void add(const Quality& other) {
    residual = larger(residual, other.residual);
    put_rest(other.overlap, other.complementarity);
    squares += other.squares;
    spread.add(other.spread);
  }
  /// Or what is not a number.
  static double larger(double a, double b) { return b > a || b != b ? b : a; }
};

}  // namespace gluey
