#include "scene/fill.hpp"

#include "core/random_rotation.hpp"
#include "geometry/bounds.hpp"
#include "geometry/size.hpp"
#include "scene/convert.hpp"
#include "scene/occupancy.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace gluey::scene {
namespace {

constexpr int tries_per_body = 5000;

/// Axis-aligned bounds of a newcomer turned that way, about its centre.
template <int D>
Bounds<D> bounds_of(const World<D>& world, const Newcomer<D>& body, const Rotation<D>& orientation) {
  if (body.shape == gluey::Bodies<D>::sphere) {
    return {Vec<D>::Constant(-body.radius), Vec<D>::Constant(body.radius)};
  }
  Bounds<D> all{Vec<D>::Zero(), Vec<D>::Zero()};
  for (const Part<D>& part : world.shapes[static_cast<std::size_t>(body.shape)].parts) {
    const Bounds<D> one = part_bounds<D>(part, {Vec<D>::Zero(), orientation});
    all = {all.lower.cwiseMin(one.lower), all.upper.cwiseMax(one.upper)};
  }
  return all;
}

template <int D>
bool within_ball(const World<D>& world, const Newcomer<D>& body, const Pose<D>& pose, const Region& region) {
  const std::vector<Part<D>>& parts = world.shapes[static_cast<std::size_t>(body.shape)].parts;
  const Vec<D> center = pose.to_local(to_vec<D>(region.center));
  return std::all_of(parts.begin(), parts.end(),
                     [&](const Part<D>& part) { return farthest<D>(part, center) <= region.radius; });
}

/// A uniform position such that the body, turned as it is, lies within the region; nothing where there is no room for it, or
/// where it was drawn too close to the edge of a ball, which `again` tells.
template <int D>
bool draw_position(const World<D>& world, const Region& region, const Newcomer<D>& body, RandomStream& random,
                   Pose<D>& pose, bool& again) {
  Vec<D>& x = pose.position;
  again = false;
  if (region.kind == "sphere") {
    const bool round = body.shape == gluey::Bodies<D>::sphere;
    const double room =
        region.radius - (round ? body.radius : world.shapes[static_cast<std::size_t>(body.shape)].inner);
    if (room < 0.0) {
      return false;
    }
    do {
      for (int axis = 0; axis < D; ++axis) {
        x[axis] = random.uniform(-room, room);
      }
    } while (x.squaredNorm() > room * room);
    x += to_vec<D>(region.center);
    again = !round && !within_ball(world, body, pose, region);
    return !again;
  }
  const Bounds<D> size = bounds_of(world, body, pose.orientation);
  for (int axis = 0; axis < D; ++axis) {
    const auto a = static_cast<std::size_t>(axis);
    double lower = region.lower[a];
    double upper = region.upper[a];
    if (!(world.domain.periodic[a] && upper - lower >= world.domain.period()[axis])) {
      lower -= size.lower[axis];
      upper -= size.upper[axis];
    }
    if (lower > upper) {
      again = body.shape != gluey::Bodies<D>::sphere;  // it may fit when turned another way
      return false;
    }
    x[axis] = random.uniform(lower, upper);
  }
  return true;
}

/// Position along a Z-order curve, so that bodies near in space are near in memory.
template <int D>
std::uint64_t morton(const Vec<D>& x, const Vec<D>& lower, double inverse_extent) {
  constexpr int bits = D == 3 ? 20 : 30;
  std::uint64_t code = 0;
  for (int axis = 0; axis < D; ++axis) {
    const double unit = std::clamp((x[axis] - lower[axis]) * inverse_extent, 0.0, 1.0);
    const auto cell = static_cast<std::uint64_t>(unit * static_cast<double>((1 << bits) - 1));
    for (int bit = 0; bit < bits; ++bit) {
      code |= ((cell >> bit) & 1) << (bit * D + axis);
    }
  }
  return code;
}

template <int D>
void sort_along_curve(Placed<D>& placed) {
  if (placed.pose.empty()) {
    return;
  }
  Vec<D> lower = placed.pose.front().position;
  Vec<D> upper = lower;
  for (const Pose<D>& pose : placed.pose) {
    lower = lower.cwiseMin(pose.position);
    upper = upper.cwiseMax(pose.position);
  }
  const double extent = std::max((upper - lower).maxCoeff(), 1e-300);
  std::vector<std::pair<std::uint64_t, std::size_t>> order;
  for (std::size_t k = 0; k < placed.pose.size(); ++k) {
    order.emplace_back(morton<D>(placed.pose[k].position, lower, 1.0 / extent), k);
  }
  std::sort(order.begin(), order.end());
  Placed<D> sorted;
  for (const auto& [code, k] : order) {
    sorted.number.push_back(placed.number[k]);
    sorted.pose.push_back(placed.pose[k]);
  }
  placed = std::move(sorted);
}

}  // namespace

template <int D>
Placed<D> fill_region(const Region& region, const Vector& orientation, const std::vector<Newcomer<D>>& newcomers,
                      const World<D>& world, RandomStream& random) {
  std::vector<std::size_t> largest_first(newcomers.size());
  std::iota(largest_first.begin(), largest_first.end(), std::size_t{0});
  std::stable_sort(largest_first.begin(), largest_first.end(),
                   [&](std::size_t a, std::size_t b) { return newcomers[a].radius > newcomers[b].radius; });
  Occupancy<D> occupancy(world, newcomers[largest_first.front()].radius);
  Placed<D> placed;
  bool again = false;
  for (std::size_t next = 0; next < largest_first.size() && !again; ++next) {
    const std::size_t number = largest_first[next];
    const Newcomer<D>& body = newcomers[number];
    again = true;
    for (int attempt = 0; attempt < tries_per_body && again; ++attempt) {
      Pose<D> pose;
      pose.orientation =
          combined(orientation.empty() ? draw_rotation<D>(random) : to_rotation<D>(orientation), body.turn);
      if (!draw_position(world, region, body, random, pose, again)) {
        continue;
      }
      const Occupant<D> occupant{pose, body.shape, body.radius};
      again = !occupancy.clear(occupant);
      if (!again) {
        occupancy.add(occupant);
        placed.number.push_back(number);
        placed.pose.push_back(pose);
      }
    }
  }
  sort_along_curve(placed);
  return placed;
}

template Placed<2> fill_region<2>(const Region&, const Vector&, const std::vector<Newcomer<2>>&, const World<2>&,
                                  RandomStream&);
template Placed<3> fill_region<3>(const Region&, const Vector&, const std::vector<Newcomer<3>>&, const World<3>&,
                                  RandomStream&);

}  // namespace gluey::scene
