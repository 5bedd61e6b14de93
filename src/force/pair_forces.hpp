#pragma once
// Short-range forces between surfaces, each a function of the gap, along the normal. They use the candidates of the contact
// search and a contact graph of their own, which reaches as far as they do: the contacts that the step problem is about stay
// those that may touch. Two bodies, or a body and an obstacle, act on each other once, where they are nearest; where several points are, these share the force.
//
// Their graph carries over from step to step which pairs have a capillary bridge: contacts' `potential` is 1 there.

#include "core/counting_sort.hpp"
#include "force/aggregation.hpp"
#include "force/capillary.hpp"
#include "force/repulsion.hpp"
#include "proximity/contact_graph.hpp"

#include <optional>
#include <vector>

namespace gluey {

template <int D>
class PairForces {
 public:
  std::optional<Aggregation> aggregation;
  std::optional<Capillary> capillary;
  std::optional<Repulsion> repulsion;

  [[nodiscard]] bool any() const { return aggregation || capillary || repulsion; }
  /// The largest gap at which one of them acts.
  [[nodiscard]] double range() const;

  /// Measures the gaps between those that the candidates hold; bridges form and break.
  void find(const World<D>& world, const Candidates<D>& candidates, const Ranges& ranges);

  /// What the next step starts from: read() changes nothing, restore() then puts it in place.
  void save(const World<D>& world, State& state) const;
  [[nodiscard]] typename ContactGraph<D>::Kept read(State& state, const World<D>& world) const;
  void restore(const World<D>& world, typename ContactGraph<D>::Kept kept);

  /// Adds what acts on each body. Aggregation is weighed by `sticking`, see there.
  void add(const World<D>& world, double sticking, std::vector<Vec<D>>& force, std::vector<Spin<D>>& torque);
  /// What acts on obstacle k, and about its position; as add() found it.
  void add_to_obstacles(const World<D>& world, std::vector<Vec<D>>& force, std::vector<Spin<D>>& torque) const;

  /// What pushes the second of a pair away from the first; as add() found it.
  [[nodiscard]] Vec<D> between(std::size_t c) const { return along_[c] * graph.contacts.normal[c]; }
  /// At the present positions, of the pairs found last.
  [[nodiscard]] double potential(const World<D>& world) const;
  /// Capillary bridges there are.
  [[nodiscard]] std::int64_t bridges() const;

  ContactGraph<D> graph;

 private:
  template <class Visit>
  void for_each_pair(Visit&& visit);
  void share_out(const World<D>& world);
  [[nodiscard]] bool counts(const World<D>& world, std::size_t c, bool walls) const;
  [[nodiscard]] double radius_between(const World<D>& world, std::size_t c) const;

  std::vector<double> share_;  // of the force, that each of the points at which two are near has
  std::vector<double> along_;  // force along the normal
  SortedItems ends_;           // of contacts that push, by bodies
};

}  // namespace gluey
