#pragma once
// The papers' single-particle models: a particle at distance q ≥ 0 above a plane, gluey (q may be 0) or in a film (q > 0).

#include <gluey/export.hpp>

#include <vector>

namespace gluey::ode {

/// A force per unit mass, constant between its times: value[k] from time[k] until time[k+1]; zero before time[0].
struct GLUEY_API PiecewiseForce {
  std::vector<double> times, values;
  [[nodiscard]] double integral(double from, double to) const;
  [[nodiscard]] double mean(double from, double to) const { return integral(from, to) / (to - from); }
  /// The first t ≥ from at which speed + ∫_from^t f = 0; infinity where there is none.
  [[nodiscard]] double time_to_rest(double from, double speed) const;
  /// The first t > from at which a free particle that was at rest has moved by `distance` > 0; infinity where there is none.
  [[nodiscard]] double time_to_travel(double from, double distance) const;
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
  std::vector<double> ln_q = {};  ///< −infinity where q = 0; finite where a film is too thin for q
};

/// Algorithm 2.7 with the roughness step (4b).
GLUEY_API Trajectory algorithm_2_7(const GlueyParticle& particle);

/// The exact solution at the given times, from event to event (hit, saturation at γ_min, release).
GLUEY_API Trajectory exact(const GlueyParticle& particle, const std::vector<double>& times);

/// What slows a particle down near a wall: the drag coefficient n(q) of m q̈ = −m n(q) q̇ + m f. With ρ → 1 as q → 0,
///   2D: m n = ε ρ(q/r) / q^{3/2},   3D: m n = ε ρ(q/r) / q   (Hillairet, Lozinski, Szopos 2011, (9) and (10)),
/// so that ε is the coefficient of lubrication near contact whichever is chosen: 3√2 π μ r^{3/2} for a disc, 6πμ r² for a
/// sphere at a plane, 6πμ (r/2)² for two spheres of radius r.
enum class Drag {
  asymptotic_2d,    ///< ρ = 1
  asymptotic_3d,    ///< ρ = 1
  disc_at_line,     ///< exact: disc_at_line(q/r)
  sphere_at_plane,  ///< exact: sphere_at_plane(q/r)
  two_spheres,      ///< exact, equal spheres, q the distance of their surfaces: two_spheres(q/r)
};

/// Drags of Stokes flow at the distance `gap` · r, for a solid of radius r that moves along the normal.
/// Disc at a line (Jeffrey and Onishi 1981): force / (μ V) = 4π/(α − tanh α), cosh α = 1 + gap; → 3√2 π gap^{−3/2}.
GLUEY_API double disc_at_line(double gap);
/// Sphere at a plane (Brenner 1961): force / (6πμ r V), a series in α, cosh α = 1 + gap; → 1/gap.
GLUEY_API double sphere_at_plane(double gap);
/// Two spheres that approach each other at the speed V each: force / (6πμ r V), X₁₁ − X₁₂ of Jeffrey and Onishi (1984) for
/// equal spheres, as Brenner's series for a plane without shear stress half-way; → 1/(2 gap).
GLUEY_API double two_spheres(double gap);

/// A particle in a viscous fluid near a wall: q̈ = −n(q) q̇ + f (Hillairet, Lozinski, Szopos 2011, (11)). It integrates once,
///   q̇ + N(q) = u₀ + N(q₀) + ∫f,   N' = n   (ε ln q in 3D, −2ε/√q in 2D, over m),
/// and never touches. Films get as thin as e^{−4000}, so that ln q is what is computed.
struct GLUEY_API LubricatedParticle {
  double q0 = 1.0, u0 = 0.0, mass = 1.0;
  Drag drag = Drag::asymptotic_3d;
  double epsilon = 0.1, radius = 1.0;
  double step = 0.01, end = 5.0;
  PiecewiseForce force = {};
  double threshold_constant = 20.0;  ///< C of algorithm 2: the distance is frozen where n(q) ≥ 1/(C step)
  double tolerance = 1e-5;           ///< of algorithm 3: error of q and of u that a step may make
  double step_min = 1e-3;            ///< of algorithm 3: where smaller steps were needed, the distance is frozen
};

/// n at the distance e^{ln_q}.
GLUEY_API double drag_coefficient(const LubricatedParticle& particle, double ln_q);

/// The solution at the given times, which must not decrease: ln q within 10 · tolerance, but no better than time itself is
/// known, |d ln q/dt| · 1e-16. Its γ is m N(q), with N(q) → that of the asymptotic drag as q → 0.
GLUEY_API Trajectory reference(const LubricatedParticle& particle, const std::vector<double>& times,
                               double tolerance = 1e-11);

/// The first time that the solution spends below a threshold q_s, and what section 3.2 of the paper says of it.
/// Times that do not come before `end` are infinite.
struct GLUEY_API Excursion {
  double t1 = 0.0, u1 = 0.0;  ///< when and how fast it goes below (0 and u0 where q0 ≤ q_s)
  double t2 = 0.0, u2 = 0.0;  ///< when and how fast it comes back
  double t2_lower = 0.0;      ///< t̄₂ ≤ t2: u1 + ∫_{t1} f = 0 (proposition 2)
  double t2_upper = 0.0;      ///< t̃₂ ≥ t2: (24), proposition 5
  double largest_u = 0.0;     ///< between t1 and t2; ≤ max f⁺/n(q_s) (proposition 3)
};
GLUEY_API Excursion excursion(const LubricatedParticle& particle, double threshold, double tolerance = 1e-11);

/// The paper's time steps. The force is its mean over the step, which is the paper's f(t_k) wherever the force does not
/// change within a step. γ is m v̄ while the distance is frozen, else 0: the potential of the gluey law.
/// Algorithm 1: Euler, implicit in u alone. It may leave q > 0; the first such row is the last.
GLUEY_API Trajectory algorithm_1(const LubricatedParticle& particle);
/// Algorithm 2: where a step goes below the threshold, the distance stays until v̄ = u + ∫f is back at 0. Never q ≤ 0.
GLUEY_API Trajectory algorithm_2(const LubricatedParticle& particle);
/// Algorithm 3: adaptive steps; the threshold is where they would have to be shorter than step_min. `step` is the first one.
GLUEY_API Trajectory algorithm_3(const LubricatedParticle& particle);

}  // namespace gluey::ode
