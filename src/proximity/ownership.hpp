#pragma once
// Which of the points where parts of two bodies touch are contacts of the bodies.
//
// A body, or an obstacle, is the union of convex parts, and every pair of parts is asked for its distance by itself. Where parts join
// (a chain, a mesh, boxes side by side, a paddle's root in its hub) several pairs find the same contact, or one that the union does
// not have: the end of a segment is no corner where the next segment goes on. The same rules decide for all shapes. Let x be the place on
// the surface of a part and m the normal there, outward.
//
// 1. The nearest point of two parts is one of the union where no other part that holds x reaches beyond the plane through x across m. Its
//    support function says so: max over y in that part of m·(y − x) ≤ 0.
// 2. Where that is broken, a neighbour is nearer, or the shortest way out of an overlap leads into the neighbour (the tip of a body beside a
//    straight joint, deeper than the joint is away). What is left of this pair then are points across a face of the part: its shallowest face
//    that is not inside the union, as far as the points lie over it, or beyond its border by no more than they are deep.
// 3. A corner of the shared area that is none of a part's own corners, but lies where the other side's surface goes on all around, is the
//    seam's and no contact. It stays where it stands for a corner of a part that has no point: as deep as the deepest, and a corner of the hull
//    of all points with its normal. (The corner of a body that leans inwards may be below a surface without thickness, beyond the joint, and
//    touch nothing there.)
// 4. Points at the same place with the same normal are one; so are those of a round part on one plane.
// 5. Of the points on two flat surfaces those that follow from the others are left out (flat_contact.hpp).
//
// Nothing is lost: should rounding leave none of the points of two bodies that touch, the one that breaks the first rule least stays.

#include "proximity/touching.hpp"

#include <span>

namespace gluey {

/// A part of the second body, or obstacle, near the first.
template <int D>
struct NearbyPart {
  std::int32_t index = 0;
  Image<D> image = {};
};

/// One of the two sides, in the frame of its owner.
template <int D>
struct OwnershipSide {
  const Part<D>* parts = nullptr;
  const typename Touching<D>::Ball* balls = nullptr;  ///< balls that hold the parts
  std::span<const NearbyPart<D>> near = {};           ///< those of the parts that may matter
  double size = 0.0;                                  ///< of the owner, as its curvature is bounded by it
};

/// The two sides and where they stand.
template <int D>
struct OwnershipQuery {
  OwnershipSide<D> first, second;
  Pose<D> pose;                      ///< of the first
  Rotation<D> orientation;           ///< of the second
  Vec<D> position = Vec<D>::Zero();  ///< … and its place as image 0
  const Domain<D>* domain = nullptr;
  double time = 0.0;
  double size = 0.0;    ///< of the first body: what slacks are measured by
  double within = 0.0;  ///< points further apart do not count
};

/// Keeps, of points[begin …), those that are contacts of the two. Points of a pair of parts come together, the nearest first.
template <int D>
void keep_owned(std::vector<typename Touching<D>::Point>& points, std::size_t begin, const OwnershipQuery<D>& query);

}  // namespace gluey
