// Which bodies are near which parts of obstacles: by parts, and by bodies where these are no spheres or have images.

#include "proximity/candidates.hpp"

#include "core/parallel.hpp"
#include "geometry/distance/table.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace gluey {

template <int D>
void Candidates<D>::find_near_parts(const World<D>& world) {
  constexpr std::size_t parts_of_chunk = 16;
  const Domain<D>& domain = world.domain;
  parts.clear();
  obstacle_extent_.assign(world.obstacles.size(), 0.0);
  for (std::size_t k = 0; k < world.obstacles.size(); ++k) {
    const Obstacle<D>& obstacle = world.obstacles[k];
    for (std::size_t p = 0; p < obstacle.parts.size(); ++p) {
      const Part<D>& part = obstacle.parts[p];
      const bool bounded = !std::holds_alternative<Plane<D>>(part);
      parts.push_back({static_cast<std::int32_t>(k), static_cast<std::int32_t>(p), bounded});
      if (bounded) {
        obstacle_extent_[k] =
            std::max(obstacle_extent_[k],
                     std::visit([](const auto& shape) { return shape.center().norm() + shape.extent(); }, part));
      }
    }
  }
  const std::size_t chunks = (parts.size() + parts_of_chunk - 1) / parts_of_chunk;
  near_parts_.resize(std::max(near_parts_.size(), chunks));
  for_each_piece(chunks, [&](std::size_t chunk) {
    std::vector<Near>& found = near_parts_[chunk];
    found.clear();
    for (std::size_t p = chunk * parts_of_chunk; p < std::min(parts.size(), (chunk + 1) * parts_of_chunk); ++p) {
      if (!parts[p].bounded) {
        continue;
      }
      const auto k = static_cast<std::size_t>(parts[p].obstacle);
      const Obstacle<D>& obstacle = world.obstacles[k];
      const Part<D>& part = obstacle.parts[static_cast<std::size_t>(parts[p].part)];
      const std::size_t begin = found.size();
      const Bounds<D> box = part_bounds<D>(part, obstacle.pose);
      for (const Cells<D>& cells : levels_) {
        const Vec<D> half = Vec<D>::Constant(0.5 * cells.cell_size() + obstacle_margin_[k]);
        const auto look = [&](const Image<D>& of, const Vec<D>& shift) {
          cells.for_each_near(
              box.lower + shift - half, box.upper + shift + half, [&](const typename Cells<D>::Entry& entry) {
                const auto body = static_cast<std::size_t>(entry.body);
                if (body >= world.bodies.size()) {
                  return;  // a copy outside of the domain
                }
                const double distance = part_closest<D>(obstacle.pose.to_local(entry.position - shift), part).distance;
                if (distance <= entry.reach + obstacle_margin_[k]) {
                  found.push_back(
                      {static_cast<std::int32_t>(p), entry.body, domain.any() ? of - copy_image_[body] : of});
                }
              });
        };
        if (domain.any()) {
          domain.for_each_within(box.lower - half, box.upper + half, domain.lower, domain.upper, world.time,
                                 [&](const Image<D>& of) { look(of, domain.shift(of, world.time)); });
        } else {
          look({}, Vec<D>::Zero());
        }
      }
      std::sort(found.begin() + static_cast<std::ptrdiff_t>(begin), found.end(),
                [](const Near& a, const Near& b) { return std::tie(a.body, a.image) < std::tie(b.body, b.image); });
    }
  });
  // One chunk behind the other.
  std::vector<std::size_t> before(chunks + 1, 0);
  for (std::size_t chunk = 0; chunk < chunks; ++chunk) {
    before[chunk + 1] = before[chunk] + near_parts_[chunk].size();
  }
  part_row.assign(parts.size() + 1, 0);
  part_of_.resize(before.back());
  part_body.resize(before.back());
  part_image.resize(domain.any() ? before.back() : 0);
  for_each_piece(chunks, [&](std::size_t chunk) {
    std::size_t at = before[chunk];
    for (const Near& one : near_parts_[chunk]) {
      ++part_row[static_cast<std::size_t>(one.part)];
      part_of_[at] = one.part;
      part_body[at] = one.body;
      if (domain.any()) {
        part_image[at] = one.image;
      }
      ++at;
    }
  });
  exclusive_scan(part_row);
  if (!world.plain()) {
    sort_by_bodies(world.bodies.size());
  }
}

template <int D>
void Candidates<D>::sort_by_bodies(std::size_t n) {
  sort_.sort(
      part_body.size(), n, [&](std::size_t k) { return part_body[k]; }, near_start_, given_);
  near_row.resize(n + 1);
  parallel_for(n + 1, [&](std::size_t i) { near_row[i] = near_start_[i]; });
  near.resize(given_.size());
  parallel_for(given_.size(), [&](std::size_t at) {
    const auto k = static_cast<std::size_t>(given_[at]);
    near[at] = {part_of_[k], part_image.empty() ? Image<D>{} : part_image[k]};
  });
}

template void Candidates<2>::find_near_parts(const World<2>&);
template void Candidates<3>::find_near_parts(const World<3>&);

}  // namespace gluey
