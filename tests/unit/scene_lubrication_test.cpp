// What a scene says about films, [contact] lubrication, and what becomes of it.

#include "scene/build.hpp"
#include "scene/laws.hpp"
#include "scene/options.hpp"

#include <gluey/scene.hpp>

#include <gtest/gtest.h>

namespace gluey::scene_lubrication_test {
namespace {

using Law = scene::ContactLaw::Law;

const std::string plane_time = "[time]\nstep = 0.01\nend = 1.0\n";
const std::string two_materials = R"(
[[body]]
shape = { kind = "sphere", radius = 1 }
position = [0, 0]
roughness = 0.5
[[body]]
shape = { kind = "sphere", radius = 2 }
position = [9, 0]
[[obstacle]]
shape = { kind = "plane", normal = [0, 1] }
position = [0, -9]
material = "wall"
)";

Scene parse(const std::string& contact, const std::vector<std::string>& overrides = {}) {
  return Scene::parse(plane_time + contact + two_materials, "test.toml", ".", overrides);
}

scene::Contact read(const std::string& contact, const std::vector<std::string>& overrides = {}) {
  return parse(contact, overrides).options().contact;
}

/// The laws between bodies and walls of a scene.
LawTable laws_of(const std::string& contact) {
  const Scene scene = parse(contact);
  World<2> world = scene::build_world<2>(scene.options(), {scene.places(), scene.folder(), {}});
  return scene::make_laws<2>(scene.options().contact, world, scene.places());
}
const LawOptions& between_bodies(const LawTable& laws) { return laws.between(1, 1); }
const LawOptions& at_the_wall(const LawTable& laws) { return laws.between(0, 1); }

TEST(SceneLubrication, HasDefaultsBesideTheViscosity) {
  const scene::ContactLaw law = read("[contact]\nlaw = \"lubrication\"\nlubrication = { viscosity = 3 }\n").law;
  EXPECT_EQ(law.law, Law::lubrication);
  EXPECT_EQ(law.lubrication, (scene::Lubrication{.viscosity = 3.0}));
  EXPECT_TRUE(law.lubrication->tangential);
  EXPECT_TRUE(law.lubrication->automatic_range);
  EXPECT_EQ(law.lubrication->floor, 1e-6);
  EXPECT_EQ(law.lubrication->threshold_constant, 20.0);
}

TEST(SceneLubrication, MayBeATableUnderAHeaderOfItsOwn) {
  const scene::ContactLaw law = read(R"(
[contact]
law = "lubricated"
[contact.lubrication]
resistance = 2
tangential_resistance = 0.5
tangential = false
range = 0.1
floor = 1e-3
threshold_constant = 5
)")
                                    .law;
  EXPECT_EQ(law.law, Law::lubricated);
  EXPECT_EQ(law.lubrication, (scene::Lubrication{.resistance = 2.0,
                                                 .tangential_resistance = 0.5,
                                                 .tangential = false,
                                                 .automatic_range = false,
                                                 .range = 0.1,
                                                 .floor = 1e-3,
                                                 .threshold_constant = 5.0}));
}

TEST(SceneLubrication, TangentialResistanceIsZeroUnlessGivenOrFromTheViscosity) {
  const auto film = [](const std::string& table) { return *read("[contact]\nlubrication = " + table).law.lubrication; };
  EXPECT_EQ(film("{ resistance = 2 }").tangential_resistance, 0.0);
  EXPECT_EQ(film("{ viscosity = 2 }").tangential_resistance, std::nullopt);
}

TEST(SceneLubrication, IsLaidOverByThatOfTwoMaterials) {
  const scene::Contact contact = read(R"(
[contact]
law = "lubrication"
lubrication = { resistance = 2, tangential_resistance = 0.5, range = 0.1 }
[[contact.between]]
materials = ["default", "default"]
lubrication = { viscosity = 3, floor = 1e-4 }
[[contact.between]]
materials = ["default", "wall"]
lubrication = { tangential = false }
)");
  ASSERT_EQ(contact.between.size(), 2U);
  // A viscosity takes the place of both resistances.
  EXPECT_EQ(contact.between[0].law.lubrication,
            (scene::Lubrication{.viscosity = 3.0, .automatic_range = false, .range = 0.1, .floor = 1e-4}));
  EXPECT_EQ(contact.between[1].law.lubrication, (scene::Lubrication{.resistance = 2.0,
                                                                    .tangential_resistance = 0.5,
                                                                    .tangential = false,
                                                                    .automatic_range = false,
                                                                    .range = 0.1}));
}

TEST(SceneLubrication, MayStandInContactForTheLawOfTwoMaterials) {
  const scene::Contact contact = read(R"(
[contact]
lubrication = { viscosity = 3 }
[[contact.between]]
materials = ["default", "wall"]
law = "lubricated"
)");
  EXPECT_EQ(contact.law.law, Law::inelastic);
  EXPECT_EQ(contact.between.at(0).law.lubrication, (scene::Lubrication{.viscosity = 3.0}));
}

TEST(SceneLubrication, ViscosityOfTheCommandLineOverrulesTheResistancesOfTheFile) {
  const std::string file = "[contact]\nlaw = \"lubrication\"\n";
  const auto film = [&](const std::string& table, const std::string& override) {
    return read(file + "lubrication = " + table, {"contact.lubrication." + override}).law.lubrication;
  };
  EXPECT_EQ(film("{ resistance = 2, tangential_resistance = 0.5 }", "viscosity=3"),
            (scene::Lubrication{.viscosity = 3.0}));
  EXPECT_EQ(film("{ viscosity = 3 }", "resistance=2"),
            (scene::Lubrication{.resistance = 2.0, .tangential_resistance = 0.0}));
}

TEST(SceneLubrication, LubricatedContactsRubWhereThereIsFrictionOrRolling) {
  const auto rubs = [](const std::string& law, const std::string& keys) {
    return read("[contact]\nlaw = \"" + law + "\"\nlubrication = { viscosity = 1 }\n" + keys).law.rubs();
  };
  EXPECT_TRUE(rubs("lubricated", ""));
  EXPECT_TRUE(rubs("lubricated", "friction = 0\nrolling = 0.1"));
  EXPECT_FALSE(rubs("lubricated", "friction = 0"));
  EXPECT_FALSE(rubs("lubrication", "friction = 0.5"));
}

TEST(SceneLubrication, WithoutFrictionTakesEverySolverThatNeedsNone) {
  const std::string contact = "[contact]\nlubrication = { viscosity = 1 }\nfriction = 0\n";
  for (const char* law : {"lubrication", "lubricated"}) {
    EXPECT_NO_THROW(read(contact, {std::string("contact.law=") + law, "solver.method=spg"})) << law;
  }
}

TEST(SceneLubrication, SaysNothingAboutTheReferenceLength) {
  // Between gluey bodies this viscosity would need roughness of both, and less of it than reference_length.
  const std::string contact = "[contact]\nviscosity = 1\nreference_length = 0.1\nlubrication = { viscosity = 1 }\n";
  EXPECT_THROW(laws_of(contact + "law = \"gluey\""), SceneError);
  EXPECT_NO_THROW(laws_of(contact + "law = \"lubricated\""));
}

TEST(LawOfAScene, HasTheFilmOfItsTable) {
  const LawTable laws = laws_of(R"(
[contact]
law = "lubrication"
lubrication = { viscosity = 3, range = 0.25, floor = 1e-4 }
[[contact.between]]
materials = ["default", "wall"]
law = "lubricated"
lubrication = { resistance = 2, tangential_resistance = 0.5, tangential = false, range = "auto", threshold_constant = 5 }
)");
  const LawOptions& bodies = between_bodies(laws);
  EXPECT_EQ(bodies.kind, LawKind::lubrication);
  EXPECT_EQ(bodies.film.viscosity, 3.0);
  EXPECT_TRUE(bodies.film.shears);
  EXPECT_EQ(bodies.film.range, 0.25);
  EXPECT_EQ(bodies.film.floor, 1e-4);
  EXPECT_EQ(bodies.film.threshold_constant, 20.0);

  const LawOptions& wall = at_the_wall(laws);
  EXPECT_EQ(wall.kind, LawKind::lubricated);
  EXPECT_EQ(wall.film.viscosity, std::nullopt);
  EXPECT_EQ(wall.film.normal, 2.0);
  EXPECT_EQ(wall.film.tangential, 0.5);
  EXPECT_FALSE(wall.film.shears);
  EXPECT_EQ(wall.film.range, 1.5) << "the mean of the radii 1 and 2";
  EXPECT_EQ(wall.film.threshold_constant, 5.0);
}

TEST(LawOfAScene, DoesNotBounceWhereAFilmIsInBetween) {
  const LawTable laws = laws_of(R"(
[contact]
restitution = 0.5
lubrication = { viscosity = 3 }
[[contact.between]]
materials = ["default", "wall"]
law = "lubrication"
)");
  EXPECT_EQ(between_bodies(laws).restitution, 0.5);
  EXPECT_EQ(at_the_wall(laws).restitution, 0.0);
}

}  // namespace
}  // namespace gluey::scene_lubrication_test
