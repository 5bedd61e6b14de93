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

/// Bounds of a body that is no sphere, as it stands.
template <int D>
Bounds<D> bounds_of(const World<D>& world, std::size_t i) {
  const Shape<D>& shape = world.shapes[static_cast<std::size_t>(world.bodies.shape[i])];
  const Pose<D> pose = world.pose(i);
  Bounds<D> all{Vec<D>::Constant(std::numeric_limits<double>::infinity()),
                Vec<D>::Constant(-std::numeric_limits<double>::infinity())};
  for (const Part<D>& part : shape.parts) {
    const Bounds<D> one = part_bounds<D>(part, pose);
    all = {all.lower.cwiseMin(one.lower), all.upper.cwiseMax(one.upper)};
  }
  return all;
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
  // Images drift past each other; bodies count as moving by what their images within the domain, then, have moved.
  const bool drifts = world.domain.shear_rate != 0.0;
  const double since = world.time - built_time_;
  std::atomic<bool> valid = true;
  for_blocks(n, [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) {
      double room = margin_[i] - ranges.body[i];
      Vec<D> way = world.bodies.position[i] - built_position_[i];
      if (drifts) {
        room -= since * world.domain.drift_share(reach_[i]);
        way += since * world.domain.drift(copy_image_[i]);
      }
      if (world.bodies.shape[i] != Bodies<D>::sphere) {
        room -= turned_angle(built_orientation_[i], world.bodies.orientation[i]) * world.bodies.radius[i];
      }
      if (!(room >= 0.0) || way.squaredNorm() > room * room) {
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
    const double thickness = world.thickness(i);
    const double skin = std::min(skin_in_radii * thickness + skin_in_travels * travel[i], thickness + 2.0 * travel[i]);
    margin_[i] = ranges.body[i] + skin;
    reach_[i] = world.bodies.radius[i] + margin_[i];
  });
  obstacle_margin_.resize(world.obstacles.size());
  double smallest = n > 0 ? world.thickness(0) : 0.0;
  for (std::size_t i = 1; i < n; ++i) {
    smallest = std::min(smallest, world.thickness(i));
  }
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
  built_time_ = world.time;
  built_position_ = world.bodies.position;
  built_pose_.clear();
  for (const Obstacle<D>& obstacle : world.obstacles) {
    built_pose_.push_back(obstacle.pose);
  }
  if (!world.shapes.empty()) {
    built_orientation_ = world.bodies.orientation;
    bounds_.resize(n);
    parallel_for(n, [&](std::size_t i) {
      const Vec<D> half = Vec<D>::Constant(reach_[i]);
      bounds_[i] = {built_position_[i] - half, built_position_[i] + half};
      if (world.bodies.shape[i] != Bodies<D>::sphere) {
        const Bounds<D> tight = bounds_of(world, i);
        bounds_[i] = {tight.lower.array() - margin_[i], tight.upper.array() + margin_[i]};
      }
    });
  }
  make_copies(world);

  // Classes of size: level 0 holds the largest.
  const double largest = n > 0 ? *std::max_element(reach_.begin(), reach_.end()) : 0.0;
  level_.resize(n);
  std::vector<std::vector<std::int32_t>> members(1);
  std::vector<double> level_reach(1, 0.0);
  for (std::size_t i = 0; i < n; ++i) {
    if (!world.bodies.here(i)) {
      level_[i] = 0;
      continue;
    }
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
  for (std::size_t copy = n; copy < copy_body_.size(); ++copy) {
    members[static_cast<std::size_t>(level_[static_cast<std::size_t>(copy_body_[copy])])].push_back(
        static_cast<std::int32_t>(copy));
  }
  levels_.resize(members.size());
  const bool images = world.domain.any();
  for (std::size_t level = 0; level < members.size(); ++level) {
    levels_[level].build(members[level], images ? copy_position_ : built_position_, images ? copy_reach_ : reach_,
                         2.0 * level_reach[level]);
  }

  find_pairs(world);
  find_near_parts(world);
  built_ = true;
}

template <int D>
void Candidates<D>::make_copies(const World<D>& world) {
  const Domain<D>& domain = world.domain;
  const std::size_t n = world.bodies.size();
  copy_body_.clear();
  if (!domain.any()) {
    return;
  }
  copy_image_.resize(n);
  copy_position_.resize(n);
  copy_reach_ = reach_;
  for (std::size_t i = 0; i < n; ++i) {
    copy_body_.push_back(static_cast<std::int32_t>(i));
    copy_image_[i] = domain.home(built_position_[i], world.time);
    copy_position_[i] = built_position_[i] + domain.shift(copy_image_[i], world.time);
  }
  const double largest = n > 0 ? *std::max_element(reach_.begin(), reach_.end()) : 0.0;
  for (std::size_t i = 0; i < n; ++i) {
    if (!world.bodies.here(i)) {
      continue;
    }
    const Vec<D> around = Vec<D>::Constant(reach_[i] + largest);
    const Vec<D>& x = built_position_[i];
    domain.for_each_within(x, x, domain.lower - around, domain.upper + around, world.time, [&](const Image<D>& of) {
      if (of != copy_image_[i]) {
        copy_body_.push_back(static_cast<std::int32_t>(i));
        copy_image_.push_back(of);
        copy_position_.push_back(x + domain.shift(of, world.time));
        copy_reach_.push_back(reach_[i]);
      }
    });
  }
}

/// Each body looks for partners in its own class (only those with a larger number) and in all coarser ones (all), so that
/// the cost does not depend on how different the sizes are. Count, scan, fill. consider(i, its place, entry, whether the
/// entry is of i's own class, found) calls found(partner, image) where the two are near.
template <int D>
template <class Consider>
void Candidates<D>::list_pairs(const World<D>& world, const Consider& consider) {
  const std::size_t n = world.bodies.size();
  const bool images = !copy_body_.empty();
  const auto search = [&](std::size_t i, auto&& found) {
    if (!world.bodies.here(i)) {
      return;
    }
    const Vec<D>& x = images ? copy_position_[i] : built_position_[i];
    for (int level = 0; level <= level_[i]; ++level) {
      const Cells<D>& cells = levels_[static_cast<std::size_t>(level)];
      const bool own = level == level_[i];
      const Vec<D> half = Vec<D>::Constant(reach_[i] + 0.5 * cells.cell_size());
      cells.for_each_near(x - half, x + half,
                          [&](const typename Cells<D>::Entry& entry) { consider(i, x, entry, own, found); });
    }
  };
  row.assign(n + 1, 0);
  parallel_for(n, [&](std::size_t i) {
    std::int64_t count = 0;
    search(i, [&](std::int32_t /*partner*/, const Image<D>& /*of*/) { ++count; });
    row[i] = count;
  });
  partner.resize(static_cast<std::size_t>(exclusive_scan(row)));
  image.resize(images ? partner.size() : 0);
  parallel_for(n, [&](std::size_t i) {
    auto slot = static_cast<std::size_t>(row[i]);
    search(i, [&](std::int32_t j, const Image<D>& of) {
      if (images) {
        image[slot] = of;
      }
      partner[slot++] = j;
    });
  });
}

template <int D>
void Candidates<D>::find_pairs(const World<D>& world) {
  const std::size_t n = world.bodies.size();
  const bool images = world.domain.any();
  if (images || !world.shapes.empty()) {
    list_pairs(world,
               [&](std::size_t i, const Vec<D>& x, const typename Cells<D>::Entry& entry, bool own, auto&& found) {
                 const double limit = reach_[i] + entry.reach;
                 if ((entry.position - x).squaredNorm() > limit * limit) {
                   return;
                 }
                 const auto copy = static_cast<std::size_t>(entry.body);
                 const std::int32_t j = images ? copy_body_[copy] : entry.body;
                 const Image<D> of = images ? copy_image_[copy] - copy_image_[i] : Image<D>{};
                 const bool itself = j == static_cast<std::int32_t>(i);
                 const bool ordered = j > static_cast<std::int32_t>(i) || (itself && of > Image<D>{});
                 // A ball that fits the domain never meets itself.
                 if ((own && !ordered) || (itself && world.bodies.shape[i] == Bodies<D>::sphere)) {
                   return;
                 }
                 if (!world.shapes.empty()) {
                   const Vec<D> shift = images ? world.domain.shift(of, world.time) : Vec<D>(Vec<D>::Zero());
                   const Bounds<D>& b = bounds_[static_cast<std::size_t>(j)];
                   if (((b.lower + shift).array() > bounds_[i].upper.array()).any() ||
                       ((b.upper + shift).array() < bounds_[i].lower.array()).any()) {
                     return;
                   }
                 }
                 found(j, of);
               });
  } else {
    list_pairs(world,
               [&](std::size_t i, const Vec<D>& x, const typename Cells<D>::Entry& entry, bool own, auto&& found) {
                 if (own && entry.body <= static_cast<std::int32_t>(i)) {
                   return;
                 }
                 const double limit = reach_[i] + entry.reach;
                 if ((entry.position - x).squaredNorm() <= limit * limit) {
                   found(entry.body, Image<D>{});
                 }
               });
  }
  if (levels_.size() > 1) {
    give_to_lower_number(n);
  }
  if (!images) {
    parallel_for(n, [&](std::size_t i) { std::sort(partner.begin() + row[i], partner.begin() + row[i + 1]); });
    return;
  }
  parallel_for(n, [&](std::size_t i) {
    std::vector<std::pair<std::int32_t, Image<D>>> sorted;
    for (auto k = static_cast<std::size_t>(row[i]); k < static_cast<std::size_t>(row[i + 1]); ++k) {
      sorted.emplace_back(partner[k], image[k]);
    }
    std::sort(sorted.begin(), sorted.end());
    for (std::size_t k = 0; k < sorted.size(); ++k) {
      std::tie(partner[static_cast<std::size_t>(row[i]) + k], image[static_cast<std::size_t>(row[i]) + k]) = sorted[k];
    }
  });
}

/// Pairs across classes were found by the smaller body; gives every pair to its lower number.
template <int D>
void Candidates<D>::give_to_lower_number(std::size_t n) {
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
  std::vector<Image<D>> new_image(image.size());
  for (std::size_t i = 0; i < n; ++i) {
    for (auto k = static_cast<std::size_t>(row[i]); k < static_cast<std::size_t>(row[i + 1]); ++k) {
      const auto j = static_cast<std::size_t>(partner[k]);
      const auto slot = static_cast<std::size_t>(new_row[std::min(i, j) + 1]++);
      new_partner[slot] = static_cast<std::int32_t>(std::max(i, j));
      if (!image.empty()) {
        new_image[slot] = j < i ? Image<D>{} - image[k] : image[k];
      }
    }
  }
  new_row.resize(n + 1);
  row.swap(new_row);
  partner.swap(new_partner);
  image.swap(new_image);
}

template class Candidates<2>;
template class Candidates<3>;

}  // namespace gluey
