// What a step starts from, in checkpoints: each owner has a group of its own. Laws and forces of users keep nothing here.

#include "step/stepper.hpp"
#include "world/world_state.hpp"

#include <optional>

namespace gluey {
namespace {

constexpr std::int64_t contacts_version = 1, steps_version = 1;

double take_length(StateReader& group, std::string_view field) {
  const auto length = group.take_one<double>(field);
  group.expect(field, 1, "a length of a step", [&](std::size_t) { return std::isfinite(length) && length >= 0.0; });
  return length;
}

}  // namespace

template <int D>
void Stepper<D>::save(State& state) const {
  save_world(world, state);
  StateGroup& steps = state.add("steps", steps_version);
  steps.put_one("last_length", "time", last_length);
  if (settings_.adaptive) {
    steps.put_one("planned_length", "time", planned_length);
  }
  graph.save(world, state.add("contacts", contacts_version));
  if (forces_.pairs.any()) {
    forces_.pairs.save(world, state);
  }
  if (films.any()) {
    films.save(world, state);
  }
}

template <int D>
void Stepper<D>::restore(State& state) {
  using Kept = typename ContactGraph<D>::Kept;
  WorldState<D> saved = read_world(state, world);
  StateReader steps = state.open("steps", steps_version);
  const double last = take_length(steps, "last_length");
  const double planned = settings_.adaptive ? take_length(steps, "planned_length") : planned_length;
  StateReader group = state.open("contacts", contacts_version);
  Kept contacts = graph.read(group, world);
  std::optional<Kept> of_pairs, of_films;
  if (forces_.pairs.any()) {
    of_pairs = forces_.pairs.read(state, world);
  }
  if (films.any()) {
    of_films = films.read(state, world);
  }
  state.expect_all_taken();

  // Nothing is refused from here on.
  restore_world(world, std::move(saved));
  last_length = last;
  planned_length = planned;
  invalidate();
  graph.restore(world, std::move(contacts.contacts), std::move(contacts.footprints));
  if (of_pairs) {
    forces_.pairs.restore(world, std::move(*of_pairs));
  }
  if (of_films) {
    films.restore(world, std::move(*of_films));
  }
}

template void Stepper<2>::save(State&) const;
template void Stepper<3>::save(State&) const;
template void Stepper<2>::restore(State&);
template void Stepper<3>::restore(State&);

}  // namespace gluey
