#include "geometry/distance/polytope_front.hpp"
#include "geometry/distance/polytope_manifold.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace gluey::polytope {
namespace {

/// Tilt against the normal up to which a face is taken to face the other shape, as 1 − cosine, and an edge, as a sine.
constexpr double face_tilt = 0.01, edge_tilt = 0.1;

struct Scratch {
  std::vector<Vec<3>> polygon, spare;
  std::vector<Touch<3>> touches;
};

Scratch& scratch() {
  thread_local Scratch here;
  return here;
}

/// Keeps what of the polygon lies where (x − p)·side ≤ slack.
void cut(Scratch& s, const Vec<3>& p, const Vec<3>& side, double slack) {
  s.spare.clear();
  const std::size_t count = s.polygon.size();
  for (std::size_t k = 0; k < count; ++k) {
    const Vec<3>&here = s.polygon[k], &next = s.polygon[k + 1 < count ? k + 1 : 0];
    const double out = (here - p).dot(side) - slack, out_next = (next - p).dot(side) - slack;
    if (out <= 0.0) {
      s.spare.push_back(here);
    }
    if ((out < 0.0 && out_next > 0.0) || (out > 0.0 && out_next < 0.0)) {
      s.spare.emplace_back(here + out / (out - out_next) * (next - here));
    }
  }
  s.polygon.swap(s.spare);
}

/// Cuts the face or edge `other` turns here by the reference face, extruded along n (outward from the reference).
void overlay(Scratch& s, const Core<3>& reference, const Front& at, const Core<3>& other, const Front& theirs,
             const Vec<3>& n, double slack) {
  s.polygon.clear();
  if (theirs.face >= 0) {
    for (const std::int32_t k : corners(other, theirs.face)) {
      s.polygon.push_back(other.points[static_cast<std::size_t>(k)]);
    }
  } else {
    s.polygon.assign(other.points.begin(), other.points.end());
  }
  const auto loop = corners(reference, at.face);
  for (std::size_t k = 0; k < loop.size() && !s.polygon.empty(); ++k) {
    const Vec<3>& from = reference.points[static_cast<std::size_t>(loop[k])];
    const Vec<3>& to = reference.points[static_cast<std::size_t>(loop[k + 1 < loop.size() ? k + 1 : 0])];
    const Vec<3> side = (to - from).cross(n);
    const double length = side.norm();
    if (!(length > 0.0)) {
      return s.polygon.clear();  // a face without width bounds nothing
    }
    cut(s, from, side / length, slack);
  }
}

/// A face of one core against what the other turns to it.
void face_contact(const Core<3>& a, const Front& on_a, const Core<3>& b, const Front& on_b, const Vec<3>& n,
                  double slack, Scratch& s) {
  const bool ours = on_b.face < 0 || (on_a.face >= 0 && on_a.cosine >= on_b.cosine - 1e-9);
  if (ours) {
    overlay(s, a, on_a, b, on_b, n, slack);
    const Vec<3>&plane = a.normals[static_cast<std::size_t>(on_a.face)],
          &origin = a.points[static_cast<std::size_t>(corners(a, on_a.face)[0])];
    for (const Vec<3>& x : s.polygon) {
      const double gap = (x - origin).dot(plane) / n.dot(plane);
      s.touches.push_back({gap - below(b, n, x), x - gap * n});
    }
  } else {
    overlay(s, b, on_b, a, on_a, -n, slack);
    const Vec<3>&plane = b.normals[static_cast<std::size_t>(on_b.face)],
          &origin = b.points[static_cast<std::size_t>(corners(b, on_b.face)[0])];
    for (const Vec<3>& x : s.polygon) {
      const double thick = below(a, -n, x);
      s.touches.push_back({(origin - x).dot(plane) / n.dot(plane) - thick, x + thick * n});
    }
  }
}

/// Two edges that lie along each other: the ends of the stretch they share. A lateral offset y between axes that are not
/// quite parallel widens the gap of two cylinders by R − √(R² − y²), R = r_a + r_b.
void edge_contact(const Core<3>& a, const Front& on_a, const Core<3>& b, const Front& on_b, const Vec<3>& n,
                  double slack, Scratch& s) {
  const Vec<3>&p = a.points[static_cast<std::size_t>(on_a.edge->from)],
        &q = b.points[static_cast<std::size_t>(on_b.edge->from)];
  const Vec<3> e = a.points[static_cast<std::size_t>(on_a.edge->to)] - p,
               f = b.points[static_cast<std::size_t>(on_b.edge->to)] - q;
  const Vec<3> flat = e - n.dot(e) * n;
  const double length = flat.norm();
  if (e.cross(f).norm() > edge_tilt * e.norm() * f.norm() || length == 0.0) {
    return;
  }
  const Vec<3> u = flat / length;
  const double across = u.dot(f), start = u.dot(q - p);
  const double low = std::max(0.0, std::min(start, start + across)),
               high = std::min(length, std::max(start, start + across));
  if (low > high || across == 0.0) {
    return;
  }
  const double rounding = a.radius + b.radius;
  for (const double t : {low, high}) {
    const Vec<3> on_first = p + t / length * e;
    const Vec<3> apart = q + (t - start) / across * f - on_first;
    const double height = n.dot(apart);
    const Vec<3> lateral = apart - height * n;
    const double squared = rounding * rounding - lateral.squaredNorm();
    if (rounding > 0.0 && squared > 0.0) {
      const double round = std::sqrt(squared);
      s.touches.push_back({height - round, on_first + a.radius / rounding * (lateral + round * n)});
    } else if (rounding == 0.0 && lateral.norm() <= 1000.0 * slack) {
      s.touches.push_back({height, on_first});
    }
  }
}

}  // namespace

