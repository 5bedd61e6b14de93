#pragma once
// What the impulses of a step act on. That is the bodies' own inertia, or a larger one where a force of the step answers to the
// new velocities: drag taken implicitly resists what contacts and films do, too.

#include "core/vector.hpp"

#include <vector>

namespace gluey {

/// Of every body, 0 where it is locked.
template <int D>
struct Mobility {
  const std::vector<Vec<D>>& inverse_mass;      ///< per axis
  const std::vector<Spin<D>>& inverse_inertia;  ///< about the principal axes, in the body's frame
};

/// 1/x of each component; 0 of those that are 0.
template <int N>
Vec<N> inverse_where_free(const Vec<N>& x) {
  return (x.array() > 0.0).select(x.cwiseInverse(), 0.0);
}

}  // namespace gluey
