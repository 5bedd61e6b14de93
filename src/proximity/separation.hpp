#pragma once
// What lies between two bodies in contact, asked contact by contact.

#include "proximity/contacts.hpp"
#include "world/world.hpp"

namespace gluey {

/// Distance and contact point at the present positions; where contacts are detailed, of the points that touched when they
/// were found.
template <int D>
struct Separation {
  double distance;
  Vec<D> point;  ///< midway between the two surfaces; with an obstacle on its surface
};
template <int D>
Separation<D> separation(const World<D>& world, const Contacts<D>& contacts, std::size_t c);

/// Curvature 1/r of the surfaces that touch; 0 for an obstacle that is not round.
template <int D>
double curvature_of_first(const World<D>& world, const Contacts<D>& contacts, std::size_t c);
template <int D>
double curvature_of_second(const World<D>& world, const Contacts<D>& contacts, std::size_t c);

}  // namespace gluey
