#include "proximity/touching.hpp"

#include "core/parallel.hpp"
#include "geometry/distance/table.hpp"
#include "proximity/flat_contact.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <numeric>

namespace gluey {
namespace {

/// 1/r of a surface, no flatter than a body of this size.
double curvature(double radius, double size) { return 1.0 / std::min(radius, size); }

/// Whether a point lies between two planes, of owners of these sizes.
auto flat_between(double size, double other_size) {
  return [a = curvature(size, size), b = curvature(other_size, other_size)](const auto& point) {
    return point.curvature_first == a && point.curvature_second == b;
  };
}

/// Whether a point lies on or within a bounded part, `slack` counting as within.
template <int D>
bool holds(const Part<D>& part, const Vec<D>& point, double slack) {
  return !std::holds_alternative<Plane<D>>(part) && part_closest<D>(point, part).distance <= slack;
}

/// A part without thickness, one of a mesh or a chain.
template <int D>
struct Sheet {
  std::vector<Vec<D>> corners = {};  ///< none for other parts
  Vec<D> normal = Vec<D>::Zero();
};
Sheet<3> sheet_of(const Part<3>& part) {
  const auto* triangle = std::get_if<Triangle>(&part);
  if (triangle == nullptr) {
    return {};
  }
  const auto& [a, b, c] = triangle->points;
  return {{a, b, c}, (b - a).cross(c - a).normalized()};
}
Sheet<2> sheet_of(const Part<2>& part) {
  const auto* segment = std::get_if<Segment<2>>(&part);
  if (segment == nullptr || segment->radius > 0.0) {
    return {};
  }
  const Vec<2> along = (segment->to - segment->from).normalized();
  return {{segment->from, segment->to}, {-along[1], along[0]}};
}

/// Beneath the rim of a flat body a mesh ends nowhere, but some of its triangles do, and a rounding of depth makes their edge the
/// nearest way out: sideways. A point at the edge of a sheet is none where a sheet in the same plane goes on beyond it, towards
/// the body.
template <int D, class Point, class Second>
void drop_seams(std::vector<Point>& points, std::size_t begin, double slack, const Second& second) {
  const double out = 1000.0 * slack;
  const auto is_seam = [&](const Point& p) {
    const Sheet<D> own = sheet_of(second(p));
    const Vec<D> n = second.orientation->apply_inverse(p.normal);
    if (own.corners.empty() || (n - n.dot(own.normal) * own.normal).norm() <= flat_slack) {
      return false;  // it touches with its side
    }
    return std::any_of(points.begin() + static_cast<std::ptrdiff_t>(begin), points.end(), [&](const Point& rival) {
      if (rival.part_second == p.part_second && rival.image == p.image) {
        return false;
      }
      const Vec<D> place = second.seen(p, rival);
      const std::vector<Vec<D>> beyond = sheet_of(second(rival)).corners;
      const auto in_plane = [&](const Vec<D>& x) { return std::abs(own.normal.dot(x - place)) <= out; };
      const auto before = [&](const Vec<D>& x) { return n.dot(place - x) > out; };
      return std::any_of(beyond.begin(), beyond.end(), before) && std::all_of(beyond.begin(), beyond.end(), in_plane) &&
             holds<D>(second(rival), place, slack);
    });
  };
  std::vector<Point> kept;
  std::copy_if(points.begin() + static_cast<std::ptrdiff_t>(begin), points.end(), std::back_inserter(kept),
               [&](const Point& p) { return !is_seam(p); });
  points.resize(begin);
  points.insert(points.end(), kept.begin(), kept.end());
}

/// Where the point that touches lies on or within another part of its owner, and that part is nearer there, the other part owns
/// the contact: coplanar neighbours make one, and sliding over a joint meets none. Each part speaks by its point nearest by, so
/// that the far end of a flat contact owns nothing at this end; of equals the first one stays.
template <int D, class Point, class First, class Second>
void drop_doubles(std::vector<Point>& points, std::size_t begin, double slack, const First& first,
                  const Second& second) {
  const std::size_t count = points.size() - begin;
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), begin);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return points[a].gap < points[b].gap; });
  const auto same_parts = [](const Point& p, const Point& q) {
    return p.part_first == q.part_first && p.part_second == q.part_second && p.image == q.image;
  };
  const auto apart = [&](const Point& p, const Point& q) {
    return p.part_second == q.part_second && p.image == q.image ? (p.local_first - q.local_first).squaredNorm()
                                                                : (second.seen(p, q) - q.local_second).squaredNorm();
  };
  const auto holds_point = [&](const Point& rival, const Point& p) {
    if (rival.part_first != p.part_first && holds<D>(first(rival), p.local_first, slack)) {
      return true;
    }
    // Also the same part's own image, where a part is longer than the period.
    return !(rival.part_second == p.part_second && rival.image == p.image) &&
           holds<D>(second(rival), second.seen(p, rival), slack);
  };
  // The nearest first: those that could own a point have been decided on before it.
  std::vector<std::size_t> kept;
  for (const std::size_t a : order) {
    const Point& p = points[a];
    const bool owned = std::any_of(kept.begin(), kept.end(), [&](std::size_t b) {
      const Point& rival = points[b];
      if (same_parts(p, rival) || !holds_point(rival, p)) {
        return false;
      }
      // Only where no other point of these parts is nearer by.
      return std::none_of(points.begin() + static_cast<std::ptrdiff_t>(begin), points.end(), [&](const Point& other) {
        return same_parts(other, rival) && apart(p, other) < apart(p, rival);
      });
    });
    if (!owned) {
      kept.push_back(a);
    }
  }
  if (kept.size() < count) {
    std::sort(kept.begin(), kept.end());
    for (std::size_t k = 0; k < kept.size(); ++k) {
      points[begin + k] = points[kept[k]];
    }
    points.resize(begin + kept.size());
  }
}

