#include "force/pair_forces.hpp"

#include "core/parallel.hpp"
#include "core/state.hpp"
#include "proximity/separation.hpp"

#include <algorithm>
#include <cmath>

namespace gluey {
namespace {

constexpr const char* pairs_owner = "pair_forces";
constexpr std::int64_t pairs_version = 1;
constexpr const char* bridge = "bridge";

}  // namespace

template <int D>
double PairForces<D>::range() const {
  double range = 0.0;
  if (aggregation) {
    range = std::max(range, aggregation->range());
  }
  if (capillary) {
    range = std::max(range, capillary->range());
  }
  if (repulsion) {
    range = std::max(range, repulsion->range());
  }
  return range;
}

template <int D>
void PairForces<D>::find(const World<D>& world, const Candidates<D>& candidates, const Ranges& ranges) {
  graph.find(world, candidates, ranges);
  share_out(world);
  if (!capillary) {
    return;
  }
  // A bridge is the pair's, and goes where it is nearest.
  std::vector<double>& bridged = graph.contacts.potential;
  for_each_pair([&](std::size_t begin, std::size_t end) {
    bool bridges = false;
    for (std::size_t c = begin; c < end; ++c) {
      const double gap = graph.contacts.gap[c];
      const bool touches = gap <= Capillary::touching * radius_between(world, c);
      const bool holds = bridged[c] != 0.0 && gap <= capillary->range();
      bridges = bridges || touches || holds;
    }
    for (std::size_t c = begin; c < end; ++c) {
      bridged[c] = bridges && counts(world, c, capillary->walls) ? 1.0 : 0.0;
    }
  });
}

template <int D>
void PairForces<D>::save(const World<D>& world, State& state) const {
  graph.save(world, state.add(pairs_owner, pairs_version), {bridge, ""});
}

template <int D>
auto PairForces<D>::read(State& state, const World<D>& world) const -> typename ContactGraph<D>::Kept {
  StateReader group = state.open(pairs_owner, pairs_version);
  auto kept = graph.read(group, world, {bridge, ""});
  const std::vector<double>& bridged = kept.contacts.potential;
  group.expect(bridge, bridged.size(), "0 or 1", [&](std::size_t c) { return bridged[c] == 0.0 || bridged[c] == 1.0; });
  return kept;
}

template <int D>
void PairForces<D>::restore(const World<D>& world, typename ContactGraph<D>::Kept kept) {
  graph.restore(world, std::move(kept.contacts), std::move(kept.footprints));
  share_out(world);
}

/// visit(begin, end) for the points of every pair: they follow each other where contacts are detailed; elsewhere there is one a pair.
template <int D>
template <class Visit>
void PairForces<D>::for_each_pair(Visit&& visit) {
  const Contacts<D>& contacts = graph.contacts;
  const auto same = [&](std::size_t a, std::size_t b) {
    return contacts.detailed && contacts.first[a] == contacts.first[b] && contacts.second[a] == contacts.second[b] &&
           contacts.image[a] == contacts.image[b];
  };
  parallel_for(contacts.size(), [&](std::size_t begin) {
    if (begin > 0 && same(begin - 1, begin)) {
      return;
    }
    std::size_t end = begin + 1;
    while (end < contacts.size() && same(begin, end)) {
      ++end;
    }
    visit(begin, end);
  });
}

/// Of points that are as near as rounding can tell, as the corners of a box on a floor, none is chosen: they share the force, and those that are further
/// by no more than that have less of it.
template <int D>
void PairForces<D>::share_out(const World<D>& world) {
  constexpr double as_near = 1e-6;  // of a body
  const Contacts<D>& contacts = graph.contacts;
  share_.resize(contacts.size());
  for_each_pair([&](std::size_t begin, std::size_t end) {
    const double least = *std::min_element(contacts.gap.begin() + static_cast<std::ptrdiff_t>(begin),
                                           contacts.gap.begin() + static_cast<std::ptrdiff_t>(end));
    const double within = as_near * world.bodies.radius[static_cast<std::size_t>(contacts.first[begin])];
    double sum = 0.0;
    for (std::size_t c = begin; c < end; ++c) {
      share_[c] = std::max(0.0, 1.0 - (contacts.gap[c] - least) / within);
      sum += share_[c];
    }
    for (std::size_t c = begin; c < end; ++c) {
      share_[c] /= sum;
    }
  });
}

template <int D>
bool PairForces<D>::counts(const World<D>& world, std::size_t c, bool walls) const {
  return share_[c] > 0.0 && (walls || static_cast<std::size_t>(graph.contacts.second[c]) < world.bodies.size());
}

template <int D>
double PairForces<D>::radius_between(const World<D>& world, std::size_t c) const {
  const double curvature = curvature_of_first(world, graph.contacts, c) + curvature_of_second(world, graph.contacts, c);
  // Flat on flat: what the size of the body allows.
  return 2.0 / std::max(curvature, 1.0 / world.bodies.radius[static_cast<std::size_t>(graph.contacts.first[c])]);
}

template <int D>
void PairForces<D>::add(const World<D>& world, double sticking, std::vector<Vec<D>>& force,
                        std::vector<Spin<D>>& torque) {
  const Contacts<D>& contacts = graph.contacts;
  const std::size_t n = world.bodies.size();
  along_.resize(contacts.size());
  parallel_for(contacts.size(), [&](std::size_t c) {
    const double gap = contacts.gap[c];
    along_[c] = 0.0;
    if (aggregation && counts(world, c, aggregation->walls) && gap < aggregation->range()) {
      along_[c] += sticking * aggregation->force(gap);
    }
    if (repulsion && counts(world, c, repulsion->walls)) {
      along_[c] += repulsion->force(gap);
    }
    if (contacts.potential[c] != 0.0) {
      along_[c] += capillary->force(gap, radius_between(world, c));
    }
    along_[c] *= share_[c];
  });
  ends_.sort(2 * contacts.size(), n, [&](std::size_t end) {
    const std::size_t c = end / 2;
    return along_[c] == 0.0 ? n : static_cast<std::size_t>(end % 2 == 0 ? contacts.first[c] : contacts.second[c]);
  });
  parallel_for(n, [&](std::size_t i) {
    for (const std::int32_t end : ends_.items(i)) {
      const auto c = static_cast<std::size_t>(end / 2);
      const Vec<D> pushed = (end % 2 == 0 ? -along_[c] : along_[c]) * contacts.normal[c];
      force[i] += pushed;
      if (contacts.detailed) {
        const Vec<D>& local = end % 2 == 0 ? contacts.local_first[c] : contacts.local_second[c];
        torque[i] += moment(world.bodies.orientation[i].apply(local), pushed);
      }
    }
  });
}

template <int D>
void PairForces<D>::add_to_obstacles(const World<D>& world, std::vector<Vec<D>>& force,
                                     std::vector<Spin<D>>& torque) const {
  const Contacts<D>& contacts = graph.contacts;
  for (std::size_t c = contacts.pairs; c < along_.size(); ++c) {
    const std::size_t k = static_cast<std::size_t>(contacts.second[c]) - world.bodies.size();
    const Vec<D> pushed = along_[c] * contacts.normal[c];
    const Vec<D> arm = world.obstacles[k].pose.orientation.apply(graph.footprints()[c - contacts.pairs].point);
    force[k] += pushed;
    torque[k] += moment(arm, pushed);
  }
}

template <int D>
double PairForces<D>::potential(const World<D>& world) const {
  const Contacts<D>& contacts = graph.contacts;
  std::vector<Sum> scratch;
  return reduce_blocks(contacts.size(), scratch,
                       [&](std::size_t begin, std::size_t end, Sum& sum) {
                         for (std::size_t c = begin; c < end; ++c) {
                           const double gap = separation(world, contacts, c).distance;
                           double stored = 0.0;
                           if (aggregation && counts(world, c, aggregation->walls) && gap < aggregation->range()) {
                             stored += aggregation->potential(gap);
                           }
                           if (repulsion && counts(world, c, repulsion->walls)) {
                             stored += repulsion->potential(gap);
                           }
                           if (contacts.potential[c] != 0.0 && gap <= capillary->range()) {
                             stored += capillary->potential(gap, radius_between(world, c));
                           }
                           sum.value += share_[c] * stored;
                         }
                       })
      .value;
}

template <int D>
std::int64_t PairForces<D>::bridges() const {
  const std::vector<double>& bridged = graph.contacts.potential;
  double count = 0.0;  // of what points share
  for (std::size_t c = 0; c < bridged.size(); ++c) {
    count += bridged[c] != 0.0 ? share_[c] : 0.0;
  }
  return std::llround(count);
}

template class PairForces<2>;
template class PairForces<3>;

}  // namespace gluey
