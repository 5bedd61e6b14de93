#include "geometry/distance/point_smooth.hpp"

#include "geometry/distance/smooth_polytope.hpp"

#include <limits>

namespace gluey {
namespace {

template <int D, class Smooth>
Closest<D> closest_smooth(const Vec<D>& point, const Smooth& smooth) {
  const Manifold<D> found =
      meet(smooth, Segment<D>{.from = point, .to = point}, Pose<D>{}, std::numeric_limits<double>::infinity());
  return {found.gap(), found.normal};
}

template <int D, class Smooth>
Manifold<D> meet_smooth(const Sphere<D>& a, const Smooth& b, const Pose<D>& b_in_a, double within) {
  const Pose<D> a_in_b = seen_from(b_in_a, Pose<D>{});
  return flipped(meet(b, Segment<D>{.from = a.position, .to = a.position, .radius = a.radius}, a_in_b, within), a_in_b);
}

}  // namespace

template <int D>
Closest<D> closest(const Vec<D>& point, const Ellipsoid<D>& ellipsoid) {
  return closest_smooth(point, ellipsoid);
}
template <int D>
Closest<D> closest(const Vec<D>& point, const Superellipsoid<D>& superellipsoid) {
  return closest_smooth(point, superellipsoid);
}
template <int D>
Manifold<D> meet(const Sphere<D>& a, const Ellipsoid<D>& b, const Pose<D>& b_in_a, double within) {
  return meet_smooth(a, b, b_in_a, within);
}
template <int D>
Manifold<D> meet(const Sphere<D>& a, const Superellipsoid<D>& b, const Pose<D>& b_in_a, double within) {
  return meet_smooth(a, b, b_in_a, within);
}

template Closest<2> closest<2>(const Vec<2>&, const Ellipsoid<2>&);
template Closest<3> closest<3>(const Vec<3>&, const Ellipsoid<3>&);
template Closest<2> closest<2>(const Vec<2>&, const Superellipsoid<2>&);
template Closest<3> closest<3>(const Vec<3>&, const Superellipsoid<3>&);
template Manifold<2> meet<2>(const Sphere<2>&, const Ellipsoid<2>&, const Pose<2>&, double);
template Manifold<3> meet<3>(const Sphere<3>&, const Ellipsoid<3>&, const Pose<3>&, double);
template Manifold<2> meet<2>(const Sphere<2>&, const Superellipsoid<2>&, const Pose<2>&, double);
template Manifold<3> meet<3>(const Sphere<3>&, const Superellipsoid<3>&, const Pose<3>&, double);

}  // namespace gluey
