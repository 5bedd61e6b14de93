// The number that tells whether to trust a run: the overlap of a step is that of the bodies where the step has left them, and the distance of
// a contact in a frame is that at the frame's positions. The oracle: of two convex bodies the signed distance is the gap of the widest slab,
// found here by trying directions with support functions alone.

#include "core/random.hpp"
#include "geometry/support.hpp"
#include "proximity/present.hpp"
#include "run/snapshot.hpp"
#include "support/shaped_world.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

namespace gluey::test::overlap_told_test {
namespace {

/// The widest slab between two parts in the plane, by directions all around and then ever nearer to the best.
double signed_distance(const Part<2>& a, const Part<2>& b, const Pose<2>& second) {
  const auto gap = [&](double angle) {
    return axis_along<2>(a, b, second, Vec<2>(std::cos(angle), std::sin(angle))).gap;
  };
  double best = 0.0, width = 2.0 * std::numbers::pi / 720.0;
  for (int k = 0; k < 720; ++k) {
    best = gap(k * width) > gap(best) ? k * width : best;
  }
  for (int refinement = 0; refinement < 40; ++refinement, width *= 0.6) {
    for (const double angle : {best - width, best + width}) {
      best = gap(angle) > gap(best) ? angle : best;
    }
  }
  return gap(best);
}

double signed_distance(const World<2>& world, std::size_t i, std::size_t j) {
  const auto part = [&](std::size_t body) -> Part<2> {
    const std::int32_t shape = world.bodies.shape[body];
    return shape == Bodies<2>::sphere ? Part<2>(Sphere<2>{Vec<2>::Zero(), world.bodies.radius[body]})
                                      : world.shapes[static_cast<std::size_t>(shape)].parts[0];
  };
  return signed_distance(part(i), part(j), seen_from(world.pose(i), world.pose(j)));
}

/// Bodies of every convex shape that collide and turn fast.
World<2> thrown_together(std::uint64_t seed) {
  World<2> world;
  RandomStream random(seed, 2);
  const std::vector<Part<2>> kinds = {Box<2>{{}, {0.4, 0.2}},
                                      Polygon{{{0.5, 0.0}, {0.1, 0.45}, {-0.4, 0.2}, {-0.3, -0.4}, {0.2, -0.3}}},
                                      Segment<2>{.from = {-0.3, 0.0}, .to = {0.3, 0.0}, .radius = 0.2},
                                      Ellipsoid<2>{{}, {0.5, 0.25}},
                                      Superellipsoid<2>{{}, {0.45, 0.35}, Vec<1>(3.0)},
                                      Sphere<2>{Vec<2>::Zero(), 0.3}};
  for (std::size_t k = 0; k < 6; ++k) {
    const double angle = 2.0 * std::numbers::pi * static_cast<double>(k) / 6.0;
    const Vec<2> out(std::cos(angle), std::sin(angle));
    add_shape<2>(world, {kinds[k]}, {1.4 * out, {random.uniform(0.0, 6.3)}}, 1.0, Spin<2>(0.06), 0.2);
    world.bodies.velocity.back() = -2.0 * out + Vec<2>(random.uniform(-0.5, 0.5), random.uniform(-0.5, 0.5));
    world.bodies.angular_velocity.back() = Spin<2>(random.uniform(-8.0, 8.0));
  }
  return world;
}

TEST(OverlapTold, IsThatOfTheBodiesWhereTheStepLeftThem) {
  double deepest = 0.0;
  int touched = 0;
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    StepSettings settings;
    settings.step = 0.02;
    settings.accuracy.radii = 1e-10;
    settings.max_iterations = 100000;
    Stepper<2> stepper(thrown_together(seed), {}, one_law(inelastic()), settings);
    for (int n = 0; n < 50; ++n) {
      const double told = stepper.step(infinity).overlap;
      const World<2>& world = stepper.world;
      double expected = 0.0;
      for (std::size_t i = 0; i < world.bodies.size(); ++i) {
        for (std::size_t j = i + 1; j < world.bodies.size(); ++j) {
          expected = std::max(expected, -signed_distance(world, i, j));
        }
      }
      EXPECT_NEAR(told, expected, 1e-8) << "seed " << seed << ", step " << n;
      deepest = std::max(deepest, expected);

      // Every contact in a frame; of two that touch in several points the nearest has the distance of the bodies.
      const Frame frame = take_frame(stepper, true);
      const Contacts<2>& contacts = stepper.graph.contacts;
      for (std::size_t c = 0; c < contacts.size(); ++c) {
        double nearest = infinity;
        for (std::size_t other = 0; other < contacts.size(); ++other) {
          if (contacts.first[other] == contacts.first[c] && contacts.second[other] == contacts.second[c]) {
            nearest = std::min(nearest, frame.contact_distance[other]);
          }
        }
        const double true_distance = signed_distance(world, static_cast<std::size_t>(contacts.first[c]),
                                                     static_cast<std::size_t>(contacts.second[c]));
        EXPECT_GE(frame.contact_distance[c], true_distance - 1e-8) << "seed " << seed << ", step " << n;
        if (true_distance < 0.0) {
          EXPECT_NEAR(nearest, true_distance, 1e-8) << "seed " << seed << ", step " << n;
          ++touched;
        }
      }
    }
  }
  EXPECT_GT(deepest, 1e-3);  // the step is long: there is something to tell
  EXPECT_GT(touched, 100);
}

TEST(OverlapTold, IsOfTheOrderOfTheStepSquared) {
  // An egg that rolls and bounces on a table: where it touches is lower than the turned normal of the step before says. Its height above its
  // lowest point is s(θ) = √(a² sin²θ + b² cos²θ), and a step is exact up to ½ s″ (hω)².
  std::vector<double> overlaps;
  for (const double h : {0.02, 0.01, 0.005}) {
    World<2> world;
    world.obstacles.push_back(obstacle_of<2>({Plane<2>{Vec<2>::Zero(), Vec<2>::UnitY()}}));
    add_shape<2>(world, {Ellipsoid<2>{{}, {0.5, 0.2}}}, {{0.0, 0.5}, {0.3}}, 1.0, Spin<2>(0.07), 0.2);
    world.bodies.angular_velocity[0] = Spin<2>(4.0);
    Forces<2> forces;
    forces.gravity.acceleration = {0.0, -10.0};
    StepSettings settings;
    settings.step = h;
    settings.accuracy.radii = 1e-11;
    settings.max_iterations = 100000;
    Stepper<2> stepper(world, forces, one_law(inelastic()), settings);
    double deepest = 0.0;
    for (double t = 0.0; t < 1.0; t += h) {
      const double told = stepper.step(infinity).overlap;
      const double turned = stepper.world.bodies.orientation[0].angle;
      const double height = std::hypot(0.5 * std::sin(turned), 0.2 * std::cos(turned));
      EXPECT_NEAR(told, std::max(0.0, height - stepper.world.bodies.position[0][1]), 1e-9);
      deepest = std::max(deepest, told);
    }
    overlaps.push_back(deepest);
  }
  EXPECT_GT(overlaps[0], 1e-4);
  EXPECT_LT(overlaps[1], 0.35 * overlaps[0]);
  EXPECT_LT(overlaps[2], 0.35 * overlaps[1]);
}

TEST(OverlapTold, OfABallThatComesToTheNextWall) {
  // On the ground towards a slope: the nearest place of the slope is the joint, which belongs to the ground, until the step ends within it. It is
  // looked ahead for, in periodic domains, too.
  for (const bool periodic : {false, true}) {
    World<2> world;
    const Vec<2> from(0.0, -0.2), joint(1.0, -0.2), to(2.0, 0.0);
    world.obstacles.push_back(obstacle_of<2>({Segment<2>{.from = from, .to = joint, .after = to},
                                              Segment<2>{.from = joint, .to = to, .joined_before = true}}));
    if (periodic) {
      world.domain.lower = {-1.0, -3.0};
      world.domain.upper = {3.0, 3.0};
      world.domain.periodic = {true, false};
    }
    world.bodies.add({0.5, 0.0}, 0.2, 1.0);
    world.bodies.velocity[0] = {3.0, 0.0};
    StepSettings settings;
    settings.step = 0.03;
    settings.accuracy.radii = 1e-10;
    Stepper<2> stepper(world, {}, one_law(inelastic()), settings);
    const Vec<2> along = (to - joint).normalized(), normal(-along[1], along[0]);
    double deepest = 0.0;
    for (int k = 0; k < 8; ++k) {
      const double told = stepper.step(infinity).overlap;
      const double expected = std::max(0.0, 0.2 - normal.dot(stepper.world.bodies.position[0] - joint));
      EXPECT_NEAR(told, expected, 1e-9) << "step " << k << (periodic ? ", periodic" : "");
      deepest = std::max(deepest, expected);
    }
    EXPECT_LT(deepest, 1e-9) << periodic;
  }
}

// The way out of a wheel is no shorter than that out of a paddle, or of the hub, also where the deepest point in the one lies within the other and is
// no contact.
TEST(OverlapTold, OfAUnionIsNoLessThanThatOfItsParts) {
  RandomStream random(3, 0);
  const std::vector<Part<2>> shapes = {Box<2>{{}, {0.1, 0.07}}, Polygon{{{0.12, -0.08}, {0.0, 0.14}, {-0.12, -0.08}}},
                                       Segment<2>{.from = {-0.1, 0.0}, .to = {0.1, 0.0}, .radius = 0.05}};
  int covered = 0;
  for (int trial = 0; trial < 600; ++trial) {
    // The wheel is an obstacle, or a body.
    const bool body = trial % 2 == 1;
    const std::vector<Part<2>> parts = wheel(0.3, 4, 0.09, 0.12);
    const double angle = random.uniform(0.0, 6.3), away = random.uniform(0.1, 0.35);
    World<2> world;
    add_shape<2>(world, {shapes[static_cast<std::size_t>(trial % 3)]},
                 {away * Vec<2>(std::cos(angle), std::sin(angle)), {random.uniform(0.0, 6.3)}}, 1.0, Spin<2>(0.01),
                 0.05);
    const Pose<2> hub{Vec<2>(0.01, 0.02), {random.uniform(0.0, 6.3)}};
    if (body) {
      add_shape<2>(world, parts, hub, 1.0, Spin<2>(0.1), 0.1);
    } else {
      world.obstacles.push_back(obstacle_of<2>(parts, hub));
    }
    Candidates<2> candidates;
    const std::vector<double> none(world.bodies.size(), 0.0);
    candidates.update(world, {none, std::vector<double>(world.obstacles.size(), 0.0)}, none);
    Touching<2> touching;
    Contacts<2> contacts;
    contacts.detailed = true;
    const double told = present_overlap(world, contacts, candidates, touching);
    double expected = 0.0, owned = 0.0;
    for (const Part<2>& part : parts) {
      expected = std::max(expected, -signed_distance(world.shapes[0].parts[0], part, seen_from(world.pose(0), hub)));
    }
    for (const auto& chunk : touching.chunks()) {
      for (const auto* points : {&chunk.with_bodies, &chunk.with_obstacles}) {
        for (const auto& point : *points) {
          owned = std::max(owned, -point.gap);
        }
      }
    }
    EXPECT_GE(told, expected - 1e-8) << "trial " << trial;
    covered += owned < expected - 1e-3 ? 1 : 0;
  }
  EXPECT_GT(covered, 10);  // or there was nothing to see
}

}  // namespace
}  // namespace gluey::test::overlap_told_test
