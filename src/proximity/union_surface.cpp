#include "proximity/union_surface.hpp"

#include "geometry/distance/table.hpp"
#include "geometry/support.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

namespace gluey {
namespace {

constexpr double rounding_of_places = 1e-12;
constexpr double rising = 1e-9;  ///< sine by which a neighbour reaches beyond a plane: normals are better than that
constexpr double beside = 1e-6;  ///< how far beside a joint a face is asked
constexpr double around =
    1e-3;  ///< … and how far all around a place: a joint that bends by more than a thousandth is one

/// Directions across m, all around.
std::array<Vec<2>, 2> directions_across(const Vec<2>& m) { return {Vec<2>(-m[1], m[0]), Vec<2>(m[1], -m[0])}; }
std::array<Vec<3>, 8> directions_across(const Vec<3>& m) {
  const Vec<3> u = m.unitOrthogonal(), v = m.cross(u);
  const double half = std::sqrt(0.5);
  return {u, half * (u + v), v, half * (v - u), -u, Vec<3>(-half * (u + v)), Vec<3>(-v), Vec<3>(half * (u - v))};
}

}  // namespace

template <int D>
Vec<D> UnionSurface<D>::seen(const Vec<D>& place, const Image<D>& from, const Image<D>& to) const {
  if (from == to) {
    return place;
  }
  return place + orientation.apply_inverse(domain->shift(from - to, time));
}

template <int D>
double UnionSurface<D>::rise_at(const Spot& spot, const Vec<D>& place, const Vec<D>& m) const {
  double most = 0.0;
  for (const NearbyPart<D>& other : near) {
    if (other.index == spot.part && other.image == spot.image) {
      continue;
    }
    const auto q = static_cast<std::size_t>(other.index);
    const Vec<D> x = seen(place, spot.image, other.image);
    const double slack = (spot.round || is_round<D>(parts[q]) ? near_part : on_part) * size;
    const double reach = balls[q].radius + slack;
    if (!std::isfinite(reach) || (x - balls[q].center).squaredNorm() > reach * reach) {
      continue;
    }
    const Closest<D> nearest = part_closest<D>(x, parts[q]);
    if (nearest.distance > slack) {
      continue;
    }
    // From the part's own point: of a corner that both share nothing rises, however well x is known.
    const Vec<D> from = nearest.distance > 0.0 ? Vec<D>(x - nearest.distance * nearest.outward) : x;
    const Vec<D> way = part_furthest<D>(parts[q], m).point - from;
    const double length = way.norm(), height = m.dot(way);
    if (height > rising * length + rounding_of_places * size) {
      most = std::max(most, height / length);
    }
  }
  return most;
}

template <int D>
double UnionSurface<D>::rise(const Spot& spot, const Vec<D>& place, const Vec<D>& m) const {
  if (near.size() < 2) {
    return 0.0;
  }
  const double here = rise_at(spot, place, m);
  if (here == 0.0) {
    return 0.0;
  }
  const std::optional<Face<D>> face = part_face<D>(part(spot.part), m, same_normal);
  if (!face || rise_at(spot, place, face->normal) == 0.0) {
    return here;  // the normal leans over an edge
  }
  const Vec<D> in = face->middle - place;
  const double length = in.norm(), far = (spot.round ? 2.0 * near_part : beside) * size;
  return length > 0.0 ? rise_at(spot, place + std::min(1.0, far / length) * in, m) : here;
}

template <int D>
bool UnionSurface<D>::holds(const Vec<D>& place, const Image<D>& image) const {
  const double slack = same_place * size;
  return std::any_of(near.begin(), near.end(), [&](const NearbyPart<D>& other) {
    const auto q = static_cast<std::size_t>(other.index);
    const Vec<D> x = seen(place, image, other.image);
    const double reach = balls[q].radius + slack;
    return std::isfinite(reach) && (x - balls[q].center).squaredNorm() <= reach * reach &&
           part_closest<D>(x, parts[q]).distance <= slack;
  });
}

template <int D>
bool UnionSurface<D>::goes_on(const Spot& spot, const Vec<D>& place, const Vec<D>& m) const {
  if (near.size() < 2 || !part_face<D>(part(spot.part), m, same_normal)) {
    return false;
  }
  const auto ways = directions_across(m);
  return std::all_of(ways.begin(), ways.end(),
                     [&](const Vec<D>& way) { return holds(place + around * size * way, spot.image); });
}

template <int D>
bool UnionSurface<D>::at_corner(std::int32_t index, const Vec<D>& place, const Vec<D>& m) const {
  if (is_round<D>(part(index))) {
    return true;
  }
  std::vector<Vec<D>> corners;
  part_corners<D>(part(index), corners);
  return std::any_of(corners.begin(), corners.end(), [&](const Vec<D>& corner) {
    const Vec<D> way = place - corner;
    return (way - m.dot(way) * m).norm() <= same_place * size;
  });
}

template struct UnionSurface<2>;
template struct UnionSurface<3>;

}  // namespace gluey
