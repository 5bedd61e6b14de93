#pragma once
// What can never fit into a region, told by its volume, so that nobody waits for a random search to find it out.

#include "scene/options.hpp"
#include "world/world.hpp"

#include <string>

namespace gluey::scene {

/// Adds up the bodies of a fill. They lie wholly inside the region and clear of each other, so that
///   Σ V_k ≤ V(region),
/// and balls, each of which holds one as small as the smallest, so that in a box, with which space can be tiled,
///   N V(r_min) ≤ δ V(region),  δ = π/√12 in the plane (Thue), π/√18 in space (Hales).
/// Along a period that the region spans bodies may stick out; they are clear of their images then, and the period counts.
template <int D>
class FillLimit {
 public:
  FillLimit(const Region& region, const gluey::Domain<D>& domain);

  /// Takes note of a body; whether all so far may fit.
  bool add(double volume, bool ball);
  /// "the first 30 of them take 0.942 of area, the region of 1 holds at most 0.907"
  [[nodiscard]] std::string text() const;

 private:
  double room_ = 1.0;
  bool box_ = true;
  double solid_ = 0.0;
  double smallest_ = infinity;  ///< volume of the smallest ball
  double balls_ = 0.0;
  double bodies_ = 0.0;
  double taken_ = 0.0, most_ = 0.0;  ///< of the bound that was passed
};

}  // namespace gluey::scene
