#include "geometry/distance/smooth_smooth.hpp"

#include "geometry/distance/common_normal.hpp"

namespace gluey {
namespace {

template <int D, class A, class B>
Manifold<D> meet_smooth(const A& a, const B& b, const Pose<D>& b_in_a, double within) {
  // In the axes of the first shape.
  const Square<D> axes = a.pose.orientation.matrix();
  const auto first = surface(a);
  const auto second = surface(b, Square<D>(axes.transpose() * b_in_a.orientation.matrix()),
                              Vec<D>(axes.transpose() * (b_in_a.position - a.pose.position)));
  const CommonNormal<D> found = CommonNormalSearch<D, decltype(first), decltype(second)>(first, second, within).run();
  Manifold<D> result;
  if (found.beyond) {
    return result;
  }
  result.normal = axes * found.n;
  result.add(found.gap, a.pose.position + axes * found.first.x);
  result.exact = found.exact;
  result.radius_first = mean_radius(found.first, first.size());
  result.radius_second = mean_radius(found.second, second.size());
  return result;
}

}  // namespace

template <int D>
Manifold<D> meet(const Ellipsoid<D>& a, const Ellipsoid<D>& b, const Pose<D>& b_in_a, double within) {
  return meet_smooth(a, b, b_in_a, within);
}
template <int D>
Manifold<D> meet(const Ellipsoid<D>& a, const Superellipsoid<D>& b, const Pose<D>& b_in_a, double within) {
  return meet_smooth(a, b, b_in_a, within);
}
template <int D>
Manifold<D> meet(const Superellipsoid<D>& a, const Ellipsoid<D>& b, const Pose<D>& b_in_a, double within) {
  return meet_smooth(a, b, b_in_a, within);
}
template <int D>
Manifold<D> meet(const Superellipsoid<D>& a, const Superellipsoid<D>& b, const Pose<D>& b_in_a, double within) {
  return meet_smooth(a, b, b_in_a, within);
}

template Manifold<2> meet(const Ellipsoid<2>&, const Ellipsoid<2>&, const Pose<2>&, double);
template Manifold<3> meet(const Ellipsoid<3>&, const Ellipsoid<3>&, const Pose<3>&, double);
template Manifold<2> meet(const Ellipsoid<2>&, const Superellipsoid<2>&, const Pose<2>&, double);
template Manifold<3> meet(const Ellipsoid<3>&, const Superellipsoid<3>&, const Pose<3>&, double);
template Manifold<2> meet(const Superellipsoid<2>&, const Ellipsoid<2>&, const Pose<2>&, double);
template Manifold<3> meet(const Superellipsoid<3>&, const Ellipsoid<3>&, const Pose<3>&, double);
template Manifold<2> meet(const Superellipsoid<2>&, const Superellipsoid<2>&, const Pose<2>&, double);
template Manifold<3> meet(const Superellipsoid<3>&, const Superellipsoid<3>&, const Pose<3>&, double);

}  // namespace gluey
