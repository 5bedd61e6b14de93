#include "geometry/distance/point_triangle.hpp"

#include <algorithm>
#include <cmath>

namespace gluey {
namespace {

bool before(const Vec<3>& a, const Vec<3>& b) {
  return std::lexicographical_compare(a.data(), a.data() + 3, b.data(), b.data() + 3);
}

/// How far the point lies on the side of `far` of an edge, in the plane of the triangle they make. The same bits whichever
/// way the edge is given.
double inward(const Vec<3>& point, const Vec<3>& from, const Vec<3>& to, const Vec<3>& far) {
  const bool swap = before(to, from);
  const Vec<3>& start = swap ? to : from;
  const Vec<3> along = (swap ? from : to) - start;
  Vec<3> across = far - start;
  across -= across.dot(along) / along.squaredNorm() * along;
  return (point - start).dot(across) / across.norm();
}

}  // namespace

Closest<3> closest(const Vec<3>& point, const Triangle& triangle) {
  const auto& p = triangle.points;
  const std::array<Vec<3>, 3> edge = {p[1] - p[0], p[2] - p[1], p[0] - p[2]};
  const Vec<3> normal = edge[0].cross(-edge[2]);
  const double area = normal.norm();
  const Vec<3> unit = direction<3>(normal, area, Vec<3>::UnitZ());
  const double height = unit.dot(point - p[0]);

  // The nearest point: in the plane, or on the nearest edge that has the point on its outer side.
  Vec<3> foot = point - height * unit;
  bool inside = area > 0.0;
  double nearest = -1.0;
  for (std::size_t k = 0; k < 3; ++k) {
    const Vec<3> from = point - p[k];
    if (area > 0.0 && edge[k].cross(unit).dot(from) <= 0.0) {
      continue;
    }
    inside = false;
    const double squared = edge[k].squaredNorm();
    const double t = squared > 0.0 ? std::clamp(from.dot(edge[k]) / squared, 0.0, 1.0) : 0.0;
    const double here = (from - t * edge[k]).squaredNorm();
    if (nearest < 0.0 || here < nearest) {
      nearest = here;
      foot = p[k] + t * edge[k];
    }
  }
  Closest<3> result;
  const Vec<3> away = inside ? Vec<3>(height * unit) : Vec<3>(point - foot);
  result.distance = away.norm();
  result.outward = direction<3>(away, result.distance, unit, std::sqrt(area));

  // Who owns it. A corner goes before an edge; within rounding of either it is as if on it.
  const double slack = triangle.slack;
  for (std::size_t k = 0; k < 3; ++k) {
    if ((foot - p[k]).norm() <= slack && (triangle.yields[k] || !triangle.spokes[k].empty())) {
      result.owned = !triangle.yields[k];
      for (const Vec<3>& spoke : triangle.spokes[k]) {
        const Vec<3> along = spoke - p[k];
        result.owned = result.owned && (point - p[k]).dot(along) <= slack * along.norm();
      }
      return result;
    }
  }
  for (std::size_t k = 0; k < 3; ++k) {
    const std::size_t next = (k + 1) % 3, far = (k + 2) % 3;
    if (!triangle.joined[k] || (foot - p[k]).cross(edge[k]).norm() > 2.0 * slack * edge[k].norm()) {
      continue;  // well inside
    }
    const double ours = inward(point, p[k], p[next], p[far]);
    const double theirs = inward(point, p[k], p[next], triangle.across[k]);
    const bool over_us = ours > slack, over_them = theirs > slack;
    result.owned = result.owned && (over_us || (!over_them && before(p[far], triangle.across[k])));
  }
  return result;
}

}  // namespace gluey
