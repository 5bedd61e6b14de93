#pragma once
// Buoyancy in a fluid of density ρ at rest: −ρ V g on a body of volume V. Potential ρ V g·x.

#include "world/world.hpp"

namespace gluey {

template <int D>
struct Buoyancy {
  double density = 0.0;  ///< ρ
  Vec<D> gravity = Vec<D>::Zero();

  [[nodiscard]] Vec<D> mean(const Bodies<D>& bodies, std::size_t i) const {
    return -density * bodies.volume[i] * gravity;
  }
  [[nodiscard]] double potential(const Bodies<D>& bodies, std::size_t i) const {
    return density * bodies.volume[i] * gravity.dot(bodies.position[i]);
  }
};

}  // namespace gluey
