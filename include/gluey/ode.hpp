#pragma once
// The papers' single-particle models: a particle at distance q ≥ 0 above a plane.

#include <gluey/export.hpp>

#include <vector>

namespace gluey::ode {

/// A force per unit mass, constant between its times: value[k] from time[k] until time[k+1]; zero before time[0].
struct GLUEY_API PiecewiseForce {
  std::vector<double> times, values;
  [[nodiscard]] double integral(double from, double to) const;
  [[nodiscard]] double mean(double from, double to) const { return integral(from, to) / (to - from); }
};

/// The gluey particle (Lefebvre 2009, section 2): q ≥ 0, γ ≤ 0, qγ = 0, m q̈ = m f + λ, γ̇ = −R λ, γ ≥ γ_min.

struct GLUEY_API GlueyParticle {
  double q0 = 1.0, u0 = 0.0, mass = 1.0;
  double gamma_min = 0.0;  ///< −infinity: smooth
  double scaling = 1.0;    ///< R: 1, or 1/r² (equation (2.7))
  double step = 0.01, end = 5.0;
  PiecewiseForce force = {};
};

struct GLUEY_API Trajectory {
  std::vector<double> t, q, u, gamma;
};

/// Algorithm 2.7 with the roughness step (4b).
GLUEY_API Trajectory algorithm_2_7(const GlueyParticle& particle);

/// The exact solution at the given times, from event to event (hit, saturation at γ_min, release).
GLUEY_API Trajectory exact(const GlueyParticle& particle, const std::vector<double>& times);

}  // namespace gluey::ode
