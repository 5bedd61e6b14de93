#pragma once
// Shapes in space: facets of their surface, with the normals that make round ones look round.

#include "figure/solid.hpp"

#include <cstdint>

namespace gluey::figure {

struct Surface {
  std::vector<Vec<3>> points;
  std::vector<Vec<3>> normals;          ///< one a point; points on an edge stand there once a side
  std::vector<std::vector<int>> faces;  ///< convex, flat or nearly so; anticlockwise seen from outside
  std::vector<std::uint64_t> sharp;     ///< one a face: bit k where its side k → k + 1 is an edge to be seen
  bool two_sided = false;               ///< seen from behind as well

  [[nodiscard]] Vec<3> middle(std::size_t face) const;
  [[nodiscard]] Vec<3> normal(std::size_t face) const;  ///< mean of its corners'
};

/// The surface of one solid in the owner's frame. A round one has about 6 `fineness`² facets.
Surface surface_of(const Solid& solid, int fineness);

/// The surfaces of all of them, without the facets that lie inside another. Facets of all parts are of like size: `fineness` is
/// that of the part with the largest radius.
Surface surface_of(const std::vector<Solid>& solids, int fineness);

/// Flat triangles; sides between triangles that lean against each other by more than a little are edges.
Surface surface_of(const Mesh& mesh);

}  // namespace gluey::figure
