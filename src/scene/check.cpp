#include "scene/check.hpp"

#include "scene/wording.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>

namespace gluey::scene {
namespace {

void complete_law(ContactLaw& law) {
  if (!law.gamma_min && !law.viscosity) {
    law.gamma_min = -infinity;
  }
  if (law.lubrication && law.lubrication->resistance && !law.lubrication->tangential_resistance) {
    law.lubrication->tangential_resistance = 0.0;
  }
}

void complete_mass(BodyOptions& body) {
  if (!body.mass && !body.density) {
    body.mass = 1.0;
  }
}

void check_names(const Scene& scene, Problems& problems) {
  std::map<std::string, std::string> owners;
  const auto check_list = [&](std::string_view key, const auto& list) {
    for (std::size_t i = 0; i < list.size(); ++i) {
      const std::string path = fmt::format("{}[{}]", key, i);
      if (list[i].name.empty()) {
        continue;
      }
      const auto [owner, fresh] = owners.emplace(list[i].name, path);
      if (!fresh) {
        problems.report(path + ".name", fmt::format("found {}, which is the name of {} already; must be unique",
                                                    in_quotes(list[i].name), owner->second));
      }
    }
  };
  check_list("body", scene.body);
  check_list("bodies", scene.bodies);
  check_list("inlet", scene.inlet);
  check_list("outlet", scene.outlet);
  check_list("obstacle", scene.obstacle);
}

/// `list` has one entry for each of `times`.
void check_count(std::size_t found, std::size_t times, const std::string& path, Problems& problems) {
  if (found != times) {
    problems.report(path, fmt::format("found {}, must be as many as times, {}", entries_text(found), times));
  }
}

void check_motion(const Motion& motion, const std::string& path, Problems& problems) {
  if (motion.kind != "table" || !problems.clean(path)) {
    return;
  }
  if (motion.positions.empty() && motion.orientations.empty()) {
    problems.report(path, R"(missing; give "positions" or "orientations" or both)");
  }
  if (!motion.positions.empty()) {
    check_count(motion.positions.size(), motion.times.size(), path + ".positions", problems);
  }
  if (!motion.orientations.empty()) {
    check_count(motion.orientations.size(), motion.times.size(), path + ".orientations", problems);
  }
}

bool is_result(const std::string& name) {
  const std::string ending = std::filesystem::path(name).extension().string();
  return ending == ".h5" || ending == ".hdf5";
}

/// A CSV or HDF5 file that is there. Returns whether the name will do.
bool check_file_name(const std::string& name, const std::string& path, const std::string& folder, Problems& problems) {
  if (name.empty()) {
    problems.report(path, "found \"\", must be the name of a file");
    return false;
  }
  const std::filesystem::path file = std::filesystem::path(folder) / name;
  if (!is_result(name) && file.extension() != ".csv") {
    problems.report(path, fmt::format("found {}, must end in .csv or .h5", in_quotes(name)));
    return false;
  }
  std::error_code error;
  if (!std::filesystem::is_regular_file(file, error)) {
    problems.report(
        path, fmt::format("found {}, no such file (relative names begin at the scene's folder)", in_quotes(name)));
  }
  return true;
}

void check_file(const Bodies& bodies, const std::string& path, const std::string& folder, Problems& problems) {
  if (!check_file_name(bodies.file, path + ".file", folder, problems)) {
    return;
  }
  const bool result = is_result(bodies.file);
  if (result && !bodies.shape.kind.empty()) {
    problems.report(path + ".shape", fmt::format("not with {}, which has shapes of its own", in_quotes(bodies.file)));
  }
  if (!result && bodies.frame != -1) {
    problems.report(path + ".frame",
                    fmt::format("found {}, but {} has no frames", bodies.frame, in_quotes(bodies.file)));
  }
  const auto refuse_velocity = [&](std::string_view key, const Vector& velocity) {
    if (result && std::any_of(velocity.begin(), velocity.end(), [](double component) { return component != 0.0; })) {
      problems.report(fmt::format("{}.{}", path, key),
                      fmt::format("not with {}, which has velocities of its own", in_quotes(bodies.file)));
    }
  };
  const auto refuse_mass = [&](std::string_view key, bool given) {
    if (result && given) {
      problems.report(fmt::format("{}.{}", path, key),
                      fmt::format("not with {}, which has masses of its own", in_quotes(bodies.file)));
    }
  };
  refuse_mass("mass", bodies.mass.has_value());
  refuse_mass("density", bodies.density.has_value());
  refuse_mass("inertia", !bodies.inertia.empty());
  refuse_velocity("velocity", bodies.velocity);
  refuse_velocity("angular_velocity", bodies.angular_velocity);
}

void check_flow(const Environment& environment, const std::string& folder, Problems& problems) {
  const Flow& flow = *environment.flow;
  if (!environment.drag) {
    problems.report("environment.flow", "has no effect without environment.drag; add drag = { tau = … }");
  }
  const bool sheared = flow.kind == "shear" || flow.kind == "oscillating-shear" || flow.kind == "poiseuille";
  if (sheared && flow.along == flow.across) {
    problems.report("environment.flow.across",
                    fmt::format("found {}, must not be that of along", in_quotes(flow.across)));
  }
  if (flow.kind == "poiseuille" && flow.lower >= flow.upper) {
    problems.report("environment.flow.upper", fmt::format("found {}, must be > lower = {}", flow.upper, flow.lower));
  }
  if (flow.kind == "grid") {
    check_file_name(flow.file, "environment.flow.file", folder, problems);
  }
}

void check_gates(const Scene& scene, const std::string& folder, Problems& problems) {
  const auto check_region = [&](const Region& region, const std::string& path) {
    if (region.kind == "box" && problems.clean(path)) {
      check_box(region.lower, region.upper, path, problems);
    }
  };
  for (std::size_t k = 0; k < scene.inlet.size(); ++k) {
    const Inlet& inlet = scene.inlet[k];
    const std::string path = fmt::format("inlet[{}]", k);
    check_region(inlet.region, path + ".region");
    check_shape(inlet.shape, path + ".shape", folder, problems);
    if (inlet.end <= inlet.begin) {
      problems.report(path + ".end", fmt::format("found {}, must be > begin = {}", inlet.end, inlet.begin));
    }
  }
  for (std::size_t k = 0; k < scene.outlet.size(); ++k) {
    check_region(scene.outlet[k].region, fmt::format("outlet[{}].region", k));
  }
}

void check_crowd(const Scene& scene, Problems& problems) {
  const Crowd& crowd = *scene.environment.crowd;
  if (scene.outlet.empty() && crowd.file.empty()) {
    problems.report("environment.crowd", "has nowhere to go; add an [[outlet]]");
  }
  if (!crowd.file.empty() && !crowd.automatic_cell) {
    problems.report("environment.crowd.cell", "has no meaning with file, which has a grid of its own");
  }
  const std::vector<std::string>& exits = crowd.exits;
  if (!crowd.file.empty() && !exits.empty()) {
    problems.report("environment.crowd.exits", "has no meaning with file, which says where to go");
    return;
  }
  for (std::size_t k = 0; k < exits.size(); ++k) {
    const auto named = [&](const Outlet& outlet) { return outlet.name == exits[k]; };
    if (std::none_of(scene.outlet.begin(), scene.outlet.end(), named)) {
      problems.report(fmt::format("environment.crowd.exits[{}]", k),
                      fmt::format("found {}, no outlet has that name", in_quotes(exits[k])));
    }
  }
}

void check_domain(const Domain& domain, Problems& problems) {
  for (std::size_t i = 0; i < domain.periodic.size(); ++i) {
    if (domain.periodic[i] && domain.lower[i] >= domain.upper[i]) {
      problems.report(fmt::format("domain.upper[{}]", i),
                      fmt::format("found {}, must be > lower[{}] = {}", domain.upper[i], i, domain.lower[i]));
    }
  }
  if (domain.shear_rate != 0.0 && !(domain.periodic[0] && domain.periodic[1])) {
    problems.report("domain.shear_rate",
                    fmt::format("found {}, needs periodic = true along x and y", domain.shear_rate));
  }
}

/// What a periodic domain cannot hold.
void check_against_domain(const Scene& scene, Problems& problems) {
  const Domain& domain = *scene.domain;
  const auto turned = [](const Vector& orientation) {
    return !orientation.empty() && orientation[0] != (orientation.size() == 1 ? 0.0 : 1.0);
  };
  if (domain.shear_rate != 0.0 && !scene.obstacle.empty()) {
    problems.report("domain.shear_rate", "a sheared domain has no place for obstacles");
  }
  // Images that pass by each other within a step are not seen to touch, and the search for them covers all that they pass.
  const double step = scene.time.automatic ? scene.time.step_min : scene.time.step;
  const double drift = std::abs(domain.shear_rate) * (domain.upper[1] - domain.lower[1]) * step;
  const double width = domain.upper[0] - domain.lower[0];
  if (problems.clean("domain") && problems.clean("time") && !(drift <= width)) {
    problems.report("domain.shear_rate", fmt::format("found {}, moves images by {} in a step, more than the period {}",
                                                     domain.shear_rate, drift, width));
  }
  for (std::size_t axis = 0; axis < domain.periodic.size(); ++axis) {
    if (!domain.periodic[axis]) {
      continue;
    }
    for (std::size_t k = 0; k < scene.obstacle.size(); ++k) {
      const Shape& shape = scene.obstacle[k].shape;
      if (!problems.clean(fmt::format("obstacle[{}]", k))) {
        continue;
      }
      if (shape.kind == "box-walls" ||
          (shape.kind == "plane" && !turned(scene.obstacle[k].orientation) && shape.normal[axis] != 0.0)) {
        problems.report(fmt::format("obstacle[{}].shape", k),
                        fmt::format("a wall across {}, along which the domain is periodic", "xyz"[axis]));
      }
    }
    const double period = domain.upper[axis] - domain.lower[axis];
    const auto check_size = [&](const Shape& shape, const std::string& key) {
      if (shape.kind == "sphere" && period > 0.0 && 2.0 * shape.radius.maximum >= period) {
        problems.report(key + ".shape.radius", fmt::format("found {}, does not fit the period {} along {}",
                                                           shape.radius.maximum, period, "xyz"[axis]));
      }
    };
    for (std::size_t k = 0; k < scene.body.size(); ++k) {
      check_size(scene.body[k].shape, fmt::format("body[{}]", k));
    }
    for (std::size_t k = 0; k < scene.bodies.size(); ++k) {
      check_size(scene.bodies[k].shape, fmt::format("bodies[{}]", k));
    }
  }
}

void check_bodies(const Scene& scene, const std::string& folder, Problems& problems) {
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
    const Bodies& bodies = scene.bodies[i];
    const std::string path = fmt::format("bodies[{}]", i);
    if (bodies.count > 0) {
      if (bodies.region.kind == "box") {
        check_box(bodies.region.lower, bodies.region.upper, path + ".region", problems);
      }
    } else if (problems.clean(path)) {
      check_file(bodies, path, folder, problems);
    }
    check_shape(bodies.shape, path + ".shape", folder, problems);
  }
}

}  // namespace

