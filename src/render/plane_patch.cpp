#include "render/plane_patch.hpp"

#include <cmath>

namespace gluey::render {

namespace {

/// Keeps what of a convex polygon lies where normal·(x − point) ≥ 0.
std::vector<Vec<3>> clipped(const std::vector<Vec<3>>& polygon, const Vec<3>& point, const Vec<3>& normal) {
  std::vector<Vec<3>> result;
  for (std::size_t k = 0; k < polygon.size(); ++k) {
    const Vec<3>& a = polygon[k];
    const Vec<3>& b = polygon[(k + 1) % polygon.size()];
    const double at_a = normal.dot(a - point);
    const double at_b = normal.dot(b - point);
    if (at_a >= 0.0) {
      result.push_back(a);
    }
    if ((at_a < 0.0) != (at_b < 0.0)) {
      result.emplace_back(a + at_a / (at_a - at_b) * (b - a));
    }
  }
  return result;
}

}  // namespace

std::vector<Vec<3>> plane_patch(const Piece& plane, const Bounds& box, const std::vector<Piece>& others) {
  const Vec<3>& normal = plane.normal;
  const Vec<3> foot = box.center() - normal.dot(box.center() - plane.points[0]) * normal;
  const Vec<3> u = normal.unitOrthogonal() * 2.0 * box.diagonal();
  const Vec<3> v = normal.cross(u);
  std::vector<Vec<3>> patch = {foot - u - v, foot + u - v, foot + u + v, foot - u + v};
  // A hair of room, for planes that bound the box themselves.
  const Bounds larger = box.with_margin(1e-6);
  for (int axis = 0; axis < 3; ++axis) {
    patch = clipped(patch, larger.lower, Vec<3>::Unit(axis));
    patch = clipped(patch, larger.upper, -Vec<3>::Unit(axis));
  }
  for (const Piece& other : others) {
    if (std::abs(other.normal.dot(normal)) < 1.0 - 1e-9) {
      patch = clipped(patch, other.points[0], other.normal);
    }
  }
  return patch;
}

}  // namespace gluey::render
