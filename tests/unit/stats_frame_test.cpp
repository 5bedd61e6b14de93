#include <gtest/gtest.h>
#include <gluey/errors.hpp>
#include <gluey/stats.hpp>

#include <cmath>
#include <limits>
#include <numbers>

namespace gluey::stats_frame_test {
namespace {

// Unit discs in a row along x, one at each of `places`, at rest.
struct Discs {
  Constants constants;
  Frame frame;

  explicit Discs(const std::vector<double>& places) {
    for (const double x : places) {
      constants.bodies.radius.push_back(1.0);
      constants.bodies.mass.push_back(2.0);
      constants.bodies.inertia.push_back(3.0);
      constants.bodies.shape_kind.emplace_back("sphere");
      frame.position.insert(frame.position.end(), {x, 0.0});
      frame.velocity.insert(frame.velocity.end(), {0.0, 0.0});
      frame.orientation.push_back(0.0);
      frame.angular_velocity.push_back(0.0);
    }
  }
  void touch(int a, int b, double impulse, double gamma, double distance = 0.0) {
    frame.contact_pair.insert(frame.contact_pair.end(), {a, b});
    frame.contact_impulse.insert(frame.contact_impulse.end(), {impulse, 0.0});
    frame.contact_gamma.push_back(gamma);
    frame.contact_distance.push_back(distance);
  }
  [[nodiscard]] FrameStatistics statistics() const { return frame_statistics(constants, frame); }
};

TEST(FrameStatistics, CountClustersThroughChainsOfContacts) {
  Discs discs({0, 2, 4, 10, 12, 20});
  discs.touch(1, 0, 1.0, 0.0);    // pushes
  discs.touch(1, 2, 0.0, -0.5);   // only glued
  discs.touch(4, 3, -0.5, -1.5);  // pulls
  discs.touch(2, 3, 0.0, 0.0);    // in range, no contact
  discs.touch(5, 6, 1.0, 0.0);    // an obstacle
  discs.touch(0, 6, 1.0, 0.0);    // the same obstacle: joins nobody
  const FrameStatistics row = discs.statistics();
  EXPECT_EQ(row.contacts, 5);
  EXPECT_EQ(row.glued, 2);
  EXPECT_EQ(row.clusters, 3);
  EXPECT_EQ(row.largest_cluster, 3);
  EXPECT_EQ(row.gamma_min, -1.5);
  EXPECT_EQ(row.gamma_mean, -1.0);
}

TEST(FrameStatistics, TakeTheDeepestOverlapOfAllContacts) {
  Discs discs({0, 1.75, 10, 12, 100});
  discs.touch(0, 1, 0.0, 0.0, 0.3);
  EXPECT_EQ(discs.statistics().overlap, 0.0);
  discs.touch(2, 3, 0.0, 0.0, -0.25);
  discs.touch(0, 4, 0.0, 0.0, -0.1);
  EXPECT_EQ(discs.statistics().overlap, 0.25);
  discs.touch(0, 5, 0.0, 0.0, -0.4);  // an obstacle
  EXPECT_EQ(discs.statistics().overlap, 0.4);
  discs.frame.overlap = 0.5;  // where the two have no contact: within a wheel
  EXPECT_EQ(discs.statistics().overlap, 0.5);
}

TEST(FrameStatistics, AddEnergyAndMomentumOfTranslationAndRotation) {
  Discs discs({0, 10});
  discs.frame.velocity = {3.0, 4.0, 0.0, 1.0};
  discs.frame.angular_velocity = {2.0, 0.0};
  const FrameStatistics row = discs.statistics();
  EXPECT_DOUBLE_EQ(row.kinetic_energy, 0.5 * 2.0 * 25.0 + 0.5 * 2.0 + 0.5 * 3.0 * 4.0);
  EXPECT_EQ(row.momentum, (std::vector<double>{6.0, 10.0}));
  EXPECT_EQ(row.center_of_mass, (std::vector<double>{5.0, 0.0}));
  EXPECT_EQ(row.speed_max, 5.0);
  EXPECT_EQ(row.speed_mean, 3.0);
}

TEST(FrameStatistics, TurnTheAngularVelocityIntoTheBodysAxes) {
  Constants constants;
  constants.dimension = 3;
  constants.bodies.radius = {1.0};
  constants.bodies.mass = {1.0};
  constants.bodies.inertia = {1.0, 10.0, 100.0};
  Frame frame;
  frame.position = frame.velocity = {0.0, 0.0, 0.0};
  frame.angular_velocity = {2.0, 0.0, 0.0};
  // A quarter turn about z brings the body's y axis to −x of the world.
  frame.orientation = {std::sqrt(0.5), 0.0, 0.0, std::sqrt(0.5)};
  EXPECT_NEAR(frame_statistics(constants, frame).kinetic_energy, 0.5 * 10.0 * 4.0, 1e-12);
}

TEST(FrameStatistics, LeaveOutBodiesThatCannotMove) {
  Discs discs({0, 10});
  discs.constants.bodies.mass[1] = discs.constants.bodies.inertia[1] = std::numeric_limits<double>::infinity();
  discs.frame.velocity = {1.0, 0.0, 0.0, 0.0};
  const FrameStatistics row = discs.statistics();
  EXPECT_EQ(row.kinetic_energy, 1.0);
  EXPECT_EQ(row.center_of_mass, (std::vector<double>{0.0, 0.0}));
}

TEST(FrameStatistics, OfNoBodiesAreZero) {
  const FrameStatistics row = Discs({}).statistics();
  EXPECT_EQ(row.clusters, 0);
  EXPECT_EQ(row.largest_cluster, 0);
  EXPECT_EQ(row.speed_mean, 0.0);
  EXPECT_EQ(row.center_of_mass, (std::vector<double>{0.0, 0.0}));
}

TEST(FrameProfile, SortsBodiesIntoEqualSlices) {
  Discs discs({1, 2, 9});
  discs.frame.velocity = {1.0, 5.0, 3.0, 5.0, -1.0, 0.0};
  const std::vector<ProfileRow> rows = frame_profile(discs.constants, discs.frame, 0, 5);
  ASSERT_EQ(rows.size(), 5U);  // from 0 to 10
  EXPECT_EQ(rows[0].from, 0.0);
  EXPECT_EQ(rows[0].to, 2.0);
  EXPECT_EQ(rows[4].to, 10.0);
  EXPECT_EQ(rows[0].bodies, 1);
  EXPECT_EQ(rows[1].bodies, 1);  // on the border: the upper slice
  EXPECT_EQ(rows[2].bodies, 0);
  EXPECT_EQ(rows[2].velocity, (std::vector<double>{0.0, 0.0}));
  EXPECT_EQ(rows[4].bodies, 1);
  EXPECT_EQ(rows[4].velocity, (std::vector<double>{-1.0, 0.0}));
  EXPECT_DOUBLE_EQ(rows[1].solid, std::numbers::pi);
}

TEST(FrameProfile, CountsBodiesInTheirTrueShape) {
  Discs discs({1, 3, 5});
  discs.constants.bodies.shape = {R"({"kind":"ellipsoid","radii":[1,0.25]})", "", R"({"kind":"box","size":[1,0.5]})"};
  const std::vector<ProfileRow> rows = frame_profile(discs.constants, discs.frame, 0, 1);
  EXPECT_NEAR(rows[0].solid, 0.25 * std::numbers::pi + std::numbers::pi + 0.5, 1e-12);
}

TEST(FrameProfile, AveragesVelocity) {
  Discs discs({1, 2, 3});
  discs.frame.velocity = {1.0, 5.0, 2.0, 5.0, 3.0, 2.0};
  const std::vector<ProfileRow> rows = frame_profile(discs.constants, discs.frame, 1, 1);
  EXPECT_EQ(rows[0].velocity, (std::vector<double>{2.0, 4.0}));
  EXPECT_EQ(rows[0].bodies, 3);
}

TEST(FrameProfile, RefusesAnAxisThatIsNotThere) {
  const Discs discs({1});
  EXPECT_THROW(frame_profile(discs.constants, discs.frame, 2, 5), Error);
  EXPECT_THROW(frame_profile(discs.constants, discs.frame, 0, 0), Error);
}

}  // namespace
}  // namespace gluey::stats_frame_test
