#pragma once
// Drag in a prescribed flow: the force −ξ (v − U(x, t)) and the torque −ζ (ω − Ω(x, t)), Ω = ½ curl U.
//
// Stokes, for a ball of radius r in a fluid of viscosity ν: ξ = 6π r ν and ζ = 8π r³ ν, exact in a flow that is linear about the
// ball. Their ratio ζ/ξ = (4/3) r² does not know the fluid: where a relaxation time τ is given instead, ξ = m/τ and
// ζ = (4/3) r² m/τ. A solid ball's spin then relaxes in (3/10) τ, that of a disc of inertia m r²/2 in (3/8) τ. Other bodies count
// with the ball of their volume, as if they felt no orientation. In the plane, r is that of the disc of their area, and the fluid
// resists it as a ball of that radius which is seen in the plane: force and torque are those of space. (A disc, the cylinder of
// the plane, has no steady drag of its own: Stokes's paradox.)
//
// Explicit, as (3.7) of the aggregation paper: the drag of the old velocity; stable for h ξ/m ≤ 2 and h ζ/I ≤ 2. Implicit: that
// of the new one, contact impulses included, so that a body behaves in the step problem as if its mass were m + h ξ and its
// inertia J + h ζ:
//     (m + h ξ) V' = m V + h ξ U + h F + Gᵀ p,      (J + h ζ) ω' = J ω + h ζ Ω + h T + Gᵀ p.
// ζ is a number: J + h ζ has the principal axes of J. Each of the components of ω along them shrinks towards Ω whatever h, and the
// free rotation that follows keeps the energy.

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
  bool turns = true;  ///< false: ζ = 0

  /// ξ and ζ of a body.
  struct Coefficients {
    double force = 0.0, torque = 0.0;
  };
  [[nodiscard]] Coefficients coefficients(const Bodies<D>& bodies, std::size_t i) const {
    const double unit = D == 2 ? std::numbers::pi : 4.0 / 3.0 * std::numbers::pi;
    const double ratio = bodies.volume[i] / unit;
    const double radius = D == 2 ? std::sqrt(ratio) : std::cbrt(ratio);
    const double xi = tau ? bodies.mass[i] / *tau : 6.0 * std::numbers::pi * viscosity * radius;
    return {xi, turns ? 4.0 / 3.0 * radius * radius * xi : 0.0};
  }

  /// U and Ω.
  struct Fluid {
    Vec<D> velocity = Vec<D>::Zero();
    Spin<D> spin = Spin<D>::Zero();
  };
  /// Where body i is, at time t. Positions are not wrapped: in a periodic domain the flow is that of the domain, in a sheared one
  /// seen from where the body is. All images turn alike.
  [[nodiscard]] Fluid fluid(const World<D>& world, std::size_t i, double t) const {
    Vec<D> x = world.bodies.position[i];
    Vec<D> drift = Vec<D>::Zero();
    if (world.domain.any()) {
      const Image<D> home = world.domain.home(x, world.time);
      x += world.domain.shift(home, world.time);
      drift = world.domain.drift(home);
    }
    return std::visit(
        [&](const auto& kind) {
          return Fluid{kind.at(x, t) - drift, turns ? kind.spin(x, t) : Spin<D>(Spin<D>::Zero())};
        },
        flow);
  }
};

}  // namespace gluey
