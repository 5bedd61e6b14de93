#include "geometry/support.hpp"

#include "core/infinity.hpp"
#include "geometry/distance/polytope_core.hpp"
#include "geometry/distance/polytope_front.hpp"
#include "geometry/distance/polytope_manifold.hpp"
#include "geometry/distance/polytope_polytope.hpp"
#include "geometry/distance/polytope_sat.hpp"
#include "geometry/distance/smooth_surface.hpp"

#include <algorithm>

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

template <class Shape, int D>
inline constexpr bool is_polytope = PolytopeIn<std::remove_cvref_t<Shape>, D>;

/// Outward normals of the flat faces: both sides of what has no thickness, the straight sides of a capsule in the plane.
template <int D>
std::vector<Vec<D>> faces_of(const Part<D>& part) {
  return std::visit(
      [](const auto& shape) {
        std::vector<Vec<D>> normals;
        if constexpr (is_polytope<decltype(shape), D>) {
          const polytope::Placed<D> placed(shape);
          normals.assign(placed.core.normals.begin(), placed.core.normals.end());
        }
        return normals;
      },
      part);
}

Vec<2> middle(const polytope::Core<2>& core, std::size_t side) {
  const Vec<2>&from = core.points[side], &to = core.points[side + 1 < core.points.size() ? side + 1 : 0];
  return 0.5 * (from + to) + core.radius * core.normals[side];
}
Vec<3> middle(const polytope::Core<3>& core, std::size_t face) {
  const auto loop = polytope::corners(core, static_cast<int>(face));
  Vec<3> sum = Vec<3>::Zero();
  for (const std::int32_t corner : loop) {
    sum += core.points[static_cast<std::size_t>(corner)];
  }
  return sum / static_cast<double>(loop.size());
}

/// Across an edge of each.
void add_crossings(const Part<2>& /*a*/, const Part<2>& /*b*/, const Pose<2>& /*second*/, double /*least*/,
                   std::vector<Axis<2>>& /*axes*/) {}
void add_crossings(const Part<3>& a, const Part<3>& b, const Pose<3>& second, double least,
                   std::vector<Axis<3>>& axes) {
  std::visit(
      [&](const auto& x, const auto& y) {
        if constexpr (is_polytope<decltype(x), 3> && is_polytope<decltype(y), 3>) {
          const polytope::Frame<3> frame(second);
          const polytope::Placed<3> first(x), other(y, &frame);
          const double rounding = first.core.radius + other.core.radius;
          polytope::for_each_crossing(
              first.core, other.core, least + rounding,
              [&](const Vec<3>& n, double gap, const Vec<3>& on_first, const Vec<3>& on_second) {
                axes.push_back({n, gap - rounding, on_first + first.core.radius * n, on_second - other.core.radius * n,
                                false, false});
              });
        }
      },
      a, b);
}

/// The point of a that the gap of an axis is taken from. Of two edges it is where they cross.
Vec<2> deepest(const Part<2>& /*a*/, const Part<2>& /*b*/, const Pose<2>& /*second*/, const Axis<2>& axis) {
  return axis.on_first;
}
Vec<3> deepest(const Part<3>& a, const Part<3>& b, const Pose<3>& second, const Axis<3>& axis) {
  constexpr double along = 1e-6;  // sine of an edge that lies across the normal
  return std::visit(
      [&](const auto& x, const auto& y) -> Vec<3> {
        if constexpr (is_polytope<decltype(x), 3> && is_polytope<decltype(y), 3>) {
          const polytope::Frame<3> frame(second);
          const polytope::Placed<3> first(x), other(y, &frame);
          const polytope::Front ours = polytope::front(first.core, axis.normal);
          const polytope::Front theirs = polytope::front(other.core, -axis.normal);
          if (ours.sine <= along && theirs.sine <= along) {
            const auto end = [](const polytope::Core<3>& core, std::int32_t k) -> const Vec<3>& {
              return core.points[static_cast<std::size_t>(k)];
            };
            const Vec<3>&p = end(first.core, ours.edge->from), &q = end(other.core, theirs.edge->from);
            const Vec<3> e = end(first.core, ours.edge->to) - p, f = end(other.core, theirs.edge->to) - q;
            return p + polytope::crossing(p, e, q, f).s * e + first.core.radius * axis.normal;
          }
        }
        return axis.on_first;
      },
      a, b);
}

}  // namespace

template <int D>
Furthest<D> part_furthest(const Part<D>& part, const Vec<D>& direction) {
  return std::visit([&](const auto& shape) { return furthest(shape, direction); }, part);
}

