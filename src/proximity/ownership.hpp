#pragma once
// Which of the points where parts of two bodies touch are contacts of the bodies.
//
// A body, or an obstacle, is the union of convex parts, and every pair of parts is asked for its distance by itself. Where parts join
// (a chain, a mesh, boxes side by side, a paddle's root in its hub) several pairs find the same contact, or one that the union does
// not have: the end of a segment is no corner where the next segment goes on. The same rules decide for all shapes.
//
// 1. Let x be the place on the surface of a part and m the normal there, outward. It is a place of the union where no other part that holds x
//    reaches beyond the plane through x across m: max over y in that part of m·(y − x) ≤ 0. At a concave joint this holds of the places
//    beside x on the same face, and that is enough. The nearest points of two parts are a contact where it holds on both sides.
// 2. Two parts whose nearest points are none may still have points of such a contact: a flat one that goes on across the joint. They do where the
//    contact's normal keeps them as far apart as the two that own it. Then they give what touches across that normal.
// 3. Parts that overlap and to which neither applies have no way out as short as the distance says, since that leads into a neighbour (the
//    tip of a body beside a straight joint, deeper than the joint is away). Of the other directions in which convex shapes can be apart
//    the shortest one that obeys rule 1 is taken.
// 4. Points at the same place with the same normal are one; so are those of a round part on one plane, of which
//    the one where it reaches furthest stays.
// 5. A point over which the surface of one goes on all around, and at which the other has no corner, is that of a seam. It says nothing that the
//    corners do not, and is left out unless it is deeper than all that stay.
// 6. Of the points on two flat surfaces those that follow from the others are left out (flat_contact.hpp).
//
// For parts that make up a convex body the result is that of the whole body: a direction that obeys rule 1 is as wide a gap of the bodies as of
// the two parts. Nothing is lost: should rounding leave none of the points of two bodies that touch, those that break the first rule
// least stay.

#include "proximity/touching.hpp"
#include "proximity/union_surface.hpp"

#include <vector>

namespace gluey {

/// The two sides and where they stand.
template <int D>
struct OwnershipQuery {
  UnionSurface<D> first, second;
  Pose<D> pose;                      ///< of the first
  Vec<D> position = Vec<D>::Zero();  ///< of the second as image 0
  double within = 0.0;               ///< points further apart do not count
};

/// Keeps, of points[begin …), those that are contacts of the two. Points of a pair of parts come together, the nearest first.
template <int D>
void keep_owned(std::vector<typename Touching<D>::Point>& points, std::size_t begin, const OwnershipQuery<D>& query);

}  // namespace gluey
