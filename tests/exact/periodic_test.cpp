// Periodic domains: what happens does not depend on where the domain's faces lie. A few bodies, and the same bodies moved by
// any vector, take the same way; momentum is kept.

#include "support/periodic_world.hpp"

#include <gtest/gtest.h>

#include <set>

namespace gluey::periodic_test {
namespace {

using namespace test;

template <class Dimension>
class PeriodicTest : public testing::Test {};
using Dimensions = testing::Types<Plane2D, Space3D>;
TYPED_TEST_SUITE(PeriodicTest, Dimensions);

LawOptions friction() { return {.kind = LawKind::friction, .friction = 0.4}; }

/// Rounding of positions is 1e-16 and grows by collisions, some of them a step; 100 steps keep it below 1e-9.
template <int D>
void translation_changes_nothing(double period, const std::array<bool, D>& periodic, const LawOptions& law,
                                 const StepSettings& settings = tight()) {
  const World<D> world = crowd<D>(period, periodic, 3);
  ASSERT_GE(world.bodies.size(), 2U);
  Stepper<D> stepper(world, Forces<D>{}, one_law(law), settings);
  const Vec<D> start = momentum(stepper.world);
  std::size_t touched = 0;
  std::vector<Stepper<D>> moved;
  RandomStream random(11, 0);
  std::vector<Vec<D>> shifts;
  for (int k = 0; k < 3; ++k) {
    shifts.push_back(vector<D>(random, -3.0 * period, 3.0 * period));
    World<D> other = world;
    for (Vec<D>& x : other.bodies.position) {
      x += shifts.back();
    }
    moved.emplace_back(other, Forces<D>{}, one_law(law), settings);
  }
  for (int n = 0; n < 100; ++n) {
    ASSERT_TRUE(stepper.step(infinity).solve.converged());
    for (Stepper<D>& other : moved) {
      ASSERT_TRUE(other.step(infinity).solve.converged());
    }
    for (const double impulse : stepper.graph.contacts.impulse) {
      touched += impulse > 1e-6 ? 1 : 0;
    }
  }
  EXPECT_GT(touched, 5U);
  for (std::size_t k = 0; k < moved.size(); ++k) {
    for (std::size_t i = 0; i < world.bodies.size(); ++i) {
      const Vec<D> expected = stepper.world.bodies.position[i] + shifts[k];
      EXPECT_LT((moved[k].world.bodies.position[i] - expected).norm(), 1e-9) << "shift " << k << ", body " << i;
    }
  }
  EXPECT_LT((momentum(stepper.world) - start).norm(), 1e-12);
}

TYPED_TEST(PeriodicTest, TranslationChangesNothing) {
  constexpr int D = TypeParam::value;
  std::array<bool, D> all;
  all.fill(true);
  for (const LawOptions& law : {inelastic(), gluey(-1.0), friction()}) {
    translation_changes_nothing<D>(2.2, all, law);
  }
}

/// An ellipsoid, a box, a capsule and a worm of three balls, turned some way, in a domain they nearly fill.
template <int D>
World<D> shapes_in_a_domain() {
  World<D> world;
  world.domain.upper = Vec<D>::Constant(D == 2 ? 2.4 : 2.2);
  world.domain.periodic.fill(true);
  RandomStream random(7, 0);
  Vec<D> radii = Vec<D>::Constant(0.3);
  radii[0] = 0.5;
  Vec<D> half = Vec<D>::Constant(0.3);
  half[D - 1] = 0.2;
  const Vec<D> arm = 0.3 * Vec<D>::UnitX();
  const std::vector<std::vector<Part<D>>> kinds = {
      {Ellipsoid<D>{{}, radii}},
      {Box<D>{{}, half}},
      {Segment<D>{.from = -arm, .to = arm, .radius = 0.25}},
      {Sphere<D>{-arm, 0.22}, Sphere<D>{Vec<D>::Zero(), 0.22}, Sphere<D>{arm, 0.22}}};
  for (std::size_t k = 0; k < kinds.size(); ++k) {
    Vec<D> x = Vec<D>::Constant(0.5);
    x[0] += k % 2 == 0 ? 0.0 : 0.5 * world.domain.upper[0];
    x[1] += k < 2 ? 0.0 : 0.5 * world.domain.upper[1];
    const Pose<D> pose{x, Rotation<D>{}.turned(vector<spin_size<D>>(random, -0.3, 0.3))};
    add_shape<D>(world, kinds[k], pose, 1.0, Spin<D>::Constant(0.05), 0.2);
    world.bodies.velocity.back() = vector<D>(random, -1.0, 1.0);
    world.bodies.angular_velocity.back() = vector<spin_size<D>>(random, -2.0, 2.0);
  }
  return world;
}

/// The same for bodies of other shapes, which meet across the faces with more than one point.
TYPED_TEST(PeriodicTest, TranslationChangesNothingForShapes) {
  constexpr int D = TypeParam::value;
  const World<D> world = shapes_in_a_domain<D>();
  StepSettings settings = tight();
  settings.step = 0.005;
  Stepper<D> stepper(world, Forces<D>{}, one_law(friction()), settings);
  World<D> elsewhere = world;
  RandomStream random(23, 0);
  const Vec<D> shift = vector<D>(random, -7.0, 7.0);
  for (Vec<D>& x : elsewhere.bodies.position) {
    x += shift;
  }
  Stepper<D> moved(elsewhere, Forces<D>{}, one_law(friction()), settings);
  std::size_t across = 0;
  for (int n = 0; n < 100; ++n) {
    stepper.step(infinity);
    moved.step(infinity);
    for (std::size_t c = 0; c < stepper.graph.contacts.size(); ++c) {
      across += stepper.graph.contacts.impulse[c] > 1e-6 && stepper.graph.contacts.image[c] != Image<D>{} ? 1 : 0;
    }
  }
  EXPECT_GE(across, 4U);
  for (std::size_t i = 0; i < world.bodies.size(); ++i) {
    EXPECT_LT((moved.world.bodies.position[i] - stepper.world.bodies.position[i] - shift).norm(), 1e-9) << i;
    EXPECT_LT((moved.world.bodies.angular_velocity[i] - stepper.world.bodies.angular_velocity[i]).norm(), 1e-7) << i;
  }
  EXPECT_LT((momentum(stepper.world) - momentum(world)).norm(), 1e-12);
}

/// A rod longer than the period turns until it lies against its own images, and there it stops.
TYPED_TEST(PeriodicTest, ARodLongerThanThePeriodMeetsItself) {
  constexpr int D = TypeParam::value;
  World<D> world;
  world.domain.upper = Vec<D>::Constant(1.0);
  world.domain.periodic[1] = true;
  const double r = 0.1;
  const Vec<D> arm = 0.8 * Vec<D>::UnitX();
  Spin<D> spin = Spin<D>::Zero();
  spin[spin_size<D> - 1] = 1.0;
  add_shape<D>(world, {Segment<D>{.from = -arm, .to = arm, .radius = r}}, {}, 1.0, Spin<D>::Constant(0.3), r);
  world.bodies.angular_velocity[0] = spin;
  for (const char* method : {"auto", "gauss-seidel", "interior-point"}) {
    SCOPED_TRACE(method);
    StepSettings settings = tight();
    settings.method = method;
    Stepper<D> stepper(world, Forces<D>{}, one_law(inelastic()), settings);
    for (int n = 0; n < 200; ++n) {
      ASSERT_TRUE(stepper.step(infinity).solve.converged());
      // Parallel lines at a distance of cos θ times the period touch where cos θ = 2 r. A step is straight and the rod turns,
      // by 1/50 at most: second order in that.
      EXPECT_GT(stepper.world.bodies.orientation[0].matrix()(0, 0), 2.0 * r - 2e-3);
    }
    EXPECT_NEAR(stepper.world.bodies.orientation[0].matrix()(0, 0), 2.0 * r, 5e-3);
    EXPECT_LT(stepper.world.bodies.angular_velocity[0].norm(), 1e-2);
    EXPECT_LT(stepper.world.bodies.velocity[0].norm(), 1e-9);
  }
}

/// Periods little larger than a body: every body meets several images of every other.
TYPED_TEST(PeriodicTest, TranslationChangesNothingInATightDomain) {
  constexpr int D = TypeParam::value;
  std::array<bool, D> all;
  all.fill(true);
  // Bodies that are wedged between each other's images magnify rounding: with friction 1e-12 of r/h is as far as it goes.
  StepSettings settings = tight();
  settings.accuracy.radii = 1e-12;
  for (const LawOptions& law : {inelastic(), friction()}) {
    translation_changes_nothing<D>(D == 2 ? 1.15 : 1.0, all, law, settings);
  }
}

/// Two balls that meet across a face, an edge or a corner, in every direction: one contact, with the right gap and normal.
TYPED_TEST(PeriodicTest, MeetsAcrossFacesEdgesAndCorners) {
  constexpr int D = TypeParam::value;
  const double r = 0.3;
  const double period = 2.0;
  int cases = 0;
  for (int code = 0; code < (D == 2 ? 9 : 27); ++code) {
    Vec<D> way;
    for (int axis = 0, rest = code; axis < D; ++axis, rest /= 3) {
      way[axis] = rest % 3 - 1;
    }
    if (way.isZero()) {
      continue;
    }
    ++cases;
    World<D> world;
    world.domain.upper = Vec<D>::Constant(period);
    world.domain.periodic.fill(true);
    const double gap = 1e-3;
    // One at the domain's middle of a face, edge or corner, inside; the other just beyond, brought back in.
    Vec<D> x = Vec<D>::Constant(1.0) + way * (1.0 - 1e-6);
    Vec<D> y = x + way.normalized() * (2.0 * r + gap);
    for (int axis = 0; axis < D; ++axis) {
      y[axis] -= period * std::floor(y[axis] / period);
    }
    world.bodies.add(x, r, 1.0);
    world.bodies.add(y, r, 1.0);
    world.bodies.velocity[0] = way.normalized();
    Stepper<D> stepper(world, Forces<D>{}, one_law(inelastic()), to_rounding(0.01));
    stepper.step(infinity);
    const Contacts<D>& contacts = stepper.graph.contacts;
    ASSERT_EQ(contacts.size(), 1U);
    EXPECT_NEAR(contacts.gap[0], gap, 1e-14);
    EXPECT_LT((contacts.normal[0] - way.normalized()).norm(), 1e-13);
    // Inelastic: the gap is closed at the end of the step, u_n = −gap/h.
    const Vec<D> relative = stepper.world.bodies.velocity[1] - stepper.world.bodies.velocity[0];
    EXPECT_NEAR(relative.dot(way.normalized()), -gap / 0.01, 1e-12);
  }
  EXPECT_EQ(cases, D == 2 ? 8 : 26);
}

/// A period of 2.1 r: a ball touches another on both sides, by two images, and never itself.
TYPED_TEST(PeriodicTest, TwoImagesOfOneBody) {
  constexpr int D = TypeParam::value;
  World<D> world;
  world.domain.upper = Vec<D>::Constant(10.0);
  world.domain.upper[0] = 4.1;
  world.domain.periodic[0] = true;
  world.bodies.add(Vec<D>::Zero(), 1.0, 1.0);
  world.bodies.add(Vec<D>(2.05 * Vec<D>::UnitX()), 1.0, 1.0);
  StepSettings settings = to_rounding(0.1);
  settings.range = 0.2;
  Stepper<D> stepper(world, Forces<D>{}, one_law(inelastic()), settings);
  stepper.step(infinity);
  const Contacts<D>& contacts = stepper.graph.contacts;
  ASSERT_EQ(contacts.size(), 2U);
  EXPECT_NEAR(contacts.gap[0], 0.05, 1e-14);
  EXPECT_NEAR(contacts.gap[1], 0.05, 1e-14);
  EXPECT_NEAR(contacts.normal[0].dot(contacts.normal[1]), -1.0, 1e-14);
}

/// Brute force: every image within range is listed, once, whatever the sizes.
TYPED_TEST(PeriodicTest, ListsEveryImageOnce) {
  constexpr int D = TypeParam::value;
  for (const double period : {1.3, 2.0, 5.0}) {
    World<D> world;
    world.domain.upper = Vec<D>::Constant(period);
    world.domain.periodic.fill(true);
    RandomStream random(17, 0);
    for (int k = 0; k < 40; ++k) {
      const double r = k % 8 == 0 ? 0.6 : 0.02 + 0.05 * random.uniform();
      world.bodies.add(vector<D>(random, -2.0 * period, 3.0 * period), r, 1.0);
    }
    Ranges ranges{std::vector<double>(world.bodies.size(), 0.1), {}};
    Candidates<D> candidates;
    candidates.update(world, ranges, std::vector<double>(world.bodies.size(), 0.0));
    ContactGraph<D> graph;
    graph.find(world, candidates, ranges);
    std::multiset<std::tuple<int, int, Image<D>>> listed, expected;
    for (std::size_t c = 0; c < graph.contacts.size(); ++c) {
      listed.insert({graph.contacts.first[c], graph.contacts.second[c], graph.contacts.image[c]});
    }
    for (std::size_t i = 0; i < world.bodies.size(); ++i) {
      for (std::size_t j = i + 1; j < world.bodies.size(); ++j) {
        const Vec<D>& x = world.bodies.position[i];
        const Vec<D>& y = world.bodies.position[j];
        const double reach = world.bodies.radius[i] + world.bodies.radius[j] + 0.2;
        world.domain.for_each_within(y, y, x - Vec<D>::Constant(reach), x + Vec<D>::Constant(reach), 0.0,
                                     [&](const Image<D>& image) {
                                       if ((y + world.domain.shift(image, 0.0) - x).norm() <= reach) {
                                         expected.insert({static_cast<int>(i), static_cast<int>(j), image});
                                       }
                                     });
      }
    }
    EXPECT_EQ(listed, expected) << period;
    EXPECT_GT(listed.size(), 2U);
  }
}

/// An obstacle has images, too: a body that has walked far away meets it as if it were there.
TYPED_TEST(PeriodicTest, ObstaclesHaveImages) {
  constexpr int D = TypeParam::value;
  World<D> world;
  world.domain.upper = Vec<D>::Constant(3.0);
  world.domain.periodic.fill(true);
  world.obstacles.push_back(obstacle_of<D>({Sphere<D>{Vec<D>::Constant(2.9), 0.5}}));
  const Vec<D> far = Vec<D>::Constant(3.0 * 7.0) + 0.35 * Vec<D>::UnitX() - Vec<D>::Constant(0.1);
  world.bodies.add(far + Vec<D>(0.6 * Vec<D>::UnitX()), 0.4, 1.0);
  world.bodies.velocity[0] = -10.0 * Vec<D>::UnitX();
  Stepper<D> stepper(world, Forces<D>{}, one_law(inelastic()), to_rounding(0.1));
  stepper.step(infinity);
  ASSERT_EQ(stepper.graph.contacts.size(), 1U);
  EXPECT_NEAR(stepper.graph.contacts.gap[0], 0.05, 1e-13);
  EXPECT_NEAR(stepper.world.bodies.velocity[0][0], -0.5, 1e-12);
}

/// A floor of one box as long as the period, and longer: one contact, wherever the body stands.
TEST(PeriodicFloor, HasNoSeams) {
  for (const double length : {2.0, 3.0, 5.0}) {
    for (int k = 0; k < 40; ++k) {
      World<2> world;
      world.domain.upper = {2.0, 2.0};
      world.domain.periodic = {true, false};
      world.obstacles.push_back(obstacle_of<2>({Box<2>{{{1.0, -0.5}, {}}, {0.5 * length, 0.5}}}));
      world.bodies.add(Vec<2>(-4.0 + 0.25 * k, 0.3), 0.3, 1.0);
      world.bodies.velocity[0] = {0.3, -1.0};
      Stepper<2> stepper(world, Forces<2>{}, one_law(inelastic()), to_rounding(0.1));
      stepper.step(infinity);
      int pushing = 0;
      for (std::size_t c = 0; c < stepper.graph.contacts.size(); ++c) {
        pushing += stepper.graph.contacts.impulse[c] > 1e-9 ? 1 : 0;
        EXPECT_LT((stepper.graph.contacts.normal[c] - Vec<2>(0.0, -1.0)).norm(), 1e-12);
      }
      EXPECT_EQ(pushing, 1) << length << ", " << k;
      EXPECT_LT((stepper.world.bodies.velocity[0] - Vec<2>(0.3, 0.0)).norm(), 1e-12) << length << ", " << k;
    }
  }
}

}  // namespace
}  // namespace gluey::periodic_test
