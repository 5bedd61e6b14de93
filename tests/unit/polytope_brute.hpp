#pragma once
// Signed distances of polytopes by trying everything, in long double and without any of the kernel's code: all candidate slabs
// where the cores overlap, all pairs of features where they are apart.

#include "core/random.hpp"
#include "geometry/box.hpp"
#include "geometry/polygon.hpp"
#include "geometry/polyhedron.hpp"
#include "geometry/segment.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

namespace gluey::test {

using Real = long double;
template <int D>
using Far = Eigen::Matrix<Real, D, 1>;

/// A core: its points, the loops of its faces (3D), its edges, and its rounding.
template <int D>
struct Bare {
  std::vector<Far<D>> points;
  std::vector<std::vector<int>> faces;
  std::vector<std::array<int, 2>> edges;
  Real radius = 0.0L;
};

template <int D>
Far<D> moved(const Pose<D>& pose, const Vec<D>& x) {
  if constexpr (D == 2) {
    const Real c = std::cos(Real(pose.orientation.angle)), s = std::sin(Real(pose.orientation.angle));
    return Far<2>(c * x[0] - s * x[1] + pose.position[0], s * x[0] + c * x[1] + pose.position[1]);
  } else {
    const auto q = pose.orientation.quaternion.template cast<Real>().normalized();
    return q * x.template cast<Real>() + pose.position.template cast<Real>();
  }
}

template <int D>
Bare<D> bare(const Segment<D>& segment, const Pose<D>& pose) {
  return {{moved(pose, segment.from), moved(pose, segment.to)}, {}, {{0, 1}}, segment.radius};
}
template <int D>
Bare<D> bare(const Box<D>& box, const Pose<D>& pose) {
  Bare<D> result;
  for (unsigned k = 0; k < (1U << D); ++k) {
    Vec<D> corner;
    for (int axis = 0; axis < D; ++axis) {
      corner[axis] = ((k >> axis) & 1U) != 0 ? box.half[axis] : -box.half[axis];
      const unsigned other = k | (1U << axis);
      if (other != k) {
        result.edges.push_back({static_cast<int>(k), static_cast<int>(other)});
      }
    }
    // In two exact steps, as the owner's frame is one and the box's own another.
    const auto own = moved<D>(box.pose, corner);
    if constexpr (D == 2) {
      const Real c = std::cos(Real(pose.orientation.angle)), s = std::sin(Real(pose.orientation.angle));
      result.points.push_back(Far<2>(c * own[0] - s * own[1], s * own[0] + c * own[1]) +
                              pose.position.template cast<Real>());
    } else {
      result.points.push_back(pose.orientation.quaternion.template cast<Real>().normalized() * own +
                              pose.position.template cast<Real>());
    }
  }
  if constexpr (D == 3) {
    result.faces = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};
  }
  return result;
}
inline Bare<2> bare(const Polygon& polygon, const Pose<2>& pose) {
  Bare<2> result;
  const auto count = static_cast<int>(polygon.points.size());
  for (int k = 0; k < count; ++k) {
    result.points.push_back(moved<2>(pose, polygon.points[static_cast<std::size_t>(k)]));
    result.edges.push_back({k, (k + 1) % count});
  }
  return result;
}
inline Bare<3> bare(const Polyhedron& polyhedron, const Pose<3>& pose) {
  Bare<3> result;
  for (const Vec<3>& point : polyhedron.points) {
    result.points.push_back(moved<3>(pose, point));
  }
  const Topology& topology = *polyhedron.topology;
  for (std::size_t f = 0; f + 1 < topology.face.size(); ++f) {
    result.faces.emplace_back(topology.corner.begin() + topology.face[f],
                              topology.corner.begin() + topology.face[f + 1]);
  }
  for (const Topology::Edge& edge : topology.edges) {
    result.edges.push_back({edge.from, edge.to});
  }
  return result;
}
inline Bare<3> bare(const Triangle& triangle, const Pose<3>& pose) {
  Bare<3> result{{}, {{0, 1, 2}}, {{0, 1}, {1, 2}, {2, 0}}, 0.0L};
  for (const Vec<3>& point : triangle.points) {
    result.points.push_back(moved<3>(pose, point));
  }
  return result;
}

