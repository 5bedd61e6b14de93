// Contacts of bodies that are no spheres, and of bodies with images.
//
// A pair may touch in several points, and which they are changes as the bodies slide and turn. What a point keeps from the
// step before it takes from the nearest point there was between the same two parts, as seen from the second body; each is
// taken once. A point that finds none (the body has slid on to another part) inherits from one between other parts of the
// same two bodies that is left over, where it lies no further away than the bodies have moved past each other there.

#include "proximity/contact_graph.hpp"

#include "core/parallel.hpp"
#include "proximity/flat_contact.hpp"

#include <algorithm>
#include <atomic>
#include <limits>

namespace gluey {
namespace {

constexpr std::int64_t points_a_pair = 4;

/// Names the two parts and the point; of the parts of the second alone where the first has one.
template <class Point>
std::int64_t feature_of(const Point& point, std::size_t parts_of_second) {
  return (point.part_first * static_cast<std::int64_t>(parts_of_second) + point.part_second) * points_a_pair +
         point.number;
}

}  // namespace

template <int D>
void ContactGraph<D>::find_detailed(const World<D>& world, const Candidates<D>& candidates, const Ranges& ranges) {
  touching_.find(world, candidates, ranges);
  inexact = touching_.inexact();
  const std::size_t n = world.bodies.size();
  const auto& chunks = touching_.chunks();
  row_.assign(2 * n + 1, 0);
  for (std::size_t i = 0; i < n; ++i) {
    const auto& chunk = chunks[i / Touching<D>::chunk_size];
    row_[i] = chunk.count_bodies[i % Touching<D>::chunk_size];
    row_[n + i] = chunk.count_obstacles[i % Touching<D>::chunk_size];
  }
  exclusive_scan(row_);
  contacts.resize(static_cast<std::size_t>(row_.back()));
  contacts.pairs = static_cast<std::size_t>(row_[n]);
  const auto parts_of = [&](std::size_t second) {
    if (second >= n) {
      return world.obstacles[second - n].parts.size();
    }
    const std::int32_t shape = world.bodies.shape[second];
    return shape == Bodies<D>::sphere ? 1 : world.shapes[static_cast<std::size_t>(shape)].parts.size();
  };
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
          contacts.feature[c] = feature_of(point, parts_of(static_cast<std::size_t>(point.second)));
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
  for (std::size_t c = contacts.pairs; c < contacts.size(); ++c) {
    const Pose<D> pose = world.pose(static_cast<std::size_t>(contacts.second[c]), contacts.image[c]);
    footprint_[c - contacts.pairs] = {pose.to_local(world.bodies.position[static_cast<std::size_t>(contacts.first[c])]),
                                      contacts.local_second[c]};
  }
  carry_over_detailed(world);
}

template <int D>
void ContactGraph<D>::carry_over_detailed(const World<D>& world) {
  contacts.forget();
  known_.assign(contacts.size(), 0);
  last_used_.assign(last_.size(), 0);
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
      carry_pair(world, now, before, near);
    }
  });
}

/// Nearest points of now and before first, until none is left to carry over.
template <int D>
void ContactGraph<D>::carry_pair(const World<D>& world, const Group& now, const Group& before,
                                 std::vector<Heritage>& near) {
  const auto match = [&] {
    std::sort(near.begin(), near.end());
    for (const Heritage& one : near) {
      if (known_[one.heir] == 0 && last_used_[one.source] == 0) {
        contacts.carry(one.heir, last_, one.source);
        known_[one.heir] = 1;
        last_used_[one.source] = 1;
      }
    }
    near.clear();
  };
  for (std::size_t c = now.begin; c < now.end; ++c) {
    for (std::size_t old = before.begin; old < before.end; ++old) {
      if (contacts.feature[c] / points_a_pair == last_.feature[old] / points_a_pair &&
          contacts.image[c] == last_.image[old]) {
        near.push_back({(contacts.local_second[c] - last_.local_second[old]).squaredNorm(), c, old});
      }
    }
  }
  match();
  for (std::size_t old = before.begin; old < before.end; ++old) {
    if (last_used_[old] != 0 || (last_.potential[old] == 0.0 && last_.impulse[old] == 0.0)) {
      continue;
    }
    // How far the first body's point that touched then has moved past the second body since.
    const auto i = static_cast<std::size_t>(contacts.first[now.begin]);
    const auto j = static_cast<std::size_t>(contacts.second[now.begin]);
    const Pose<D> second = world.pose(j, last_.image[old]);
    const Vec<D> there = second.to_local(world.pose(i).to_world(last_.local_first[old]));
    const double moved = (there - last_.local_second[old]).norm() + std::abs(last_.gap[old]);
    for (std::size_t c = now.begin; c < now.end; ++c) {
      if (known_[c] != 0) {
        continue;
      }
      const Vec<D> point = second.to_local(world.pose(j, contacts.image[c]).to_world(contacts.local_second[c]));
      const double apart = (point - last_.local_second[old]).norm();
      if (apart <= moved + 1e-9 * world.bodies.radius[i]) {
        near.push_back({apart, c, old});
      }
    }
  }
  match();
  hand_on(world, now, before);
}

/// The points of a flat contact move about in it as its parts end and begin. What glued at a point that is no more, while the
/// place on the first body still lies in the plane of the contact, glues at the nearest point there is.
template <int D>
void ContactGraph<D>::hand_on(const World<D>& world, const Group& now, const Group& before) {
  const auto i = static_cast<std::size_t>(contacts.first[now.begin]);
  const auto j = static_cast<std::size_t>(contacts.second[now.begin]);
  const double size = world.bodies.radius[i];
  const double flat_first = 1.0 / size, flat_second = j < world.bodies.size() ? 1.0 / world.bodies.radius[j] : 0.0;
  for (std::size_t old = before.begin; old < before.end; ++old) {
    if (last_used_[old] != 0 || last_.potential[old] == 0.0) {
      continue;
    }
    Heritage nearest{std::numeric_limits<double>::infinity(), now.end, old};
    for (std::size_t c = now.begin; c < now.end; ++c) {
      const Vec<D> between = last_.local_first[old] - contacts.local_first[c];
      if (contacts.curvature_first[c] == flat_first && contacts.curvature_second[c] == flat_second &&
          in_one_plane<D>(contacts.normal[c], last_.normal[old], world.bodies.orientation[i].apply(between), 0.0,
                          size)) {
        nearest = std::min(nearest, Heritage{between.squaredNorm(), c, old});
      }
    }
    if (nearest.heir < now.end) {
      double& potential = contacts.potential[nearest.heir];
      potential = adds ? potential + last_.potential[old] : std::min(potential, last_.potential[old]);
      last_used_[old] = 1;
    }
  }
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
          if (j < n) {
            closing -= velocity[j] + cross(spin[j], world.bodies.orientation[j].apply(point.local_second)) +
                       world.domain.drift(point.image);
          }
          if (point.gap < h * point.normal.dot(closing)) {
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
