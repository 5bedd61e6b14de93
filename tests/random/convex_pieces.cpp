// Parts of shapes and obstacles as convex pieces.

#include "random/convex.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace gluey::test {
namespace {

template <int D>
Convex<D> hull_of(std::vector<Vec<D>> points, double radius = 0.0) {
  Convex<D> convex;
  convex.points = std::move(points);
  convex.radius = radius;
  return convex;
}

/// The border of a polygon, corners in order.
Convex<2> polygon_of(const std::vector<Vec<2>>& corners) {
  Convex<2> convex = hull_of<2>(corners);
  for (std::size_t k = 0; k < corners.size(); ++k) {
    const Vec<2> edge = corners[(k + 1) % corners.size()] - corners[k];
    convex.edges.push_back(edge);
    convex.normals.push_back(Vec<2>(edge[1], -edge[0]).normalized());
  }
  return convex;
}
Convex<2> line_of(const Vec<2>& from, const Vec<2>& to, double radius) {
  Convex<2> convex = hull_of<2>({from, to}, radius);
  const Vec<2> along = to - from, across(-along[1], along[0]);
  convex.edges = {along};
  convex.normals = {across.normalized(), -across.normalized(), along.normalized(), -along.normalized()};
  return convex;
}
Convex<3> line_of(const Vec<3>& from, const Vec<3>& to, double radius) {
  Convex<3> convex = hull_of<3>({from, to}, radius);
  convex.edges = {to - from};
  return convex;
}
/// A flat polygon in space, corners in order.
Convex<3> flat_of(const std::vector<Vec<3>>& corners) {
  Convex<3> convex = hull_of<3>(corners);
  const Vec<3> normal = (corners[1] - corners[0]).cross(corners[2] - corners[0]).normalized();
  convex.normals = {normal, -normal};
  for (std::size_t k = 0; k < corners.size(); ++k) {
    convex.edges.push_back(corners[(k + 1) % corners.size()] - corners[k]);
  }
  return convex;
}

template <int D>
struct Maker {
  Pose<D> pose;

