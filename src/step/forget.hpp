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
//
// Forgetting disturbs, too: a step that starts elsewhere ends elsewhere, and contacts whose forces are not unique would go on being shaken by
// their own forgetting and by that of their neighbours. So a contact forgets the less the more often it has, 1/2, 1/2 · 32/33, 1/2 · 32/34, …, and not
// at all after 127 times; 64 steps in which it is not shaken make up for one. At rest the floor of a silo of 586 grains, which weigh 470, bears 303
// and changes by 18 from step to step, where it changed by 83 with contacts that always forgot a half. What falls last is forgotten less: silos
// four grains wide and filled by rain end with 1.0 of the weight on the floor (mean of forty seeds, 1.9 at most) where they ended with 1.3 (3.2 at most).

#include "proximity/contacts.hpp"

namespace gluey {

/// How often a contact has forgotten, counted in parts that quiet steps make up for, and whether it is to do so now, in the number that contacts carry.
struct Shaken {
  int parts = 0;
  bool now = false;
  static constexpr int once = 64, most = 127 * once;
  explicit Shaken(std::uint16_t number) : parts(number >> 1), now((number & 1) != 0) {}
  [[nodiscard]] std::uint16_t number() const { return static_cast<std::uint16_t>(2 * parts + (now ? 1 : 0)); }
};

/// The part of last step's impulse that a contact starts with.
template <int D>
double kept_impulse(const Contacts<D>& contacts, std::size_t c) {
  constexpr double forgotten = 0.5, patience = 32.0 * Shaken::once;
  const Shaken shaken(contacts.shaken[c]);
  return shaken.now ? 1.0 - forgotten * patience / (patience + shaken.parts) : 1.0;
}

/// What the step has done to a contact that had the impulse it still carries.
template <int D>
std::uint16_t shaken_by(const Contacts<D>& contacts, std::size_t c, double normal, const Vec<D>& friction) {
  constexpr double much = 0.02;
  Shaken shaken(contacts.shaken[c]);
  const double squared = normal * normal + friction.squaredNorm(), along = normal - contacts.impulse[c];
  shaken.now = shaken.parts < Shaken::most &&
               along * along + (friction - contacts.friction[c]).squaredNorm() > much * much * squared;
  shaken.parts += shaken.now ? Shaken::once : shaken.parts > 0 ? -1 : 0;
  return shaken.number();
}

}  // namespace gluey
