#pragma once
// How good impulses are: the same three numbers for every problem and every solver.

namespace gluey {

struct Quality {
  double residual = 0.0;         ///< max_c |p − Π(p − ρ ũ)|/ρ, a velocity
  double overlap = 0.0;          ///< h·max(−u_n): depth of the overlap made
  double complementarity = 0.0;  ///< how far impulses and ũ are from being orthogonal
  void add(const Quality& other) {
    const auto larger = [](double a, double b) { return b > a || b != b ? b : a; };
    residual = larger(residual, other.residual);
    overlap = larger(overlap, other.overlap);
    complementarity = larger(complementarity, other.complementarity);
  }
};

}  // namespace gluey
