#include "proximity/touching.hpp"

#include "core/infinity.hpp"
#include "core/parallel.hpp"
#include "geometry/distance/table.hpp"
#include "proximity/flat_contact.hpp"
#include "proximity/ownership.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace gluey {
namespace {

/// Walls without thickness have a way out to either side.
template <int D>
bool is_solid(const Part<D>& part) {
  const auto* segment = std::get_if<Segment<D>>(&part);
  if (segment != nullptr) {
    return segment->radius > 0.0;
  }
  if constexpr (D == 3) {
    return !std::holds_alternative<Triangle>(part);
  }
  return true;
}

/// All parts of a body.
template <int D>
void list_parts(std::size_t count, const Image<D>& image, std::vector<NearbyPart<D>>& list) {
  list.clear();
  for (std::size_t k = 0; k < count; ++k) {
    list.push_back({static_cast<std::int32_t>(k), image});
  }
}

}  // namespace

template <int D>
void Touching<D>::prepare(const World<D>& world, const Ranges& ranges) {
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
  hulls_.resize(world.bodies.size());
  parallel_for(world.bodies.size(), [&](std::size_t i) {
    hulls_[i] = {world.bodies.position[i], world.bodies.radius[i] + ranges.body[i]};
  });
}

/// visit(body, chunk), in chunks that are empty before.
template <int D>
template <class Visit>
void Touching<D>::for_each_body(std::size_t n, bool worth_threads, Visit&& visit) {
  chunks_.resize((n + chunk_size - 1) / chunk_size);
  const auto find = [&](std::size_t k) {
    Chunk& one = chunks_[k];
    one.with_bodies.clear();
    one.with_obstacles.clear();
    one.count_bodies.clear();
    one.count_obstacles.clear();
    one.inexact = 0;
    one.deepest = 0.0;
    for (std::size_t i = k * chunk_size; i < std::min(n, (k + 1) * chunk_size); ++i) {
      visit(i, one);
    }
  };
  if (worth_threads) {
    for_each_piece(chunks_.size(), find);
    return;
  }
  for (std::size_t k = 0; k < chunks_.size(); ++k) {
    find(k);
  }
}

template <int D>
void Touching<D>::find(const World<D>& world, const Candidates<D>& candidates, const Ranges& ranges) {
  prepare(world, ranges);
  const std::size_t n = world.bodies.size();
  // A distance between shapes takes microseconds, one between balls some nanoseconds.
  const bool worth_threads = n > (world.shapes.empty() ? 2048 : 128);
  for_each_body(n, worth_threads,
                [&](std::size_t i, Chunk& chunk) { find_around(world, candidates, ranges, i, false, chunk); });
}

template <int D>
void Touching<D>::find_within_obstacles(const World<D>& world, const Candidates<D>& candidates,
                                        const std::vector<std::uint8_t>& asked) {
  const std::size_t n = world.bodies.size();
  touch_.body.assign(n, 0.0);
  touch_.obstacle.assign(world.obstacles.size(), 0.0);
  prepare(world, touch_);
  for_each_body(n, n > 2048, [&](std::size_t i, Chunk& chunk) {
    if (asked[i] != 0) {
      find_around(world, candidates, touch_, i, true, chunk);
    } else {
      chunk.count_bodies.push_back(0);
      chunk.count_obstacles.push_back(0);
    }
  });
}

template <int D>
double Touching<D>::depth(std::size_t body, std::int32_t obstacle, const Image<D>& image) const {
  const Chunk& chunk = chunks_[body / chunk_size];
  const auto row = static_cast<std::ptrdiff_t>(body % chunk_size);
  const auto count = chunk.count_obstacles.begin() + row;
  const auto begin =
      chunk.with_obstacles.begin() + std::accumulate(chunk.count_obstacles.begin(), count, std::ptrdiff_t{0});
  double deepest = 0.0;
  for (auto point = begin; point != begin + *count; ++point) {
    if (point->second == obstacle && point->image == image) {
      deepest = std::max(deepest, -point->gap);
    }
  }
  return deepest;
}

