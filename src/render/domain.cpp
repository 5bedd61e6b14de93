#include "render/domain.hpp"

#include <toml++/toml.h>

#include <algorithm>
#include <cmath>

namespace gluey::render {

std::optional<Domain> Domain::of(const Constants& constants) {
  try {
    const toml::table scene = toml::parse(constants.scene);
    const auto domain = scene["domain"];
    const auto d = static_cast<std::size_t>(constants.dimension);
    const toml::array* lower = domain["lower"].as_array();
    const toml::array* upper = domain["upper"].as_array();
    const toml::array* periodic = domain["periodic"].as_array();
    if (lower == nullptr || upper == nullptr || periodic == nullptr || lower->size() != d || upper->size() != d ||
        periodic->size() != d) {
      return std::nullopt;
    }
    Domain found;
    for (std::size_t k = 0; k < d; ++k) {
      found.lower[static_cast<Eigen::Index>(k)] = (*lower)[k].value_or(0.0);
      found.upper[static_cast<Eigen::Index>(k)] = (*upper)[k].value_or(0.0);
      found.periodic[k] = (*periodic)[k].value_or(false) && (*upper)[k].value_or(0.0) > (*lower)[k].value_or(0.0);
    }
    found.shear_rate = domain["shear_rate"].value_or(0.0);
    const bool any = std::find(found.periodic.begin(), found.periodic.end(), true) != found.periodic.end();
    return any ? std::optional(found) : std::nullopt;
  } catch (const toml::parse_error&) {
    // A file of another program: no scene, no domain.
    return std::nullopt;
  }
}

std::vector<Vec<3>> Domain::shifts(const Vec<3>& position, double radius, double time) const {
  // y first: an image above or below stands elsewhere along x where the domain is sheared.
  std::vector<Vec<3>> shifts = {Vec<3>::Zero()};
  for (const int axis : {1, 0, 2}) {
    if (!periodic[static_cast<std::size_t>(axis)]) {
      continue;
    }
    const double length = upper[axis] - lower[axis];
    std::vector<Vec<3>> found;
    for (const Vec<3>& shift : shifts) {
      const double at = position[axis] + shift[axis];
      const double first = std::ceil((lower[axis] - radius - at) / length);
      for (double number = first; at + number * length - radius < upper[axis]; number += 1.0) {
        Vec<3> more = shift;
        more[axis] += number * length;
        if (axis == 1) {
          more[0] += number * shear_rate * time * length;
        }
        found.push_back(more);
      }
    }
    shifts = std::move(found);
  }
  return shifts;
}

}  // namespace gluey::render
