#pragma once
// A region filled with bodies at random without overlap: random sequential insertion, the largest first. The result is a
// function of the seed, the fill's number in the scene and what is already there.

#include "core/random.hpp"
#include "scene/options.hpp"
#include "world/world.hpp"

#include <vector>

namespace gluey::scene {

/// A length drawn from its distribution.
double draw(const Length& length, RandomStream& random);

template <int D>
struct Placed {
  std::vector<Vec<D>> position;  ///< in an order that keeps neighbours close in memory
  std::vector<double> radius;
};

/// Tries to place `radii.size()` bodies in the region, clear of the world's bodies and obstacles. Places as many as fit:
/// each body is given up after a fixed number of tries.
template <int D>
Placed<D> fill_region(const Region& region, std::vector<double> radii, const World<D>& world, RandomStream& random);

}  // namespace gluey::scene