template <int D>
struct PartsOfSecond {
  const Part<D>* parts;
  const Domain<D>* domain;
  double time;
  const Rotation<D>* orientation;

  template <class Point>
  const Part<D>& operator()(const Point& rival) const {
    return parts[rival.part_second];
  }
  /// The point where p touches, in the frame of the rival's image.
  template <class Point>
  [[nodiscard]] Vec<D> seen(const Point& p, const Point& rival) const {
    if (p.image == rival.image) {
      return p.local_second;
    }
    return p.local_second + orientation->apply_inverse(domain->shift(p.image - rival.image, time));
  }
};

}  // namespace

template <int D>
void Touching<D>::prepare(const World<D>& world) {
  const auto balls_of = [](const std::vector<Part<D>>& parts) {
    std::vector<Ball> balls;
    balls.reserve(parts.size());
    for (const Part<D>& part : parts) {
      balls.push_back(std::visit([](const auto& p) { return Ball{p.center(), p.extent()}; }, part));
    }
    return balls;
  };
  if (shape_balls_.size() != world.shapes.size() || forgotten_) {
    shape_balls_.clear();
    for (const Shape<D>& shape : world.shapes) {
      shape_balls_.push_back(balls_of(shape.parts));
    }
  }
  if (obstacle_balls_.size() != world.obstacles.size() || forgotten_) {
    obstacle_balls_.clear();
    for (const Obstacle<D>& obstacle : world.obstacles) {
      obstacle_balls_.push_back(balls_of(obstacle.parts));
    }
  }
  forgotten_ = false;
}

template <int D>
void Touching<D>::find(const World<D>& world, const Candidates<D>& candidates, const Ranges& ranges) {
  prepare(world);
  const std::size_t n = world.bodies.size();
  hulls_.resize(n);
  parallel_for(n, [&](std::size_t i) {
    hulls_[i] = {world.bodies.position[i], world.bodies.radius[i] + ranges.body[i]};
  });
  chunks_.resize((n + chunk_size - 1) / chunk_size);
  // A distance between shapes takes microseconds, one between balls some nanoseconds.
  const bool worth_threads = n > (world.shapes.empty() ? 2048 : 128);
#pragma omp parallel for schedule(dynamic) if (worth_threads)
  for (std::size_t k = 0; k < chunks_.size(); ++k) {
    Chunk& one = chunks_[k];
    one.with_bodies.clear();
    one.with_obstacles.clear();
    one.count_bodies.clear();
    one.count_obstacles.clear();
    one.inexact = 0;
    for (std::size_t i = k * chunk_size; i < std::min(n, (k + 1) * chunk_size); ++i) {
      find_around(world, candidates, ranges, i, one);
    }
  }
}

