#pragma once
// The periodic domain of a result: what leaves it on one side comes in on the other, and is drawn there.

#include "core/vector.hpp"

#include <gluey/results.hpp>

#include <array>
#include <optional>
#include <vector>

namespace gluey::render {

struct Domain {
  Vec<3> lower = Vec<3>::Zero(), upper = Vec<3>::Zero();
  std::array<bool, 3> periodic = {};
  double shear_rate = 0.0;  ///< images above move by this times height and time along x

  /// As the result's scene has it; none where nothing is periodic.
  static std::optional<Domain> of(const Constants& constants);

  /// Shifts that bring an image of a ball into the domain, at least in part. Zero is among them if the ball itself is there.
  [[nodiscard]] std::vector<Vec<3>> shifts(const Vec<3>& position, double radius, double time) const;
};

}  // namespace gluey::render
