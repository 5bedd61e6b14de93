#include "geometry/polyhedron.hpp"

#include <gluey/errors.hpp>

#include <algorithm>
#include <cmath>
#include <map>

namespace gluey {

std::shared_ptr<const Topology> topology_of(std::size_t points, const std::vector<std::vector<std::int32_t>>& faces) {
  auto topology = std::make_shared<Topology>();
  std::map<std::pair<std::int32_t, std::int32_t>, std::int32_t> open;  // edges whose other face is still to come
  topology->face.push_back(0);
  for (std::size_t f = 0; f < faces.size(); ++f) {
    const std::vector<std::int32_t>& loop = faces[f];
    topology->corner.insert(topology->corner.end(), loop.begin(), loop.end());
    topology->face.push_back(static_cast<std::int32_t>(topology->corner.size()));
    for (std::size_t k = 0; k < loop.size(); ++k) {
      const std::int32_t from = loop[k], to = loop[(k + 1) % loop.size()];
      if (const auto twin = open.find({to, from}); twin != open.end()) {
        topology->edges[static_cast<std::size_t>(twin->second)].right = static_cast<std::int32_t>(f);
        open.erase(twin);
      } else {
        open[{from, to}] = static_cast<std::int32_t>(topology->edges.size());
        topology->edges.push_back({from, to, static_cast<std::int32_t>(f), -1});
      }
    }
  }
  if (!open.empty()) {
    throw Error("polyhedron: its faces do not close");
  }
  std::vector<std::vector<std::int32_t>> beside(points);
  for (const Topology::Edge& edge : topology->edges) {
    beside[static_cast<std::size_t>(edge.from)].push_back(edge.to);
    beside[static_cast<std::size_t>(edge.to)].push_back(edge.from);
  }
  topology->around.push_back(0);
  for (const std::vector<std::int32_t>& list : beside) {
    topology->neighbour.insert(topology->neighbour.end(), list.begin(), list.end());
    topology->around.push_back(static_cast<std::int32_t>(topology->neighbour.size()));
  }
  return topology;
}

std::shared_ptr<const Topology> box_topology() {
  return topology_of(8, {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}});
}

Polyhedron box_polyhedron(const Vec<3>& half) {
  static const std::shared_ptr<const Topology> shared = box_topology();
  Polyhedron box;
  for (unsigned k = 0; k < 8; ++k) {
    box.points.emplace_back((k & 1U) != 0 ? half[0] : -half[0], (k & 2U) != 0 ? half[1] : -half[1],
                            (k & 4U) != 0 ? half[2] : -half[2]);
  }
  for (int axis = 0; axis < 3; ++axis) {
    box.normals.emplace_back(-Vec<3>::Unit(axis));
    box.normals.emplace_back(Vec<3>::Unit(axis));
  }
  box.topology = shared;
  return box;
}

Vec<3> Polyhedron::center() const {
  Vec<3> sum = Vec<3>::Zero();
  for (const Vec<3>& point : points) {
    sum += point;
  }
  return sum / static_cast<double>(points.size());
}

double Polyhedron::extent() const {
  const Vec<3> middle = center();
  double largest = 0.0;
  for (const Vec<3>& point : points) {
    largest = std::max(largest, (point - middle).squaredNorm());
  }
  return std::sqrt(largest);
}

double Triangle::extent() const {
  const Vec<3> middle = center();
  return std::max({(points[0] - middle).norm(), (points[1] - middle).norm(), (points[2] - middle).norm()});
}

Polyhedron placed(Polyhedron polyhedron, const Pose<3>& pose) {
  for (Vec<3>& point : polyhedron.points) {
    point = pose.to_world(point);
  }
  for (Vec<3>& normal : polyhedron.normals) {
    normal = pose.orientation.apply(normal);
  }
  return polyhedron;
}

Triangle placed(Triangle triangle, const Pose<3>& pose) {
  for (std::size_t k = 0; k < 3; ++k) {
    triangle.points[k] = pose.to_world(triangle.points[k]);
    triangle.across[k] = pose.to_world(triangle.across[k]);
    for (Vec<3>& spoke : triangle.spokes[k]) {
      spoke = pose.to_world(spoke);
    }
  }
  return triangle;
}

}  // namespace gluey
