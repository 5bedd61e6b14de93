#include "core/disjoint_sets.hpp"
#include "stats/frame_view.hpp"

#include <gluey/stats.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <compare>

namespace gluey {
namespace {

double square(double x) { return x * x; }

double squared_length(const double* vector, std::size_t components) {
  double sum = 0.0;
  for (std::size_t k = 0; k < components; ++k) {
    sum += square(vector[k]);
  }
  return sum;
}

// ω in the body's own axes: conj(q) ω q, with q = (w, u):  ω + 2 u × (u × ω) − 2 w u × ω.
std::array<double, 3> in_body_axes(const double* q, const double* omega) {
  const auto cross = [](const double* a, const double* b) {
    return std::array<double, 3>{a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
  };
  const std::array<double, 3> once = cross(q + 1, omega);
  const std::array<double, 3> twice = cross(q + 1, once.data());
  std::array<double, 3> result{};
  for (std::size_t k = 0; k < 3; ++k) {
    result[k] = omega[k] + 2.0 * twice[k] - 2.0 * q[0] * once[k];
  }
  return result;
}

double rotation_energy(const Constants& constants, const Frame& frame, std::size_t body) {
  const std::vector<double>& inertia = constants.bodies.inertia;
  if (constants.dimension == 2) {
    const double omega = frame.angular_velocity[body];
    return omega == 0.0 ? 0.0 : 0.5 * inertia[body] * square(omega);
  }
  const std::array<double, 3> omega =
      in_body_axes(frame.orientation.data() + 4 * body, frame.angular_velocity.data() + 3 * body);
  double energy = 0.0;
  for (std::size_t k = 0; k < 3; ++k) {
    energy += omega[k] == 0.0 ? 0.0 : 0.5 * inertia[3 * body + k] * square(omega[k]);
  }
  return energy;
}

void add_motion(FrameStatistics& row, const Constants& constants, const Frame& frame) {
  const std::size_t d = constants.dimension == 2 ? 2 : 3;
  const std::vector<double>& mass = constants.bodies.mass;
  double mass_sum = 0.0, speed_sum = 0.0;
  for (std::size_t body = 0; body < mass.size(); ++body) {
    const double* velocity = frame.velocity.data() + body * d;
    const double speed = std::sqrt(squared_length(velocity, d));
    speed_sum += speed;
    row.speed_max = std::max(row.speed_max, speed);
    row.kinetic_energy += rotation_energy(constants, frame, body);
    // A body that cannot move may have an infinite mass; it carries neither energy nor momentum.
    if (!std::isfinite(mass[body])) {
      continue;
    }
    row.kinetic_energy += 0.5 * mass[body] * square(speed);
    mass_sum += mass[body];
    for (std::size_t k = 0; k < d; ++k) {
      row.momentum[k] += mass[body] * velocity[k];
      row.center_of_mass[k] += mass[body] * frame.position[body * d + k];
    }
  }
  for (double& component : row.center_of_mass) {
    component = mass_sum > 0.0 ? component / mass_sum : 0.0;
  }
  row.speed_mean = mass.empty() ? 0.0 : speed_sum / static_cast<double>(mass.size());
}

void add_contacts(FrameStatistics& row, const Constants& constants, const Frame& frame) {
  double gamma_sum = 0.0;
  row.overlap = frame.overlap > 0.0 ? frame.overlap : 0.0;
  for (std::size_t contact = 0; contact < frame.contact_gamma.size(); ++contact) {
    row.overlap = std::max(row.overlap, -frame.contact_distance[contact]);
    const double gamma = frame.contact_gamma[contact];
    if (gamma < 0.0) {
      row.glued += 1;
      row.gamma_min = std::min(row.gamma_min, gamma);
      gamma_sum += gamma;
    }
    // Not every pair within range touches or holds.
    row.contacts += stats::joins(frame, contact, constants.dimension, {}) ? 1 : 0;
  }
  row.gamma_mean = row.glued > 0 ? gamma_sum / static_cast<double>(row.glued) : 0.0;
}

/// Of clusters only the sizes, of coordination only the mean: no more than frame_clusters and coordination say, at a fraction of their time.
void add_groups(FrameStatistics& row, const Constants& constants, const Frame& frame, const Joining& joining) {
  struct Partners {
    std::size_t first, second;
    stats::Number image;
    auto operator<=>(const Partners&) const = default;
  };
  const stats::FrameView view(constants, frame);
  DisjointSets sets(view.bodies);
  std::vector<Partners> pairs;
  double sides = 0.0;  // that bodies have with partners
  pairs.reserve(view.contacts());
  for (std::size_t c = 0; c < view.contacts(); ++c) {
    if (!view.joins(c, joining)) {
      continue;
    }
    if (view.with_obstacle(c)) {
      pairs.push_back({view.first(c), view.second(c), {}});
    } else {
      sets.join(view.first(c), view.second(c));
      pairs.push_back({view.first(c), view.second(c), view.image(c)});
    }
  }
  // Each pair once, whatever the number of points it touches at.
  if (!std::is_sorted(pairs.begin(), pairs.end())) {
    std::sort(pairs.begin(), pairs.end());
  }
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  for (const Partners& pair : pairs) {
    sides += pair.second < view.bodies ? 2.0 : 1.0;
  }
  row.clusters = sets.count();
  row.largest_cluster = sets.largest();
  if (view.bodies > 0) {
    const auto bodies = static_cast<double>(view.bodies);
    std::vector<double> members(view.bodies, 0.0);  // of each cluster, at the body that stands for it
    for (const std::size_t root : sets.roots()) {
      members[root] += 1.0;
    }
    double squares = 0.0;
    for (const double size : members) {
      squares += size * size;
    }
    row.mean_cluster = bodies / static_cast<double>(row.clusters);
    row.weighted_cluster = squares / bodies;
    row.coordination = sides / bodies;
  }
}

}  // namespace

FrameStatistics frame_statistics(const Constants& constants, const Frame& frame, const Joining& joining) {
  if (!frame.present.empty()) {
    const PresentBodies here = present_bodies(constants, frame);
    return frame_statistics(here.constants, here.frame, joining);
  }
  FrameStatistics row;
  row.time = frame.time;
  row.step = frame.step;
  row.momentum.assign(static_cast<std::size_t>(constants.dimension), 0.0);
  row.center_of_mass = row.momentum;
  add_motion(row, constants, frame);
  add_contacts(row, constants, frame);
  add_groups(row, constants, frame, joining);
  return row;
}

FrameArrays arrays_for_statistics(const Constants& constants) {
  // In the plane, the energy of rotation does not depend on the orientation.
  return {.places = true, .orientations = constants.dimension == 3, .motion = true, .contacts = true};
}

std::vector<FrameStatistics> frame_statistics(const Results& results, const std::vector<std::int64_t>& numbers,
                                              const Joining& joining) {
  const Constants& constants = results.constants();
  std::vector<FrameStatistics> rows(numbers.size());
  results.for_each_frame(numbers, arrays_for_statistics(constants),
                         [&](std::size_t k, const Frame& frame) -> Results::InTurn {
                           rows[k] = frame_statistics(constants, frame, joining);
                           return {};
                         });
  return rows;
}

}  // namespace gluey
