#pragma once
// The state of a stepper as the flat tables of the result file, and back.

#include "run/engine.hpp"
#include "step/stepper.hpp"

#include <string>

namespace gluey {

/// Whether bodies may come or go: files say then who is present.
template <int D>
bool comes_and_goes(const World<D>& world) {
  return !world.inlets.empty() || !world.outlets.empty();
}

template <int D>
Constants take_constants(const Stepper<D>& stepper, const std::string& scene);

/// The state now. Contacts are those of the last step: the normal is the one the impulse acted along, distance and point
/// are measured at the present positions.
template <int D>
Frame take_frame(const Stepper<D>& stepper, bool contacts);

template <int D>
EngineState save_state(const Stepper<D>& stepper);

/// The stepper must have been built from the same scene.
template <int D>
void restore_state(Stepper<D>& stepper, const EngineState& state);

}  // namespace gluey