template <int D>
void Touching<D>::find_around(const World<D>& world, const Candidates<D>& candidates, const Ranges& ranges,
                              std::size_t i, Chunk& chunk) const {
  const Bodies<D>& bodies = world.bodies;
  const std::size_t n = bodies.size();
  Part<D> own_ball = Sphere<D>{Vec<D>::Zero(), bodies.radius[i]};
  const Ball own_hull{Vec<D>::Zero(), bodies.radius[i]};
  const auto side_of = [&](std::size_t body, const Part<D>& ball, const Ball& hull) -> Side {
    const std::int32_t shape = bodies.shape[body];
    if (shape == Bodies<D>::sphere) {
      return {&ball, &hull, 1};
    }
    const auto s = static_cast<std::size_t>(shape);
    return {world.shapes[s].parts.data(), shape_balls_[s].data(), world.shapes[s].parts.size()};
  };
  const Side first = side_of(i, own_ball, own_hull);
  const Pose<D> pose = world.pose(i);
  const auto part_of_first = [&](const Point& rival) -> const Part<D>& { return first.parts[rival.part_first]; };
  const double slack = 1e-9 * bodies.radius[i];
  const bool round = bodies.shape[i] == Bodies<D>::sphere;

  std::size_t before = chunk.with_bodies.size();
  for (auto k = static_cast<std::size_t>(candidates.row[i]); k < static_cast<std::size_t>(candidates.row[i + 1]); ++k) {
    const auto j = static_cast<std::size_t>(candidates.partner[k]);
    const Image<D> image = candidates.image.empty() ? Image<D>{} : candidates.image[k];
    Vec<D> place = hulls_[j].position;
    if (!candidates.image.empty()) {
      place += world.domain.shift(image, world.time);
    }
    const Vec<D> apart = place - pose.position;
    const double reach = hulls_[i].reach + hulls_[j].reach;
    const double squared = apart.squaredNorm();
    if (squared > reach * reach) {
      continue;
    }
    const double within = ranges.body[i] + ranges.body[j];
    const Pose<D> other{place, bodies.orientation[j]};
    Point named;
    named.second = static_cast<std::int32_t>(j);
    named.image = image;
    if (round && bodies.shape[j] == Bodies<D>::sphere) {
      const double distance = std::sqrt(squared);
      named.normal = direction<D>(apart, distance, Vec<D>::UnitX());
      named.gap = distance - (bodies.radius[i] + bodies.radius[j]);
      named.local_first = pose.orientation.apply_inverse(bodies.radius[i] * named.normal);
      named.local_second = other.orientation.apply_inverse(-bodies.radius[j] * named.normal);
      named.curvature_first = 1.0 / bodies.radius[i];
      named.curvature_second = 1.0 / bodies.radius[j];
      chunk.with_bodies.push_back(named);
      continue;
    }
    const Part<D> ball = Sphere<D>{Vec<D>::Zero(), bodies.radius[j]};
    const Ball hull{Vec<D>::Zero(), bodies.radius[j]};
    const Side second = side_of(j, ball, hull);
    named.curvature_first = bodies.radius[i];
    named.curvature_second = bodies.radius[j];
    const std::size_t begin = chunk.with_bodies.size();
    put_down(first, second, 0, named, pose, other, within, chunk.with_bodies, chunk.inexact);
    if (first.count > 1 || second.count > 1) {
      drop_doubles<D>(chunk.with_bodies, begin, slack, part_of_first,
                      PartsOfSecond<D>{second.parts, &world.domain, world.time, &other.orientation});
      drop_inner<D>(chunk.with_bodies, begin, bodies.radius[i], pose.orientation,
                    flat_between(named.curvature_first, named.curvature_second));
    }
  }
  chunk.count_bodies.push_back(static_cast<std::int32_t>(chunk.with_bodies.size() - before));

  before = chunk.with_obstacles.size();
  const auto near_end = static_cast<std::size_t>(candidates.near_row[i + 1]);
  auto near = static_cast<std::size_t>(candidates.near_row[i]);
  std::size_t p = 0;
  for (std::size_t k = 0; k < world.obstacles.size(); ++k) {
    const Obstacle<D>& obstacle = world.obstacles[k];
    const double within = ranges.body[i] + ranges.obstacle[k];
    const std::size_t begin = chunk.with_obstacles.size();
    Point named;
    named.second = static_cast<std::int32_t>(n + k);
    named.curvature_first = bodies.radius[i];
    named.curvature_second = std::numeric_limits<double>::infinity();
    const auto try_part = [&](std::size_t part, const Image<D>& image) {
      Pose<D> other = obstacle.pose;
      if (world.domain.any()) {
        other.position += world.domain.shift(image, world.time);
      }
      named.image = image;
      put_down(first, {&obstacle.parts[part], &obstacle_balls_[k][part], 1}, static_cast<std::int32_t>(part), named,
               pose, other, within, chunk.with_obstacles, chunk.inexact);
    };
    for (std::size_t part = 0; part < obstacle.parts.size(); ++part, ++p) {
      if (!candidates.parts[p].bounded && bodies.here(i)) {
        try_part(part, {});
      }
      for (; near < near_end && candidates.near[near].part == static_cast<std::int32_t>(p); ++near) {
        try_part(part, candidates.near[near].image);
      }
    }
    if (chunk.with_obstacles.size() > begin + 1) {
      const PartsOfSecond<D> second{obstacle.parts.data(), &world.domain, world.time, &obstacle.pose.orientation};
      drop_seams<D>(chunk.with_obstacles, begin, slack, second);
      drop_doubles<D>(chunk.with_obstacles, begin, slack, part_of_first, second);
      drop_inner<D>(chunk.with_obstacles, begin, bodies.radius[i], pose.orientation,
                    flat_between(named.curvature_first, named.curvature_second));
    }
  }
  chunk.count_obstacles.push_back(static_cast<std::int32_t>(chunk.with_obstacles.size() - before));
}

