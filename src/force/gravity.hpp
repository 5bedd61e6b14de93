#pragma once
// Gravity: the same acceleration g for every body. Force m g, potential −m g·x.

#include "world/world.hpp"

namespace gluey {

template <int D>
struct Gravity {
  Vec<D> acceleration = Vec<D>::Zero();

  [[nodiscard]] Vec<D> mean(const Bodies<D>& bodies, std::size_t i, double /*begin*/, double /*length*/) const {
    return bodies.mass[i] * acceleration;
  }
  [[nodiscard]] double potential(const Bodies<D>& bodies, std::size_t i) const {
    return -bodies.mass[i] * acceleration.dot(bodies.position[i]);
  }
};

}  // namespace gluey