int widest(std::span<Touch<3>> points, const Vec<3>& normal) {
  constexpr std::size_t most = Manifold<3>::most;
  if (points.size() <= most) {
    return static_cast<int>(points.size());
  }
  // Around their middle, seen along the normal.
  Vec<3> middle = Vec<3>::Zero();
  for (const Touch<3>& touch : points) {
    middle += touch.point / static_cast<double>(points.size());
  }
  const Vec<3> u = normal.unitOrthogonal(), v = normal.cross(u);
  thread_local std::vector<std::pair<double, std::size_t>> around;
  around.clear();
  for (std::size_t k = 0; k < points.size(); ++k) {
    const Vec<3> way = points[k].point - middle;
    around.emplace_back(std::atan2(v.dot(way), u.dot(way)), k);
  }
  std::sort(around.begin(), around.end());
  while (around.size() > most) {
    std::size_t least = 0;
    double least_area = std::numeric_limits<double>::infinity();
    for (std::size_t k = 0; k < around.size(); ++k) {
      const Vec<3>& here = points[around[k].second].point;
      const Vec<3> before = points[around[k > 0 ? k - 1 : around.size() - 1].second].point - here;
      const Vec<3> after = points[around[k + 1 < around.size() ? k + 1 : 0].second].point - here;
      const double area = std::abs(normal.dot(before.cross(after)));
      if (around[k].second != 0 && area < least_area) {
        least_area = area;
        least = k;
      }
    }
    around.erase(around.begin() + static_cast<std::ptrdiff_t>(least));
  }
  std::sort(around.begin(), around.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
  for (std::size_t k = 0; k < around.size(); ++k) {
    points[k] = points[around[k].second];
  }
  return static_cast<int>(most);
}

double thickness(double radius, double along, double sine) {
  const double cosine = std::sqrt(std::max(0.0, 1.0 - sine * sine));
  if (along * cosine >= radius * sine && cosine > 0.0) {
    return radius / cosine;
  }
  return along * sine + std::sqrt(std::max(0.0, radius * radius - along * along * cosine * cosine));
}

double curvature_radius(double rounding) { return rounding > 0.0 ? rounding : std::numeric_limits<double>::infinity(); }

template <>
std::span<const Touch<3>> shared_corners(const Core<3>& a, const Core<3>& b, const Vec<3>& n) {
  const double slack = 1e-12 * (a.size + b.size);
  const Front on_a = front(a, n), on_b = front(b, -n);
  Scratch& s = scratch();
  s.touches.clear();
  if (on_a.cosine >= 1.0 - face_tilt || on_b.cosine >= 1.0 - face_tilt) {
    face_contact(a, on_a, b, on_b, n, slack, s);
  } else if (on_a.sine <= edge_tilt && on_b.sine <= edge_tilt) {
    edge_contact(a, on_a, b, on_b, n, slack, s);
  }
  return s.touches;
}

template <>
Manifold<3> manifold(const Core<3>& a, const Core<3>& b, const Found<3>& found, double within, bool* complete) {
  const Vec<3>& n = found.normal;
  const double size = a.size + b.size, slack = 1e-12 * size;
  shared_corners<3>(a, b, n);
  Scratch& s = scratch();

  // The deepest point comes first, and holds the signed distance itself.
  const double gap = found.gap - a.radius - b.radius;
  std::size_t deepest = s.touches.size();
  double least = gap + 1e-10 * size;
  for (std::size_t k = 0; k < s.touches.size(); ++k) {
    if (s.touches[k].gap < least) {
      least = s.touches[k].gap;
      deepest = k;
    }
  }
  const bool reached = deepest < s.touches.size();
  if (complete) {
    *complete = reached && least <= gap + slack;
  }
  if (!reached) {
    s.touches.push_back({gap, found.first + a.radius * n});
  }
  std::swap(s.touches.front(), s.touches[reached ? deepest : s.touches.size() - 1]);
  s.touches.front().gap = gap;

  // Of the others those within reach, each place once.
  std::size_t kept = 1;
  for (std::size_t k = 1; k < s.touches.size(); ++k) {
    const Touch<3> touch = s.touches[k];
    bool fresh = touch.gap <= within;
    for (std::size_t j = 0; j < kept && fresh; ++j) {
      fresh = (touch.point - s.touches[j].point).norm() > one_place(a, b);
    }
    if (fresh) {
      s.touches[kept++] = {std::max(gap, touch.gap), touch.point};
    }
  }
  const int count = widest(std::span(s.touches).first(kept), n);

  Manifold<3> result;
  result.normal = n;
  for (int k = 0; k < count; ++k) {
    result.add(s.touches[static_cast<std::size_t>(k)].gap, s.touches[static_cast<std::size_t>(k)].point);
  }
  result.radius_first = curvature_radius(a.radius);
  result.radius_second = curvature_radius(b.radius);
  return result;
}

}  // namespace gluey::polytope
