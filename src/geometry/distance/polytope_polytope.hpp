#pragma once
// Contacts between polytopes, in every combination:
//   2D: Segment, Box, Polygon      3D: Segment, Box, Polyhedron, Triangle
// The distance is that of the cores minus the rounding radii. Cores that are apart are measured by their closest points
// (polytope_gjk), cores that overlap by the best separating slab (polytope_sat); the two agree where they touch.

#include "geometry/box.hpp"
#include "geometry/manifold.hpp"
#include "geometry/polygon.hpp"
#include "geometry/polyhedron.hpp"
#include "geometry/segment.hpp"

namespace gluey {

/// The dimension a polytope lives in; 0 for all other shapes.
template <class Shape>
inline constexpr int polytope_dimension = 0;
template <int D>
inline constexpr int polytope_dimension<Segment<D>> = D;
template <int D>
inline constexpr int polytope_dimension<Box<D>> = D;
template <>
inline constexpr int polytope_dimension<Polygon> = 2;
template <>
inline constexpr int polytope_dimension<Polyhedron> = 3;
template <>
inline constexpr int polytope_dimension<Triangle> = 3;

template <class Shape, int D>
concept PolytopeIn = polytope_dimension<Shape> == D;

/// `b_in_a` is where b's owner stands in the frame of a's; the answer is in that frame. No point where the shapes are further
/// apart than `within`.
template <PolytopeIn<2> A, PolytopeIn<2> B>
Manifold<2> meet(const A& a, const B& b, const Pose<2>& b_in_a, double within);
template <PolytopeIn<3> A, PolytopeIn<3> B>
Manifold<3> meet(const A& a, const B& b, const Pose<3>& b_in_a, double within);

}  // namespace gluey
