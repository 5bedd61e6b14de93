#pragma once
// All polytopes look the same to the distance kernel: a convex core of points with its faces and edges, thickened by a
// rounding radius. A segment has two points and no face, a flat triangle two faces back to back.

#include "core/vector.hpp"
#include "geometry/box.hpp"
#include "geometry/polygon.hpp"
#include "geometry/polyhedron.hpp"
#include "geometry/segment.hpp"

#include <array>
#include <span>

namespace gluey::polytope {

template <int D>
struct Core {
  std::span<const Vec<D>> points;
  /// Outward, unit, one a face. In 2D face k is the side from points[k] to points[k+1].
  std::span<const Vec<D>> normals;
  const Topology* topology = nullptr;  ///< 3D only
  double radius = 0.0;                 ///< of the rounding
  Vec<D> center = Vec<D>::Zero();
  double size = 0.0;  ///< radius of a ball about the center that holds the core
  bool box = false;   ///< the points and normals are those of a box, in the order of box_topology()
};

/// A rigid frame as the matrix it is applied with.
template <int D>
struct Frame {
  Eigen::Matrix<double, D, D> turn;
  Vec<D> shift;
  explicit Frame(const Pose<D>& pose) : turn(pose.orientation.matrix()), shift(pose.position) {}
  [[nodiscard]] Vec<D> operator()(const Vec<D>& x) const { return turn * x + shift; }
};

/// A core and the room its points may need. Refers to itself: not to be copied.
template <int D>
struct Placed {
  Core<D> core;
  std::array<Vec<D>, D == 2 ? 4 : 8> points;
  std::array<Vec<D>, D == 2 ? 4 : 6> normals;

  /// The shape in its owner's frame, or in another where `frame` is given.
  template <class Shape>
  explicit Placed(const Shape& shape, const Frame<D>* frame = nullptr) {
    place(shape, frame);
  }
  Placed(const Placed&) = delete;
  Placed& operator=(const Placed&) = delete;

 private:
  void place(const Segment<D>& segment, const Frame<D>* frame);
  void place(const Box<D>& box, const Frame<D>* frame);
  void place(const Polygon& polygon, const Frame<D>* frame);        // in the plane
  void place(const Polyhedron& polyhedron, const Frame<D>* frame);  // in space
  void place(const Triangle& triangle, const Frame<D>* frame);      // in space
  void enclose();                                                   ///< center and size from the points
};
template <>
void Placed<2>::place(const Polygon& polygon, const Frame<2>* frame);
template <>
void Placed<3>::place(const Polyhedron& polyhedron, const Frame<3>* frame);
template <>
void Placed<3>::place(const Triangle& triangle, const Frame<3>* frame);

/// The point furthest along `direction`. Big polyhedra are climbed from `start`, as a point that no neighbour beats is the
/// furthest of all.
template <int D>
int support(const Core<D>& core, const Vec<D>& direction, int start = 0) {
  const auto count = static_cast<int>(core.points.size());
  int best = start;
  double reach = direction.dot(core.points[static_cast<std::size_t>(start)]);
  const auto consider = [&](int k) {
    const double here = direction.dot(core.points[static_cast<std::size_t>(k)]);
    if (here > reach) {
      reach = here;
      best = k;
    }
  };
  if (D == 2 || count <= 48) {
    for (int k = 0; k < count; ++k) {
      consider(k);
    }
    return best;
  }
  const Topology& topology = *core.topology;
  for (int from = -1; from != best;) {
    from = best;
    const auto v = static_cast<std::size_t>(from);
    for (std::int32_t k = topology.around[v]; k < topology.around[v + 1]; ++k) {
      consider(topology.neighbour[static_cast<std::size_t>(k)]);
    }
  }
  return best;
}

}  // namespace gluey::polytope
