#pragma once
// What of a world changes from step to step, in checkpoints: the time, the bodies, and who has come and gone. Obstacles follow from the time.

#include "core/state.hpp"
#include "world/world.hpp"

#include <cstdint>
#include <vector>

namespace gluey {

template <int D>
struct WorldState {
  double time = 0.0;
  std::int64_t step = 0;
  std::vector<Vec<D>> position, velocity;
  std::vector<Rotation<D>> orientation;
  std::vector<Spin<D>> angular_velocity;
  std::vector<Presence> presence;   ///< where bodies come or go, else empty
  std::vector<std::int64_t> taken;  ///< by each outlet
};

/// Whether bodies may come or go.
template <int D>
bool comes_and_goes(const World<D>& world) {
  return !world.inlets.empty() || !world.outlets.empty();
}

/// Puts it into groups of the state.
template <int D>
void save_world(const World<D>& world, State& state);

/// What save_world() put there. Throws Error where it is none of this world.
template <int D>
WorldState<D> read_world(State& state, const World<D>& world);

/// Puts it in place.
template <int D>
void restore_world(World<D>& world, WorldState<D> saved);

}  // namespace gluey
