#pragma once
// What is already there while a fill grows: bodies by the cell their centre lies in, for overlap tests.

#include "world/world.hpp"

#include <array>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace gluey::scene {

/// A body that stands, or would stand, somewhere.
template <int D>
struct Occupant {
  Pose<D> pose = {};
  std::int32_t shape = gluey::Bodies<D>::sphere;  ///< in World::shapes
  double radius = 0.0;
};

template <int D>
class Occupancy {
 public:
  /// Of the world's bodies; none to come is larger than `largest`.
  Occupancy(const World<D>& world, double largest);

  void add(Occupant<D> body);
  /// Whether it overlaps no body, no image of one or of itself, and no obstacle.
  [[nodiscard]] bool clear(Occupant<D> body) const;

 private:
  using Cell = std::array<std::int64_t, 3>;
  [[nodiscard]] Cell cell(const Vec<D>& x) const;
  static std::uint64_t key(const Cell& c);
  [[nodiscard]] bool clear_of_bodies(const Occupant<D>& body) const;
  [[nodiscard]] bool clear_of_obstacles(const Occupant<D>& body) const;
  [[nodiscard]] bool clear_of_originals(const Occupant<D>& body) const;
  [[nodiscard]] bool overlap(const Occupant<D>& a, const Occupant<D>& b) const;
  void bring_home(Vec<D>& x) const;

  const World<D>& world_;
  double largest_;
  double size_;  ///< of a cell
  std::unordered_map<std::uint64_t, std::vector<Occupant<D>>> cells_;
};

}  // namespace gluey::scene
