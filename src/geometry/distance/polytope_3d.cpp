#include "geometry/distance/polytope_gjk.hpp"
#include "geometry/distance/polytope_manifold.hpp"
#include "geometry/distance/polytope_polytope.hpp"
#include "geometry/distance/polytope_sat.hpp"

#include <algorithm>
#include <cmath>

namespace gluey {
namespace polytope {
namespace {

/// The closest points of two segments: where both are inside, along the common normal, else at one of the four ends.
Found<3> axes(const Core<3>& a, const Core<3>& b) {
  const Vec<3>&p = a.points[0], &q = b.points[0];
  const Vec<3> e = a.points[1] - p, f = b.points[1] - q, between = q - p;
  const double e2 = e.squaredNorm(), f2 = f.squaredNorm();
  const Vec<3> normal = e.cross(f);
  const double squared = normal.squaredNorm();
  Vec<3> side = normal;  // where the axes meet: across both, or across the one that has a direction
  if (squared > 1e-22 * e2 * f2) {
    side /= std::sqrt(squared);
    const double s = between.cross(f).dot(normal) / squared, t = between.cross(e).dot(normal) / squared;
    if (s > 0.0 && s < 1.0 && t > 0.0 && t < 1.0) {
      // The better of two normals: from one to the other where they are far apart for their length, else across both.
      const Vec<3> apart = between + t * f - s * e;
      const double distance = apart.norm(), gap = side.dot(between);
      if (distance * distance * std::max(e2, f2) > squared) {
        return {apart / distance, distance, p + s * e};
      }
      const bool back = gap < 0.0 || (gap == 0.0 && side.dot(b.center - a.center) < 0.0);
      return {back ? Vec<3>(-side) : side, std::abs(gap), p + s * e};
    }
  } else {
    const Vec<3>& longer = e2 > f2 ? e : f;
    side = std::max(e2, f2) > 0.0 ? Vec<3>(longer.normalized().unitOrthogonal()) : Vec<3>(Vec<3>::UnitX());
  }
  double least = std::numeric_limits<double>::infinity();
  Vec<3> best = Vec<3>::Zero(), first = p;
  // From an end of one to the other, which starts in `from`.
  const auto consider = [&](const Vec<3>& end, const Vec<3>& from, const Vec<3>& along, double along2, bool of_second) {
    const double where = along2 > 0.0 ? std::clamp((end - from).dot(along) / along2, 0.0, 1.0) : 0.0;
    Vec<3> away = end - (from + where * along);
    if (where > 0.0 && where < 1.0) {
      away -= away.dot(along) / along2 * along;  // across it to the last digit
    }
    if (away.squaredNorm() < least) {
      least = away.squaredNorm();
      best = of_second ? away : Vec<3>(-away);
      first = of_second ? Vec<3>(from + where * along) : end;
    }
  };
  for (const Vec<3>& end : b.points) {
    consider(end, p, e, e2, true);
  }
  for (const Vec<3>& end : a.points) {
    consider(end, q, f, f2, false);
  }
  const double distance = std::sqrt(least);
  return {distance > 0.0 ? Vec<3>(best / distance) : side, distance, first};
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
    const Manifold<3> result = manifold<3>(a, b, {slab.normal, slab.gap, slab.first}, within, &complete);
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
