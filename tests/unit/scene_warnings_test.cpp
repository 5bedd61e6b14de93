// What is odd about a scene but no error: keys without effect, masses that nobody gave, bodies beside their container.

#include "support/files.hpp"
#include "support/scenes.hpp"

#include <gluey/scene.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace gluey::test::scene_warnings_test {
namespace {

const std::string rest = "\n[[body]]\nshape = { kind = \"sphere\", radius = 0.1 }\nposition = [0, 0]\n";

std::vector<std::string> keys_warned_of(const std::string& toml) {
  std::vector<std::string> keys;
  const Scene scene = Scene::parse(toml, "odd.toml");
  for (const SceneProblem& warning : scene.warnings()) {
    keys.push_back(warning.key);
  }
  return keys;
}

std::vector<std::string> warned_in_contact(const std::string& law, const std::string& more) {
  std::string film = law.starts_with("lubri") ? "\nlubrication = { viscosity = 1.0 }" : "";
  if (law == "gluey-friction" && more.find("gamma_min") == std::string::npos) {
    film += "\ngamma_min = -1";  // it rubs where the film is squeezed out
  }
  return keys_warned_of("time = { step = 0.01, steps = 1 }\n[contact]\nlaw = \"" + law + "\"" + film + "\n" + more +
                        rest);
}

TEST(KeysWithoutEffect, AreToldWithTheirPlaceAndTheReason) {
  const Scene scene = Scene::parse(
      "time = { step = 0.01, steps = 1 }\n[contact]\nlaw = \"gluey\"\ngamma_min = -1\nfriction = 0.3\n" + rest,
      "odd.toml");
  ASSERT_EQ(scene.warnings().size(), 1U);
  EXPECT_EQ(scene.warnings()[0].text(),
            "odd.toml:5:12: contact.friction: has no effect: law = \"gluey\": these contacts have no friction");
}

/// By the formulas of docs/laws, written out by hand: which keys each law reads.
TEST(KeysWithoutEffect, AreThoseThatALawDoesNotRead) {
  const std::vector<std::pair<std::string, std::string>> keys = {
      {"gamma_min", "gamma_min = -1.0"}, {"release", "release = \"lagged\""}, {"scaling", "scaling = \"radius\""},
      {"friction", "friction = 0.5"},    {"model", "model = \"convex\""},     {"restitution", "restitution = 0.0"}};
  const std::vector<std::pair<std::string, std::vector<std::string>>> read = {
      {"inelastic", {"restitution"}},
      {"gluey", {"gamma_min", "release", "scaling"}},
      {"friction", {"friction", "model", "restitution"}},
      {"gluey-friction", {"gamma_min", "release", "scaling", "friction", "model"}},
      {"lubrication", {}},
      {"lubricated", {"release", "friction", "model"}}};
  for (const auto& [law, its] : read) {
    for (const auto& [key, text] : keys) {
      const bool reads = std::find(its.begin(), its.end(), key) != its.end();
      EXPECT_EQ(warned_in_contact(law, text), reads ? std::vector<std::string>{} : std::vector{"contact." + key})
          << law << ", " << key;
    }
  }
}

TEST(KeysWithoutEffect, OfAConditionThatIsNotMet) {
  using Keys = std::vector<std::string>;
  // Smooth solids never come to rub, but a pair of materials may.
  EXPECT_EQ(warned_in_contact("gluey-friction", "gamma_min = \"-inf\"\nfriction = 0.4"), Keys{"contact.friction"});
  EXPECT_EQ(warned_in_contact("gluey-friction",
                              "gamma_min = \"-inf\"\nfriction = 0.4\n[[contact.between]]\n"
                              "materials = [\"default\", \"default\"]\ngamma_min = -1"),
            Keys{});
  EXPECT_EQ(warned_in_contact("gluey", "reference_length = 2.0"), Keys{"contact.reference_length"});
  EXPECT_EQ(warned_in_contact("inelastic", "restitution_velocity = 0.1"), Keys{"contact.restitution_velocity"});
  EXPECT_EQ(warned_in_contact("inelastic", "restitution = 0.5\nrestitution_velocity = 0.1"), Keys{});
  EXPECT_EQ(warned_in_contact("friction", "lubrication = { viscosity = 1.0 }"), Keys{"contact.lubrication"});
  const auto with = [](const std::string& time, const std::string& more) {
    return keys_warned_of("dimension = 2\n[time]\nsteps = 1\n" + time + "\n" + more + rest);
  };
  EXPECT_EQ(with("step = 0.1\nstep_max = 0.2\ndisplacement = 0.2\ntolerance = 1e-3", ""),
            (Keys{"time.displacement", "time.step_max", "time.tolerance"}));
  EXPECT_EQ(with("step = \"auto\"\nstep_max = 0.2\ndisplacement = 0.2", ""), Keys{});
  EXPECT_EQ(with("step = 0.1", "[environment]\nbuoyancy = { density = 1.0 }"), Keys{"environment.buoyancy"});
  EXPECT_EQ(with("step = 0.1", "[solver]\naccuracy = \"fine\"\ntolerance = 1e-5"), Keys{"solver.accuracy"});
  EXPECT_EQ(with("step = 0.1", "[solver]\naccuracy = \"fine\"\nmax_iterations = 50"), Keys{});
  EXPECT_EQ(with("step = 0.1", "[domain]\nlower = [0, 0]\nupper = [1, 1]"), Keys{"domain"});
  EXPECT_EQ(with("step = 0.1",
                 "[[body]]\nshape = { kind = \"sphere\", radius = 0.1 }\nposition = [3, 0]\nlocked = [\"x\", "
                 "\"rotation\"]\nvelocity = [1, 1]\nangular_velocity = 2\nroughness = 0.1"),
            (Keys{"body[0].roughness", "body[0].velocity[0]", "body[0].angular_velocity"}));
}

TEST(KeysWithoutEffect, MayStandInContactForTheTablesBelowIt) {
  const std::string between = "[[contact.between]]\nmaterials = [\"default\", \"default\"]\nlaw = \"friction\"\n";
  EXPECT_TRUE(warned_in_contact("gluey", "friction = 0.5\n" + between).empty());
  EXPECT_EQ(warned_in_contact("gluey", between + "gamma_min = -2.0\n"),
            std::vector<std::string>{"contact.between[0].gamma_min"});
}

TEST(KeysWithoutEffect, AreInNoSceneThatComesWithTheProgramNorInItsResolvedText) {
  const Folder folder;
  for (const BuiltinScene& builtin : builtin_scenes()) {
    for (const BuiltinScene::File& file : builtin.files) {
      folder.write(file.name, file.text);
    }
    const Scene scene = Scene::parse(builtin.text, builtin.name, folder.path());
    EXPECT_TRUE(scene.warnings().empty()) << scene.warnings()[0].text();
    const Scene again = Scene::parse(scene.resolved(), builtin.name, folder.path());
    EXPECT_TRUE(again.warnings().empty()) << again.warnings()[0].text();
    EXPECT_EQ(again.resolved(), scene.resolved());
  }
}

std::vector<std::string> warned_when_built(const std::string& toml, const Folder& folder) {
  std::vector<std::string> texts;
  const Simulation simulation(Scene::parse(toml, "odd.toml", folder.path()));
  for (const SceneProblem& warning : simulation.warnings()) {
    texts.push_back(warning.text());
  }
  return texts;
}

TEST(Masses, ThatNobodyGaveAreWarnedOf) {
  const Folder folder;
  const std::string scene = "time = { step = 0.01, steps = 1 }\n[[bodies]]\nfile = \"bodies.csv\"\n";
  folder.write("bodies.csv", "x,y,r\n0,0,1\n3,0,2\n");
  EXPECT_EQ(
      warned_when_built(scene, folder),
      std::vector<std::string>{"odd.toml:3:8: bodies[0].file: \"bodies.csv\" has no column m and the table gives no "
                               "mass: every body has mass 1; add the column, or \"mass\" or \"density\" here"});
  EXPECT_TRUE(warned_when_built(scene + "mass = 2.0\n", folder).empty());
  EXPECT_TRUE(warned_when_built(scene + "density = 2.0\n", folder).empty());
  const Simulation simulation(Scene::parse(scene + "density = 2.0\n", "odd.toml", folder.path()));
  EXPECT_NEAR(simulation.constants().bodies.mass[1], 2.0 * 4.0 * 3.14159265358979, 1e-12);
  folder.write("bodies.csv", "x,y,r,m\n0,0,1,5\n3,0,2,6\n");
  EXPECT_TRUE(warned_when_built(scene, folder).empty());
  EXPECT_EQ(warned_when_built(scene + "mass = 2.0\n", folder),
            std::vector<std::string>{"odd.toml:4:8: bodies[0].mass: has no effect: \"bodies.csv\" has a column m"});
}

/// A cube from −1 to 1 as OBJ, its faces outwards or inwards; without its last triangle where it is open.
std::string cube(bool inward, bool open) {
  std::string text;
  for (const char* corner : {"-1 -1 -1", "1 -1 -1", "1 1 -1", "-1 1 -1", "-1 -1 1", "1 -1 1", "1 1 1", "-1 1 1"}) {
    text += std::string("v ") + corner + "\n";
  }
  const int faces[12][3] = {{1, 3, 2}, {1, 4, 3}, {5, 6, 7}, {5, 7, 8}, {1, 2, 6}, {1, 6, 5},
                            {2, 3, 7}, {2, 7, 6}, {3, 4, 8}, {3, 8, 7}, {4, 1, 5}, {4, 5, 8}};
  for (int k = 0; k < (open ? 11 : 12); ++k) {
    const auto& f = faces[k];
    text += "f " + std::to_string(f[0]) + " " + std::to_string(f[inward ? 2 : 1]) + " " +
            std::to_string(f[inward ? 1 : 2]) + "\n";
  }
  return text;
}

std::size_t strays(const std::string& mesh, const std::string& positions_x) {
  const Folder folder;
  folder.write("cube.obj", mesh);
  std::string scene =
      "dimension = 3\ntime = { step = 0.01, steps = 1 }\n[[obstacle]]\nshape = { kind = \"mesh\", file = \"cube.obj\" "
      "}\n";
  for (const char x : positions_x) {
    // On the diagonals of the faces, where a ray that is shot along an axis meets two triangles at once.
    scene += "[[body]]\nshape = { kind = \"sphere\", radius = 0.1 }\nposition = [" + std::string(1, x) + ", 0, 0]\n";
  }
  return warned_when_built(scene, folder).size();
}

TEST(Containers, BodiesBesideThemAreWarnedOf) {
  EXPECT_EQ(strays(cube(false, false), "0"), 0U);   // in it
  EXPECT_EQ(strays(cube(false, false), "35"), 0U);  // around it: it is an obstacle
  EXPECT_EQ(strays(cube(false, false), "05"), 1U);  // some here, some there
  EXPECT_EQ(strays(cube(true, false), "0"), 0U);
  EXPECT_EQ(strays(cube(true, false), "35"), 1U);  // faces that look inwards make a container
  EXPECT_EQ(strays(cube(true, true), "35"), 0U);   // open
}

TEST(Containers, OfChainsThatEndWhereTheyBeginLikewise) {
  const Folder folder;
  const std::string scene =
      "time = { step = 0.01, steps = 1 }\n[[obstacle]]\nshape = { kind = \"chain\", points = [[-1, -1], [1, -1], [1, "
      "1], [-1, "
      "1], [-1, -1]] }\n[[body]]\nname = \"in\"\nshape = { kind = \"sphere\", radius = 0.1 }\nposition = [0, "
      "0]\n[[body]]\nname = \"out\"\nshape = { kind = \"sphere\", radius = 0.1 }\nposition = [4, 0]\n";
  const std::vector<std::string> texts = warned_when_built(scene, folder);
  ASSERT_EQ(texts.size(), 1U);
  EXPECT_NE(texts[0].find("odd.toml:3:"), std::string::npos) << texts[0];
  EXPECT_NE(texts[0].find("1 body is inside, but 1 body is outside"), std::string::npos) << texts[0];
}

}  // namespace
}  // namespace gluey::test::scene_warnings_test
