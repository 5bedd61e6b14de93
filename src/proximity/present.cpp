#include "proximity/present.hpp"

#include "core/parallel.hpp"
#include "geometry/distance/table.hpp"

#include <algorithm>
#include <cmath>

namespace gluey {
namespace {

/// Of balls with the parts of obstacles that have several: where these meet, a ball may come into one that it had no contact with before the step.
template <int D>
Largest overlap_with_parts(const World<D>& world, const Candidates<D>& candidates) {
  std::vector<Largest> of_part(candidates.parts.size());
#pragma omp parallel for schedule(dynamic)
  for (std::size_t p = 0; p < candidates.parts.size(); ++p) {
    const Obstacle<D>& obstacle = world.obstacles[static_cast<std::size_t>(candidates.parts[p].obstacle)];
    if (!candidates.parts[p].bounded || obstacle.parts.size() == 1) {
      continue;
    }
    const Part<D>& part = obstacle.parts[static_cast<std::size_t>(candidates.parts[p].part)];
    for (std::int64_t k = candidates.part_row[p]; k < candidates.part_row[p + 1]; ++k) {
      const auto i = static_cast<std::size_t>(candidates.part_body[static_cast<std::size_t>(k)]);
      of_part[p].put(world.bodies.radius[i] -
                     part_closest<D>(obstacle.pose.to_local(world.bodies.position[i]), part).distance);
    }
  }
  Largest deepest;
  for (const Largest& one : of_part) {
    deepest.add(one);
  }
  return deepest;
}

}  // namespace

template <int D>
double present_overlap(const World<D>& world, const Contacts<D>& contacts, const Candidates<D>& candidates,
                       Touching<D>& touching) {
  std::vector<Largest> scratch;
  const bool several = std::any_of(world.obstacles.begin(), world.obstacles.end(),
                                   [](const Obstacle<D>& obstacle) { return obstacle.parts.size() > 1; });
  if (world.shapes.empty() && !(contacts.detailed && several)) {
    Largest deepest = reduce_blocks(contacts.size(), scratch, [&](std::size_t begin, std::size_t end, Largest& part) {
      for (std::size_t c = begin; c < end; ++c) {
        part.put(-separation(world, contacts, c).distance);
      }
    });
    if (several) {
      deepest.add(overlap_with_parts(world, candidates));
    }
    return deepest.value;
  }
  const Ranges touch{std::vector<double>(world.bodies.size(), 0.0), std::vector<double>(world.obstacles.size(), 0.0)};
  touching.find(world, candidates, touch);
  const auto& chunks = touching.chunks();
  return reduce_blocks(chunks.size(), scratch,
                       [&](std::size_t begin, std::size_t end, Largest& deepest) {
                         for (std::size_t k = begin; k < end; ++k) {
                           for (const auto* points : {&chunks[k].with_bodies, &chunks[k].with_obstacles}) {
                             for (const auto& point : *points) {
                               deepest.put(-point.gap);
                             }
                           }
                           deepest.put(chunks[k].deepest);
                         }
                       })
      .value;
}

template <int D>
std::vector<Separation<D>> present_separations(const World<D>& world, const Contacts<D>& contacts) {
  std::vector<Separation<D>> found(contacts.size());
  parallel_for(contacts.size(), [&](std::size_t c) { found[c] = separation(world, contacts, c); });
  if (world.shapes.empty()) {
    return found;
  }
  // Asked as far as the points that touched are apart now; surfaces are no further apart. Where these points are still the nearest, as two
  // corners are, rounding must not hide them.
  constexpr double rounding = 1e-6;
  const std::size_t n = world.bodies.size();
  Ranges ranges{std::vector<double>(n, 0.0), std::vector<double>(world.obstacles.size(), 0.0)};
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    const auto i = static_cast<std::size_t>(contacts.first[c]);
    const auto j = static_cast<std::size_t>(contacts.second[c]);
    const Vec<D> apart = world.pose(j, contacts.image[c]).to_world(contacts.local_second[c]) -
                         world.pose(i).to_world(contacts.local_first[c]);
    ranges.body[i] = std::max(ranges.body[i], (1.0 + rounding) * apart.norm());
  }
  Candidates<D> candidates;
  Touching<D> touching;
  candidates.update(world, ranges, std::vector<double>(n, 0.0));
  touching.find(world, candidates, ranges);

  // Points and contacts of a body come in the same order: by the other one.
  struct Place {
    std::size_t begin, end;
  };
  std::vector<Place> of_body(2 * n, Place{0, 0});  // contacts with bodies, and with obstacles
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    Place& place = of_body[(c < contacts.pairs ? 0 : n) + static_cast<std::size_t>(contacts.first[c])];
    place.begin = place.end == 0 ? c : place.begin;
    place.end = c + 1;
  }
  const auto& chunks = touching.chunks();
  parallel_for(chunks.size(), [&](std::size_t k) {
    const auto take = [&](const auto& points, const auto& counts, std::size_t offset) {
      std::size_t at = 0;
      for (std::size_t b = 0; b < counts.size(); ++b) {
        const std::size_t i = k * Touching<D>::chunk_size + b;
        const auto [begin, end] = of_body[offset + i];
        const std::size_t last = at + static_cast<std::size_t>(counts[b]);
        for (std::size_t c = begin; c < end; ++c) {
          double nearest = std::numeric_limits<double>::infinity();
          for (std::size_t p = at; p < last; ++p) {
            const auto& point = points[p];
            const double way = std::min((point.local_first - contacts.local_first[c]).norm(),
                                        (point.local_second - contacts.local_second[c]).norm());
            if (point.second == contacts.second[c] && point.image == contacts.image[c] && way < nearest) {
              nearest = way;
              const Vec<D> from = world.pose(i).to_world(point.local_first);
              found[c] = {point.gap, from + 0.5 * point.gap * point.normal};
            }
          }
        }
        at = last;
      }
    };
    take(chunks[k].with_bodies, chunks[k].count_bodies, 0);
    take(chunks[k].with_obstacles, chunks[k].count_obstacles, n);
  });
  return found;
}

template double present_overlap<2>(const World<2>&, const Contacts<2>&, const Candidates<2>&, Touching<2>&);
template double present_overlap<3>(const World<3>&, const Contacts<3>&, const Candidates<3>&, Touching<3>&);
template std::vector<Separation<2>> present_separations<2>(const World<2>&, const Contacts<2>&);
template std::vector<Separation<3>> present_separations<3>(const World<3>&, const Contacts<3>&);

}  // namespace gluey
