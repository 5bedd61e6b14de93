#include "proximity/ownership.hpp"

#include "core/infinity.hpp"
#include "geometry/distance/table.hpp"
#include "geometry/support.hpp"
#include "proximity/flat_contact.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

namespace gluey {
namespace {

constexpr double like_normal = 1e-3;     ///< normals of one contact, where it is at the same place on both bodies
constexpr double needle = 100.0;         ///< 1/sine of the sharpest tip
constexpr double shallow = 0.05;         ///< overlaps up to this are believed whatever the way out
constexpr std::int32_t last_number = 7;  ///< of the points of two parts

template <int D>
class Ownership {
 public:
  using Point = typename Touching<D>::Point;
  using Spot = typename UnionSurface<D>::Spot;

  Ownership(std::vector<Point>& points, std::size_t begin, const OwnershipQuery<D>& query)
      : points_(points),
        begin_(begin),
        query_(query),
        first_(query.first),
        second_(query.second),
        slack_(on_part * query.first.size),
        near_(same_place * query.first.size) {}

  void run() {
    list_pairs();
    // Two parts that are apart and have no rivals are nearest to each other. Those that overlap may find their way out blocked.
    if (pairs_.size() > 1 || points_[begin_].gap <= slack_) {
      judge();
      drop_doubles();
      drop_seams();
      points_.resize(begin_);
      points_.insert(points_.end(), kept_.begin(), kept_.end());
    }
    drop_implied<D>(points_, begin_, query_.pose.orientation, first_.owner_size, second_.owner_size);
  }

 private:
  /// Two parts, and their points: the nearest first.
  struct Pair {
    std::size_t begin, end;
    double rise = 0.0;
  };
  /// The normal of a contact, from the first to the second in the frame of the first, and its gap.
  struct Leader {
    Vec<D> normal;
    double gap;
  };

  void list_pairs() {
    for (std::size_t k = begin_, end = begin_; k < points_.size(); k = end) {
      while (end < points_.size() && points_[end].part_first == points_[k].part_first &&
             points_[end].part_second == points_[k].part_second && points_[end].image == points_[k].image) {
        ++end;
      }
      pairs_.push_back({k, end});
    }
  }

  /// Rules 1 to 3.
  void judge() {
    std::vector<Pair> broken;
    const Pair* best = nullptr;
    for (Pair& pair : pairs_) {
      const Point& p = points_[pair.begin];
      pair.rise = std::max(first_.rise(on_first(p), p.local_first, out_of_first(p.normal)),
                           second_.rise(on_second(p), p.local_second, out_of_second(p.normal)));
      best = best == nullptr || pair.rise < best->rise ? &pair : best;
      if (pair.rise == 0.0) {
        lead(pair);
      } else {
        broken.push_back(pair);
      }
    }
    const auto follow_all = [&] { std::erase_if(broken, [&](const Pair& pair) { return follow(pair); }); };
    follow_all();
    // The widest way out leads: others may follow it.
    while (!broken.empty()) {
      std::optional<Axis<D>> widest;
      std::size_t leader = 0;
      for (std::size_t k = 0; k < broken.size(); ++k) {
        const std::optional<Axis<D>> way = points_[broken[k].begin].gap <= slack_ ? way_out(broken[k]) : std::nullopt;
        if (way && (!widest || way->gap > widest->gap)) {
          widest = way;
          leader = k;
        }
      }
      if (!widest) {
        break;
      }
      leaders_.push_back({widest->normal, widest->gap});
      keep_across(broken[leader], *widest, true);
      broken.erase(broken.begin() + static_cast<std::ptrdiff_t>(leader));
      follow_all();
    }
    if (kept_.empty()) {
      lead(*best);
      std::erase_if(broken, [&](const Pair& pair) { return pair.begin == best->begin; });
      follow_all();
    }
  }

  void lead(const Pair& pair) {
    const Point& nearest = points_[pair.begin];
    leaders_.push_back({out_of_first(nearest.normal), nearest.gap});
    keep_points(pair);
  }
  void keep_points(const Pair& pair) {
    kept_.insert(kept_.end(), points_.begin() + static_cast<std::ptrdiff_t>(pair.begin),
                 points_.begin() + static_cast<std::ptrdiff_t>(pair.end));
  }

  [[nodiscard]] Vec<D> out_of_first(const Vec<D>& normal) const { return first_.orientation.apply_inverse(normal); }
  [[nodiscard]] Vec<D> out_of_second(const Vec<D>& normal) const { return -second_.orientation.apply_inverse(normal); }
  [[nodiscard]] bool is_round_at(const Point& p) const {
    return is_round<D>(first_.part(p.part_first)) || is_round<D>(second_.part(p.part_second));
  }
  [[nodiscard]] Spot on_first(const Point& p) const { return {p.part_first, {}, is_round_at(p)}; }
  [[nodiscard]] Spot on_second(const Point& p) const { return {p.part_second, p.image, is_round_at(p)}; }

