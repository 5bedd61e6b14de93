// Bodies taken from a frame of an earlier result: they stand where they stood, move as they moved, and what is glued stays
// glued with the potential it had.

#include "support/files.hpp"
#include "support/scenes.hpp"

#include "io/layout.hpp"

#include <gluey/errors.hpp>
#include <gluey/run.hpp>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>

namespace gluey::test::continued_test {
namespace {

/// Two balls, one on the other, pressed on a floor for a while: γ = −m g t at the floor with both weights, above with one.
const std::string pressed = R"(
dimension = 2
[time]
step = 0.03125
end = 1.0
[environment]
gravity = [0, -8]
[contact]
law = "gluey"
[[body]]
name = "lower"
label = "red"
material = "steel"
shape = { kind = "sphere", radius = 0.5 }
position = [0, 0.5]
angular_velocity = 0.25
mass = 2.0
[[body]]
name = "upper"
shape = { kind = "sphere", radius = 0.25 }
position = [0, 1.25]
mass = 0.5
[[obstacle]]
name = "other"
shape = { kind = "sphere", radius = 1 }
position = [5, 5]
[[obstacle]]
name = "floor"
shape = { kind = "plane", normal = [0, 1] }
[solver]
tolerance = 1e-12
[output]
every = 8
)";

/// The same pulled upwards; the floor is another number here.
const std::string pulled = R"(
dimension = 2
[time]
step = 0.03125
end = 4.0
[environment]
gravity = [0, 4]
[contact]
law = "gluey"
[[bodies]]
file = "pressed.h5"
[[obstacle]]
name = "floor"
shape = { kind = "plane", normal = [0, 1] }
[solver]
tolerance = 1e-12
)";

class ContinuedRun : public testing::Test {
 protected:
  void SetUp() override {
    RunOptions options;
    options.output = folder_.file("pressed.h5");
    run(Scene::parse(pressed, "pressed"), options);
  }
  Folder folder_;
};

TEST_F(ContinuedRun, BeginsAsTheOtherEnded) {
  Simulation simulation = simulate(pulled, {}, folder_.path());
  const Results results(folder_.file("pressed.h5"));
  const Frame last = results.frame(-1);
  const Frame first = simulation.frame();
  EXPECT_EQ(first.position, last.position);
  EXPECT_EQ(first.velocity, last.velocity);
  EXPECT_EQ(first.orientation, last.orientation);
  EXPECT_EQ(first.angular_velocity, last.angular_velocity);
  EXPECT_EQ(first.time, 0.0);
  const Constants constants = simulation.constants();
  EXPECT_EQ(constants.bodies.name, results.constants().bodies.name);
  EXPECT_EQ(constants.bodies.label, results.constants().bodies.label);
  EXPECT_EQ(constants.bodies.material, results.constants().bodies.material);
  EXPECT_EQ(constants.bodies.radius, results.constants().bodies.radius);
  EXPECT_EQ(constants.bodies.mass, results.constants().bodies.mass);
  EXPECT_EQ(constants.bodies.inertia, results.constants().bodies.inertia);
}

TEST_F(ContinuedRun, HoldsUntilThePotentialOfTheOtherIsUsedUp) {
  // Pressed with 8 for a time 1, pulled with 4: every contact holds for a time 2, and from then on the balls fly as if
  // they had been let go at t = 2.
  Simulation simulation = simulate(pulled, {}, folder_.path());
  while (!simulation.finished()) {
    simulation.step();
    const double t = simulation.time();
    const Frame frame = simulation.frame();
    if (t < 2.0) {
      EXPECT_NEAR(gamma_between(frame, 0, 2), -2.5 * (8.0 - 4.0 * t), 1e-9) << t;  // obstacle 0 is the floor now
      EXPECT_NEAR(gamma_between(frame, 0, 1), -0.5 * (8.0 - 4.0 * t), 1e-9) << t;
      EXPECT_NEAR(frame.position[1], 0.5, 1e-9) << t;
    } else if (t > 2.0) {
      EXPECT_NEAR(frame.velocity[1], 4.0 * (t - 2.0), 1e-9) << t;
      EXPECT_NEAR(frame.velocity[3], 4.0 * (t - 2.0), 1e-9) << t;
    }
  }
}

TEST_F(ContinuedRun, TakesAnyFrame) {
  // Frame 2 is that of step 16, t = 0.5: half the potential, half the time.
  Simulation simulation = simulate(pulled, {"bodies[0].frame=2"}, folder_.path());
  while (simulation.time() < 3.0) {
    simulation.step();
  }
  EXPECT_NEAR(simulation.velocities()[1], 4.0 * (simulation.time() - 1.0), 1e-9);
}

TEST_F(ContinuedRun, KeepsItsPairsBesideOtherBodies) {
  // Numbers shift by what stands before; the contacts shift along.
  Simulation simulation = simulate(
      pulled + "[[body]]\nshape = { kind = \"sphere\", radius = 0.1 }\nposition = [-3, 1]\n", {}, folder_.path());
  simulation.step();
  const Frame frame = simulation.frame();
  EXPECT_NEAR(gamma_between(frame, 1, 2), -0.5 * (8.0 - 4.0 * 0.03125), 1e-9);
  EXPECT_NEAR(gamma_between(frame, 1, 3), -2.5 * (8.0 - 4.0 * 0.03125), 1e-9);
}

TEST_F(ContinuedRun, WithoutTheObstacleLetsGoOfItAlone) {
  Simulation simulation = simulate(pulled, {"obstacle[0].name=ground"}, folder_.path());
  simulation.step();
  EXPECT_EQ(gamma_between(simulation.frame(), 0, 2), 0.0);
  EXPECT_LT(gamma_between(simulation.frame(), 0, 1), -3.0);
}

