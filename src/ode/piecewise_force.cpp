#include "core/infinity.hpp"

#include <gluey/ode.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

namespace gluey::ode {

namespace {

/// Calls visit(begin, end, value) for the stretches of constant force after `from`, until it returns true.
template <class Visit>
void each_stretch(const PiecewiseForce& force, double from, Visit&& visit) {
  for (std::size_t k = 0; k <= force.times.size(); ++k) {
    const double begin = std::max(from, k > 0 ? force.times[k - 1] : -infinity);
    const double end = k < force.times.size() ? force.times[k] : infinity;
    if (end > begin && visit(begin, end, k > 0 ? force.values[k - 1] : 0.0)) {
      return;
    }
  }
}

}  // namespace

double PiecewiseForce::time_to_rest(double from, double speed) const {
  if (speed == 0.0) {
    return from;
  }
  double found = infinity;
  each_stretch(*this, from, [&](double begin, double end, double f) {
    const double after = -speed / f;  // infinite or NaN without a force
    if (after >= 0.0 && after <= end - begin) {
      found = begin + after;
      return true;
    }
    speed += f * (end - begin);
    return false;
  });
  return found;
}

double PiecewiseForce::time_to_travel(double from, double distance) const {
  double speed = 0.0;
  double left = distance;
  double found = infinity;
  each_stretch(*this, from, [&](double begin, double end, double f) {
    // The first s > 0 with speed s + f s²/2 = left, in the form without cancellation.
    const double discriminant = speed * speed + 2.0 * f * left;
    if (discriminant >= 0.0 && (speed > 0.0 || f > 0.0)) {
      const double root = std::sqrt(discriminant);
      const double after = speed > 0.0 ? 2.0 * left / (speed + root) : (root - speed) / f;
      if (after <= end - begin) {
        found = begin + after;
        return true;
      }
    }
    const double duration = end - begin;
    left -= duration * (speed + 0.5 * f * duration);
    speed += f * duration;
    return false;
  });
  return found;
}

double PiecewiseForce::integral(double from, double to) const {
  double sum = 0.0;
  for (std::size_t k = 0; k < times.size(); ++k) {
    const double until = k + 1 < times.size() ? times[k + 1] : infinity;
    const double overlap = std::min(to, until) - std::max(from, times[k]);
    if (overlap > 0.0) {
      sum += values[k] * overlap;
    }
  }
  return sum;
}

}  // namespace gluey::ode