  /// Where the second stands as the first sees it.
  [[nodiscard]] Pose<D> second_in_first(const Image<D>& image) const {
    Pose<D> other{query_.position, second_.orientation};
    if (!(image == Image<D>{})) {
      other.position += second_.domain->shift(image, second_.time);
    }
    return seen_from(query_.pose, other);
  }

  /// Rule 2: whether a contact of others keeps the two apart as well. What they have of it is kept.
  bool follow(const Pair& pair) {
    const Point& nearest = points_[pair.begin];
    const Part<D>&a = first_.part(nearest.part_first), &b = second_.part(nearest.part_second);
    if (std::holds_alternative<Plane<D>>(a) || std::holds_alternative<Plane<D>>(b)) {
      // A plane has one normal only.
      const Vec<D> own = out_of_first(nearest.normal);
      const bool led = std::any_of(leaders_.begin(), leaders_.end(), [&](const Leader& leader) {
        return (leader.normal - own).norm() <= same_normal && nearest.gap >= leader.gap - slack_;
      });
      if (led) {
        keep_points(pair);
      }
      return led;
    }
    const Pose<D> other = second_in_first(nearest.image);
    std::optional<Axis<D>> best;
    for (const Leader& leader : leaders_) {
      const Axis<D> axis = axis_along<D>(a, b, other, leader.normal);
      if (axis.gap >= leader.gap - slack_ && (!best || axis.gap > best->gap)) {
        best = axis;
      }
    }
    if (best && !is_round_at(nearest)) {
      keep_across(pair, *best, false);
    }
    return best.has_value();
  }

  /// Rule 3.
  std::optional<Axis<D>> way_out(const Pair& pair) {
    const Point& nearest = points_[pair.begin];
    const Part<D>&a = first_.part(nearest.part_first), &b = second_.part(nearest.part_second);
    if (std::holds_alternative<Plane<D>>(a) || std::holds_alternative<Plane<D>>(b)) {
      return std::nullopt;
    }
    const Pose<D> other = second_in_first(nearest.image);
    axes_.clear();
    part_axes<D>(a, b, other, std::min(needle * nearest.gap - slack_, -shallow * first_.size), axes_);
    std::stable_sort(axes_.begin(), axes_.end(), [](const Axis<D>& x, const Axis<D>& y) { return x.gap > y.gap; });
    const auto is_way = [&](const Axis<D>& axis) {
      const Vec<D> down = -other.orientation.apply_inverse(axis.normal);
      const Vec<D> x = axis.face_of_first ? on_face(a, axis.normal, axis.on_first) : axis.on_first;
      const Vec<D> y = other.to_local(axis.on_second);
      return first_.rise(on_first(nearest), x, axis.normal) == 0.0 &&
             second_.rise(on_second(nearest), axis.face_of_second ? on_face(b, down, y) : y, down) == 0.0;
    };
    const auto found = std::find_if(axes_.begin(), axes_.end(), is_way);
    return found != axes_.end() ? std::optional(*found) : std::nullopt;
  }

  /// A place in the plane of a part's face, or where the straight way from it to the middle of the face first meets the face.
  [[nodiscard]] Vec<D> on_face(const Part<D>& part, const Vec<D>& normal, const Vec<D>& place) const {
    constexpr int halvings = 50;
    const std::optional<Face<D>> face = part_face<D>(part, normal, same_normal);
    if (!face || part_closest<D>(place, part).distance <= slack_) {
      return place;
    }
    double out = 0.0, in = 1.0;
    const auto at = [&](double t) { return Vec<D>(place + t * (face->middle - place)); };
    for (int halving = 0; halving < halvings; ++halving) {
      const double t = 0.5 * (out + in);
      (part_closest<D>(at(t), part).distance <= 0.1 * slack_ ? in : out) = t;
    }
    return at(in);
  }

  /// The points that two parts have across a direction, as far as they lie over each other; where they lead the way out, over any part.
  void keep_across(const Pair& pair, const Axis<D>& axis, bool leads) {
    const Point& nearest = points_[pair.begin];
    const Part<D>&a = first_.part(nearest.part_first), &b = second_.part(nearest.part_second);
    const Pose<D> other = second_in_first(nearest.image);
    const Across<D> across = meet_across<D>(a, b, other, axis, query_.within);
    std::int32_t number = 0;
    for (const Touch<D>& touch : across.touches) {
      const Vec<D> there = other.to_local(touch.point + touch.gap * axis.normal);
      const bool over =
          leads ? first_.holds(touch.point, {}) && second_.holds(there, nearest.image)
                : part_closest<D>(touch.point, a).distance <= near_ && part_closest<D>(there, b).distance <= near_;
      if (!over) {
        continue;
      }
      Point point = nearest;
      point.number = std::min(number++, last_number);
      point.gap = touch.gap;
      point.normal = first_.orientation.apply(axis.normal);
      point.local_first = touch.point;
      point.local_second = there;
      point.curvature_first = bounded_curvature(across.radius_first, first_.owner_size);
      point.curvature_second = bounded_curvature(across.radius_second, second_.owner_size);
      kept_.push_back(point);
    }
  }

