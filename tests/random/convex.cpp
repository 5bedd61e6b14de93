#include "random/convex.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
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

/// The nearest point to 0 of the hull of up to D + 1 points, of which those that make it stay.
template <int D>
Vec<D> nearest_of_simplex(std::vector<Vec<D>>& corners) {
  Vec<D> best = corners[0];
  double best_norm = std::numeric_limits<double>::infinity();
  std::vector<Vec<D>> kept;
  const std::size_t count = corners.size();
  for (unsigned mask = 1; mask < (1U << count); ++mask) {
    std::vector<Vec<D>> chosen;
    for (std::size_t k = 0; k < count; ++k) {
      if (((mask >> k) & 1U) != 0) {
        chosen.push_back(corners[k]);
      }
    }
    // Orthonormal directions of the flat through them, and the weights of the point of it that is nearest to 0.
    const std::size_t m = chosen.size() - 1;
    if (m > D) {
      continue;
    }
    Eigen::Matrix<double, 3, 3> gram = Eigen::Matrix3d::Identity();
    Eigen::Vector3d right = Eigen::Vector3d::Zero();
    for (std::size_t r = 0; r < m; ++r) {
      for (std::size_t s = 0; s < m; ++s) {
        gram(static_cast<int>(r), static_cast<int>(s)) = (chosen[r + 1] - chosen[0]).dot(chosen[s + 1] - chosen[0]);
      }
      right[static_cast<int>(r)] = -(chosen[r + 1] - chosen[0]).dot(chosen[0]);
    }
    double scale = 1.0;
    for (std::size_t r = 0; r < m; ++r) {
      scale *= gram(static_cast<int>(r), static_cast<int>(r));
    }
    const double det = gram.determinant();
    if (!(det > 1e-14 * scale) && m > 0) {
      continue;
    }
    const Eigen::Vector3d weight = m > 0 ? Eigen::Vector3d(gram.inverse() * right) : Eigen::Vector3d::Zero();
    double first = 1.0;
    bool inside = true;
    Vec<D> point = chosen[0];
    for (std::size_t r = 0; r < m; ++r) {
      first -= weight[static_cast<int>(r)];
      inside = inside && weight[static_cast<int>(r)] >= 0.0;
      point += weight[static_cast<int>(r)] * (chosen[r + 1] - chosen[0]);
    }
    if (inside && first >= 0.0 && point.norm() < best_norm) {
      best_norm = point.norm();
      best = point;
      kept = chosen;
    }
  }
  corners = kept;
  return best;
}

/// The distance of the cores of two parts that are apart: 0 where they are not, with the normal of the best slab.
template <int D>
Distance<D> apart(const Convex<D>& a, const Convex<D>& b) {
  const auto difference = [&](const Vec<D>& n) { return Vec<D>(b.support(-n) - a.support(n)); };  // smallest along n
  Distance<D> best{-std::numeric_limits<double>::infinity(), Vec<D>::UnitX()};
  Vec<D> v = difference(Vec<D>::UnitX());
  std::vector<Vec<D>> simplex = {v};
  double reached = std::numeric_limits<double>::infinity();
  for (int iteration = 0; iteration < 200; ++iteration) {
    const double length = v.norm();
    if (!(length > 1e-14)) {
      break;
    }
    const Vec<D> n = v / length;
    const Vec<D> w = difference(n);
    const double gap = n.dot(w);
    if (gap > best.value) {
      best = {gap, n};
    }
    if (gap > (1.0 - 1e-6) * length) {
      reached = std::min(reached, length);  // of second order in the error of n, where the slab is of first
    }
    if (length - gap <= 1e-13 * length + 1e-15 ||
        std::any_of(simplex.begin(), simplex.end(), [&](const Vec<D>& s) { return s == w; }) ||
        simplex.size() == D + 1) {
      break;
    }
    simplex.push_back(w);
    v = nearest_of_simplex<D>(simplex);
  }
  best.value = std::isfinite(reached) ? reached : best.value;
  return best;
}

std::vector<Vec<2>> directions_all_around(const Vec<2>&) {
  std::vector<Vec<2>> all;
  for (int k = 0; k < 240; ++k) {
    const double angle = 2.0 * std::numbers::pi * k / 240.0;
    all.push_back({std::cos(angle), std::sin(angle)});
  }
  return all;
}
std::vector<Vec<3>> directions_all_around(const Vec<3>&) { return {}; }
std::vector<Vec<2>> across(const Vec<2>& n) { return {Vec<2>(-n[1], n[0]), Vec<2>(n[1], -n[0])}; }
std::vector<Vec<3>> across(const Vec<3>& n) { return {n.unitOrthogonal()}; }

