#pragma once
// Worlds for tests of periodic domains.

#include "support/shaped_world.hpp"

#include "core/random.hpp"

#include <array>
#include <cstdint>

namespace gluey::test {

template <int D>
Vec<D> vector(RandomStream& random, double least, double most) {
  Vec<D> v;
  for (int axis = 0; axis < D; ++axis) {
    v[axis] = least + (most - least) * random.uniform();
  }
  return v;
}

/// A few balls that drift and collide in a box of the given periods, 2.2 of them wide at most.
template <int D>
World<D> crowd(double period, const std::array<bool, D>& periodic, std::uint64_t seed) {
  World<D> world;
  world.domain.upper = Vec<D>::Constant(period);
  world.domain.periodic = periodic;
  RandomStream random(seed, 0);
  for (int tries = 0; tries < 2000 && world.bodies.size() < 5; ++tries) {
    const double r = 0.2 + 0.2 * random.uniform();
    const Vec<D> x = vector<D>(random, 0.0, period);
    bool clear = true;
    for (std::size_t i = 0; i < world.bodies.size(); ++i) {
      world.domain.for_each_within(world.bodies.position[i], world.bodies.position[i], x - Vec<D>::Constant(1.0),
                                   x + Vec<D>::Constant(1.0), 0.0, [&](const Image<D>& image) {
                                     const Vec<D> other = world.bodies.position[i] + world.domain.shift(image, 0.0);
                                     clear = clear && (other - x).norm() > r + world.bodies.radius[i];
                                   });
    }
    if (clear) {
      world.bodies.add(x, r, 1.0 + random.uniform());
      world.bodies.velocity.back() = vector<D>(random, -1.0, 1.0);
    }
  }
  return world;
}

inline StepSettings tight() {
  StepSettings settings;
  settings.step = 0.02;
  settings.accuracy.radii = 1e-13;
  settings.max_iterations = 200000;
  return settings;
}

template <int D>
Vec<D> momentum(const World<D>& world) {
  Vec<D> sum = Vec<D>::Zero();
  for (std::size_t i = 0; i < world.bodies.size(); ++i) {
    sum += world.bodies.mass[i] * world.bodies.velocity[i];
  }
  return sum;
}

}  // namespace gluey::test
