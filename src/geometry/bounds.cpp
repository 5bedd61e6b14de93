#include "geometry/bounds.hpp"

#include "geometry/distance/smooth_surface.hpp"

namespace gluey {
namespace {

template <int D>
Bounds<D> bounds(const Plane<D>& /*plane*/, const Pose<D>& /*pose*/) {
  return {};
}

template <int D>
Bounds<D> bounds(const Sphere<D>& sphere, const Pose<D>& pose) {
  const Vec<D> center = pose.to_world(sphere.position);
  return {center.array() - sphere.radius, center.array() + sphere.radius};
}

template <int D>
Bounds<D> bounds(const Segment<D>& segment, const Pose<D>& pose) {
  const Vec<D> from = pose.to_world(segment.from);
  const Vec<D> to = pose.to_world(segment.to);
  return {from.cwiseMin(to).array() - segment.radius, from.cwiseMax(to).array() + segment.radius};
}

template <int D>
Bounds<D> bounds(const Box<D>& box, const Pose<D>& pose) {
  const Vec<D> center = pose.to_world(box.pose.position);
  const auto turn = (pose.orientation.matrix() * box.pose.orientation.matrix()).eval();
  const Vec<D> half = turn.cwiseAbs() * box.half;
  return {center - half, center + half};
}

/// Of a smooth shape: as far as its support function says.
template <int D, class Smooth>
Bounds<D> smooth_bounds(const Smooth& shape, const Pose<D>& pose) {
  const auto at = surface(shape, Square<D>(pose.orientation.matrix()), pose.position);
  Vec<D> half;
  for (int axis = 0; axis < D; ++axis) {
    half[axis] = at.height(Vec<D>::Unit(axis));
  }
  return {at.center - half, at.center + half};
}
template <int D>
Bounds<D> bounds(const Ellipsoid<D>& ellipsoid, const Pose<D>& pose) {
  return smooth_bounds(ellipsoid, pose);
}
template <int D>
Bounds<D> bounds(const Superellipsoid<D>& superellipsoid, const Pose<D>& pose) {
  return smooth_bounds(superellipsoid, pose);
}

template <int D, class Points>
Bounds<D> bounds_of_points(const Points& points, const Pose<D>& pose) {
  Vec<D> lower = pose.to_world(points.front());
  Vec<D> upper = lower;
  for (const Vec<D>& point : points) {
    const Vec<D> there = pose.to_world(point);
    lower = lower.cwiseMin(there);
    upper = upper.cwiseMax(there);
  }
  return {lower, upper};
}

Bounds<2> bounds(const Polygon& polygon, const Pose<2>& pose) { return bounds_of_points<2>(polygon.points, pose); }

Bounds<3> bounds(const Polyhedron& polyhedron, const Pose<3>& pose) {
  return bounds_of_points<3>(polyhedron.points, pose);
}

Bounds<3> bounds(const Triangle& triangle, const Pose<3>& pose) { return bounds_of_points<3>(triangle.points, pose); }

}  // namespace

template <int D>
Bounds<D> part_bounds(const Part<D>& part, const Pose<D>& pose) {
  return std::visit([&](const auto& shape) { return bounds(shape, pose); }, part);
}

template Bounds<2> part_bounds<2>(const Part<2>&, const Pose<2>&);
template Bounds<3> part_bounds<3>(const Part<3>&, const Pose<3>&);

}  // namespace gluey
