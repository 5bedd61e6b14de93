#include "geometry/size.hpp"

#include "core/infinity.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace gluey {
namespace {

template <int D, class Points>
double farthest_of(const Points& points, const Vec<D>& from) {
  double most = 0.0;
  for (const Vec<D>& point : points) {
    most = std::max(most, (point - from).norm());
  }
  return most;
}

/// Width of points along a direction.
template <int D>
double width(const std::vector<Vec<D>>& points, const Vec<D>& direction) {
  double least = infinity, most = -infinity;
  for (const Vec<D>& point : points) {
    least = std::min(least, direction.dot(point));
    most = std::max(most, direction.dot(point));
  }
  return most - least;
}

template <int D>
struct Reach {
  const Vec<D>& from;

  double operator()(const Plane<D>& /*plane*/) const { return infinity; }
  double operator()(const Segment<D>& segment) const {
    return std::max((segment.from - from).norm(), (segment.to - from).norm()) + segment.radius;
  }
  double operator()(const Box<D>& box) const { return (box.pose.to_local(from).cwiseAbs() + box.half).norm(); }
  double operator()(const Polygon& polygon) const
    requires(D == 2)
  {
    return farthest_of<2>(polygon.points, from);
  }
  double operator()(const Polyhedron& polyhedron) const
    requires(D == 3)
  {
    return farthest_of<3>(polyhedron.points, from);
  }
  double operator()(const Triangle& triangle) const
    requires(D == 3)
  {
    return farthest_of<3>(triangle.points, from);
  }
  double operator()(const auto& round) const { return (round.center() - from).norm() + round.extent(); }
};

template <int D>
struct Thinness {
  double operator()(const Plane<D>& /*plane*/) const { return infinity; }
  double operator()(const Sphere<D>& sphere) const { return sphere.radius; }
  double operator()(const Segment<D>& segment) const { return segment.radius; }
  double operator()(const Box<D>& box) const { return box.half.minCoeff(); }
  /// Between an edge and the corner opposite.
  double operator()(const Polygon& polygon) const
    requires(D == 2)
  {
    double least = infinity;
    for (std::size_t k = 0; k < polygon.points.size(); ++k) {
      const Vec<2> along = (polygon.points[(k + 1) % polygon.points.size()] - polygon.points[k]).normalized();
      least = std::min(least, 0.5 * width<2>(polygon.points, Vec<2>(along[1], -along[0])));
    }
    return least;
  }
  double operator()(const Ellipsoid<D>& ellipsoid) const { return ellipsoid.radii.minCoeff(); }
  /// Below exponent 2 it is thinnest across a diagonal, by no less than if it were the simplex of exponent 1.
  double operator()(const Superellipsoid<D>& shape) const {
    const Vec<D> inverse = shape.radii.cwiseInverse();
    return shape.exponents.minCoeff() >= 2.0 ? shape.radii.minCoeff() : 1.0 / inverse.norm();
  }
  /// Between a face and the corner opposite or between two edges; of many edges only the faces are looked at, they are
  /// dense then.
  double operator()(const Polyhedron& polyhedron) const
    requires(D == 3)
  {
    double least = infinity;
    for (const Vec<3>& normal : polyhedron.normals) {
      least = std::min(least, 0.5 * width<3>(polyhedron.points, normal));
    }
    const std::vector<Topology::Edge>& edges = polyhedron.topology->edges;
    const auto along = [&](const Topology::Edge& edge) {
      return Vec<3>(polyhedron.points[static_cast<std::size_t>(edge.to)] -
                    polyhedron.points[static_cast<std::size_t>(edge.from)]);
    };
    constexpr std::size_t few = 60;
    for (std::size_t i = 0; i < edges.size() && edges.size() <= few; ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        const Vec<3> normal = along(edges[i]).cross(along(edges[j]));
        if (normal.norm() > 1e-9 * along(edges[i]).norm() * along(edges[j]).norm()) {
          least = std::min(least, 0.5 * width<3>(polyhedron.points, normal.normalized()));
        }
      }
    }
    return least;
  }
  double operator()(const Triangle& /*triangle*/) const
    requires(D == 3)
  {
    return 0.0;
  }
};

}  // namespace

template <int D>
double farthest(const Part<D>& part, const Vec<D>& point) {
  return std::visit(Reach<D>{point}, part);
}

template <int D>
double half_thickness(const Part<D>& part) {
  return std::visit(Thinness<D>{}, part);
}

template double farthest<2>(const Part<2>&, const Vec<2>&);
template double farthest<3>(const Part<3>&, const Vec<3>&);
template double half_thickness<2>(const Part<2>&);
template double half_thickness<3>(const Part<3>&);

}  // namespace gluey
