#pragma once
// Bodies of a shape of their own, put together without a scene file.

#include "support/small_world.hpp"

#include <string>
#include <utility>
#include <vector>

namespace gluey::test {

/// Adds a body of the given parts, which lie about their centre of mass; its moments of inertia are given.
template <int D>
std::size_t add_shape(World<D>& world, std::vector<Part<D>> parts, const Pose<D>& pose, double mass,
                      const Spin<D>& inertia, double inner) {
  Shape<D> shape;
  shape.kind = parts.size() > 1 ? "compound" : std::visit([](const auto& p) { return std::string(p.kind); }, parts[0]);
  for (const Part<D>& part : parts) {
    shape.outer = std::max(shape.outer, std::visit([](const auto& p) { return p.center().norm() + p.extent(); }, part));
  }
  shape.inner = inner;
  shape.parts = std::move(parts);
  world.bodies.add(pose.position, shape.outer, mass);
  world.bodies.orientation.back() = pose.orientation;
  world.bodies.inertia.back() = inertia;
  world.bodies.inverse_inertia.back() = inertia.cwiseInverse();
  world.bodies.shape.back() = static_cast<std::int32_t>(world.shapes.size());
  world.shapes.push_back(std::move(shape));
  return world.bodies.size() - 1;
}

/// Moments of a homogeneous box of the given half lengths.
inline Spin<2> box_inertia(double mass, const Vec<2>& half) { return Spin<2>(mass / 3.0 * half.squaredNorm()); }
inline Spin<3> box_inertia(double mass, const Vec<3>& half) {
  const Vec<3> squares = half.cwiseAbs2();
  return mass / 3.0 * (squares.sum() - squares.array()).matrix();
}

template <int D>
std::size_t add_box(World<D>& world, const Vec<D>& half, const Pose<D>& pose, double mass) {
  return add_shape<D>(world, {Box<D>{{}, half}}, pose, mass, box_inertia(mass, half), half.minCoeff());
}

}  // namespace gluey::test
