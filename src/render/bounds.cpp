#include "render/bounds.hpp"

#include "render/domain.hpp"
#include "render/shapes.hpp"

#include <algorithm>
#include <cmath>

namespace gluey::render {

namespace {

/// Where a body is, in its true shape.
void add_body(Bounds& bounds, const Snapshot& snapshot, std::size_t body, Shapes& shapes) {
  constexpr int fineness = 6;
  const Pose<3> pose = snapshot.pose(snapshot.frame.position, snapshot.frame.orientation, body);
  const auto add = [&](const std::vector<Vec<3>>& points) {
    for (const Vec<3>& point : points) {
      bounds.add(pose.to_world(point));
    }
  };
  if (snapshot.dimension() == 2) {
    if (const figure::Outline* outline = shapes.outline(body)) {
      std::for_each(outline->insides.begin(), outline->insides.end(), add);
      return;
    }
  } else if (const figure::Surface* surface = shapes.surface(body, fineness)) {
    add(surface->points);
    return;
  }
  bounds.add(pose.position, snapshot.constants->bodies.radius[body]);
}

bool runs_along(const Piece& plane, int axis) { return std::abs(plane.normal[axis]) < 1.0 - 1e-9; }

}  // namespace

void Bounds::add(const Vec<3>& point, double radius) {
  if (!point.allFinite()) {
    return;
  }
  lower = lower.cwiseMin(point - Vec<3>::Constant(radius));
  upper = upper.cwiseMax(point + Vec<3>::Constant(radius));
}

Bounds Bounds::with_margin(double part) const {
  const Vec<3> margin = Vec<3>::Constant(part * diagonal());
  return {lower - margin, upper + margin};
}

std::vector<std::vector<Piece>> obstacle_pieces(const Snapshot& snapshot) {
  std::vector<std::vector<Piece>> obstacles;
  if (!snapshot.obstacles) {
    return obstacles;
  }
  const std::vector<std::string>& shapes = snapshot.constants->obstacles.shape;
  for (std::size_t k = 0; k < shapes.size(); ++k) {
    const Pose<3> pose = snapshot.pose(snapshot.frame.obstacle_position, snapshot.frame.obstacle_orientation, k);
    std::vector<Piece>& pieces = obstacles.emplace_back();
    for (const Piece& piece : pieces_of(shapes[k], snapshot.dimension())) {
      pieces.push_back(placed(piece, pose));
    }
  }
  return obstacles;
}

Bounds bounds_of(const std::vector<Snapshot>& snapshots) {
  Bounds bounds;
  std::vector<Piece> planes;
  double largest = 0.0;
  for (const Snapshot& snapshot : snapshots) {
    const std::vector<double>& radius = snapshot.constants->bodies.radius;
    Shapes shapes(snapshot);
    for (std::size_t body = 0; body < snapshot.bodies(); ++body) {
      largest = std::max(largest, radius[body]);
      add_body(bounds, snapshot, body, shapes);
      for (const std::vector<double>& positions : snapshot.trail) {
        bounds.add(snapshot.row(positions, body), radius[body]);
      }
    }
    if (const std::optional<Domain> domain = Domain::of(*snapshot.constants)) {
      // In the plane, what sticks out is drawn at the other side.
      for (int axis = 0; axis < static_cast<int>(snapshot.dimension()); ++axis) {
        if (domain->periodic[static_cast<std::size_t>(axis)]) {
          const bool planar = snapshot.dimension() == 2;
          bounds.lower[axis] = planar ? domain->lower[axis] : std::min(bounds.lower[axis], domain->lower[axis]);
          bounds.upper[axis] = planar ? domain->upper[axis] : std::max(bounds.upper[axis], domain->upper[axis]);
        }
      }
    }
    for (const std::vector<Piece>& pieces : obstacle_pieces(snapshot)) {
      for (const Piece& piece : pieces) {
        if (piece.kind == Piece::Kind::plane) {
          planes.push_back(piece);
          continue;
        }
        for (const Vec<3>& point : piece.points) {
          bounds.add(point, piece.radius);
        }
      }
    }
  }
  if (bounds.empty()) {
    bounds.add(Vec<3>::Zero(), 0.5);
  }
  const Vec<3> center = bounds.center();
  const double far = 2.0 * bounds.diagonal();
  for (const Piece& plane : planes) {
    const double distance = plane.normal.dot(center - plane.points[0]);
    if (std::abs(distance) < far) {
      bounds.add(center - distance * plane.normal);
    }
  }
  if (!snapshots.empty() && snapshots.front().dimension() == 2) {
    bounds.lower[2] = bounds.upper[2] = 0.0;
    return bounds;
  }
  // What is drawn of a plane ends with the box: not under the outermost body.
  for (int axis = 0; axis < 3; ++axis) {
    if (std::any_of(planes.begin(), planes.end(), [&](const Piece& plane) { return runs_along(plane, axis); })) {
      bounds.lower[axis] -= largest;
      bounds.upper[axis] += largest;
    }
  }
  return bounds;
}

}  // namespace gluey::render
