#pragma once
// Aggregation (Maury): bodies whose surfaces are D apart attract each other by −κ Ψ'(D), Ψ(D) = tanh(D/ε), (2.8) and (2.9)
// with one κ. Explicit: where they touch, the reaction of the contact, which is implicit, outweighs it. With noise its
// impulse is √h F instead of h F, (4.3), so that it outweighs the noise for every h.

#include <cmath>

namespace gluey {

struct Aggregation {
  double kappa = 0.0;
  double epsilon = 1.0;
  bool walls = false;  ///< obstacles attract, too

  /// Beyond this gap the force is below 5e-7 of its largest.
  [[nodiscard]] double range() const { return 8.0 * epsilon; }
  /// Along the normal; < 0 pulls. An overlap pulls as contact does.
  [[nodiscard]] double force(double gap) const {
    const double cosh = std::cosh(std::fmax(gap, 0.0) / epsilon);
    return -kappa / (epsilon * cosh * cosh);
  }
  [[nodiscard]] double potential(double gap) const { return kappa * (std::tanh(gap / epsilon) - 1.0); }
};

}  // namespace gluey
