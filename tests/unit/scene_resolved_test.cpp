// A scene printed with every default, read again, is the same scene; the page of keys knows every key that is printed.

#include "scene/options.hpp"

#include <gluey/scene.hpp>

#include <gtest/gtest.h>
#include <toml++/toml.h>

#include <algorithm>
#include <sstream>

namespace gluey::scene_resolved_test {
namespace {

const std::string plane_scene = R"(
title = "All of \"2D\"\t\\ \u0001"
seed = 9223372036854775807
[time]
step = 0.1
end = 1e300
[environment]
gravity = [0, -9.81]
body_force = [1e-310, 0.30000000000000004]
force = { times = [0, 1], values = [[1, 2], [3, 4]] }
buoyancy = { density = 0.3 }
flow = { kind = "oscillating-shear", rate = 1.5, omega = 3, center = [1, 2], along = "y", across = "x" }
drag = { viscosity = 0.1, scheme = "implicit" }
noise = { sigma = 0.5 }
aggregation = { kappa = 0.003, epsilon = 0.1, walls = true }
capillary = { tension = 0.07, volume = 1e-9, angle = 0.2, walls = false }
repulsion = { stiffness = 3, range = 0.1 }
field = [{ kind = "harmonic", stiffness = 2, center = [1, 0] }, { kind = "central", strength = -1, exponent = 3, core = 0.1, per_mass = true }]
[contact]
law = "gluey"
viscosity = 0.3
reference_length = 2.5
release = "lagged"
scaling = "radius"
range = 0.01
initial_overlap = "resolve"
lubrication = { viscosity = 0.3, range = 0.5 }
[[contact.between]]
materials = ["grain", "default"]
gamma_min = "-inf"
lubrication = { resistance = 2, tangential = false }
[[contact.between]]
materials = ["grain", "grain"]
law = "inelastic"
[[contact.between]]
materials = ["default", "default"]
law = "lubricated"
friction = 0
lubrication = { resistance = 2, tangential_resistance = 0.5, range = "auto", floor = 1e-4, threshold_constant = 5 }
[[body]]
name = "a"
shape = { kind = "sphere", radius = { distribution = "table", values = [1, 2], weights = [3, 4] } }
position = [0, 0]
orientation = 0.3
velocity = [1, 2]
angular_velocity = 3
force = [1, 2]
torque = 0.5
density = 0.1
inertia = 7
locked = ["x", "rotation"]
material = "grain"
label = "red"
roughness = 0.1
[[bodies]]
count = 3
shape = { kind = "sphere", radius = [0.1, 0.2] }
region = { kind = "sphere", center = [0, 0], radius = 5 }
roughness = 0.1
[[bodies]]
count = 3
shape = { kind = "capsule", radius = [0.1, 0.2], length = { distribution = "lognormal", mean = 1, deviation = 0.1 }, scale = 3 }
region = { lower = [0, 0], upper = [5, 5] }
orientation = 0.5
roughness = 0.1
[[bodies]]
count = 3
shape = { kind = "superellipsoid", radii = [1, 2], exponents = 2.5, scale = { distribution = "normal", mean = 1, deviation = 0.1 } }
region = { lower = [0, 0], upper = [5, 5] }
roughness = 0.1
[[body]]
shape = { kind = "compound", scale = [0.5, 2], parts = [{ kind = "polygon", points = [[0, 0], [1, 0], [1, 1]], orientation = 1 },
  { kind = "ellipsoid", radii = [1, 2], position = [1, 2] }] }
position = [9, 9]
roughness = 0.1
[[body]]
shape = { kind = "wheel", radius = 2, paddles = 6, thickness = 0.1 }
position = [9, 9]
roughness = 0.1
[domain]
lower = [0, 0]
upper = [1, 2]
periodic = [false, false]
[[obstacle]]
shape = { kind = "plane", normal = [1, 3] }
[[obstacle]]
shape = { kind = "segment", from = [0, 0], to = [1, 0] }
motion = { kind = "translation", velocity = [1, 0] }
[[obstacle]]
shape = { kind = "chain", points = [[0, 0], [1, 0], [1, 1]] }
motion = { kind = "oscillation", amplitude = [0, 1], frequency = 2, phase = 0.5 }
[[obstacle]]
shape = { kind = "polygon", points = [[0, 0], [1, 0], [1, 1]] }
motion = { kind = "rotation", omega = -0.5 }
position = [3, 4]
[[obstacle]]
shape = { kind = "wheel", radius = 2, paddles = 6, thickness = 0.1, hub = 0.5 }
motion = { kind = "table", times = [0, 2], positions = [[0, 0], [1, 1]], orientations = [0, 6.28] }
[[obstacle]]
shape = { kind = "compound", parts = [{ kind = "segment", from = [0, 0], to = [1, 0] },
  { kind = "capsule", radius = 1, length = 2, position = [1, 2], orientation = 1 }] }
[solver]
method = "spg"
tolerance = 1e-9
max_iterations = 7
on_failure = "halve-step"
[output]
file = "out.h5"
interval = 0.04
contacts = false
checkpoint = 0
)";

const std::string space_scene = R"(
dimension = 3
[time]
step = "adaptive"
steps = 100
tolerance = 0.01
step_min = 1e-6
step_max = 0.1
[[body]]
shape = { kind = "sphere", radius = { distribution = "normal", mean = 1, deviation = 0.1 } }
position = [0, 0, 0]
orientation = { axis = [1, 2, 3], angle = 0.7 }
angular_velocity = [1, 2, 3]
inertia = [1, 2, 3]
[[bodies]]
count = 3
shape = { kind = "sphere", radius = { distribution = "lognormal", mean = 1, deviation = 0.1, minimum = 0.5, maximum = 2 } }
region = { lower = [0, 0, 0], upper = [5, 5, 5] }
[[bodies]]
count = 3
shape = { kind = "superellipsoid", radii = [1, 2, 3], exponents = [2.5, 3] }
region = { lower = [0, 0, 0], upper = [5, 5, 5] }
orientation = { axis = [1, 2, 3], angle = 0.7 }
[[body]]
shape = { kind = "polyhedron", points = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]] }
position = [0, 0, 0]
[domain]
lower = [0, 0, 0]
upper = [1, 2, 0]
periodic = [false, false, false]
[[obstacle]]
shape = { kind = "box", size = [1, 2, 3] }
orientation = [1, 2, 3, 4]
motion = { kind = "rotation", axis = [1, 1, 1], omega = 1 }
[[obstacle]]
shape = { kind = "box-walls", lower = [0, 0, 0], upper = [5, 5, 5] }
motion = { kind = "table", times = [0, 1], orientations = [[1, 1, 0, 0], { axis = [0, 0, 1], angle = 3 }] }
[[obstacle]]
shape = { kind = "compound", parts = [
  { kind = "box", size = [1, 2, 3], orientation = { axis = [0, 1, 0], angle = 1 } }] }
)";

