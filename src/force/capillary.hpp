#pragma once
// Capillary bridges between wet bodies. A bridge of volume V forms where surfaces touch, and pulls with
//
//     F(D) = 2π R σ cos θ (1 − D/√(D² + c)),    c = 2V/(πR),    R = 2/(1/r_i + 1/r_j)
//
// (gorge of a cylindrical meniscus, Rabinovich, Esayanur and Moudgil 2005; R = 2r on a plane) until the surfaces are
// D_r = (1 + θ/2) V^{1/3} apart, where it breaks (Lian, Thornton and Adams 1993). Apart once more, bodies must touch
// before they are wet again: each break costs E(D_r) = F(0) (D_r − √(D_r² + c) + √c).

#include <cmath>
#include <numbers>

namespace gluey {

struct Capillary {
  double tension = 0.0;  ///< σ
  double angle = 0.0;    ///< θ, radians
  double volume = 0.0;   ///< V, of one bridge
  bool walls = true;     ///< obstacles are wet, too

  /// Bridges form where gaps are at most this share of R: contacts are closed to within the solver's tolerance.
  static constexpr double touching = 1e-3;

  /// D_r.
  [[nodiscard]] double range() const { return (1.0 + 0.5 * angle) * std::cbrt(volume); }
  /// Along the normal, ≤ 0: of a bridge that is there. `radius` is R.
  [[nodiscard]] double force(double gap, double radius) const {
    return -at_contact(radius) * (gap > 0.0 ? 1.0 - gap / std::sqrt(gap * gap + spread(radius)) : 1.0);
  }
  /// Work that a bridge has done when it has pulled the surfaces together from D_r, ≤ 0.
  [[nodiscard]] double potential(double gap, double radius) const {
    return work(std::fmax(gap, 0.0), radius) - work(range(), radius);
  }
  /// E(D), the work against the bridge from contact to D.
  [[nodiscard]] double work(double gap, double radius) const {
    const double c = spread(radius);
    return at_contact(radius) * (gap - std::sqrt(gap * gap + c) + std::sqrt(c));
  }

 private:
  [[nodiscard]] double at_contact(double radius) const {
    return 2.0 * std::numbers::pi * radius * tension * std::cos(angle);
  }
  [[nodiscard]] double spread(double radius) const { return 2.0 * volume / (std::numbers::pi * radius); }
};

}  // namespace gluey
