#pragma once
// What lies between two bodies in contact, asked contact by contact.

#include "proximity/contacts.hpp"
#include "world/world.hpp"

namespace gluey {

/// Distance and contact point at the present positions; of bodies that are no balls, along the normal of then between the points that touched
/// (proximity/present.hpp asks them again).
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
