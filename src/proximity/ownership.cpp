#include "proximity/ownership.hpp"

#include "core/infinity.hpp"
#include "geometry/distance/table.hpp"
#include "geometry/support.hpp"
#include "proximity/flat_contact.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <tuple>

namespace gluey {
namespace {

// Lengths relative to the size of the first body.
constexpr double on_part = 1e-9;  ///< a place this near to a part is on it
constexpr double near_part =
    1e-4;  ///< … and may be, where it is the place of a contact: on flat spots that is known to no more
constexpr double rising =
    1e-9;  ///< the sine by which a neighbour must rise to reach beyond a plane: normals are better than that
constexpr double same_place = 1e-6;   ///< points nearer than this are one
constexpr double same_normal = 1e-6;  ///< … where their normals differ by no more
constexpr double inwards = 1e-6;      ///< whether a face is inside the union is asked so far from its border, and
constexpr double around = 1e-4;       ///< … whether a surface goes on, so far from the place
constexpr double same_side = 0.5;     ///< cosine of normals
constexpr double needle = 100.0;      ///< 1/sine of the sharpest tip
constexpr double shallow =
    0.05;  ///< overlaps up to this are believed whatever the way out: steep sides leave a joint's neighbour at once
constexpr double over_corner = 1e-6;  ///< a point this near to a corner, seen along the normal, is at it

/// Directions across m, all around.
std::array<Vec<2>, 2> directions_across(const Vec<2>& m) { return {Vec<2>(-m[1], m[0]), Vec<2>(m[1], -m[0])}; }
std::array<Vec<3>, 8> directions_across(const Vec<3>& m) {
  const Vec<3> u = m.unitOrthogonal(), v = m.cross(u);
  const double half = std::sqrt(0.5);
  return {u, half * (u + v), v, half * (v - u), -u, Vec<3>(-half * (u + v)), Vec<3>(-v), Vec<3>(half * (u - v))};
}

/// The corners of the hull of places, seen along m: what lies within `slack` of a line between two others is none.
std::vector<std::size_t> hull_corners(const std::vector<Vec<2>>& places, const Vec<2>& m, double /*slack*/) {
  const Vec<2> along = directions_across(m)[0];
  const auto [least, most] = std::minmax_element(
      places.begin(), places.end(), [&](const Vec<2>& a, const Vec<2>& b) { return along.dot(a) < along.dot(b); });
  return {static_cast<std::size_t>(least - places.begin()), static_cast<std::size_t>(most - places.begin())};
}
std::vector<std::size_t> hull_corners(const std::vector<Vec<3>>& places, const Vec<3>& m, double slack) {
  const Vec<3> u = m.unitOrthogonal(), v = m.cross(u);
  std::vector<Vec<2>> seen;
  seen.reserve(places.size());
  for (const Vec<3>& x : places) {
    seen.emplace_back(u.dot(x), v.dot(x));
  }
  std::vector<std::size_t> order(places.size()), hull;
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return std::tie(seen[a][0], seen[a][1], a) < std::tie(seen[b][0], seen[b][1], b);
  });
  // Andrew's monotone chain: the lower half from left to right, the upper half back.
  for (const bool upper : {false, true}) {
    const std::size_t first = hull.size();
    for (const std::size_t k : order) {
      while (hull.size() >= first + 2) {
        const Vec<2> from = seen[hull[hull.size() - 2]], way = seen[k] - from, last = seen[hull.back()] - from;
        if (way[0] * last[1] - way[1] * last[0] < -slack * way.norm()) {
          break;  // the last turns off to the right of the way
        }
        hull.pop_back();
      }
      hull.push_back(k);
    }
    hull.pop_back();  // begins the other half
    if (!upper) {
      std::reverse(order.begin(), order.end());
    }
  }
  return hull;
}

template <int D>
class Ownership {
 public:
  using Point = typename Touching<D>::Point;

  Ownership(std::vector<Point>& points, std::size_t begin, const OwnershipQuery<D>& query)
      : points_(points), begin_(begin), query_(query), slack_(on_part * query.size) {}

  void run() {
    judge();
    restore_seams();
    drop_doubles();
    points_.resize(begin_);
    points_.insert(points_.end(), kept_.begin(), kept_.end());
    drop_implied<D>(points_, begin_, query_.pose.orientation, query_.first.size, query_.second.size);
  }

 private:
  static bool same_parts(const Point& p, const Point& q) {
    return p.part_first == q.part_first && p.part_second == q.part_second && p.image == q.image;
  }

