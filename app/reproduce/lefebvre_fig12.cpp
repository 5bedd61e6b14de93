// Lefebvre 2009, figure 12: figure 2 with rough solids, γ_min = −3. γ reaches −3 at t = 1.5, stays there while the
// particle is pushed, and is back at 0 at t = 3.5.

#include <algorithm>

#include "reproduce/particle.hpp"

namespace gluey::app {

void lefebvre_fig12(Report& report) {
  const double step = 0.01;
  ode::GlueyParticle particle = pushed_then_pulled(step);
  particle.gamma_min = -3.0;
  std::vector<NamedTrajectory> found;
  for (const Method& method : methods()) {
    const ode::Trajectory computed = method.compute(particle);
    const ode::Trajectory exact = ode::exact(particle, computed.t);
    const auto lowest = std::min_element(computed.gamma.begin(), computed.gamma.end());

    report.section(method.name);
    report.number("time of the hit", computed.t[hit_row(computed)], 1.0, step);
    report.number("smallest gamma", *lowest, -3.0, 0.0);
    report.number("time it is reached", computed.t[static_cast<std::size_t>(lowest - computed.gamma.begin())], 1.5,
                  step);
    report.number("gamma at t = 2", computed.gamma[row_at(computed, 2.0)], -3.0, 0.0);
    report.number("time of release", release_time(computed, 2.0), 3.5, method.rounding);
    report.number("largest error of q", largest_error_of_q(computed, exact), 0.0, 3.0 * step);
    write_with_exact(report, method.file, computed, exact);
    found.push_back({method.name, computed});
  }
  report.plot("figure", {.panels = trajectory_panels("", particle, found, 30), .columns = 2, .width = 900});
}

}  // namespace gluey::app
