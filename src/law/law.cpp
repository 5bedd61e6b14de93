#include "law/law.hpp"

#include "core/parallel.hpp"
#include "law/film.hpp"
#include "proximity/separation.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace gluey {
namespace {

/// Whether a potential is γ_min, or below it, but for what rounding leaves of sums and pulls.
bool is_at(double potential, double limit) { return potential <= (1.0 - 1e-12) * limit; }

/// What a law needs to know of one side of a contact.
struct Side {
  double curvature;  ///< 1/r; 0 for an obstacle that is not round
  double roughness;
  std::int32_t material;
};

template <int D>
Side second_side(const World<D>& world, const Contacts<D>& contacts, std::size_t c) {
  const auto second = static_cast<std::size_t>(contacts.second[c]);
  const std::size_t n = world.bodies.size();
  const double curvature = curvature_of_second(world, contacts, c);
  if (second < n) {
    return {curvature, world.bodies.roughness[second], world.bodies.material[second]};
  }
  const Obstacle<D>& obstacle = world.obstacles[second - n];
  return {curvature, obstacle.roughness, obstacle.material};
}

template <int D>
Side first_side(const World<D>& world, const Contacts<D>& contacts, std::size_t c) {
  const auto first = static_cast<std::size_t>(contacts.first[c]);
  return {curvature_of_first(world, contacts, c), world.bodies.roughness[first], world.bodies.material[first]};
}

/// R: (r_i + r_j)²/(r_i² r_j²) = (1/r_i + 1/r_j)².
double scale(const LawOptions& law, const Side& a, const Side& b) {
  const double curvature = a.curvature + b.curvature;
  const bool unit = law.kind == LawKind::lubricated ? !law.film.viscosity.has_value() : law.scaling == Scaling::unit;
  return unit ? 1.0 : curvature * curvature;
}

/// γ_min.
double limit(const LawOptions& law, const Side& a, const Side& b, double threshold) {
  if (law.kind == LawKind::lubricated) {
    return std::min(0.0, film_potential(law.film) * std::log((a.roughness + b.roughness) / threshold));
  }
  return law.viscosity ? potential_limit(*law.viscosity, a.roughness + b.roughness, law.reference_length)
                       : law.gamma_min;
}

}  // namespace

double potential_limit(double viscosity, double roughness, double reference_length) {
  return 6.0 * std::numbers::pi * viscosity * std::log(roughness / reference_length);
}

template <int D>
const LawOptions& law_of(const LawTable& laws, const World<D>& world, const Contacts<D>& contacts, std::size_t c) {
  return laws.between(static_cast<std::size_t>(first_side(world, contacts, c).material),
                      static_cast<std::size_t>(second_side(world, contacts, c).material));
}

template <int D>
double potential_scale(const LawTable& laws, const World<D>& world, const Contacts<D>& contacts, std::size_t c) {
  const Side a = first_side(world, contacts, c);
  const Side b = second_side(world, contacts, c);
  return scale(laws.between(static_cast<std::size_t>(a.material), static_cast<std::size_t>(b.material)), a, b);
}

template <int D>
void contact_sets(const LawTable& laws, const World<D>& world, const Contacts<D>& contacts,
                  const std::vector<double>& thresholds, std::vector<ContactSet>& sets) {
  sets.resize(contacts.size());
  const bool rubs = contacts.rubs;
  parallel_for(contacts.size(), [&](std::size_t c) {
    const double potential = contacts.potential[c];
    sets[c] = {};
    if (!rubs && potential == 0.0) {
      return;
    }
    const Side a = first_side(world, contacts, c);
    const Side b = second_side(world, contacts, c);
    const LawOptions& law = laws.between(static_cast<std::size_t>(a.material), static_cast<std::size_t>(b.material));
    if (potential < 0.0) {
      sets[c].lower =
          law.release == Release::exact ? potential / scale(law, a, b) : -std::numeric_limits<double>::infinity();
    }
    const bool rubs_at_limit = law.rubs() && law.kind != LawKind::friction;
    if (law.kind == LawKind::friction ||
        (rubs_at_limit && is_at(potential, limit(law, a, b, thresholds.empty() ? 0.0 : thresholds[c])))) {
      sets[c].rub(law.friction, law.rolling, law.model == FrictionModel::coulomb);
    }
  });
}

template <int D>
void bouncing_gaps(const LawTable& laws, const World<D>& world, const Contacts<D>& contacts, double step,
                   const std::vector<double>& approach, const std::vector<double>& free,
                   const std::vector<double>& carried, std::vector<double>& gap) {
  parallel_for(contacts.size(), [&](std::size_t c) {
    const LawOptions& law = law_of(laws, world, contacts, c);
    // Gaps are measured to where the obstacle will be: `carried` is already in them.
    if (law.restitution > 0.0 && approach[c] < -law.restitution_velocity &&
        contacts.gap[c] + step * (free[c] - carried[c]) < 0.0) {
      gap[c] = step * (carried[c] + law.restitution * approach[c]);
    }
  });
}

template <int D>
void update_potentials(const LawTable& laws, const World<D>& world, const std::vector<double>& thresholds,
                       Contacts<D>& contacts) {
  parallel_for(contacts.size(), [&](std::size_t c) {
    const Side a = first_side(world, contacts, c);
    const Side b = second_side(world, contacts, c);
    const LawOptions& law = laws.between(static_cast<std::size_t>(a.material), static_cast<std::size_t>(b.material));
    const double r = scale(law, a, b);
    if (!law.glues() || contacts.impulse[c] <= contacts.potential[c] / r) {
      contacts.potential[c] = 0.0;
      return;
    }
    const double potential = contacts.potential[c] - r * contacts.impulse[c];
    const double least = limit(law, a, b, thresholds.empty() ? 0.0 : thresholds[c]);
    // Asperities that touch do not part for an impulse that is nothing but rounding: what rubs asks whether the two are equal.
    contacts.potential[c] = is_at(potential, least) ? least : std::min(0.0, potential);
  });
}

template const LawOptions& law_of<2>(const LawTable&, const World<2>&, const Contacts<2>&, std::size_t);
template const LawOptions& law_of<3>(const LawTable&, const World<3>&, const Contacts<3>&, std::size_t);
template double potential_scale<2>(const LawTable&, const World<2>&, const Contacts<2>&, std::size_t);
template double potential_scale<3>(const LawTable&, const World<3>&, const Contacts<3>&, std::size_t);
template void contact_sets<2>(const LawTable&, const World<2>&, const Contacts<2>&, const std::vector<double>&,
                              std::vector<ContactSet>&);
template void contact_sets<3>(const LawTable&, const World<3>&, const Contacts<3>&, const std::vector<double>&,
                              std::vector<ContactSet>&);
template void bouncing_gaps<2>(const LawTable&, const World<2>&, const Contacts<2>&, double, const std::vector<double>&,
                               const std::vector<double>&, const std::vector<double>&, std::vector<double>&);
template void bouncing_gaps<3>(const LawTable&, const World<3>&, const Contacts<3>&, double, const std::vector<double>&,
                               const std::vector<double>&, const std::vector<double>&, std::vector<double>&);
template void update_potentials<2>(const LawTable&, const World<2>&, const std::vector<double>&, Contacts<2>&);
template void update_potentials<3>(const LawTable&, const World<3>&, const std::vector<double>&, Contacts<3>&);

}  // namespace gluey
