#include "proximity/contact_graph.hpp"

#include "core/parallel.hpp"
#include "geometry/distance/points.hpp"
#include "geometry/distance/table.hpp"
#include "proximity/flat_contact.hpp"

#include <algorithm>
#include <atomic>

namespace gluey {
namespace {

/// Tests of a body against a part of an obstacle from which on threads pay.
constexpr std::size_t worth_threads = 20000;

/// visit(body) for the bodies that may touch part p: its list, or all of them for a plane.
template <int D, class Visit>
void for_each_body_near(const Candidates<D>& candidates, std::size_t part, const Bodies<D>& bodies, Visit&& visit) {
  if (!candidates.parts[part].bounded) {
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      if (bodies.here(i)) {
        visit(i);
      }
    }
    return;
  }
  for (std::int64_t k = candidates.part_row[part]; k < candidates.part_row[part + 1]; ++k) {
    visit(static_cast<std::size_t>(candidates.part_body[static_cast<std::size_t>(k)]));
  }
}

/// Closest point of part p of an obstacle to a body at `local`, both in the obstacle's frame. Where that point lies on
/// or within another part that is nearer (two boxes side by side, a paddle's root in its hub), the other part owns the
/// contact, so that coplanar neighbours make one contact.
template <int D, class Shape>
Closest<D> closest_owned(const Vec<D>& local, const Shape& shape, const Obstacle<D>& obstacle, std::size_t p,
                         double within, double slack) {
  Closest<D> near = closest(local, shape);
  if (!near.owned || obstacle.parts.size() == 1 || near.distance > within || !std::isfinite(shape.extent())) {
    return near;
  }
  const Vec<D> point = local - near.distance * near.outward;
  for (std::size_t q = 0; q < obstacle.parts.size() && near.owned; ++q) {
    if (q == p) {
      continue;
    }
    const Part<D>& other = obstacle.parts[q];
    if (std::holds_alternative<Plane<D>>(other) || part_closest<D>(point, other).distance > slack) {
      continue;
    }
    const Closest<D> rival = part_closest<D>(local, other);
    // Both sides compare the same two numbers, so that one of them keeps the contact and the other does not.
    near.owned = !(rival.owned && (rival.distance < near.distance || (rival.distance == near.distance && q < p)));
  }
  return near;
}

}  // namespace

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
  count(world, candidates, ranges);
  fill(world, candidates, ranges);
  take_footprints(world);
  carry_over();
  inherit(world);
}

template <int D>
template <class Shape>
Closest<D> ContactGraph<D>::met(const World<D>& world, const Candidates<D>& candidates, const Ranges& ranges,
                                const Shape& shape, std::size_t part, std::size_t body) const {
  const auto& name = candidates.parts[part];
  const auto k = static_cast<std::size_t>(name.obstacle);
  const Obstacle<D>& obstacle = world.obstacles[k];
  const double radius = world.bodies.radius[body];
  const double within = radius + ranges.body[body] + ranges.obstacle[k];
  Closest<D> near = closest_owned(obstacle.pose.to_local(world.bodies.position[body]), shape, obstacle,
                                  static_cast<std::size_t>(name.part), within, 1e-9 * radius);
  near.owned = near.owned && near.distance <= within;
  if (!near.owned && !ahead_.empty()) {
    const auto at = std::lower_bound(ahead_.begin(), ahead_.end(), std::pair(part, body),
                                     [](const Ahead& a, const auto& b) { return std::pair(a.part, a.body) < b; });
    if (at != ahead_.end() && at->part == part && at->body == body) {
      return {at->distance, at->outward, true};
    }
  }
  return near;
}

