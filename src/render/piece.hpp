#pragma once
// The pieces that an obstacle's shape, as JSON in the result file, is drawn from, in the plane and in space.

#include "core/vector.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace gluey::render {

struct Piece {
  enum class Kind {
    ball,     ///< points[0], radius; a disc in the plane
    capsule,  ///< points[0] to points[1], radius
    line,     ///< a thin wall along the points (2D)
    solid,    ///< a filled polygon (2D)
    room,     ///< the corners of what is free inside (2D)
    face,     ///< of a solid, convex, anticlockwise seen from outside (3D)
    wall,     ///< of a room, anticlockwise seen from inside (3D)
    plane,    ///< through points[0], free on the side of `normal`
  };
  Kind kind = Kind::ball;
  std::vector<Vec<3>> points = {};
  double radius = 0.0;
  Vec<3> normal = Vec<3>::UnitZ();
  bool closed = false;      ///< of a line
  bool facet = false;       ///< one face of many; `sharp` tells which of its sides are edges of the whole
  bool two_sided = false;   ///< a face seen from behind as well
  std::uint64_t sharp = 0;  ///< of a face, bit k: its side k → k + 1 is drawn as an edge
  int part = 0;             ///< of a compound
};

/// The pieces in the obstacle's own frame. A kind of shape that is not known gives none.
std::vector<Piece> pieces_of(const std::string& shape, std::size_t dimension);

/// The piece where the obstacle stands.
Piece placed(const Piece& piece, const Pose<3>& pose);

}  // namespace gluey::render
