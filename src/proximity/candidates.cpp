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
  std::vector<Smallest> scratch;
  const double smallest = reduce_blocks(n, scratch, [&](std::size_t begin, std::size_t end, Smallest& least) {
                            for (std::size_t i = begin; i < end; ++i) {
                              least.put(world.thickness(i));
                            }
                          }).value;
  for (std::size_t k = 0; k < world.obstacles.size(); ++k) {
    // A moving obstacle is followed for about a radius of the smallest body.
    obstacle_margin_[k] = ranges.obstacle[k] + (n > 0 ? 0.5 * smallest : 0.0);
  }
  build(world);
  return true;
}

template <int D>
void Candidates<D>::build(const World<D>& world) {
  const std::size_t n = world.bodies.size();
  built_time_ = world.time;
  copy_all(world.bodies.position, built_position_);
  built_pose_.clear();
  for (const Obstacle<D>& obstacle : world.obstacles) {
    built_pose_.push_back(obstacle.pose);
  }
  if (!world.shapes.empty()) {
    copy_all(world.bodies.orientation, built_orientation_);
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
  const double largest = largest_reach();
  level_.resize(n);
  std::vector<Largest> scratch;
  const auto finest = static_cast<std::size_t>(
      reduce_blocks(n, scratch, [&](std::size_t begin, std::size_t end, Largest& deepest) {
        for (std::size_t i = begin; i < end; ++i) {
          int level = 0;
          for (double size = largest / level_factor;
               reach_[i] <= size && level + 1 < level_limit && world.bodies.here(i); size /= level_factor) {
            ++level;
          }
          level_[i] = static_cast<std::int8_t>(level);
          deepest.put(level);
        }
      }).value);
  levels_.resize(finest + 1);
  const bool images = world.domain.any();
  const std::size_t copies = images ? copy_body_.size() : n;
  for (std::size_t level = 0; level < levels_.size(); ++level) {
    // The bodies of a class, and behind them their copies.
    select_numbers(copies, members_, [&](std::size_t copy) {
      const std::size_t i = images ? static_cast<std::size_t>(copy_body_[copy]) : copy;
      return static_cast<std::size_t>(level_[i]) == level && world.bodies.here(i);
    });
    const double widest =
        reduce_blocks(members_.size(), scratch, [&](std::size_t begin, std::size_t end, Largest& most) {
          for (std::size_t k = begin; k < end; ++k) {
            const auto copy = static_cast<std::size_t>(members_[k]);
            most.put(images ? copy_reach_[copy] : reach_[copy]);
          }
        }).value;
    levels_[level].build(members_, images ? copy_position_ : built_position_, images ? copy_reach_ : reach_,
                         2.0 * widest);
  }

  find_pairs(world);
  find_near_parts(world);
  built_ = true;
}

template <int D>
double Candidates<D>::largest_reach() const {
  std::vector<Largest> scratch;
  return reduce_blocks(reach_.size(), scratch,
                       [&](std::size_t begin, std::size_t end, Largest& most) {
                         for (std::size_t i = begin; i < end; ++i) {
                           most.put(reach_[i]);
                         }
                       })
      .value;
}

template <int D>
void Candidates<D>::make_copies(const World<D>& world) {
  const Domain<D>& domain = world.domain;
  const std::size_t n = world.bodies.size();
  if (!domain.any()) {
    copy_body_.clear();
    return;
  }
  const double largest = largest_reach();
  copy_image_.resize(n);
  // Images of body i that reach near enough to the domain, but for the one within it.
  const auto for_images = [&](std::size_t i, const auto& visit) {
    if (!world.bodies.here(i)) {
      return;
    }
    const Vec<D> around = Vec<D>::Constant(reach_[i] + largest);
    const Vec<D>& x = built_position_[i];
    domain.for_each_within(x, x, domain.lower - around, domain.upper + around, world.time, [&](const Image<D>& of) {
      if (of != copy_image_[i]) {
        visit(of);
      }
    });
  };
  images_before_.resize(n + 1);
  parallel_for(n, [&](std::size_t i) {
    copy_image_[i] = domain.home(built_position_[i], world.time);
    images_before_[i] = 0;
    for_images(i, [&](const Image<D>& /*of*/) { ++images_before_[i]; });
  });
  images_before_[n] = 0;
  const std::size_t copies = n + static_cast<std::size_t>(exclusive_scan(images_before_));
  copy_body_.resize(copies);
  copy_image_.resize(copies);
  copy_position_.resize(copies);
  copy_reach_.resize(copies);
  parallel_for(n, [&](std::size_t i) {
    const auto put = [&](std::size_t copy, const Image<D>& of) {
      copy_body_[copy] = static_cast<std::int32_t>(i);
      copy_image_[copy] = of;
      copy_position_[copy] = built_position_[i] + domain.shift(of, world.time);
      copy_reach_[copy] = reach_[i];
    };
    put(i, copy_image_[i]);
    std::size_t copy = n + static_cast<std::size_t>(images_before_[i]);
    for_images(i, [&](const Image<D>& of) { put(copy++, of); });
  });
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
  row.resize(n + 1);
  row[n] = 0;
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
  finder_.resize(partner.size());
  parallel_for(n, [&](std::size_t i) {
    std::fill(finder_.begin() + row[i], finder_.begin() + row[i + 1], static_cast<std::int32_t>(i));
  });
  sort_.sort(
      partner.size(), n, [&](std::size_t k) { return std::min(finder_[k], partner[k]); }, given_row_, given_);
  given_partner_.resize(partner.size());
  given_image_.resize(image.size());
  parallel_for(given_.size(), [&](std::size_t slot) {
    const auto k = static_cast<std::size_t>(given_[slot]);
    given_partner_[slot] = std::max(finder_[k], partner[k]);
    if (!image.empty()) {
      given_image_[slot] = partner[k] < finder_[k] ? Image<D>{} - image[k] : image[k];
    }
  });
  parallel_for(n + 1, [&](std::size_t i) { row[i] = given_row_[i]; });
  partner.swap(given_partner_);
  image.swap(given_image_);
}

template class Candidates<2>;
template class Candidates<3>;

}  // namespace gluey
