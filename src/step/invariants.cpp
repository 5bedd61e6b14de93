#include "step/invariants.hpp"

#include "core/expect.hpp"
#include "core/parallel.hpp"

#include <algorithm>
#include <cmath>

namespace gluey {
namespace {

/// Of directions, quaternions and cones: rounding of what made them.
constexpr double of_rounding = 1e-9;

template <int D>
std::string name_of(const Contacts<D>& contacts, std::size_t c) {
  return fmt::format("contact {} of {} and {}", c, contacts.first[c], contacts.second[c]);
}

[[maybe_unused]] double off_unit(const Rotation<2>& /*rotation*/) { return 0.0; }
[[maybe_unused]] double off_unit(const Rotation<3>& rotation) {
  return std::abs(rotation.quaternion.squaredNorm() - 1.0);
}

}  // namespace

template <int D>
void expect_found(const World<D>& world, const Contacts<D>& contacts, const char* stage) {
  if constexpr (expectations_checked) {
    const std::size_t n = world.bodies.size(), count = contacts.size();
    Contacts<D>::for_each_column([&]<class Column>(const Column& column) {
      GLUEY_EXPECT((contacts.*Column::member).size() == (contacts.has(Column::of) ? count : 0), "{}: column {} has {}",
                   stage, column.label.name, (contacts.*Column::member).size());
    });
    GLUEY_EXPECT(contacts.pairs <= count, "{}: {} pairs of {} contacts", stage, contacts.pairs, count);
    parallel_for(count, [&](std::size_t c) {
      const auto first = static_cast<std::size_t>(contacts.first[c]);
      const auto second = static_cast<std::size_t>(contacts.second[c]);
      const std::size_t least = first + (contacts.detailed ? 0 : 1);  // an image of itself
      GLUEY_EXPECT(first < n && (c < contacts.pairs ? least <= second && second < n
                                                    : second >= n && second < n + world.obstacles.size()),
                   "{}: {} with {} bodies and {} obstacles", stage, name_of(contacts, c), n, world.obstacles.size());
      GLUEY_EXPECT(world.bodies.here(first) && (second >= n || world.bodies.here(second)), "{}: {}, who is not here",
                   stage, name_of(contacts, c));
      GLUEY_EXPECT(c == 0 || contact_key(contacts, c - 1) < contact_key(contacts, c) ||
                       (contacts.detailed && contact_key(contacts, c - 1) == contact_key(contacts, c)),
                   "{}: {} comes after {}", stage, name_of(contacts, c), name_of(contacts, c - 1));
      GLUEY_EXPECT(std::abs(contacts.normal[c].squaredNorm() - 1.0) <= of_rounding, "{}: {} has a normal of length {}",
                   stage, name_of(contacts, c), contacts.normal[c].norm());
      GLUEY_EXPECT(std::isfinite(contacts.gap[c]), "{}: {} has the gap {}", stage, name_of(contacts, c),
                   contacts.gap[c]);
    });
  }
}

template <int D>
void expect_posed(const Contacts<D>& contacts, const std::vector<ContactSet>& sets, const std::vector<double>& gap) {
  if constexpr (expectations_checked) {
    GLUEY_EXPECT(sets.size() == contacts.size() && gap.size() == contacts.size(), "{} sets and {} gaps of {} contacts",
                 sets.size(), gap.size(), contacts.size());
    parallel_for(contacts.size(), [&](std::size_t c) {
      const ContactSet& set = sets[c];
      GLUEY_EXPECT(set.lower <= 0.0, "{} has the bound {}", name_of(contacts, c), set.lower);
      GLUEY_EXPECT(set.friction >= 0.0 && std::isfinite(set.friction) && set.shift >= 0.0 && set.shift <= set.friction,
                   "{} has the friction {} with the shift {}", name_of(contacts, c), set.friction, set.shift);
      GLUEY_EXPECT(set.rolling >= 0.0 && std::isfinite(set.rolling) && set.rolling_shift >= 0.0 &&
                       set.rolling_shift <= set.rolling,
                   "{} resists rolling by {} with the shift {}", name_of(contacts, c), set.rolling, set.rolling_shift);
    });
  }
}

template <int D>
void expect_solved(const World<D>& world, const Contacts<D>& contacts, const std::vector<ContactSet>& sets,
                   double tolerance) {
  if constexpr (expectations_checked) {
    parallel_for(contacts.size(), [&](std::size_t c) {
      const auto first = static_cast<std::size_t>(contacts.first[c]);
      const ContactSet& set = sets[c];
      const double p = contacts.impulse[c], push = std::max(0.0, p);
      const double slack = 1e-6 * tolerance * world.bodies.mass[first] + of_rounding * std::abs(p);
      GLUEY_EXPECT(!(p < set.lower - slack), "{} has the impulse {}, its bound is {}", name_of(contacts, c), p,
                   set.lower);
      if (contacts.rubs) {
        const double across = contacts.friction[c].norm(), moment = contacts.moment[c].norm();
        GLUEY_EXPECT(!(across > set.friction * push + slack), "{} has friction {} with the impulse {} and μ {}",
                     name_of(contacts, c), across, p, set.friction);
        GLUEY_EXPECT(!(moment > set.rolling * push + slack * world.bodies.radius[first]),
                     "{} has the moment {} with the impulse {} and μ_r {}", name_of(contacts, c), moment, p,
                     set.rolling);
        GLUEY_EXPECT(!(std::abs(contacts.friction[c].dot(contacts.normal[c])) > slack + of_rounding * across),
                     "{} has friction along its normal", name_of(contacts, c));
      }
    });
  }
}

template <int D>
void expect_advanced(const World<D>& world, const Contacts<D>& contacts) {
  if constexpr (expectations_checked) {
    const Bodies<D>& bodies = world.bodies;
    parallel_for(bodies.size(), [&](std::size_t i) {
      GLUEY_EXPECT(!(off_unit(bodies.orientation[i]) > of_rounding), "{} has an orientation of length {}",
                   bodies.describe(i), 1.0 + off_unit(bodies.orientation[i]));
    });
    parallel_for(contacts.size(), [&](std::size_t c) {
      GLUEY_EXPECT(!(contacts.potential[c] > 0.0), "{} has the potential {}", name_of(contacts, c),
                   contacts.potential[c]);
    });
  }
}

template void expect_found<2>(const World<2>&, const Contacts<2>&, const char*);
template void expect_found<3>(const World<3>&, const Contacts<3>&, const char*);
template void expect_posed<2>(const Contacts<2>&, const std::vector<ContactSet>&, const std::vector<double>&);
template void expect_posed<3>(const Contacts<3>&, const std::vector<ContactSet>&, const std::vector<double>&);
template void expect_solved<2>(const World<2>&, const Contacts<2>&, const std::vector<ContactSet>&, double);
template void expect_solved<3>(const World<3>&, const Contacts<3>&, const std::vector<ContactSet>&, double);
template void expect_advanced<2>(const World<2>&, const Contacts<2>&);
template void expect_advanced<3>(const World<3>&, const Contacts<3>&);

}  // namespace gluey
