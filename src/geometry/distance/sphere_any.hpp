#pragma once
// A sphere with anything: a point with a radius.
#include "geometry/distance/point_box.hpp"
#include "geometry/distance/point_plane.hpp"
#include "geometry/distance/point_polygon.hpp"
#include "geometry/distance/point_segment.hpp"
#include "geometry/distance/point_sphere.hpp"
#include "geometry/manifold.hpp"

#include <limits>

namespace gluey {

template <int D, class Shape>
  requires requires(const Vec<D>& x, const Shape& shape) { closest(x, shape); }
Manifold<D> meet(const Sphere<D>& sphere, const Shape& shape, const Pose<D>& second, double within) {
  Manifold<D> manifold;
  const Closest<D> near = closest(second.to_local(sphere.position), shape);
  const double gap = near.distance - sphere.radius;
  if (!near.owned || gap > within) {
    return manifold;
  }
  manifold.normal = -second.orientation.apply(near.outward);
  manifold.add(gap, sphere.position + sphere.radius * manifold.normal);
  manifold.radius_first = sphere.radius;
  manifold.radius_second =
      shape.curvature() > 0.0 ? 1.0 / shape.curvature() : std::numeric_limits<double>::infinity();
  return manifold;
}

}  // namespace gluey