  Convex<D> operator()(const Plane<D>& plane) const {
    Convex<D> convex;
    convex.half_space = true;
    convex.point = pose.to_world(plane.point);
    convex.normal = pose.orientation.apply(plane.normal);
    return convex;
  }
  Convex<D> operator()(const Sphere<D>& sphere) const { return ball<D>(pose.to_world(sphere.position), sphere.radius); }
  Convex<D> operator()(const Segment<D>& segment) const {
    return line_of(pose.to_world(segment.from), pose.to_world(segment.to), segment.radius);
  }
  Convex<D> operator()(const Box<D>& box) const {
    const Pose<D> own = combined(pose, box.pose);
    if constexpr (D == 2) {
      const Vec<2>& h = box.half;
      return polygon_of({own.to_world({-h[0], -h[1]}), own.to_world({h[0], -h[1]}), own.to_world({h[0], h[1]}),
                         own.to_world({-h[0], h[1]})});
    } else {
      Convex<3> convex;
      for (int k = 0; k < 8; ++k) {
        convex.points.push_back(own.to_world(box.half.cwiseProduct(
            Vec<3>((k & 1) != 0 ? 1.0 : -1.0, (k & 2) != 0 ? 1.0 : -1.0, (k & 4) != 0 ? 1.0 : -1.0))));
      }
      for (int k = 0; k < 3; ++k) {
        const Vec<3> axis = own.orientation.apply(Vec<3>(Vec<3>::Unit(k)));
        convex.edges.push_back(axis);
        convex.normals.push_back(axis);
        convex.normals.push_back(-axis);
      }
      return convex;
    }
  }
  Convex<D> operator()(const Polygon& polygon) const
    requires(D == 2)
  {
    std::vector<Vec<2>> corners;
    for (const Vec<2>& point : polygon.points) {
      corners.push_back(pose.to_world(point));
    }
    return polygon_of(corners);
  }
  Convex<D> operator()(const Polyhedron& polyhedron) const
    requires(D == 3)
  {
    Convex<3> convex;
    for (const Vec<3>& point : polyhedron.points) {
      convex.points.push_back(pose.to_world(point));
    }
    const Topology& topology = *polyhedron.topology;
    for (std::size_t f = 0; f + 1 < topology.face.size(); ++f) {
      const auto corner = [&](std::int32_t k) {
        return convex.points[static_cast<std::size_t>(topology.corner[static_cast<std::size_t>(topology.face[f] + k)])];
      };
      const std::int32_t count = topology.face[f + 1] - topology.face[f];
      Vec<3> normal = Vec<3>::Zero();
      for (std::int32_t k = 0; k < count; ++k) {
        normal += Vec<3>(corner(k) - corner(0)).cross(corner((k + 1) % count) - corner(0));
        convex.edges.push_back(corner((k + 1) % count) - corner(k));
      }
      convex.normals.push_back(normal.normalized());
    }
    return convex;
  }
  Convex<D> operator()(const Triangle& triangle) const
    requires(D == 3)
  {
    return flat_of(
        {pose.to_world(triangle.points[0]), pose.to_world(triangle.points[1]), pose.to_world(triangle.points[2])});
  }
  Convex<D> operator()(const Ellipsoid<D>& ellipsoid) const {
    return smooth(combined(pose, ellipsoid.pose), ellipsoid.radii, 2.0, 2.0);
  }
  Convex<D> operator()(const Superellipsoid<D>& shape) const {
    return smooth(combined(pose, shape.pose), shape.radii, shape.exponents[0], shape.exponents[D - 2]);
  }
  static Convex<D> smooth(const Pose<D>& at, const Vec<D>& radii, double p, double q) {
    Convex<D> convex;
    convex.smooth = true;
    convex.pose = at;
    convex.radii = radii;
    convex.p = p;
    convex.q = q;
    return convex;
  }
};

/// Two thin walls in one line, end to end.
void merge(std::vector<Convex<2>>& all) {
  const auto thin = [](const Convex<2>& c) { return c.points.size() == 2 && c.radius == 0.0; };
  for (std::size_t a = 0; a + 1 < all.size();) {
    Convex<2>&first = all[a], &second = all[a + 1];
    if (thin(first) && thin(second) && first.points[1] == second.points[0] &&
        first.edges[0].normalized().dot(second.edges[0].normalized()) > 1.0 - 1e-15) {
      first = line_of(first.points[0], second.points[1], 0.0);
      all.erase(all.begin() + static_cast<std::ptrdiff_t>(a) + 1);
    } else {
      ++a;
    }
  }
}

/// Triangles in one plane become the hull of all where that is no larger than they are.
void merge(std::vector<Convex<3>>& all) {
  const auto flat = [](const Convex<3>& c) { return !c.smooth && !c.half_space && c.normals.size() == 2; };
  const auto area_of = [](const std::vector<Vec<3>>& loop) {
    Vec<3> sum = Vec<3>::Zero();
    for (std::size_t k = 1; k + 1 < loop.size(); ++k) {
      sum += Vec<3>(loop[k] - loop[0]).cross(loop[k + 1] - loop[0]);
    }
    return 0.5 * sum.norm();
  };
  for (std::size_t a = 0; a < all.size(); ++a) {
    if (!flat(all[a])) {
      continue;
    }
    const Vec<3> n = all[a].normals[0];
    std::vector<std::size_t> same;
    std::vector<Vec<3>> points;
    double area = 0.0;
    for (std::size_t b = a; b < all.size(); ++b) {
      if (flat(all[b]) && std::abs(n.dot(all[b].normals[0])) > 1.0 - 1e-13 &&
          std::abs(n.dot(all[b].points[0] - all[a].points[0])) < 1e-12) {
        same.push_back(b);
        area += area_of(all[b].points);
        points.insert(points.end(), all[b].points.begin(), all[b].points.end());
      }
    }
    // Their hull, by walking around it.
    const Vec<3> x = n.unitOrthogonal(), y = n.cross(x);
    std::sort(points.begin(), points.end(), [&](const Vec<3>& s, const Vec<3>& t) {
      return std::abs(s.dot(x) - t.dot(x)) > 1e-12 ? s.dot(x) < t.dot(x) : s.dot(y) < t.dot(y) - 1e-12;
    });
    std::vector<Vec<3>> loop;
    for (int side = 0; side < 2; ++side) {
      const std::size_t begin = loop.size();
      for (const Vec<3>& point : points) {
        while (loop.size() >= begin + 2 &&
               n.dot(Vec<3>(loop.back() - loop[loop.size() - 2]).cross(point - loop.back())) <= 1e-12) {
          loop.pop_back();
        }
        loop.push_back(point);
      }
      loop.pop_back();
      std::reverse(points.begin(), points.end());
    }
    if (same.size() > 1 && loop.size() >= 3 && area_of(loop) <= area * (1.0 + 1e-9)) {
      all[a] = flat_of(loop);
      for (std::size_t k = same.size(); k-- > 1;) {
        all.erase(all.begin() + static_cast<std::ptrdiff_t>(same[k]));
      }
    }
  }
}

}  // namespace

template <int D>
Convex<D> ball(const Vec<D>& center, double radius) {
  return hull_of<D>({center}, radius);
}

template <int D>
std::vector<Convex<D>> pieces(const std::vector<Part<D>>& parts) {
  std::vector<Convex<D>> all;
  for (const Part<D>& part : parts) {
    all.push_back(std::visit(Maker<D>{{}}, part));
  }
  merge(all);
  return all;
}

template Convex<2> ball<2>(const Vec<2>&, double);
template Convex<3> ball<3>(const Vec<3>&, double);
template std::vector<Convex<2>> pieces<2>(const std::vector<Part<2>>&);
template std::vector<Convex<3>> pieces<3>(const std::vector<Part<3>>&);

}  // namespace gluey::test
