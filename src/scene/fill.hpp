#pragma once
// A region filled with bodies at random without overlap: random sequential insertion, the largest first. The result is a
// function of the seed, the fill's number in the scene and what is already there.

#include "core/random.hpp"
#include "scene/options.hpp"
#include "world/world.hpp"

#include <cstdint>
#include <vector>

namespace gluey::scene {

/// A body to be placed.
template <int D>
struct Newcomer {
  std::int32_t shape = gluey::Bodies<D>::sphere;  ///< in World::shapes
  double radius = 0.0;                            ///< of a ball about its centre that holds it
  Rotation<D> turn = {};                          ///< of the shape's axes in the frame that is oriented
};

template <int D>
struct Placed {
  std::vector<std::size_t> number;  ///< of the newcomer, in an order that keeps neighbours close in memory
  std::vector<Pose<D>> pose;
};

/// Tries to place the newcomers in the region, wholly inside, clear of the world's bodies and obstacles and of their images
/// where the domain is periodic. Along a period that the region spans bodies may stick out. `orientation` is that of all, or
/// empty: each at random. Places as many as fit: each body is given up after a fixed number of tries.
template <int D>
Placed<D> fill_region(const Region& region, const Vector& orientation, const std::vector<Newcomer<D>>& newcomers,
                      const World<D>& world, RandomStream& random);

}  // namespace gluey::scene
