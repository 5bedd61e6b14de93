#pragma once
// Inlets and outlets: where bodies come from and where they go. A world has all bodies that ever will be from the beginning, so
// that their numbers are theirs; see Presence.

#include "core/vector.hpp"

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace gluey {

/// A box along the axes, or a ball where its radius is > 0.
template <int D>
struct Place {
  Vec<D> lower = Vec<D>::Zero(), upper = Vec<D>::Zero();
  Vec<D> center = Vec<D>::Zero();
  double radius = 0.0;

  [[nodiscard]] Vec<D> lowest() const { return radius > 0.0 ? Vec<D>(center.array() - radius) : lower; }
  [[nodiscard]] Vec<D> highest() const { return radius > 0.0 ? Vec<D>(center.array() + radius) : upper; }
  [[nodiscard]] bool holds(const Vec<D>& x) const {
    return radius > 0.0 ? (x - center).norm() <= radius
                        : (x.array() >= lower.array()).all() && (x.array() <= upper.array()).all();
  }
};

/// Pours its bodies one after the other, each at a random place within the region where it overlaps nothing, the k-th not
/// before begin + k/rate. One that finds no room in a step is tried again in the next.
template <int D>
struct Inlet {
  std::string name;
  Place<D> region;
  double rate = 0.0;
  double begin = 0.0, end = std::numeric_limits<double>::infinity();
  std::uint64_t seed = 0, stream = 0;
  bool turned = true;  ///< each by a rotation at random; else as they are
  std::vector<std::size_t> bodies;
  std::vector<Vec<D>> velocity;  ///< of each
  std::vector<Spin<D>> spin;
};

/// Takes away the bodies whose centre comes to lie within its region.
template <int D>
struct Outlet {
  std::string name;
  Place<D> region;
  std::int64_t taken = 0;
};

}  // namespace gluey
