// Contacts of bodies that are no spheres, and of bodies with images: found, and carried over.
//
// A pair may touch in several points, and which they are changes as the bodies slide and turn. A point is known again by where it is: a
// corner of a body stays where it was on that body, whatever it slides over, and a crossing of two edges moves on both by about as much as
// the bodies do. So what a point of the last step held passes on
//
//   1. to a point between the same two parts at the same place on either body, or as near to it as the bodies moved past each other there;
//      where one of the parts is round all over, the two touch in one point, and that is it;
//   2. else to a point between other parts of the same two bodies that is as near: the body has slid on over a joint. The point of a round
//      part runs along a flat side of it as fast as it likes, and so over a joint of a plane;
//   3. else to the points about it, in shares that keep its total and, where they surround it, its place: a flat contact is the hull of its
//      points, and they change as its corners come and go.
//
// Nothing passes to a point with a gap that is larger than at the place it comes from and at the nearest point of the two; and |γ|/R of a
// pair never grows by it. What finds no heir is lost: the bodies have let go of each other there.

#include "proximity/contact_graph.hpp"

#include "core/parallel.hpp"
#include "proximity/flat_contact.hpp"
#include "proximity/shares.hpp"

#include <algorithm>
#include <atomic>
#include <span>

namespace gluey {
namespace {

/// Normals further apart than this cosine are of different contacts.
constexpr double one_side = 0.5;
/// By how much a gap may rise, as an angle, along the way that a corner goes on over surfaces that are tilted a little.
constexpr double gone_on = 0.01;
/// A place that is this near has not moved, relative to the first body's size.
constexpr double unmoved = 1e-7;

/// Names the two parts and the point; of the parts of the second alone where the first has one.
template <class Point>
std::int64_t feature_of(const Point& point, std::size_t parts_of_second) {
  return (point.part_first * static_cast<std::int64_t>(parts_of_second) + point.part_second) * points_a_pair +
         point.number;
}

/// The parts of a body, or of obstacle j − N; none for a sphere.
template <int D>
std::span<const Part<D>> parts_of(const World<D>& world, std::size_t j) {
  const std::size_t n = world.bodies.size();
  if (j >= n) {
    return world.obstacles[j - n].parts;
  }
  const std::int32_t shape = world.bodies.shape[j];
  return shape == Bodies<D>::sphere ? std::span<const Part<D>>()
                                    : std::span<const Part<D>>(world.shapes[static_cast<std::size_t>(shape)].parts);
}

}  // namespace

template <int D>
void ContactGraph<D>::find_detailed(const World<D>& world, const Candidates<D>& candidates, const Ranges& ranges) {
  touching_.find(world, candidates, ranges);
  for (const AheadPoint& ahead : ahead_points_) {
    touching_.insert(ahead.body, ahead.with_obstacle, ahead.point);
  }
  inexact = touching_.inexact();
  const std::size_t n = world.bodies.size();
  const auto& chunks = touching_.chunks();
  row_.resize(2 * n + 1);
  row_[2 * n] = 0;
  parallel_for(n, [&](std::size_t i) {
    const auto& chunk = chunks[i / Touching<D>::chunk_size];
    row_[i] = chunk.count_bodies[i % Touching<D>::chunk_size];
    row_[n + i] = chunk.count_obstacles[i % Touching<D>::chunk_size];
  });
  exclusive_scan(row_);
  contacts.resize(static_cast<std::size_t>(row_.back()));
  contacts.pairs = static_cast<std::size_t>(row_[n]);
  const auto part_count = [&](std::size_t second) { return std::max<std::size_t>(1, parts_of(world, second).size()); };
  parallel_for(chunks.size(), [&](std::size_t k) {
    const auto& chunk = chunks[k];
    const auto put = [&](const auto& points, const auto& counts, std::size_t offset) {
      std::size_t at = 0;
      for (std::size_t b = 0; b < counts.size(); ++b) {
        const std::size_t i = k * Touching<D>::chunk_size + b;
        auto c = static_cast<std::size_t>(row_[offset + i]);
        for (std::int32_t count = 0; count < counts[b]; ++count, ++c, ++at) {
          const auto& point = points[at];
          contacts.first[c] = static_cast<std::int32_t>(i);
          contacts.second[c] = point.second;
          contacts.feature[c] = feature_of(point, part_count(static_cast<std::size_t>(point.second)));
          contacts.normal[c] = point.normal;
          contacts.gap[c] = point.gap;
          contacts.image[c] = point.image;
          contacts.local_first[c] = point.local_first;
          contacts.local_second[c] = point.local_second;
          contacts.curvature_first[c] = point.curvature_first;
          contacts.curvature_second[c] = point.curvature_second;
        }
      }
    };
    put(chunk.with_bodies, chunk.count_bodies, 0);
    put(chunk.with_obstacles, chunk.count_obstacles, n);
  });
  footprint_.resize(contacts.size() - contacts.pairs);
  parallel_for(footprint_.size(), [&](std::size_t at) {
    const std::size_t c = contacts.pairs + at;
    const Pose<D> pose = world.pose(static_cast<std::size_t>(contacts.second[c]), contacts.image[c]);
    footprint_[at] = {pose.to_local(world.bodies.position[static_cast<std::size_t>(contacts.first[c])]),
                      contacts.local_second[c]};
  });
  carry_over_detailed(world);
}

template <int D>
void ContactGraph<D>::carry_over_detailed(const World<D>& world) {
  contacts.forget();
  fill_all<std::uint8_t>(known_, contacts.size(), 0);
  fill_all<std::uint8_t>(last_used_, last_.size(), 0);
  if (last_row_.size() != row_.size()) {
    return;  // nothing was kept yet
  }
  // Rows are sorted by the second body in both lists: group by group.
  parallel_for(row_.size() - 1, [&](std::size_t r) {
    Group now{static_cast<std::size_t>(row_[r]), static_cast<std::size_t>(row_[r])};
    Group before{static_cast<std::size_t>(last_row_[r]), static_cast<std::size_t>(last_row_[r])};
    const auto end = static_cast<std::size_t>(row_[r + 1]);
    const auto old_end = static_cast<std::size_t>(last_row_[r + 1]);
    std::vector<Heritage> near;
    std::vector<Source> sources;
    while (now.end < end) {
      now.begin = now.end;
      const std::int32_t second = contacts.second[now.begin];
      while (now.end < end && contacts.second[now.end] == second) {
        ++now.end;
      }
      before.begin = before.end;
      while (before.begin < old_end && last_.second[before.begin] < second) {
        ++before.begin;
      }
      before.end = before.begin;
      while (before.end < old_end && last_.second[before.end] == second) {
        ++before.end;
      }
      carry_pair(world, now, before, near, sources);
    }
  });
}

template <int D>
void ContactGraph<D>::carry_pair(const World<D>& world, const Group& now, const Group& before,
                                 std::vector<Heritage>& near, std::vector<Source>& sources) {
  if (before.begin == before.end) {
    return;
  }
  const auto i = static_cast<std::size_t>(contacts.first[now.begin]);
  const auto j = static_cast<std::size_t>(contacts.second[now.begin]);
  const double size = world.bodies.radius[i];
  const Pose<D> first = world.pose(i);
  const auto parts_first = parts_of(world, i), parts_second = parts_of(world, j);
  const auto round = [&](std::int64_t feature) {
    const auto pair = static_cast<std::size_t>(feature / points_a_pair);
    const std::size_t count = std::max<std::size_t>(1, parts_second.size());
    return parts_first.empty() || parts_second.empty() || is_round<D>(parts_first[pair / count]) ||
           is_round<D>(parts_second[pair % count]);
  };
  // Of a capsule's end, which rolls; corners and faces count as flat.
  const double flat_first = bounded_curvature(infinity, size);
  const double flat_second = bounded_curvature(infinity, j < world.bodies.size() ? world.bodies.radius[j] : infinity);
  const auto rounding = [](double curvature, double flat) { return curvature > flat ? 1.0 / curvature : 0.0; };
  sources.clear();
  for (std::size_t old = before.begin; old < before.end; ++old) {
    Source source;
    source.on_first = first.to_world(last_.local_first[old]);
    source.on_second = world.pose(j, last_.image[old]).to_world(last_.local_second[old]);
    source.reach = (source.on_second - source.on_first).norm() + std::abs(last_.gap[old]) +
                   rounding(last_.curvature_first[old], flat_first) +
                   rounding(last_.curvature_second[old], flat_second) + unmoved * size;
    sources.push_back(source);
  }
  const double nearest = *std::min_element(contacts.gap.begin() + static_cast<std::ptrdiff_t>(now.begin),
                                           contacts.gap.begin() + static_cast<std::ptrdiff_t>(now.end));
  // Whether a round part of one body touched, and touches, one plane of several parts of the other.
  const auto rolls_on = [&](std::size_t c, std::size_t old, const Vec<D>& on_first, const Vec<D>& on_second) {
    const auto count = static_cast<std::int64_t>(std::max<std::size_t>(1, parts_second.size()));
    const std::int64_t now_pair = contacts.feature[c] / points_a_pair, old_pair = last_.feature[old] / points_a_pair;
    const Source& source = sources[old - before.begin];
    const auto in_plane = [&](const Vec<D>& way) { return std::abs(contacts.normal[c].dot(way)) <= flat_slack * size; };
    const auto is_round_part = [](std::span<const Part<D>> parts, std::int64_t k) {
      return parts.empty() || is_round<D>(parts[static_cast<std::size_t>(k)]);
    };
    return (now_pair / count == old_pair / count && is_round_part(parts_first, now_pair / count) &&
            in_plane(on_second - source.on_second)) ||
           (now_pair % count == old_pair % count && is_round_part(parts_second, now_pair % count) &&
            in_plane(on_first - source.on_first));
  };
  const auto match = [&] {
    std::sort(near.begin(), near.end());
    for (const Heritage& one : near) {
      if (known_[one.heir] == 0 && last_used_[one.source] == 0) {
        const bool same_parts = contacts.feature[one.heir] / points_a_pair == last_.feature[one.source] / points_a_pair;
        contacts.carry(one.heir, last_, one.source, same_parts ? 1.0 : scale_between(world, one.heir, one.source));
        known_[one.heir] = 1;
        last_used_[one.source] = 1;
      }
    }
    near.clear();
  };
  for (const bool same_parts : {true, false}) {
    for (std::size_t old = before.begin; old < before.end; ++old) {
      const Source& source = sources[old - before.begin];
      if (last_used_[old] != 0 || (!same_parts && last_.potential[old] == 0.0 && last_.impulse[old] == 0.0)) {
        continue;
      }
      for (std::size_t c = now.begin; c < now.end; ++c) {
        const bool same = contacts.feature[c] / points_a_pair == last_.feature[old] / points_a_pair &&
                          contacts.image[c] == last_.image[old];
        if (known_[c] != 0 || same != same_parts) {
          continue;
        }
        if (same && round(contacts.feature[c])) {
          near.push_back({0.0, c, old});
          continue;
        }
        const Vec<D> on_first = first.to_world(contacts.local_first[c]);
        const Vec<D> on_second = world.pose(j, contacts.image[c]).to_world(contacts.local_second[c]);
        const double way_first = (on_first - source.on_first).norm(),
                     way_second = (on_second - source.on_second).norm();
        const double apart = std::min(way_first, way_second);
        // A corner that goes on along its edges follows surfaces that are tilted, as flat contacts may be.
        const double rise = gone_on * std::min(std::max(way_first, way_second), source.reach);
        if (contacts.normal[c].dot(last_.normal[old]) > one_side && closed_like(c, source, nearest, size, rise) &&
            (apart <= source.reach || (!same && rolls_on(c, old, on_first, on_second)))) {
          near.push_back({apart, c, old});
        }
      }
    }
    match();
  }
  for (std::size_t old = before.begin; old < before.end; ++old) {
    if (last_used_[old] == 0 && last_.potential[old] != 0.0) {
      spread(world, now, old, sources[old - before.begin], nearest, near);
    }
  }
}

/// Whether contact c has no gap beyond what there is now at the place a source comes from, or at the nearest point of the two, and what surfaces
/// may rise between.
template <int D>
bool ContactGraph<D>::closed_like(std::size_t c, const Source& source, double nearest, double size, double rise) const {
  const double there = contacts.normal[c].dot(source.on_second - source.on_first);
  return contacts.gap[c] <=
         std::max({0.0, there, std::min(nearest, source.reach)}) + std::max({closed_gap, flat_slack * size, rise});
}

/// R of the heir relative to R of the source, at most 1: neither γ nor γ/R grows.
template <int D>
double ContactGraph<D>::scale_between(const World<D>& world, std::size_t c, std::size_t old) const {
  return resistance ? std::min(1.0, resistance(world, contacts, c) / resistance(world, last_, old)) : 1.0;
}

/// Shares out what a point held that is no more among those about it.
template <int D>
void ContactGraph<D>::spread(const World<D>& world, const Group& now, std::size_t old, const Source& source,
                             double nearest, std::vector<Heritage>& near) {
  const auto i = static_cast<std::size_t>(contacts.first[now.begin]);
  const auto j = static_cast<std::size_t>(contacts.second[now.begin]);
  const Pose<D> first = world.pose(i);
  const double size = world.bodies.radius[i];
  const Vec<D> place = 0.5 * (source.on_first + source.on_second);
  std::vector<Vec<D>> about;
  double width = 0.0;
  near.clear();
  for (std::size_t c = now.begin; c < now.end; ++c) {
    if (contacts.normal[c].dot(last_.normal[old]) <= one_side || !closed_like(c, source, nearest, size, 0.0)) {
      continue;
    }
    const Vec<D> point = 0.5 * (first.to_world(contacts.local_first[c]) +
                                world.pose(j, contacts.image[c]).to_world(contacts.local_second[c]));
    for (const Vec<D>& other : about) {
      width = std::max(width, (point - other).norm());
    }
    near.push_back({0.0, c, old});
    about.push_back(point);
  }
  const Shares shares = shares_of<D>(place, about);
  // Beyond the hull of the points only as far as the bodies moved, or where a flat contact has points that no longer stand for it.
  if (shares.distance <= std::max(source.reach, width)) {
    for (std::size_t k = 0; k < shares.count; ++k) {
      const std::size_t c = near[shares.which[k]].heir;
      contacts.add(c, last_, old, shares.weight[k], scale_between(world, c, old), adds);
    }
    last_used_[old] = 1;
  }
  near.clear();
}

template <int D>
bool ContactGraph<D>::missed_detailed(const World<D>& world, const Candidates<D>& candidates, const Ranges& looked_at,
                                      const Ranges& ranges, const std::vector<Vec<D>>& velocity,
                                      const std::vector<Spin<D>>& spin, double h) {
  touching_.find(world, candidates, ranges);
  const std::size_t n = world.bodies.size();
  const auto& chunks = touching_.chunks();
  std::atomic<bool> found = false;
  parallel_for(chunks.size(), [&](std::size_t k) {
    const auto look = [&](const auto& points, const auto& counts) {
      std::size_t at = 0;
      for (std::size_t b = 0; b < counts.size(); ++b) {
        const std::size_t i = k * Touching<D>::chunk_size + b;
        for (std::int32_t count = 0; count < counts[b]; ++count, ++at) {
          const auto& point = points[at];
          const auto j = static_cast<std::size_t>(point.second);
          if (point.gap <= looked_at.body[i] + (j < n ? looked_at.body[j] : looked_at.obstacle[j - n])) {
            continue;
          }
          Vec<D> closing = velocity[i] + cross(spin[i], world.bodies.orientation[i].apply(point.local_first));
          double turning = spin[i].norm();
          if (j < n) {
            turning += spin[j].norm();
            closing -= velocity[j] + cross(spin[j], world.bodies.orientation[j].apply(point.local_second)) +
                       world.domain.drift(point.image);
          }
          if (point.gap < h * (point.normal.dot(closing) + opening.velocity(closing.norm(), turning))) {
            found.store(true, std::memory_order_relaxed);
          }
        }
      }
    };
    look(chunks[k].with_bodies, chunks[k].count_bodies);
    look(chunks[k].with_obstacles, chunks[k].count_obstacles);
  });
  return found;
}

template void ContactGraph<2>::find_detailed(const World<2>&, const Candidates<2>&, const Ranges&);
template void ContactGraph<3>::find_detailed(const World<3>&, const Candidates<3>&, const Ranges&);
template void ContactGraph<2>::carry_over_detailed(const World<2>&);
template void ContactGraph<3>::carry_over_detailed(const World<3>&);
template bool ContactGraph<2>::missed_detailed(const World<2>&, const Candidates<2>&, const Ranges&, const Ranges&,
                                               const std::vector<Vec<2>>&, const std::vector<Spin<2>>&, double);
template bool ContactGraph<3>::missed_detailed(const World<3>&, const Candidates<3>&, const Ranges&, const Ranges&,
                                               const std::vector<Vec<3>>&, const std::vector<Spin<3>>&, double);

}  // namespace gluey
