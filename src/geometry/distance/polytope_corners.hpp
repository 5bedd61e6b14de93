#pragma once
// Polytopes as the search for a common normal sees them (common_normal.hpp): corners, and surface points on a corner, an
// edge or a face. R = dx/dn is 0 in a corner, without bound along an edge or a face.

#include "geometry/box.hpp"
#include "geometry/distance/nearest_simplex.hpp"
#include "geometry/distance/smooth_surface.hpp"
#include "geometry/polygon.hpp"
#include "geometry/polyhedron.hpp"
#include "geometry/segment.hpp"

#include <span>

namespace gluey {

/// A single point.
template <int D>
struct Dot {};

/// The outward normal of the face that looks most along n; zero where the shape has no faces.
template <int D>
Vec<D> facing(const Dot<D>& /*dot*/, const Vec<D>& /*n*/) {
  return Vec<D>::Zero();
}
template <int D>
Vec<D> facing(const Segment<D>& segment, const Vec<D>& n) {
  if constexpr (D == 2) {
    const Vec<2> along = segment.to - segment.from;
    const double length = along.norm();
    const Vec<2> left = length > 0.0 ? Vec<2>(-along[1] / length, along[0] / length) : Vec<2>(Vec<2>::Zero());
    return left.dot(n) < 0.0 ? Vec<2>(-left) : left;
  } else {
    return Vec<D>::Zero();
  }
}
template <int D>
Vec<D> facing(const Box<D>& /*box*/, const Vec<D>& n) {
  int axis = 0;
  n.cwiseAbs().maxCoeff(&axis);
  Vec<D> normal = Vec<D>::Zero();
  normal[axis] = std::copysign(1.0, n[axis]);
  return normal;
}
inline Vec<2> facing(const Polygon& polygon, const Vec<2>& n) {
  Vec<2> best = Vec<2>::Zero();
  const std::size_t count = polygon.points.size();
  for (std::size_t k = 0; k < count; ++k) {
    const Vec<2> along = polygon.points[(k + 1) % count] - polygon.points[k];
    const double length = along.norm();
    const Vec<2> normal = length > 0.0 ? Vec<2>(along[1] / length, -along[0] / length) : Vec<2>(Vec<2>::Zero());
    best = k == 0 || normal.dot(n) > best.dot(n) ? normal : best;
  }
  return best;
}
inline Vec<3> facing(const Polyhedron& polyhedron, const Vec<3>& n) {
  Vec<3> best = polyhedron.normals.front();
  for (const Vec<3>& normal : polyhedron.normals) {
    best = normal.dot(n) > best.dot(n) ? normal : best;
  }
  return best;
}
inline Vec<3> facing(const Triangle& triangle, const Vec<3>& n) {
  const Vec<3> area = (triangle.points[1] - triangle.points[0]).cross(triangle.points[2] - triangle.points[0]);
  const double length = area.norm();
  const Vec<3> normal = length > 0.0 ? Vec<3>(area / length) : Vec<3>(Vec<3>::Zero());
  return normal.dot(n) < 0.0 ? Vec<3>(-normal) : normal;
}

/// Whether x is in the shape, up to a tolerance. A box is asked in its own axes.
template <int D>
bool contains(const Dot<D>& /*dot*/, const Vec<D>& /*x*/, double /*tolerance*/) {
  return true;
}
template <int D>
bool contains(const Segment<D>& segment, const Vec<D>& x, double tolerance) {
  const Vec<D> along = segment.to - segment.from;
  const double length = along.norm();
  const double place = (x - segment.from).dot(along);
  return place >= -tolerance * length && place <= length * (length + tolerance);
}
template <int D>
bool contains(const Box<D>& box, const Vec<D>& x, double tolerance) {
  return ((x.cwiseAbs() - box.half).array() <= tolerance).all();
}
inline bool contains(const Polygon& polygon, const Vec<2>& x, double tolerance) {
  const std::size_t count = polygon.points.size();
  for (std::size_t k = 0; k < count; ++k) {
    const Vec<2> along = polygon.points[(k + 1) % count] - polygon.points[k];
    const Vec<2> away = x - polygon.points[k];
    if (along[1] * away[0] - along[0] * away[1] > tolerance * along.norm()) {
      return false;
    }
  }
  return true;
}
inline bool contains(const Polyhedron& polyhedron, const Vec<3>& x, double tolerance) {
  const Topology& topology = *polyhedron.topology;
  for (std::size_t f = 0; f < polyhedron.normals.size(); ++f) {
    const auto corner = static_cast<std::size_t>(topology.corner[static_cast<std::size_t>(topology.face[f])]);
    if (polyhedron.normals[f].dot(x - polyhedron.points[corner]) > tolerance) {
      return false;
    }
  }
  return true;
}
inline bool contains(const Triangle& triangle, const Vec<3>& x, double tolerance) {
  const auto& p = triangle.points;
  const Vec<3> area = (p[1] - p[0]).cross(p[2] - p[0]);
  for (std::size_t k = 0; k < 3; ++k) {
    const Vec<3> inward = area.cross(p[(k + 1) % 3] - p[k]);
    if (inward.dot(x - p[k]) < -tolerance * inward.norm()) {
      return false;
    }
  }
  return true;
}

/// The polytope in the working frame: x = position + turn · (its own coordinates). Whichever it is, it is asked through two
/// functions, seldom: so the search is compiled once for all.
template <int D>
struct PolytopeCorners {
  static constexpr bool smooth = false;
  const void* shape;
  Vec<D> (*shape_facing)(const void* shape, const Vec<D>& n);
  bool (*shape_contains)(const void* shape, const Vec<D>& x, double tolerance);
  std::span<const Vec<D>> points;
  Square<D> turn;
  Vec<D> position;
  Vec<D> middle;  ///< mean of the points, in its own coordinates
  Vec<D> center;  ///< the same in the working frame
  double farthest = 0.0;

