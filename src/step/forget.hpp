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
// their own forgetting. So a contact forgets the less the more often it has since it was last hit, 1/2, 1/2 · 32/33, 1/2 · 32/34, …, and not at
// all after 127 times. Silos four grains wide, eight seeds: the floor bears 0.76 of the weight on average (0.79 if contacts forget as much each
// time), at most 1.19 (1.13); 64 spheres settled in a box take 46 iterations per step where they took 1400, and drift by 4e-5 radii in 1000 steps, not 2e-2.

#include "proximity/contacts.hpp"

namespace gluey {

/// How often a contact has forgotten since it was last hit, and whether it is to do so now, in the byte that contacts carry.
struct Shaken {
  int times = 0;
  bool now = false;
  static constexpr int most = 127;
  explicit Shaken(std::uint8_t byte) : times(byte >> 1), now((byte & 1) != 0) {}
  [[nodiscard]] std::uint8_t byte() const { return static_cast<std::uint8_t>(2 * times + (now ? 1 : 0)); }
};

/// The part of last step's impulse that a contact starts with.
template <int D>
double kept_impulse(const Contacts<D>& contacts, std::size_t c) {
  constexpr double forgotten = 0.5, patience = 32.0;
  const Shaken shaken(contacts.shaken[c]);
  return shaken.now ? 1.0 - forgotten * patience / (patience + shaken.times) : 1.0;
}

/// What the step has done to a contact that had the impulse it still carries.
template <int D>
std::uint8_t shaken_by(const Contacts<D>& contacts, std::size_t c, double normal, const Vec<D>& friction) {
  constexpr double much = 0.02, hit = 3.0;
  Shaken shaken(contacts.shaken[c]);
  const double before = contacts.impulse[c] * contacts.impulse[c] + contacts.friction[c].squaredNorm();
  const double after = normal * normal + friction.squaredNorm(), along = normal - contacts.impulse[c];
  if (after > hit * hit * before) {
    shaken.times = 0;
  }
  shaken.now = along * along + (friction - contacts.friction[c]).squaredNorm() > much * much * after &&
               shaken.times < Shaken::most;
  shaken.times += shaken.now ? 1 : 0;
  return shaken.byte();
}

}  // namespace gluey
