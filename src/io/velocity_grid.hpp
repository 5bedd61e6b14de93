#pragma once
// Velocities on a grid in HDF5: `velocity` [(t,) x, y (, z), d], `origin` [d], `spacing` [d] and, with times, `time` [t].

#include <cstddef>
#include <string>
#include <vector>

namespace gluey::io {

struct VelocityGrid {
  std::vector<std::size_t> shape;  ///< of velocity
  std::vector<double> velocity, origin, spacing, time;
};

/// Throws Error where the file cannot be read or one of them is missing.
VelocityGrid read_velocity_grid(const std::string& file);

}  // namespace gluey::io
