#pragma once
// The particle above a plane that figures 2, 5 and 12 and the rough-viscous case share, and two ways to compute it.

#include <gluey/ode.hpp>

#include <functional>
#include <string>
#include <vector>

#include "reproduce/experiment.hpp"

namespace gluey::app {

/// q₀ = 1 at rest, force −2 until t = 2, then +2; γ_min = −∞ unless changed.
ode::GlueyParticle pushed_then_pulled(double step);

/// Sphere and plane of the full engine; the particle's scaling is then 1/radius² or 1.
struct SphereAbovePlane {
  double radius = 1.0;
  /// Where > 0, the scene gives viscosity and the two roughnesses instead of gamma_min, and R_ij instead of R = 1.
  double viscosity = 0.0;
  double roughness_of_sphere = 0.0, roughness_of_plane = 0.0;
};
/// The same motion by the whole engine: a scene with one sphere and one plane. The particle's mass is the sphere's.
ode::Trajectory by_the_engine(const ode::GlueyParticle& particle, const SphereAbovePlane& geometry = {});

/// A way to compute the particle's motion, and how closely it meets what the algorithm gives without rounding.
struct Method {
  std::string name;  ///< in tables
  std::string file;  ///< in file names
  std::function<ode::Trajectory(const ode::GlueyParticle&)> compute;
  double rounding;
};
std::vector<Method> methods();

/// The time since which the particle has been free, from its last velocity: after release u = f (t − release).
double release_time(const ode::Trajectory& trajectory, double force);
/// The first row at which the particle touches.
std::size_t hit_row(const ode::Trajectory& trajectory);
double largest_error_of_q(const ode::Trajectory& computed, const ode::Trajectory& exact);
/// The row whose time is nearest to t.
std::size_t row_at(const ode::Trajectory& trajectory, double t);
/// t, q, u, gamma with the exact q and gamma beside them.
void write_with_exact(Report& report, const std::string& name, const ode::Trajectory& computed,
                      const ode::Trajectory& exact);

/// Two panels, q and γ against t: the exact curve, and on it the computed values, `points` of each.
struct NamedTrajectory {
  std::string name;
  ode::Trajectory trajectory;
};
std::vector<PlotPanel> trajectory_panels(const std::string& title, const ode::GlueyParticle& particle,
                                         const std::vector<NamedTrajectory>& computed, std::size_t points);

}  // namespace gluey::app
