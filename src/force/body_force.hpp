#pragma once
// The same force f on every body, whatever its mass. Potential −f·x.

#include "world/world.hpp"

namespace gluey {

template <int D>
struct BodyForce {
  Vec<D> force = Vec<D>::Zero();

  [[nodiscard]] Vec<D> mean(const Bodies<D>& /*bodies*/, std::size_t /*i*/, double /*begin*/, double /*length*/) const {
    return force;
  }
  [[nodiscard]] double potential(const Bodies<D>& bodies, std::size_t i) const {
    return -force.dot(bodies.position[i]);
  }
};

}  // namespace gluey
