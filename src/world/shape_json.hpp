#pragma once
// Shapes as JSON, for result files, pictures, the viewer and exports. A body is drawn as its pose times this.
//
//   {"kind":"sphere","radius":r}
//   {"kind":"capsule","radius":r,"length":l}                       axis along x, l between the two centres
//   {"kind":"box","size":[a,b(,c)]}                                edges along the axes, about the origin
//   {"kind":"ellipsoid","radii":[a,b(,c)]}
//   {"kind":"superellipsoid","radii":[…],"exponents":[p(,q)]}      superellipsoid.hpp
//   {"kind":"polygon","points":[[x,y],…]}                          anticlockwise
//   {"kind":"polyhedron","points":[[x,y,z],…],"faces":[[i,j,k,…],…]}   convex; faces anticlockwise seen from outside
//   {"kind":"compound","parts":[…]}                                any of those above; they may overlap
//
// Each but the compound may have "position":[…] and "orientation":[angle] or [w,x,y,z]: where that frame stands in the
// body's. They are left out where it does not differ, and of points, which are in the body's frame already. A body's wheel
// is written as the compound it is. Obstacles have, in addition,
//
//   plane, segment, chain, box-walls, wheel                         with the keys of the scene file
//   {"kind":"mesh","points":[[x,y,z],…],"triangles":[[i,j,k],…]}

#include "geometry/part.hpp"

#include <string>
#include <vector>

namespace gluey {

/// One solid part.
template <int D>
std::string part_json(const Part<D>& part);

/// A part alone, or the compound of several; `compound` has it one even where there is a single part.
template <int D>
std::string parts_json(const std::vector<Part<D>>& parts, bool compound);

/// The solid parts of such a text. The same text gives the same bits. Throws Error where it is none.
template <int D>
std::vector<Part<D>> parts_from_json(const std::string& text);

}  // namespace gluey