void complete(Scene& scene) {
  complete_law(scene.contact.law);
  for (ContactBetween& between : scene.contact.between) {
    complete_law(between.law);
  }
  for (Body& body : scene.body) {
    complete_mass(body);
  }
  for (Bodies& bodies : scene.bodies) {
    if (bodies.file.empty()) {
      complete_mass(bodies);
    }
  }
  for (Inlet& inlet : scene.inlet) {
    complete_mass(inlet);
  }
  for (Obstacle& obstacle : scene.obstacle) {
    if (obstacle.motion.kind == "rotation" && obstacle.motion.center.empty()) {
      obstacle.motion.center = obstacle.position;
    }
  }
}

void check(const Scene& scene, const std::string& folder, Problems& problems) {
  if (!problems.clean("dimension")) {
    // Vectors were read without knowing how long they must be: nothing that looks into them makes sense.
    check_names(scene, problems);
    check_contacts(scene, problems);
    return;
  }
  const Time& time = scene.time;
  if (problems.clean("time") && time.step_min > time.step_max) {
    problems.report("time.step_max", fmt::format("found {}, must be >= step_min = {}", time.step_max, time.step_min));
  }
  if (const auto& force = scene.environment.force; force && problems.clean("environment.force")) {
    check_count(force->values.size(), force->times.size(), "environment.force.values", problems);
  }
  if (scene.environment.flow && problems.clean("environment")) {
    check_flow(scene.environment, folder, problems);
  }
  if (scene.domain && problems.clean("domain")) {
    check_domain(*scene.domain, problems);
    check_against_domain(scene, problems);
  }
  if (scene.environment.crowd && problems.clean("environment.crowd")) {
    check_crowd(scene, problems);
  }
  check_gates(scene, folder, problems);
  check_names(scene, problems);
  for (std::size_t i = 0; i < scene.body.size(); ++i) {
    check_shape(scene.body[i].shape, fmt::format("body[{}].shape", i), folder, problems);
  }
  check_bodies(scene, folder, problems);
  for (std::size_t i = 0; i < scene.obstacle.size(); ++i) {
    const std::string path = fmt::format("obstacle[{}]", i);
    check_shape(scene.obstacle[i].shape, path + ".shape", folder, problems);
    check_motion(scene.obstacle[i].motion, path + ".motion", problems);
  }
  check_contacts(scene, problems);
}

}  // namespace gluey::scene
