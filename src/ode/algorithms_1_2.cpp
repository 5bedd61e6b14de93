// Algorithms 1 and 2 of Hillairet, Lozinski and Szopos 2011: time steps of one length.
//
// Algorithm 2 departs from the paper in one place: it freezes only a particle that approaches, so that one that begins below
// the threshold can leave. A step from above to below approaches anyway.

#include <gluey/ode.hpp>

#include <cstdint>

#include "ode/checked.hpp"
#include "ode/scheme.hpp"

namespace gluey::ode {

namespace {

Trajectory steps_of_one_length(const LubricatedParticle& particle, bool with_threshold) {
  check(particle);
  const double h = particle.step;
  const double frozen_from = 1.0 / (particle.threshold_constant * h);
  Scheme scheme(particle);
  Trajectory trajectory;
  scheme.record(trajectory, 0.0);

  bool frozen = false;
  const std::int64_t steps = steps_until(particle.end, h);
  for (std::int64_t k = 0; k < steps; ++k) {
    const double t = static_cast<double>(k) * h;
    const double t_next = static_cast<double>(k + 1) * h;
    if (frozen) {  // step 2
      frozen = !scheme.hold(t, t_next);
    } else {  // steps 1 and 3
      const Scheme::Moved moved = scheme.euler(t, t_next);
      const bool too_near = moved.q <= 0.0 || scheme.n(moved.q) >= frozen_from;
      if (with_threshold && moved.u < 0.0 && too_near) {
        scheme.freeze();
        frozen = !scheme.hold(t, t_next);
      } else {
        scheme.q = moved.q;
        scheme.u = moved.u;
      }
    }
    scheme.record(trajectory, t_next);
    if (scheme.q <= 0.0) {
      break;
    }
  }
  return trajectory;
}

}  // namespace

Trajectory algorithm_1(const LubricatedParticle& particle) { return steps_of_one_length(particle, false); }
Trajectory algorithm_2(const LubricatedParticle& particle) { return steps_of_one_length(particle, true); }

}  // namespace gluey::ode
