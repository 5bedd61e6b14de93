// Where the tubes of contacts go in a periodic domain.

#include "render/network.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace gluey::render::render_network_test {
namespace {

/// Two discs of radius 0.3 that touch across the border of a domain of 1.6 by 2: so narrow that they also lie near each other within it.
Snapshot touching(Constants& constants, double shear_rate, std::vector<double> position,
                  std::vector<std::int32_t> image, std::vector<double> point) {
  constants.dimension = 2;
  constants.bodies.radius = {0.3, 0.3};
  constants.bodies.shape_kind = {"sphere", "sphere"};
  constants.bodies.label = {"", ""};
  constants.domain = {{0.0, 0.0}, {1.6, 2.0}, {1, 1}, shear_rate};
  Snapshot snapshot{.constants = &constants};
  Frame& frame = snapshot.frame;
  frame.time = 1.0;
  frame.position = std::move(position);
  frame.orientation = {0.0, 0.0};
  frame.contact_pair = {0, 1};
  frame.contact_image = std::move(image);
  frame.contact_point = std::move(point);
  frame.contact_normal = {-1.0, 0.0};
  frame.contact_distance = {0.0};
  frame.contact_impulse = {0.1, 0.0};
  frame.contact_gamma = {-1.0};
  return snapshot;
}

void expect_half_tubes(const Snapshot& snapshot) {
  const std::vector<Tube> tubes = Network(ContactNetwork::gamma, {snapshot}).tubes(snapshot);
  ASSERT_EQ(tubes.size(), 2U);
  for (const Tube& tube : tubes) {
    EXPECT_NEAR((tube.to - tube.from).norm(), 0.3, 1e-12);  // from a centre to the surface
  }
}

TEST(ContactNetworkAcrossABorder, HasHalfATubeForEachBody) {
  Constants constants;
  expect_half_tubes(touching(constants, 0.0, {0.25, 1.0, 1.25, 1.0}, {-1, 0}, {-0.05, 1.0}));
}

TEST(ContactNetworkAcrossABorder, FollowsTheShear) {
  // The image below stands γ̇ · 2 · t = 0.5 to the left.
  Constants constants;
  expect_half_tubes(touching(constants, 0.25, {0.4, 0.2, 0.9, 1.6}, {0, -1}, {0.4, -0.1}));
}

}  // namespace
}  // namespace gluey::render::render_network_test
