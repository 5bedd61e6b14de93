#include "geometry/distance/polytope_sat.hpp"

#include "core/infinity.hpp"

#include <cmath>
#include <optional>
#include <vector>

namespace gluey::polytope {
namespace {

const Vec<3>& point(const Core<3>& core, std::int32_t k) { return core.points[static_cast<std::size_t>(k)]; }

/// Slabs across the faces of `a`, seen from it. Returns whether one beat `best`.
bool across_faces(const Core<3>& a, const Core<3>& b, double& best, std::size_t& face, std::int32_t& corner) {
  bool better = false;
  for (std::size_t f = 0; f < a.normals.size(); ++f) {
    const Vec<3>& normal = a.normals[f];
    const double height = normal.dot(point(a, a.topology->corner[static_cast<std::size_t>(a.topology->face[f])]));
    double least = infinity;
    std::int32_t lowest = 0;
    // A point that makes this slab worse than the best ends it: few faces see all points.
    for (std::size_t k = 0; k < b.points.size() && least > best; ++k) {
      const double here = normal.dot(b.points[k]) - height;
      if (here < least) {
        least = here;
        lowest = static_cast<std::int32_t>(k);
      }
    }
    if (least > best) {
      best = least;
      face = f;
      corner = lowest;
      better = true;
    }
  }
  return better;
}

/// +1, −1, 2 (either) or 0 (neither): with which sign e×f lies between the normals left and right of e.
int between(const Core<3>& core, const Topology::Edge& edge, const Vec<3>& f) {
  if (edge.left < 0) {
    return 2;
  }
  const double left = f.dot(core.normals[static_cast<std::size_t>(edge.left)]);
  const double right = f.dot(core.normals[static_cast<std::size_t>(edge.right)]);
  const bool plus = left >= 0.0 && right <= 0.0, minus = left <= 0.0 && right >= 0.0;
  return plus && minus ? 2 : plus ? 1 : minus ? -1 : 0;
}

/// The slab across a given direction, from all points.
double slab(const Core<3>& a, const Core<3>& b, const Vec<3>& n) {
  return n.dot(point(b, support<3>(b, -n))) - n.dot(point(a, support<3>(a, n)));
}

/// The slab across two edges, where it is a face of B − A.
struct EdgeSlab {
  Vec<3> normal;
  double gap;
};
std::optional<EdgeSlab> across_edges(const Core<3>& a, const Topology::Edge& ours, const Vec<3>& e, const Core<3>& b,
                                     const Topology::Edge& theirs, const Vec<3>& f, double least) {
  // −n is between B's normals: f×e = −(e×f) with the same sign.
  const int here = between(a, ours, f), there = between(b, theirs, e);
  if (here == 0 || there == 0 || here + there == 0) {
    return std::nullopt;
  }
  Vec<3> n = e.cross(f);
  const double squared = n.squaredNorm(), scale = e.squaredNorm() * f.squaredNorm();
  if (squared <= 1e-24 * scale || scale == 0.0) {
    return std::nullopt;  // parallel: their common normals are those of faces, or the cores are apart
  }
  n /= std::sqrt(squared);
  const Vec<3> apart = point(b, theirs.from) - point(a, ours.from);
  const bool free = here == 2 && there == 2;
  if (free ? apart.dot(n) < 0.0 : here == -1 || there == -1) {
    n = -n;
  }
  double gap = apart.dot(n);
  // Directions of nearly parallel edges are measured, not trusted.
  if (gap > least && (free || squared < 1e-8 * scale)) {
    gap = slab(a, b, n);
  }
  return gap > least ? std::optional(EdgeSlab{n, gap}) : std::nullopt;
}

}  // namespace

Slab separate(const Core<3>& a, const Core<3>& b, double upper) {
  const double size = a.size + b.size;
  Slab best;
  best.gap = -infinity;
  std::size_t face = 0;
  std::int32_t corner = 0;
  if (across_faces(a, b, best.gap, face, corner)) {
    best.normal = a.normals[face];
    best.first = point(b, corner) - best.gap * best.normal;
  }
  if (across_faces(b, a, best.gap, face, corner)) {
    best.normal = -b.normals[face];
    best.first = point(a, corner);
  }

  // Where the best slab lies across two edges, they come as close as the answer's |gap| ≤ reach: only edges that end in
  // the best slab so far, widened by that, can.
  const double reach = std::max(-best.gap, upper) + 1e-12 * size;
  const Vec<3> up = best.normal;
  const double top = up.dot(best.first), low = top + best.gap - reach, high = top + reach;
  thread_local std::vector<const Topology::Edge*> near;
  near.clear();
  for (const Topology::Edge& edge : b.topology->edges) {
    if (std::min(up.dot(point(b, edge.from)), up.dot(point(b, edge.to))) <= high) {
      near.push_back(&edge);
    }
  }
  for (const Topology::Edge& ours : a.topology->edges) {
    if (std::max(up.dot(point(a, ours.from)), up.dot(point(a, ours.to))) < low) {
      continue;
    }
    const Vec<3> e = point(a, ours.to) - point(a, ours.from);
    for (const Topology::Edge* theirs : near) {
      const Vec<3> f = point(b, theirs->to) - point(b, theirs->from);
      // A face that does as well is the steadier choice.
      if (const auto found = across_edges(a, ours, e, b, *theirs, f, best.gap + 1e-12 * size)) {
        const Crossing where = crossing(point(a, ours.from), e, point(b, theirs->from), f);
        best = {found->gap, found->normal, point(a, ours.from) + where.s * e, true};
      }
    }
  }
  return best;
}

void for_each_crossing(
    const Core<3>& a, const Core<3>& b, double least,
    const std::function<void(const Vec<3>& n, double gap, const Vec<3>& first, const Vec<3>& second)>& visit) {
  for (const Topology::Edge& ours : a.topology->edges) {
    const Vec<3> e = point(a, ours.to) - point(a, ours.from);
    for (const Topology::Edge& theirs : b.topology->edges) {
      const Vec<3> f = point(b, theirs.to) - point(b, theirs.from);
      if (const auto found = across_edges(a, ours, e, b, theirs, f, least)) {
        const Crossing where = crossing(point(a, ours.from), e, point(b, theirs.from), f);
        visit(found->normal, found->gap, point(a, ours.from) + where.s * e, point(b, theirs.from) + where.t * f);
      }
    }
  }
}

Slab separate_boxes(const Core<3>& a, const Core<3>& b, double within) {
  Eigen::Matrix3d u, v;  // half edges
  for (int k = 0; k < 3; ++k) {
    const auto axis = static_cast<std::size_t>(k);
    u.col(k) = 0.5 * (a.points[std::size_t{1} << axis] - a.points[0]);
    v.col(k) = 0.5 * (b.points[std::size_t{1} << axis] - b.points[0]);
  }
  const Vec<3> between = b.center - a.center;
  const double size = a.size + b.size;
  Slab best;
  best.gap = -infinity;
  int first = -1, second = -1;
  for (int axis = 0; axis < 6 && best.gap <= within; ++axis) {
    const Vec<3>& n = axis < 3 ? a.normals[2 * static_cast<std::size_t>(axis) + 1]
                               : b.normals[2 * static_cast<std::size_t>(axis - 3) + 1];
    const double along = n.dot(between);
    const double gap = std::abs(along) - (u.transpose() * n).cwiseAbs().sum() - (v.transpose() * n).cwiseAbs().sum();
    if (gap > best.gap) {
      best.gap = gap;
      best.normal = along < 0.0 ? Vec<3>(-n) : n;
    }
  }
  for (int i = 0; i < 3 && best.gap <= within; ++i) {
    for (int j = 0; j < 3; ++j) {
      Vec<3> n = a.normals[2 * static_cast<std::size_t>(i) + 1].cross(b.normals[2 * static_cast<std::size_t>(j) + 1]);
      const double length = n.norm();
      if (length < 1e-12) {
        continue;
      }
      n /= length;
      const double along = n.dot(between);
      const double gap = std::abs(along) - (u.transpose() * n).cwiseAbs().sum() - (v.transpose() * n).cwiseAbs().sum();
      if (gap > best.gap + 1e-12 * size) {
        best.gap = gap;
        best.normal = along < 0.0 ? Vec<3>(-n) : n;
        first = i;
        second = j;
      }
    }
  }
  best.crossed = first >= 0;
  // The corner of each box that lies furthest into the other, and for two edges where they cross.
  const Vec<3> inward = (u.transpose() * best.normal).array().sign(),
               outward = (v.transpose() * best.normal).array().sign();
  best.first = a.center + u * inward;
  if (best.crossed) {
    const Vec<3> e = u.col(first), f = v.col(second);
    const Vec<3> from = best.first - inward[first] * e - e;
    const Vec<3> to = b.center - v * outward + outward[second] * f - f;
    best.first = from + crossing(from, 2.0 * e, to, 2.0 * f).s * 2.0 * e;
  }
  return best;
}

}  // namespace gluey::polytope
