// Which bodies are near which parts of obstacles: by parts, and by bodies where these are no spheres or have images.

#include "proximity/candidates.hpp"

#include "geometry/distance/table.hpp"

#include <algorithm>
#include <cmath>

namespace gluey {

template <int D>
void Candidates<D>::find_near_parts(const World<D>& world) {
  parts.clear();
  part_row.assign(1, 0);
  part_body.clear();
  part_image.clear();
  obstacle_extent_.assign(world.obstacles.size(), 0.0);
  const Domain<D>& domain = world.domain;
  std::vector<std::pair<std::int32_t, Image<D>>> found;
  for (std::size_t k = 0; k < world.obstacles.size(); ++k) {
    const Obstacle<D>& obstacle = world.obstacles[k];
    for (std::size_t p = 0; p < obstacle.parts.size(); ++p) {
      found.clear();
      const Part<D>& part = obstacle.parts[p];
      const bool bounded = !std::holds_alternative<Plane<D>>(part);
      if (bounded) {
        obstacle_extent_[k] =
            std::max(obstacle_extent_[k],
                     std::visit([](const auto& shape) { return shape.center().norm() + shape.extent(); }, part));
        const Bounds<D> box = part_bounds<D>(part, obstacle.pose);
        for (const Cells<D>& cells : levels_) {
          const Vec<D> half = Vec<D>::Constant(0.5 * cells.cell_size() + obstacle_margin_[k]);
          const auto look = [&](const Image<D>& of, const Vec<D>& shift) {
            cells.for_each_near(box.lower + shift - half, box.upper + shift + half,
                                [&](const typename Cells<D>::Entry& entry) {
                                  if (static_cast<std::size_t>(entry.body) >= world.bodies.size()) {
                                    return;  // a copy outside of the domain
                                  }
                                  const double distance =
                                      part_closest<D>(obstacle.pose.to_local(entry.position - shift), part).distance;
                                  if (distance <= entry.reach + obstacle_margin_[k]) {
                                    found.emplace_back(entry.body, of);
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
      }
      for (auto& [body, of] : found) {
        if (domain.any()) {
          of = of - copy_image_[static_cast<std::size_t>(body)];
        }
      }
      std::sort(found.begin(), found.end());
      for (const auto& [body, of] : found) {
        part_body.push_back(body);
        if (domain.any()) {
          part_image.push_back(of);
        }
      }
      parts.push_back({static_cast<std::int32_t>(k), static_cast<std::int32_t>(p), bounded});
      part_row.push_back(static_cast<std::int64_t>(part_body.size()));
    }
  }
  if (!world.plain()) {
    sort_by_bodies(world.bodies.size());
  }
}

template <int D>
void Candidates<D>::sort_by_bodies(std::size_t n) {
  near_row.assign(n + 2, 0);
  for (const std::int32_t body : part_body) {
    ++near_row[static_cast<std::size_t>(body) + 2];
  }
  for (std::size_t i = 2; i < n + 2; ++i) {
    near_row[i] += near_row[i - 1];
  }
  near.resize(part_body.size());
  for (std::size_t p = 0; p < parts.size(); ++p) {
    for (auto k = static_cast<std::size_t>(part_row[p]); k < static_cast<std::size_t>(part_row[p + 1]); ++k) {
      near[static_cast<std::size_t>(near_row[static_cast<std::size_t>(part_body[k]) + 1]++)] = {
          static_cast<std::int32_t>(p), part_image.empty() ? Image<D>{} : part_image[k]};
    }
  }
  near_row.pop_back();
}

template void Candidates<2>::find_near_parts(const World<2>&);
template void Candidates<3>::find_near_parts(const World<3>&);

}  // namespace gluey