template <int D>
std::optional<Face<D>> part_face(const Part<D>& part, const Vec<D>& direction, double angle) {
  return std::visit(
      [&](const auto& shape) -> std::optional<Face<D>> {
        if constexpr (is_polytope<decltype(shape), D>) {
          const polytope::Placed<D> placed(shape);
          for (std::size_t face = 0; face < placed.core.normals.size(); ++face) {
            if ((placed.core.normals[face] - direction).squaredNorm() <= angle * angle) {
              return Face<D>{placed.core.normals[face], middle(placed.core, face)};
            }
          }
        }
        return std::nullopt;
      },
      part);
}

template <int D>
void part_corners(const Part<D>& part, std::vector<Vec<D>>& corners) {
  std::visit(
      [&](const auto& shape) {
        if constexpr (is_polytope<decltype(shape), D>) {
          const polytope::Placed<D> placed(shape);
          corners.insert(corners.end(), placed.core.points.begin(), placed.core.points.end());
        }
      },
      part);
}

template <int D>
Axis<D> axis_along(const Part<D>& a, const Part<D>& b, const Pose<D>& second, const Vec<D>& normal) {
  Axis<D> axis;
  axis.normal = normal;
  axis.on_first = part_furthest<D>(a, normal).point;
  axis.on_second = second.to_world(part_furthest<D>(b, Vec<D>(-second.orientation.apply_inverse(normal))).point);
  axis.gap = normal.dot(axis.on_second - axis.on_first);
  return axis;
}

template <int D>
void part_axes(const Part<D>& a, const Part<D>& b, const Pose<D>& second, double least, std::vector<Axis<D>>& axes) {
  const auto consider = [&](const Vec<D>& normal, bool of_first) {
    Axis<D> axis = axis_along<D>(a, b, second, normal);
    if (axis.gap >= least) {
      axis.face_of_first = of_first;
      axis.face_of_second = !of_first;
      // The point on the face is where the other's lies over it.
      (of_first ? axis.on_first : axis.on_second) =
          of_first ? Vec<D>(axis.on_second - axis.gap * normal) : Vec<D>(axis.on_first + axis.gap * normal);
      axes.push_back(axis);
    }
  };
  for (const Vec<D>& face : faces_of<D>(a)) {
    consider(face, true);
  }
  for (const Vec<D>& face : faces_of<D>(b)) {
    consider(Vec<D>(-second.orientation.apply(face)), false);
  }
  add_crossings(a, b, second, least, axes);
}

template <int D>
Across<D> meet_across(const Part<D>& a, const Part<D>& b, const Pose<D>& second, const Axis<D>& axis, double within) {
  Across<D> result;
  result.radius_first = part_furthest<D>(a, axis.normal).radius;
  result.radius_second = part_furthest<D>(b, Vec<D>(-second.orientation.apply_inverse(axis.normal))).radius;
  bool reached = false;
  std::visit(
      [&](const auto& x, const auto& y) {
        if constexpr (is_polytope<decltype(x), D> && is_polytope<decltype(y), D>) {
          const polytope::Frame<D> frame(second);
          const polytope::Placed<D> first(x), other(y, &frame);
          const double near = polytope::one_place<D>(first.core, other.core);
          for (const Touch<D>& touch : polytope::shared_corners<D>(first.core, other.core, axis.normal)) {
            reached = reached || touch.gap <= axis.gap + 1e-10 * (first.core.size + other.core.size);
            const bool fresh = std::none_of(result.touches.begin(), result.touches.end(), [&](const Touch<D>& known) {
              return (known.point - touch.point).norm() <= near;
            });
            if (fresh && touch.gap <= within) {
              result.touches.push_back(touch);
            }
          }
        }
      },
      a, b);
  if (!reached && axis.gap <= within) {
    result.touches.push_back({axis.gap, deepest(a, b, second, axis)});
  }
  return result;
}

#define GLUEY_SUPPORT(D)                                                                                     \
  template Furthest<D> part_furthest<D>(const Part<D>&, const Vec<D>&);                                      \
  template std::optional<Face<D>> part_face<D>(const Part<D>&, const Vec<D>&, double);                       \
  template void part_corners<D>(const Part<D>&, std::vector<Vec<D>>&);                                       \
  template Axis<D> axis_along<D>(const Part<D>&, const Part<D>&, const Pose<D>&, const Vec<D>&);             \
  template void part_axes<D>(const Part<D>&, const Part<D>&, const Pose<D>&, double, std::vector<Axis<D>>&); \
  template Across<D> meet_across<D>(const Part<D>&, const Part<D>&, const Pose<D>&, const Axis<D>&, double);
GLUEY_SUPPORT(2)
GLUEY_SUPPORT(3)
#undef GLUEY_SUPPORT

}  // namespace gluey