  template <class Shape>
  PolytopeCorners(const Shape& of, std::span<const Vec<D>> corners, const Square<D>& turned, const Vec<D>& at)
      : shape(&of),
        shape_facing([](const void* some, const Vec<D>& n) -> Vec<D> {
          return gluey::facing(*static_cast<const Shape*>(some), n);
        }),
        shape_contains([](const void* some, const Vec<D>& x, double tolerance) {
          return gluey::contains(*static_cast<const Shape*>(some), x, tolerance);
        }),
        points(corners),
        turn(turned),
        position(at),
        middle(Vec<D>::Zero()) {
    for (const Vec<D>& point : points) {
      middle += point;
    }
    middle /= static_cast<double>(points.size());
    for (const Vec<D>& point : points) {
      farthest = std::max(farthest, (point - middle).squaredNorm());
    }
    farthest = std::sqrt(farthest);
    center = position + turn * middle;
  }

  [[nodiscard]] double size() const { return farthest; }
  [[nodiscard]] double reach() const { return farthest; }
  [[nodiscard]] int corner(const Vec<D>& n) const {
    const Vec<D> own = turn.transpose() * n;
    int best = 0;
    double most = points[0].dot(own);
    for (std::size_t k = 1; k < points.size(); ++k) {
      const double along = points[k].dot(own);
      if (along > most) {
        most = along;
        best = static_cast<int>(k);
      }
    }
    return best;
  }
  /// The corner from the centre, in the working frame.
  [[nodiscard]] Vec<D> offset(int corner) const { return turn * (points[static_cast<std::size_t>(corner)] - middle); }
  [[nodiscard]] double height(const Vec<D>& n) const { return offset(corner(n)).dot(n); }

  /// What the corners of a simplex span, near x and with about the normal n.
  [[nodiscard]] SurfacePoint<D> feature(const Simplex<D>& simplex, const Vec<D>& x, const Vec<D>& n) const {
    const int first = simplex.corner[0].feature;
    int second = first;
    for (int k = 1; k < simplex.count; ++k) {
      const int next = simplex.corner[static_cast<std::size_t>(k)].feature;
      if (next != first && next != second) {
        if (second != first) {
          return face(x, n);
        }
        second = next;
      }
    }
    SurfacePoint<D> result;
    result.x = center + offset(first);
    result.n = n;
    if (second != first) {
      const Vec<D> along = offset(second) - offset(first);
      edge(result, along / along.norm(), x, n);
    }
    return result;
  }
  /// On the face that looks along n, or on a bare segment.
  [[nodiscard]] SurfacePoint<D> face(const Vec<D>& x, const Vec<D>& n) const {
    SurfacePoint<D> result;
    const Vec<D> normal = turn * shape_facing(shape, turn.transpose() * n);
    result.x = center + offset(corner(n));
    result.n = n;
    if (normal.squaredNorm() < 0.5) {
      if (points.size() > 1) {
        const Vec<D> along = offset(1) - offset(0);
        const double length = along.norm();
        if (length > 0.0) {
          edge(result, along / length, x, n);
        }
      }
      return result;
    }
    result.x = center + offset(corner(normal));
    result.flat = 2;
    result.axis = result.n = normal;
    result.x = x - normal * normal.dot(x - result.x);
    result.R = flattest * size() * (Square<D>::Identity() - normal * normal.transpose());
    return result;
  }
  [[nodiscard]] SurfacePoint<D> moved(const SurfacePoint<D>& from, const Vec<D>& dx, const Vec<D>& dn) const {
    SurfacePoint<D> result = from;
    if (from.flat == 2) {
      result.x += dx - from.axis * from.axis.dot(dx);
    } else if (from.flat == 1) {
      edge(result, from.axis, from.x + dx, from.n + dn);
    } else {
      result.n = (from.n + dn).normalized();
    }
    return result;
  }
  /// Whether the point is where the shape reaches furthest along the normal.
  [[nodiscard]] bool holds(const SurfacePoint<D>& point, double tolerance) const {
    return height(point.n) <= point.n.dot(point.x - center) + tolerance &&
           shape_contains(shape, turn.transpose() * (point.x - position), tolerance);
  }

 private:
  /// On the line through result.x along `along`, next to x, with the normal nearest to n.
  void edge(SurfacePoint<D>& result, const Vec<D>& along, const Vec<D>& x, const Vec<D>& n) const {
    const Vec<D> normal = n - along * along.dot(n);
    const double length = normal.norm();
    result.flat = 1;
    result.axis = along;
    result.x += along * along.dot(x - result.x);
    result.n = length > 0.0 ? Vec<D>(normal / length) : result.n;
    result.R = flattest * size() * along * along.transpose();
  }
};

}  // namespace gluey
