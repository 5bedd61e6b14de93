#pragma once
// Signed distance of two smooth convex shapes, ellipsoids and superellipsoids: one contact point (common_normal.hpp).

#include "geometry/ellipsoid.hpp"
#include "geometry/manifold.hpp"
#include "geometry/superellipsoid.hpp"

#include <concepts>

namespace gluey {

template <class Shape, int D>
concept SmoothIn = std::same_as<Shape, Ellipsoid<D>> || std::same_as<Shape, Superellipsoid<D>>;

template <int D, SmoothIn<D> A, SmoothIn<D> B>
Manifold<D> meet(const A& a, const B& b, const Pose<D>& b_in_a, double within);

}  // namespace gluey
