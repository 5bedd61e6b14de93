#pragma once
// Numbers from a result file: energies, contacts, clusters, overlap, profiles.

#include <gluey/export.hpp>
#include <gluey/results.hpp>

#include <cstdint>
#include <vector>

namespace gluey {

/// One row a frame.
struct FrameStatistics {
  double time = 0.0;
  std::int64_t step = 0;
  double kinetic_energy = 0.0;                     ///< translation and rotation
  std::vector<double> momentum, center_of_mass;    // [d]
  std::int64_t contacts = 0;                       ///< with non-zero impulse or γ < 0
  std::int64_t glued = 0;                          ///< γ < 0
  double gamma_min = 0.0, gamma_mean = 0.0;        ///< over glued contacts
  std::int64_t clusters = 0, largest_cluster = 0;  ///< bodies joined by those contacts
  /// Deepest overlap, a length: of two spheres from the frame's positions; of other contacts, obstacles included, from the
  /// distance the contact was found at, at the beginning of the step.
  double overlap = 0.0;
  double speed_max = 0.0, speed_mean = 0.0;
};
GLUEY_API FrameStatistics frame_statistics(const Constants& constants, const Frame& frame);

/// Profile of a frame along an axis: solid fraction's number density and mean velocity in equal slices.
struct ProfileRow {
  double from = 0.0, to = 0.0;
  std::int64_t bodies = 0;
  double solid = 0.0;            ///< area (2D) or volume (3D) of the bodies centred in the slice
  std::vector<double> velocity;  ///< mean, [d]
};
GLUEY_API std::vector<ProfileRow> frame_profile(const Constants& constants, const Frame& frame, int axis, int slices);

}  // namespace gluey