/// The hull of points of the Minkowski difference grows where its border is nearest to 0, until it is the border of the whole there
/// (van den Bergen's expanding polytope). `inside` becomes the distance of 0 from that border, `normal` its outward normal.
void expand(const Convex<3>& a, const Convex<3>& b, double& inside, Vec<3>& normal, double& doubt) {
  const auto furthest = [&](const Vec<3>& n) {
    return Vec<3>(b.support(n) - a.support(-n) + (a.radius + b.radius) * n);
  };
  struct Face {
    Vec<3> p, q, r, n;
    double d;
  };
  std::vector<Face> faces;
  const auto add = [&](const Vec<3>& p, const Vec<3>& q, const Vec<3>& r) {
    const Vec<3> across = Vec<3>(q - p).cross(r - p);
    const double area = across.norm();
    // A face without an area is nowhere nearest.
    if (area > 1e-14 * (q - p).norm() * (r - p).norm()) {
      faces.push_back({p, q, r, across / area, across.dot(p) / area});
    } else {
      faces.push_back({p, q, r, Vec<3>::Zero(), std::numeric_limits<double>::infinity()});
    }
  };
  std::vector<Vec<3>> first;
  for (const Vec<3>& n : {Vec<3>(1, 1, 1), Vec<3>(1, -1, -1), Vec<3>(-1, 1, -1), Vec<3>(-1, -1, 1)}) {
    first.push_back(furthest(n.normalized()));
  }
  const Vec<3> middle = 0.25 * (first[0] + first[1] + first[2] + first[3]);
  for (int skipped = 0; skipped < 4; ++skipped) {
    const Vec<3>&p = first[static_cast<std::size_t>((skipped + 1) % 4)],
          &q = first[static_cast<std::size_t>((skipped + 2) % 4)],
          &r = first[static_cast<std::size_t>((skipped + 3) % 4)];
    if (Vec<3>(q - p).cross(r - p).dot(p - middle) > 0.0) {
      add(p, q, r);
    } else {
      add(p, r, q);
    }
  }
  for (int iteration = 0; iteration < 120; ++iteration) {
    const auto nearest =
        std::min_element(faces.begin(), faces.end(), [](const Face& f, const Face& g) { return f.d < g.d; });
    inside = nearest->d;
    normal = nearest->n;
    const Vec<3> w = furthest(normal);
    doubt = normal.dot(w) - inside;  // the border is no further
    if (doubt < 1e-9 * w.norm() + 1e-15) {
      return;
    }
    std::vector<std::array<Vec<3>, 2>> border;
    const auto meet = [&](const Vec<3>& from, const Vec<3>& to) {
      const auto back = std::find_if(border.begin(), border.end(),
                                     [&](const auto& edge) { return edge[0] == to && edge[1] == from; });
      if (back != border.end()) {
        border.erase(back);
      } else {
        border.push_back({from, to});
      }
    };
    std::vector<Face> kept;
    for (const Face& face : faces) {
      if (face.n.dot(w) - face.d > 1e-14) {
        meet(face.p, face.q);
        meet(face.q, face.r);
        meet(face.r, face.p);
      } else {
        kept.push_back(face);
      }
    }
    if (border.empty()) {
      return;
    }
    faces = kept;
    for (const auto& edge : border) {
      add(edge[0], edge[1], w);
    }
  }
}
void expand(const Convex<2>&, const Convex<2>&, double&, Vec<2>&, double&) {}  // all directions can be tried

