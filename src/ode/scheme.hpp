#pragma once
// What algorithms 1 to 3 of Hillairet, Lozinski and Szopos 2011 share: the Euler step (25) and the rows they write.

#include <gluey/ode.hpp>

#include <cmath>
#include <limits>

#include "ode/resistance.hpp"

namespace gluey::ode {

class Scheme {
 public:
  explicit Scheme(const LubricatedParticle& particle)
      : q(particle.q0), u(particle.u0), particle_(particle), resistance_(particle) {}

  double q, u;
  double v_bar = 0.0;  ///< v̄ while the distance is frozen, else 0

  [[nodiscard]] double n(double at_q) const { return static_cast<double>(resistance_.at(std::log(at_q)).n); }

  struct Moved {
    double q, u;
  };
  /// (25): u implicit, n at the old distance.
  [[nodiscard]] Moved euler(double from, double to) const {
    const double u_new = (u + particle_.force.integral(from, to)) / (1.0 + (to - from) * n(q));
    return {q + (to - from) * u_new, u_new};
  }

  /// The distance stays where it is; what the particle had of velocity and gets of force is kept in v̄.
  void freeze() {
    v_bar = u;
    u = 0.0;
  }
  /// (27); returns whether the particle is let go.
  bool hold(double from, double to) {
    v_bar += particle_.force.integral(from, to);
    if (v_bar < 0.0) {
      return false;
    }
    v_bar = 0.0;
    return true;
  }

  void record(Trajectory& trajectory, double t) const {
    trajectory.t.push_back(t);
    trajectory.q.push_back(q);
    trajectory.ln_q.push_back(q >= 0.0 ? std::log(q) : std::numeric_limits<double>::quiet_NaN());
    trajectory.u.push_back(u);
    trajectory.gamma.push_back(particle_.mass * v_bar);
  }

 private:
  const LubricatedParticle& particle_;
  Resistance resistance_;
};

}  // namespace gluey::ode
