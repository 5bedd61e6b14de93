// What contacts carry from step to step: potential and impulse survive sliding over the joints of a chain and around
// corners, and are gone once a contact has left the range or jumped elsewhere.

#include "proximity/contact_graph.hpp"

#include "support/shaped_world.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <set>
#include <vector>

namespace gluey::test::contact_graph_test {
namespace {

constexpr double pi = std::numbers::pi;

// --- The graph alone -----------------------------------------------------------------------------------------------

/// A world whose contacts are found on demand, with values to recognise them by.
template <int D>
struct Finder {
  World<D> world;
  Candidates<D> candidates;
  ContactGraph<D> graph;
  double range = 0.01;

  void find() {
    const Ranges ranges{std::vector<double>(world.bodies.size(), range),
                        std::vector<double>(world.obstacles.size(), range)};
    candidates.update(world, ranges, std::vector<double>(world.bodies.size(), 0.0));
    graph.find(world, candidates, ranges);
  }
  void store(std::size_t contact, double potential, double impulse) {
    graph.contacts.potential[contact] = potential;
    graph.contacts.impulse[contact] = impulse;
    graph.keep();
  }
};

TEST(ContactGraph, CarriesPotentialAndImpulseOver) {
  Finder<3> finder;
  finder.world.obstacles.push_back(plane_through<3>(Vec<3>::Zero(), Vec<3>::UnitZ()));
  finder.world.bodies.add({0.0, 0.0, 0.5}, 0.5, 1.0);
  finder.world.bodies.add({1.0, 0.0, 0.5}, 0.5, 1.0);
  finder.world.bodies.add({2.0, 0.0, 0.5}, 0.5, 1.0);
  finder.find();
  ASSERT_EQ(finder.graph.contacts.size(), 5U);  // (0,1) (1,2) and three with the plane
  for (std::size_t c = 0; c < 5; ++c) {
    finder.store(c, -1.0 - static_cast<double>(c), 10.0 + static_cast<double>(c));
  }
  finder.world.bodies.position[1][2] += 0.005;
  finder.find();
  ASSERT_EQ(finder.graph.contacts.size(), 5U);
  for (std::size_t c = 0; c < 5; ++c) {
    EXPECT_EQ(finder.graph.contacts.potential[c], -1.0 - static_cast<double>(c));
    EXPECT_EQ(finder.graph.contacts.impulse[c], 10.0 + static_cast<double>(c));
  }
}

TEST(ContactGraph, FoundAgainWithinAStepCarriesTheSame) {
  // Contacts are sought more than once in a step; only keep() makes them the last ones.
  Finder<2> finder;
  finder.world.bodies.add({0.0, 0.0}, 0.5, 1.0);
  finder.world.bodies.add({1.0, 0.0}, 0.5, 1.0);
  finder.find();
  finder.store(0, -2.0, 3.0);
  finder.find();
  finder.graph.contacts.impulse[0] = 99.0;  // a first try
  finder.graph.contacts.potential[0] = 99.0;
  finder.range = 0.02;
  finder.find();
  EXPECT_EQ(finder.graph.contacts.potential[0], -2.0);
  EXPECT_EQ(finder.graph.contacts.impulse[0], 3.0);
}

TEST(ContactGraph, DropsWhatHasLeftTheRange) {
  for (const bool with_obstacle : {false, true}) {
    Finder<2> finder;
    finder.world.bodies.add({0.0, 0.5}, 0.5, 1.0);
    if (with_obstacle) {
      finder.world.obstacles.push_back(plane_through<2>(Vec<2>::Zero(), Vec<2>::UnitY()));
    } else {
      finder.world.bodies.add({0.0, -0.5}, 0.5, 1.0);
    }
    finder.find();
    finder.store(0, -2.0, 3.0);
    finder.world.bodies.position[0][1] = 0.6;
    finder.find();
    EXPECT_EQ(finder.graph.contacts.size(), 0U);
    finder.graph.keep();
    finder.world.bodies.position[0][1] = 0.5;
    finder.find();
    ASSERT_EQ(finder.graph.contacts.size(), 1U);
    EXPECT_EQ(finder.graph.contacts.potential[0], 0.0);
    EXPECT_EQ(finder.graph.contacts.impulse[0], 0.0);
  }
}

TEST(ContactGraph, InheritsFromTheNeighbouringSegmentOnly) {
  // Along a chain the contact point moves no further than the disc: the new segment inherits.
  Finder<2> finder;
  finder.world.obstacles.push_back(obstacle_of<2>(chain({{-1.0, 0.0}, {0.0, 0.0}, {1.0, 0.0}, {2.0, 0.0}})));
  finder.world.bodies.add({-0.1, 0.2}, 0.2, 1.0);
  finder.find();
  ASSERT_EQ(finder.graph.contacts.feature, std::vector<std::int64_t>{0});
  finder.store(0, -2.0, 3.0);
  finder.world.bodies.position[0][0] = 0.1;
  finder.find();
  ASSERT_EQ(finder.graph.contacts.feature, std::vector<std::int64_t>{1});
  EXPECT_EQ(finder.graph.contacts.potential[0], -2.0);
  EXPECT_EQ(finder.graph.contacts.impulse[0], 3.0);
  // Across a segment in one step as well.
  finder.graph.keep();
  finder.world.bodies.position[0][0] = 1.4;
  finder.find();
  ASSERT_EQ(finder.graph.contacts.feature, std::vector<std::int64_t>{2});
  EXPECT_EQ(finder.graph.contacts.potential[0], -2.0);
}

TEST(ContactGraph, DoesNotInheritFromTheOtherSideOfASlot) {
  // Floor and ceiling of one obstacle, hardly further apart than the disc: it leaves the one and touches the other. The
  // contact point has jumped by a diameter while the disc moved by a tenth.
  Finder<2> finder;
  std::vector<Part<2>> slot = {Segment<2>{.from = Vec<2>(-1.0, 0.0), .to = Vec<2>(1.0, 0.0)},
                               Segment<2>{.from = Vec<2>(-1.0, 0.5), .to = Vec<2>(1.0, 0.5)}};
  finder.world.obstacles.push_back(obstacle_of<2>(slot));
  finder.world.bodies.add({0.0, 0.2}, 0.2, 1.0);
  finder.find();
  ASSERT_EQ(finder.graph.contacts.feature, std::vector<std::int64_t>{0});
  finder.store(0, -2.0, 3.0);
  finder.world.bodies.position[0][1] = 0.3;
  finder.find();
  ASSERT_EQ(finder.graph.contacts.feature, std::vector<std::int64_t>{1});
  EXPECT_EQ(finder.graph.contacts.potential[0], 0.0);
  EXPECT_EQ(finder.graph.contacts.impulse[0], 0.0);
}

TEST(ContactGraph, DoesNotInheritFromAnotherBodyOrObstacle) {
  Finder<2> finder;
  finder.world.obstacles.push_back(obstacle_of<2>(chain({{-1.0, 0.0}, {0.0, 0.0}})));
  finder.world.obstacles.push_back(obstacle_of<2>(chain({{0.0, 0.0}, {1.0, 0.0}})));
  finder.world.bodies.add({-0.1, 0.05}, 0.05, 1.0);
  finder.find();
  finder.store(0, -2.0, 3.0);
  finder.world.bodies.position[0][0] = 0.1;
  finder.find();
  ASSERT_EQ(finder.graph.contacts.second, std::vector<std::int32_t>{2});  // N + 1: the other obstacle
  EXPECT_EQ(finder.graph.contacts.potential[0], 0.0);
}

TEST(ContactGraph, NamesThePartsOfHugeShapes) {
  // Thirty thousand parts on either side make more pairs of parts than 32 bits can count.
  constexpr std::int64_t parts = 30000;
  Finder<2> finder;
  const std::vector<Part<2>> far_away(parts - 1, Sphere<2>{{0.0, -10.0}, 0.1});
  std::vector<Part<2>> ground = far_away;
  ground.emplace_back(Sphere<2>{{0.0, -0.1}, 0.1});
  finder.world.obstacles.push_back(obstacle_of<2>(ground));
  std::vector<Part<2>> body(parts - 1, Sphere<2>{{0.0, 0.5}, 0.1});
  body.emplace_back(Sphere<2>{{0.0, -0.5}, 0.1});
  add_shape<2>(finder.world, body, {{0.0, 0.6}, {}}, 1.0, Spin<2>(0.1), 0.1);
  finder.find();
  ASSERT_EQ(finder.graph.contacts.size(), 1U);
  EXPECT_EQ(finder.graph.contacts.feature[0], 8 * ((parts - 1) * parts + parts - 1));
  finder.store(0, -1.0, 10.0);
  finder.find();
  EXPECT_EQ(finder.graph.contacts.potential[0], -1.0);
}

// --- In a run ------------------------------------------------------------------------------------------------------

Forces<2> gravity(double g) {
  Forces<2> forces;
  forces.gravity.acceleration = {0.0, -g};
  return forces;
}

TEST(SlidingOverJoints, OfAStraightChainIsSlidingOnAPlane) {
  // A hundred joints of uneven spacing, crossed at all distances: γ = −m g t throughout, as on a plane, to rounding.
  std::vector<Vec<2>> points;
  double x = -1.0;
  for (int k = 0; k <= 100; ++k) {
    points.emplace_back(x, 0.0);
    x += 0.03 + 0.02 * std::sin(3.0 * k);
  }
  World<2> world;
  world.obstacles.push_back(obstacle_of<2>(chain(points)));
  world.bodies.add({-0.9, 0.1}, 0.1, 2.0);
  world.bodies.velocity[0] = {1.0, 0.0};
  const double h = 0.01;
  Stepper<2> stepper(world, gravity(10.0), one_law(gluey()), to_rounding(h));
  std::set<std::int64_t> features;
  for (int n = 1; n <= 250; ++n) {
    const StepOutcome<2>& outcome = stepper.step(infinity);
    ASSERT_EQ(outcome.contacts, 1U) << n;
    features.insert(stepper.graph.contacts.feature[0]);
    ASSERT_NEAR(stepper.graph.contacts.potential[0], -2.0 * 10.0 * n * h, 1e-9) << n;
    ASSERT_NEAR(stepper.world.bodies.position[0][1], 0.1, 1e-12) << n;
    // The warm start came along: nothing was left to do but in the first step.
    if (n > 1) {
      ASSERT_LE(outcome.solve.iterations, 3) << n;
    }
  }
  EXPECT_GT(features.size(), 70U);
}

/// Slides a disc around something convex and checks the book-keeping of γ at every step, whichever feature it is on.
void expect_potential_kept(Stepper<2>& stepper, int steps, std::size_t least_features) {
  double before = 0.0;
  std::set<std::int64_t> features;
  for (int n = 1; n <= steps; ++n) {
    stepper.step(infinity);
    const Contacts<2>& contacts = stepper.graph.contacts;
    ASSERT_EQ(contacts.size(), 1U) << "step " << n;
    features.insert(contacts.feature[0]);
    ASSERT_NEAR(contacts.potential[0], std::min(0.0, before - contacts.impulse[0]), 1e-11) << "step " << n;
    before = contacts.potential[0];
    ASSERT_LT(before, 0.0) << "step " << n;
  }
  EXPECT_GE(features.size(), least_features);
}

TEST(SlidingOverJoints, OfAnArchKeepsThePotential) {
  // A polygonal arch, convex upwards: vertices and edges take turns.
  std::vector<Vec<2>> points;
  for (int k = 0; k <= 40; ++k) {
    const double angle = pi * (1.0 - k / 40.0);
    points.emplace_back(std::cos(angle), std::sin(angle));
  }
  World<2> world;
  world.obstacles.push_back(obstacle_of<2>(chain(points)));
  const double lean = 0.5 * pi + 0.3;
  world.bodies.add(Vec<2>(1.1 * std::cos(lean), 1.1 * std::sin(lean)), 0.1, 1.0);
  world.bodies.velocity[0] = Vec<2>(3.0, 0.6) - 30.0 * Vec<2>(std::cos(lean), std::sin(lean));  // pressed on and pushed
  Stepper<2> stepper(world, gravity(1.0), one_law(gluey()), to_rounding(0.002));
  expect_potential_kept(stepper, 250, 12);
}

TEST(SlidingAroundACorner, OfABoxOrPolygonKeepsThePotential) {
  const Polygon polygon{{{-1.0, -1.0}, {0.0, -1.0}, {0.0, 0.0}, {-1.0, 0.0}}};
  const Box<2> box{{Vec<2>(-0.5, -0.5), {}}, {0.5, 0.5}};
  for (const Part<2>& part : {Part<2>(polygon), Part<2>(box)}) {
    World<2> world;
    world.obstacles.push_back(obstacle_of<2>({part}));
    world.bodies.add({-0.3, 0.2}, 0.2, 1.0);
    world.bodies.velocity[0] = {1.0, -60.0};
    Stepper<2> stepper(world, {}, one_law(gluey()), to_rounding(0.005));
    expect_potential_kept(stepper, 260, 1);
    // Along the top, a quarter circle about the corner, and down the side.
    EXPECT_NEAR(stepper.world.bodies.position[0][0], 0.2, 1e-3);
    EXPECT_LT(stepper.world.bodies.position[0][1], -0.3);
  }
}

TEST(SlidingAroundACorner, OfAWheelKeepsThePotentialFromBladeToTip) {
  // Blade side, tip corner and tip belong to one part; the graph knows the contact again by it.
  World<2> world;
  world.obstacles.push_back(obstacle_of<2>(wheel(1.0, 4, 0.1, 0.2)));
  world.bodies.add({0.8, 0.15}, 0.1, 1.0);
  world.bodies.velocity[0] = {0.5, -40.0};
  Stepper<2> stepper(world, {}, one_law(gluey()), to_rounding(0.005));
  expect_potential_kept(stepper, 200, 1);
  EXPECT_GT(stepper.world.bodies.position[0][0], 1.05);
}

}  // namespace
}  // namespace gluey::test::contact_graph_test
