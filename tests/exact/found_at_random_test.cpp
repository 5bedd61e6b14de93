// What random scenes (tests/random) showed, as the small scenes they were shrunk to.

#include "geometry/distance/table.hpp"
#include "geometry/support.hpp"
#include "support/scenes.hpp"
#include "support/shaped_world.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

namespace gluey::test::found_at_random_test {
namespace {

// An exponent below 2 makes a superellipsoid pointed at its poles: the radius of curvature there is 0, and R = 1/r² was infinite, 0·R no number.
TEST(FoundAtRandom, APointedPoleHasAFiniteScaleOfPotential) {
  Simulation simulation = simulate(R"(
dimension = 3
[time]
step = 0.03
steps = 12
[environment]
gravity = [0.0, 0.0, -5.0]
[contact]
law = "gluey"
scaling = "radius"
[[body]]
shape = { kind = "superellipsoid", radii = [0.34, 0.4, 0.45], exponents = [3.3, 1.75] }
position = [0.0, 0.0, 0.45]
[[obstacle]]
shape = { kind = "plane", normal = [0.0, 0.0, 1.0] }
)");
  while (!simulation.finished()) {
    simulation.step();
    for (const double gamma : simulation.frame().contact_gamma) {
      ASSERT_TRUE(std::isfinite(gamma)) << "step " << simulation.steps();
    }
  }
  EXPECT_NEAR(simulation.positions()[2], 0.45, 1e-6);
}

// Two bars that lie along each other but for 0.003 radians, a corner of one nearest to a corner of the other: pressed on, they come down on their
// other ends within the step. Only the nearest point was a contact, and the overlap was of first order, 1.5e-3.
TEST(FoundAtRandom, BarsThatAllButLieAlongEachOtherMeetAtBothEnds) {
  Simulation simulation = simulate(R"(
[time]
step = 0.02
steps = 2
[contact]
law = "friction"
friction = 1.0
[[body]]
shape = { kind = "capsule", radius = 0.35, length = 1.0 }
position = [0.0, 0.0]
[[body]]
shape = { kind = "capsule", radius = 0.35, length = 1.0 }
position = [0.0, 0.7]
angular_velocity = 1.0
[[body]]
shape = { kind = "capsule", radius = 0.35, length = 1.0 }
position = [0.0, 1.4]
[[body]]
shape = { kind = "capsule", radius = 0.35, length = 1.0 }
position = [0.0, 2.12]
velocity = [0.0, -1.0]
)");
  while (!simulation.finished()) {
    // What is left is of second order: angles of some 0.004 in a step.
    EXPECT_LT(simulation.step().row.overlap, 1e-4) << "step " << simulation.steps();
  }
}

// Where asperities touch, a pull of 1e-16 left γ above γ_min by as much, and friction was gone for a step.
TEST(FoundAtRandom, AsperitiesThatTouchDoNotPartByRounding) {
  Simulation simulation = simulate(R"(
[time]
step = 0.02
steps = 30
[contact]
law = "gluey-friction"
gamma_min = -0.126673
[[body]]
shape = { kind = "box", size = [1.0, 1.0] }
position = [2.5, 1.0]
[[body]]
shape = { kind = "sphere", radius = 0.3 }
position = [0.0, 0.32]
velocity = [0.3, -0.85]
angular_velocity = 2.77574
[[obstacle]]
shape = { kind = "chain", points = [[0.0, 0.0], [1.0, 0.0]] }
)");
  int rubbed = 0;
  while (!simulation.finished()) {
    simulation.step();
    const Frame frame = simulation.frame();
    for (std::size_t c = 0; c < frame.contact_gamma.size(); ++c) {
      const double gamma = frame.contact_gamma[c];
      EXPECT_TRUE(gamma == -0.126673 || gamma > -0.126673 * (1.0 - 1e-12))
          << "step " << simulation.steps() << ": above by " << gamma + 0.126673;
      rubbed += gamma == -0.126673 ? 1 : 0;
    }
  }
  EXPECT_GT(rubbed, 0);
}

// A box that overlaps the floor and comes to a wall: the wall was as far as the opposite one for the velocity that the box kept.
TEST(FoundAtRandom, WhatOverlapsOneSideOfARoomStopsAtAnother) {
  Simulation simulation = simulate(R"(
[time]
step = 0.02
steps = 2
[solver]
accuracy = "standard"
[[body]]
shape = { kind = "box", size = [0.6, 0.6] }
position = [0.69, 0.299]
velocity = [1.0, 0.0]
[[obstacle]]
shape = { kind = "box-walls", lower = [-1.0, 0.0], upper = [1.0, 3.0] }
)");
  constexpr double solved = 2e-5;  // contacts that are few, to 1e-6 of radius / step
  simulation.step();
  EXPECT_NEAR(simulation.velocities()[0], 0.5, solved);  // a gap of 0.01 in a step of 0.02
  EXPECT_NEAR(simulation.velocities()[1], 0.0, solved);
  EXPECT_NEAR(simulation.positions()[0], 0.7, 0.02 * solved);
  EXPECT_NEAR(simulation.positions()[1], 0.3, 0.02 * solved);
  simulation.step();
  EXPECT_NEAR(simulation.velocities()[0], 0.0, solved);
}

// What forces do as a body is moved out of an overlap, torques among them.
TEST(FoundAtRandom, TheWorkOfRecoveryCountsTorques) {
  Simulation simulation = simulate(R"(
[time]
step = 0.02
steps = 1
[solver]
accuracy = "standard"
[[body]]
shape = { kind = "box", size = [0.6, 0.6] }
position = [0.0, 0.42]
orientation = 0.7
mass = 2.0
force = [0.3, -1.0]
torque = 0.8
[[obstacle]]
shape = { kind = "plane", normal = [0.0, 1.0] }
)");
  const std::vector<double> before(simulation.positions().begin(), simulation.positions().end());
  const StepReport report = simulation.step();
  const Frame after = simulation.frame();
  const double h = 0.02;
  const double x = after.position[0] - before[0] - h * after.velocity[0];
  const double y = after.position[1] - before[1] - h * after.velocity[1];
  const double turn = after.orientation[0] - 0.7 - h * after.angular_velocity[0];
  EXPECT_GT(y, 1e-4);  // it was 0.0027 deep
  EXPECT_GT(std::abs(turn), 1e-4);
  EXPECT_NEAR(report.row.recovery_work, -(0.3 * x - 1.0 * y + 0.8 * turn), 1e-12);
}

/// `part` as deep in a slab, wide and half a unit high from its middle, as it is told; both flat sides and round ones of the slab.
template <int D>
void comes_out_at_the_top(const Part<D>& part, const Rotation<D>& turn) {
  Vec<D> half = Vec<D>::Constant(3.0);
  half[D - 1] = 0.5;
  const Vec<D> up = Vec<D>::Unit(D - 1);
  const Part<D> box = Box<D>{{}, half}, lens = Ellipsoid<D>{{}, half};
  const double below = -up.dot(turn.apply(part_furthest<D>(part, turn.apply_inverse(Vec<D>(-up))).point));
  for (const double x : {-1.81, -0.4, 0.0, 2.2}) {
    for (const double depth : {0.12, 0.24, 0.318, 0.45}) {
      const Vec<D> at = x * Vec<D>::UnitX() + (0.5 - depth + below) * up;
      const Manifold<D> met = meet_parts<D>(part, box, seen_from(Pose<D>{at, turn}, Pose<D>{}), 0.0);
      ASSERT_EQ(met.count, 1);
      EXPECT_NEAR(met.gap(), -depth, 1e-9) << "at " << x;
      EXPECT_NEAR(turn.apply(met.normal).dot(up), -1.0, 1e-9) << "at " << x << ", " << depth;
      const Vec<D> middle = (0.5 - depth + below) * up + 0.1 * Vec<D>::UnitX();
      const Manifold<D> round = meet_parts<D>(part, lens, seen_from(Pose<D>{middle, turn}, Pose<D>{}), 0.0);
      EXPECT_NEAR(round.gap(), -depth, 0.02) << depth;
    }
  }
}

// What is deep in a wide floor comes out at the top. By the sizes of the two the end of the floor was nearer: the way out of a superellipsoid
// that was 0.318 deep was 1.43 along the floor, and it fell through.
TEST(FoundAtRandom, WhatIsDeepInAWideFloorComesOutAtTheTop) {
  for (const double turn : {0.0, 0.4, 1.5}) {
    comes_out_at_the_top<2>(Superellipsoid<2>{{}, {0.236, 0.098}, Vec<1>(5.6)}, {turn});
    comes_out_at_the_top<2>(Ellipsoid<2>{{}, {0.236, 0.098}}, {turn});
    const Rotation<3> turned = Rotation<3>{}.turned(Vec<3>(turn, 0.5 * turn, 0.2));
    comes_out_at_the_top<3>(Superellipsoid<3>{{}, {0.236, 0.236, 0.098}, {5.6, 4.0}}, turned);
    comes_out_at_the_top<3>(Ellipsoid<3>{{}, {0.236, 0.2, 0.098}}, turned);
  }
}

/// The deepest overlap that any step of a scene leaves.
double deepest_of(const std::string& scene) {
  Simulation simulation = simulate(scene.c_str());
  double deepest = 0.0;
  while (!simulation.finished()) {
    deepest = std::max(deepest, simulation.step().row.overlap);
  }
  return deepest;
}

// Where parts of an obstacle meet in a corner, a body beside one of them has no contact with the next as long as the corner is the nearest place of
// that, and came into it by its way within the step: 1.7e-3 to 3e-3 here. Balls in plain worlds were looked after; now shapes, bodies of several
// parts and periodic domains are, too.
TEST(FoundAtRandom, BodiesComeIntoNoPartThatTheyHadNoContactWith) {
  const std::string head = R"(
dimension = 2
[time]
step = 0.02
steps = 60
[environment]
gravity = [0.0, -10.0]
[contact]
law = "gluey"
[solver]
tolerance = 1e-9
[[obstacle]]
shape = { kind = "chain", points = [[-3.0, 0.0], [0.0, 0.0], [1.0, 0.3], [3.0, 1.5]] }
)";
  const std::string moved = head + "motion = { kind = \"translation\", velocity = [-0.45, 0.3] }\n";
  const std::string box = R"(
[[body]]
shape = { kind = "box", size = [0.4, 0.4] }
position = [-0.6, 0.2]
velocity = [1.26, 0.0]
locked = ["rotation"]
)";
  const std::string compound = R"(
[[body]]
shape = { kind = "compound", parts = [{ kind = "sphere", radius = 0.2, position = [-0.3, 0.0] }, { kind = "sphere", radius = 0.2, position = [0.3, 0.0] }] }
position = [-0.9, 0.2]
velocity = [1.26, 0.0]
locked = ["rotation"]
)";
  const std::string ball = R"(
