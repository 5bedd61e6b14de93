#include "geometry/distance/plane_polytope.hpp"

#include "geometry/distance/polytope_front.hpp"

#include <limits>
#include <vector>

namespace gluey {
namespace {

using polytope::Core;

/// The points of a core that may touch a half-space: those of the face or edge it turns along n, the deepest first.
void resting(const Core<3>& core, const Vec<3>& n, std::vector<Vec<3>>& found) {
  const polytope::Front front = polytope::front(core, n);
  found.assign(1, core.points[static_cast<std::size_t>(front.vertex)]);
  const auto add = [&](std::int32_t k) {
    if (k != front.vertex) {
      found.push_back(core.points[static_cast<std::size_t>(k)]);
    }
  };
  if (front.face >= 0) {
    for (const std::int32_t k : polytope::corners(core, front.face)) {
      add(k);
    }
  } else {
    add(1 - front.vertex);
  }
}

void resting(const Core<2>& core, const Vec<2>& n, std::vector<Vec<2>>& found) {
  const auto count = static_cast<int>(core.points.size());
  const int deepest = polytope::support<2>(core, n);
  const Vec<2>& next = core.points[static_cast<std::size_t>((deepest + 1) % count)];
  const Vec<2>& last = core.points[static_cast<std::size_t>((deepest + count - 1) % count)];
  found = {core.points[static_cast<std::size_t>(deepest)], n.dot(next) > n.dot(last) ? next : last};
}

/// The rounding under a point of the core, along n: a capsule's higher end lies over its side.
template <int D>
double rounding(const Core<D>& core, const Vec<D>& n, const Vec<D>& x) {
  if (core.radius == 0.0) {
    return 0.0;
  }
  const Vec<D> axis = core.points[1] - core.points[0];
  const double fall = n.dot(axis), length = axis.norm();
  return polytope::thickness(core.radius, (x - core.points[fall > 0.0 ? 1 : 0]).norm(),
                             length > 0.0 ? std::abs(fall) / length : 0.0);
}

template <int D, class A>
Manifold<D> on_plane(const A& a, const Plane<D>& plane, const Pose<D>& plane_in_a, double within) {
  const polytope::Placed<D> placed(a);
  const Core<D>& core = placed.core;
  const Vec<D> n = -plane_in_a.orientation.apply(plane.normal);
  const double height = n.dot(plane_in_a.to_world(plane.point));
  thread_local std::vector<Vec<D>> corners;
  thread_local std::vector<Touch<D>> touches;
  resting(core, n, corners);
  touches.clear();
  for (const Vec<D>& corner : corners) {
    const double thick = rounding<D>(core, n, corner), gap = height - n.dot(corner) - thick;
    const Vec<D> point = corner + thick * n;
    // A capsule that stands upright has both ends over one point.
    const bool fresh = touches.empty() || (point - touches[0].point).squaredNorm() > 1e-14 * core.size * core.size;
    if (gap <= within && fresh) {
      touches.push_back({touches.empty() ? gap : std::max(gap, touches[0].gap), point});
    } else if (touches.empty()) {
      return {};
    }
  }
  auto count = static_cast<int>(touches.size());
  if constexpr (D == 3) {
    count = polytope::widest(touches, n);
  }
  Manifold<D> result;
  result.normal = n;
  for (int k = 0; k < count; ++k) {
    result.add(touches[static_cast<std::size_t>(k)].gap, touches[static_cast<std::size_t>(k)].point);
  }
  result.radius_first = polytope::curvature_radius(core.radius);
  result.radius_second = std::numeric_limits<double>::infinity();
  return result;
}

}  // namespace

template <PolytopeIn<2> A>
Manifold<2> meet(const A& a, const Plane<2>& plane, const Pose<2>& plane_in_a, double within) {
  return on_plane<2>(a, plane, plane_in_a, within);
}
template <PolytopeIn<3> A>
Manifold<3> meet(const A& a, const Plane<3>& plane, const Pose<3>& plane_in_a, double within) {
  return on_plane<3>(a, plane, plane_in_a, within);
}

#define GLUEY_MEET(D, A) template Manifold<D> meet<A>(const A&, const Plane<D>&, const Pose<D>&, double);
GLUEY_MEET(2, Segment<2>)
GLUEY_MEET(2, Box<2>)
GLUEY_MEET(2, Polygon)
GLUEY_MEET(3, Segment<3>)
GLUEY_MEET(3, Box<3>)
GLUEY_MEET(3, Polyhedron)
GLUEY_MEET(3, Triangle)
#undef GLUEY_MEET

}  // namespace gluey
