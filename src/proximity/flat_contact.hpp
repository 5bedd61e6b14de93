#pragma once
// A flat contact of many parts, as of a box on a mesh, is one contact of two planes. The gap between planes is affine, so that of its points
// only the corners say something: the others, at the seams of the parts, follow from them, and would make the contact depend on how a
// plane is cut up.

#include "core/infinity.hpp"
#include "core/vector.hpp"
#include "geometry/distance/polytope_manifold.hpp"
#include "geometry/manifold.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

namespace gluey {

/// Relative to the size of a body, and as an angle: what a solver leaves of tilt and gaps is no more.
inline constexpr double flat_slack = 1e-6;

/// As an angle: by how much two flat surfaces that touch may be tilted against the normal of their contact. Where an edge comes down, it is that
/// of neither, and the surfaces may turn into one plane within the step.
inline constexpr double flat_tilt = 0.1;

/// The sharpest tip, relative to a body's size: a superellipsoid with an exponent below 2 has radii of curvature of 0 at its poles.
inline constexpr double sharpest = 1e-3;

/// 1/r of a surface, no flatter than a body of this size, and finite.
inline double bounded_curvature(double radius, double size) {
  return 1.0 / std::max(std::min(radius, size), std::isfinite(size) ? sharpest * size : 1e-12);
}

/// A place and the gap there.
template <int D>
struct Mean {
  Vec<D> place;
  double gap;
};

/// The least mean gap of points whose mean is x, at most D of them; infinite where x is no mean of theirs. All lie in a plane.
template <int D>
double least_mean(const Vec<D>& x, const std::vector<Mean<D>>& points, double slack) {
  double least = infinity;
  const std::size_t n = points.size();
  for (std::size_t a = 0; a < n; ++a) {
    const Vec<D> from = x - points[a].place;
    if (from.norm() <= slack) {
      least = std::min(least, points[a].gap);
    }
    for (std::size_t b = a + 1; b < n; ++b) {
      const Vec<D> e = points[b].place - points[a].place;
      const double ee = e.squaredNorm();
      const double t = ee > 0.0 ? from.dot(e) / ee : -1.0;
      if (t > 0.0 && t < 1.0 && (from - t * e).norm() <= slack) {
        least = std::min(least, (1.0 - t) * points[a].gap + t * points[b].gap);
      }
      for (std::size_t c = b + 1; D == 3 && c < n; ++c) {
        const Vec<D> f = points[c].place - points[a].place;
        const double ff = f.squaredNorm(), ef = e.dot(f), det = ee * ff - ef * ef;
        if (!(det > 1e-12 * ee * ff)) {
          continue;
        }
        const double u = (from.dot(e) * ff - from.dot(f) * ef) / det, v = (from.dot(f) * ee - from.dot(e) * ef) / det;
        if (u > 0.0 && v > 0.0 && u + v < 1.0) {
          least = std::min(least, (1.0 - u - v) * points[a].gap + u * points[b].gap + v * points[c].gap);
        }
      }
    }
  }
  return least;
}

/// Which of the places, corners of a flat contact, stand for all where there are more than a manifold holds: the deepest, and with it
/// those that span most.
inline void widest(std::vector<Touch<2>>& /*touches*/, const Vec<2>& /*normal*/) {}
inline void widest(std::vector<Touch<3>>& touches, const Vec<3>& normal) {
  const auto deepest =
      std::min_element(touches.begin(), touches.end(), [](const auto& a, const auto& b) { return a.gap < b.gap; });
  std::iter_swap(touches.begin(), deepest);
  touches.resize(static_cast<std::size_t>(polytope::widest(touches, normal)));
}

/// Leaves out points that follow from others. Points between the same two rigid bodies with one normal have velocities u_n that are affine in
/// their places, so D/h + u_n ≥ 0 holds at a mean of places where it holds at these, if D is there no less than the mean of theirs. That
/// applies to points between surfaces that go on from one to the other: of the same part, or of two flat ones, in one plane on the second
/// body or on the first. Sizes are those of the two owners, `turn` is the orientation of the first.
template <int D, class Point>
void drop_implied(std::vector<Point>& points, std::size_t begin, const Rotation<D>& turn, double size_first,
                  double size_second) {
  const std::size_t count = points.size() - begin;
  if (count <= 2) {
    return;
  }
  const double flat_first = bounded_curvature(infinity, size_first);
  const double flat_second = bounded_curvature(infinity, size_second);
  const auto one_pair = [](const Point& p, const Point& q) {
    return p.part_first == q.part_first && p.part_second == q.part_second && p.image == q.image;
  };
  const auto one_surface = [&](const Point& p, const Point& q) {
    const Vec<D> normal = turn.apply_inverse(p.normal), way = q.local_first - p.local_first;
    const double away = normal.dot(way), slack = flat_slack * size_first + flat_tilt * way.norm();
    return (p.part_first == q.part_first || (p.curvature_first == flat_first && q.curvature_first == flat_first)) &&
           ((p.part_second == q.part_second && p.image == q.image) ||
            (p.curvature_second == flat_second && q.curvature_second == flat_second)) &&
           (p.normal - q.normal).squaredNorm() <= flat_slack * flat_slack &&
           (std::abs(away) <= slack || std::abs(away + q.gap - p.gap) <= slack);
  };
  std::vector<std::uint8_t> seen(count, 0), implied(count, 0);
  std::vector<std::size_t> group;
  for (std::size_t a = 0; a < count; ++a) {
    if (seen[a] != 0) {
      continue;
    }
    const Point& p = points[begin + a];
    const Vec<D> normal = turn.apply_inverse(p.normal);
    const auto across = [&](const Point& q) { return Vec<D>(q.local_first - normal.dot(q.local_first) * normal); };
    group.clear();
    bool several = false;
    for (std::size_t b = a; b < count; ++b) {
      if (seen[b] == 0 && one_surface(p, points[begin + b])) {
        group.push_back(b);
        seen[b] = 1;
        several = several || !one_pair(p, points[begin + b]);
      }
    }
    if (!several || group.size() <= 2) {
      continue;  // two parts see to their corners themselves
    }
    // The farthest apart first: what is left of the others must be implied by what stays.
    std::stable_sort(group.begin(), group.end(),
                     [&](std::size_t b, std::size_t c) { return points[begin + b].gap > points[begin + c].gap; });
    std::vector<std::size_t> rest = group;
    for (const std::size_t b : group) {
      std::vector<Mean<D>> others;
      for (const std::size_t c : rest) {
        if (c != b) {
          others.push_back({across(points[begin + c]), points[begin + c].gap});
        }
      }
      if (least_mean<D>(across(points[begin + b]), others, flat_slack * size_first) <=
          points[begin + b].gap + flat_slack * size_first) {
        implied[b] = 1;
        std::erase(rest, b);
      }
    }
    std::vector<Touch<D>> corners;
    for (const std::size_t c : rest) {
      corners.push_back({points[begin + c].gap, points[begin + c].local_first});
    }
    if (corners.size() > static_cast<std::size_t>(Manifold<D>::most)) {
      widest(corners, normal);
      for (const std::size_t c : rest) {
        implied[c] = std::any_of(corners.begin(), corners.end(),
                                 [&](const Touch<D>& t) { return t.point == points[begin + c].local_first; })
                         ? 0
                         : 1;
      }
    }
  }
  std::size_t kept = begin;
  for (std::size_t k = 0; k < count; ++k) {
    if (implied[k] == 0) {
      points[kept++] = points[begin + k];
    }
  }
  points.resize(kept);
}

}  // namespace gluey