[[body]]
shape = { kind = "sphere", radius = 0.2 }
position = [-0.6, 0.2]
velocity = [1.26, 0.0]
locked = ["rotation"]
[domain]
lower = [-3.0, -3.0]
upper = [3.0, 3.0]
periodic = [true, true]
)";
  for (const std::string& body : {box, compound, ball}) {
    EXPECT_LT(deepest_of(head + body), 1e-6) << body;
    EXPECT_LT(deepest_of(moved + body), 1e-6) << body;
  }
}

// A box over a joint that bends by some thousandths: what the joint touches was taken for the seam of a straight floor and left out, and the
// box turned onto it, 1.6e-5 deep.
TEST(FoundAtRandom, AJointThatBendsALittleIsNoSeam) {
  for (const double bend : {0.002, 0.005, 0.009}) {
    constexpr double gap = 5e-4, joint = 0.3;
    World<2> world;
    const Vec<2> at(joint, 0.0), end(2.0, -bend * (2.0 - joint));
    world.obstacles.push_back(obstacle_of<2>({Segment<2>{.from = Vec<2>(-2.0, 0.0), .to = at, .after = end},
                                              Segment<2>{.from = at, .to = end, .joined_before = true}}));
    add_box<2>(world, {0.5, 0.2}, {{0.0, 0.2 + gap}, {}}, 1.0);
    StepSettings settings;
    settings.step = 0.01;
    Stepper<2> stepper(world, {}, one_law(gluey()), settings);
    stepper.step(infinity);
    const Contacts<2>& contacts = stepper.graph.contacts;
    int found = 0;
    for (std::size_t c = 0; c < contacts.size(); ++c) {
      found += std::abs(contacts.local_first[c][0] - joint) < 1e-9 && std::abs(contacts.gap[c] - gap) < 1e-9 ? 1 : 0;
    }
    EXPECT_EQ(found, 1) << "bends by " << bend;
  }
}

