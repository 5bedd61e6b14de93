#include "scene/idle_keys.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace gluey::scene {
namespace {

using Laws = std::vector<const ContactLaw*>;

std::string_view name_of(ContactLaw::Law law) {
  constexpr std::array names = {"inelastic", "gluey", "friction", "gluey-friction", "lubrication", "lubricated"};
  return names[static_cast<std::size_t>(law)];
}

bool has_dry_friction(const ContactLaw& law) {
  return law.law == ContactLaw::Law::friction || law.law == ContactLaw::Law::gluey_friction ||
         law.law == ContactLaw::Law::lubricated;
}
/// A gluey contact rubs where its film is squeezed out, which that of smooth solids never is.
bool can_rub(const ContactLaw& law) {
  return has_dry_friction(law) &&
         (law.law != ContactLaw::Law::gluey_friction || law.viscosity.has_value() || law.gamma_min > -infinity);
}
/// The potential of lubricated contacts follows from their film and the roughness.
bool has_given_potential(const ContactLaw& law) { return law.glues() && !law.lubricates(); }
bool is_lubricated(const ContactLaw& law) { return law.law == ContactLaw::Law::lubricated; }
bool knows_roughness(const ContactLaw& law) {
  return is_lubricated(law) || (has_given_potential(law) && law.viscosity.has_value());
}

/// The keys of one table of laws.
class LawKeys {
 public:
  /// `users`: the laws that read this table; `usual`: what its keys are where it leaves them out.
  LawKeys(std::string path, const ContactLaw& law, const ContactLaw& usual, Laws users, std::vector<IdleKey>& found)
      : path_(std::move(path)), law_(law), usual_(usual), users_(std::move(users)), found_(found) {}

  void find() const {
    const ContactLaw& u = usual_;
    const std::string_view glue =
        law_.lubricates() ? "the potential of lubricated contacts follows from their film and the roughness" : "";
    check("gamma_min", has_given_potential, law_.gamma_min == u.gamma_min, glue,
          "only gluey contacts have a potential");
    check("viscosity", has_given_potential, law_.viscosity == u.viscosity,
          law_.lubricates() ? "the viscosity of the film is lubrication.viscosity" : "",
          "only gluey contacts have a potential");
    check(
        "reference_length", [](const ContactLaw& law) { return has_given_potential(law) && law.viscosity; },
        law_.reference_length == u.reference_length, glue,
        law_.glues() ? "only with viscosity" : "only gluey contacts have a potential");
    check(
        "release", [](const ContactLaw& law) { return law.glues(); }, law_.release == u.release, {},
        "only gluey contacts let go");
    check("scaling", has_given_potential, law_.scaling == u.scaling,
          law_.lubricates() ? "the film says how lubricated contacts scale" : "",
          "only gluey contacts have a potential");
    const std::string_view smooth =
        has_dry_friction(law_)
            ? "without gamma_min or viscosity the film is never squeezed out, and these contacts do not rub"
            : "";
    check("friction", can_rub, law_.friction == u.friction, smooth, "these contacts have no friction");
    check("model", can_rub, law_.model == u.model, smooth, "these contacts have no friction");
    check("rolling", can_rub, law_.rolling == u.rolling, smooth, "these contacts have no friction");
    check(
        "restitution", [](const ContactLaw& law) { return law.bounces(); }, law_.restitution == u.restitution, {},
        "these contacts do not bounce");
    check(
        "restitution_velocity", [](const ContactLaw& law) { return law.bounces() && law.restitution > 0.0; },
        law_.restitution_velocity == u.restitution_velocity, {},
        law_.bounces() ? "restitution is 0" : "these contacts do not bounce");
    const auto lubricates = [](const ContactLaw& law) { return law.lubricates(); };
    if (!used(lubricates)) {
      check("lubrication", lubricates, law_.lubrication == u.lubrication, {}, "these contacts have no film");
      return;
    }
    if (law_.lubrication) {
      const Lubrication usual_film = u.lubrication.value_or(Lubrication{});
      check("lubrication.threshold_constant", is_lubricated,
            law_.lubrication->threshold_constant == usual_film.threshold_constant, {},
            "only lubricated contacts have a threshold");
      check(
          "lubrication.tangential_resistance",
          [](const ContactLaw& law) { return law.lubricates() && law.lubrication && law.lubrication->tangential; },
          law_.lubrication->tangential_resistance.value_or(0.0) == usual_film.tangential_resistance.value_or(0.0), {},
          "tangential = false");
    }
  }

 private:
  template <class Uses>
  [[nodiscard]] bool used(const Uses& uses) const {
    return std::any_of(users_.begin(), users_.end(), [&](const ContactLaw* law) { return uses(*law); });
  }
  /// `special`, where there is one, takes the place of the reason.
  template <class Uses>
  void check(std::string_view key, const Uses& uses, bool usual, std::string_view special,
             std::string_view reason) const {
    if (!used(uses)) {
      found_.push_back({fmt::format("{}.{}", path_, key),
                        fmt::format("law = \"{}\": {}", name_of(law_.law), special.empty() ? reason : special), usual});
    }
  }

