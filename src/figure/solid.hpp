#pragma once
// A shape, as the JSON of a result file has it (docs/results.md), taken apart into convex solids: what pictures, exports
// and measures of shapes begin with.

#include "core/vector.hpp"

#include <cmath>
#include <string>
#include <vector>

namespace gluey::figure {

/// The power of the absolute value, with the sign.
inline double signed_power(double value, double exponent) {
  return std::copysign(std::pow(std::abs(value), exponent), value);
}

struct Solid {
  enum class Kind {
    ball,     ///< radius
    capsule,  ///< radius; the centres of its caps at x = ± length / 2
    oval,     ///< superellipsoid: radii and exponents p, q; p = q = 2 is an ellipsoid
    corners,  ///< polygon: points, anticlockwise; polyhedron: points and faces, anticlockwise seen from outside
  };
  Kind kind = Kind::ball;
  Pose<3> pose = {};  ///< in the owner's frame
  double radius = 0.0;
  double length = 0.0;
  Vec<3> radii = Vec<3>::Zero();
  double p = 2.0, q = 2.0;
  std::vector<Vec<3>> points = {};
  std::vector<std::vector<int>> faces = {};  ///< 3D

  [[nodiscard]] bool is_centred_ball() const { return kind == Kind::ball && pose.position.isZero(0.0); }
};

/// The solids in the owner's frame; z = 0 in the plane. None for a shape that encloses nothing (a plane, a chain, a mesh),
/// and for kinds that are not known. Error where the text is no shape.
std::vector<Solid> solids_of(const std::string& shape, std::size_t dimension);

/// Whether a point of the owner's frame lies inside, by more than nothing.
bool contains(const Solid& solid, const Vec<3>& point);

/// How thin it is: the radius of a ball that fits inside, about.
double girth(const Solid& solid);

/// The largest radius of what is round about it; 0 for corners.
double roundness(const Solid& solid);

/// A surface that need not be closed or convex: points and triangles of a mesh; empty for other kinds.
struct Mesh {
  std::vector<Vec<3>> points;
  std::vector<std::vector<int>> faces;
};
Mesh mesh_of(const std::string& shape);

}  // namespace gluey::figure
