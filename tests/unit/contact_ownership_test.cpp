// Obstacles of several parts: which part owns a contact. Coplanar neighbours make one, concave corners two, and whatever
// the parts, the nearest contact is the nearest point of their union.

#include "core/random.hpp"
#include "geometry/distance/table.hpp"
#include "proximity/contact_graph.hpp"
#include "support/small_world.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace gluey::test::contact_ownership_test {
namespace {

/// Contacts of one body of radius r at x with an obstacle of the given parts.
template <int D>
Contacts<D> contacts_at(const std::vector<Part<D>>& parts, const Pose<D>& pose, const Vec<D>& x, double r,
                        double range) {
  World<D> world;
  world.obstacles.push_back(obstacle_of<D>(parts, pose));
  world.bodies.add(x, r, 1.0);
  const Ranges ranges{{range}, {0.0}};
  Candidates<D> candidates;
  ContactGraph<D> graph;
  candidates.update(world, ranges, {0.0});
  graph.find(world, candidates, ranges);
  return graph.contacts;
}

/// Offsets across a seam at 0: right on it, a rounding away, and farther.
const std::vector<double> across = {-0.3,  -0.05, -1e-3, -1e-8, -1e-12, -1e-16, 0.0,
                                    1e-16, 1e-12, 1e-8,  1e-3,  0.05,   0.3};

TEST(Ownership, OfTwoBoxesSideBySideIsOnesAlone) {
  const std::vector<Part<2>> boxes = {Box<2>{{Vec<2>(-1.0, -0.5), {}}, {1.0, 0.5}},
                                      Box<2>{{Vec<2>(0.7, -0.5), {}}, {0.7, 0.5}}};
  for (int turn = 0; turn < 40; ++turn) {
    const Pose<2> pose{{0.3, 0.2}, {0.37 * turn}};
    for (const double x : across) {
      for (const double gap : {0.0, 1e-4}) {
        const Contacts<2> found = contacts_at<2>(boxes, pose, pose.to_world({x, 0.2 + gap}), 0.2, 0.01);
        ASSERT_EQ(found.size(), 1U) << "at " << x << ", turned by " << pose.orientation.angle;
        ASSERT_NEAR(found.gap[0], gap, 1e-14);
        // Within √(2ε) of the seam the distances are equal to rounding, and either corner may be taken.
        ASSERT_NEAR((found.normal[0] + pose.orientation.apply(Vec<2>(0.0, 1.0))).norm(), 0.0, 5e-8);
      }
    }
  }
}

TEST(Ownership, OfFourBoxesThatMeetInAPointIsOnesAlone) {
  std::vector<Part<3>> boxes;
  for (const double x : {-0.5, 0.5}) {
    for (const double y : {-0.5, 0.5}) {
      boxes.emplace_back(Box<3>{{Vec<3>(x, y, -0.5), {}}, Vec<3>::Constant(0.5)});
    }
  }
  for (int turn = 0; turn < 10; ++turn) {
    const Pose<3> pose{{0.1, 0.2, 0.3}, Rotation<3>{}.turned(0.4 * turn * Vec<3>(0.6, -0.48, 0.64))};
    for (const double x : across) {
      for (const double y : {-0.1, -1e-12, 0.0, 1e-16, 0.2}) {
        const Contacts<3> found = contacts_at<3>(boxes, pose, pose.to_world({x, y, 0.2}), 0.2, 0.01);
        ASSERT_EQ(found.size(), 1U) << "at " << x << ", " << y << ", turn " << turn;
        ASSERT_NEAR(found.gap[0], 0.0, 1e-14);
      }
    }
  }
}

TEST(Ownership, OfAConcaveCornerIsBoths) {
  const std::vector<Part<2>> corner = {Box<2>{{Vec<2>(1.0, -0.5), {}}, {1.0, 0.5}},   // floor, its top at y = 0
                                       Box<2>{{Vec<2>(-0.5, 0.5), {}}, {0.5, 1.5}}};  // wall, its face at x = 0
  for (int turn = 0; turn < 20; ++turn) {
    const Pose<2> pose{{0.3, 0.2}, {0.31 * turn}};
    const Contacts<2> found = contacts_at<2>(corner, pose, pose.to_world({0.2, 0.2}), 0.2, 0.01);
    ASSERT_EQ(found.size(), 2U) << turn;
    ASSERT_NEAR(found.normal[0].dot(found.normal[1]), 0.0, 1e-12);
  }
}

TEST(Ownership, OnAWheelIsTheHubsTheBladesOrBoths) {
  const std::vector<Part<2>> parts = wheel(1.0, 4, 0.1, 0.3);
  const double r = 0.1;
  const auto count = [&](const Vec<2>& x) { return contacts_at<2>(parts, {}, x, r, 0.005).size(); };
  EXPECT_EQ(count({0.7, 0.15}), 1U);                                   // on a blade
  EXPECT_EQ(count({1.1, 0.0}), 1U);                                    // on a tip
  EXPECT_EQ(count(0.4 * Vec<2>(std::sqrt(0.5), std::sqrt(0.5))), 1U);  // on the hub, midway between blades
  EXPECT_EQ(count({std::sqrt(0.4 * 0.4 - 0.15 * 0.15), 0.15}), 2U);    // in the corner between hub and blade
  EXPECT_EQ(count({0.6, 0.3}), 0U);
}

/// The distance from x to the union of the parts, where x is outside of all.
template <int D>
double union_distance(const std::vector<Part<D>>& parts, const Vec<D>& x) {
  double smallest = infinity;
  for (const Part<D>& part : parts) {
    smallest = std::min(smallest, part_closest<D>(x, part).distance);
  }
  return smallest;
}

template <int D>
void expect_nearest_is_kept() {
  RandomStream random(77, D);
  int tried = 0;
  for (int trial = 0; trial < 300; ++trial) {
    // Overlapping boxes, balls and bars at random.
    std::vector<Part<D>> parts;
    const auto vector = [&](double size) {
      Vec<D> v;
      for (int axis = 0; axis < D; ++axis) {
        v[axis] = random.uniform(-size, size);
      }
      return v;
    };
    for (int k = 0; k < 3; ++k) {
      parts.emplace_back(Box<D>{{vector(0.6), {}}, Vec<D>::Constant(0.25) + vector(0.1)});
      parts.emplace_back(Sphere<D>{vector(0.6), random.uniform(0.1, 0.3)});
      parts.emplace_back(Segment<D>{.from = vector(0.8), .to = vector(0.8), .radius = random.uniform(0.02, 0.1)});
    }
    for (int n = 0; n < 20; ++n) {
      const Vec<D> x = vector(1.2);
      const double distance = union_distance<D>(parts, x);
      if (distance < 0.05) {
        continue;
      }
      ++tried;
      const Contacts<D> found = contacts_at<D>(parts, {}, x, distance, 0.1);
      ASSERT_GT(found.size(), 0U);
      ASSERT_NEAR(*std::min_element(found.gap.begin(), found.gap.end()), 0.0, 1e-13);
    }
  }
  EXPECT_GT(tried, 1000);
}

TEST(Ownership, NeverLosesTheNearestContact) {
  expect_nearest_is_kept<2>();
  expect_nearest_is_kept<3>();
}

}  // namespace
}  // namespace gluey::test::contact_ownership_test
