#pragma once
// Closed surfaces that bodies are meant to be in: who is outside?

#include "world/world.hpp"

namespace gluey::scene {

struct Strays {
  std::size_t inside = 0, outside = 0;  ///< bodies, by their centres; of many a share is looked at
  std::size_t first = 0;                ///< of those outside
  bool inward = false;                  ///< the triangles face inwards, which makes it a container whoever is inside
};

/// For a closed mesh, or a chain that ends where it begins. Each connected surface of a mesh counts by itself: a hollow body has
/// two, and the inner one faces inwards. Outside of a surface that faces outwards bodies are strays only where others are inside.
/// The one with the most strays is told. None where the domain is periodic.
template <int D>
Strays strays_of(const World<D>& world, const gluey::Obstacle<D>& obstacle);

}  // namespace gluey::scene
