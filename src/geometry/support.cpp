#include "geometry/support.hpp"

#include "core/infinity.hpp"
#include "geometry/distance/polytope_core.hpp"
#include "geometry/distance/polytope_manifold.hpp"
#include "geometry/distance/polytope_polytope.hpp"
#include "geometry/distance/smooth_surface.hpp"

namespace gluey {
namespace {

template <int D>
Furthest<D> furthest(const Plane<D>& plane, const Vec<D>& /*direction*/) {
  return {plane.point, infinity};  // a half-space has no furthest point
}

template <int D>
Furthest<D> furthest(const Sphere<D>& sphere, const Vec<D>& direction) {
  return {sphere.position + sphere.radius * direction, sphere.radius};
}

template <int D, class Smooth>
Furthest<D> furthest_smooth(const Smooth& shape, const Vec<D>& direction) {
  const auto own = surface(shape);
  const SurfacePoint<D> at = own.at(shape.pose.orientation.apply_inverse(direction));
  return {shape.pose.to_world(at.x), mean_radius(at, own.size())};
}
template <int D>
Furthest<D> furthest(const Ellipsoid<D>& ellipsoid, const Vec<D>& direction) {
  return furthest_smooth(ellipsoid, direction);
}
template <int D>
Furthest<D> furthest(const Superellipsoid<D>& superellipsoid, const Vec<D>& direction) {
  return furthest_smooth(superellipsoid, direction);
}

template <int D, PolytopeIn<D> Polytope>
Furthest<D> furthest(const Polytope& polytope, const Vec<D>& direction) {
  const polytope::Placed<D> placed(polytope);
  const polytope::Core<D>& core = placed.core;
  const auto corner = static_cast<std::size_t>(polytope::support<D>(core, direction));
  return {core.points[corner] + core.radius * direction, core.radius > 0.0 ? core.radius : infinity};
}

}  // namespace

template <int D>
Furthest<D> part_furthest(const Part<D>& part, const Vec<D>& direction) {
  return std::visit([&](const auto& shape) { return furthest(shape, direction); }, part);
}

template <int D>
void part_faces(const Part<D>& part, std::vector<Vec<D>>& normals) {
  std::visit(
      [&](const auto& shape) {
        if constexpr (PolytopeIn<std::remove_cvref_t<decltype(shape)>, D>) {
          const polytope::Placed<D> placed(shape);
          normals.insert(normals.end(), placed.core.normals.begin(), placed.core.normals.end());
        }
      },
      part);
}

template <int D>
void part_corners(const Part<D>& part, std::vector<Vec<D>>& corners) {
  std::visit(
      [&](const auto& shape) {
        if constexpr (PolytopeIn<std::remove_cvref_t<decltype(shape)>, D>) {
          const polytope::Placed<D> placed(shape);
          corners.insert(corners.end(), placed.core.points.begin(), placed.core.points.end());
        }
      },
      part);
}

template <int D>
Manifold<D> meet_across(const Part<D>& a, const Part<D>& b, const Pose<D>& second, const Vec<D>& normal,
                        bool face_of_first, double within) {
  return std::visit(
      [&](const auto& x, const auto& y) {
        Manifold<D> result;
        if constexpr (PolytopeIn<std::remove_cvref_t<decltype(x)>, D> &&
                      PolytopeIn<std::remove_cvref_t<decltype(y)>, D>) {
          const polytope::Frame<D> frame(second);
          const polytope::Placed<D> first(x), other(y, &frame);
          const Vec<D>& from = first.core.points[static_cast<std::size_t>(polytope::support<D>(first.core, normal))];
          const Vec<D>& to =
              other.core.points[static_cast<std::size_t>(polytope::support<D>(other.core, Vec<D>(-normal)))];
          const double gap = normal.dot(to - from);
          if (gap - first.core.radius - other.core.radius <= within) {
            result = polytope::manifold<D>(first.core, other.core, {normal, gap, from}, within);
          }
        } else {
          const Furthest<D> from = part_furthest<D>(a, normal);
          const Furthest<D> to = part_furthest<D>(b, Vec<D>(-second.orientation.apply_inverse(normal)));
          const Vec<D> there = second.to_world(to.point);
          const double gap = normal.dot(there - from.point);
          if (gap <= within) {
            result.normal = normal;
            result.add(gap, face_of_first ? Vec<D>(there - gap * normal) : from.point);
            result.radius_first = from.radius;
            result.radius_second = to.radius;
          }
        }
        return result;
      },
      a, b);
}

template void part_corners<2>(const Part<2>&, std::vector<Vec<2>>&);
template void part_corners<3>(const Part<3>&, std::vector<Vec<3>>&);
template Manifold<2> meet_across<2>(const Part<2>&, const Part<2>&, const Pose<2>&, const Vec<2>&, bool, double);
template Manifold<3> meet_across<3>(const Part<3>&, const Part<3>&, const Pose<3>&, const Vec<3>&, bool, double);
template Furthest<2> part_furthest<2>(const Part<2>&, const Vec<2>&);
template Furthest<3> part_furthest<3>(const Part<3>&, const Vec<3>&);
template void part_faces<2>(const Part<2>&, std::vector<Vec<2>>&);
template void part_faces<3>(const Part<3>&, std::vector<Vec<3>>&);

}  // namespace gluey
