#pragma once
// A sphere against any shape that knows its closest point: a point with a radius.

#include "geometry/distance/point_box.hpp"
#include "geometry/distance/point_plane.hpp"
#include "geometry/distance/point_polygon.hpp"
#include "geometry/distance/point_polyhedron.hpp"
#include "geometry/distance/point_segment.hpp"
#include "geometry/distance/point_sphere.hpp"
#include "geometry/distance/point_triangle.hpp"
#include "geometry/manifold.hpp"

#include <concepts>
#include <limits>

namespace gluey {

template <class Shape, int D>
concept MeasuredFromPoint = requires(const Vec<D>& point, const Shape& shape) {
  { closest(point, shape) } -> std::same_as<Closest<D>>;
  { shape.curvature() } -> std::convertible_to<double>;
};

/// No point where a neighbour of the same chain or mesh owns the contact.
template <int D, MeasuredFromPoint<D> Shape>
Manifold<D> meet(const Sphere<D>& sphere, const Shape& shape, const Pose<D>& shape_in_sphere, double within) {
  const Closest<D> near = closest(shape_in_sphere.to_local(sphere.position), shape);
  Manifold<D> result;
  if (!near.owned || near.distance - sphere.radius > within) {
    return result;
  }
  result.normal = -shape_in_sphere.orientation.apply(near.outward);
  result.add(near.distance - sphere.radius, sphere.position + sphere.radius * result.normal);
  const double curvature = shape.curvature();
  result.radius_first = sphere.radius;
  result.radius_second = curvature > 0.0 ? 1.0 / curvature : std::numeric_limits<double>::infinity();
  return result;
}

}  // namespace gluey