  /// Pair of parts by pair of parts: rules 1 to 3.
  void judge() {
    double least = infinity;
    std::size_t best = begin_;
    for (std::size_t k = begin_, end = begin_; k < points_.size(); k = end) {
      while (end < points_.size() && same_parts(points_[end], points_[k])) {
        ++end;
      }
      const Point& nearest = points_[k];
      const double second = rise_of_second(nearest), first = rise_of_first(nearest);
      const double rise = std::max(first, second);
      if (rise == 0.0) {
        for (std::size_t at = k; at < end; ++at) {
          keep(points_[at]);
        }
        continue;
      }
      if (rise < least) {
        least = rise;
        best = k;
      }
      across_face(nearest, first > second);
    }
    if (kept_.empty()) {
      kept_.push_back(points_[best]);
    }
  }

  void keep(const Point& p) { (on_seam(p) ? seams_ : kept_).push_back(p); }

  /// Rule 3, its exception.
  void restore_seams() {
    std::erase_if(seams_, [&](const Point& p) { return !stands_for_a_corner(p); });
    if (seams_.empty()) {
      return;
    }
    const Point& deepest =
        *std::min_element(kept_.begin(), kept_.end(), [](const Point& p, const Point& q) { return p.gap < q.gap; });
    const Vec<D> normal = deepest.normal;
    const double limit = deepest.gap + slack_;
    const auto alike = [&](const Point& p) { return (p.normal - normal).squaredNorm() <= same_normal * same_normal; };
    const auto place = [&](const Point& p) { return Vec<D>(query_.pose.orientation.apply(p.local_first)); };
    std::erase_if(seams_, [&](const Point& p) { return p.gap > limit || !alike(p); });
    std::vector<Vec<D>> places;
    places.reserve(seams_.size() + kept_.size());
    for (const Point& p : seams_) {
      places.push_back(place(p));
    }
    for (const Point& p : kept_) {
      if (alike(p)) {
        places.push_back(place(p));
      }
    }
    const std::vector<std::size_t> corners = hull_corners(places, normal, same_place * query_.size);
    for (const std::size_t k : corners) {
      if (k < seams_.size()) {
        kept_.push_back(seams_[k]);
      }
    }
  }

  /// Whether a part of p has a corner near it, as deep, that no point was found for.
  [[nodiscard]] bool stands_for_a_corner(const Point& p) {
    const double reach = same_place * query_.size + needle * std::abs(p.gap);
    const auto missing = [&](const OwnershipSide<D>& side, std::int32_t Point::*part, Vec<D> Point::*place,
                             const Vec<D>& m) {
      corners_.clear();
      part_corners<D>(side.parts[static_cast<std::size_t>(p.*part)], corners_);
      return std::any_of(corners_.begin(), corners_.end(), [&](const Vec<D>& corner) {
        const auto across = [&](const Point& q) {
          const Vec<D> way = corner - q.*place;
          return (way - m.dot(way) * m).norm();
        };
        return across(p) <= reach && m.dot(corner - p.*place) >= -slack_ &&
               std::none_of(kept_.begin(), kept_.end(), [&](const Point& q) {
                 return q.*part == p.*part && across(q) <= over_corner * query_.size;
               });
      });
    };
    return seam_of_second(p)
               ? missing(query_.first, &Point::part_first, &Point::local_first, out_of_first(p.normal))
               : missing(query_.second, &Point::part_second, &Point::local_second, out_of_second(p.normal));
  }

  /// A place on the second side as seen by image `to`, given as seen by image `from`.
  [[nodiscard]] Vec<D> seen(const Vec<D>& place, const Image<D>& from, const Image<D>& to) const {
    if (from == to) {
      return place;
    }
    return place + query_.orientation.apply_inverse(query_.domain->shift(from - to, query_.time));
  }

  /// visit(part, x as its image sees it) for the parts of a side that may hold x, until one says no.
  template <class Visit>
  void for_parts_at(const OwnershipSide<D>& side, const Vec<D>& place, const Image<D>& image, double slack,
                    const Visit& visit) const {
    for (const NearbyPart<D>& other : side.near) {
      const auto q = static_cast<std::size_t>(other.index);
      const Vec<D> x = seen(place, image, other.image);
      const double reach = side.balls[q].radius + slack;
      if (std::isfinite(reach) && (x - side.balls[q].center).squaredNorm() <= reach * reach && !visit(other, x)) {
        return;
      }
    }
  }

