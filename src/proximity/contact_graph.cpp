#include "proximity/contact_graph.hpp"

#include "core/parallel.hpp"
#include "geometry/distance/points.hpp"
#include "geometry/distance/table.hpp"
#include "proximity/flat_contact.hpp"

#include <algorithm>
#include <atomic>

namespace gluey {

template <int D>
void ContactGraph<D>::swap_with_last() {
  std::swap(last_, contacts);
  std::swap(last_row_, row_);
  std::swap(last_footprint_, footprint_);
}

template <int D>
void ContactGraph<D>::go_back() {
  ahead_.clear();
  ahead_points_.clear();
  if (!kept_) {
    swap_with_last();
    kept_ = true;
  }
}

template <int D>
void ContactGraph<D>::find(const World<D>& world, const Candidates<D>& candidates, const Ranges& ranges) {
  if (kept_) {
    swap_with_last();
    kept_ = false;
  }
  contacts.rubs = rubs;
  contacts.detailed = !world.plain();
  if (contacts.detailed) {
    find_detailed(world, candidates, ranges);
    return;
  }
  find_with_parts(world, candidates, ranges);
  find_pairs(world, candidates, ranges);
  fill_with_parts(world, candidates);
  take_footprints(world);
  carry_over();
  inherit(world);
}

/// There are few, if any.
template <int D>
bool ContactGraph<D>::is_ahead(const World<D>& world, const Candidates<D>& candidates, std::size_t c) const {
  const auto i = static_cast<std::size_t>(contacts.first[c]);
  const auto of_ball = [&](const Ahead& ahead) {
    const auto& name = candidates.parts[ahead.part];
    return ahead.body == i && name.obstacle + static_cast<std::int64_t>(world.bodies.size()) == contacts.second[c] &&
           name.part == contacts.feature[c] && ahead.distance - world.bodies.radius[i] == contacts.gap[c];
  };
  const auto of_shape = [&](const AheadPoint& ahead) {
    return ahead.body == i && ahead.point.second == contacts.second[c] && ahead.point.image == contacts.image[c] &&
           ahead.point.gap == contacts.gap[c];
  };
  return std::any_of(ahead_.begin(), ahead_.end(), of_ball) ||
         std::any_of(ahead_points_.begin(), ahead_points_.end(), of_shape);
}

template <int D>
void ContactGraph<D>::find_pairs(const World<D>& world, const Candidates<D>& candidates, const Ranges& ranges) {
  const Bodies<D>& bodies = world.bodies;
  const std::size_t n = bodies.size();
  const auto for_near = [&](std::size_t i, const auto& visit) {
    const Vec<D> x = bodies.position[i];
    const double reach = bodies.radius[i] + ranges.body[i];
    for (std::int64_t k = candidates.row[i]; k < candidates.row[i + 1]; ++k) {
      const auto j = static_cast<std::size_t>(candidates.partner[static_cast<std::size_t>(k)]);
      const double limit = reach + bodies.radius[j] + ranges.body[j];
      const Vec<D> apart = bodies.position[j] - x;
      const double squared = apart.squaredNorm();
      if (squared <= limit * limit) {
        visit(j, apart, squared);
      }
    }
  };
  row_.resize(n + candidates.parts.size() + 1);
  parallel_for(n, [&](std::size_t i) {
    std::int64_t found = 0;
    for_near(i, [&](std::size_t /*j*/, const Vec<D>& /*apart*/, double /*squared*/) { ++found; });
    row_[i] = found;
  });
  parallel_for(row_.size() - n, [&](std::size_t p) { row_[n + p] = 0; });
  contacts.pairs = static_cast<std::size_t>(exclusive_scan(row_));
  contacts.resize(contacts.pairs + before_piece_.back());
  parallel_for(n, [&](std::size_t i) {
    auto c = static_cast<std::size_t>(row_[i]);
    for_near(i, [&](std::size_t j, const Vec<D>& apart, double squared) {
      const double distance = std::sqrt(squared);
      contacts.first[c] = static_cast<std::int32_t>(i);
      contacts.second[c] = static_cast<std::int32_t>(j);
      contacts.feature[c] = 0;
      contacts.normal[c] = direction<D>(apart, distance, Vec<D>::UnitX());
      contacts.gap[c] = distance - (bodies.radius[i] + bodies.radius[j]);
      ++c;
    });
  });
}

template <int D>
bool ContactGraph<D>::missed(const World<D>& world, const Candidates<D>& candidates, const Ranges& looked_at,
                             const Ranges& ranges, const std::vector<Vec<D>>& velocity,
                             const std::vector<Spin<D>>& spin, double h) {
  if (!world.plain()) {
    return missed_detailed(world, candidates, looked_at, ranges, velocity, spin, h);
  }
  const Bodies<D>& bodies = world.bodies;
  const std::size_t n = bodies.size();
  std::atomic<bool> found = false;
  parallel_for(n, [&](std::size_t i) {
    for (std::int64_t k = candidates.row[i]; k < candidates.row[i + 1]; ++k) {
      const auto j = static_cast<std::size_t>(candidates.partner[static_cast<std::size_t>(k)]);
      const double touch = bodies.radius[i] + bodies.radius[j];
      const Vec<D> apart = bodies.position[j] - bodies.position[i];
      const double beyond = touch + looked_at.body[i] + looked_at.body[j];
      if (apart.squaredNorm() <= beyond * beyond) {
        continue;
      }
      const double distance = apart.norm();
      const Vec<D> moves = velocity[j] - velocity[i];
      const double opens =
          opening.velocity(moves.norm() + spin[i].norm() * bodies.radius[i] + spin[j].norm() * bodies.radius[j],
                           spin[i].norm() + spin[j].norm());
      if (distance - touch > looked_at.body[i] + looked_at.body[j] &&
          distance - touch <= ranges.body[i] + ranges.body[j] &&
          distance * (distance - touch) + h * (apart.dot(moves) - distance * opens) < 0.0) {
        found.store(true, std::memory_order_relaxed);
      }
    }
  });
  return found || missed_with_parts(world, candidates, looked_at, velocity, spin, h);
}

template <int D>
void ContactGraph<D>::take_footprints(const World<D>& world) {
  const std::size_t n = world.bodies.size();
  footprint_.resize(contacts.size() - contacts.pairs);
  parallel_for(footprint_.size(), [&](std::size_t at) {
    const std::size_t c = contacts.pairs + at;
    const auto i = static_cast<std::size_t>(contacts.first[c]);
    const Pose<D>& pose = world.obstacles[static_cast<std::size_t>(contacts.second[c]) - n].pose;
    const Vec<D>& center = world.bodies.position[i];
    const Vec<D> point = center + (world.bodies.radius[i] + contacts.gap[c]) * contacts.normal[c];
    footprint_[at] = {pose.to_local(center), pose.to_local(point)};
  });
}

/// Both lists have their rows in the same order, and each row is sorted: one merge a row.
template <int D>
void ContactGraph<D>::carry_over() {
  fill_all<std::uint8_t>(known_, contacts.size(), 0);
  fill_all<std::uint8_t>(last_used_, last_.size(), 0);
  contacts.forget();
  if (last_row_.size() != row_.size()) {
    return;  // nothing was kept yet
  }
  const std::size_t rows = row_.size() - 1;
  parallel_for(rows, [&](std::size_t r) {
    auto old = static_cast<std::size_t>(last_row_[r]);
    const auto old_end = static_cast<std::size_t>(last_row_[r + 1]);
    for (auto c = static_cast<std::size_t>(row_[r]); c < static_cast<std::size_t>(row_[r + 1]); ++c) {
      // Rows of bodies are sorted by second, rows of parts by first; the other is the same along a row of bodies, and
      // along a row of parts.
      while (old < old_end && (last_.first[old] < contacts.first[c] ||
                               (last_.first[old] == contacts.first[c] && last_.second[old] < contacts.second[c]))) {
        ++old;
      }
      if (old < old_end && last_.first[old] == contacts.first[c] && last_.second[old] == contacts.second[c]) {
        contacts.carry(c, last_, old);
        known_[c] = 1;
        last_used_[old] = 1;
      }
    }
  });
}

template <int D>
void ContactGraph<D>::inherit(const World<D>& world) {
  // What vanished and had something to leave, by (body, obstacle). Usually nothing.
  std::vector<std::size_t>& heirless = heirless_;
  select_numbers(last_.size() - last_.pairs, heirless, [&](std::size_t at) {
    const std::size_t old = last_.pairs + at;
    return last_used_[old] == 0 && (last_.potential[old] < 0.0 || last_.impulse[old] != 0.0);
  });
  if (heirless.empty()) {
    return;
  }
  for (std::size_t& old : heirless) {
    old += last_.pairs;
  }
  const auto pair_of = [&](std::size_t old) { return std::pair(last_.first[old], last_.second[old]); };
  std::stable_sort(heirless.begin(), heirless.end(),
                   [&](std::size_t a, std::size_t b) { return pair_of(a) < pair_of(b); });
  select_numbers(contacts.size() - contacts.pairs, new_,
                 [&](std::size_t at) { return known_[contacts.pairs + at] == 0; });
  for (const std::size_t at_part : new_) {
    const std::size_t c = contacts.pairs + at_part;
    const Footprint& now = footprint_[c - contacts.pairs];
    const double slack = 1e-9 * world.bodies.radius[static_cast<std::size_t>(contacts.first[c])];
    const std::pair pair(contacts.first[c], contacts.second[c]);
    const auto first = std::lower_bound(heirless.begin(), heirless.end(), pair,
                                        [&](std::size_t old, const auto& wanted) { return pair_of(old) < wanted; });
    for (auto candidate = first; candidate != heirless.end() && pair_of(*candidate) == pair; ++candidate) {
      const std::size_t old = *candidate;
      const Footprint& before = last_footprint_[old - last_.pairs];
      const double moved = (now.center - before.center).norm();
      // Nor does glue reach across a gap: a ball that slides over a bend leaves it by moved²/2r.
      const double radius = world.bodies.radius[static_cast<std::size_t>(contacts.first[c])];
      const double open =
          std::max(0.0, last_.gap[old]) + moved * moved / radius + std::max(closed_gap, flat_slack * radius);
      if (last_used_[old] == 0 && (now.point - before.point).norm() <= moved + slack && contacts.gap[c] <= open) {
        const double scale =
            resistance ? std::min(1.0, resistance(world, contacts, c) / resistance(world, last_, old)) : 1.0;
        contacts.carry(c, last_, old, scale);
        known_[c] = 1;
        last_used_[old] = 1;
        break;
      }
    }
  }
}

template <int D>
void ContactGraph<D>::restore(const World<D>& world, Contacts<D> saved, std::vector<Footprint> footprints) {
  contacts = std::move(saved);
  footprint_ = std::move(footprints);
  const std::size_t n = world.bodies.size();
  std::vector<std::size_t> part_begin(world.obstacles.size() + 1, 0);
  for (std::size_t k = 0; k < world.obstacles.size(); ++k) {
    part_begin[k + 1] = part_begin[k] + world.obstacles[k].parts.size();
  }
  row_.assign(n + (contacts.detailed ? n : part_begin.back()) + 1, 0);
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    const auto first = static_cast<std::size_t>(contacts.first[c]);
    const auto second = static_cast<std::size_t>(contacts.second[c]);
    const std::size_t r = c < contacts.pairs ? first
                          : contacts.detailed
                              ? n + first
                              : n + part_begin[second - n] + static_cast<std::size_t>(contacts.feature[c]);
    ++row_[r];
  }
  exclusive_scan(row_);
  keep();
}

template class ContactGraph<2>;
template class ContactGraph<3>;

}  // namespace gluey
