// Lefebvre 2009, figure 2: pushed onto the plane until t = 2, then pulled. The particle hits at t = 1 with velocity −2,
// γ jumps to −2, falls to −4 at t = 2, is back at 0 at t = 4, and q = (t − 4)² afterwards.

#include "reproduce/particle.hpp"

namespace gluey::app {

void lefebvre_fig2(Report& report) {
  const double step = 0.01;
  const ode::GlueyParticle particle = pushed_then_pulled(step);
  std::vector<NamedTrajectory> found;
  for (const Method& method : methods()) {
    const ode::Trajectory computed = method.compute(particle);
    const ode::Trajectory exact = ode::exact(particle, computed.t);
    const std::size_t hit = hit_row(computed);

    report.section(method.name);
    report.number("time of the hit", computed.t[hit], 1.0, step);
    // One step later, as the impact takes two steps; γ has fallen by 2 (t − 1) since.
    report.number("jump of gamma at the hit", computed.gamma[hit + 1] + 2.0 * (computed.t[hit + 1] - 1.0), -2.0,
                  method.rounding);
    report.number("gamma at t = 2", computed.gamma[row_at(computed, 2.0)], -4.0, method.rounding);
    report.number("time of release", release_time(computed, 2.0), 4.0, method.rounding);
    report.number("q at t = 5", computed.q[row_at(computed, 5.0)], 1.0, 2.0 * step);
    report.number("largest error of q", largest_error_of_q(computed, exact), 0.0, 2.0 * step);
    write_with_exact(report, method.file, computed, exact);
    found.push_back({method.name, computed});
  }
  report.plot("figure", {.panels = trajectory_panels("", particle, found, 30), .columns = 2, .width = 900});
}

}  // namespace gluey::app
