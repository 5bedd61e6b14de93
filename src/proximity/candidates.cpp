#include "proximity/candidates.hpp"

#include "core/parallel.hpp"
#include "geometry/bounds.hpp"
#include "geometry/distance/table.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>

namespace gluey {
namespace {

/// Margin beyond the range: large enough to last several steps, small enough to keep the lists short.
constexpr double skin_in_radii = 0.08;
constexpr double skin_in_travels = 6.0;
/// Sizes within this factor share one grid of cells.
constexpr double level_factor = 4.0;
constexpr int level_limit = 16;

double turned_angle(const Rotation<2>& from, const Rotation<2>& to) { return std::abs(to.angle - from.angle); }
double turned_angle(const Rotation<3>& from, const Rotation<3>& to) {
  return from.quaternion.angularDistance(to.quaternion);
}

/// Upper bound on how far any point of the obstacle within `extent` of its origin has moved.
template <int D>
double moved(const Pose<D>& from, const Pose<D>& to, double extent) {
  const double angle = turned_angle(from.orientation, to.orientation);
  return (to.position - from.position).norm() + (angle > 0.0 ? angle * extent : 0.0);
}

}  // namespace

template <int D>
bool Candidates<D>::valid(const World<D>& world, const Ranges& ranges) const {
  const std::size_t n = world.bodies.size();
  if (!built_ || built_position_.size() != n || built_pose_.size() != world.obstacles.size()) {
    return false;
  }
  for (std::size_t k = 0; k < world.obstacles.size(); ++k) {
    if (!(moved(built_pose_[k], world.obstacles[k].pose, obstacle_extent_[k]) + ranges.obstacle[k] <=
          obstacle_margin_[k])) {
      return false;
    }
  }
  std::atomic<bool> valid = true;
  for_blocks(n, [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) {
      const double room = margin_[i] - ranges.body[i];
      if (room < 0.0 || (world.bodies.position[i] - built_position_[i]).squaredNorm() > room * room) {
        valid.store(false, std::memory_order_relaxed);
        return;
      }
    }
  });
  return valid;
}

template <int D>
bool Candidates<D>::update(const World<D>& world, const Ranges& ranges, const std::vector<double>& travel) {
  if (valid(world, ranges)) {
    return false;
  }
  const std::size_t n = world.bodies.size();
  margin_.resize(n);
  reach_.resize(n);
  parallel_for(n, [&](std::size_t i) {
    const double radius = world.bodies.radius[i];
    const double skin = std::min(skin_in_radii * radius + skin_in_travels * travel[i], radius + 2.0 * travel[i]);
    margin_[i] = ranges.body[i] + skin;
    reach_[i] = radius + margin_[i];
  });
  obstacle_margin_.resize(world.obstacles.size());
  const double smallest = n > 0 ? *std::min_element(world.bodies.radius.begin(), world.bodies.radius.end()) : 0.0;
  for (std::size_t k = 0; k < world.obstacles.size(); ++k) {
    // A moving obstacle is followed for about a radius of the smallest body.
    obstacle_margin_[k] = ranges.obstacle[k] + 0.5 * smallest;
  }
  build(world);
  return true;
}

template <int D>
void Candidates<D>::build(const World<D>& world) {
  const std::size_t n = world.bodies.size();
  built_position_ = world.bodies.position;
  built_pose_.clear();
  for (const Obstacle<D>& obstacle : world.obstacles) {
    built_pose_.push_back(obstacle.pose);
  }

  // Classes of size: level 0 holds the largest.
  const double largest = n > 0 ? *std::max_element(reach_.begin(), reach_.end()) : 0.0;
  level_.resize(n);
  std::vector<std::vector<std::int32_t>> members(1);
  std::vector<double> level_reach(1, 0.0);
  for (std::size_t i = 0; i < n; ++i) {
    int level = 0;
    for (double size = largest / level_factor; reach_[i] <= size && level + 1 < level_limit; size /= level_factor) {
      ++level;
    }
    if (static_cast<std::size_t>(level) >= members.size()) {
      members.resize(static_cast<std::size_t>(level) + 1);
      level_reach.resize(static_cast<std::size_t>(level) + 1, 0.0);
    }
    level_[i] = static_cast<std::int8_t>(level);
    members[static_cast<std::size_t>(level)].push_back(static_cast<std::int32_t>(i));
    level_reach[static_cast<std::size_t>(level)] = std::max(level_reach[static_cast<std::size_t>(level)], reach_[i]);
  }
  levels_.resize(members.size());
  for (std::size_t level = 0; level < members.size(); ++level) {
    levels_[level].build(members[level], built_position_, reach_, 2.0 * level_reach[level]);
  }

  find_pairs(n);
  find_near_parts(world);
  built_ = true;
}

