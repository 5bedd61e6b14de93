#include "scene/fill.hpp"

#include "geometry/distance/table.hpp"
#include "scene/convert.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <numeric>
#include <unordered_map>

namespace gluey::scene {
namespace {

constexpr int tries_per_body = 5000;

/// Standard normal, Box and Muller.
double draw_normal(RandomStream& random) {
  const double radius = std::sqrt(-2.0 * std::log(1.0 - random.uniform()));
  return radius * std::cos(2.0 * std::numbers::pi * random.uniform());
}

/// Bodies by the cell their centre lies in, for overlap tests while the fill grows.
template <int D>
class Occupancy {
 public:
  explicit Occupancy(double largest_radius) : size_(2.0 * largest_radius) {}

  void add(const Vec<D>& x, double r) { cells_[key(cell(x))].push_back({x, r}); }

  [[nodiscard]] bool clear(const Vec<D>& x, double r) const {
    const auto center = cell(x);
    auto c = center;
    for (c[0] = center[0] - 1; c[0] <= center[0] + 1; ++c[0]) {
      for (c[1] = center[1] - 1; c[1] <= center[1] + 1; ++c[1]) {
        for (c[2] = center[2] - (D == 3 ? 1 : 0); c[2] <= center[2] + (D == 3 ? 1 : 0); ++c[2]) {
          const auto found = cells_.find(key(c));
          if (found == cells_.end()) {
            continue;
          }
          for (const auto& [position, radius] : found->second) {
            if ((position - x).squaredNorm() < (radius + r) * (radius + r)) {
              return false;
            }
          }
        }
      }
    }
    return true;
  }

 private:
  using Cell = std::array<std::int64_t, 3>;
  [[nodiscard]] Cell cell(const Vec<D>& x) const {
    Cell result = {};
    for (int axis = 0; axis < D; ++axis) {
      result[static_cast<std::size_t>(axis)] = static_cast<std::int64_t>(std::floor(x[axis] / size_));
    }
    return result;
  }
  static std::uint64_t key(const Cell& c) {
    const auto part = [](std::int64_t v) { return static_cast<std::uint64_t>(v) & 0x1FFFFF; };
    return part(c[0]) | part(c[1]) << 21 | part(c[2]) << 42;
  }
  struct Member {
    Vec<D> position;
    double radius;
  };
  double size_;
  std::unordered_map<std::uint64_t, std::vector<Member>> cells_;
};

template <int D>
bool clear_of_obstacles(const World<D>& world, const Vec<D>& x, double r) {
  return std::all_of(world.obstacles.begin(), world.obstacles.end(), [&](const gluey::Obstacle<D>& obstacle) {
    const Vec<D> local = obstacle.pose.to_local(x);
    return std::all_of(obstacle.parts.begin(), obstacle.parts.end(), [&](const Part<D>& part) {
      return std::visit([&](const auto& shape) { return closest(local, shape).distance >= r; }, part);
    });
  });
}

/// A uniform point such that the ball of radius r lies within the region; false where there is no room for it.
template <int D>
bool draw_point(const Region& region, double r, RandomStream& random, Vec<D>& x) {
  if (region.kind == "sphere") {
    const double room = region.radius - r;
    if (room < 0.0) {
      return false;
    }
    do {
      for (int axis = 0; axis < D; ++axis) {
        x[axis] = random.uniform(-room, room);
      }
    } while (x.squaredNorm() > room * room);
    x += to_vec<D>(region.center);
    return true;
  }
  for (int axis = 0; axis < D; ++axis) {
    const double lower = region.lower[static_cast<std::size_t>(axis)] + r;
    const double upper = region.upper[static_cast<std::size_t>(axis)] - r;
    if (lower > upper) {
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

}  // namespace

double draw(const Length& length, RandomStream& random) {
  switch (length.kind) {
    case Length::Kind::uniform:
      return length.minimum == length.maximum ? length.minimum : random.uniform(length.minimum, length.maximum);
    case Length::Kind::normal:
    case Length::Kind::lognormal: {
      // Drawn again until it falls within the cut.
      for (;;) {
        double value = length.mean + length.deviation * draw_normal(random);
        if (length.kind == Length::Kind::lognormal) {
          // mean and deviation are those of the length itself, not of its logarithm.
          const double ratio = length.deviation / length.mean;
          const double variance = std::log1p(ratio * ratio);
          value = length.mean * std::exp(std::sqrt(variance) * draw_normal(random) - 0.5 * variance);
        }
        if (value >= length.minimum && value <= length.maximum && value > 0.0) {
          return value;
        }
      }
    }
    case Length::Kind::table: {
      const double total = std::accumulate(length.weights.begin(), length.weights.end(), 0.0);
      double left = random.uniform() * total;
      for (std::size_t k = 0; k + 1 < length.values.size(); ++k) {
        left -= length.weights[k];
        if (left < 0.0) {
          return length.values[k];
        }
      }
      return length.values.back();
    }
  }
  return length.minimum;
}

template <int D>
Placed<D> fill_region(const Region& region, std::vector<double> radii, const World<D>& world, RandomStream& random) {
  std::stable_sort(radii.begin(), radii.end(), std::greater<>());
  double largest = radii.front();
  for (const double r : world.bodies.radius) {
    largest = std::max(largest, r);
  }
  Occupancy<D> occupancy(largest);
  for (std::size_t i = 0; i < world.bodies.size(); ++i) {
    occupancy.add(world.bodies.position[i], world.bodies.radius[i]);
  }
  Placed<D> placed;
  for (const double r : radii) {
    Vec<D> x = Vec<D>::Zero();
    for (int attempt = 0; attempt < tries_per_body; ++attempt) {
      if (!draw_point(region, r, random, x)) {
        break;
      }
      if (occupancy.clear(x, r) && clear_of_obstacles(world, x, r)) {
        occupancy.add(x, r);
        placed.position.push_back(x);
        placed.radius.push_back(r);
        break;
      }
    }
  }

  if (!placed.position.empty()) {
    Vec<D> lower = placed.position.front();
    Vec<D> upper = lower;
    for (const Vec<D>& x : placed.position) {
      lower = lower.cwiseMin(x);
      upper = upper.cwiseMax(x);
    }
    const double extent = std::max((upper - lower).maxCoeff(), 1e-300);
    std::vector<std::pair<std::uint64_t, std::size_t>> order;
    for (std::size_t k = 0; k < placed.position.size(); ++k) {
      order.emplace_back(morton<D>(placed.position[k], lower, 1.0 / extent), k);
    }
    std::sort(order.begin(), order.end());
    Placed<D> sorted;
    for (const auto& [code, k] : order) {
      sorted.position.push_back(placed.position[k]);
      sorted.radius.push_back(placed.radius[k]);
    }
    placed = std::move(sorted);
  }
  return placed;
}

template Placed<2> fill_region<2>(const Region&, std::vector<double>, const World<2>&, RandomStream&);
template Placed<3> fill_region<3>(const Region&, std::vector<double>, const World<3>&, RandomStream&);

}  // namespace gluey::scene
