#include "stats/frame_view.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace gluey {
namespace {

using stats::FrameView;
using stats::Number;
using stats::Point;

struct Edge {
  std::size_t to;
  Number image;  // of `to`, seen from where the edge begins
};

Number operator+(Number a, const Number& b) {
  for (std::size_t axis = 0; axis < a.size(); ++axis) {
    a[axis] += b[axis];
  }
  return a;
}

Number operator-(const Number& a) { return {-a[0], -a[1], -a[2]}; }

/// The contacts of each body, both ways.
std::vector<std::vector<Edge>> edges_of(const FrameView& view, const Joining& joining) {
  std::vector<std::vector<Edge>> edges(view.bodies);
  for (std::size_t c = 0; c < view.contacts(); ++c) {
    if (!view.with_obstacle(c) && view.joins(c, joining)) {
      const Number image = view.image(c);
      edges[view.first(c)].push_back({view.second(c), image});
      edges[view.second(c)].push_back({view.first(c), -image});
    }
  }
  return edges;
}

/// Walks along contacts and puts every body where the way leads. One met again under another number is an image of itself.
class Walk {
 public:
  Walk(const FrameView& view, const Joining& joining)
      : view_(view), edges_(edges_of(view, joining)), image_(view.bodies), met_(view.bodies, 0) {}

  [[nodiscard]] bool met(std::size_t body) const { return met_[body] != 0; }

  Cluster from(std::size_t start) {
    Cluster cluster;
    cluster.percolates.assign(view_.d, 0);
    std::vector<std::size_t> way{start};
    met_[start] = 1;
    for (std::size_t k = 0; k < way.size(); ++k) {
      for (const Edge& edge : edges_[way[k]]) {
        const Number image = image_[way[k]] + edge.image;
        if (met_[edge.to] == 0) {
          met_[edge.to] = 1;
          image_[edge.to] = image;
          way.push_back(edge.to);
        }
        for (std::size_t axis = 0; axis < view_.d; ++axis) {
          if (image[axis] != image_[edge.to][axis]) {
            cluster.percolates[axis] = 1;
          }
        }
      }
    }
    std::sort(way.begin(), way.end());
    cluster.bodies.assign(way.begin(), way.end());
    return cluster;
  }

  [[nodiscard]] Point place(std::int32_t body) const {
    const auto i = static_cast<std::size_t>(body);
    return view_.position(i) + view_.shift(image_[i]);
  }

 private:
  const FrameView& view_;
  std::vector<std::vector<Edge>> edges_;
  std::vector<Number> image_;
  std::vector<std::uint8_t> met_;
};

void measure(const FrameView& view, const Walk& walk, Cluster& cluster) {
  for (const std::int32_t body : cluster.bodies) {
    cluster.mass += view.mass(static_cast<std::size_t>(body));
  }
  const bool alike = !std::isfinite(cluster.mass);
  const auto weight = [&](std::int32_t body) { return alike ? 1.0 : view.mass(static_cast<std::size_t>(body)); };
  const double sum = alike ? static_cast<double>(cluster.bodies.size()) : cluster.mass;
  Point center = Point::Zero();
  Point lower = Point::Constant(std::numeric_limits<double>::infinity()), upper = -lower;
  for (const std::int32_t body : cluster.bodies) {
    const Point place = walk.place(body);
    const double radius = view.radius(static_cast<std::size_t>(body));
    center += weight(body) / sum * place;
    lower = lower.cwiseMin((place.array() - radius).matrix());
    upper = upper.cwiseMax((place.array() + radius).matrix());
  }
  double moment = 0.0;
  for (const std::int32_t body : cluster.bodies) {
    moment += weight(body) * (walk.place(body) - center).squaredNorm();
  }
  cluster.gyration_radius = std::sqrt(moment / sum);
  const Point home = center + view.shift(view.home(center));
  cluster.center.assign(home.begin(), home.begin() + static_cast<std::ptrdiff_t>(view.d));
  const Point extent = upper - lower;
  cluster.extent.assign(extent.begin(), extent.begin() + static_cast<std::ptrdiff_t>(view.d));
}

}  // namespace

bool Cluster::spans() const {
  return std::any_of(percolates.begin(), percolates.end(), [](std::uint8_t along) { return along != 0; });
}

std::vector<Cluster> frame_clusters(const Constants& constants, const Frame& frame, const Joining& joining) {
  if (!frame.present.empty()) {
    const PresentBodies here = present_bodies(constants, frame);
    return frame_clusters(here.constants, here.frame, joining);
  }
  const FrameView view(constants, frame);
  Walk walk(view, joining);
  std::vector<Cluster> clusters;
  for (std::size_t body = 0; body < view.bodies; ++body) {
    if (!walk.met(body)) {
      clusters.push_back(walk.from(body));
      measure(view, walk, clusters.back());
    }
  }
  std::stable_sort(clusters.begin(), clusters.end(),
                   [](const Cluster& a, const Cluster& b) { return a.bodies.size() > b.bodies.size(); });
  return clusters;
}

}  // namespace gluey