// A small velocity that is wrong is a large impulse of a stiff film: impulses of a solve that ended after five iterations drove bodies apart, and what
// they drove met other films. From 8 the kinetic energy grew to 5e7 within six steps.
TEST(FoundAtRandom, FilmsGiveNoEnergyHoweverFewIterationsTheyGet) {
  Simulation simulation = simulate(R"(
dimension = 2
seed = 448
[time]
step = "auto"
end = 1.05
step_max = 0.05
step_min = 0.0025
displacement = 0.05
[contact]
law = "lubricated"
lubrication = { viscosity = 0.198774, range = 0.25 }
initial_overlap = "resolve"
[[body]]
shape = { kind = "superellipsoid", radii = [0.191355, 0.174368], exponents = 4.82775 }
position = [-0.590684, 0.5]
orientation = 0.586332
velocity = [0.893192, -0.592576]
angular_velocity = -0.0159442
[[body]]
shape = { kind = "sphere", radius = 0.226212 }
position = [0.870315, -0.252472]
density = 1.0
velocity = [-1.289, -0.122749]
angular_velocity = -0.451723
[[body]]
shape = { kind = "box", size = [0.392348, 0.392348] }
position = [-0.75, 1.14357]
density = 1.0
orientation = -3.00281
velocity = [2.5903, -3.29556]
angular_velocity = 1.41635
[[body]]
shape = { kind = "superellipsoid", radii = [0.0514503, 0.059523], exponents = 6.2681 }
position = [-1.21159, -0.4]
orientation = 1.42173
velocity = [1.60048, 0.468009]
[[body]]
shape = { kind = "box", size = [0.604556, 0.604556] }
position = [-0.55, -1.0438]
density = 1.0
orientation = -1.49323
velocity = [1.22014, 3.16771]
[[body]]
shape = { kind = "sphere", radius = 0.25 }
position = [-1.41633, 0.135746]
velocity = [3.48882, 0.166098]
angular_velocity = -0.405148
[[body]]
shape = { kind = "ellipsoid", radii = [0.25, 0.449421] }
position = [0.381457, 0.3]
density = 1.0
orientation = 0.8
velocity = [-0.649808, -1.08734]
angular_velocity = -1.11776
[domain]
lower = [-1.5, -1.5]
upper = [1.5, 1.5]
periodic = [true, true]
[solver]
accuracy = "standard"
max_iterations = 5
method = "apgd"
)");
  double before = 1e300;
  int missed = 0;
  while (!simulation.finished()) {
    const StepReport report = simulation.step();
    ASSERT_LE(report.row.kinetic_energy, before * (1.0 + 1e-9)) << "step " << simulation.steps();
    before = report.row.kinetic_energy;
    missed += report.row.missed ? 1 : 0;
  }
  EXPECT_GT(missed, 10);
}