  /// Rule 4. The nearest stays; of equals the one where a round part reaches furthest towards the plane, and else the first.
  void drop_doubles() {
    order_.resize(kept_.size());
    std::iota(order_.begin(), order_.end(), std::size_t{0});
    std::stable_sort(order_.begin(), order_.end(),
                     [&](std::size_t a, std::size_t b) { return kept_[a].gap < kept_[b].gap; });
    std::vector<std::size_t> stay;
    for (const std::size_t a : order_) {
      const auto same =
          std::find_if(stay.begin(), stay.end(), [&](std::size_t b) { return are_one(kept_[a], kept_[b]); });
      if (same == stay.end()) {
        stay.push_back(a);
      } else if (kept_[a].gap <= kept_[*same].gap + slack_ && is_round_at(kept_[a]) &&
                 from_top(kept_[a]) + near_ < from_top(kept_[*same])) {
        *same = a;
      }
    }
    std::sort(stay.begin(), stay.end());
    for (std::size_t k = 0; k < stay.size(); ++k) {
      kept_[k] = kept_[stay[k]];
    }
    kept_.resize(stay.size());
  }
  /// How far from where a round part reaches furthest towards the face that it touches. On a flat side of it gaps are equal to rounding.
  [[nodiscard]] double from_top(const Point& p) const {
    const bool first_is_round = is_round<D>(first_.part(p.part_first));
    const Part<D>&a = first_.part(p.part_first), &b = second_.part(p.part_second);
    const std::optional<Face<D>> face = first_is_round ? part_face<D>(b, out_of_second(p.normal), same_normal)
                                                       : part_face<D>(a, out_of_first(p.normal), same_normal);
    if (!face) {
      return infinity;
    }
    return first_is_round
               ? (part_furthest<D>(a, -out_of_first(second_.orientation.apply(face->normal))).point - p.local_first)
                     .norm()
               : (part_furthest<D>(b, out_of_second(first_.orientation.apply(face->normal))).point - p.local_second)
                     .norm();
  }
  [[nodiscard]] bool are_one(const Point& p, const Point& q) const {
    const double turned = (p.normal - q.normal).norm();
    if (turned > like_normal) {
      return false;
    }
    const Vec<D> on_first = p.local_first - q.local_first;
    const Vec<D> on_second = second_.seen(p.local_second, p.image, q.image) - q.local_second;
    const bool here = on_first.norm() <= near_, there = on_second.norm() <= near_;
    if (turned > same_normal) {
      return here && there;
    }
    const auto on_plane = [&](const Vec<D>& way, const Vec<D>& m) {
      return std::abs(m.dot(way)) <= near_part * first_.size;
    };
    return here || there ||
           (p.part_first == q.part_first && is_round<D>(first_.part(p.part_first)) &&
            on_plane(on_second, out_of_second(p.normal))) ||
           (p.part_second == q.part_second && p.image == q.image && is_round<D>(second_.part(p.part_second)) &&
            on_plane(on_first, out_of_first(p.normal)));
  }

  /// Rule 5.
  void drop_seams() {
    std::vector<std::uint8_t> seam;
    double deepest = infinity;  // of those that stay for sure
    for (const Point& p : kept_) {
      seam.push_back(on_seam(p) ? 1 : 0);
      deepest = seam.back() == 0 ? std::min(deepest, p.gap) : deepest;
    }
    std::size_t stay = 0;
    for (std::size_t k = 0; k < kept_.size(); ++k) {
      if (seam[k] == 0 || kept_[k].gap < deepest - slack_) {
        kept_[stay++] = kept_[k];
      }
    }
    kept_.resize(stay);
  }
  [[nodiscard]] bool on_seam(const Point& p) const {
    const Vec<D> out = out_of_first(p.normal), down = out_of_second(p.normal);
    return (second_.goes_on(on_second(p), p.local_second, down) &&
            !first_.at_corner(p.part_first, p.local_first, out)) ||
           (first_.goes_on(on_first(p), p.local_first, out) && !second_.at_corner(p.part_second, p.local_second, down));
  }

  std::vector<Point>& points_;
  std::size_t begin_;
  const OwnershipQuery<D>& query_;
  const UnionSurface<D>&first_, &second_;
  double slack_, near_;
  std::vector<Pair> pairs_;
  std::vector<Leader> leaders_;
  std::vector<Point> kept_;
  std::vector<Axis<D>> axes_;
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
