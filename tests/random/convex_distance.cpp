// How far two convex pieces are apart, or how deep in each other.

#include "random/convex.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>

namespace gluey::test {
namespace {

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

template double slab<2>(const Convex<2>&, const Convex<2>&, const Vec<2>&);
template double slab<3>(const Convex<3>&, const Convex<3>&, const Vec<3>&);
template Distance<2> distance<2>(const Convex<2>&, const Convex<2>&);
template Distance<3> distance<3>(const Convex<3>&, const Convex<3>&);

}  // namespace gluey::test
