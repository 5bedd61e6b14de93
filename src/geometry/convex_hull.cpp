// Quickhull (Barber, Dobkin, Huhdanpaa 1996): from a tetrahedron outwards, each time to the point furthest above a facet. The
// facets that see it go, and a fan over their rim takes their place. Triangles of one plane are then joined to faces.

#include "geometry/polyhedron.hpp"

#include <gluey/errors.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

namespace gluey {
namespace {

using Corners = std::array<std::size_t, 3>;

struct Facet {
  Corners corner;
  Corners beyond;  ///< the facet across the edge k → k+1
  Vec<3> normal;
  double area;
  std::vector<std::size_t> outside = {};
  bool alive = true;
};

class Hull {
 public:
  explicit Hull(const std::vector<Vec<3>>& points) : points_(points) {
    start();
    for (std::size_t f = 0; f < facets_.size(); ++f) {
      while (facets_[f].alive && !facets_[f].outside.empty()) {
        grow(f);
      }
    }
    std::erase_if(facets_, [](const Facet& facet) { return !facet.alive; });
  }

  /// Loops of the faces, triangles within `thick` of the plane of the largest among them joined. Falls back to the triangles
  /// where that makes no simple loops.
  [[nodiscard]] std::vector<std::vector<std::size_t>> faces(double thick) const;
  [[nodiscard]] double size() const { return size_; }

 private:
  [[nodiscard]] double above(const Facet& facet, std::size_t p) const {
    return facet.normal.dot(points_[p] - points_[facet.corner[0]]);
  }
  [[nodiscard]] Facet make(const Corners& corner, const Corners& beyond) const {
    const Vec<3> normal = (points_[corner[1]] - points_[corner[0]]).cross(points_[corner[2]] - points_[corner[0]]);
    return {corner, beyond, normal.normalized(), normal.norm()};
  }
  void assign(const std::vector<std::size_t>& loose, std::size_t first_facet);
  void start();
  void grow(std::size_t f);

