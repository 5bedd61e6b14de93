#include "scene/containers.hpp"

#include "core/disjoint_sets.hpp"
#include "core/parallel.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numbers>

namespace gluey::scene {
namespace {

/// Solid angles that are computed at most; beyond, only some of the bodies are looked at.
constexpr double most_angles = 2e7;

template <int D>
using Facet = std::array<Vec<D>, D>;

/// The angle, in the plane, or solid angle under which a facet is seen, with the sign of its orientation; over a closed surface that
/// faces outwards they add up to 2π or 4π inside and to 0 outside (van Oosterom and Strackee, 1983).
double seen_from(const Vec<2>& x, const Facet<2>& facet) {
  const Vec<2> a = facet[0] - x, b = facet[1] - x;
  return std::atan2(a[0] * b[1] - a[1] * b[0], a.dot(b));
}
double seen_from(const Vec<3>& x, const Facet<3>& facet) {
  const Vec<3> a = facet[0] - x, b = facet[1] - x, c = facet[2] - x;
  const double la = a.norm(), lb = b.norm(), lc = c.norm();
  return 2.0 * std::atan2(a.dot(b.cross(c)), la * lb * lc + a.dot(b) * lc + b.dot(c) * la + c.dot(a) * lb);
}

template <int D>
struct ClosedSurface {
  std::vector<Facet<D>> facets;
  bool inward = false;
};

/// A chain that comes back to where it began; which way round says nothing.
std::vector<ClosedSurface<2>> closed_surfaces(const gluey::Obstacle<2>& obstacle) {
  ClosedSurface<2> surface;
  if (obstacle.kind != "chain") {
    return {};
  }
  for (const Part<2>& part : obstacle.parts) {
    const auto* segment = std::get_if<Segment<2>>(&part);
    if (segment == nullptr || (!surface.facets.empty() && surface.facets.back()[1] != segment->from)) {
      return {};
    }
    surface.facets.push_back({segment->from, segment->to});
  }
  if (surface.facets.size() < 3 || surface.facets.back()[1] != surface.facets.front()[0]) {
    return {};
  }
  return {surface};
}

/// Connected pieces of a mesh in which every edge joins two triangles of the same orientation.
std::vector<ClosedSurface<3>> closed_surfaces(const gluey::Obstacle<3>& obstacle) {
  if (obstacle.kind != "mesh") {
    return {};
  }
  using Corner = std::array<double, 3>;
  std::map<Corner, std::size_t> numbers;
  std::vector<std::array<std::size_t, 3>> triangles;
  std::vector<Facet<3>> facets;
  for (const Part<3>& part : obstacle.parts) {
    const auto* triangle = std::get_if<Triangle>(&part);
    if (triangle == nullptr) {
      return {};
    }
    std::array<std::size_t, 3> corners{};
    for (std::size_t k = 0; k < 3; ++k) {
      const Vec<3>& point = triangle->points[k];
      corners[k] = numbers.try_emplace(Corner{point[0], point[1], point[2]}, numbers.size()).first->second;
    }
    triangles.push_back(corners);
    facets.push_back({triangle->points[0], triangle->points[1], triangle->points[2]});
  }
  DisjointSets pieces(numbers.size());
  std::map<std::pair<std::size_t, std::size_t>, int> edges;
  for (const auto& corners : triangles) {
    for (std::size_t k = 0; k < 3; ++k) {
      pieces.join(corners[k], corners[(k + 1) % 3]);
      ++edges[{corners[k], corners[(k + 1) % 3]}];
    }
  }
  std::map<std::size_t, ClosedSurface<3>> surfaces;
  std::map<std::size_t, double> volume;
  for (std::size_t t = 0; t < triangles.size(); ++t) {
    const std::size_t piece = pieces.root(triangles[t][0]);
    surfaces[piece].facets.push_back(facets[t]);
    volume[piece] += facets[t][0].dot(facets[t][1].cross(facets[t][2])) / 6.0;
  }
  for (const auto& [edge, count] : edges) {
    const auto back = edges.find({edge.second, edge.first});
    if (count != 1 || back == edges.end() || back->second != 1) {
      surfaces.erase(pieces.root(edge.first));
    }
  }
  std::vector<ClosedSurface<3>> closed;
  for (auto& [piece, surface] : surfaces) {
    surface.inward = volume[piece] < 0.0;
    closed.push_back(std::move(surface));
  }
  return closed;
}

template <int D>
Strays count_strays(const World<D>& world, const gluey::Obstacle<D>& obstacle, const ClosedSurface<D>& surface) {
  Vec<D> lower = surface.facets.front()[0], upper = lower;
  for (const Facet<D>& facet : surface.facets) {
    for (const Vec<D>& corner : facet) {
      lower = lower.cwiseMin(corner);
      upper = upper.cwiseMax(corner);
    }
  }
  const std::size_t n = world.bodies.size();
  const auto every = static_cast<std::size_t>(
      std::ceil(std::max(1.0, static_cast<double>(n) * static_cast<double>(surface.facets.size()) / most_angles)));
  std::vector<std::uint8_t> inside((n + every - 1) / every);
  parallel_for(inside.size(), [&](std::size_t k) {
    const Vec<D> x = obstacle.pose.to_local(world.bodies.position[k * every]);
    if ((x.array() < lower.array()).any() || (x.array() > upper.array()).any()) {
      return;
    }
    double angle = 0.0;
    for (const Facet<D>& facet : surface.facets) {
      angle += seen_from(x, facet);
    }
    inside[k] = std::abs(angle) > std::numbers::pi * (D == 2 ? 1.0 : 2.0) ? 1 : 0;
  });
  Strays strays{.inward = surface.inward};
  for (std::size_t k = inside.size(); k-- > 0;) {
    if (world.bodies.presence[k * every] == Presence::waiting) {
      continue;
    }
    if (inside[k] != 0) {
      ++strays.inside;
    } else {
      ++strays.outside;
      strays.first = k * every;
    }
  }
  if (strays.inside == 0 && !strays.inward) {
    strays.outside = 0;
  }
  return strays;
}

}  // namespace

template <int D>
Strays strays_of(const World<D>& world, const gluey::Obstacle<D>& obstacle) {
  Strays worst;
  if (world.domain.any() || world.bodies.size() == 0) {
    return worst;
  }
  for (const ClosedSurface<D>& surface : closed_surfaces(obstacle)) {
    const Strays strays = count_strays(world, obstacle, surface);
    if (strays.outside > worst.outside) {
      worst = strays;
    }
  }
  return worst;
}

template Strays strays_of<2>(const World<2>&, const gluey::Obstacle<2>&);
template Strays strays_of<3>(const World<3>&, const gluey::Obstacle<3>&);

}  // namespace gluey::scene