TEST_F(ContinuedRun, OfAnotherDimensionIsRefused) {
  try {
    simulate("dimension = 3\n[time]\nstep = 0.01\nsteps = 1\n[[bodies]]\nfile = \"pressed.h5\"\n", {}, folder_.path());
    FAIL() << "accepted";
  } catch (const SceneError& error) {
    EXPECT_STREQ(error.what(), "test:6:8: bodies[0].file: \"pressed.h5\" is a result in 2 dimensions, the scene has 3");
  }
}

TEST_F(ContinuedRun, FromAFrameThatIsNotThereIsRefused) {
  for (const std::string frame : {"5", "-6"}) {  // frames 0 to 4: at the start and every eighth of 32 steps
    try {
      simulate(pulled, {"bodies[0].frame=" + frame}, folder_.path());
      FAIL() << "accepted";
    } catch (const SceneError& error) {
      EXPECT_EQ(error.what(), fmt::format("--set bodies[0].frame={0}: bodies[0].frame: found {0}, but the number of "
                                          "frames in \"pressed.h5\" is 5",
                                          frame));
    }
  }
}

TEST_F(ContinuedRun, WhoseMaterialsAreTooRoughForTheirLawIsRefused) {
  // That the lower ball is of steel only the result knows.
  const std::string rough = R"(
[time]
step = 0.01
steps = 1
[contact]
law = "gluey"
viscosity = 1.0
[[contact.between]]
materials = ["steel", "default"]
reference_length = 0.1
[[bodies]]
file = "pressed.h5"
roughness = 0.06
)";
  try {
    simulate(rough, {}, folder_.path());
    FAIL() << "accepted";
  } catch (const SceneError& error) {
    EXPECT_STREQ(
        error.what(),
        "test:10:20: contact.between[0].reference_length: found 0.1, must be >= 0.12, the roughness of materials "
        "\"default\" and \"steel\" together (else gamma_min > 0)");
  }
  EXPECT_NO_THROW(simulate(rough, {"contact.between[0].reference_length=0.12"}, folder_.path()));
}

TEST_F(ContinuedRun, ReadsAResultByEitherEnding) {
  std::filesystem::copy_file(folder_.file("pressed.h5"), folder_.file("pressed.hdf5"));
  Simulation simulation = simulate(pulled, {"bodies[0].file=pressed.hdf5"}, folder_.path());
  EXPECT_EQ(simulation.bodies(), 2U);
}

/// A ball on the upper end of a rod that leans over more than two periods: of the rod's images the one it lies on is not the one
/// whose centre is nearest. The end stands at (0.5 + 1.5 √½, 1.5 √½), the ball above it and one period to the left.
std::string leaning(double gravity, double period, const std::string& bodies) {
  return fmt::format(R"(
dimension = 2
[time]
step = 0.03125
end = 1.0
[environment]
gravity = [0, {}]
[domain]
lower = [0, 0]
upper = [{}, 1]
periodic = [true, false]
[contact]
law = "gluey"
{}
[[obstacle]]
name = "rod"
shape = {{ kind = "capsule", radius = 0.1, length = 3.0 }}
position = [0.5, 0]
orientation = 0.78539816339744831
[solver]
tolerance = 1e-12
)",
                     gravity, period, bodies);
}

class ContinuedInADomain : public testing::Test {
 protected:
  void SetUp() override {
    const std::string ball = R"(
[[body]]
shape = { kind = "sphere", radius = 0.2 }
position = [0.56066017177982130, 1.36066017177982130]
mass = 2.0
)";
    RunOptions options;
    options.output = folder_.file("pressed.h5");
    run(Scene::parse(leaning(-8.0, 1.0, ball), "leaning"), options);
  }
  Simulation pulled(double period) {
    return simulate(leaning(4.0, period, "[[bodies]]\nfile = \"pressed.h5\"\n"), {}, folder_.path());
  }
  Folder folder_;
};

TEST_F(ContinuedInADomain, FindsTheImagesThatTouchedAndTheirPotential) {
  ASSERT_EQ(Results(folder_.file("pressed.h5")).frame(-1).contact_image, (std::vector<std::int32_t>{-1, 0}));
  Simulation simulation = pulled(1.0);
  EXPECT_EQ(simulation.frame().contact_image, (std::vector<std::int32_t>{-1, 0}));
  while (!simulation.finished()) {
    simulation.step();
    EXPECT_NEAR(gamma_between(simulation.frame(), 0, 1), -2.0 * (8.0 - 4.0 * simulation.time()), 1e-9);
  }
}

TEST_F(ContinuedInADomain, WithAnotherPeriodTheImageThatTouchedIsNotThere) {
  EXPECT_TRUE(pulled(1.5).frame().contact_image.empty());
}

TEST_F(ContinuedInADomain, OfAFileWithoutImagesTheNearestIsTaken) {
  {
    const io::Handle file(H5Fopen(folder_.file("pressed.h5").c_str(), H5F_ACC_RDWR, H5P_DEFAULT), H5Fclose);
    io::check(H5Ldelete(file, io::kContactImage, H5P_DEFAULT));
  }
  EXPECT_TRUE(Results(folder_.file("pressed.h5")).frame(-1).contact_image.empty());
  Simulation simulation = pulled(1.0);
  EXPECT_EQ(simulation.frame().contact_gamma.size(), 1U);
  // What a point carries over it takes from where it was, so the potential is kept all the same.
  simulation.step();
  EXPECT_NEAR(gamma_between(simulation.frame(), 0, 1), -2.0 * (8.0 - 4.0 * simulation.time()), 1e-9);
}

}  // namespace
}  // namespace gluey::test::continued_test
