#pragma once
// How far apart bodies are now, after a step has moved them: the contacts of the step say where they were before. The distance of balls follows
// from their places; other shapes are asked again.

#include "proximity/candidates.hpp"
#include "proximity/separation.hpp"
#include "proximity/touching.hpp"

#include <vector>

namespace gluey {

/// The deepest overlap of all pairs; 0 where there is none. Of balls those among the contacts, and with all parts of obstacles that have several;
/// of other shapes the candidates: lists that held every pair within reach before the step hold every one that overlaps after it. `touching` is
/// room to work in.
template <int D>
double present_overlap(const World<D>& world, const Contacts<D>& contacts, const Candidates<D>& candidates,
                       Touching<D>& touching);

/// Distance and place of every contact: of the point of the two now that is nearest to where they touched.
template <int D>
std::vector<Separation<D>> present_separations(const World<D>& world, const Contacts<D>& contacts);

}  // namespace gluey
