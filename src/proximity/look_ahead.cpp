// Contacts that bodies of several parts, or beside obstacles of several, do not have yet, and come into within the step.

#include "proximity/contact_graph.hpp"

#include "proximity/ownership.hpp"

#include <algorithm>
#include <cmath>

namespace gluey {
namespace {

double turn_between(const Rotation<2>& from, const Rotation<2>& to) { return std::abs(to.angle - from.angle); }
double turn_between(const Rotation<3>& from, const Rotation<3>& to) {
  return from.quaternion.angularDistance(to.quaternion);
}

template <int D>
std::size_t part_count(const World<D>& world, std::size_t j) {
  const std::size_t n = world.bodies.size();
  if (j >= n) {
    return world.obstacles[j - n].parts.size();
  }
  const std::int32_t shape = world.bodies.shape[j];
  return shape == Bodies<D>::sphere ? 1 : world.shapes[static_cast<std::size_t>(shape)].parts.size();
}

}  // namespace

template <int D>
bool ContactGraph<D>::look_ahead_detailed(const World<D>& there, const Candidates<D>& candidates, const Begun& begun,
                                          double slack) {
  const Bodies<D>& bodies = there.bodies;
  const std::size_t n = bodies.size();
  ahead_ranges_.body.assign(n, 0.0);
  ahead_ranges_.obstacle.assign(there.obstacles.size(), 0.0);
  ahead_touching_.find(there, candidates, ahead_ranges_);
  const std::size_t before = ahead_points_.size();
  constexpr double straight = 1e-6;  // of normals
  const auto is_ball = [&](std::size_t body) { return body < n && bodies.shape[body] == Bodies<D>::sphere; };
  const auto moved = [&](std::size_t body) {
    return body < n ? Vec<D>(bodies.position[body] - begun.position[body]) : Vec<D>(Vec<D>::Zero());
  };
  const auto look = [&](std::size_t i, typename Touching<D>::Point point) {
    const auto j = static_cast<std::size_t>(point.second);
    const std::size_t parts = part_count(there, j);
    if (point.gap >= -slack || (parts == 1 && part_count(there, i) == 1)) {
      return;  // convex bodies keep apart along the normals that they have
    }
    // What turning does within a step is of second order, and stays.
    const double angle = (is_ball(i) ? 0.0 : turn_between(begun.orientation[i], bodies.orientation[i])) +
                         (j >= n || is_ball(j) ? 0.0 : turn_between(begun.orientation[j], bodies.orientation[j]));
    const double size = bodies.radius[i] + (j < n ? bodies.radius[j] : 0.0);
    const double allowed = slack + angle * (angle * size + (moved(i) - moved(j)).norm());
    // How far an obstacle's own motion opens a gap at a place of it: gaps are measured to where it ends.
    const auto carried = [&](const Vec<D>& normal, const Vec<D>& local) {
      if (j < n) {
        return 0.0;
      }
      return normal.dot(there.obstacles[j - n].pose.to_world(local) - begun.obstacle[j - n].to_world(local));
    };
    const std::int64_t pair = point.part_first * static_cast<std::int64_t>(parts) + point.part_second;
    const std::size_t row = j < n ? i : n + i;
    double deepest = 0.0;
    for (auto c = static_cast<std::size_t>(row_[row]); c < static_cast<std::size_t>(row_[row + 1]); ++c) {
      if (contacts.second[c] == point.second && contacts.image[c] == point.image) {
        // The same two, or one that goes straight on: what is still to come to it is kept away along the same normal.
        if (contacts.feature[c] / points_a_pair == pair || (contacts.normal[c] - point.normal).norm() < straight) {
          return;
        }
        deepest = std::min(deepest, contacts.gap[c] - carried(contacts.normal[c], contacts.local_second[c]));
      }
    }
    // Material points that touch then, seen from where the step begins; of a ball those that do without turning.
    const Pose<D> first{begun.position[i], begun.orientation[i]};
    Pose<D> second = j < n ? Pose<D>{begun.position[j], begun.orientation[j]} : there.obstacles[j - n].pose;
    second.position += there.domain.shift(point.image, begun.time);
    if (is_ball(i)) {
      point.local_first = first.orientation.apply_inverse(Vec<D>(bodies.radius[i] * point.normal));
    }
    if (is_ball(j)) {
      point.local_second = second.orientation.apply_inverse(Vec<D>(-bodies.radius[j] * point.normal));
    }
    const double then = point.gap;
    const Vec<D> from = first.to_world(point.local_first);
    point.gap = point.normal.dot(second.to_world(point.local_second) - from);
    point.local_second =
        second.to_local(Vec<D>(from + point.gap * point.normal));  // one point of the gap for both, as of all contacts
    const double now = point.gap - carried(point.normal, point.local_second);
    if (then < deepest - allowed && now >= deepest - allowed) {
      ahead_points_.push_back({i, j >= n, point});
    }
  };
  const auto& chunks = ahead_touching_.chunks();
  for (std::size_t k = 0; k < chunks.size(); ++k) {
    const auto take = [&](const auto& points, const auto& counts) {
      std::size_t at = 0;
      for (std::size_t b = 0; b < counts.size(); ++b) {
        for (std::int32_t count = 0; count < counts[b]; ++count, ++at) {
          look(k * Touching<D>::chunk_size + b, points[at]);
        }
      }
    };
    take(chunks[k].with_bodies, chunks[k].count_bodies);
    take(chunks[k].with_obstacles, chunks[k].count_obstacles);
  }
  return ahead_points_.size() > before;
}

template bool ContactGraph<2>::look_ahead_detailed(const World<2>&, const Candidates<2>&, const Begun&, double);
template bool ContactGraph<3>::look_ahead_detailed(const World<3>&, const Candidates<3>&, const Begun&, double);

}  // namespace gluey
