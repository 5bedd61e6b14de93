#pragma once
// What the solutions of the models ask of their input, and what their steps share.

#include <gluey/ode.hpp>

#include <cmath>
#include <cstdint>

namespace gluey::ode {

/// Throws Error, naming the first field that makes no sense.
void check(const GlueyParticle& particle);
void check(const LubricatedParticle& particle);

/// Steps of length h that reach `end`; rounding in end/h must not add one.
inline std::int64_t steps_until(double end, double h) {
  return static_cast<std::int64_t>(std::ceil(end / h * (1.0 - 1e-12)));
}

}  // namespace gluey::ode
