#pragma once
// A flat contact of many parts, as of a box on a mesh, is one contact of two planes. The gap between planes is linear, so that
// of its points only the corners of their hull say something: the others, at the seams of the parts, follow from them, and
// would make the contact depend on how a plane is cut up.

#include "core/vector.hpp"
#include "geometry/manifold.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

namespace gluey {

/// Relative to the size of a body, and as an angle: what a solver leaves of tilt and gaps is no more.
inline constexpr double flat_slack = 1e-6;

/// Whether two points of a pair touch along one plane on either side: n and the two places in one frame.
template <int D>
bool in_one_plane(const Vec<D>& normal, const Vec<D>& other_normal, const Vec<D>& between, double gap_between,
                  double size) {
  const double away = normal.dot(between);
  return (normal - other_normal).squaredNorm() <= flat_slack * flat_slack && std::abs(away) <= flat_slack * size &&
         std::abs(away + gap_between) <= flat_slack * size;
}

/// Marks the corners of the hull of points in a plane, given by two coordinates; what is as near to its sides as `slack` is none.
/// The point farthest from another one is a corner, and so is the farthest beyond a line, of equals the one farthest along it.
class FlatHull {
 public:
  std::vector<std::uint8_t> corner;

  FlatHull(const std::vector<Vec<2>>& points, double slack) : corner(points.size(), 0), points_(points), slack_(slack) {
    const std::size_t a = farthest_from(points[0]);
    const std::size_t b = farthest_from(points[a]);
    corner[a] = corner[b] = 1;
    if (a != b) {
      beyond(a, b);
      beyond(b, a);
    }
  }

 private:
  const std::vector<Vec<2>>& points_;
  double slack_;

  [[nodiscard]] std::size_t farthest_from(const Vec<2>& from) const {
    std::size_t far = 0;
    for (std::size_t k = 1; k < points_.size(); ++k) {
      far = (points_[k] - from).squaredNorm() > (points_[far] - from).squaredNorm() ? k : far;
    }
    return far;
  }
  void beyond(std::size_t a, std::size_t b) {
    const Vec<2> along = points_[b] - points_[a];
    const double length = along.norm();
    if (!(length > slack_)) {
      return;
    }
    const Vec<2> out(along[1] / length, -along[0] / length);
    double most = 0.0;
    for (const Vec<2>& point : points_) {
      most = std::max(most, out.dot(point - points_[a]));
    }
    if (most <= slack_) {
      return;
    }
    std::size_t found = a;
    for (std::size_t k = 0; k < points_.size(); ++k) {
      if (out.dot(points_[k] - points_[a]) >= most - slack_ &&
          (found == a || along.dot(points_[k] - points_[found]) > 0.0)) {
        found = k;
      }
    }
    corner[found] = 1;
    beyond(a, found);
    beyond(found, b);
  }
};

/// Which of the places, all in the plane across the normal, are corners of their hull.
inline std::vector<std::uint8_t> hull_corners(const std::vector<Vec<2>>& places, const Vec<2>& normal,
                                              double /*slack*/) {
  const Vec<2> along(-normal[1], normal[0]);
  const auto before = [&](const Vec<2>& a, const Vec<2>& b) { return along.dot(a) < along.dot(b); };
  const auto [least, most] = std::minmax_element(places.begin(), places.end(), before);
  std::vector<std::uint8_t> corner(places.size(), 0);
  corner[static_cast<std::size_t>(least - places.begin())] = 1;
  corner[static_cast<std::size_t>(most - places.begin())] = 1;
  return corner;
}
inline std::vector<std::uint8_t> hull_corners(const std::vector<Vec<3>>& places, const Vec<3>& normal, double slack) {
  const Vec<3> along = normal.unitOrthogonal(), across = normal.cross(along);
  std::vector<Vec<2>> flat;
  flat.reserve(places.size());
  for (const Vec<3>& place : places) {
    flat.emplace_back(along.dot(place), across.dot(place));
  }
  return FlatHull(flat, slack).corner;
}

/// Leaves out points of flat contacts that are no corners. `flat` says which points lie between planes, `turn` takes normals to
/// the frame of the first body, which has the given size.
template <int D, class Point, class Flat>
void drop_inner(std::vector<Point>& points, std::size_t begin, double size, const Rotation<D>& turn, const Flat& flat) {
  const std::size_t count = points.size() - begin;
  if (count <= static_cast<std::size_t>(Manifold<D>::most)) {
    return;
  }
  std::vector<std::uint8_t> seen(count, 0), inner(count, 0);
  std::vector<std::size_t> group;
  std::vector<Vec<D>> places;
  for (std::size_t a = 0; a < count; ++a) {
    const Point& p = points[begin + a];
    const Vec<D> normal = turn.apply_inverse(p.normal);
    group.clear();
    places.clear();
    for (std::size_t b = a; b < count && seen[a] == 0 && flat(p); ++b) {
      const Point& q = points[begin + b];
      if (seen[b] == 0 && flat(q) &&
          in_one_plane<D>(normal, turn.apply_inverse(q.normal), q.local_first - p.local_first, q.gap - p.gap, size)) {
        group.push_back(b);
        places.push_back(q.local_first);
      }
    }
    for (const std::size_t b : group) {
      seen[b] = 1;
    }
    if (group.size() > static_cast<std::size_t>(Manifold<D>::most)) {
      const std::vector<std::uint8_t> corner = hull_corners(places, normal, 1e-9 * size);
      for (std::size_t k = 0; k < group.size(); ++k) {
        inner[group[k]] = corner[k] == 0 ? 1 : 0;
      }
    }
  }
  std::size_t kept = begin;
  for (std::size_t k = 0; k < count; ++k) {
    if (inner[k] == 0) {
      points[kept++] = points[begin + k];
    }
  }
  points.resize(kept);
}

}  // namespace gluey
