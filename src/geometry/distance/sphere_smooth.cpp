#include "geometry/distance/sphere_smooth.hpp"

#include "geometry/distance/common_normal.hpp"
#include "geometry/distance/polytope_corners.hpp"

namespace gluey {
namespace {

/// The point against the superellipsoid, in the axes of the latter.
template <int D>
CommonNormal<D> search(const Vec<D>& point, const Superellipsoid<D>& shape, double within) {
  const auto first = surface(shape);
  const Dot<D> dot;
  const Vec<D> local = shape.pose.to_local(point);
  const PolytopeCorners<D> second(dot, std::span<const Vec<D>>(&local, 1), Square<D>::Identity(), Vec<D>::Zero());
  return CommonNormalSearch<D, PolytopeCorners<D>>(first, second, within).run();
}

template <int D>
Manifold<D> touching(const Sphere<D>& a, const Vec<D>& outward, double gap, double radius) {
  Manifold<D> result;
  result.normal = -outward;
  result.add(gap, a.position + a.radius * result.normal);
  result.radius_first = a.radius;
  result.radius_second = radius;
  return result;
}

}  // namespace

template <int D>
Closest<D> closest(const Vec<D>& point, const Superellipsoid<D>& superellipsoid) {
  const CommonNormal<D> found = search(point, superellipsoid, std::numeric_limits<double>::infinity());
  return {found.gap, superellipsoid.pose.orientation.apply(found.n)};
}

template <int D>
Manifold<D> meet(const Sphere<D>& a, const Ellipsoid<D>& b, const Pose<D>& b_in_a, double within) {
  const Vec<D> point = b_in_a.to_local(a.position);
  if ((point - b.pose.position).norm() - a.radius - b.extent() > within) {
    return {};
  }
  const Closest<D> found = closest(point, b);
  if (found.distance - a.radius > within) {
    return {};
  }
  const auto at = surface(b).at(b.pose.orientation.apply_inverse(found.outward));
  return touching(a, b_in_a.orientation.apply(found.outward), found.distance - a.radius, mean_radius(at, b.extent()));
}

template <int D>
Manifold<D> meet(const Sphere<D>& a, const Superellipsoid<D>& b, const Pose<D>& b_in_a, double within) {
  const CommonNormal<D> found = search(b_in_a.to_local(a.position), b, within + a.radius);
  if (found.beyond) {
    return {};
  }
  const Vec<D> outward = b_in_a.orientation.apply(b.pose.orientation.apply(found.n));
  Manifold<D> result = touching(a, outward, found.gap - a.radius, mean_radius(found.first, b.radii.maxCoeff()));
  result.exact = found.exact;
  return result;
}

template Closest<2> closest(const Vec<2>&, const Superellipsoid<2>&);
template Closest<3> closest(const Vec<3>&, const Superellipsoid<3>&);
template Manifold<2> meet(const Sphere<2>&, const Ellipsoid<2>&, const Pose<2>&, double);
template Manifold<3> meet(const Sphere<3>&, const Ellipsoid<3>&, const Pose<3>&, double);
template Manifold<2> meet(const Sphere<2>&, const Superellipsoid<2>&, const Pose<2>&, double);
template Manifold<3> meet(const Sphere<3>&, const Superellipsoid<3>&, const Pose<3>&, double);

}  // namespace gluey