  /// The sine of the angle by which some other part that holds the place x reaches beyond the plane across m; 0 where none does.
  [[nodiscard]] double rise(const OwnershipSide<D>& side, const Vec<D>& place, const Vec<D>& m, std::int32_t own,
                            const Image<D>& image, double slack) const {
    double most = 0.0;
    for_parts_at(side, place, image, slack, [&](const NearbyPart<D>& other, const Vec<D>& x) {
      if (other.index == own && other.image == image) {
        return true;
      }
      const Part<D>& part = side.parts[static_cast<std::size_t>(other.index)];
      const Closest<D> near = part_closest<D>(x, part);
      if (near.distance > slack) {
        return true;
      }
      // From the part's own point: of a corner that both share nothing rises, however well x is known.
      const Vec<D> from = near.distance > 0.0 ? Vec<D>(x - near.distance * near.outward) : x;
      const Vec<D> way = part_furthest<D>(part, m).point - from;
      const double length = way.norm(), height = m.dot(way);
      if (height > rising * length + slack_) {
        most = std::max(most, height / length);
      }
      return true;
    });
    return most;
  }
  [[nodiscard]] Vec<D> out_of_first(const Vec<D>& normal) const {
    return query_.pose.orientation.apply_inverse(normal);
  }
  [[nodiscard]] Vec<D> out_of_second(const Vec<D>& normal) const { return -query_.orientation.apply_inverse(normal); }
  [[nodiscard]] double rise_of_second(const Point& p) const {
    return query_.second.near.size() < 2 ? 0.0
                                         : rise(query_.second, p.local_second, out_of_second(p.normal), p.part_second,
                                                p.image, near_part * query_.size);
  }
  [[nodiscard]] double rise_of_first(const Point& p) const {
    return query_.first.near.size() < 2
               ? 0.0
               : rise(query_.first, p.local_first, out_of_first(p.normal), p.part_first, {}, near_part * query_.size);
  }

  /// Rule 3.
  [[nodiscard]] bool on_seam(const Point& p) { return seam_of_second(p) || seam_of_first(p); }
  [[nodiscard]] bool seam_of_first(const Point& p) {
    return goes_on(query_.first, p.part_first, p.local_first, out_of_first(p.normal), {}) &&
           !at_corner(query_.second, p.part_second, p.local_second, out_of_second(p.normal));
  }
  [[nodiscard]] bool seam_of_second(const Point& p) {
    return goes_on(query_.second, p.part_second, p.local_second, out_of_second(p.normal), p.image) &&
           !at_corner(query_.first, p.part_first, p.local_first, out_of_first(p.normal));
  }
  /// Whether a part has a corner there, seen along m.
  [[nodiscard]] bool at_corner(const OwnershipSide<D>& side, std::int32_t own, const Vec<D>& place, const Vec<D>& m) {
    const Part<D>& part = side.parts[static_cast<std::size_t>(own)];
    if (is_round<D>(part)) {
      return true;  // it has one point, and that is it
    }
    corners_.clear();
    part_corners<D>(part, corners_);
    return std::any_of(corners_.begin(), corners_.end(), [&](const Vec<D>& corner) {
      const Vec<D> way = place - corner;
      return (way - m.dot(way) * m).norm() <= over_corner * query_.size;
    });
  }
  /// Whether the surface across m is there all around, on this part or others.
  [[nodiscard]] bool goes_on(const OwnershipSide<D>& side, std::int32_t own, const Vec<D>& place, const Vec<D>& m,
                             const Image<D>& image) const {
    if (side.near.size() < 2 || is_round<D>(side.parts[static_cast<std::size_t>(own)])) {
      return false;
    }
    const auto ways = directions_across(m);
    return std::all_of(ways.begin(), ways.end(), [&](const Vec<D>& way) {
      bool held = false;
      const double near = same_place * query_.size;
      for_parts_at(side, place + around * query_.size * way, image, near,
                   [&](const NearbyPart<D>& other, const Vec<D>& x) {
                     held = part_closest<D>(x, side.parts[static_cast<std::size_t>(other.index)]).distance <= near;
                     return !held;
                   });
      return held;
    });
  }

