#pragma once
// From the normal and the deepest point of a contact to all its points. The faces the two cores turn to each other are laid
// over one another along the normal: the one better aligned cuts the other, and each corner of what they share is a point
// with its own gap. Edges that lie along each other share a stretch with two ends.

#include "geometry/distance/polytope_core.hpp"
#include "geometry/manifold.hpp"

namespace gluey::polytope {

/// What the search found: the cores' signed distance, its normal from A to B, and the point of A's core it is taken from.
template <int D>
struct Found {
  Vec<D> normal;
  double gap;
  Vec<D> first;
};

/// All points with a gap of at most `within`. `complete` says whether the shared faces or edges reach the gap found, as
/// they do where a slab's gap is the distance.
template <int D>
Manifold<D> manifold(const Core<D>& a, const Core<D>& b, const Found<D>& found, double within,
                     bool* complete = nullptr);
template <>
Manifold<2> manifold(const Core<2>& a, const Core<2>& b, const Found<2>& found, double within, bool* complete);
template <>
Manifold<3> manifold(const Core<3>& a, const Core<3>& b, const Found<3>& found, double within, bool* complete);

/// The ends, or corners, of what the sides that face each other across n share, each with its gap along n; none where neither side does.
template <int D>
std::span<const Touch<D>> shared_corners(const Core<D>& a, const Core<D>& b, const Vec<D>& n);
template <>
std::span<const Touch<2>> shared_corners(const Core<2>& a, const Core<2>& b, const Vec<2>& n);
template <>
std::span<const Touch<3>> shared_corners(const Core<3>& a, const Core<3>& b, const Vec<3>& n);

/// Points nearer than this are one: a little of the smaller shape, and what rounding makes of the larger one.
template <int D>
double one_place(const Core<D>& a, const Core<D>& b) {
  return 1e-7 * std::min(a.size + a.radius, b.size + b.radius) + 1e-13 * (a.size + b.size);
}

/// Leaves as many points as a manifold holds: the first, and of the others those without which the area that they span would be much smaller.
/// Returns how many.
int widest(std::span<Touch<3>> points, const Vec<3>& normal);

/// How far below its axis, along −n, the surface of a capsule lies under the axis' point a length `along` away from the lower
/// end, where the axis rises with the given sine: under the cylinder, or under the ball at the end.
double thickness(double radius, double along, double sine);

/// 1/κ for the law's scaling.
double curvature_radius(double rounding);

}  // namespace gluey::polytope
