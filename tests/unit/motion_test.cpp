// Prescribed motions of obstacles: where they are at given times.

#include "world/motion.hpp"

#include "support/scenes.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace gluey::motion_test {
namespace {

constexpr double pi = std::numbers::pi;
constexpr double rounding = 1e-14;

TEST(Motion, FixedStaysInPlace) {
  const Pose<2> start{{1.0, 2.0}, {0.3}};
  const Pose<2> pose = pose_at<2>(FixedMotion{}, start, 17.0);
  EXPECT_EQ(pose.position, start.position);
  EXPECT_EQ(pose.orientation.angle, 0.3);
}

TEST(Motion, RotationTurnsAboutItsCentreAndCountsTurns) {
  const Pose<2> start{{2.0, 1.0}, {0.25}};
  const RotationMotion<2> motion{{1.0, 1.0}, Spin<2>(2.0)};
  const Pose<2> quarter = pose_at<2>(motion, start, pi / 4.0);
  EXPECT_NEAR((quarter.position - Vec<2>(1.0, 2.0)).norm(), 0.0, rounding);
  EXPECT_NEAR(quarter.orientation.angle, 0.25 + pi / 2.0, rounding);
  // Ten turns later it is back, and the angle says how often it went round.
  const Pose<2> turned = pose_at<2>(motion, start, 10.0 * pi);
  EXPECT_NEAR((turned.position - start.position).norm(), 0.0, 1e-13);
  EXPECT_NEAR(turned.orientation.angle, 0.25 + 20.0 * pi, 1e-13);
}

TEST(Motion, RotationInSpaceTurnsAboutItsAxis) {
  // About (1,1,1)/√3 by a third of a turn: x → y → z → x.
  const Vec<3> axis = Vec<3>::Constant(1.0 / std::sqrt(3.0));
  const RotationMotion<3> motion{{1.0, 0.0, 0.0}, 2.0 * pi / 3.0 * axis};
  const Pose<3> start{{1.0, 2.0, 0.0}, {}};
  const Pose<3> pose = pose_at<3>(motion, start, 1.0);
  EXPECT_NEAR((pose.position - Vec<3>(1.0, 0.0, 2.0)).norm(), 0.0, rounding);
  EXPECT_NEAR((pose.orientation.apply(Vec<3>::UnitX()) - Vec<3>::UnitY()).norm(), 0.0, rounding);
  EXPECT_NEAR((pose.orientation.apply(Vec<3>::UnitY()) - Vec<3>::UnitZ()).norm(), 0.0, rounding);
  // A body point keeps its distance from the axis's point and its place along the axis.
  const Pose<3> later = pose_at<3>(motion, start, 0.37);
  const Vec<3> local(0.3, -0.2, 0.5);
  const Vec<3> arm = later.to_world(local) - motion.center;
  EXPECT_NEAR(arm.norm(), (start.to_world(local) - motion.center).norm(), rounding);
  EXPECT_NEAR(arm.dot(axis), (start.to_world(local) - motion.center).dot(axis), rounding);
}

TEST(Motion, TranslationIsUniform) {
  const Pose<3> pose = pose_at<3>(TranslationMotion<3>{{1.0, -2.0, 0.5}}, {{1.0, 1.0, 1.0}, {}}, 3.0);
  EXPECT_NEAR((pose.position - Vec<3>(4.0, -5.0, 2.5)).norm(), 0.0, rounding);
}

TEST(Motion, OscillationIsASineAboutTheStart) {
  const OscillationMotion<2> motion{.amplitude = {0.0, 0.5}, .frequency = 0.25, .phase = pi / 6.0};
  const Pose<2> start{{1.0, 2.0}, {}};
  EXPECT_NEAR(pose_at<2>(motion, start, 0.0).position[1], 2.0 + 0.5 * 0.5, rounding);
  EXPECT_NEAR(pose_at<2>(motion, start, 2.0 / 3.0).position[1], 2.0 + 0.5, rounding);  // π/6 + π/3
  EXPECT_NEAR(pose_at<2>(motion, start, 4.0).position[1], 2.0 + 0.5 * 0.5, rounding);  // one period
  EXPECT_EQ(pose_at<2>(motion, start, 1.0).position[0], 1.0);
}

TEST(Motion, TableIsLinearBetweenItsTimesAndHeldOutside) {
  const TableMotion<2> motion{{1.0, 2.0, 4.0}, {{0.0, 0.0}, {1.0, 0.0}, {1.0, 6.0}}, {{0.0}, {pi}, {3.0 * pi}}};
  const Pose<2> start{{9.0, 9.0}, {9.0}};  // must not matter
  const auto expect = [&](double t, double x, double y, double angle) {
    const Pose<2> pose = pose_at<2>(motion, start, t);
    EXPECT_NEAR(pose.position[0], x, rounding) << t;
    EXPECT_NEAR(pose.position[1], y, rounding) << t;
    EXPECT_NEAR(pose.orientation.angle, angle, rounding) << t;
  };
  expect(-5.0, 0.0, 0.0, 0.0);
  expect(1.0, 0.0, 0.0, 0.0);
  expect(1.25, 0.25, 0.0, 0.25 * pi);
  expect(2.0, 1.0, 0.0, pi);
  expect(3.0, 1.0, 3.0, 2.0 * pi);
  expect(4.0, 1.0, 6.0, 3.0 * pi);
  expect(40.0, 1.0, 6.0, 3.0 * pi);
}

TEST(Motion, TableOfOneTimeStaysThere) {
  const TableMotion<3> motion{{1.0}, {{1.0, 2.0, 3.0}}, {}};
  for (const double t : {0.0, 1.0, 2.0}) {
    EXPECT_EQ(pose_at<3>(motion, {}, t).position, Vec<3>(1.0, 2.0, 3.0));
  }
}

TEST(Motion, TableInSpaceTurnsAtAConstantRate) {
  const auto about_z = [](double angle) {
    return Rotation<3>{Eigen::Quaterniond(Eigen::AngleAxisd(angle, Vec<3>::UnitZ()))};
  };
  const TableMotion<3> motion{{0.0, 1.0}, {Vec<3>::Zero(), Vec<3>::Zero()}, {about_z(0.2), about_z(1.4)}};
  for (const double s : {0.0, 0.25, 0.5, 0.9, 1.0}) {
    const Vec<3> x = pose_at<3>(motion, {}, s).orientation.apply(Vec<3>::UnitX());
    EXPECT_NEAR(std::atan2(x[1], x[0]), 0.2 + 1.2 * s, rounding);
  }
}

TEST(Motion, OfASceneMovesItsObstacles) {
  // The frame after n steps shows the obstacle at n h; centre and axis default and normalise as the page of keys says.
  Simulation simulation = test::simulate(R"(
dimension = 3
[time]
step = 0.125
steps = 8
[[obstacle]]
name = "turning"
shape = { kind = "box", size = [1, 1, 1] }
position = [1, 2, 3]
motion = { kind = "rotation", omega = 1.5, axis = [0, 0, 2] }
[[obstacle]]
name = "swinging"
shape = { kind = "sphere", radius = 1 }
position = [10, 0, 0]
motion = { kind = "oscillation", amplitude = [0, 2, 0], frequency = 0.5, phase = 0.3 }
[[obstacle]]
name = "driven"
shape = { kind = "sphere", radius = 1 }
position = [20, 0, 0]
orientation = { axis = [0, 0, 1], angle = 0.5 }
motion = { kind = "table", times = [0, 0.5, 1], positions = [[20, 0, 0], [21, 0, 0], [21, 4, 0]] }
[[obstacle]]
name = "leaving"
shape = { kind = "sphere", radius = 1 }
position = [40, 0, 0]
motion = { kind = "translation", velocity = [0, 0, -1] }
)");
  while (!simulation.finished()) {
    simulation.step();
    const double t = simulation.time();
    const Frame frame = simulation.frame();
    const auto position = [&](std::size_t k) {
      return Vec<3>(Eigen::Map<const Vec<3>>(&frame.obstacle_position[3 * k]));
    };
    EXPECT_NEAR((position(0) - Vec<3>(1.0, 2.0, 3.0)).norm(), 0.0, rounding);
    EXPECT_NEAR(frame.obstacle_orientation[0], std::cos(0.75 * t), rounding);
    EXPECT_NEAR(frame.obstacle_orientation[3], std::sin(0.75 * t), rounding);
    EXPECT_NEAR((position(1) - Vec<3>(10.0, 2.0 * std::sin(pi * t + 0.3), 0.0)).norm(), 0.0, rounding);
    EXPECT_NEAR((position(2) - Vec<3>(20.0 + std::min(1.0, 2.0 * t), std::max(0.0, 8.0 * (t - 0.5)), 0.0)).norm(), 0.0,
                rounding);
    EXPECT_NEAR(frame.obstacle_orientation[8], std::cos(0.25), rounding);  // a table of positions keeps the orientation
    EXPECT_NEAR((position(3) - Vec<3>(40.0, 0.0, -t)).norm(), 0.0, rounding);
  }
}

}  // namespace
}  // namespace gluey::motion_test
