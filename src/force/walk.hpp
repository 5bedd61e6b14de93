#pragma once
// Desired velocities of a crowd (Maury and Venel): everyone walks with a speed of their own along the shortest way to an exit,
// around what stands in the way, or as a given field has it, and the step keeps them from overlapping: U = s_i d(x) instead of
// inertia.
//
// The shortest way is found once, on a grid: the arrival time T solves |∇T| = 1 with T = 0 in the exits, by fast marching (Sethian
// 1996), first order; where walls are nearer than a body's radius no one can go. d = −∇T, interpolated linearly.

#include "force/flow.hpp"
#include "world/world.hpp"

#include <array>
#include <cstdint>
#include <vector>

namespace gluey {

/// A grid of points on which ways are found; the last axis runs fastest.
template <int D>
struct WalkGrid {
  Vec<D> origin = Vec<D>::Zero();
  double spacing = 1.0;
  std::array<std::size_t, D> count = {};

  [[nodiscard]] std::size_t size() const;
  [[nodiscard]] Vec<D> point(std::size_t index) const;
};

/// T at every point: 0 where `exit`, infinity where `blocked` and where no way leads from.
template <int D>
std::vector<double> arrival_times(const WalkGrid<D>& grid, const std::vector<std::uint8_t>& exit,
                                  const std::vector<std::uint8_t>& blocked);

/// −∇T as unit vectors, on the grid; in blocked points towards the nearest one that is not.
template <int D>
GridFlow<D> directions(const WalkGrid<D>& grid, const std::vector<double>& arrival);

template <int D>
struct Walk {
  GridFlow<D> direction;
  std::vector<double> speed;  ///< of each body

  /// Positions are not wrapped: in a periodic domain directions are those of the domain.
  [[nodiscard]] Vec<D> velocity(const World<D>& world, std::size_t i, double t) const {
    const Vec<D>& x = world.bodies.position[i];
    const Vec<D> towards =
        direction.at(world.domain.any() ? x + world.domain.shift(world.domain.home(x, world.time), world.time) : x, t);
    const double length = towards.norm();
    return length > 0.0 ? Vec<D>(speed[i] / length * towards) : Vec<D>(Vec<D>::Zero());
  }
};

}  // namespace gluey
