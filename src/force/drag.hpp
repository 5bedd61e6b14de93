#pragma once
// Drag in a prescribed flow: −ξ (v − U(x, t)) with ξ = m/τ, or Stokes's 6π r ν with r the radius of a ball of the body's
// volume (of a disc of its area in the plane).
//
// Explicit, as (3.7) of the aggregation paper: the drag of the old velocity; stable for h ξ/m ≤ 2. Implicit: that of the new
// one, contact impulses included, so that a body behaves in the step problem as if its mass were m + h ξ:
//     (m + h ξ) V' = m V + h ξ U + h F + Gᵀ p.

#include "force/flow.hpp"
#include "world/world.hpp"

#include <cmath>
#include <numbers>
#include <optional>

namespace gluey {

template <int D>
struct Drag {
  Flow<D> flow = {};
  std::optional<double> tau = {};  ///< τ, or else
  double viscosity = 0.0;          ///< ν
  bool implicit = false;

  /// ξ of body i.
  [[nodiscard]] double coefficient(const Bodies<D>& bodies, std::size_t i) const {
    if (tau) {
      return bodies.mass[i] / *tau;
    }
    const double unit = D == 2 ? std::numbers::pi : 4.0 / 3.0 * std::numbers::pi;
    const double ratio = bodies.volume[i] / unit;
    return 6.0 * std::numbers::pi * viscosity * (D == 2 ? std::sqrt(ratio) : std::cbrt(ratio));
  }

  /// U where body i is, at time t. Positions are not wrapped: in a periodic domain the flow is that of the domain, in a
  /// sheared one seen from where the body is.
  [[nodiscard]] Vec<D> velocity(const World<D>& world, std::size_t i, double t) const {
    const Vec<D>& x = world.bodies.position[i];
    if (!world.domain.any()) {
      return std::visit([&](const auto& kind) { return kind.at(x, t); }, flow);
    }
    const Image<D> home = world.domain.home(x, world.time);
    const Vec<D> wrapped = x + world.domain.shift(home, world.time);
    return std::visit([&](const auto& kind) { return kind.at(wrapped, t); }, flow) - world.domain.drift(home);
  }
};

}  // namespace gluey
