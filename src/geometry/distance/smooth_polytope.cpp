#include "geometry/distance/smooth_polytope.hpp"

#include "core/infinity.hpp"
#include "geometry/distance/common_normal.hpp"
#include "geometry/distance/polytope_corners.hpp"

namespace gluey {
namespace {

/// On a face the point of `a` is where it reaches furthest along the face's normal, as on a plane. The search knows the normal to rounding, but
/// that leaves a wide choice of points on the flat side of a superellipsoid, and a corner of the face may be among them; or it does not get so
/// far. Over the face the gap along its normal is a maximum, whatever the search found.
template <int D>
void stand_on_face(const SmoothSurface<D>& a, const PolytopeCorners<D>& b, CommonNormal<D>& found) {
  constexpr double same_normal = 1e-6;
  constexpr double slight = 1e-3;  // overlaps up to this have one way out, relative to the thickness
  SurfacePoint<D> foot = b.face(found.second.x, -found.n);
  if (foot.flat != 2 || (foot.axis + found.n).norm() > same_normal) {
    return;
  }
  const Vec<D> normal = foot.axis;
  const SurfacePoint<D> top = a.at(-normal);
  foot.x = top.x + normal * normal.dot(foot.x - top.x);
  if (b.holds(foot, 1e-10 * (a.size() + b.size()))) {
    found.n = -normal;
    found.first = top;
    found.gap = normal.dot(top.x - foot.x);
    found.second = foot;
    found.exact = found.exact || -found.gap <= slight * a.radii.minCoeff();
  }
}

/// `turn` and `position` place the corners' frame in the one of a's owner. Faces, edges and corners count as flat.
template <int D, class A, class Shape>
Manifold<D> meet_corners(const A& a, const Shape& shape, std::span<const Vec<D>> points, const Square<D>& turn,
                         const Vec<D>& position, double within, double radius = 0.0) {
  const Square<D> axes = a.pose.orientation.matrix();
  const auto first = surface(a);
  const PolytopeCorners<D> second(shape, points, axes.transpose() * turn,
                                  axes.transpose() * (position - a.pose.position));
  CommonNormal<D> found = CommonNormalSearch<D, PolytopeCorners<D>>(first, second, within + radius).run();
  Manifold<D> result;
  if (found.beyond) {
    return result;
  }
  stand_on_face<D>(first, second, found);
  result.normal = axes * found.n;
  result.add(found.gap - radius, a.pose.position + axes * found.first.x);
  result.exact = found.exact;
  result.radius_first = mean_radius(found.first, first.size());
  result.radius_second = radius > 0.0 ? radius : infinity;
  return result;
}

template <int D, class A>
Manifold<D> meet_plane(const A& a, const Plane<D>& plane, const Pose<D>& b_in_a, double within) {
  const Vec<D> normal = b_in_a.orientation.apply(plane.normal);
  const auto first = surface(a);
  const SurfacePoint<D> at = first.at(-a.pose.orientation.apply_inverse(normal));
  const Vec<D> point = a.pose.to_world(at.x);
  const double gap = normal.dot(a.pose.position - b_in_a.to_world(plane.point)) - first.height(at.n);
  Manifold<D> result;
  if (gap > within) {
    return result;
  }
  result.normal = -normal;
  result.add(gap, point);
  result.radius_first = mean_radius(at, first.size());
  result.radius_second = infinity;
  return result;
}

template <int D, class A>
Manifold<D> meet_segment(const A& a, const Segment<D>& segment, const Pose<D>& b_in_a, double within) {
  const std::array<Vec<D>, 2> ends = {segment.from, segment.to};
  return meet_corners<D>(a, segment, std::span<const Vec<D>>(ends), b_in_a.orientation.matrix(), b_in_a.position,
                         within, segment.radius);
}

template <int D, class A>
Manifold<D> meet_box(const A& a, const Box<D>& box, const Pose<D>& b_in_a, double within) {
  std::array<Vec<D>, 1 << D> corners;
  for (unsigned k = 0; k < corners.size(); ++k) {
    for (int axis = 0; axis < D; ++axis) {
      corners[k][axis] = (k >> axis & 1U) != 0 ? box.half[axis] : -box.half[axis];
    }
  }
  return meet_corners<D>(a, box, std::span<const Vec<D>>(corners),
                         Square<D>(b_in_a.orientation.matrix() * box.pose.orientation.matrix()),
                         b_in_a.to_world(box.pose.position), within);
}

/// Shapes that carry their corners as `points`, in their owner's frame.
template <int D, class A, class Shape>
Manifold<D> meet_points(const A& a, const Shape& shape, const Pose<D>& b_in_a, double within) {
  return meet_corners<D>(a, shape, std::span<const Vec<D>>(shape.points), b_in_a.orientation.matrix(), b_in_a.position,
                         within);
}

}  // namespace

template <int D, SmoothIn<D> A>
Manifold<D> meet(const A& a, const Plane<D>& b, const Pose<D>& b_in_a, double within) {
  return meet_plane(a, b, b_in_a, within);
}
template <int D, SmoothIn<D> A>
Manifold<D> meet(const A& a, const Segment<D>& b, const Pose<D>& b_in_a, double within) {
  return meet_segment(a, b, b_in_a, within);
}
template <int D, SmoothIn<D> A>
Manifold<D> meet(const A& a, const Box<D>& b, const Pose<D>& b_in_a, double within) {
  return meet_box(a, b, b_in_a, within);
}
template <SmoothIn<2> A>
Manifold<2> meet(const A& a, const Polygon& b, const Pose<2>& b_in_a, double within) {
  return meet_points<2>(a, b, b_in_a, within);
}
template <SmoothIn<3> A>
Manifold<3> meet(const A& a, const Polyhedron& b, const Pose<3>& b_in_a, double within) {
  return meet_points<3>(a, b, b_in_a, within);
}
template <SmoothIn<3> A>
Manifold<3> meet(const A& a, const Triangle& b, const Pose<3>& b_in_a, double within) {
  return meet_points<3>(a, b, b_in_a, within);
}

#define GLUEY_MEET(D, A, B) template Manifold<D> meet(const A<D>&, const B&, const Pose<D>&, double);
#define GLUEY_MEET_BOTH(D, B) GLUEY_MEET(D, Ellipsoid, B) GLUEY_MEET(D, Superellipsoid, B)
#define GLUEY_MEET_IN(D) GLUEY_MEET_BOTH(D, Plane<D>) GLUEY_MEET_BOTH(D, Segment<D>) GLUEY_MEET_BOTH(D, Box<D>)
GLUEY_MEET_IN(2)
GLUEY_MEET_IN(3)
GLUEY_MEET_BOTH(2, Polygon)
GLUEY_MEET_BOTH(3, Polyhedron)
GLUEY_MEET_BOTH(3, Triangle)
#undef GLUEY_MEET_IN
#undef GLUEY_MEET_BOTH
#undef GLUEY_MEET

}  // namespace gluey
