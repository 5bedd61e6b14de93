// Chains: who owns a joint, and that contacts of all segments together measure the distance to the polyline.

#include "core/random.hpp"
#include "geometry/distance/points.hpp"
#include "geometry/distance/table.hpp"
#include "geometry/part.hpp"
#include "support/brute_distance.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace gluey::test::geometry_chain_test {
namespace {

std::vector<Closest<2>> owned_by(const std::vector<Part<2>>& parts, const Vec<2>& x, double within) {
  std::vector<Closest<2>> found;
  for (const Part<2>& part : parts) {
    const Closest<2> near = closest(x, std::get<Segment<2>>(part));
    if (near.owned && near.distance <= within) {
      found.push_back(near);
    }
  }
  return found;
}

TEST(ChainJoint, ThatIsStraightMakesOneContact) {
  const auto parts = chain({{0.0, 0.0}, {0.7, 0.0}, {2.0, 0.0}});
  for (const double x : {0.1, 0.6999999, 0.7, 0.7000001, 1.9}) {
    for (const double y : {0.05, -0.05}) {
      const auto found = owned_by(parts, {x, y}, 0.1);
      ASSERT_EQ(found.size(), 1U) << x;
      EXPECT_NEAR(found[0].distance, 0.05, 1e-15);
      EXPECT_NEAR(found[0].outward[1], y > 0.0 ? 1.0 : -1.0, 1e-15);
    }
  }
}

TEST(ChainJoint, ThatIsConvexMakesOneContact) {
  // Seen from outside the corner, in its fan and on either side of it.
  const auto parts = chain({{-1.0, 0.0}, {0.0, 0.0}, {0.5, -1.0}});
  for (int k = 0; k <= 100; ++k) {
    const double angle = M_PI * (0.6 - 0.7 * k / 100.0);
    const Vec<2> x = 0.1 * Vec<2>(std::cos(angle), std::sin(angle));
    const auto found = owned_by(parts, x, 0.2);
    ASSERT_EQ(found.size(), 1U) << angle;
  }
}

TEST(ChainJoint, ThatIsConcaveMakesTwo) {
  const auto parts = chain({{-1.0, 1.0}, {0.0, 0.0}, {1.0, 1.0}});
  const auto found = owned_by(parts, {0.0, 0.3}, 0.3);
  ASSERT_EQ(found.size(), 2U);
  for (const Closest<2>& near : found) {
    EXPECT_NEAR(near.distance, 0.3 / std::sqrt(2.0), 1e-15);
  }
  EXPECT_NEAR(found[0].outward[0] + found[1].outward[0], 0.0, 1e-15);
}

TEST(ChainJoint, OfAClosedChainIsNoEnd) {
  const auto square = chain({{0.0, 0.0}, {1.0, 0.0}, {1.0, 1.0}, {0.0, 1.0}, {0.0, 0.0}});
  ASSERT_EQ(square.size(), 4U);
  EXPECT_EQ(owned_by(square, {-0.1, -0.1}, 0.2).size(), 1U);  // outside the first and last corner
  EXPECT_EQ(owned_by(square, {0.1, 0.1}, 0.2).size(), 2U);    // inside it
  EXPECT_EQ(owned_by(square, {1.1, 1.1}, 0.2).size(), 1U);
}

TEST(ChainJoint, OfAnOpenChainHasEndsOfItsOwn) {
  const auto parts = chain({{0.0, 0.0}, {1.0, 0.0}, {2.0, 1.0}});
  EXPECT_EQ(owned_by(parts, {-0.1, 0.05}, 0.2).size(), 1U);
  EXPECT_EQ(owned_by(parts, {2.1, 1.05}, 0.2).size(), 1U);
}

class RandomChain : public testing::TestWithParam<bool> {};

TEST_P(RandomChain, IsMeasuredByItsOwnersTogether) {
  // The nearest owned contact is the nearest point of the polyline, whatever its corners; none is lost, none made up.
  RandomStream random(9, GetParam() ? 1 : 2);
  for (int trial = 0; trial < 40; ++trial) {
    std::vector<Vec<2>> points;
    points.reserve(7);
    for (int k = 0; k < 6; ++k) {
      points.emplace_back(random.uniform(-1.0, 1.0), random.uniform(-1.0, 1.0));
    }
    if (GetParam()) {
      points.push_back(points.front());
    }
    const auto parts = chain(points);
    std::vector<Patch<2>> patches;
    for (std::size_t k = 0; k + 1 < points.size(); ++k) {
      patches.push_back(line_patch(points[k], points[k + 1]));
    }
    for (int n = 0; n < 60; ++n) {
      const Vec<2> x(random.uniform(-1.5, 1.5), random.uniform(-1.5, 1.5));
      const auto found = owned_by(parts, x, 10.0);
      ASSERT_FALSE(found.empty());
      const auto best = std::min_element(
          found.begin(), found.end(), [](const Closest<2>& a, const Closest<2>& b) { return a.distance < b.distance; });
      ASSERT_NEAR(best->distance, nearest_of<2>(patches, x).distance, 1e-9);
      // No vertex is counted twice: contacts at the same point are one.
      for (std::size_t a = 0; a < found.size(); ++a) {
        for (std::size_t b = a + 1; b < found.size(); ++b) {
          const Vec<2> apart = found[a].distance * found[a].outward - found[b].distance * found[b].outward;
          ASSERT_GT(apart.norm(), 1e-9);
        }
      }
    }
  }
}
INSTANTIATE_TEST_SUITE_P(OpenAndClosed, RandomChain, testing::Bool());

}  // namespace
}  // namespace gluey::test::geometry_chain_test
