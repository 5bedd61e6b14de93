#pragma once
// The convex parts bodies and obstacles are made of. A shape becomes one or several of them, in its owner's frame.

#include "geometry/box.hpp"
#include "geometry/ellipsoid.hpp"
#include "geometry/plane.hpp"
#include "geometry/polygon.hpp"
#include "geometry/polyhedron.hpp"
#include "geometry/segment.hpp"
#include "geometry/sphere.hpp"
#include "geometry/superellipsoid.hpp"

#include <type_traits>
#include <variant>
#include <vector>

namespace gluey {

template <int D>
using Part = std::conditional_t<
    D == 2, std::variant<Plane<2>, Sphere<2>, Segment<2>, Box<2>, Polygon, Ellipsoid<2>, Superellipsoid<2>>,
    std::variant<Plane<3>, Sphere<3>, Segment<3>, Box<3>, Polyhedron, Triangle, Ellipsoid<3>, Superellipsoid<3>>>;

/// Whether a part is strictly convex: it touches another convex part in one point.
template <int D>
bool is_round(const Part<D>& part) {
  return std::holds_alternative<Sphere<D>>(part) || std::holds_alternative<Ellipsoid<D>>(part) ||
         std::holds_alternative<Superellipsoid<D>>(part);
}

/// A polyline. Closed where the last point equals the first.
std::vector<Part<2>> chain(const std::vector<Vec<2>>& points);

/// The inside of a box: one plane a wall.
template <int D>
std::vector<Part<D>> box_walls(const Vec<D>& lower, const Vec<D>& upper);

/// A hub of radius `hub` with `paddles` equally spaced blades of the given thickness that reach out to `radius`.
std::vector<Part<2>> wheel(double radius, int paddles, double thickness, double hub);

/// The part moved to another frame, as the parts of a compound are.
template <int D>
Part<D> placed(const Part<D>& part, const Pose<D>& pose);

}  // namespace gluey