  /// Rule 2: what two parts have across the shallowest face of one of them.
  void across_face(const Point& p, bool of_first) {
    const OwnershipSide<D>& side = of_first ? query_.first : query_.second;
    const std::int32_t own = of_first ? p.part_first : p.part_second;
    const Image<D> image = of_first ? Image<D>{} : p.image;
    const Part<D>& part = side.parts[static_cast<std::size_t>(own)];
    const Part<D>& a = query_.first.parts[static_cast<std::size_t>(p.part_first)];
    const Part<D>& b = query_.second.parts[static_cast<std::size_t>(p.part_second)];
    if (std::holds_alternative<Plane<D>>(a) || std::holds_alternative<Plane<D>>(b)) {
      return;
    }
    const Pose<D> other{query_.position + shift(p.image), query_.orientation};
    const Pose<D> in_first = seen_from(query_.pose, other);
    faces_.clear();
    part_faces<D>(part, faces_);
    double best_gap = -infinity;
    Vec<D> best_normal = Vec<D>::Zero();
    for (const Vec<D>& face : faces_) {
      const Vec<D> normal = of_first ? face : Vec<D>(-in_first.orientation.apply(face));
      const Vec<D> from = part_furthest<D>(a, normal).point;
      const Vec<D> to =
          in_first.to_world(part_furthest<D>(b, Vec<D>(-in_first.orientation.apply_inverse(normal))).point);
      const double gap = normal.dot(to - from);
      if (gap <= best_gap) {
        continue;
      }
      const Vec<D> foot = of_first ? Vec<D>(to - gap * normal) : in_first.to_local(from + gap * normal);
      const Closest<D> over = part_closest<D>(foot, part);
      const Vec<D> place = foot - std::max(0.0, over.distance) * over.outward;
      Vec<D> in = side.balls[static_cast<std::size_t>(own)].center - place;
      in -= face.dot(in) * face;
      if (rise(side, place + inwards * in, face, own, image, slack_) == 0.0) {
        best_gap = gap;
        best_normal = normal;
      }
    }
    // Apart, the normal was nearly the face's; inside, the way out across the face is longer than the shortest by a needle's slope.
    const double aligned = best_normal.dot(out_of_first(p.normal));
    if (!(best_gap <= query_.within) ||
        (p.gap > slack_ ? aligned < same_side : best_gap < std::min(needle * p.gap - slack_, -shallow * query_.size))) {
      return;
    }
    const Manifold<D> best = meet_across<D>(a, b, in_first, best_normal, of_first, query_.within);
    for (int k = 0; k < best.count; ++k) {
      const Touch<D>& touch = best.touch[static_cast<std::size_t>(k)];
      const Vec<D> foot = of_first ? touch.point : in_first.to_local(touch.point + touch.gap * best.normal);
      if (part_closest<D>(foot, part).distance > std::max(0.0, -touch.gap) + slack_) {
        continue;
      }
      Point point = p;
      point.number = k;
      point.gap = touch.gap;
      point.normal = query_.pose.orientation.apply(best.normal);
      point.local_first = touch.point;
      point.local_second = in_first.to_local(touch.point + touch.gap * best.normal);
      point.curvature_first = bounded_curvature(best.radius_first, query_.first.size);
      point.curvature_second = bounded_curvature(best.radius_second, query_.second.size);
      keep(point);
    }
  }
  [[nodiscard]] Vec<D> shift(const Image<D>& image) const {
    return image == Image<D>{} ? Vec<D>(Vec<D>::Zero()) : query_.domain->shift(image, query_.time);
  }

  /// Rule 4. The nearest stays; of equals the first.
  void drop_doubles() {
    order_.resize(kept_.size());
    std::iota(order_.begin(), order_.end(), std::size_t{0});
    std::stable_sort(order_.begin(), order_.end(),
                     [&](std::size_t a, std::size_t b) { return kept_[a].gap < kept_[b].gap; });
    const double near = same_place * query_.size;
    const auto doubles = [&](const Point& p, const Point& q) {
      if ((p.normal - q.normal).squaredNorm() > same_normal * same_normal) {
        return false;
      }
      const Vec<D> on_first = p.local_first - q.local_first;
      const Vec<D> on_second = seen(p.local_second, p.image, q.image) - q.local_second;
      if (on_first.squaredNorm() <= near * near || on_second.squaredNorm() <= near * near) {
        return true;
      }
      const auto one_round = [&](const OwnershipSide<D>& side, std::int32_t a, std::int32_t b) {
        return a == b && is_round<D>(side.parts[static_cast<std::size_t>(a)]);
      };
      return (one_round(query_.first, p.part_first, q.part_first) &&
              std::abs(out_of_second(p.normal).dot(on_second)) <= near_part * query_.size) ||
             (p.image == q.image && one_round(query_.second, p.part_second, q.part_second) &&
              std::abs(out_of_first(p.normal).dot(on_first)) <= near_part * query_.size);
    };
    std::vector<std::size_t> stay;
    for (const std::size_t a : order_) {
      if (std::none_of(stay.begin(), stay.end(), [&](std::size_t b) { return doubles(kept_[a], kept_[b]); })) {
        stay.push_back(a);
      }
    }
    std::sort(stay.begin(), stay.end());
    for (std::size_t k = 0; k < stay.size(); ++k) {
      kept_[k] = kept_[stay[k]];
    }
    kept_.resize(stay.size());
  }

  std::vector<Point>& points_;
  std::size_t begin_;
  const OwnershipQuery<D>& query_;
  double slack_;
  std::vector<Point> kept_, seams_;
  std::vector<Vec<D>> faces_, corners_;
  std::vector<std::size_t> order_;
};

}  // namespace

template <int D>
void keep_owned(std::vector<typename Touching<D>::Point>& points, std::size_t begin, const OwnershipQuery<D>& query) {
  if (points.size() > begin) {
    Ownership<D>(points, begin, query).run();
  }
}

template void keep_owned<2>(std::vector<Touching<2>::Point>&, std::size_t, const OwnershipQuery<2>&);
template void keep_owned<3>(std::vector<Touching<3>::Point>&, std::size_t, const OwnershipQuery<3>&);

}  // namespace gluey
