#pragma once
// Shapes in the plane: their insides, and the one line around all of their parts.

#include "figure/solid.hpp"

namespace gluey::figure {

using Line = std::vector<Vec<3>>;

/// The boundary, anticlockwise, in the owner's frame; closed, its first point not repeated.
Line outline_of(const Solid& solid);

struct Outline {
  std::vector<Line> insides;  ///< closed and convex, one a part; parts may overlap
  std::vector<Line> edges;    ///< what of their boundaries is in no other part
  double reach = 0.0;         ///< distance of the farthest point from the origin
  double girth = 0.0;         ///< of the thinnest part
  double tip = 0.0;           ///< where the x axis first leaves the shape; 0 where the origin is not inside
};

Outline outline_of(const std::vector<Solid>& solids);

}  // namespace gluey::figure
