#pragma once
// What friction forgets.
//
// The forces in a packing at rest are not unique: friction may hold one grain wedged against another, with forces that balance and
// that nothing outside asks for. A step starts from the impulses of the last one and ends with a solution near by, so that such forces stay for
// ever once they are there. An impact puts them there. Its impulse is of the size m v, whatever the length h of the step, and taken for a
// force it is m v/h, without bound as h → 0: grains wedged in by their fall left the floor of a silo four grains
// wide with 2.4 times the weight upon it, and the walls pulling down.
//
// So contacts whose impulse has changed much in a step start the next one with a part of it. What the weights need comes back in the solve, what
// balances itself does not: the part of the forces that nothing asks for dies out, until impulses change little from step to step. They
// are then near to the least ones, as elastic grains would have them that were laid down without a push. Contacts at rest forget
// nothing, so that they do not creep.

#include "proximity/contacts.hpp"

namespace gluey {

/// The part of last step's impulse that a contact starts with.
template <int D>
double kept_impulse(const Contacts<D>& contacts, std::size_t c) {
  constexpr double kept = 0.5;
  return contacts.shaken[c] != 0 ? kept : 1.0;
}

/// Whether the step has changed much of the impulse that a contact had.
template <int D>
bool is_shaken(const Contacts<D>& contacts, std::size_t c, double normal, const Vec<D>& friction) {
  constexpr double much = 0.02;
  const double squared = normal * normal + friction.squaredNorm(), along = normal - contacts.impulse[c];
  return along * along + (friction - contacts.friction[c]).squaredNorm() > much * much * squared;
}

}  // namespace gluey
