#include "run/step_statistics.hpp"

#include "core/parallel.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace gluey {
namespace {

template <int D>
using Matrix = Eigen::Matrix<double, D, D>;

template <int D>
bool transmits(const Contacts<D>& contacts, std::size_t c) {
  return contacts.impulse[c] != 0.0 || (contacts.rubs && !contacts.friction[c].isZero(0.0));
}

template <int D>
bool acts(const Contacts<D>& contacts, std::size_t c) {
  return contacts.potential[c] < 0.0 || transmits(contacts, c);
}

/// Whether a contact is another point between the two that the one before it joined.
template <int D>
bool same_two(const Contacts<D>& contacts, std::size_t c, std::size_t before) {
  return contacts.first[c] == contacts.first[before] && contacts.second[c] == contacts.second[before] &&
         (!contacts.detailed || contacts.image[c] == contacts.image[before]);
}

/// From the first body to the second, or to where it touches an obstacle, as the step left them.
template <int D>
Vec<D> branch(const World<D>& world, const ContactGraph<D>& graph, std::size_t c) {
  const Contacts<D>& contacts = graph.contacts;
  const auto first = static_cast<std::size_t>(contacts.first[c]), second = static_cast<std::size_t>(contacts.second[c]);
  const Image<D> image = contacts.detailed ? contacts.image[c] : Image<D>{};
  const Vec<D>& from = world.bodies.position[first];
  if (c < contacts.pairs) {
    return world.bodies.position[second] + world.domain.shift(image, world.time) - from;
  }
  const Pose<D> obstacle = world.pose(second, image);
  if (contacts.detailed) {
    const Vec<D> touching = world.pose(first).to_world(contacts.local_first[c]);
    return 0.5 * (touching + obstacle.to_world(contacts.local_second[c])) - from;
  }
  // A sphere that has slid along touches beside the footprint: what is left is the distance along the normal.
  const Vec<D> apart = obstacle.to_world(graph.footprints()[c - contacts.pairs].point) - from;
  return contacts.normal[c].dot(apart) * contacts.normal[c];
}

/// Σ f ⊗ branch.
template <int D>
struct Contribution {
  Matrix<D> sum = Matrix<D>::Zero();
  void add(const Contribution& other) { sum += other.sum; }
};

/// … over the contacts of a graph, f = force(c), from the first body to the second.
template <int D, class Force>
Matrix<D> branch_sum(const World<D>& world, const ContactGraph<D>& graph, const Force& force) {
  std::vector<Contribution<D>> scratch;
  return reduce_blocks(graph.contacts.size(), scratch,
                       [&](std::size_t begin, std::size_t end, Contribution<D>& part) {
                         for (std::size_t c = begin; c < end; ++c) {
                           const Vec<D> f = force(c);
                           if (!f.isZero(0.0)) {
                             part.sum += f * branch(world, graph, c).transpose();
                           }
                         }
                       })
      .sum;
}

}  // namespace

/// Mass, momentum and Σ m v ⊗ v in the frame that flows with the domain, and the bounds of the bodies.
template <int D>
struct StepStatistics<D>::Moments {
  std::int64_t here = 0;
  double mass = 0.0;
  Vec<D> momentum = Vec<D>::Zero();
  Matrix<D> second = Matrix<D>::Zero();
  Vec<D> lower = Vec<D>::Constant(std::numeric_limits<double>::infinity());
  Vec<D> upper = -lower;

  void add(const Moments& other) {
    here += other.here;
    mass += other.mass;
    momentum += other.momentum;
    second += other.second;
    lower = lower.cwiseMin(other.lower);
    upper = upper.cwiseMax(other.upper);
  }
};

template <int D>
void StepStatistics<D>::measure(const Stepper<D>& stepper, HistoryRow& row) {
  count(stepper, row);
  add_stress(stepper, row);
}