/// `named` says what is met, and has the sizes of the two in place of their curvatures.
template <int D>
void Touching<D>::put_down(const Side& first, const Side& second, std::int32_t offset, const Point& named,
                           const Pose<D>& pose, const Pose<D>& other, double within, std::vector<Point>& points,
                           std::int64_t& inexact) const {
  const Pose<D> seen = seen_from(pose, other);
  for (std::size_t b = 0; b < second.count; ++b) {
    const Vec<D> center = std::isfinite(second.balls[b].radius) ? seen.to_world(second.balls[b].center) : Vec<D>();
    for (std::size_t a = 0; a < first.count; ++a) {
      const double reach = first.balls[a].radius + second.balls[b].radius + within;
      if (std::isfinite(reach) && (center - first.balls[a].center).squaredNorm() > reach * reach) {
        continue;
      }
      const Manifold<D> manifold = meet_parts<D>(first.parts[a], second.parts[b], seen, within);
      inexact += manifold.exact ? 0 : 1;
      for (int k = 0; k < manifold.count; ++k) {
        const Touch<D>& touch = manifold.touch[static_cast<std::size_t>(k)];
        Point point = named;
        point.part_first = static_cast<std::int32_t>(a);
        point.part_second = offset + static_cast<std::int32_t>(b);
        point.number = k;
        point.gap = touch.gap;
        point.normal = pose.orientation.apply(manifold.normal);
        point.local_first = touch.point;
        point.local_second = seen.to_local(touch.point + touch.gap * manifold.normal);
        point.curvature_first = curvature(manifold.radius_first, named.curvature_first);
        point.curvature_second = curvature(manifold.radius_second, named.curvature_second);
        points.push_back(point);
      }
    }
  }
}

template <int D>
std::int64_t Touching<D>::inexact() const {
  std::int64_t sum = 0;
  for (const Chunk& one : chunks_) {
    sum += one.inexact;
  }
  return sum;
}

template class Touching<2>;
template class Touching<3>;

}  // namespace gluey
