#pragma once
// From a checked scene to a world ready to step.

#include "scene/options.hpp"
#include "step/stepper.hpp"

#include <gluey/errors.hpp>
#include <gluey/results.hpp>

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace gluey::scene {

class Places;

/// What [[bodies]] with a .h5 file takes from an earlier result.
struct EarlierFrame {
  Constants constants;
  std::int64_t count = 0;  ///< frames there are
  Frame frame;             ///< the one asked for; empty where there is none
};
/// Reads a frame of an earlier result; a negative number counts from the end.
using FrameReader = std::function<EarlierFrame(const std::string& file, std::int64_t frame)>;

/// Velocities on a grid as an HDF5 file has them.
struct VelocityGrid {
  std::vector<std::size_t> shape;  ///< of velocity: [(t,) x, y (, z), d]
  std::vector<double> velocity, origin, spacing, times;
};
using GridReader = std::function<VelocityGrid(const std::string& file)>;

/// What the builder needs beside the scene.
struct BuildContext {
  const Places& places;  ///< where the scene's keys stand
  std::string folder;    ///< where relative file names are looked up
  FrameReader read_frame;
  GridReader read_grid = {};
  std::vector<SceneProblem>* warnings = nullptr;  ///< where to put what is odd but no error
};

/// Places bodies and obstacles, fills regions, reads files, settles initial overlaps. Throws SceneError, with
/// the place of the key it belongs to, where the scene cannot be built: a fill that does not fit, a bad file, overlaps.
template <int D>
Stepper<D> build(const Scene& scene, const BuildContext& context);

/// Only what stands where, overlaps and contacts as they come.
template <int D>
World<D> build_world(const Scene& scene, const BuildContext& context);

}  // namespace gluey::scene
