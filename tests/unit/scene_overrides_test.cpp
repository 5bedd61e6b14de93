// Overrides from the command line, --set key=value.

#include "scene/options.hpp"

#include <gluey/scene.hpp>

#include <gtest/gtest.h>

namespace gluey::scene_overrides_test {
namespace {

const std::string text = R"(title = "Box"
[time]
step = 0.01
end = 1.0
[environment]
gravity = [0, -10]
[[body]]
name = "ball"
shape = { kind = "sphere", radius = 0.1 }
position = [0, 0]
mass = 2.0
[[obstacle]]
name = "floor"
shape = { kind = "plane", normal = [0, 1] }
[[obstacle]]
name = "big box"
shape = { kind = "box-walls", lower = [0, 0], upper = [1, 1] }
motion = { kind = "rotation", omega = 0.5 }
)";

scene::Scene with(const std::vector<std::string>& overrides) {
  return Scene::parse(text, "box.toml", ".", overrides).options();
}

std::string answer(const std::string& override) {
  try {
    with({override});
  } catch (const SceneError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(Override, ReplacesAValue) {
  EXPECT_EQ(with({"time.step=1e-3"}).time.step, 1e-3);
  EXPECT_EQ(with({"time.step = 2e-3"}).time.step, 2e-3);
  EXPECT_EQ(with({"environment.gravity=[1, 2]"}).environment.gravity, (scene::Vector{1, 2}));
  EXPECT_EQ(with({"environment.gravity[1]=-5"}).environment.gravity, (scene::Vector{0, -5}));
  EXPECT_EQ(with({"title=\"A = B\""}).title, "A = B");
}

TEST(Override, TheLastOneCounts) { EXPECT_EQ(with({"time.step=1e-3", "time.step=1e-4"}).time.step, 1e-4); }

TEST(Override, MakesTablesThatAreNotThere) {
  EXPECT_EQ(with({"contact.law=gluey"}).contact.law.law, scene::ContactLaw::Law::gluey);
  EXPECT_EQ(
      with({"obstacle[0].motion.kind=translation", "obstacle[0].motion.velocity=[1,0]"}).obstacle[0].motion.velocity,
      (scene::Vector{1, 0}));
}

TEST(Override, TakesBareWordsAsTexts) {
  EXPECT_EQ(with({"output.file=runs/a.h5"}).output.file, "runs/a.h5");
  EXPECT_EQ(with({"title=two words"}).title, "two words");
  EXPECT_EQ(with({"contact.gamma_min=-inf"}).contact.law.gamma_min, -infinity);
}

TEST(Override, ReachesEntriesByIndexAndByName) {
  EXPECT_EQ(with({"obstacle[1].motion.omega=3"}).obstacle[1].motion.omega, 3.0);
  EXPECT_EQ(with({"obstacle.\"big box\".motion.omega=3"}).obstacle[1].motion.omega, 3.0);
  EXPECT_EQ(with({"body.ball.shape.radius=[1, 2]"}).body[0].shape.radius.maximum, 2.0);
}

TEST(Override, OverrulesTheKeysOfTheFileThatItExcludes) {
  const scene::Time time = with({"time.steps=10"}).time;
  EXPECT_EQ(time.steps, 10);
  EXPECT_EQ(time.end, infinity);
  EXPECT_EQ(with({"body[0].density=3"}).body[0].mass, std::nullopt);
  EXPECT_EQ(answer("time.steps=0.5"), "--set time.steps=0.5: time.steps: found 0.5, must be an integer >= 0");
}

TEST(Override, OfTheAccuracyTakesThePlaceOfWhatTheFileSays) {
  using Accuracy = scene::Solver::Accuracy;
  const auto solver = [](const std::string& keys, const std::vector<std::string>& overrides) {
    const Scene scene = Scene::parse(text + "[solver]\n" + keys, "box.toml", ".", overrides);
    EXPECT_TRUE(scene.warnings().empty()) << scene.warnings()[0].text();
    return scene.options().solver;
  };
  const std::string file = "tolerance = 1e-4\nmax_iterations = 300\n";
  const scene::Solver fine = solver(file, {"solver.accuracy=fine"});
  EXPECT_EQ(fine.accuracy, Accuracy::fine);
  EXPECT_EQ(fine.tolerance, std::nullopt);
  EXPECT_EQ(fine.max_iterations, 0);
  // What the command line says besides stays.
  EXPECT_EQ(solver(file, {"solver.accuracy=draft", "solver.max_iterations=7"}).max_iterations, 7);
  // The level of the file gives way to a tolerance on the command line, and to nothing else.
  EXPECT_EQ(solver("max_iterations = 300\naccuracy = \"fine\"\n", {}).max_iterations, 300);
  EXPECT_EQ(solver("max_iterations = 300\n", {"solver.tolerance=1e-8"}).max_iterations, 300);
}

TEST(Override, OfAccuracyAndToleranceAtOnceIsWarnedOf) {
  const Scene scene = Scene::parse(text, "box.toml", ".", {"solver.tolerance=1e-8", "solver.accuracy=fine"});
  EXPECT_EQ(scene.options().solver.tolerance, 1e-8);
  ASSERT_EQ(scene.warnings().size(), 1U);
  EXPECT_EQ(scene.warnings()[0].text(),
            "--set solver.accuracy=fine: solver.accuracy: has no effect: steps are solved to solver.tolerance, which "
            "takes its place");
}

TEST(OverrideProblem, NamesTheOverrideAsItsPlace) {
  EXPECT_EQ(answer("contact.gama=1"), "--set contact.gama=1: contact.gama: unknown key; did you mean \"gamma_min\"?");
  EXPECT_EQ(answer("contct.law=gluey"), "--set contct.law=gluey: contct: unknown key; did you mean \"contact\"?");
  EXPECT_EQ(answer("time.step=-1"), "--set time.step=-1: time.step: found -1, must be > 0");
  EXPECT_EQ(answer("time.step=fast"),
            "--set time.step=fast: time.step: found \"fast\", must be a number > 0, \"auto\" or \"adaptive\"");
  EXPECT_EQ(answer("environment.gravity[1]=down"),
            "--set environment.gravity[1]=down: environment.gravity[1]: found \"down\", must be a number");
}

TEST(OverrideProblem, OfAPathThatLeadsNowhere) {
  EXPECT_EQ(answer("obstacle[2].position=[0,0]"),
            "--set obstacle[2].position=[0,0]: obstacle: found index 2, there are 2 entries");
  EXPECT_EQ(
      answer("obstacle.box.position=[0,0]"),
      "--set obstacle.box.position=[0,0]: obstacle: no entry has the name \"box\"; there are: \"floor\", \"big box\"");
  EXPECT_EQ(answer("bodies[0].count=3"), "--set bodies[0].count=3: there is no \"bodies\"");
  EXPECT_EQ(answer("time.step.x=3"), "--set time.step.x=3: time.step: found 0.01, must be a table");
  EXPECT_EQ(answer("time[0]=3"), "--set time[0]=3: time: found a table, must be an array");
}

TEST(OverrideProblem, OfAnOverrideThatIsNotOne) {
  EXPECT_EQ(answer("time.step"), "--set time.step: must be key=value");
  EXPECT_EQ(answer("time.step="), "--set time.step=: time.step: missing value");
  const std::string bad_key = ": must be key=value with a key such as time.step or obstacle[0].motion.omega";
  EXPECT_EQ(answer("=3"), "--set =3" + bad_key);
  EXPECT_EQ(answer("time..step=3"), "--set time..step=3" + bad_key);
  EXPECT_EQ(answer("body[x].mass=3"), "--set body[x].mass=3" + bad_key);
  EXPECT_EQ(
      answer("environment.gravity=[0,"),
      "--set environment.gravity=[0,: environment.gravity: not valid TOML: Error while parsing array: encountered "
      "end-of-file");
}

TEST(OverrideProblem, ComesAfterThoseOfTheFile) {
  try {
    Scene::parse("[time]\nstep = -1\nend = 1\n", "a.toml", ".", {"time.end=-2", "seed=-3"});
    FAIL() << "accepted";
  } catch (const SceneError& error) {
    ASSERT_EQ(error.problems().size(), 3U);
    EXPECT_EQ(error.problems()[0].text(), "a.toml:2:8: time.step: found -1, must be > 0");
    EXPECT_EQ(error.problems()[1].file, "--set seed=-3");
    EXPECT_EQ(error.problems()[2].file, "--set time.end=-2");
  }
}

}  // namespace
}  // namespace gluey::scene_overrides_test
