#pragma once
// Flat faces in pieces small enough to be painted from far to near.

#include "core/vector.hpp"

#include <cstdint>
#include <vector>

namespace gluey::render {

struct Facet {
  std::vector<Vec<3>> points;
  std::uint64_t sharp = 0;  ///< bit k: the side k → k + 1 is an edge to be seen
};

/// Whether side k → k + 1 is; sides after the 63rd are as the 63rd is.
bool is_sharp(const Facet& facet, std::size_t side);

/// The convex face in facets with sides of at most about that length. Sides within the face are not sharp.
std::vector<Facet> split(const Facet& face, double longest);

}  // namespace gluey::render
