#pragma once
// From [environment] to the engine's forces.

#include "force/forces.hpp"
#include "scene/build.hpp"
#include "scene/options.hpp"

namespace gluey::scene {

/// Throws SceneError where a file of velocities cannot be read.
template <int D>
Forces<D> to_forces(const Scene& scene, const BuildContext& context);

}  // namespace gluey::scene
