#include "world/world.hpp"

#include <algorithm>
#include <cmath>

namespace gluey {

template <int D>
double Obstacle<D>::extent() const {
  double extent = 0.0;
  for (const Part<D>& part : parts) {
    std::visit([&](const auto& p) { extent = std::max(extent, p.center().norm() + p.extent()); }, part);
  }
  return extent;
}

template <int D>
bool World<D>::plain() const {
  return shapes.empty() && !domain.any() && std::all_of(obstacles.begin(), obstacles.end(), [](const auto& obstacle) {
           return std::none_of(obstacle.parts.begin(), obstacle.parts.end(), [](const Part<D>& part) {
             return std::holds_alternative<Ellipsoid<D>>(part) || std::holds_alternative<Superellipsoid<D>>(part);
           });
         });
}

template <int D>
void World<D>::move_obstacles(double t) {
  for (Obstacle<D>& obstacle : obstacles) {
    obstacle.pose = pose_at<D>(obstacle.motion, obstacle.start, t);
  }
}

template <int D>
std::vector<bool> obstacles_with_images(const World<D>& world) {
  std::vector<bool> have;
  for (const Obstacle<D>& obstacle : world.obstacles) {
    have.push_back(std::isfinite(obstacle.extent()));
  }
  return have;
}

template <int D>
World<D>::World() = default;
template <int D>
World<D>::World(const World& other) = default;
template <int D>
World<D>::World(World&& other) noexcept = default;
template <int D>
World<D>& World<D>::operator=(const World& other) = default;
template <int D>
World<D>& World<D>::operator=(World&& other) noexcept = default;
template <int D>
World<D>::~World() = default;

template double Obstacle<2>::extent() const;
template double Obstacle<3>::extent() const;
template struct World<2>;
template struct World<3>;
template std::vector<bool> obstacles_with_images<2>(const World<2>&);
template std::vector<bool> obstacles_with_images<3>(const World<3>&);

}  // namespace gluey