  std::string path_;
  const ContactLaw& law_;
  const ContactLaw& usual_;
  Laws users_;
  std::vector<IdleKey>& found_;
};

Laws laws_of(const Contact& contact) {
  Laws laws{&contact.law};
  for (const ContactBetween& between : contact.between) {
    laws.push_back(&between.law);
  }
  return laws;
}

void find_in_contacts(const Contact& contact, std::vector<IdleKey>& found) {
  ContactLaw defaults;
  defaults.gamma_min = -infinity;
  // What stands in [contact] is read by the tables below it, too.
  LawKeys("contact", contact.law, defaults, laws_of(contact), found).find();
  for (std::size_t k = 0; k < contact.between.size(); ++k) {
    const ContactLaw& law = contact.between[k].law;
    LawKeys(fmt::format("contact.between[{}]", k), law, contact.law, {&law}, found).find();
  }
}

void find_in_time(const Time& time, std::vector<IdleKey>& found) {
  const Time defaults;
  const auto add = [&](std::string_view key, bool usual, std::string_view reason) {
    found.push_back({fmt::format("time.{}", key), std::string(reason), usual});
  };
  if (!time.automatic) {
    constexpr std::string_view reason = R"(only with step = "auto" or "adaptive")";
    add("displacement", time.displacement == defaults.displacement, reason);
    add("step_min", time.step_min == defaults.step_min, reason);
    add("step_max", time.step_max == defaults.step_max, reason);
  }
  if (!time.adaptive) {
    add("tolerance", time.tolerance == defaults.tolerance, R"(only with step = "adaptive")");
  }
}

bool all_zero(const Vector& vector) {
  return std::all_of(vector.begin(), vector.end(), [](double x) { return x == 0.0; });
}

void find_in_environment(const Environment& environment, std::vector<IdleKey>& found) {
  const auto add = [&](std::string_view key, bool usual, std::string_view reason) {
    found.push_back({fmt::format("environment.{}", key), std::string(reason), usual});
  };
  if (environment.buoyancy && all_zero(environment.gravity)) {
    add("buoyancy", false, "there is no gravity");
  }
  if (environment.crowd) {
    constexpr std::string_view reason = "a crowd walks, forces do not count";
    add("gravity", all_zero(environment.gravity), reason);
    add("body_force", all_zero(environment.body_force), reason);
    for (const std::string_view key :
         {"force", "buoyancy", "flow", "drag", "noise", "aggregation", "capillary", "repulsion"}) {
      add(key, false, reason);
    }
    add("field", environment.field.empty(), reason);
  }
}

/// What one body's table says of motions that are locked, and of roughness where no law asks for it.
void find_in_body(const BodyOptions& body, const std::string& path, bool crowd, bool rough,
                  std::vector<IdleKey>& found) {
  const auto add = [&](std::string_view key, bool usual, std::string_view reason) {
    found.push_back({fmt::format("{}.{}", path, key), std::string(reason), usual});
  };
  const auto locked = [&](std::string_view freedom) {
    return std::find(body.locked.begin(), body.locked.end(), freedom) != body.locked.end();
  };
  if (!rough) {
    add("roughness", body.roughness == 0.0, "no contact law of the scene asks for it");
  }
  for (std::size_t axis = 0; axis < body.velocity.size() && axis < 3; ++axis) {
    const std::string name(1, "xyz"[axis]);
    if (locked(name)) {
      if (body.velocity[axis] != 0.0) {
        add(fmt::format("velocity[{}]", axis), false, name + " is locked");
      }
      if (axis < body.force.size() && body.force[axis] != 0.0) {
        add(fmt::format("force[{}]", axis), false, name + " is locked");
      }
    }
  }
  if (locked("rotation")) {
    add("angular_velocity", all_zero(body.angular_velocity), "rotation is locked");
    add("torque", all_zero(body.torque), "rotation is locked");
    add("inertia", body.inertia.empty(), "rotation is locked");
  }
  if (crowd) {
    add("force", all_zero(body.force), "a crowd walks, forces do not count");
  }
}

void find_in_bodies(const Scene& scene, std::vector<IdleKey>& found) {
  const Laws laws = laws_of(scene.contact);
  const bool rough = std::any_of(laws.begin(), laws.end(), [](const ContactLaw* law) { return knows_roughness(*law); });
  const bool crowd = scene.environment.crowd.has_value();
  const auto visit = [&](std::string_view key, const auto& list) {
    for (std::size_t k = 0; k < list.size(); ++k) {
      find_in_body(list[k], fmt::format("{}[{}]", key, k), crowd, rough, found);
    }
  };
  visit("body", scene.body);
  visit("bodies", scene.bodies);
  visit("inlet", scene.inlet);
  for (std::size_t k = 0; k < scene.obstacle.size() && !rough; ++k) {
    found.push_back({fmt::format("obstacle[{}].roughness", k), "no contact law of the scene asks for it",
                     scene.obstacle[k].roughness == 0.0});
  }
}

void find_in_solver(const Solver& solver, std::vector<IdleKey>& found) {
  if (solver.tolerance) {
    found.push_back({"solver.accuracy", "steps are solved to solver.tolerance, which takes its place",
                     solver.accuracy == Solver{}.accuracy});
  }
}

}  // namespace

std::vector<IdleKey> idle_keys(const Scene& scene) {
  std::vector<IdleKey> found;
  find_in_time(scene.time, found);
  find_in_environment(scene.environment, found);
  if (scene.domain &&
      std::none_of(scene.domain->periodic.begin(), scene.domain->periodic.end(), [](bool p) { return p; })) {
    found.push_back({"domain", "no direction is periodic", false});
  }
  find_in_contacts(scene.contact, found);
  find_in_bodies(scene, found);
  find_in_solver(scene.solver, found);
  return found;
}

}  // namespace gluey::scene