/// Each body looks for partners in its own class (only those with a larger number) and in all coarser ones (all), so that
/// the cost does not depend on how different the sizes are. Count, scan, fill.
template <int D>
void Candidates<D>::find_pairs(std::size_t n) {
  const auto search = [&](std::size_t i, auto&& found) {
    const Vec<D>& x = built_position_[i];
    for (int level = 0; level <= level_[i]; ++level) {
      const Cells<D>& cells = levels_[static_cast<std::size_t>(level)];
      const bool own = level == level_[i];
      const Vec<D> half = Vec<D>::Constant(reach_[i] + 0.5 * cells.cell_size());
      cells.for_each_near(x - half, x + half, [&](const typename Cells<D>::Entry& entry) {
        if (own && entry.body <= static_cast<std::int32_t>(i)) {
          return;
        }
        const double limit = reach_[i] + entry.reach;
        if ((entry.position - x).squaredNorm() <= limit * limit) {
          found(entry.body);
        }
      });
    }
  };
  row.assign(n + 1, 0);
  parallel_for(n, [&](std::size_t i) {
    std::int64_t count = 0;
    search(i, [&](std::int32_t /*partner*/) { ++count; });
    row[i] = count;
  });
  partner.resize(static_cast<std::size_t>(exclusive_scan(row)));
  parallel_for(n, [&](std::size_t i) {
    auto slot = static_cast<std::size_t>(row[i]);
    search(i, [&](std::int32_t j) { partner[slot++] = j; });
  });

  if (levels_.size() > 1) {
    // Pairs across classes were found by the smaller body; give every pair to its lower number.
    std::vector<std::int64_t> new_row(n + 2, 0);
    for (std::size_t i = 0; i < n; ++i) {
      for (std::int64_t k = row[i]; k < row[i + 1]; ++k) {
        ++new_row[std::min(i, static_cast<std::size_t>(partner[static_cast<std::size_t>(k)])) + 2];
      }
    }
    for (std::size_t i = 2; i < n + 2; ++i) {
      new_row[i] += new_row[i - 1];
    }
    std::vector<std::int32_t> new_partner(partner.size());
    for (std::size_t i = 0; i < n; ++i) {
      for (std::int64_t k = row[i]; k < row[i + 1]; ++k) {
        const auto j = static_cast<std::size_t>(partner[static_cast<std::size_t>(k)]);
        new_partner[static_cast<std::size_t>(new_row[std::min(i, j) + 1]++)] =
            static_cast<std::int32_t>(std::max(i, j));
      }
    }
    new_row.resize(n + 1);
    row.swap(new_row);
    partner.swap(new_partner);
  }
  parallel_for(n, [&](std::size_t i) { std::sort(partner.begin() + row[i], partner.begin() + row[i + 1]); });
}

template <int D>
void Candidates<D>::find_near_parts(const World<D>& world) {
  parts.clear();
  part_row.assign(1, 0);
  part_body.clear();
  obstacle_extent_.assign(world.obstacles.size(), 0.0);
  for (std::size_t k = 0; k < world.obstacles.size(); ++k) {
    const Obstacle<D>& obstacle = world.obstacles[k];
    for (std::size_t p = 0; p < obstacle.parts.size(); ++p) {
      const std::size_t begin = part_body.size();
      const bool bounded = std::visit(
          [&](const auto& part) {
            if (!std::isfinite(part.extent())) {
              return false;
            }
            obstacle_extent_[k] = std::max(obstacle_extent_[k], part.center().norm() + part.extent());
            const Bounds<D> box = bounds(part, obstacle.pose);
            for (const Cells<D>& cells : levels_) {
              const Vec<D> half = Vec<D>::Constant(0.5 * cells.cell_size() + obstacle_margin_[k]);
              cells.for_each_near(box.lower - half, box.upper + half, [&](const typename Cells<D>::Entry& entry) {
                const double distance = closest(obstacle.pose.to_local(entry.position), part).distance;
                if (distance <= entry.reach + obstacle_margin_[k]) {
                  part_body.push_back(entry.body);
                }
              });
            }
            return true;
          },
          obstacle.parts[p]);
      std::sort(part_body.begin() + static_cast<std::ptrdiff_t>(begin), part_body.end());
      parts.push_back({static_cast<std::int32_t>(k), static_cast<std::int32_t>(p), bounded});
      part_row.push_back(static_cast<std::int64_t>(part_body.size()));
    }
  }
}

template class Candidates<2>;
template class Candidates<3>;

}  // namespace gluey
