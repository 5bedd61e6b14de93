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
  const Bodies<D>& all = stepper.world.bodies;
  const std::size_t bodies = all.size(), pairs = contacts.pairs, with_obstacles = contacts.size() - pairs;
  // A body that left at the end of the step has contacts of it.
  const auto counts = [&](std::size_t c) {
    return acts(contacts, c) && all.here(static_cast<std::size_t>(contacts.first[c])) &&
           (c >= pairs || all.here(static_cast<std::size_t>(contacts.second[c])));
  };
  // Of all points between the same two the first one counts.
  const auto is_first = [&](std::size_t c) {
    for (std::size_t before = c; before > 0 && same_two(contacts, c, before - 1); --before) {
      if (counts(before - 1)) {
        return false;
      }
    }
    return true;
  };
  clusters_.reset(bodies);
  const std::size_t touching = count_of(pairs, [&](std::size_t c) {
    if (!counts(c)) {
      return false;
    }
    clusters_.join(contacts.first[c], contacts.second[c]);
    return is_first(c);
  });
  clusters_.settle();
  // The parts of an obstacle that touch a body count once.
  of_body_.sort(with_obstacles, bodies, [&](std::size_t at) {
    return counts(pairs + at) ? static_cast<std::size_t>(contacts.first[pairs + at]) : bodies;
  });
  const auto obstacle = [&](std::int32_t at) { return contacts.second[pairs + static_cast<std::size_t>(at)]; };
  struct Many {};
  const std::size_t at_obstacles =
      reduce_blocks(bodies, block_numbers<Count, Many>(), [&](std::size_t begin, std::size_t end, Count& count) {
        for (std::size_t i = begin; i < end; ++i) {
          const auto its = of_body_.items(i);
          for (std::size_t k = 0; k < its.size(); ++k) {
            count.value += k == 0 || obstacle(its[k]) != obstacle(its[k - 1]) ? 1 : 0;
          }
        }
      }).value;
  members_.sort(bodies, bodies, [&](std::size_t i) { return all.here(i) ? clusters_.root(i) : -1; });
  row.present = static_cast<std::int64_t>(count_of(bodies, [&](std::size_t i) { return all.here(i); }));
  row.clusters = static_cast<std::int64_t>(count_of(bodies, [&](std::size_t i) { return members_.count(i) > 0; }));
  row.largest_cluster = static_cast<std::int64_t>(
      largest_of(bodies, [&](std::size_t i) { return static_cast<double>(members_.count(i)); }));
  row.coordination =
      row.present > 0 ? static_cast<double>(2 * touching + at_obstacles) / static_cast<double>(row.present) : 0.0;
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
