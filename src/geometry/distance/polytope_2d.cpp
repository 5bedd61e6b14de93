#include "geometry/distance/polytope_gjk.hpp"
#include "geometry/distance/polytope_manifold.hpp"
#include "geometry/distance/polytope_polytope.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace gluey {
namespace polytope {
namespace {

/// A side of a core that has a point of the other across it.
struct Across {
  double gap = -std::numeric_limits<double>::infinity();
  std::size_t side = 0, corner = 0;
};

/// The widest slab across a side of `a`. A point that makes a slab worse than the best ends it.
void across_sides(const Core<2>& a, const Core<2>& b, Across& best, bool& better) {
  for (std::size_t k = 0; k < a.normals.size(); ++k) {
    const double height = a.normals[k].dot(a.points[k]);
    Across here{std::numeric_limits<double>::infinity(), k, 0};
    for (std::size_t j = 0; j < b.points.size() && here.gap > best.gap; ++j) {
      const double gap = a.normals[k].dot(b.points[j]) - height;
      if (gap < here.gap) {
        here.gap = gap;
        here.corner = j;
      }
    }
    if (here.gap > best.gap) {
      best = here;
      better = true;
    }
  }
}

/// Two segments have no sides across their ends: in one line, they are apart along it.
void along_line(const Core<2>& a, const Core<2>& b, const Core<2>& line, Found<2>& found, double& best) {
  const Vec<2> along(-line.normals[0][1], line.normals[0][0]);
  for (const Vec<2>& n : {along, Vec<2>(-along)}) {
    const Vec<2>& last = n.dot(a.points[0]) > n.dot(a.points[1]) ? a.points[0] : a.points[1];
    const double gap = std::min(n.dot(b.points[0]), n.dot(b.points[1])) - n.dot(last);
    if (gap > best) {
      best = gap;
      found = {n, gap, last};
    }
  }
}

/// The side of a core best aligned with n.
std::size_t facing(const Core<2>& core, const Vec<2>& n) {
  std::size_t best = 0;
  double most = -2.0;
  for (std::size_t k = 0; k < core.normals.size(); ++k) {
    if (n.dot(core.normals[k]) > most) {
      most = n.dot(core.normals[k]);
      best = k;
    }
  }
  return best;
}

const Vec<2>& end(const Core<2>& core, std::size_t side) {
  return core.points[side + 1 < core.points.size() ? side + 1 : 0];
}

/// The rounding of a side under its point x, along −n.
double below(const Core<2>& core, const Vec<2>& from, const Vec<2>& to, const Vec<2>& n, const Vec<2>& x) {
  if (core.radius == 0.0) {
    return 0.0;
  }
  const double rise = n.dot(to - from), length = (to - from).norm();
  return thickness(core.radius, (x - (rise >= 0.0 ? from : to)).norm(), length > 0.0 ? std::abs(rise) / length : 0.0);
}

/// Cosine of the angle up to which a side counts as turned to n, where n is its own normal and where it is that of two corners.
constexpr double own_normal = 1.0 - 1e-12;
constexpr double all_but_own = 0.98;

/// The two sides that face each other, laid over one another along n: the ends of what they share.
std::span<const Touch<2>> ends_along(const Core<2>& a, const Core<2>& b, const Vec<2>& n, double least_cosine) {
  thread_local std::array<Touch<2>, 2> shared;
  const Vec<2> u(-n[1], n[0]);
  const std::size_t i = facing(a, n), j = facing(b, -n);
  const Vec<2>&p = a.points[i], &q = b.points[j];
  const Vec<2> e = end(a, i) - p, f = end(b, j) - q;
  const double ours = u.dot(e), theirs = u.dot(f);
  // Across a side: n is the normal of one of the two. Otherwise it is a corner against a corner.
  if (!(std::max(n.dot(a.normals[i]), -n.dot(b.normals[j])) > least_cosine) || (ours == 0.0 && theirs == 0.0)) {
    return {};
  }
  const double s = u.dot(p), t = u.dot(q);
  const double low = std::max(std::min(s, s + ours), std::min(t, t + theirs));
  const double high = std::min(std::max(s, s + ours), std::max(t, t + theirs));
  if (!(low <= high + 1e-12 * (a.size + b.size))) {
    return {};
  }
  std::size_t count = 0;
  for (const double where : {low, high}) {
    const Vec<2> x = p + (ours != 0.0 ? std::clamp((where - s) / ours, 0.0, 1.0) : 0.0) * e;
    const Vec<2> y = q + (theirs != 0.0 ? std::clamp((where - t) / theirs, 0.0, 1.0) : 0.0) * f;
    const double out = below(a, p, p + e, -n, x), in = below(b, q, q + f, n, y);
    shared[count++] = {n.dot(y - x) - out - in, x + out * n};
  }
  if (shared[1].gap < shared[0].gap) {
    std::swap(shared[0], shared[1]);
  }
  return shared;
}

}  // namespace

template <>
std::span<const Touch<2>> shared_corners(const Core<2>& a, const Core<2>& b, const Vec<2>& n) {
  return ends_along(a, b, n, own_normal);
}

template <>
Manifold<2> manifold(const Core<2>& a, const Core<2>& b, const Found<2>& found, double within, bool* complete) {
  const Vec<2>& n = found.normal;
  const double size = a.size + b.size, gap = found.gap - a.radius - b.radius;
  Manifold<2> result;
  result.normal = n;
  result.radius_first = curvature_radius(a.radius);
  result.radius_second = curvature_radius(b.radius);
  // Of bodies that lie along each other but for a little, a corner of one may be nearest to a corner of the other: they may come down on
  // their other ends within the step.
  const std::span<const Touch<2>> shared = ends_along(a, b, n, complete ? own_normal : all_but_own);
  const bool reached = !shared.empty() && shared[0].gap <= gap + 1e-10 * size;
  if (complete) {
    *complete = reached && shared[0].gap <= gap + 1e-12 * size;
  }
  result.add(gap, reached ? shared[0].point : Vec<2>(found.first + a.radius * n));
  if (!shared.empty() && shared[1].gap <= within &&
      (shared[1].point - result.touch[0].point).norm() > one_place(a, b)) {
    result.add(std::max(gap, shared[1].gap), shared[1].point);
  }
  return result;
}

namespace {

Manifold<2> meet(const Core<2>& a, const Core<2>& b, double within) {
  const double limit = within + a.radius + b.radius, size = a.size + b.size;
  if ((b.center - a.center).squaredNorm() > std::pow(std::max(0.0, size + limit), 2)) {
    return {};
  }
  Across best;
  bool first = false, second = false;
  across_sides(a, b, best, first);
  Found<2> found{a.normals[best.side], best.gap, b.points[best.corner] - best.gap * a.normals[best.side]};
  across_sides(b, a, best, second);
  if (second) {
    found = {-b.normals[best.side], best.gap, a.points[best.corner]};
  }
  if (a.points.size() == 2 && b.points.size() == 2) {
    along_line(a, b, a, found, best.gap);
    along_line(a, b, b, found, best.gap);
  }
  if (best.gap > limit) {
    return {};
  }
  bool complete = false;
  Manifold<2> result = manifold<2>(a, b, found, within, &complete);
  if (complete || best.gap <= 0.0) {
    return result;
  }
  const Apart<2> apart = gjk<2>(a, b, limit);
  if (apart.state == Cores::beyond || apart.distance > limit) {
    return {};
  }
  if (apart.distance <= best.gap) {
    return result;
  }
  result = manifold<2>(a, b, {apart.normal, apart.distance, apart.first}, within);
  result.exact = apart.distance - apart.bound <= 1e-10 * size;
  return result;
}

}  // namespace
}  // namespace polytope

template <PolytopeIn<2> A, PolytopeIn<2> B>
Manifold<2> meet(const A& a, const B& b, const Pose<2>& b_in_a, double within) {
  const polytope::Frame<2> frame(b_in_a);
  const polytope::Placed<2> first(a), second(b, &frame);
  return polytope::meet(first.core, second.core, within);
}

#define GLUEY_MEET(A, B) template Manifold<2> meet<A, B>(const A&, const B&, const Pose<2>&, double);
#define GLUEY_MEET_ROW(A) GLUEY_MEET(A, Segment<2>) GLUEY_MEET(A, Box<2>) GLUEY_MEET(A, Polygon)
GLUEY_MEET_ROW(Segment<2>)
GLUEY_MEET_ROW(Box<2>)
GLUEY_MEET_ROW(Polygon)
#undef GLUEY_MEET_ROW
#undef GLUEY_MEET

}  // namespace gluey
