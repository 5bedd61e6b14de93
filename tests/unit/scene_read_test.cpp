// What a scene file may say, and what becomes of it.

#include "scene/convert.hpp"
#include "scene/options.hpp"

#include <gluey/scene.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

namespace gluey::scene_read_test {
namespace {

const std::string plane_time = "[time]\nstep = 0.01\nend = 1.0\n";
const std::string space_time = "dimension = 3\n" + plane_time;

scene::Scene read(const std::string& text) { return Scene::parse(text, "test.toml").options(); }

/// The shape of a body whose radius is written so.
scene::Length radius(const std::string& text) {
  return read(plane_time + "[[body]]\nposition = [0, 0]\nshape = { kind = \"sphere\", radius = " + text + " }\n")
      .body.at(0)
      .shape.radius;
}

TEST(SceneDefaults, FillASceneWithNothingButTime) {
  const scene::Scene scene = read(plane_time);
  scene::Scene expected;
  expected.time.step = 0.01;
  expected.time.end = 1.0;
  expected.environment.gravity = {0.0, 0.0};
  expected.environment.body_force = {0.0, 0.0};
  expected.contact.law.gamma_min = -infinity;
  expected.output.file = "test.h5";
  EXPECT_EQ(scene, expected);
}

TEST(SceneDefaults, OfABodyDependOnTheDimension) {
  const std::string body = "[[body]]\nshape = { kind = \"sphere\", radius = 2 }\nposition = ";
  const scene::Body disc = read(plane_time + body + "[0, 1]").body.at(0);
  EXPECT_EQ(disc.velocity, (scene::Vector{0.0, 0.0}));
  EXPECT_EQ(disc.angular_velocity, scene::Vector{0.0});
  EXPECT_EQ(disc.orientation, scene::Vector{0.0});
  EXPECT_EQ(disc.mass, 1.0);
  EXPECT_EQ(disc.density, std::nullopt);
  EXPECT_TRUE(disc.inertia.empty());

  const scene::Body ball = read(space_time + body + "[0, 1, 2]").body.at(0);
  EXPECT_EQ(ball.velocity, (scene::Vector{0.0, 0.0, 0.0}));
  EXPECT_EQ(ball.angular_velocity, (scene::Vector{0.0, 0.0, 0.0}));
  EXPECT_EQ(ball.orientation, (scene::Vector{1.0, 0.0, 0.0, 0.0}));
}

TEST(SceneNumbers, MayBeWrittenAsIntegers) { EXPECT_EQ(read("[time]\nstep = 1\nend = 10\n").time.step, 1.0); }

TEST(SceneTime, StepMayBeAutomatic) {
  const scene::Time time = read("[time]\nstep = \"auto\"\nsteps = 7\nstep_max = 0.5\n").time;
  EXPECT_TRUE(time.automatic);
  EXPECT_FALSE(time.adaptive);
  EXPECT_EQ(time.steps, 7);
  EXPECT_EQ(time.end, infinity);
  EXPECT_EQ(time.step_max, 0.5);
}

TEST(SceneTime, StepMayBeAdaptive) {
  const scene::Scene scene = read("[time]\nstep = \"adaptive\"\nend = 1\nstep_min = 1e-4\n");
  EXPECT_TRUE(scene.time.adaptive);
  EXPECT_EQ(scene.time.tolerance, 1e-3);
  const StepSettings settings = scene::to_settings(scene);
  EXPECT_TRUE(settings.adaptive);
  EXPECT_TRUE(settings.automatic);
  EXPECT_EQ(settings.step_min, 1e-4);
  EXPECT_EQ(scene::to_settings(read(plane_time + "tolerance = 0.5")).step_tolerance, 0.5);
}

TEST(SceneRadius, MayBeANumberARangeOrADistribution) {
  EXPECT_EQ(radius("2"), (scene::Length{.minimum = 2, .maximum = 2}));
  EXPECT_EQ(radius("[2, 3]"), (scene::Length{.minimum = 2, .maximum = 3}));
  EXPECT_EQ(radius("{ distribution = \"uniform\", minimum = 2, maximum = 3 }"), radius("[2, 3]"));
  EXPECT_EQ(radius("{ distribution = \"normal\", mean = 2, deviation = 0.1 }"),
            (scene::Length{.kind = scene::Length::Kind::normal, .maximum = infinity, .mean = 2, .deviation = 0.1}));
  EXPECT_EQ(
      radius("{ distribution = \"lognormal\", mean = 2, deviation = 0.1, minimum = 1, maximum = 3 }"),
      (scene::Length{.kind = scene::Length::Kind::lognormal, .minimum = 1, .maximum = 3, .mean = 2, .deviation = 0.1}));
  EXPECT_EQ(radius("{ distribution = \"table\", values = [1, 2] }"),
            (scene::Length{.kind = scene::Length::Kind::table, .values = {1, 2}, .weights = {1, 1}}));
}

TEST(SceneOrientation, IsAnAngleAQuaternionOrAnAxisWithAnAngle) {
  const auto orientation = [](const std::string& time, const std::string& size, const std::string& text) {
    return read(time + "[[obstacle]]\nshape = { kind = \"box\", size = " + size + " }\norientation = " + text)
        .obstacle.at(0)
        .orientation;
  };
  EXPECT_EQ(orientation(plane_time, "[1, 1]", "0.5"), scene::Vector{0.5});
  // Scaled to length 1.
  EXPECT_EQ(orientation(space_time, "[1, 1, 1]", "[0, 0, 0, 2]"), (scene::Vector{0.0, 0.0, 0.0, 1.0}));
  const scene::Vector turned = orientation(space_time, "[1, 1, 1]", "{ axis = [0, 3, 0], angle = 0.5 }");
  EXPECT_DOUBLE_EQ(turned[0], std::cos(0.25));
  EXPECT_DOUBLE_EQ(turned[2], std::sin(0.25));
}

TEST(SceneContact, GammaMinMayBeMinusInfinityAsAWordOrAsANumber) {
  for (const char* text : {"\"-inf\"", "-inf"}) {
    EXPECT_EQ(read(plane_time + "[contact]\ngamma_min = " + text).contact.law.gamma_min, -infinity) << text;
  }
  EXPECT_EQ(read(plane_time + "[contact]\ngamma_min = -3").contact.law.gamma_min, -3.0);
}

TEST(SceneContact, BetweenLaysItsKeysOverTheDefaultLaw) {
  const scene::Contact contact = read(plane_time + R"(
[contact]
law = "gluey"
gamma_min = -2
scaling = "radius"
[[contact.between]]
materials = ["default", "wall"]
release = "lagged"
[[contact.between]]
materials = ["default", "default"]
viscosity = 0.5
[[body]]
shape = { kind = "sphere", radius = 1 }
position = [0, 0]
roughness = 0.1
[[obstacle]]
shape = { kind = "plane", normal = [0, 3] }
material = "wall"
)")
                                     .contact;
  ASSERT_EQ(contact.between.size(), 2U);
  const scene::ContactLaw& wall = contact.between[0].law;
  EXPECT_EQ(wall.law, scene::ContactLaw::Law::gluey);
  EXPECT_EQ(wall.gamma_min, -2.0);
  EXPECT_EQ(wall.scaling, scene::ContactLaw::Scaling::radius);
  EXPECT_EQ(wall.release, scene::ContactLaw::Release::lagged);
  // A viscosity takes the place of the default's gamma_min.
  EXPECT_EQ(contact.between[1].law.gamma_min, std::nullopt);
  EXPECT_EQ(contact.between[1].law.viscosity, 0.5);
}

TEST(SceneObstacle, DirectionsAreScaledToLengthOne) {
  const scene::Obstacle obstacle =
      read(plane_time + "[[obstacle]]\nshape = { kind = \"plane\", normal = [3, 4] }\n").obstacle.at(0);
  EXPECT_DOUBLE_EQ(obstacle.shape.normal[0], 0.6);
  EXPECT_DOUBLE_EQ(obstacle.shape.normal[1], 0.8);
}

TEST(SceneObstacle, PolygonsMayBeListedEitherWayRound) {
  for (const char* points : {"[[0, 0], [1, 0], [0, 1]]", "[[0, 0], [0, 1], [1, 0]]"}) {
    EXPECT_NO_THROW(
        read(plane_time + "[[obstacle]]\nshape = { kind = \"polygon\", points = " + std::string(points) + " }"));
  }
}

TEST(SceneObstacle, TurnsAboutItsPositionUnlessToldOtherwise) {
  const std::string obstacle = "[[obstacle]]\nshape = { kind = \"sphere\", radius = 1 }\nposition = [1, 2]\n";
  EXPECT_EQ(read(plane_time + obstacle + "motion = { kind = \"rotation\", omega = 1 }").obstacle[0].motion.center,
            (scene::Vector{1, 2}));
  EXPECT_EQ(read(plane_time + obstacle + "motion = { kind = \"rotation\", omega = 1, center = [0, 0] }")
                .obstacle[0]
                .motion.center,
            (scene::Vector{0, 0}));
}

TEST(SceneOutput, IntervalTakesThePlaceOfEvery) {
  const scene::Output output = read(plane_time + "[output]\ninterval = 0.5\n").output;
  EXPECT_EQ(output.interval, 0.5);
  EXPECT_EQ(output.every, 0);
}

TEST(SceneBodies, MayBeReadFromAFileBesideTheScene) {
  const std::string folder = testing::TempDir();
  std::ofstream(folder + "gluey_grains.csv") << "x,y,r,m\n0,0,1,1\n";
  const Scene scene =
      Scene::parse(plane_time + "[[bodies]]\nfile = \"gluey_grains.csv\"\nlabel = \"a\"\n", "a/b.toml", folder);
  EXPECT_EQ(scene.options().bodies.at(0).file, "gluey_grains.csv");
  EXPECT_EQ(scene.options().bodies.at(0).mass, std::nullopt);
  EXPECT_EQ(scene.name(), "b");
  EXPECT_EQ(scene.folder(), folder);
}

TEST(SceneViscosity, IsCheckedOnlyBetweenBodiesThatCanMeet) {
  // One rough body on smooth walls: walls never meet each other, the body never meets itself.
  const std::string text = R"(
[contact]
law = "gluey"
viscosity = 1.0
[[body]]
shape = { kind = "sphere", radius = 1 }
position = [0, 0]
roughness = 0.1
[[obstacle]]
shape = { kind = "plane", normal = [0, 1] }
[[obstacle]]
shape = { kind = "plane", normal = [1, 0] }
)";
  EXPECT_NO_THROW(read(plane_time + text));
}

}  // namespace
}  // namespace gluey::scene_read_test
