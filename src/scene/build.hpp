#pragma once
// From a checked scene to a world ready to step.

#include "scene/options.hpp"
#include "step/stepper.hpp"

#include <gluey/results.hpp>

#include <cstdint>
#include <functional>
#include <string>
#include <utility>

namespace gluey::scene {

/// Opens an earlier result for [[bodies]] with a .h5 file: its constants and the frame asked for.
using FrameReader = std::function<std::pair<Constants, Frame>(const std::string& file, std::int64_t frame)>;

/// What the builder needs beside the scene.
struct BuildContext {
  std::string file;    ///< the scene's name in messages
  std::string folder;  ///< where relative file names are looked up
  FrameReader read_frame;
};

/// Places bodies and obstacles, fills regions, reads files, settles initial overlaps. Throws SceneError where the scene
/// cannot be built: a fill that does not fit, a bad file, overlapping bodies.
template <int D>
Stepper<D> build(const Scene& scene, const BuildContext& context);

}  // namespace gluey::scene
