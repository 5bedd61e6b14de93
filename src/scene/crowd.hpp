#pragma once
// The ways of a crowd, from the scene's outlets and obstacles as they stand at the start.

#include "force/walk.hpp"
#include "scene/build.hpp"

namespace gluey::scene {

/// Throws SceneError where no way leads from some body to an exit.
template <int D>
Walk<D> to_walk(const Scene& scene, const World<D>& world, const BuildContext& context);

}  // namespace gluey::scene
