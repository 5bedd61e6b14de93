// A gluey disc that slides along a flat surface keeps its velocity, whatever the surface is made of; a body that leaves
// is not held by a contact that does not act, whatever the solver.

#include <gluey/scene.hpp>
#include <gluey/simulation.hpp>

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace gluey::sliding_test {
namespace {

Simulation sliding_on(const std::string& floor) {
  const std::string scene = R"(
dimension = 2
[time]
step = 0.01
steps = 200
[environment]
gravity = [0.0, -10.0]
[contact]
law = "gluey"
[[body]]
shape = { kind = "sphere", radius = 0.1 }
position = [-0.5, 0.1]
velocity = [1.0, 0.0]
[[obstacle]]
name = "floor"
shape = )" + floor;
  return Simulation(Scene::parse(scene, "sliding"));
}

class FlatFloor : public testing::TestWithParam<std::string> {};

TEST_P(FlatFloor, DoesNotBrakeAGlueyDiscAtItsJoint) {
  Simulation simulation = sliding_on(GetParam());
  double least = 0.0;
  while (!simulation.finished()) {
    simulation.step();
    const Frame frame = simulation.frame();
    double potential = 0.0;
    for (const double gamma : frame.contact_gamma) {
      potential += gamma;
    }
    // Pressed by its weight at every step: the potential falls by m g h and is never lost.
    ASSERT_LT(potential, least) << "step " << simulation.steps();
    least = potential;
    ASSERT_NEAR(simulation.velocities()[0], 1.0, 1e-12) << "step " << simulation.steps();
  }
  EXPECT_NEAR(least, -10.0 * 2.0, 1e-9);
}

INSTANTIATE_TEST_SUITE_P(
    Parts, FlatFloor,
    testing::Values(R"({ kind = "plane", normal = [0.0, 1.0] })",
                    R"({ kind = "segment", from = [-2.0, 0.0], to = [4.0, 0.0] })",
                    R"({ kind = "chain", points = [[-2.0, 0.0], [0.0, 0.0], [0.5, 0.0], [4.0, 0.0]] })",
                    R"({ kind = "compound", parts = [{ kind = "segment", from = [-2.0, 0.0], to = [0.0, 0.0] },)"
                    R"( { kind = "segment", from = [0.0, 0.0], to = [4.0, 0.0] }] })",
                    R"({ kind = "compound", parts = [{ kind = "box", size = [2.0, 1.0], position = [-1.0, -0.5] },)"
                    R"( { kind = "box", size = [4.0, 1.0], position = [2.0, -0.5] }] })"));

class LaggedRelease : public testing::TestWithParam<std::string> {};

TEST_P(LaggedRelease, LetsABodyGoThatDoesNotTouch) {
  const Scene scene = Scene::parse(R"(
dimension = 2
[time]
step = 0.001
steps = 20
[environment]
gravity = [0.0, -10.0]
[contact]
law = "gluey"
release = "lagged"
range = 0.5
[[body]]
shape = { kind = "sphere", radius = 0.1 }
position = [-1.0, 0.1]
[[body]]
shape = { kind = "sphere", radius = 0.1 }
position = [1.0, 0.1]
velocity = [0.0, 1.0]
[[obstacle]]
name = "floor"
shape = { kind = "plane", normal = [0.0, 1.0] }
)",
                                   "lagged", ".", {"solver.method=" + GetParam()});
  Simulation simulation(scene);
  while (!simulation.finished()) {
    simulation.step();
    ASSERT_NEAR(simulation.velocities()[3], 1.0 - 0.01 * static_cast<double>(simulation.steps()), 1e-12);
    ASSERT_EQ(simulation.frame().contact_gamma.back(), 0.0);
  }
}

INSTANTIATE_TEST_SUITE_P(Methods, LaggedRelease,
                         testing::Values("auto", "uzawa", "apgd", "spg", "gauss-seidel", "interior-point"));

}  // namespace
}  // namespace gluey::sliding_test
