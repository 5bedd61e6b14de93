// Laws between materials.

#include "scene/check.hpp"
#include "scene/wording.hpp"
#include "solver/table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace gluey::scene {
namespace {

/// Bodies or obstacles of one material, with the roughness of the smoothest and the roughest.
struct Surface {
  std::string material;
  bool obstacle = false;
  std::size_t count = 0;
  double smoothest = infinity, roughest = 0.0;
};

void add(std::vector<Surface>& surfaces, const std::string& material, bool obstacle, std::size_t count,
         double roughness) {
  auto surface = std::find_if(surfaces.begin(), surfaces.end(), [&](const Surface& known) {
    return known.material == material && known.obstacle == obstacle;
  });
  if (surface == surfaces.end()) {
    surface = surfaces.insert(surface, {.material = material, .obstacle = obstacle});
  }
  surface->count += count;
  surface->smoothest = std::min(surface->smoothest, roughness);
  surface->roughest = std::max(surface->roughest, roughness);
}

std::vector<Surface> surfaces_of(const Scene& scene) {
  std::vector<Surface> surfaces;
  for (const Body& body : scene.body) {
    add(surfaces, body.material, false, 1, body.roughness);
  }
  for (const Bodies& bodies : scene.bodies) {
    // How many a file holds is not known here; two stand for many.
    add(surfaces, bodies.material, false, bodies.count > 0 ? static_cast<std::size_t>(bodies.count) : 2,
        bodies.roughness);
  }
  for (const Obstacle& obstacle : scene.obstacle) {
    add(surfaces, obstacle.material, true, 1, obstacle.roughness);
  }
  return surfaces;
}

/// Where the law of two materials stands, and the law.
std::pair<std::string, const ContactLaw*> law_between(const Contact& contact, const std::string& a,
                                                      const std::string& b) {
  for (std::size_t i = 0; i < contact.between.size(); ++i) {
    const auto& [first, second] = contact.between[i].materials;
    if ((first == a && second == b) || (first == b && second == a)) {
      return {fmt::format("contact.between[{}]", i), &contact.between[i].law};
    }
  }
  return {"contact", &contact.law};
}

/// γ_min = 6πμ ln((r_is + r_js)/ℓ) must exist and be ≤ 0. Lubricated contacts have their threshold for ℓ.
void check_viscosity(const std::string& path, const ContactLaw& law, const Surface& a, const Surface& b,
                     Problems& problems) {
  if (!law.glues() || law.lubricates() || !law.viscosity) {
    return;
  }
  const std::string pair = fmt::format("materials {} and {}", in_quotes(a.material), in_quotes(b.material));
  if (a.smoothest + b.smoothest <= 0.0) {
    problems.report(path + ".viscosity",
                    fmt::format("{} meet without roughness; give one of them roughness > 0, or gamma_min here", pair));
  } else if (a.roughest + b.roughest > law.reference_length) {
    problems.report(path + ".reference_length",
                    fmt::format("found {}, must be >= {}, the roughness of {} together (else gamma_min > 0)",
                                law.reference_length, a.roughest + b.roughest, pair));
  }
}

void check_viscosities(const Scene& scene, Problems& problems) {
  const std::vector<Surface> surfaces = surfaces_of(scene);
  for (std::size_t i = 0; i < surfaces.size(); ++i) {
    for (std::size_t j = i; j < surfaces.size(); ++j) {
      const bool meet = !(surfaces[i].obstacle && surfaces[j].obstacle) && (i != j || surfaces[i].count > 1);
      if (meet) {
        const auto [path, law] = law_between(scene.contact, surfaces[i].material, surfaces[j].material);
        check_viscosity(path, *law, surfaces[i], surfaces[j], problems);
      }
    }
  }
}

void check_materials(const Scene& scene, Problems& problems) {
  std::set<std::string> names;
  for (const Surface& surface : surfaces_of(scene)) {
    names.insert(in_quotes(surface.material));
  }
  // Bodies of an earlier result bring their materials along; they are not known here.
  const bool all_known = std::none_of(scene.bodies.begin(), scene.bodies.end(), [](const Bodies& bodies) {
    return bodies.file.ends_with(".h5") || bodies.file.ends_with(".hdf5");
  });
  std::set<std::pair<std::string, std::string>> seen;
  for (std::size_t i = 0; i < scene.contact.between.size(); ++i) {
    const std::string path = fmt::format("contact.between[{}].materials", i);
    if (!problems.clean(path)) {
      continue;
    }
    const auto& materials = scene.contact.between[i].materials;
    for (std::size_t k = 0; k < materials.size() && all_known; ++k) {
      if (!names.contains(in_quotes(materials[k]))) {
        problems.report(fmt::format("{}[{}]", path, k),
                        fmt::format("found {}, which no body or obstacle is made of; there are: {}",
                                    in_quotes(materials[k]), listed({names.begin(), names.end()})));
      }
    }
    if (!seen.insert(std::minmax(materials[0], materials[1])).second) {
      problems.report(path, fmt::format("found {} and {} again, must be given once", in_quotes(materials[0]),
                                        in_quotes(materials[1])));
    }
  }
}

/// Keys that say nothing with the law they stand beside. Those taken over from [contact] may stay.
void check_options(const std::string& path, const ContactLaw& law, const ContactLaw& usual, Problems& problems) {
  if (!law.bounces() && law.restitution > 0.0 && law.restitution != usual.restitution) {
    problems.report(path + ".restitution", fmt::format("found {}, but {} contacts do not bounce", law.restitution,
                                                       law.lubricates() ? "lubricated" : "gluey"));
  }
  if (!law.rubs() && law.rolling > 0.0 && law.rolling != usual.rolling) {
    problems.report(path + ".rolling",
                    fmt::format("found {}, but only contacts with friction resist rolling", law.rolling));
  }
}

bool misses_film(const ContactLaw& law) {
  const auto& film = law.lubrication;
  return law.lubricates() && !(film && (film->viscosity || film->resistance));
}

/// A film that resists, known in one way. What is missing in [contact] is reported there only.
void check_film(const std::string& path, const ContactLaw& law, const ContactLaw& usual, Problems& problems) {
  const auto& film = law.lubrication;
  if (misses_film(law) && !misses_film(usual)) {
    const std::string_view name = law.law == ContactLaw::Law::lubrication ? "lubrication" : "lubricated";
    problems.report(path + ".lubrication",
                    !film ? fmt::format(R"(missing; law = "{}" needs a table with "viscosity" or "resistance")", name)
                    : film->tangential_resistance ? R"(missing "resistance", which goes with "tangential_resistance")"
                                                  : R"(missing one of "viscosity" and "resistance")");
  }
  if (film && film->viscosity && film->tangential_resistance) {
    problems.report(path + ".lubrication.tangential_resistance",
                    fmt::format("found {}, but it follows from viscosity = {} of [contact]; only with resistance",
                                *film->tangential_resistance, *film->viscosity));
  }
}

/// The threshold of lubricated contacts is chosen for one length of the step.
void check_threshold(const Scene& scene, Problems& problems) {
  const auto lubricated = [](const ContactLaw& law) { return law.law == ContactLaw::Law::lubricated; };
  const bool any = lubricated(scene.contact.law) ||
                   std::any_of(scene.contact.between.begin(), scene.contact.between.end(),
                               [&](const ContactBetween& between) { return lubricated(between.law); });
  if (any && scene.time.automatic && !(scene.time.step_min > 0.0)) {
    problems.report("time.step_min", R"(missing; with law = "lubricated" it sets the distance at which contacts hold)");
  }
}

void check_laws(const Scene& scene, Problems& problems) {
  check_threshold(scene, problems);
  const Contact& contact = scene.contact;
  bool rubs = contact.law.rubs();
  check_options("contact", contact.law, {}, problems);
  check_film("contact", contact.law, {}, problems);
  for (std::size_t i = 0; i < contact.between.size(); ++i) {
    const std::string path = fmt::format("contact.between[{}]", i);
    check_options(path, contact.between[i].law, contact.law, problems);
    check_film(path, contact.between[i].law, contact.law, problems);
    rubs = rubs || contact.between[i].law.rubs();
  }
  if (!problems.clean("solver")) {
    return;
  }
  const std::string& method = scene.solver.method;
  if (rubs && !solver::handles_friction(method)) {
    problems.report("solver.method", fmt::format("found {}, which does not solve friction; available: {}",
                                                 in_quotes(method), solver::methods_with_friction()));
  } else if (!rubs && !solver::handles_no_friction(method)) {
    problems.report("solver.method", fmt::format("found {}, which solves friction only; available: {}",
                                                 in_quotes(method), solver::methods_without_friction()));
  }
}

}  // namespace

void check_contacts(const Scene& scene, Problems& problems) {
  check_materials(scene, problems);
  // With wrong bodies or laws there would be wrong conclusions.
  if (problems.clean("contact") && problems.clean("body") && problems.clean("bodies") && problems.clean("obstacle")) {
    check_viscosities(scene, problems);
    check_laws(scene, problems);
  }
}

}  // namespace gluey::scene
