#pragma once
// One frame of one result with all that a panel shows of it.

#include "core/vector.hpp"

#include <gluey/results.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace gluey::render {

struct Snapshot {
  std::shared_ptr<const Constants> kept = {};  ///< where some bodies are not present: those of the others
  const Constants* constants = nullptr;
  Frame frame = {};
  /// Of the steps that led to the frame: a contact's impulse divided by it is its force.
  double step_length = 1.0;
  std::string title = {};
  /// Positions [N,d] of earlier frames, oldest first; empty where no trails are drawn.
  std::vector<std::vector<double>> trail = {};
  bool obstacles = true;  ///< whether they are drawn and count for the view

  [[nodiscard]] std::size_t dimension() const { return constants->dimension == 2 ? 2 : 3; }
  [[nodiscard]] std::size_t bodies() const { return constants->bodies.radius.size(); }
  [[nodiscard]] std::size_t contacts() const { return frame.contact_gamma.size(); }
  /// Row of an array [.,d]; z = 0 in the plane.
  [[nodiscard]] Vec<3> row(const std::vector<double>& array, std::size_t index) const;
  [[nodiscard]] Vec<3> position(std::size_t body) const { return row(frame.position, body); }
  /// Size of the contact's force.
  [[nodiscard]] double force(std::size_t contact) const;
  /// Orientation `index` of an array of angles (turns about z) or quaternions.
  [[nodiscard]] Pose<3> pose(const std::vector<double>& positions, const std::vector<double>& orientations,
                             std::size_t index) const;
};

/// Frame `frame`, negative from the end; Error where there is none.
Snapshot take_snapshot(const Results& results, std::int64_t frame, const std::string& title, bool trails);

}  // namespace gluey::render