  const std::vector<Vec<3>>& points_;
  std::vector<Facet> facets_;
  double size_ = 0.0, above_ = 0.0;
};

/// Gives each point to the facet it is furthest above; those above none are inside and forgotten.
void Hull::assign(const std::vector<std::size_t>& loose, std::size_t first_facet) {
  for (const std::size_t p : loose) {
    double most = above_;
    std::size_t owner = facets_.size();
    for (std::size_t f = first_facet; f < facets_.size(); ++f) {
      if (const double height = above(facets_[f], p); height > most) {
        most = height;
        owner = f;
      }
    }
    if (owner < facets_.size()) {
      facets_[owner].outside.push_back(p);
    }
  }
}

void Hull::start() {
  if (points_.size() < 4) {
    throw Error("convex hull: a polyhedron needs at least four points");
  }
  const auto furthest = [&](auto&& measure) {
    std::size_t best = 0;
    for (std::size_t p = 1; p < points_.size(); ++p) {
      best = measure(points_[p]) > measure(points_[best]) ? p : best;
    }
    return best;
  };
  const std::size_t a = furthest([&](const Vec<3>& x) { return (x - points_[0]).squaredNorm(); });
  const std::size_t b = furthest([&](const Vec<3>& x) { return (x - points_[a]).squaredNorm(); });
  size_ = (points_[b] - points_[a]).norm();
  above_ = 1e-10 * size_;
  const Vec<3> along = points_[b] - points_[a];
  const std::size_t c = furthest([&](const Vec<3>& x) { return along.cross(x - points_[a]).squaredNorm(); });
  const Vec<3> normal = along.cross(points_[c] - points_[a]).normalized();
  const std::size_t d = furthest([&](const Vec<3>& x) { return std::abs(normal.dot(x - points_[a])); });
  if (!(std::abs(normal.dot(points_[d] - points_[a])) > 1e-9 * size_)) {
    throw Error("convex hull: the points lie in a plane");
  }
  Corners base = {a, b, c};
  if (normal.dot(points_[d] - points_[a]) > 0.0) {
    std::swap(base[1], base[2]);
  }
  facets_.push_back(make(base, {1, 2, 3}));
  for (std::size_t k = 0; k < 3; ++k) {
    facets_.push_back(make({base[(k + 1) % 3], base[k], d}, {0, 1 + (k + 2) % 3, 1 + (k + 1) % 3}));
  }
  std::vector<std::size_t> all(points_.size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  assign(all, 0);
}

void Hull::grow(std::size_t f) {
  auto& outside = facets_[f].outside;
  const auto top = std::max_element(outside.begin(), outside.end(), [&](std::size_t p, std::size_t q) {
    return above(facets_[f], p) < above(facets_[f], q);
  });
  const std::size_t apex = *top;
  outside.erase(top);

  // All facets the apex sees, and their rim: edges from → to with the facet beyond.
  std::vector<std::size_t> seen = {f};
  std::map<std::size_t, std::array<std::size_t, 2>> rim;  // by `from`
  bool simple = true;
  for (std::size_t k = 0; k < seen.size(); ++k) {
    for (std::size_t edge = 0; edge < 3; ++edge) {
      const std::size_t next = facets_[seen[k]].beyond[edge];
      if (std::find(seen.begin(), seen.end(), next) == seen.end() && above(facets_[next], apex) > above_) {
        seen.push_back(next);
      }
    }
  }
  for (const std::size_t g : seen) {
    for (std::size_t edge = 0; edge < 3; ++edge) {
      if (std::find(seen.begin(), seen.end(), facets_[g].beyond[edge]) == seen.end()) {
        simple = simple && rim.try_emplace(facets_[g].corner[edge],
                                           std::array{facets_[g].corner[(edge + 1) % 3], facets_[g].beyond[edge]})
                               .second;
      }
    }
  }
  if (!simple) {
    return;  // only rounding makes such a rim: the apex is no further out than that
  }
  std::vector<std::size_t> loose;
  for (const std::size_t g : seen) {
    loose.insert(loose.end(), facets_[g].outside.begin(), facets_[g].outside.end());
    facets_[g].alive = false;
    facets_[g].outside.clear();
  }
  std::map<std::size_t, std::size_t> fan;  // the new facet by `from`
  const std::size_t first = facets_.size();
  for (const auto& [from, edge] : rim) {
    const std::size_t index = first + fan.size();
    fan[from] = index;
  }
  for (const auto& [from, edge] : rim) {
    facets_.push_back(make({from, edge[0], apex}, {edge[1], fan.at(edge[0]), 0}));
    Facet& outer = facets_[edge[1]];
    for (std::size_t k = 0; k < 3; ++k) {
      if (outer.corner[k] == edge[0] && outer.corner[(k + 1) % 3] == from) {
        outer.beyond[k] = facets_.size() - 1;
      }
    }
  }
  for (std::size_t g = first; g < facets_.size(); ++g) {
    facets_[facets_[g].beyond[1]].beyond[2] = g;
  }
  assign(loose, first);
}

std::vector<std::vector<std::size_t>> Hull::faces(double thick) const {
  // Neighbours by their edges: the numbers of before are gone with the facets that are.
  std::map<std::pair<std::size_t, std::size_t>, std::size_t> owner;
  for (std::size_t f = 0; f < facets_.size(); ++f) {
    for (std::size_t k = 0; k < 3; ++k) {
      owner[{facets_[f].corner[k], facets_[f].corner[(k + 1) % 3]}] = f;
    }
  }
  std::vector<std::size_t> order(facets_.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t f, std::size_t g) { return facets_[f].area > facets_[g].area; });
  const std::size_t none = facets_.size();
  std::vector<std::size_t> group(facets_.size(), none);
  for (const std::size_t seed : order) {
    if (group[seed] != none) {
      continue;
    }
    std::vector<std::size_t> front = {seed};
    group[seed] = seed;
    while (!front.empty()) {
      const Facet& facet = facets_[front.back()];
      front.pop_back();
      for (std::size_t k = 0; k < 3; ++k) {
        const std::size_t next = owner.at({facet.corner[(k + 1) % 3], facet.corner[k]});
        const auto flat = [&](std::size_t p) { return std::abs(above(facets_[seed], p)) <= thick; };
        if (group[next] == none && std::all_of(facets_[next].corner.begin(), facets_[next].corner.end(), flat) &&
            (facets_[next].normal.dot(facets_[seed].normal) > 0.0 || facets_[next].area <= thick * size_)) {
          group[next] = seed;
          front.push_back(next);
        }
      }
    }
  }
  // A point where fewer than three faces meet is none of the hull's.
  std::map<std::size_t, std::map<std::size_t, std::size_t>> next;  // by group: from → to
  std::map<std::size_t, int> degree;
  bool simple = true;
  for (const auto& [edge, f] : owner) {
    if (group[f] != group[owner.at({edge.second, edge.first})]) {
      simple = simple && next[group[f]].try_emplace(edge.first, edge.second).second;
      ++degree[edge.first];
    }
  }
  std::vector<std::vector<std::size_t>> loops;
  for (const auto& [seed, chain] : next) {
    std::vector<std::size_t> loop;
    std::size_t steps = 0, at = chain.begin()->first;
    do {
      if (degree.at(at) > 2) {
        loop.push_back(at);
      }
      const auto step = chain.find(at);
      simple = simple && step != chain.end();
      at = simple ? step->second : chain.begin()->first;
    } while (++steps <= chain.size() && at != chain.begin()->first);
    simple = simple && steps == chain.size() && loop.size() >= 3;
    loops.push_back(loop);
  }
  if (!simple && thick > 0.0) {
    return faces(0.0);
  }
  return loops;
}

}  // namespace

Polyhedron convex_hull(const std::vector<Vec<3>>& points) {
  for (const Vec<3>& point : points) {
    if (!point.allFinite()) {
      throw Error("convex hull: a point is not finite");
    }
  }
  const Hull hull(points);
  Polyhedron result;
  std::map<std::size_t, std::int32_t> number;
  std::vector<std::vector<std::int32_t>> faces;
  for (const std::vector<std::size_t>& loop : hull.faces(1e-9 * hull.size())) {
    std::vector<std::int32_t> face;
    Vec<3> normal = Vec<3>::Zero();
    for (std::size_t k = 0; k < loop.size(); ++k) {
      const auto [place, fresh] = number.try_emplace(loop[k], static_cast<std::int32_t>(result.points.size()));
      if (fresh) {
        result.points.push_back(points[loop[k]]);
      }
      face.push_back(place->second);
      const Vec<3>& origin = points[loop[0]];
      normal += (points[loop[k]] - origin).cross(points[loop[(k + 1) % loop.size()]] - origin);
    }
    faces.push_back(face);
    result.normals.push_back(normal.normalized());
  }
  result.topology = topology_of(result.points.size(), faces);
  return result;
}

}  // namespace gluey
