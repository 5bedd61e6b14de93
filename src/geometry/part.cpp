#include "geometry/part.hpp"

#include <numbers>

namespace gluey {

std::vector<Part<2>> chain(const std::vector<Vec<2>>& points) {
  const std::size_t segments = points.size() - 1;
  const bool closed = segments > 2 && points.front() == points.back();
  std::vector<Part<2>> parts;
  for (std::size_t k = 0; k < segments; ++k) {
    Segment<2> segment{.from = points[k], .to = points[k + 1], .joined_before = k > 0 || closed};
    if (k + 1 < segments) {
      segment.after = points[k + 2];
    } else if (closed) {
      segment.after = points[1];
    }
    parts.emplace_back(segment);
  }
  return parts;
}

template <int D>
std::vector<Part<D>> box_walls(const Vec<D>& lower, const Vec<D>& upper) {
  std::vector<Part<D>> parts;
  for (int axis = 0; axis < D; ++axis) {
    parts.emplace_back(Plane<D>{lower, Vec<D>::Unit(axis)});
    parts.emplace_back(Plane<D>{upper, -Vec<D>::Unit(axis)});
  }
  return parts;
}

std::vector<Part<2>> wheel(double radius, int paddles, double thickness, double hub) {
  std::vector<Part<2>> parts;
  parts.emplace_back(Sphere<2>{Vec<2>::Zero(), hub});
  for (int k = 0; k < paddles; ++k) {
    const Rotation<2> turn{2.0 * std::numbers::pi * k / paddles};
    // A blade begins at the centre, so that no gap opens between it and the hub.
    parts.emplace_back(Box<2>{{turn.apply({0.5 * radius, 0.0}), turn}, {0.5 * radius, 0.5 * thickness}});
  }
  return parts;
}

namespace {

template <int D>
struct Placer {
  const Pose<D>& pose;

  Part<D> operator()(Plane<D> plane) const {
    return Plane<D>{pose.to_world(plane.point), pose.orientation.apply(plane.normal)};
  }
  Part<D> operator()(Sphere<D> sphere) const { return Sphere<D>{pose.to_world(sphere.position), sphere.radius}; }
  Part<D> operator()(Segment<D> segment) const {
    segment.from = pose.to_world(segment.from);
    segment.to = pose.to_world(segment.to);
    if (segment.after) {
      segment.after = pose.to_world(*segment.after);
    }
    return segment;
  }
  Part<D> operator()(Box<D> box) const {
    box.pose = combined(pose, box.pose);
    return box;
  }
  Part<D> operator()(Ellipsoid<D> ellipsoid) const {
    ellipsoid.pose = combined(pose, ellipsoid.pose);
    return ellipsoid;
  }
  Part<D> operator()(Superellipsoid<D> superellipsoid) const {
    superellipsoid.pose = combined(pose, superellipsoid.pose);
    return superellipsoid;
  }
  Part<D> operator()(const Polyhedron& polyhedron) const
    requires(D == 3)
  {
    return gluey::placed(polyhedron, pose);
  }
  Part<D> operator()(const Triangle& triangle) const
    requires(D == 3)
  {
    return gluey::placed(triangle, pose);
  }
  Part<D> operator()(Polygon polygon) const
    requires(D == 2)
  {
    for (Vec<2>& point : polygon.points) {
      point = pose.to_world(point);
    }
    return polygon;
  }
};

}  // namespace

template <int D>
Part<D> placed(const Part<D>& part, const Pose<D>& pose) {
  return std::visit(Placer<D>{pose}, part);
}

template std::vector<Part<2>> box_walls<2>(const Vec<2>&, const Vec<2>&);
template std::vector<Part<3>> box_walls<3>(const Vec<3>&, const Vec<3>&);
template Part<2> placed<2>(const Part<2>&, const Pose<2>&);
template Part<3> placed<3>(const Part<3>&, const Pose<3>&);

}  // namespace gluey