template <int D>
void StepStatistics<D>::count(const Stepper<D>& stepper, HistoryRow& row) {
  const Contacts<D>& contacts = stepper.graph.contacts;
  const std::size_t bodies = stepper.world.bodies.size();
  clusters_.reset(bodies);
  met_.assign(bodies, -1);
  std::int64_t sides = 0;
  const Bodies<D>& all = stepper.world.bodies;
  std::size_t before = contacts.size();  // the contact that was counted last
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    if (!acts(contacts, c)) {
      continue;
    }
    const auto first = static_cast<std::size_t>(contacts.first[c]);
    // A body that left at the end of the step has contacts of it.
    if (!all.here(first) || (c < contacts.pairs && !all.here(static_cast<std::size_t>(contacts.second[c])))) {
      continue;
    }
    if (c >= contacts.pairs) {
      sides += met_[first] == contacts.second[c] ? 0 : 1;
      met_[first] = contacts.second[c];
    } else if (before == contacts.size() || !same_two(contacts, c, before)) {
      clusters_.join(first, static_cast<std::size_t>(contacts.second[c]));
      sides += 2;
      before = c;
    }
  }
  const std::int64_t here = std::count(all.presence.begin(), all.presence.end(), Presence::here);
  row.present = here;
  row.clusters = clusters_.count() - (static_cast<std::int64_t>(bodies) - here);  // who is not here is no cluster
  row.largest_cluster = here > 0 ? clusters_.largest() : 0;
  row.coordination = here > 0 ? static_cast<double>(sides) / static_cast<double>(here) : 0.0;
}

template <int D>
void StepStatistics<D>::add_stress(const Stepper<D>& stepper, HistoryRow& row) const {
  const World<D>& world = stepper.world;
  const Bodies<D>& bodies = world.bodies;
  std::vector<Moments> moments_scratch;
  const Moments moments =
      reduce_blocks(bodies.size(), moments_scratch, [&](std::size_t begin, std::size_t end, Moments& sum) {
        for (std::size_t i = begin; i < end; ++i) {
          if (!bodies.here(i)) {
            continue;
          }
          ++sum.here;
          sum.lower = sum.lower.cwiseMin((bodies.position[i].array() - bodies.radius[i]).matrix());
          sum.upper = sum.upper.cwiseMax((bodies.position[i].array() + bodies.radius[i]).matrix());
          if (std::isfinite(bodies.mass[i])) {
            Vec<D> velocity = bodies.velocity[i];
            velocity[0] -= world.domain.shear_rate * bodies.position[i][1];
            sum.mass += bodies.mass[i];
            sum.momentum += bodies.mass[i] * velocity;
            sum.second += bodies.mass[i] * velocity * velocity.transpose();
          }
        }
      });
  const Contacts<D>& contacts = stepper.graph.contacts;
  Matrix<D> sum = branch_sum(world, stepper.graph, [&](std::size_t c) {
    Vec<D> impulse = contacts.impulse[c] * contacts.normal[c];
    if (contacts.rubs) {
      impulse += contacts.friction[c];
    }
    return Vec<D>(impulse / stepper.last_length);
  });
  if (stepper.films.any()) {
    sum += branch_sum(world, stepper.films.graph,
                      [&](std::size_t c) { return Vec<D>(stepper.films.impulse(c) / stepper.last_length); });
  }
  const PairForces<D>& pairs = stepper.forces().pairs;
  if (pairs.any()) {
    sum += branch_sum(world, pairs.graph, [&](std::size_t c) { return pairs.between(c); });
  }
  if (moments.mass > 0.0) {
    sum += moments.second - moments.momentum * moments.momentum.transpose() / moments.mass;
  }
  double volume = moments.here > 0 ? 1.0 : 0.0;
  for (int axis = 0; axis < D && moments.here > 0; ++axis) {
    volume *= world.domain.periodic[static_cast<std::size_t>(axis)] ? world.domain.period()[axis]
                                                                    : moments.upper[axis] - moments.lower[axis];
  }
  for (int a = 0; a < D; ++a) {
    for (int b = 0; b < D; ++b) {
      row.stress.push_back(volume > 0.0 ? -sum(a, b) / volume : 0.0);
    }
  }
  row.volume = volume;
}

template class StepStatistics<2>;
template class StepStatistics<3>;

}  // namespace gluey
