#include "geometry/distance/smooth_smooth.hpp"

#include "geometry/distance/common_normal.hpp"

namespace gluey {
template <int D, SmoothIn<D> A, SmoothIn<D> B>
Manifold<D> meet(const A& a, const B& b, const Pose<D>& b_in_a, double within) {
  // In the axes of the first shape.
  const Square<D> axes = a.pose.orientation.matrix();
  const auto first = surface(a);
  const auto second = surface(b, Square<D>(axes.transpose() * b_in_a.orientation.matrix()),
                              Vec<D>(axes.transpose() * (b_in_a.position - a.pose.position)));
  const CommonNormal<D> found = CommonNormalSearch<D, SmoothSurface<D>>(first, second, within).run();
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

#define GLUEY_MEET(D, A, B) template Manifold<D> meet(const A<D>&, const B<D>&, const Pose<D>&, double);
#define GLUEY_MEET_IN(D)                   \
  GLUEY_MEET(D, Ellipsoid, Ellipsoid)      \
  GLUEY_MEET(D, Ellipsoid, Superellipsoid) \
  GLUEY_MEET(D, Superellipsoid, Ellipsoid) \
  GLUEY_MEET(D, Superellipsoid, Superellipsoid)
GLUEY_MEET_IN(2)
GLUEY_MEET_IN(3)
#undef GLUEY_MEET_IN
#undef GLUEY_MEET

}  // namespace gluey