/// The width of the gap between two cores across n; n must be a unit vector.
template <int D>
Real slab(const Bare<D>& a, const Bare<D>& b, const Far<D>& n) {
  Real top = -std::numeric_limits<Real>::infinity(), low = std::numeric_limits<Real>::infinity();
  for (const Far<D>& p : a.points) {
    top = std::max(top, n.dot(p));
  }
  for (const Far<D>& p : b.points) {
    low = std::min(low, n.dot(p));
  }
  return low - top;
}

template <int D>
Real point_edge(const Far<D>& p, const Far<D>& from, const Far<D>& to) {
  const Far<D> along = to - from;
  const Real squared = along.squaredNorm();
  const Real t = squared > 0.0L ? std::clamp((p - from).dot(along) / squared, 0.0L, 1.0L) : 0.0L;
  return (p - from - t * along).norm();
}

inline Real edge_edge(const Far<3>& p, const Far<3>& p2, const Far<3>& q, const Far<3>& q2) {
  Real best =
      std::min({point_edge<3>(p, q, q2), point_edge<3>(p2, q, q2), point_edge<3>(q, p, p2), point_edge<3>(q2, p, p2)});
  const Far<3> e = p2 - p, f = q2 - q, n = e.cross(f);
  const Real squared = n.squaredNorm();
  if (squared > 0.0L) {
    const Real s = (q - p).cross(f).dot(n) / squared, t = (q - p).cross(e).dot(n) / squared;
    if (s >= 0.0L && s <= 1.0L && t >= 0.0L && t <= 1.0L) {
      best = std::min(best, std::abs(n.dot(q - p)) / std::sqrt(squared));
    }
  }
  return best;
}

/// Distance from a point to the inside of a face, infinite where it does not project there.
inline Real point_face(const Far<3>& p, const Bare<3>& shape, const std::vector<int>& loop) {
  const auto corner = [&](std::size_t k) -> const Far<3>& {
    return shape.points[static_cast<std::size_t>(loop[k % loop.size()])];
  };
  Far<3> n = Far<3>::Zero();
  for (std::size_t k = 1; k + 1 < loop.size(); ++k) {
    n += (corner(k) - corner(0)).cross(corner(k + 1) - corner(0));
  }
  for (std::size_t k = 0; k < loop.size(); ++k) {
    if ((corner(k + 1) - corner(k)).cross(p - corner(k)).dot(n) < 0.0L) {
      return std::numeric_limits<Real>::infinity();
    }
  }
  return n.norm() > 0.0L ? std::abs(n.normalized().dot(p - corner(0))) : std::numeric_limits<Real>::infinity();
}

