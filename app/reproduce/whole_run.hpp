#pragma once
// Experiments that run one of the program's own scenes from beginning to end.

#include <gluey/results.hpp>
#include <gluey/run.hpp>
#include <gluey/scene.hpp>

#include <cstdint>
#include <string>
#include <vector>

#include "reproduce/experiment.hpp"

namespace gluey::app {

/// A scene that comes with the program, with some keys changed. Its steps are solved exactly, unless the overrides say how: what is measured
/// is the model and its time steps.
Scene builtin_scene(const std::string& name, const std::vector<std::string>& overrides);

/// Runs the scene to runs/NAME.h5 beside the experiments' folders and opens the result. What this process has run already is
/// used as it is: two figures of one run need it once, and an observer sees nothing of it.
Results run_scene(Report& report, const Scene& scene, const std::string& name, RunObserver* observer = nullptr);

/// The frame nearest to a time.
std::int64_t frame_at(const Results& results, double time);

/// What every run must show: all steps solved, and no overlap to speak of in any of them.
struct Soundness {
  std::int64_t unsolved = 0;
  double overlap = 0.0;  ///< the largest, in smallest radii
  void add(const Results& results);
};
void report_soundness(Report& report, const Soundness& soundness, const std::string& name);

}  // namespace gluey::app
