#pragma once
// Velocities on a grid, from a CSV file (columns x,y[,z],vx,vy[,vz], points in any order) or from HDF5 (see docs/scene.md).

#include "force/flow.hpp"
#include "scene/build.hpp"

#include <string>

namespace gluey::scene {

/// Throws SceneError, at `key`, where the file cannot be read or its points make no grid.
template <int D>
GridFlow<D> read_flow(const std::string& file, const std::string& key, const BuildContext& context);

}  // namespace gluey::scene
