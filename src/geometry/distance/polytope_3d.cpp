#include "geometry/distance/polytope_gjk.hpp"
#include "geometry/distance/polytope_manifold.hpp"
#include "geometry/distance/polytope_polytope.hpp"
#include "geometry/distance/polytope_sat.hpp"

#include <algorithm>
#include <cmath>

namespace gluey {
namespace polytope {
namespace {

/// Two segments. The normal is across both, or from an end of one to the other; of these candidates it is the one with the
/// widest slab, as the distance is the width of the widest of all. (The shortest of the candidates' lengths would not do: they
/// agree to the last digit while their directions differ in the eighth.)
Found<3> axes(const Core<3>& a, const Core<3>& b) {
  const Vec<3>&p = a.points[0], &q = b.points[0];
  const Vec<3> e = a.points[1] - p, f = b.points[1] - q, between = q - p;
  const double e2 = e.squaredNorm(), f2 = f.squaredNorm();
  Found<3> best{Vec<3>::UnitX(), -std::numeric_limits<double>::infinity(), p};
  const auto consider = [&](const Vec<3>& n, const Vec<3>& first) {
    const double gap = n.dot(between) + std::min(0.0, n.dot(f)) - std::max(0.0, n.dot(e));
    if (gap > best.gap) {
      best = {n, gap, first};
    }
  };
  const Vec<3> normal = e.cross(f);
  const double squared = normal.squaredNorm();
  if (squared > 1e-24 * e2 * f2) {
    const Vec<3> side = normal / std::sqrt(squared);
    const double ahead = side.dot(between) != 0.0 ? side.dot(between) : side.dot(b.center - a.center);
    consider(ahead < 0.0 ? Vec<3>(-side) : side, p + crossing(p, e, q, f).s * e);
  } else if (std::max(e2, f2) > 0.0) {
    // Parallel, should they lie in one line: any direction across them.
    consider((e2 > f2 ? e : f).normalized().unitOrthogonal(), p);
  }
  const auto from_end = [&](const Vec<3>& end, const Vec<3>& start, const Vec<3>& along, double along2,
                            bool of_second) {
    const double where = along2 > 0.0 ? std::clamp((end - start).dot(along) / along2, 0.0, 1.0) : 0.0;
    Vec<3> away = end - (start + where * along);
    if (where > 0.0 && where < 1.0) {
      away -= away.dot(along) / along2 * along;  // across it to the last digit
    }
    if (const double length = away.norm(); length > 0.0) {
      consider(away / (of_second ? length : -length), of_second ? Vec<3>(start + where * along) : end);
    }
  };
  for (std::size_t k = 0; k < 2; ++k) {
    from_end(b.points[k], p, e, e2, true);
    from_end(a.points[k], q, f, f2, false);
  }
  best.gap = std::max(0.0, best.gap);
  return best;
}

Manifold<3> meet(const Core<3>& a, const Core<3>& b, double within) {
  const double rounding = a.radius + b.radius, limit = within + rounding, size = a.size + b.size;
  if ((b.center - a.center).squaredNorm() > std::pow(std::max(0.0, size + limit), 2)) {
    return {};
  }
  if (a.normals.empty() && b.normals.empty()) {
    const Found<3> found = axes(a, b);
    return found.gap > limit ? Manifold<3>{} : manifold<3>(a, b, found, within);
  }
  if (a.box && b.box) {
    // Most contacts of boxes are across a face or two edges even while they are apart, and then the slab is the answer.
    const Slab slab = separate_boxes(a, b, limit);
    if (slab.gap > limit) {
      return {};
    }
    bool complete = false;
    Manifold<3> result = manifold<3>(a, b, {slab.normal, slab.gap, slab.first}, within, &complete);
    if (complete || slab.gap <= 0.0) {
      return result;
    }
  }
  const Apart<3> apart = gjk<3>(a, b, limit);
  if (apart.state == Cores::beyond) {
    return {};
  }
  Found<3> found{apart.normal, apart.distance, apart.first};
  double doubt = apart.distance - apart.bound;
  if (apart.state == Cores::near || doubt > 1e-13 * size) {
    // Overlapping, touching, or a normal that rounding has spoilt, as among coplanar points.
    const Slab slab = separate(a, b, apart.distance);
    if (slab.gap >= apart.bound - 4e-15 * size || apart.bound <= 0.0) {
      const bool inside = apart.distance == 0.0;
      found = {slab.normal, slab.gap, inside || slab.crossed ? slab.first : apart.first};
      doubt = slab.gap <= 0.0 ? 0.0 : apart.distance - slab.gap;
    }
  }
  if (found.gap > limit) {
    return {};
  }
  Manifold<3> result = manifold<3>(a, b, found, within);
  result.exact = doubt <= 1e-10 * size;
  return result;
}

}  // namespace
}  // namespace polytope

template <PolytopeIn<3> A, PolytopeIn<3> B>
Manifold<3> meet(const A& a, const B& b, const Pose<3>& b_in_a, double within) {
  const polytope::Frame<3> frame(b_in_a);
  const polytope::Placed<3> first(a), second(b, &frame);
  return polytope::meet(first.core, second.core, within);
}

#define GLUEY_MEET(A, B) template Manifold<3> meet<A, B>(const A&, const B&, const Pose<3>&, double);
#define GLUEY_MEET_ROW(A) \
  GLUEY_MEET(A, Segment<3>) GLUEY_MEET(A, Box<3>) GLUEY_MEET(A, Polyhedron) GLUEY_MEET(A, Triangle)
GLUEY_MEET_ROW(Segment<3>)
GLUEY_MEET_ROW(Box<3>)
GLUEY_MEET_ROW(Polyhedron)
GLUEY_MEET_ROW(Triangle)
#undef GLUEY_MEET_ROW
#undef GLUEY_MEET

}  // namespace gluey
