// The gluey particle solved exactly for a piecewise constant force.
//
// Between events the solution is a polynomial: in flight q̈ = f, γ = 0; in contact q = 0, γ̇ = R m f, held at γ_min.
// Events: the force changes; q reaches 0 (γ jumps to R m u⁻, u to 0); γ reaches γ_min; γ returns to 0 (release).
// A phase is the stretch between two events. They are listed once, then looked up for every time asked for.

#include <gluey/ode.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <vector>

#include "core/infinity.hpp"
#include "ode/checked.hpp"

namespace gluey::ode {

namespace {

/// The state at `start` and the rates that carry it on.
struct Phase {
  double start = 0.0;
  double q = 0.0, u = 0.0, gamma = 0.0;
  double acceleration = 0.0;  ///< of q: f in flight, 0 in contact
  double gamma_rate = 0.0;    ///< 0 in flight and at γ_min

  [[nodiscard]] Phase at(double t) const {
    const double s = t - start;
    Phase later = *this;
    later.start = t;
    later.q = std::max(0.0, q + s * (u + 0.5 * acceleration * s));
    later.u = u + acceleration * s;
    later.gamma = std::min(0.0, gamma + gamma_rate * s);
    return later;
  }
};

/// Time until q + us + fs²/2 = 0, the form without cancellation for each sign of u.
double time_to_hit(double q, double u, double f) {
  const double discriminant = u * u - 2.0 * f * q;
  if (u < 0.0) {
    return discriminant >= 0.0 ? 2.0 * q / (std::sqrt(discriminant) - u) : infinity;
  }
  return f < 0.0 ? (u + std::sqrt(discriminant)) / -f : infinity;
}

class EventList {
 public:
  explicit EventList(const GlueyParticle& particle) : particle_(particle) {
    Phase state{.q = particle.q0, .u = particle.u0};
    const PiecewiseForce& force = particle.force;
    // The stretch before the first time of the table, without force, then one stretch a row of the table.
    for (std::size_t k = 0; k <= force.times.size(); ++k) {
      const double until = k < force.times.size() ? force.times[k] : infinity;
      const double f = k > 0 ? force.values[k - 1] : 0.0;
      if (until > state.start) {
        state = advance(state, f, until);
      }
    }
  }

  [[nodiscard]] Phase at(double t) const {
    // Right-continuous at events: the last phase that has begun.
    const auto after = std::upper_bound(phases_.begin(), phases_.end(), t,
                                        [](double time, const Phase& phase) { return time < phase.start; });
    return (after == phases_.begin() ? phases_.front() : *(after - 1)).at(t);
  }

 private:
  /// Lists the phases from `state` until `until` under the constant force f; returns the state there.
  Phase advance(Phase state, double f, double until) {
    const double rate = particle_.scaling * particle_.mass;
    for (;;) {
      const bool touching = state.q == 0.0 && (state.gamma < 0.0 || state.u < 0.0 || (state.u == 0.0 && f <= 0.0));
      double next = infinity;
      if (!touching) {
        state.acceleration = f;
        state.gamma_rate = 0.0;
        next = state.start + time_to_hit(state.q, state.u, f);
      } else {
        // The hit itself, where there is one: the velocity goes into the potential.
        state.gamma = std::max(particle_.gamma_min, state.gamma + rate * std::min(0.0, state.u));
        state.u = 0.0;
        state.acceleration = 0.0;
        const bool held = f <= 0.0 && state.gamma == particle_.gamma_min;
        state.gamma_rate = held ? 0.0 : rate * f;
        if (!held && f != 0.0) {
          next = state.start + ((f > 0.0 ? 0.0 : particle_.gamma_min) - state.gamma) / state.gamma_rate;
        }
      }
      phases_.push_back(state);
      if (!(next < until)) {
        break;
      }
      // What the event fixes is set, not computed, so that the next phase is recognised without tolerances.
      const bool hits = !touching;
      state = state.at(next);
      if (hits) {
        state.q = 0.0;
        state.u = std::min(state.u, 0.0);
      } else {
        state.gamma = f > 0.0 ? 0.0 : particle_.gamma_min;
      }
    }
    return until < infinity ? state.at(until) : state;
  }

  const GlueyParticle& particle_;
  std::vector<Phase> phases_;
};

}  // namespace

Trajectory exact(const GlueyParticle& particle, const std::vector<double>& times) {
  check(particle);
  const EventList events(particle);
  Trajectory trajectory;
  for (const double t : times) {
    const Phase state = events.at(t);
    trajectory.t.push_back(t);
    trajectory.q.push_back(state.q);
    trajectory.u.push_back(state.u);
    trajectory.gamma.push_back(state.gamma);
    trajectory.ln_q.push_back(std::log(state.q));
  }
  return trajectory;
}

}  // namespace gluey::ode
