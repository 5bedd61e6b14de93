// Algorithm 2.7 of Lefebvre 2009, with the radius of equation (2.7) in step (3) and the roughness step (4b).
//
// Departs from the paper in one place: a step that closes the gap sets q to zero instead of q + h(−q/h), which is zero
// up to rounding. The paper's u = γ̄/m of step (4) is γ̄/(R m) here, as its R is 1.

#include <gluey/ode.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "ode/checked.hpp"

namespace gluey::ode {

Trajectory algorithm_2_7(const GlueyParticle& particle) {
  check(particle);
  const double h = particle.step;
  const double m = particle.mass;
  const std::int64_t steps = steps_until(particle.end, h);

  Trajectory trajectory;
  for (std::vector<double>* column :
       {&trajectory.t, &trajectory.q, &trajectory.u, &trajectory.gamma, &trajectory.ln_q}) {
    column->reserve(static_cast<std::size_t>(steps) + 1);
  }
  double q = particle.q0;
  double u = particle.u0;
  double gamma = 0.0;
  const auto record = [&](double t) {
    trajectory.t.push_back(t);
    trajectory.q.push_back(q);
    trajectory.u.push_back(u);
    trajectory.gamma.push_back(gamma);
    trajectory.ln_q.push_back(std::log(q));
  };
  record(0.0);

  for (std::int64_t n = 0; n < steps; ++n) {
    const double t = static_cast<double>(n) * h;
    const double t_next = static_cast<double>(n + 1) * h;

    // (1) The velocity without the plane.
    const double u_free = u + particle.force.integral(t, t_next);

    // (2) Its projection: q + hu ≥ 0, and = 0 while the potential is not used up.
    const double u_touch = -q / h;
    const bool touches = gamma < 0.0 || u_free <= u_touch;
    u = touches ? u_touch : u_free;
    const double impulse = m * (u - u_free);  // hλ

    // (3) and (4): the potential; where the step uses it up, the particle leaves with what the force did since.
    gamma -= particle.scaling * impulse;
    const bool leaves = gamma > 0.0;
    if (leaves) {
      u = gamma / (particle.scaling * m);
      gamma = 0.0;
    }
    // (4b) Roughness: solid touches solid and the film gets no thinner.
    gamma = std::max(gamma, particle.gamma_min);

    // (5)
    q = touches && !leaves ? 0.0 : q + h * u;
    record(t_next);
  }
  return trajectory;
}

}  // namespace gluey::ode
