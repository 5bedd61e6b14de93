#pragma once
// What holds at the borders of the stages of a step. Checked where assertions are on (core/expect.hpp); elsewhere these do nothing.
//
// A state that is not finite is no matter for them: users' forces may make one, and the step then throws Error.

#include "law/contact_set.hpp"
#include "proximity/contacts.hpp"
#include "world/world.hpp"

#include <vector>

namespace gluey {

/// After contacts were found: indices in range, keys ascending, normals of length one, gaps finite, columns of one length.
template <int D>
void expect_found(const World<D>& world, const Contacts<D>& contacts, const char* stage);

/// After the problem was posed: bounds ≤ 0, friction and its shifts ≥ 0 and no larger than friction, a set and a gap for every contact.
template <int D>
void expect_posed(const Contacts<D>& contacts, const std::vector<ContactSet>& sets, const std::vector<double>& gap);

/// After the solve: impulses in their sets, to rounding and to what a millionth of the tolerance, a velocity, is to the impulse of a body.
template <int D>
void expect_solved(const World<D>& world, const Contacts<D>& contacts, const std::vector<ContactSet>& sets,
                   double tolerance);

/// After the step: orientations of length one, potentials ≤ 0.
template <int D>
void expect_advanced(const World<D>& world, const Contacts<D>& contacts);

}  // namespace gluey
