// Shapes made of several parts: the inside of a box, the wheel, compounds, and their bounds.

#include "core/random.hpp"
#include "geometry/bounds.hpp"
#include "geometry/distance/table.hpp"
#include "geometry/part.hpp"
#include "support/brute_distance.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

namespace gluey::test::geometry_obstacle_test {
namespace {

constexpr double pi = std::numbers::pi;

template <int D>
Closest<D> closest_to(const Part<D>& part, const Vec<D>& x) {
  return part_closest<D>(x, part);
}

template <int D>
double smallest_distance(const std::vector<Part<D>>& parts, const Vec<D>& x) {
  double smallest = std::numeric_limits<double>::infinity();
  for (const Part<D>& part : parts) {
    const Closest<D> found = closest_to<D>(part, x);
    smallest = found.owned ? std::min(smallest, found.distance) : smallest;
  }
  return smallest;
}

TEST(Wheel, IsItsHubAndItsBlades) {
  // The union's surface: every part's outline without what lies within another part.
  const double radius = 0.6, thickness = 0.08, hub = 0.15;
  const int paddles = 5;
  const std::vector<Part<2>> parts = wheel(radius, paddles, thickness, hub);
  ASSERT_EQ(parts.size(), 6U);
  // Blades begin at the centre, so no point between hub and blade is free.
  const auto solid = [&](const Vec<2>& x) {
    if (x.norm() < hub) {
      return true;
    }
    for (int k = 0; k < paddles; ++k) {
      const Vec<2> e(std::cos(2.0 * pi * k / paddles), std::sin(2.0 * pi * k / paddles));
      const double along = x.dot(e);
      if (along > 0.0 && along < radius && std::abs(x[1] * e[0] - x[0] * e[1]) < 0.5 * thickness) {
        return true;
      }
    }
    return false;
  };
  // Sampled densely by hand: 40 000 points of the surface of the union.
  std::vector<Vec<2>> surface;
  const auto keep = [&](const Vec<2>& x, const Vec<2>& outward) {
    if (!solid(x + 1e-9 * outward)) {
      surface.push_back(x);
    }
  };
  constexpr int samples = 8000;
  for (int s = 0; s < samples; ++s) {
    const Vec<2> e(std::cos(2.0 * pi * s / samples), std::sin(2.0 * pi * s / samples));
    keep(hub * e, e);
    for (int k = 0; k < paddles; ++k) {
      const Vec<2> out(std::cos(2.0 * pi * k / paddles), std::sin(2.0 * pi * k / paddles));
      const Vec<2> side(-out[1], out[0]);
      const double t = static_cast<double>(s) / samples;
      keep(t * radius * out + 0.5 * thickness * side, side);
      keep(t * radius * out - 0.5 * thickness * side, -side);
      keep(radius * out + (t - 0.5) * thickness * side, out);
    }
  }
  RandomStream random(7, 7);
  int outside = 0;
  for (int n = 0; n < 500; ++n) {
    const Vec<2> x(random.uniform(-1.0, 1.0), random.uniform(-1.0, 1.0));
    if (solid(x)) {
      EXPECT_LT(smallest_distance<2>(parts, x), 0.0);
      continue;
    }
    ++outside;
    double best = 10.0;
    for (const Vec<2>& point : surface) {
      best = std::min(best, (point - x).norm());
    }
    // Samples are 1.2e-4 apart: the nearest is at most that much too far.
    EXPECT_NEAR(smallest_distance<2>(parts, x), best, 1.2e-4);
    EXPECT_LE(smallest_distance<2>(parts, x), best + 1e-12);
  }
  EXPECT_GT(outside, 200);
}

TEST(BoxWalls, HoldTheirInside) {
  const Vec<3> lower(-1.0, 0.0, 2.0);
  const Vec<3> upper(1.0, 0.5, 5.0);
  const std::vector<Part<3>> walls = box_walls<3>(lower, upper);
  ASSERT_EQ(walls.size(), 6U);
  RandomStream random(1, 2);
  for (int n = 0; n < 200; ++n) {
    const Vec<3> x(random.uniform(-1.0, 1.0), random.uniform(0.0, 0.5), random.uniform(2.0, 5.0));
    const double expected = std::min((x - lower).minCoeff(), (upper - x).minCoeff());
    EXPECT_NEAR(smallest_distance<3>(walls, x), expected, 1e-15);
    for (const Part<3>& wall : walls) {
      EXPECT_GT(closest_to<3>(wall, x).distance, 0.0);
      EXPECT_GT(closest_to<3>(wall, x).outward.dot(0.5 * (lower + upper) - std::get<Plane<3>>(wall).point), 0.0);
    }
  }
}

template <int D>
std::vector<Part<D>> assorted() {
  std::vector<Part<D>> parts = {Plane<D>{Vec<D>::Constant(0.1), Vec<D>::Constant(1.0).normalized()},
                                Sphere<D>{Vec<D>::Constant(0.3), 0.4},
                                Box<D>{{Vec<D>::UnitX(), {}}, Vec<D>::Constant(0.3)}};
  Segment<D> segment{.from = Vec<D>::Zero(), .to = Vec<D>::Constant(0.7), .radius = 0.1, .joined_before = true};
  segment.after = Vec<D>(Vec<D>::UnitX());
  parts.push_back(segment);
  if constexpr (D == 2) {
    parts.push_back(Polygon{{{0.0, 0.0}, {1.0, 0.1}, {0.2, 0.9}}});
  }
  return parts;
}

template <int D>
Pose<D> some_pose() {
  if constexpr (D == 2) {
    return {{0.4, -1.2}, {2.1}};
  } else {
    return {{0.4, -1.2, 0.7}, Rotation<3>{}.turned({0.3, 1.1, -0.6})};
  }
}

template <int D>
void expect_placing_moves_distances() {
  const Pose<D> pose = some_pose<D>();
  RandomStream random(5, D);
  for (const Part<D>& part : assorted<D>()) {
    const Part<D> moved = placed<D>(part, pose);
    for (int n = 0; n < 100; ++n) {
      Vec<D> x;
      for (int axis = 0; axis < D; ++axis) {
        x[axis] = random.uniform(-2.0, 2.0);
      }
      const Closest<D> there = closest_to<D>(moved, pose.to_world(x));
      const Closest<D> here = closest_to<D>(part, x);
      EXPECT_NEAR(there.distance, here.distance, 1e-13);
      EXPECT_NEAR((there.outward - pose.orientation.apply(here.outward)).norm(), 0.0, 1e-12);
      EXPECT_EQ(there.owned, here.owned);
    }
  }
}
TEST(CompoundPart, PlacedMeasuresAsItDidBefore) {
  expect_placing_moves_distances<2>();
  expect_placing_moves_distances<3>();
}

template <int D>
void expect_bounds_hold() {
  const Pose<D> pose = some_pose<D>();
  RandomStream random(6, D);
  for (const Part<D>& part : assorted<D>()) {
    const auto box = part_bounds<D>(part, pose);
    Vec<D> reached_low = Vec<D>::Constant(std::numeric_limits<double>::infinity()), reached_high = -reached_low;
    if (!std::isfinite(box.lower[0])) {
      EXPECT_TRUE(std::holds_alternative<Plane<D>>(part));
      continue;
    }
    // Points of the part lie within; and some come near to every side: the bounds are tight.
    for (int n = 0; n < 200000; ++n) {
      Vec<D> x;
      for (int axis = 0; axis < D; ++axis) {
        x[axis] = random.uniform(-1.0, 2.0);
      }
      if (closest_to<D>(part, x).distance > 0.0) {
        continue;
      }
      const Vec<D> world = pose.to_world(x);
      reached_low = reached_low.cwiseMin(world);
      reached_high = reached_high.cwiseMax(world);
    }
    EXPECT_GE((reached_low - box.lower).minCoeff(), 0.0);
    EXPECT_GE((box.upper - reached_high).minCoeff(), 0.0);
    EXPECT_LT((reached_low - box.lower).maxCoeff(), 0.12);
    EXPECT_LT((box.upper - reached_high).maxCoeff(), 0.12);
    // The ball that holds the part, as the search uses it.
    std::visit(
        [&](const auto& shape) {
          const Vec<D> half = 0.5 * (box.upper - box.lower);
          EXPECT_GE(shape.extent() * (1.0 + 1e-12), half.maxCoeff());
        },
        part);
  }
}
TEST(Bounds, HoldTheirPartTightly) {
  expect_bounds_hold<2>();
  expect_bounds_hold<3>();
}

}  // namespace
}  // namespace gluey::test::geometry_obstacle_test
