#include "scene/laws.hpp"

#include "scene/convert.hpp"
#include "scene/places.hpp"

#include <gluey/errors.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>

namespace gluey::scene {
namespace {

FilmOptions to_film(const Lubrication& film, double mean_radius) {
  return {.viscosity = film.viscosity,
          .normal = film.resistance.value_or(0.0),
          .tangential = film.tangential_resistance.value_or(0.0),
          .shears = film.tangential,
          .range = film.automatic_range ? mean_radius : film.range,
          .floor = film.floor,
          .threshold_constant = film.threshold_constant};
}

LawOptions to_law(const ContactLaw& law, double mean_radius) {
  LawOptions options;
  constexpr std::array kinds = {LawKind::inelastic,      LawKind::gluey,       LawKind::friction,
                                LawKind::gluey_friction, LawKind::lubrication, LawKind::lubricated};
  options.kind = kinds[static_cast<std::size_t>(law.law)];
  options.gamma_min = law.gamma_min.value_or(-infinity);
  options.viscosity = law.viscosity;
  options.reference_length = law.reference_length;
  options.release = law.release == ContactLaw::Release::exact ? Release::exact : Release::lagged;
  options.scaling = law.scaling == ContactLaw::Scaling::unit ? Scaling::unit : Scaling::radius;
  options.friction = law.friction;
  options.model = law.model == ContactLaw::Model::coulomb ? FrictionModel::coulomb : FrictionModel::convex;
  options.rolling = law.rubs() ? law.rolling : 0.0;
  options.restitution = law.bounces() ? law.restitution : 0.0;
  options.restitution_velocity = law.restitution_velocity;
  if (law.lubrication) {
    options.film = to_film(*law.lubrication, mean_radius);
  }
  return options;
}

template <int D>
double mean_radius(const World<D>& world) {
  const std::vector<double>& radius = world.bodies.radius;
  return std::accumulate(radius.begin(), radius.end(), 0.0) /
         static_cast<double>(std::max<std::size_t>(radius.size(), 1));
}

/// Surfaces of one material. Bodies of an earlier result bring their materials along, so that this is known only now.
struct Surfaces {
  std::size_t bodies = 0;
  double roughest_body = 0.0, roughest_obstacle = 0.0;
  bool obstacle = false;
};

template <int D>
std::vector<Surfaces> surfaces_of(const World<D>& world) {
  std::vector<Surfaces> surfaces(world.materials.size());
  for (std::size_t i = 0; i < world.bodies.size(); ++i) {
    Surfaces& own = surfaces[static_cast<std::size_t>(world.bodies.material[i])];
    ++own.bodies;
    own.roughest_body = std::max(own.roughest_body, world.bodies.roughness[i]);
  }
  for (const gluey::Obstacle<D>& obstacle : world.obstacles) {
    Surfaces& own = surfaces[static_cast<std::size_t>(obstacle.material)];
    own.obstacle = true;
    own.roughest_obstacle = std::max(own.roughest_obstacle, obstacle.roughness);
  }
  return surfaces;
}

/// The largest roughness that meets between two materials; obstacles do not meet each other.
double roughest_meeting(const Surfaces& a, const Surfaces& b) {
  double roughness = 0.0;
  if (a.bodies > 0 && b.bodies > 0 && (&a != &b || a.bodies > 1)) {
    roughness = a.roughest_body + b.roughest_body;
  }
  if (a.bodies > 0 && b.obstacle) {
    roughness = std::max(roughness, a.roughest_body + b.roughest_obstacle);
  }
  if (a.obstacle && b.bodies > 0) {
    roughness = std::max(roughness, a.roughest_obstacle + b.roughest_body);
  }
  return roughness;
}

std::string table_of(const Contact& contact, const std::string& a, const std::string& b) {
  for (std::size_t k = 0; k < contact.between.size(); ++k) {
    const auto& [first, second] = contact.between[k].materials;
    if ((first == a && second == b) || (first == b && second == a)) {
      return fmt::format("contact.between[{}]", k);
    }
  }
  return "contact";
}

/// γ_min > 0 would mean asperities larger than the reference length; that of lubricated contacts is their threshold.
template <int D>
void check_roughness(const LawTable& laws, const Contact& contact, const World<D>& world, const Places& places) {
  const std::vector<Surfaces> surfaces = surfaces_of(world);
  for (std::size_t a = 0; a < surfaces.size(); ++a) {
    for (std::size_t b = a; b < surfaces.size(); ++b) {
      const LawOptions& law = laws.between(a, b);
      const double roughness = roughest_meeting(surfaces[a], surfaces[b]);
      if (law.glues() && !law.lubricates() && law.viscosity && roughness > law.reference_length) {
        throw SceneError({places.problem(
            table_of(contact, world.materials[a], world.materials[b]) + ".reference_length",
            fmt::format(
                "found {}, must be >= {}, the roughness of materials \"{}\" and \"{}\" together (else gamma_min "
                "> 0)",
                law.reference_length, roughness, world.materials[a], world.materials[b]))});
      }
    }
  }
}

}  // namespace

template <int D>
LawTable make_laws(const Contact& contact, World<D>& world, const Places& places) {
  const auto material = [&](const std::string& name) {
    return static_cast<std::size_t>(index_of(world.materials, name));
  };
  for (const ContactBetween& between : contact.between) {
    material(between.materials[0]);
    material(between.materials[1]);
  }
  const double radius = mean_radius(world);
  LawTable laws(world.materials.size(), to_law(contact.law, radius));
  for (const ContactBetween& between : contact.between) {
    laws.set(material(between.materials[0]), material(between.materials[1]), to_law(between.law, radius));
  }
  check_roughness(laws, contact, world, places);
  return laws;
}

template LawTable make_laws<2>(const Contact&, World<2>&, const Places&);
template LawTable make_laws<3>(const Contact&, World<3>&, const Places&);

}  // namespace gluey::scene
