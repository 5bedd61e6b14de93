#include "scene/occupancy.hpp"

#include "geometry/distance/table.hpp"

#include <algorithm>
#include <cmath>

namespace gluey::scene {
namespace {

template <int D>
double largest_of(const World<D>& world, double largest) {
  for (const double r : world.bodies.radius) {
    largest = std::max(largest, r);
  }
  return largest;
}

/// visit(part) for the parts of a body; false as soon as one of the visits is.
template <int D, class Visit>
bool all_parts(const World<D>& world, const Occupant<D>& body, const Visit& visit) {
  if (body.shape == gluey::Bodies<D>::sphere) {
    return visit(Part<D>(Sphere<D>{Vec<D>::Zero(), body.radius}));
  }
  const std::vector<Part<D>>& parts = world.shapes[static_cast<std::size_t>(body.shape)].parts;
  return std::all_of(parts.begin(), parts.end(), visit);
}

}  // namespace

template <int D>
Occupancy<D>::Occupancy(const World<D>& world, double largest)
    : world_(world), largest_(largest_of(world, largest)), size_(2.0 * largest_) {
  for (std::size_t i = 0; i < world.bodies.size(); ++i) {
    add({world.pose(i), world.bodies.shape[i], world.bodies.radius[i]});
  }
}

template <int D>
typename Occupancy<D>::Cell Occupancy<D>::cell(const Vec<D>& x) const {
  Cell result = {};
  for (int axis = 0; axis < D; ++axis) {
    // Clamped: a region may be wider than the integers count cells of its bodies.
    const double place = std::clamp(std::floor(x[axis] / size_), -4.0e18, 4.0e18);
    result[static_cast<std::size_t>(axis)] = static_cast<std::int64_t>(place);
  }
  return result;
}

template <int D>
std::uint64_t Occupancy<D>::key(const Cell& c) {
  const auto part = [](std::int64_t v) { return static_cast<std::uint64_t>(v) & 0x1FFFFF; };
  return part(c[0]) | part(c[1]) << 21 | part(c[2]) << 42;
}

template <int D>
void Occupancy<D>::bring_home(Vec<D>& x) const {
  if (world_.domain.any()) {
    x += world_.domain.shift(world_.domain.home(x, 0.0), 0.0);
  }
}

template <int D>
void Occupancy<D>::add(Occupant<D> body) {
  bring_home(body.pose.position);
  cells_[key(cell(body.pose.position))].push_back(body);
}

template <int D>
bool Occupancy<D>::overlap(const Occupant<D>& a, const Occupant<D>& b) const {
  const double reach = a.radius + b.radius;
  if ((a.pose.position - b.pose.position).squaredNorm() >= reach * reach) {
    return false;
  }
  constexpr std::int32_t sphere = gluey::Bodies<D>::sphere;
  if (a.shape == sphere && b.shape == sphere) {
    return true;
  }
  const Pose<D> between = seen_from(a.pose, b.pose);
  return !all_parts(world_, a, [&](const Part<D>& first) {
    return all_parts(world_, b, [&](const Part<D>& second) {
      const Manifold<D> manifold = meet_parts<D>(first, second, between, 0.0);
      return manifold.count == 0 || manifold.gap() >= 0.0;
    });
  });
}

template <int D>
bool Occupancy<D>::clear(Occupant<D> body) const {
  if (!clear_of_obstacles(body)) {
    return false;
  }
  if (!world_.domain.any()) {
    return clear_of_bodies(body);
  }
  bring_home(body.pose.position);
  const Vec<D> reach = Vec<D>::Constant(body.radius + largest_);
  const Vec<D> home = body.pose.position;
  bool clear = true;
  world_.domain.for_each_within(home, home, world_.domain.lower - reach, world_.domain.upper + reach, 0.0,
                                [&](const Image<D>& image) {
                                  Occupant<D> shifted = body;
                                  shifted.pose.position += world_.domain.shift(image, 0.0);
                                  const bool itself = image == Image<D>{};
                                  clear = clear && clear_of_bodies(shifted) && (itself || !overlap(body, shifted));
                                });
  return clear;
}

template <int D>
bool Occupancy<D>::clear_of_bodies(const Occupant<D>& body) const {
  const Cell center = cell(body.pose.position);
  Cell c = center;
  for (c[0] = center[0] - 1; c[0] <= center[0] + 1; ++c[0]) {
    for (c[1] = center[1] - 1; c[1] <= center[1] + 1; ++c[1]) {
      for (c[2] = center[2] - (D == 3 ? 1 : 0); c[2] <= center[2] + (D == 3 ? 1 : 0); ++c[2]) {
        const auto found = cells_.find(key(c));
        if (found != cells_.end() && std::any_of(found->second.begin(), found->second.end(),
                                                 [&](const Occupant<D>& other) { return overlap(body, other); })) {
          return false;
        }
      }
    }
  }
  return true;
}

template <int D>
bool Occupancy<D>::clear_of_obstacles(const Occupant<D>& body) const {
  if (!world_.domain.any()) {
    return clear_of_originals(body);
  }
  // An obstacle's image meets the body where the body's meets the obstacle. Those that come near one:
  bool clear = true;
  for (const gluey::Obstacle<D>& obstacle : world_.obstacles) {
    Vec<D> reach = Vec<D>::Constant(body.radius);
    reach.array() += std::isfinite(obstacle.extent()) ? obstacle.extent() : 0.0;
    const Vec<D>& x = body.pose.position;
    const Vec<D> center = std::isfinite(obstacle.extent()) ? obstacle.pose.position : x;
    world_.domain.for_each_within(x, x, center - reach, center + reach, 0.0, [&](const Image<D>& image) {
      Occupant<D> shifted = body;
      shifted.pose.position += world_.domain.shift(image, 0.0);
      clear = clear && clear_of_originals(shifted);
    });
  }
  return clear;
}

template <int D>
bool Occupancy<D>::clear_of_originals(const Occupant<D>& body) const {
  return std::all_of(world_.obstacles.begin(), world_.obstacles.end(), [&](const gluey::Obstacle<D>& obstacle) {
    const Pose<D> between = seen_from(obstacle.pose, body.pose);
    return std::all_of(obstacle.parts.begin(), obstacle.parts.end(), [&](const Part<D>& wall) {
      const double distance = part_closest<D>(between.position, wall).distance;
      if (distance >= body.radius) {
        return true;
      }
      return body.shape != gluey::Bodies<D>::sphere && all_parts(world_, body, [&](const Part<D>& part) {
               const Manifold<D> manifold = meet_parts<D>(wall, part, between, 0.0);
               return manifold.count == 0 || manifold.gap() >= 0.0;
             });
    });
  });
}

template class Occupancy<2>;
template class Occupancy<3>;

}  // namespace gluey::scene
