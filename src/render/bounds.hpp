#pragma once
// What a picture has to show, as a box; and the rectangle of a panel in the picture.

#include "render/piece.hpp"
#include "render/snapshot.hpp"

#include <limits>
#include <vector>

namespace gluey::render {

struct Bounds {
  Vec<3> lower = Vec<3>::Constant(std::numeric_limits<double>::infinity());
  Vec<3> upper = Vec<3>::Constant(-std::numeric_limits<double>::infinity());

  void add(const Vec<3>& point, double radius = 0.0);
  [[nodiscard]] bool empty() const { return !(lower[0] <= upper[0]); }
  [[nodiscard]] Vec<3> center() const { return 0.5 * (lower + upper); }
  [[nodiscard]] double diagonal() const { return (upper - lower).norm(); }
  /// Larger on every side by a part of the diagonal.
  [[nodiscard]] Bounds with_margin(double part) const;
};

/// The obstacles' pieces where they stand in the frame, a list an obstacle.
std::vector<std::vector<Piece>> obstacle_pieces(const Snapshot& snapshot);

/// Bodies, their trails and bounded obstacles of all snapshots. A plane has no end: its nearest point counts, unless it is
/// far from everything else; in space a body's radius is left around the bodies, for planes to go on. A unit box where there is nothing.
Bounds bounds_of(const std::vector<Snapshot>& snapshots);

/// Pixels, y downwards.
struct Cell {
  double x = 0.0, y = 0.0, width = 0.0, height = 0.0;
};

}  // namespace gluey::render
