#pragma once
// The laws of a scene: one for every pair of its materials.

#include "law/law.hpp"
#include "scene/options.hpp"
#include "world/world.hpp"

namespace gluey::scene {

class Places;

/// Materials that only [[contact.between]] names are added to the world's. Throws SceneError where the roughness of the
/// world's surfaces would make a γ_min positive.
template <int D>
LawTable make_laws(const Contact& contact, World<D>& world, const Places& places);

}  // namespace gluey::scene
