#include <gluey/errors.hpp>
#include <gluey/ode.hpp>

#include <boost/math/tools/roots.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "core/infinity.hpp"
#include "ode/checked.hpp"
#include "ode/path.hpp"

namespace gluey::ode {

Trajectory reference(const LubricatedParticle& particle, const std::vector<double>& times, double tolerance) {
  check(particle);
  if (!times.empty() && (!std::is_sorted(times.begin(), times.end()) || times.front() < 0.0)) {
    throw Error("times: must not decrease, nor be negative");
  }
  Path path(particle, tolerance);
  Trajectory trajectory;
  for (const double t : times) {
    path.advance(t);
    trajectory.t.push_back(t);
    trajectory.q.push_back(static_cast<double>(std::exp(path.ln_q())));
    trajectory.ln_q.push_back(static_cast<double>(path.ln_q()));
    trajectory.u.push_back(static_cast<double>(path.velocity()));
    trajectory.gamma.push_back(static_cast<double>(particle.mass * path.potential()));
  }
  return trajectory;
}

double drag_coefficient(const LubricatedParticle& particle, double ln_q) {
  check(particle);
  return static_cast<double>(Resistance(particle).at(ln_q).n);
}

namespace {

/// The path when it passes `level` between `before` and the time `after`.
Path at_passage(const Path& before, long double after, long double level) {
  const auto distance = [&](long double t) {
    Path trial = before;
    trial.advance(t);
    return trial.ln_q() - level;
  };
  std::uintmax_t iterations = 100;
  const auto bracket = boost::math::tools::toms748_solve(
      distance, before.time(), after, boost::math::tools::eps_tolerance<long double>(60), iterations);
  Path found = before;
  found.advance(bracket.second);
  return found;
}

}  // namespace

Excursion excursion(const LubricatedParticle& particle, double threshold, double tolerance) {
  check(particle);
  if (!std::isfinite(threshold) || threshold <= 0.0) {
    throw Error("threshold: must be > 0");
  }
  const long double level = std::log(static_cast<long double>(threshold));
  Excursion found{.t1 = infinity,
                  .u1 = 0.0,
                  .t2 = infinity,
                  .u2 = 0.0,
                  .t2_lower = infinity,
                  .t2_upper = infinity,
                  .largest_u = -infinity};
  Path path(particle, tolerance);
  const auto enter = [&](const Path& at) {
    found.t1 = static_cast<double>(at.time());
    found.u1 = static_cast<double>(at.velocity());
    found.largest_u = found.u1;
    found.t2_lower = particle.force.time_to_rest(found.t1, found.u1);
    found.t2_upper = particle.force.time_to_travel(found.t2_lower, threshold);
  };
  bool below = particle.q0 <= threshold;
  if (below) {
    enter(path);
  }
  while (path.time() < particle.end) {
    const Path before = path;
    path.step(particle.end);
    const bool now_below = path.ln_q() <= level;
    if (now_below && !below) {
      enter(at_passage(before, path.time(), level));
    }
    if (below && !now_below) {
      const Path at = at_passage(before, path.time(), level);
      found.t2 = static_cast<double>(at.time());
      found.u2 = static_cast<double>(at.velocity());
      found.largest_u = std::max(found.largest_u, found.u2);
      return found;
    }
    below = now_below;
    if (below) {
      found.largest_u = std::max(found.largest_u, static_cast<double>(path.velocity()));
    }
  }
  return found;
}

}  // namespace gluey::ode