template <int D>
void Touching<D>::insert(std::size_t body, bool with_obstacle, const Point& point) {
  Chunk& chunk = chunks_[body / chunk_size];
  std::vector<Point>& points = with_obstacle ? chunk.with_obstacles : chunk.with_bodies;
  std::vector<std::int32_t>& counts = with_obstacle ? chunk.count_obstacles : chunk.count_bodies;
  const auto row = static_cast<std::ptrdiff_t>(body % chunk_size);
  const auto begin = points.begin() + std::accumulate(counts.begin(), counts.begin() + row, std::ptrdiff_t{0});
  const auto end = begin + counts[static_cast<std::size_t>(row)];
  const bool there = std::any_of(begin, end, [&](const Point& p) {
    return p.second == point.second && p.image == point.image && p.part_first == point.part_first &&
           p.part_second == point.part_second;
  });
  if (!there) {
    ++counts[static_cast<std::size_t>(row)];
    points.insert(
        std::upper_bound(begin, end, point, [](const Point& a, const Point& b) { return a.second < b.second; }), point);
  }
}

template <int D>
void Touching<D>::find_around(const World<D>& world, const Candidates<D>& candidates, const Ranges& ranges,
                              std::size_t i, bool obstacles_alone, Chunk& chunk) const {
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
  const bool round = bodies.shape[i] == Bodies<D>::sphere;
  thread_local std::vector<NearbyPart<D>> own_parts, near_parts;
  list_parts<D>(first.count, {}, own_parts);
  OwnershipQuery<D> query;
  query.pose = pose;
  const auto side = [&](const Side& shape, std::span<const NearbyPart<D>> near, double owner_size,
                        const Rotation<D>& orientation) {
    return UnionSurface<D>{shape.parts, shape.balls,   near,       owner_size,
                           orientation, &world.domain, world.time, bodies.radius[i]};
  };
  query.first = side(first, own_parts, bodies.radius[i], pose.orientation);

  std::size_t before = chunk.with_bodies.size();
  const auto partners = static_cast<std::size_t>(candidates.row[obstacles_alone ? i : i + 1]);
  for (auto k = static_cast<std::size_t>(candidates.row[i]); k < partners; ++k) {
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
      chunk.deepest = std::max(chunk.deepest, deepest_of_solids(first, second.parts, chunk.with_bodies, begin));
      list_parts<D>(second.count, image, near_parts);
      query.second = side(second, near_parts, bodies.radius[j], other.orientation);
      query.position = hulls_[j].position;
      query.within = within;
      keep_owned<D>(chunk.with_bodies, begin, query);
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
    named.curvature_second = infinity;
    near_parts.clear();
    const auto try_part = [&](std::size_t part, const Image<D>& image) {
      Pose<D> other = obstacle.pose;
      if (world.domain.any()) {
        other.position += world.domain.shift(image, world.time);
      }
      named.image = image;
      near_parts.push_back({static_cast<std::int32_t>(part), image});
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
    if (first.count > 1 || near_parts.size() > 1) {
      chunk.deepest =
          std::max(chunk.deepest, deepest_of_solids(first, obstacle.parts.data(), chunk.with_obstacles, begin));
      query.second =
          side({obstacle.parts.data(), obstacle_balls_[k].data(), 0}, near_parts, infinity, obstacle.pose.orientation);
      query.position = obstacle.pose.position;
      query.within = within;
      keep_owned<D>(chunk.with_obstacles, begin, query);
    }
  }
  chunk.count_obstacles.push_back(static_cast<std::int32_t>(chunk.with_obstacles.size() - before));
}

/// The way out of a union is no shorter than that out of any of its parts, also where another one covers the point that is deepest in it.
template <int D>
double Touching<D>::deepest_of_solids(const Side& first, const Part<D>* second, const std::vector<Point>& points,
                                      std::size_t begin) {
  double deepest = 0.0;
  for (std::size_t k = begin; k < points.size(); ++k) {
    const Point& point = points[k];
    if (-point.gap > deepest && is_solid<D>(first.parts[static_cast<std::size_t>(point.part_first)]) &&
        is_solid<D>(second[static_cast<std::size_t>(point.part_second)])) {
      deepest = -point.gap;
    }
  }
  return deepest;
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
        point.curvature_first = bounded_curvature(manifold.radius_first, named.curvature_first);
        point.curvature_second = bounded_curvature(manifold.radius_second, named.curvature_second);
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
