// Algorithm 3 of Hillairet, Lozinski and Szopos 2011: steps as long as the tolerance allows, the threshold where they would
// be shorter than step_min.
//
// Departs from the paper in these places:
// - Steps end where the force jumps. The paper's estimate (30) has the force's difference over the step, which for a jump is
//   as large for any step: it would freeze a particle far from the wall. Within a step the force is then constant.
// - Only a particle that approaches is frozen; one that moves away takes a step of step_min whatever its error, or it would
//   be frozen and let go for ever. The Euler step is stable then.
// - The frozen particle is held in steps of step_min: the step that was last tried may be far shorter.
// - A step is at most ten times as long as the one before; the estimate may be zero.

#include <gluey/errors.hpp>
#include <gluey/ode.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "ode/checked.hpp"
#include "ode/scheme.hpp"

namespace gluey::ode {

namespace {

constexpr std::size_t most_steps = 100'000'000;

/// e_k of a step of length h that gave `moved`: (29) and (30), with a force that is constant in the step.
double error_of_step(const Scheme& scheme, const Scheme::Moved& moved, double force, double h) {
  const double n_old = scheme.n(scheme.q);
  const double n_new = scheme.n(moved.q);
  const double acceleration = -n_new * moved.u + force;
  const double jerk = -n_new * acceleration - (n_new - n_old) / h * moved.u;
  return std::max(std::abs(acceleration), std::abs(jerk)) * h * h / 2.0;
}

class Adaptive {
 public:
  explicit Adaptive(const LubricatedParticle& particle) : particle_(particle), scheme_(particle), next_(particle.step) {
    scheme_.record(trajectory_, 0.0);
  }

  Trajectory run() {
    while (t_ < particle_.end) {
      const double limit = next_event();
      frozen_ ? hold(limit) : move(limit);
      scheme_.record(trajectory_, t_);
      if (trajectory_.t.size() > most_steps) {
        throw Error("algorithm 3: more than 1e8 steps; a larger tolerance or step_min makes fewer");
      }
    }
    return std::move(trajectory_);
  }

 private:
  /// The end, or the force's next jump before it.
  [[nodiscard]] double next_event() const {
    const std::vector<double>& times = particle_.force.times;
    const auto after = std::upper_bound(times.begin(), times.end(), t_);
    return after == times.end() ? particle_.end : std::min(particle_.end, *after);
  }
  /// A step of about h from t_; one that nearly reaches the limit ends there.
  [[nodiscard]] double reach(double h, double limit) const {
    return t_ + h > limit - 1e-12 * particle_.end ? limit : t_ + h;
  }

  void hold(double limit) {
    const double t_next = reach(particle_.step_min, limit);
    frozen_ = !scheme_.hold(t_, t_next);
    t_ = t_next;
  }

  void freeze(double limit) {
    frozen_ = true;
    threshold_ = scheme_.q;
    next_ = particle_.step_min;
    scheme_.freeze();
    hold(limit);
  }

  void move(double limit) {
    bool rejected = false;
    for (;;) {
      const double t_next = reach(next_, limit);
      const double h = t_next - t_;
      const Scheme::Moved moved = scheme_.euler(t_, t_next);
      const double force = particle_.force.mean(t_, t_next);
      const double error = moved.q > 0.0 ? error_of_step(scheme_, moved, force, h) : HUGE_VAL;
      const bool leaves_shortest = moved.u >= 0.0 && next_ <= particle_.step_min;
      if (error <= particle_.tolerance || leaves_shortest) {
        if (moved.u < 0.0 && moved.q <= threshold_) {  // step 3: again below the threshold
          freeze(limit);
          return;
        }
        scheme_.q = moved.q;
        scheme_.u = moved.u;
        t_ = t_next;
        // A step cut short by the limit says nothing against the one that was planned.
        const double longer = h * std::min(10.0, std::sqrt(particle_.tolerance / error));
        next_ = std::max({rejected ? next_ : h < next_ ? std::max(next_, longer) : longer, particle_.step_min});
        return;
      }
      rejected = true;
      next_ = std::min(std::sqrt(particle_.tolerance / error) * h, 0.5 * h);
      if (next_ < particle_.step_min) {
        if (moved.u < 0.0) {
          freeze(limit);
          return;
        }
        next_ = particle_.step_min;
      } else if (!(next_ > 1e-300)) {
        throw Error("algorithm 3: no step is short enough for the tolerance");
      }
    }
  }

  const LubricatedParticle& particle_;
  Scheme scheme_;
  Trajectory trajectory_;
  double t_ = 0.0, next_;
  bool frozen_ = false;
  double threshold_ = 0.0;  ///< none yet
};

}  // namespace

Trajectory algorithm_3(const LubricatedParticle& particle) {
  check(particle);
  return Adaptive(particle).run();
}

}  // namespace gluey::ode
