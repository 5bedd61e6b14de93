#include <gluey/ode.hpp>

#include <algorithm>
#include <cstddef>
#include <limits>

namespace gluey::ode {

double PiecewiseForce::integral(double from, double to) const {
  double sum = 0.0;
  for (std::size_t k = 0; k < times.size(); ++k) {
    const double until = k + 1 < times.size() ? times[k + 1] : std::numeric_limits<double>::infinity();
    const double overlap = std::min(to, until) - std::max(from, times[k]);
    if (overlap > 0.0) {
      sum += values[k] * overlap;
    }
  }
  return sum;
}

}  // namespace gluey::ode
