#include "step/own_law.hpp"

#include "core/flat.hpp"
#include "core/parallel.hpp"

#include <gluey/errors.hpp>

#include <fmt/format.h>

#include <cmath>
#include <string>
#include <string_view>

namespace gluey {
namespace {

template <int D>
std::string second_of(const World<D>& world, const Contacts<D>& contacts, std::size_t c) {
  const auto second = static_cast<std::size_t>(contacts.second[c]);
  const std::size_t n = world.bodies.size();
  if (second < n) {
    return world.bodies.describe(second);
  }
  const std::string& name = world.obstacles[second - n].name;
  return fmt::format("obstacle {}{}", second - n, name.empty() ? "" : fmt::format(" ({})", name));
}

/// Throws where a number is not what it must be.
template <int D, class May>
void check(const World<D>& world, const Contacts<D>& contacts, const std::vector<double>& numbers, May&& may,
           std::string_view what) {
  for (std::size_t c = 0; c < numbers.size(); ++c) {
    if (!may(numbers[c])) {
      throw Error(fmt::format("step {}: the law gives {} between {} and {}; {}", world.step + 1, numbers[c],
                              world.bodies.describe(static_cast<std::size_t>(contacts.first[c])),
                              second_of(world, contacts, c), what));
    }
  }
}

bool pulls(double bound) { return bound <= 0.0; }

}  // namespace

template <int D>
StepContacts OwnLaw<D>::seen(const World<D>& world, const Contacts<D>& contacts, double h) const {
  StepContacts shown;
  shown.dimension = D;
  shown.time = world.time;
  shown.step = h;
  shown.bodies = world.bodies.size();
  shown.first = contacts.first;
  shown.second = contacts.second;
  shown.normal = flat(contacts.normal);
  shown.gap = contacts.gap;
  shown.velocity = flat(velocity_);
  shown.gamma = gamma_;
  shown.impulse = contacts.impulse;
  return shown;
}

template <int D>
void OwnLaw<D>::bound(const LawTable& laws, const World<D>& world, const Contacts<D>& contacts, Surfaces<D>& surfaces,
                      double h, std::vector<ContactSet>& sets) {
  surfaces.relative(world, contacts, velocity_);
  gamma_ = contacts.potential;
  if (!functions.bounds) {
    return;
  }
  lower_.resize(sets.size());
  friction_.resize(contacts.rubs ? sets.size() : 0);
  parallel_for(sets.size(), [&](std::size_t c) {
    lower_[c] = sets[c].lower;
    if (contacts.rubs) {
      friction_[c] = sets[c].friction;
    }
  });
  functions.bounds(seen(world, contacts, h), lower_, friction_);
  check(world, contacts, lower_, pulls, "a lower bound must be ≤ 0");
  check(
      world, contacts, friction_, [](double mu) { return mu >= 0.0 && std::isfinite(mu); },
      "friction must be ≥ 0 and finite");
  parallel_for(sets.size(), [&](std::size_t c) {
    sets[c].lower = lower_[c];
    if (contacts.rubs && friction_[c] != sets[c].friction) {
      const LawOptions& law = law_of(laws, world, contacts, c);
      sets[c].rub(friction_[c], sets[c].rolling, law.model == FrictionModel::coulomb);
    }
  });
}

template <int D>
void OwnLaw<D>::update(const World<D>& world, double h, Contacts<D>& contacts) {
  if (!functions.potentials) {
    return;
  }
  functions.potentials(seen(world, contacts, h), contacts.potential);
  check(world, contacts, contacts.potential, pulls, "a potential must be ≤ 0");
}

template class OwnLaw<2>;
template class OwnLaw<3>;

}  // namespace gluey