// A short-range force that the contact takes up, but for which the light box would fly through the domain six times in the step: all images of
// everything within that way were contacts.
TEST(FoundAtRandom, AForceThatTheContactTakesUpDoesNotHaveTheWholeDomainLookedAt) {
  Simulation simulation = simulate(R"(
dimension = 3
[time]
step = 0.05
steps = 4
[environment]
aggregation = { kappa = 1.0, epsilon = 0.05, walls = false }
[contact]
law = "gluey"
[[body]]
shape = { kind = "box", size = [0.2, 0.2, 0.2] }
mass = 0.004
position = [0.0, 0.0, 0.4]
[[body]]
shape = { kind = "sphere", radius = 0.3 }
mass = 1.0
position = [0.0, 0.0, 0.0]
velocity = [0.0, 0.0, 1.0]
[domain]
lower = [-1.0, -1.0, -1.0]
upper = [1.0, 1.0, 1.0]
periodic = [true, true, true]
)");
  while (!simulation.finished()) {
    const StepReport report = simulation.step();
    EXPECT_LE(report.row.contacts, 10) << "step " << simulation.steps();
    EXPECT_LT(report.row.overlap, 1e-6) << "step " << simulation.steps();
  }
  EXPECT_NEAR(simulation.velocities()[2], 1.0 / 1.004, 1e-4);  // they go on together
}

}  // namespace
}  // namespace gluey::test::found_at_random_test
