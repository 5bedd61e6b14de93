#pragma once
// The contacts of a step as structure of arrays: pairs of bodies first, ordered by (first, second), then bodies with
// obstacles, ordered by (part of an obstacle, body), or by (body, obstacle) where contacts are detailed. The order is a
// function of the state alone.

#include "core/parallel.hpp"
#include "world/domain.hpp"

#include <algorithm>
#include <cstdint>
#include <tuple>
#include <vector>

namespace gluey {

/// Features of detailed contacts are numbered by parts of both, and this many points of the two.
inline constexpr std::int64_t points_a_pair = 8;

template <int D>
struct Contacts {
  std::size_t pairs = 0;              ///< contacts between bodies; the rest are with obstacles
  std::vector<std::int32_t> first;    ///< a body
  std::vector<std::int32_t> second;   ///< a body > first, or N + obstacle
  std::vector<std::int64_t> feature;  ///< the obstacle's part, 0 between bodies; detailed: parts of both and the point
  std::vector<Vec<D>> normal;         ///< unit, from first to second
  std::vector<double> gap;            ///< signed distance D_c
  std::vector<double> potential;      ///< γ_c ≤ 0, carried over
  std::vector<double> impulse;        ///< normal impulse p_c; last step's on entry to the solve
  bool rubs = false;                  ///< whether contacts have the following three; the others leave them empty
  std::vector<Vec<D>> friction;       ///< impulse across the normal, on the second body
  std::vector<Spin<D>> moment;        ///< impulsive moment against rolling, on the second body
  std::vector<std::uint16_t> shaken;  ///< by impulses that changed much, and how often (step/forget.hpp)

  bool detailed = false;        ///< whether contacts have the following: bodies that are no spheres, periodic domains
  std::vector<Image<D>> image;  ///< of the second
  std::vector<Vec<D>> local_first, local_second;          ///< the points that touch, in the frames of the two
  std::vector<double> curvature_first, curvature_second;  ///< of the surfaces there, 1/r

  [[nodiscard]] std::size_t size() const { return first.size(); }

  /// What lasting contacts keep from the step before; of the potential a part.
  void carry(std::size_t c, const Contacts& last, std::size_t old, double scale = 1.0) {
    potential[c] = scale * last.potential[old];
    impulse[c] = last.impulse[old];
    if (rubs && last.rubs) {
      friction[c] = last.friction[old];
      moment[c] = last.moment[old];
      shaken[c] = last.shaken[old];
    }
  }
  /// A share of what a contact of the step before had comes to what this one has. Potentials that do not add up: the lower one stays.
  void add(std::size_t c, const Contacts& last, std::size_t old, double share, double scale, bool adds) {
    potential[c] =
        adds ? potential[c] + share * scale * last.potential[old] : std::min(potential[c], last.potential[old]);
    impulse[c] += share * last.impulse[old];
    if (rubs && last.rubs) {
      friction[c] += share * last.friction[old];
      moment[c] += share * last.moment[old];
      shaken[c] = std::max(shaken[c], last.shaken[old]);
    }
  }
  void forget() {
    parallel_for(size(), [&](std::size_t c) {
      potential[c] = impulse[c] = 0.0;
      if (rubs) {
        friction[c].setZero();
        moment[c].setZero();
        shaken[c] = 0;
      }
    });
  }

  void resize(std::size_t count) {
    first.resize(count);
    second.resize(count);
    feature.resize(count);
    normal.resize(count);
    gap.resize(count);
    potential.resize(count);
    impulse.resize(count);
    friction.resize(rubs ? count : 0);
    moment.resize(rubs ? count : 0);
    shaken.resize(rubs ? count : 0);
    const std::size_t details = detailed ? count : 0;
    image.resize(details);
    local_first.resize(details);
    local_second.resize(details);
    curvature_first.resize(details);
    curvature_second.resize(details);
  }
};

/// Contacts are ordered by this: those of two lists whose keys are equal are between the same two, and where contacts are not
/// detailed the same.
template <int D>
std::tuple<bool, std::int64_t, std::int64_t, std::int64_t> contact_key(const Contacts<D>& contacts, std::size_t c) {
  const bool obstacle = c >= contacts.pairs;
  if (obstacle && !contacts.detailed) {
    return {obstacle, contacts.second[c], contacts.feature[c], contacts.first[c]};
  }
  return {obstacle, contacts.first[c], contacts.second[c], 0};
}

}  // namespace gluey
