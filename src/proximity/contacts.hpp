#pragma once
// The contacts of a step as structure of arrays: pairs of bodies first, ordered by (first, second), then bodies with
// obstacles, ordered by (part of an obstacle, body). The order is a function of the state alone.

#include "core/vector.hpp"

#include <cstdint>
#include <vector>

namespace gluey {

template <int D>
struct Contacts {
  std::size_t pairs = 0;              ///< contacts between bodies; the rest are with obstacles
  std::vector<std::int32_t> first;    ///< a body
  std::vector<std::int32_t> second;   ///< a body > first, or N + obstacle
  std::vector<std::int32_t> feature;  ///< the obstacle's part; 0 between bodies
  std::vector<Vec<D>> normal;         ///< unit, from first to second
  std::vector<double> gap;            ///< signed distance D_c
  std::vector<double> potential;      ///< γ_c ≤ 0, carried over
  std::vector<double> impulse;        ///< normal impulse p_c; last step's on entry to the solve

  [[nodiscard]] std::size_t size() const { return first.size(); }

  void resize(std::size_t count) {
    first.resize(count);
    second.resize(count);
    feature.resize(count);
    normal.resize(count);
    gap.resize(count);
    potential.resize(count);
    impulse.resize(count);
  }
};

}  // namespace gluey
