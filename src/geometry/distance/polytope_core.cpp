#include "geometry/distance/polytope_core.hpp"

#include <vector>

namespace gluey::polytope {
namespace {

const Topology segment_topology{{0}, {}, {{0, 1, -1, -1}}, {0, 1, 2}, {1, 0}};
const std::shared_ptr<const Topology> box_faces = box_topology();
const std::shared_ptr<const Topology> triangle_faces = topology_of(3, {{0, 1, 2}, {0, 2, 1}});

/// Unit, whatever the input: that of the longer of two vectors' cross product with the plane, or of any direction.
Vec<3> plane_normal(const std::array<Vec<3>, 8>& p) {
  const Vec<3> first = p[1] - p[0], second = p[2] - p[0];
  const Vec<3> normal = first.cross(second);
  const double length = normal.norm();
  const Vec<3>& longer = first.squaredNorm() > second.squaredNorm() ? first : second;
  const double longest = longer.norm();
  if (length > 1e-14 * longest * longest) {
    return normal / length;
  }
  return longest > 0.0 ? Vec<3>((longer / longest).unitOrthogonal()) : Vec<3>(Vec<3>::UnitZ());
}

Vec<2> side_normal(const Vec<2>& from, const Vec<2>& to) {
  const Vec<2> along = to - from;
  const double length = along.norm();
  return length > 0.0 ? Vec<2>(along[1] / length, -along[0] / length) : Vec<2>(Vec<2>::UnitX());
}

/// Room for one moved shape a thread; only the second shape of a query is moved.
template <int D>
struct Room {
  std::vector<Vec<D>> points, normals;
};
template <int D>
Room<D>& room() {
  thread_local Room<D> here;
  return here;
}

}  // namespace

template <int D>
void Placed<D>::enclose() {
  Vec<D> lower = core.points[0], upper = lower;
  for (const Vec<D>& point : core.points) {
    lower = lower.cwiseMin(point);
    upper = upper.cwiseMax(point);
  }
  core.center = 0.5 * (lower + upper);
  core.size = 0.5 * (upper - lower).norm();
}

template <int D>
void Placed<D>::place(const Segment<D>& segment, const Frame<D>* frame) {
  points[0] = frame ? (*frame)(segment.from) : segment.from;
  points[1] = frame ? (*frame)(segment.to) : segment.to;
  core.points = {points.data(), 2};
  core.radius = segment.radius;
  core.center = 0.5 * (points[0] + points[1]);
  core.size = 0.5 * (points[1] - points[0]).norm();
  if constexpr (D == 2) {
    normals[0] = side_normal(points[0], points[1]);
    normals[1] = -normals[0];
    core.normals = {normals.data(), 2};
  } else {
    core.topology = &segment_topology;
  }
}

template <int D>
void Placed<D>::place(const Box<D>& box, const Frame<D>* frame) {
  Eigen::Matrix<double, D, D> turn = box.pose.orientation.matrix();
  core.center = box.pose.position;
  if (frame) {
    turn = frame->turn * turn;
    core.center = (*frame)(core.center);
  }
  core.size = box.half.norm();
  core.box = true;
  if constexpr (D == 2) {
    const Vec<2> x = box.half[0] * turn.col(0), y = box.half[1] * turn.col(1);
    points = {core.center - x - y, core.center + x - y, core.center + x + y, core.center - x + y};
    normals = {-turn.col(1), turn.col(0), turn.col(1), -turn.col(0)};
  } else {
    const Vec<3> x = box.half[0] * turn.col(0), y = box.half[1] * turn.col(1), z = box.half[2] * turn.col(2);
    for (std::size_t side = 0; side < 2; ++side) {
      const Vec<3> middle = side == 0 ? Vec<3>(core.center - z) : Vec<3>(core.center + z);
      points[4 * side] = middle - x - y;
      points[4 * side + 1] = middle + x - y;
      points[4 * side + 2] = middle - x + y;
      points[4 * side + 3] = middle + x + y;
    }
    for (std::size_t axis = 0; axis < 3; ++axis) {
      normals[2 * axis + 1] = turn.col(static_cast<int>(axis));
      normals[2 * axis] = -normals[2 * axis + 1];
    }
    core.topology = box_faces.get();
  }
  core.points = points;
  core.normals = normals;
}

template <>
void Placed<2>::place(const Polygon& polygon, const Frame<2>* frame) {
  Room<2>& here = room<2>();
  core.points = polygon.points;
  if (frame) {
    here.points.resize(polygon.points.size());
    for (std::size_t k = 0; k < polygon.points.size(); ++k) {
      here.points[k] = (*frame)(polygon.points[k]);
    }
    core.points = here.points;
  }
  // Two shapes may want their normals at once: those of the moved one lie behind.
  const std::size_t count = core.points.size();
  thread_local std::vector<Vec<2>> still;
  std::vector<Vec<2>>& sides = frame ? here.normals : still;
  sides.resize(count);
  for (std::size_t k = 0; k < count; ++k) {
    sides[k] = side_normal(core.points[k], core.points[k + 1 < count ? k + 1 : 0]);
  }
  core.normals = sides;
  enclose();
}

template <>
void Placed<3>::place(const Polyhedron& polyhedron, const Frame<3>* frame) {
  core.points = polyhedron.points;
  core.normals = polyhedron.normals;
  core.topology = polyhedron.topology.get();
  if (frame) {
    Room<3>& here = room<3>();
    here.points.resize(polyhedron.points.size());
    here.normals.resize(polyhedron.normals.size());
    for (std::size_t k = 0; k < polyhedron.points.size(); ++k) {
      here.points[k] = (*frame)(polyhedron.points[k]);
    }
    for (std::size_t k = 0; k < polyhedron.normals.size(); ++k) {
      here.normals[k] = frame->turn * polyhedron.normals[k];
    }
    core.points = here.points;
    core.normals = here.normals;
  }
  enclose();
}

template <>
void Placed<3>::place(const Triangle& triangle, const Frame<3>* frame) {
  for (std::size_t k = 0; k < 3; ++k) {
    points[k] = frame ? (*frame)(triangle.points[k]) : triangle.points[k];
  }
  normals[0] = plane_normal(points);
  normals[1] = -normals[0];
  core.points = {points.data(), 3};
  core.normals = {normals.data(), 2};
  core.topology = triangle_faces.get();
  enclose();
}

template struct Placed<2>;
template struct Placed<3>;

}  // namespace gluey::polytope