template <int D>
bool ContactGraph<D>::look_ahead(const World<D>& world, const Candidates<D>& candidates, const Ranges& ranges,
                                 const std::vector<Vec<D>>& velocity, double h, double slack) {
  if (!world.plain()) {
    return false;
  }
  const Bodies<D>& bodies = world.bodies;
  const std::size_t before = ahead_.size();
#pragma omp parallel for schedule(dynamic) if (bodies.size() * candidates.parts.size() > worth_threads)
  for (std::size_t p = 0; p < candidates.parts.size(); ++p) {
    const auto& name = candidates.parts[p];
    const Obstacle<D>& obstacle = world.obstacles[static_cast<std::size_t>(name.obstacle)];
    if (!name.bounded || obstacle.parts.size() == 1) {
      continue;
    }
    std::visit(
        [&](const auto& shape) {
          for_each_body_near(candidates, p, bodies, [&](std::size_t i) {
            if (h * h * velocity[i].squaredNorm() <= slack * slack) {
              return;  // no deeper than that
            }
            const Vec<D> here = obstacle.pose.to_local(bodies.position[i]);
            const Vec<D> there = obstacle.pose.to_local(Vec<D>(bodies.position[i] + h * velocity[i]));
            if (closest(there, shape).distance - bodies.radius[i] >= -slack ||
                met(world, candidates, ranges, shape, p, i).owned) {
              return;
            }
            const Closest<D> near = closest_owned(there, shape, obstacle, static_cast<std::size_t>(name.part),
                                                  bodies.radius[i], 1e-9 * bodies.radius[i]);
            if (near.owned) {
              const Ahead found{p, i, near.outward, near.distance + near.outward.dot(here - there)};
#pragma omp critical(gluey_look_ahead)  // rare, and sorted afterwards
              ahead_new_.push_back(found);
            }
          });
        },
        obstacle.parts[static_cast<std::size_t>(name.part)]);
  }
  ahead_.insert(ahead_.end(), ahead_new_.begin(), ahead_new_.end());
  ahead_new_.clear();
  std::sort(ahead_.begin(), ahead_.end(),
            [](const Ahead& a, const Ahead& b) { return std::pair(a.part, a.body) < std::pair(b.part, b.body); });
  return ahead_.size() > before;
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
void ContactGraph<D>::count(const World<D>& world, const Candidates<D>& candidates, const Ranges& ranges) {
  const Bodies<D>& bodies = world.bodies;
  const std::size_t n = bodies.size();
  const std::size_t parts = candidates.parts.size();
  row_.assign(n + parts + 1, 0);
  parallel_for(n, [&](std::size_t i) {
    const Vec<D> x = bodies.position[i];
    const double reach = bodies.radius[i] + ranges.body[i];
    std::int64_t found = 0;
    for (std::int64_t k = candidates.row[i]; k < candidates.row[i + 1]; ++k) {
      const auto j = static_cast<std::size_t>(candidates.partner[static_cast<std::size_t>(k)]);
      const double limit = reach + bodies.radius[j] + ranges.body[j];
      found += (bodies.position[j] - x).squaredNorm() <= limit * limit ? 1 : 0;
    }
    row_[i] = found;
  });
#pragma omp parallel for schedule(dynamic) if (n * parts > worth_threads)
  for (std::size_t p = 0; p < parts; ++p) {
    const auto k = static_cast<std::size_t>(candidates.parts[p].obstacle);
    const Obstacle<D>& obstacle = world.obstacles[k];
    std::visit(
        [&](const auto& part) {
          std::int64_t found = 0;
          for_each_body_near(candidates, p, bodies,
                             [&](std::size_t i) { found += met(world, candidates, ranges, part, p, i).owned ? 1 : 0; });
          row_[n + p] = found;
        },
        obstacle.parts[static_cast<std::size_t>(candidates.parts[p].part)]);
  }
  exclusive_scan(row_);
}

template <int D>
void ContactGraph<D>::fill(const World<D>& world, const Candidates<D>& candidates, const Ranges& ranges) {
  const Bodies<D>& bodies = world.bodies;
  const std::size_t n = bodies.size();
  contacts.resize(static_cast<std::size_t>(row_.back()));
  contacts.pairs = static_cast<std::size_t>(row_[n]);
  parallel_for(n, [&](std::size_t i) {
    const Vec<D> x = bodies.position[i];
    const double reach = bodies.radius[i] + ranges.body[i];
    auto c = static_cast<std::size_t>(row_[i]);
    for (std::int64_t k = candidates.row[i]; k < candidates.row[i + 1]; ++k) {
      const auto j = static_cast<std::size_t>(candidates.partner[static_cast<std::size_t>(k)]);
      const double limit = reach + bodies.radius[j] + ranges.body[j];
      const Vec<D> apart = bodies.position[j] - x;
      const double squared = apart.squaredNorm();
      if (squared <= limit * limit) {
        const double distance = std::sqrt(squared);
        contacts.first[c] = static_cast<std::int32_t>(i);
        contacts.second[c] = static_cast<std::int32_t>(j);
        contacts.feature[c] = 0;
        contacts.normal[c] = direction<D>(apart, distance, Vec<D>::UnitX());
        contacts.gap[c] = distance - (bodies.radius[i] + bodies.radius[j]);
        ++c;
      }
    }
  });
#pragma omp parallel for schedule(dynamic) if (n * candidates.parts.size() > worth_threads)
  for (std::size_t p = 0; p < candidates.parts.size(); ++p) {
    const auto k = static_cast<std::size_t>(candidates.parts[p].obstacle);
    const Obstacle<D>& obstacle = world.obstacles[k];
    auto c = static_cast<std::size_t>(row_[n + p]);
    std::visit(
        [&](const auto& part) {
          for_each_body_near(candidates, p, bodies, [&](std::size_t i) {
            const Closest<D> near = met(world, candidates, ranges, part, p, i);
            if (near.owned) {
              contacts.first[c] = static_cast<std::int32_t>(i);
              contacts.second[c] = static_cast<std::int32_t>(n + k);
              contacts.feature[c] = candidates.parts[p].part;
              contacts.normal[c] = -obstacle.pose.orientation.apply(near.outward);
              contacts.gap[c] = near.distance - bodies.radius[i];
              ++c;
            }
          });
        },
        obstacle.parts[static_cast<std::size_t>(candidates.parts[p].part)]);
  }
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
  for (std::size_t p = 0; p < candidates.parts.size() && !found; ++p) {
    const auto k = static_cast<std::size_t>(candidates.parts[p].obstacle);
    const Obstacle<D>& obstacle = world.obstacles[k];
    const Part<D>& part = obstacle.parts[static_cast<std::size_t>(candidates.parts[p].part)];
    for_each_body_near(candidates, p, bodies, [&](std::size_t i) {
      const Closest<D> near = part_closest<D>(obstacle.pose.to_local(bodies.position[i]), part);
      const double gap = near.distance - bodies.radius[i];
      const double opens = opening.velocity(velocity[i].norm() + spin[i].norm() * bodies.radius[i], spin[i].norm());
      if (near.owned && gap > looked_at.body[i] + looked_at.obstacle[k] &&
          gap + h * (obstacle.pose.orientation.apply(near.outward).dot(velocity[i]) - opens) < 0.0) {
        found.store(true, std::memory_order_relaxed);
      }
    });
  }
  return found;
}

template <int D>
void ContactGraph<D>::take_footprints(const World<D>& world) {
  const std::size_t n = world.bodies.size();
  footprint_.resize(contacts.size() - contacts.pairs);
  for (std::size_t c = contacts.pairs; c < contacts.size(); ++c) {
    const auto i = static_cast<std::size_t>(contacts.first[c]);
    const Pose<D>& pose = world.obstacles[static_cast<std::size_t>(contacts.second[c]) - n].pose;
    const Vec<D>& center = world.bodies.position[i];
    const Vec<D> point = center + (world.bodies.radius[i] + contacts.gap[c]) * contacts.normal[c];
    footprint_[c - contacts.pairs] = {pose.to_local(center), pose.to_local(point)};
  }
}

/// Both lists have their rows in the same order, and each row is sorted: one merge a row.
template <int D>
void ContactGraph<D>::carry_over() {
  known_.assign(contacts.size(), 0);
  last_used_.assign(last_.size(), 0);
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
  std::vector<std::size_t> heirless;
  for (std::size_t old = last_.pairs; old < last_.size(); ++old) {
    if (last_used_[old] == 0 && (last_.potential[old] < 0.0 || last_.impulse[old] != 0.0)) {
      heirless.push_back(old);
    }
  }
  if (heirless.empty()) {
    return;
  }
  const auto pair_of = [&](std::size_t old) { return std::pair(last_.first[old], last_.second[old]); };
  std::stable_sort(heirless.begin(), heirless.end(),
                   [&](std::size_t a, std::size_t b) { return pair_of(a) < pair_of(b); });
  for (std::size_t c = contacts.pairs; c < contacts.size(); ++c) {
    if (known_[c] != 0) {
      continue;
    }
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
