#pragma once
// What both solutions of the gluey particle ask of their input.

#include <gluey/ode.hpp>

namespace gluey::ode {

/// Throws Error, naming the first field that makes no sense.
void check(const GlueyParticle& particle);

}  // namespace gluey::ode
