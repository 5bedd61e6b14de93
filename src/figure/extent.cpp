#include "figure/extent.hpp"

#include "figure/outline.hpp"
#include "figure/surface.hpp"

namespace gluey::figure {

Vec<3> diameters(const std::string& shape, std::size_t dimension) {
  const std::vector<Solid> solids = solids_of(shape, dimension);
  Vec<3> lower = Vec<3>::Zero(), upper = Vec<3>::Zero();
  bool first = true;
  for (const Solid& solid : solids) {
    // An even number of facets has points where the axes leave the shape.
    for (const Vec<3>& point : dimension == 2 ? outline_of(solid) : surface_of(solid, 16).points) {
      lower = first ? point : Vec<3>(lower.cwiseMin(point));
      upper = first ? point : Vec<3>(upper.cwiseMax(point));
      first = false;
    }
  }
  return upper - lower;
}

}  // namespace gluey::figure
