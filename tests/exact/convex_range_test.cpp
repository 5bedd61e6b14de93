// In the convex model of friction a contact acts before it touches, where D/h + u_n < μ|u_T|: such pairs are found whatever `contact.range` is, so
// that velocities, which are unique, are those of a range that holds everything.

#include "support/ball_on_plane.hpp"
#include "support/friction_audit.hpp"
#include "support/shaped_world.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <utility>

namespace gluey::test::convex_range_test {
namespace {

template <int D>
void add_room(World<D>& world) {
  for (int axis = 0; axis < D; ++axis) {
    world.obstacles.push_back(plane_through<D>(Vec<D>::Zero(), Vec<D>::Unit(axis)));
    world.obstacles.push_back(plane_through<D>(Vec<D>::Unit(axis), -Vec<D>::Unit(axis)));
  }
}

template <int D>
World<D> balls() {
  World<D> world;
  scatter<D>(world, D == 2 ? 20 : 50, 0.1, 0.9, 5, 0.05, 0.11);
  add_room(world);
  return world;
}

template <int D>
World<D> boxes_and_capsules() {
  World<D> spots;
  scatter<D>(spots, D == 2 ? 12 : 20, 0.13, 0.87, 11, 0.11, 0.13);
  World<D> world;
  for (std::size_t i = 0; i < spots.bodies.size(); ++i) {
    const double r = 0.95 * spots.bodies.radius[i];
    const Vec<D> half = Vec<D>::Constant(r / std::sqrt(D));
    Segment<D> capsule;
    capsule.from = -0.5 * r * Vec<D>::UnitX();
    capsule.to = 0.5 * r * Vec<D>::UnitX();
    capsule.radius = 0.5 * r;
    const Part<D> part = i % 2 == 0 ? Part<D>(Box<D>{{}, half}) : Part<D>(capsule);
    add_shape<D>(world, {part}, {spots.bodies.position[i], {}}, spots.bodies.mass[i],
                 Spin<D>::Constant(0.4 * spots.bodies.mass[i] * r * r), 0.5 * r);
    world.bodies.velocity.back() = spots.bodies.velocity[i];
    world.bodies.angular_velocity.back() = spots.bodies.angular_velocity[i];
  }
  add_room(world);
  return world;
}

/// Step by step from the same states: how far velocities are from those with a range of everything, and how many contacts acted apart.
template <int D>
std::pair<double, int> difference(const World<D>& world, double rolling) {
  LawOptions law = friction(0.8, FrictionModel::convex);
  law.rolling = rolling;
  StepSettings settings;
  settings.step = 0.01;
  settings.accuracy.radii = 1e-11;
  settings.max_iterations = 200000;
  StepSettings all = settings;
  all.range = 0.5;
  Stepper<D> stepper(world, {}, one_law(law), settings), wide(world, {}, one_law(law), all);
  double worst = 0.0;
  int apart = 0;
  for (int n = 0; n < 40; ++n) {
    wide.step(infinity);
    stepper.step(infinity);
    const Contacts<D>& contacts = wide.graph.contacts;
    for (std::size_t c = 0; c < contacts.size(); ++c) {
      // Further than anything moves along the normal: 0.01 times speeds of at most 3.
      apart += contacts.impulse[c] > 1e-6 && contacts.gap[c] > 2e-3 ? 1 : 0;
    }
    Bodies<D>&mine = stepper.world.bodies, &theirs = wide.world.bodies;
    for (std::size_t i = 0; i < mine.size(); ++i) {
      worst = std::max({worst, (mine.velocity[i] - theirs.velocity[i]).norm(),
                        mine.radius[i] * (mine.angular_velocity[i] - theirs.angular_velocity[i]).norm()});
    }
    theirs.position = mine.position;
    theirs.velocity = mine.velocity;
    theirs.orientation = mine.orientation;
    theirs.angular_velocity = mine.angular_velocity;
  }
  return {worst, apart};
}

template <class Dimension>
class ConvexRange : public testing::Test {};
using Dimensions = testing::Types<Plane2D, Space3D>;
TYPED_TEST_SUITE(ConvexRange, Dimensions);

TYPED_TEST(ConvexRange, DoesNotMatterToBalls) {
  for (const double rolling : {0.0, 0.01}) {
    const auto [worst, apart] = difference<TypeParam::value>(balls<TypeParam::value>(), rolling);
    EXPECT_LT(worst, 1e-6) << "rolling " << rolling;
    EXPECT_GT(apart, 10) << "rolling " << rolling;
  }
}

TYPED_TEST(ConvexRange, DoesNotMatterToBoxesAndCapsules) {
  const auto [worst, apart] = difference<TypeParam::value>(boxes_and_capsules<TypeParam::value>(), 0.0);
  EXPECT_LT(worst, 1e-6);
  EXPECT_GT(apart, 10);
}

}  // namespace
}  // namespace gluey::test::convex_range_test