TEST(ResolvedScene, ReadAgainIsTheSame) {
  for (const std::string& text : {plane_scene, space_scene, std::string("[time]\nstep = 0.1\nsteps = 0\n"),
                                  std::string("[time]\nstep = \"auto\"\nsteps = 0\n")}) {
    const Scene first = Scene::parse(text, "a.toml");
    const Scene second = Scene::parse(first.resolved(), "b.toml");
    EXPECT_EQ(first.options(), second.options()) << first.resolved();
    EXPECT_EQ(first.resolved(), second.resolved());
  }
}

TEST(ResolvedScene, HasEveryDefaultFilledIn) {
  EXPECT_EQ(Scene::parse("[time]\nstep = 0.1\nsteps = 3\n", "a.toml").resolved(), R"(title = ""
dimension = 2
seed = 0

[time]
step = 0.1
steps = 3
displacement = 0.1
tolerance = 0.001
step_min = 0.0

[environment]
gravity = [0.0, 0.0]
body_force = [0.0, 0.0]

[contact]
law = "inelastic"
gamma_min = "-inf"
reference_length = 1.0
release = "exact"
scaling = "unit"
friction = 0.3
model = "coulomb"
rolling = 0.0
restitution = 0.0
restitution_velocity = 0.0
range = "auto"
initial_overlap = "error"

[solver]
method = "auto"
accuracy = "standard"
on_failure = "warn"

[output]
file = "a.h5"
every = 1
contacts = true
checkpoint = 300.0
# every default is filled in
)");
}

/// Every key of a resolved scene, as the page of keys writes it: "`shape.radius`".
void collect_keys(const toml::table& table, const std::string& path, std::vector<std::string>& keys) {
  for (const auto& [key, node] : table) {
    const std::string here = path + std::string(key.str());
    if (const toml::array* array = node.as_array(); array != nullptr && !array->empty() && (*array)[0].is_table()) {
      // Under a header of its own, or inside an inline table.
      collect_keys(*(*array)[0].as_table(), path.empty() ? "" : here + "[].", keys);
    } else if (node.is_table() && !node.as_table()->contains("distribution")) {
      collect_keys(*node.as_table(), here + ".", keys);
    } else {
      keys.push_back(here);
    }
  }
}

TEST(SceneReference, HasARowForEveryKeyOfAResolvedScene) {
  const std::string page = scene_reference();
  std::size_t checked = 0;
  for (const std::string& text : {plane_scene, space_scene}) {
    const toml::table root = toml::parse(Scene::parse(text, "a.toml").resolved());
    for (const auto& [name, node] : root) {
      std::vector<std::string> keys;
      const toml::array* array = node.as_array();
      if (const toml::table* table = array != nullptr ? array->get_as<toml::table>(0) : node.as_table()) {
        EXPECT_NE(page.find("## `[" + std::string(array != nullptr ? "[" : "") + std::string(name.str())),
                  std::string::npos);
        if (const toml::array* between = (*table)["between"].as_array()) {
          collect_keys(*between->get_as<toml::table>(0), "", keys);
        }
        toml::table own = *table;
        own.erase("between");
        collect_keys(own, "", keys);
      } else {
        keys.emplace_back(name.str());
      }
      for (const std::string& key : keys) {
        EXPECT_NE(page.find("| `" + key + "` |"), std::string::npos) << name.str() << ": " << key;
        ++checked;
      }
    }
  }
  EXPECT_GT(checked, 100U);
}

TEST(SceneReference, RowsHaveSixColumns) {
  std::istringstream lines(scene_reference());
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("|")) {
      EXPECT_EQ(std::count(line.begin(), line.end(), '|'), 7) << line;
    }
  }
}

TEST(BuiltinScenes, CanBeReadAndHaveATitle) {
  for (const BuiltinScene& builtin : builtin_scenes()) {
    SCOPED_TRACE(builtin.name);
    const Scene scene = Scene::parse(builtin.text, builtin.name + ".toml", GLUEY_SCENES);
    EXPECT_FALSE(builtin.title.empty());
    EXPECT_EQ(scene.options().title, builtin.title);
    EXPECT_EQ(Scene::parse(scene.resolved(), builtin.name, GLUEY_SCENES).options(), scene.options());
  }
}

}  // namespace
}  // namespace gluey::scene_resolved_test