/// The widest slab of all, between parts that overlap.
template <int D>
Distance<D> widest(const Convex<D>& a, const Convex<D>& b, const Vec<D>& first_guess) {
  Distance<D> best{-std::numeric_limits<double>::infinity(), Vec<D>::UnitX()};
  const auto take = [&](const Vec<D>& n) {
    const double gap = slab(a, b, n);
    if (gap > best.value) {
      best = {gap, n};
      return true;
    }
    return false;
  };
  for (const Convex<D>* part : {&a, &b}) {
    for (const Vec<D>& n : part->normals) {
      take(n);
      take(-n);
    }
  }
  if constexpr (D == 3) {
    for (const Vec<3>& e : a.edges) {
      for (const Vec<3>& f : b.edges) {
        const Vec<3> n = e.cross(f);
        if (n.norm() > 1e-9 * e.norm() * f.norm()) {
          take(n.normalized());
          take(-n.normalized());
        }
      }
    }
  }
  take(first_guess);
  const auto polytope = [](const Convex<D>& c) { return !c.smooth && c.points.size() > 1; };
  if (polytope(a) && polytope(b)) {
    return best;  // no face of their difference has another normal
  }
  if (D == 3) {
    double inside = 0.0, doubt = 0.0;
    expand(a, b, inside, best.normal, doubt);
    return {-inside, -best.normal, doubt};
  }
  std::vector<Distance<D>> starts;
  for (const Vec<D>& n : directions_all_around(Vec<D>())) {
    starts.push_back({slab(a, b, n), n});
  }
  std::partial_sort(starts.begin(), starts.begin() + 4, starts.end(),
                    [](const auto& s, const auto& t) { return s.value > t.value; });
  starts.resize(4);
  starts.push_back(best);
  for (const Distance<D>& start : starts) {
    Distance<D> here = start;
    for (double width = 0.15; width > 1e-10;) {
      bool better = false;
      for (const Vec<D>& way : across(here.normal)) {
        const Vec<D> n = (here.normal + width * way).normalized();
        const double gap = slab(a, b, n);
        if (gap > here.value) {
          here = {gap, n};
          better = true;
          break;
        }
      }
      width *= better ? 1.3 : 0.7;
    }
    if (here.value > best.value) {
      best = here;
    }
  }
  return best;
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

template <int D>
Convex<D> Convex<D>::moved(const Pose<D>& to) const {
  Convex<D> there = *this;
  for (Vec<D>& x : there.points) {
    x = to.to_world(x);
  }
  for (std::vector<Vec<D>>* ways : {&there.normals, &there.edges}) {
    for (Vec<D>& way : *ways) {
      way = to.orientation.apply(way);
    }
  }
  there.pose = combined(to, pose);
  there.point = to.to_world(point);
  there.normal = to.orientation.apply(normal);
  return there;
}

template <int D>
Vec<D> Convex<D>::support(const Vec<D>& n) const {
  if (!smooth) {
    const Vec<D>* best = &points[0];
    for (const Vec<D>& candidate : points) {
      if (n.dot(candidate) > n.dot(*best)) {
        best = &candidate;
      }
    }
    return *best;
  }
  // The gradient of the dual norm of (a n_x, b n_y, c n_z).
  const Vec<D> local = pose.orientation.apply_inverse(n).cwiseProduct(radii);
  const auto dual = [](double exponent) { return exponent / (exponent - 1.0); };
  const double ps = dual(p), qs = dual(q);
  Vec<D> furthest;
  const double x = std::abs(local[0]), y = std::abs(local[1]);
  const double most = std::max(x, y);
  const double flat = most > 0.0 ? most * std::pow(std::pow(x / most, ps) + std::pow(y / most, ps), 1.0 / ps) : 0.0;
  const auto part = [](double of, double whole, double exponent) {
    return whole > 0.0 ? std::pow(of / whole, exponent - 1.0) : 0.0;
  };
  double share = 1.0;  // of the first two in all
  if constexpr (D == 3) {
    const double z = std::abs(local[2]), top = std::max(flat, z);
    const double whole = top > 0.0 ? top * std::pow(std::pow(flat / top, qs) + std::pow(z / top, qs), 1.0 / qs) : 0.0;
    share = part(flat, whole, qs);
    furthest[2] = std::copysign(radii[2] * part(z, whole, qs), local[2]);
  }
  furthest[0] = std::copysign(radii[0] * share * part(x, flat, ps), local[0]);
  furthest[1] = std::copysign(radii[1] * share * part(y, flat, ps), local[1]);
  return pose.to_world(furthest);
}

template <int D>
double Convex<D>::bluntness() const {
  if (!smooth) {
    return 0.0;
  }
  const double most = radii.maxCoeff();
  return p == 2.0 && q == 2.0 ? most * most / radii.minCoeff() : std::numeric_limits<double>::infinity();
}

template <int D>
double slab(const Convex<D>& a, const Convex<D>& b, const Vec<D>& n) {
  if (b.half_space) {  // its surface is the only slab there is
    return b.normal.dot(a.support(-b.normal) - b.point) - a.radius;
  }
  return n.dot(b.support(-n) - a.support(n)) - a.radius - b.radius;
}

template <int D>
Distance<D> distance(const Convex<D>& a, const Convex<D>& b) {
  if (b.half_space) {
    return {slab(a, b, b.normal), -b.normal};
  }
  Distance<D> found = apart(a, b);
  if (found.value > 1e-10) {
    found.value -= a.radius + b.radius;
    return found;
  }
  return widest<D>(a, b, found.normal);
}

template struct Convex<2>;
template struct Convex<3>;
template Convex<2> ball<2>(const Vec<2>&, double);
template Convex<3> ball<3>(const Vec<3>&, double);
template std::vector<Convex<2>> pieces<2>(const std::vector<Part<2>>&);
template std::vector<Convex<3>> pieces<3>(const std::vector<Part<3>>&);
template double slab<2>(const Convex<2>&, const Convex<2>&, const Vec<2>&);
template double slab<3>(const Convex<3>&, const Convex<3>&, const Vec<3>&);
template Distance<2> distance<2>(const Convex<2>&, const Convex<2>&);
template Distance<3> distance<3>(const Convex<3>&, const Convex<3>&);

}  // namespace gluey::test
