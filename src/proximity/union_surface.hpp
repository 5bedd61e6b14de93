#pragma once
// The surface of a body, or obstacle, that is the union of convex parts: what its parts say of a place on one of them.

#include "proximity/touching.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace gluey {

// Lengths, relative to the size of the body that touches it.
constexpr double on_part = 1e-9;     ///< a place this near to a part is on it
constexpr double near_part = 1e-4;   ///< … where a round part touches: on its flat spots a place is known to no more
constexpr double same_place = 1e-6;  ///< places nearer than this are one
// Angles.
constexpr double same_normal = 1e-6;  ///< normals nearer than this are one

/// A part of a body, or of an obstacle, near the other one.
template <int D>
struct NearbyPart {
  std::int32_t index = 0;
  Image<D> image = {};
};

template <int D>
struct UnionSurface {
  const Part<D>* parts = nullptr;
  const typename Touching<D>::Ball* balls = nullptr;  ///< balls that hold the parts
  std::span<const NearbyPart<D>> near = {};           ///< those of the parts that may matter
  double owner_size = 0.0;                            ///< curvatures are no flatter than this
  Rotation<D> orientation;                            ///< of the owner
  const Domain<D>* domain = nullptr;
  double time = 0.0;
  double size = 0.0;  ///< of the body that touches

  /// A part as one of its images. `round` tells whether it, or what it touches, is round.
  struct Spot {
    std::int32_t part = 0;
    Image<D> image = {};
    bool round = false;
  };

  [[nodiscard]] const Part<D>& part(std::int32_t index) const { return parts[static_cast<std::size_t>(index)]; }

  /// A place as seen by image `to`, given as seen by image `from`.
  [[nodiscard]] Vec<D> seen(const Vec<D>& place, const Image<D>& from, const Image<D>& to) const;

  /// Whether a place on a part, with the outward normal m, is one of the union: 0, or the sine of the angle by which another part that holds
  /// the place reaches beyond the plane across m. At a concave joint the places beside it on the same face count.
  [[nodiscard]] double rise(const Spot& spot, const Vec<D>& place, const Vec<D>& m) const;

  /// Whether some part holds the place.
  [[nodiscard]] bool holds(const Vec<D>& place, const Image<D>& image) const;

  /// Whether the face across m goes on all around a place, on other parts as well as this one.
  [[nodiscard]] bool goes_on(const Spot& spot, const Vec<D>& place, const Vec<D>& m) const;

  /// Whether a part has a corner there, seen along m. A round part has one point, and that is it.
  [[nodiscard]] bool at_corner(std::int32_t index, const Vec<D>& place, const Vec<D>& m) const;

 private:
  [[nodiscard]] double rise_at(const Spot& spot, const Vec<D>& place, const Vec<D>& m) const;
};

}  // namespace gluey