template <int D>
Real signed_distance(const Bare<D>& a, const Bare<D>& b) {
  Real widest = -std::numeric_limits<Real>::infinity();
  const auto consider = [&](Far<D> n) {
    const Real length = n.norm();
    if (length > 1e-15L) {
      n /= length;
      widest = std::max({widest, slab<D>(a, b, n), slab<D>(a, b, -n)});
    }
  };
  const auto along = [](const Bare<D>& s, const std::array<int, 2>& edge) {
    return Far<D>(s.points[static_cast<std::size_t>(edge[1])] - s.points[static_cast<std::size_t>(edge[0])]);
  };
  Real nearest = std::numeric_limits<Real>::infinity();
  for (const bool swapped : {false, true}) {
    const Bare<D>&first = swapped ? b : a, &second = swapped ? a : b;
    if constexpr (D == 2) {
      for (const auto& edge : first.edges) {
        const Far<2> e = along(first, edge);
        consider(Far<2>(e[1], -e[0]));
        for (const Far<2>& p : second.points) {
          nearest = std::min(nearest, point_edge<2>(p, first.points[static_cast<std::size_t>(edge[0])],
                                                    first.points[static_cast<std::size_t>(edge[1])]));
        }
      }
    } else {
      for (const auto& face : first.faces) {
        const auto corner = [&](std::size_t k) { return first.points[static_cast<std::size_t>(face[k])]; };
        Far<3> n = Far<3>::Zero();
        for (std::size_t k = 1; k + 1 < face.size(); ++k) {
          n += (corner(k) - corner(0)).cross(corner(k + 1) - corner(0));
        }
        consider(n);
        for (const Far<3>& p : second.points) {
          nearest = std::min(nearest, point_face(p, first, face));
        }
      }
    }
  }
  if constexpr (D == 3) {
    for (const auto& ours : a.edges) {
      for (const auto& theirs : b.edges) {
        consider(along(a, ours).cross(along(b, theirs)));
        nearest = std::min(
            nearest,
            edge_edge(a.points[static_cast<std::size_t>(ours[0])], a.points[static_cast<std::size_t>(ours[1])],
                      b.points[static_cast<std::size_t>(theirs[0])], b.points[static_cast<std::size_t>(theirs[1])]));
      }
    }
  }
  // Two segments in space have no inside to overlap.
  const bool thin = D == 3 && a.faces.empty() && b.faces.empty();
  return (thin || widest > 0.0L ? nearest : widest) - a.radius - b.radius;
}

/// Some shape of each kind, about one in size; `needle` makes it up to 1:1000.
template <int D>
Vec<D> random_vector(RandomStream& random, double size) {
  Vec<D> x;
  for (int axis = 0; axis < D; ++axis) {
    x[axis] = random.uniform(-size, size);
  }
  return x;
}
template <int D>
Rotation<D> random_turn(RandomStream& random) {
  if constexpr (D == 2) {
    return {random.uniform(-4.0, 4.0)};
  } else {
    return Rotation<3>{}.turned(random_vector<3>(random, 2.0));
  }
}

template <class Shape>
struct Any;
template <int D>
struct Any<Segment<D>> {
  static Segment<D> make(RandomStream& random) {
    return {.from = random_vector<D>(random, 1.0),
            .to = random_vector<D>(random, 1.0),
            .radius = random.uniform() < 0.3 ? 0.0 : random.uniform(0.05, 0.5)};
  }
};
template <int D>
struct Any<Box<D>> {
  static Box<D> make(RandomStream& random) {
    return {{random_vector<D>(random, 0.3), random_turn<D>(random)},
            (random_vector<D>(random, 0.45).array() + 0.5).matrix()};
  }
};
template <>
struct Any<Polygon> {
  static Polygon make(RandomStream& random) {
    const int count = 3 + static_cast<int>(8.0 * random.uniform());
    std::vector<double> angles;
    angles.reserve(static_cast<std::size_t>(count));
    for (int k = 0; k < count; ++k) {
      angles.push_back(2.0 * M_PI * (k + random.uniform(0.0, 0.8)) / count);
    }
    const Vec<2> radii(random.uniform(0.3, 1.0), random.uniform(0.3, 1.0));
    Polygon polygon;
    for (const double angle : angles) {
      polygon.points.emplace_back(radii[0] * std::cos(angle) + 0.1, radii[1] * std::sin(angle));
    }
    return polygon;
  }
};
template <>
struct Any<Polyhedron> {
  static Polyhedron make(RandomStream& random) {
    const int count = 4 + static_cast<int>(12.0 * random.uniform());
    std::vector<Vec<3>> points;
    points.reserve(static_cast<std::size_t>(count));
    for (int k = 0; k < count; ++k) {
      points.push_back(random_vector<3>(random, 1.0));
    }
    return convex_hull(points);
  }
};
template <>
struct Any<Triangle> {
  static Triangle make(RandomStream& random) {
    Triangle triangle;
    for (Vec<3>& point : triangle.points) {
      point = random_vector<3>(random, 1.0);
    }
    return triangle;
  }
};

}  // namespace gluey::test
