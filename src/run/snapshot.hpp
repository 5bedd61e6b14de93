#pragma once
// The state of a stepper as the flat tables of the result file.

#include "step/stepper.hpp"
#include "world/world_state.hpp"

#include <gluey/results.hpp>

#include <string>

namespace gluey {

template <int D>
Constants take_constants(const Stepper<D>& stepper, const std::string& scene);

/// The state now. Contacts are those of the last step: the normal is the one the impulse acted along, distance and point
/// are measured at the present positions.
template <int D>
Frame take_frame(const Stepper<D>& stepper, bool contacts);

}  // namespace gluey
