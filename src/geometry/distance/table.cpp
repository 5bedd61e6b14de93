#include "geometry/distance/table.hpp"

#include "geometry/distance/plane_polytope.hpp"
#include "geometry/distance/points.hpp"
#include "geometry/distance/polytope_polytope.hpp"
#include "geometry/distance/smooth_polytope.hpp"
#include "geometry/distance/smooth_smooth.hpp"
#include "geometry/distance/sphere_any.hpp"
#include "geometry/distance/sphere_smooth.hpp"

namespace gluey {
namespace {

template <int D>
Pose<D> inverse(const Pose<D>& pose) {
  return seen_from(pose, Pose<D>{});
}

/// Parts that are surfaces: no body's, so two of them never meet.
template <class Shape>
inline constexpr bool surface_only =
    std::is_same_v<Shape, Plane<2>> || std::is_same_v<Shape, Plane<3>> || std::is_same_v<Shape, Triangle>;

}  // namespace

template <int D>
Closest<D> part_closest(const Vec<D>& point, const Part<D>& part) {
  return std::visit([&](const auto& shape) { return closest(point, shape); }, part);
}

template <int D>
Manifold<D> meet_parts(const Part<D>& a, const Part<D>& b, const Pose<D>& second, double within) {
  return std::visit(
      [&](const auto& x, const auto& y) {
        if constexpr (requires { meet(x, y, second, within); }) {
          return meet(x, y, second, within);
        } else if constexpr (requires { meet(y, x, second, within); }) {
          const Pose<D> first = inverse(second);
          return flipped(meet(y, x, first, within), first);
        } else {
          static_assert(
              surface_only<std::remove_cvref_t<decltype(x)>> && surface_only<std::remove_cvref_t<decltype(y)>>,
              "the table of shape pairs lacks an entry");
          return Manifold<D>{};
        }
      },
      a, b);
}

template Closest<2> part_closest<2>(const Vec<2>&, const Part<2>&);
template Closest<3> part_closest<3>(const Vec<3>&, const Part<3>&);
template Manifold<2> meet_parts<2>(const Part<2>&, const Part<2>&, const Pose<2>&, double);
template Manifold<3> meet_parts<3>(const Part<3>&, const Part<3>&, const Pose<3>&, double);

}  // namespace gluey
