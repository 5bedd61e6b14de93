// Clusters: radii of gyration and fractal dimensions of figures that are known, borders, percolation, sizes.

#include "stats_sample.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

namespace gluey::stats_clusters_test {
namespace {

using test::Sample;

/// A block of n^dimension touching unit balls, each joined to the next along every direction, at an offset along x.
void add_block(Sample& sample, int n, int dimension, double offset) {
  const auto first = static_cast<int>(sample.constants.bodies.radius.size());
  const int space = sample.constants.dimension;
  const int ny = dimension > 1 ? n : 1, nz = dimension > 2 ? n : 1;
  for (int k = 0; k < n * ny * nz; ++k) {
    const int x = k % n, y = k / n % ny, z = k / n / ny;
    std::vector<double> place{offset + 2.0 * x, 2.0 * y, 2.0 * z};
    place.resize(static_cast<std::size_t>(space));
    sample.add(place);
    if (x > 0) {
      sample.touch(first + k - 1, first + k);
    }
    if (y > 0) {
      sample.touch(first + k - n, first + k);
    }
    if (z > 0) {
      sample.touch(first + k - n * ny, first + k);
    }
  }
}

TEST(Clusters, ALineHasTheRadiusOfGyrationOfItsLength) {
  // n points a apart: R_g² = a² (n² − 1) / 12.
  for (const int n : {1, 2, 3, 10, 100}) {
    Sample line(2);
    add_block(line, n, 1, 0.0);
    const std::vector<Cluster> clusters = frame_clusters(line.constants, line.frame);
    ASSERT_EQ(clusters.size(), 1U);
    EXPECT_NEAR(clusters[0].gyration_radius, std::sqrt(4.0 * (n * n - 1) / 12.0), 1e-12 * n);
    EXPECT_NEAR(clusters[0].center[0], n - 1.0, 1e-12 * n);
    EXPECT_NEAR(clusters[0].extent[0], 2.0 * n, 1e-12 * n);
    EXPECT_EQ(clusters[0].extent[1], 2.0);
    EXPECT_EQ(clusters[0].mass, n);
    EXPECT_FALSE(clusters[0].spans());
  }
}

TEST(Clusters, MassesWeighCentreAndRadius) {
  // Masses 1 and 3, 4 apart: R_g² = m₁ m₂ / M² · 16.
  Sample two(3);
  two.add({0, 0, 0}, 1.0, 1.0);
  two.add({0, 4, 0}, 3.0, 3.0);
  two.touch(0, 1);
  const Cluster cluster = frame_clusters(two.constants, two.frame).front();
  EXPECT_DOUBLE_EQ(cluster.center[1], 3.0);
  EXPECT_DOUBLE_EQ(cluster.gyration_radius, std::sqrt(3.0 / 16.0 * 16.0));
  EXPECT_EQ(cluster.extent, (std::vector<double>{6.0, 8.0, 6.0}));
  two.constants.bodies.mass[1] = std::numeric_limits<double>::infinity();
  EXPECT_DOUBLE_EQ(frame_clusters(two.constants, two.frame).front().center[1], 2.0) << "all alike";
}

TEST(Clusters, DimensionOfLinesSquaresAndCubesIsOneTwoThree) {
  // Of blocks, s = n^D and R_g² = D a² (n² − 1) / 12, which departs from R_g ∝ n by less than 1/(2 n²).
  for (const int dimension : {1, 2, 3}) {
    Sample blocks(3);
    for (const int n : {6, 8, 10, 12}) {
      add_block(blocks, n, dimension, 100.0 * n);
    }
    const FractalFit fit = fractal_dimension(frame_clusters(blocks.constants, blocks.frame));
    EXPECT_EQ(fit.clusters, 4);
    EXPECT_NEAR(fit.dimension, dimension, 0.02 * dimension);
    EXPECT_LT(fit.error, 0.01 * dimension);
    EXPECT_GT(fit.error, 0.0);
  }
}

TEST(Clusters, ThePrefactorAndErrorOfAFitAreThoseOfLeastSquares) {
  // ln R_g = 0, 1, 2, 3 and ln s = 0, 1, 3, 3 (+ ln 10⁴): slope 1.1, squares of residuals 0.7, standard error √(0.7/2/5).
  std::vector<Cluster> clusters;
  const std::vector<double> sizes{10, 10 * std::exp(1), 10 * std::exp(3), 10 * std::exp(3)};
  for (std::size_t k = 0; k < 4; ++k) {
    Cluster cluster;
    cluster.gyration_radius = std::exp(static_cast<double>(k));
    cluster.bodies.resize(static_cast<std::size_t>(std::lround(1e3 * sizes[k])));
    cluster.percolates = {0, 0};
    clusters.push_back(cluster);
  }
  const FractalFit fit = fractal_dimension(clusters);
  EXPECT_NEAR(fit.dimension, 1.1, 1e-4);  // sizes are whole numbers
  EXPECT_NEAR(fit.error, std::sqrt(0.7 / 2.0 / 5.0), 1e-4);
  EXPECT_NEAR(std::log(fit.prefactor / 1e4), 0.1, 1e-4);
}

TEST(Clusters, AFitWithoutEnoughOfThemIsNotANumber) {
  Sample blocks(2);
  add_block(blocks, 6, 1, 0.0);
  add_block(blocks, 7, 1, 100.0);
  EXPECT_TRUE(std::isnan(fractal_dimension(frame_clusters(blocks.constants, blocks.frame)).dimension));
  add_block(blocks, 3, 1, 200.0);  // too small
  EXPECT_EQ(fractal_dimension(frame_clusters(blocks.constants, blocks.frame)).clusters, 2);
}

TEST(Clusters, AcrossAPeriodicBorderAreInOnePiece) {
  // Period 10: two at the right border, one just beyond it, at the left.
  Sample sample(2, {6.5, 5, 8.5, 5, 0.5, 5});
  sample.make_periodic({0, 0}, {10, 10}, {1, 0});
  sample.touch(0, 1);
  sample.touch(1, 2, {}, {1, 0});
  const std::vector<Cluster> clusters = frame_clusters(sample.constants, sample.frame);
  ASSERT_EQ(clusters.size(), 1U);
  EXPECT_NEAR(clusters[0].gyration_radius, std::sqrt(4.0 * 8.0 / 12.0), 1e-12);
  EXPECT_NEAR(clusters[0].extent[0], 6.0, 1e-12);
  EXPECT_NEAR(clusters[0].center[0], 8.5, 1e-12);
  EXPECT_FALSE(clusters[0].spans());
}

TEST(Clusters, ThatMeetTheirOwnImagePercolate) {
  // Five unit discs close the ring around a period of ten; a column of two across y does not.
  Sample sample(2, {1, 5, 3, 5, 5, 5, 7, 5, 9, 5, 5, 7});
  sample.make_periodic({0, 0}, {10, 10}, {1, 1});
  for (int k = 0; k < 4; ++k) {
    sample.touch(k, k + 1);
  }
  sample.touch(2, 5);
  EXPECT_FALSE(frame_clusters(sample.constants, sample.frame).front().spans()) << "the ring is open";
  sample.touch(0, 4, {}, {-1, 0});
  const Cluster ring = frame_clusters(sample.constants, sample.frame).front();
  EXPECT_EQ(ring.bodies.size(), 6U);
  EXPECT_EQ(ring.percolates, (std::vector<std::uint8_t>{1, 0}));
  EXPECT_EQ(fractal_dimension({ring, ring, ring}).clusters, 0) << "it has no radius of its own";
}

TEST(Clusters, ABodyThatTouchesItsOwnImagePercolates) {
  Sample sample(3, {1, 1, 1});
  sample.make_periodic({0, 0, 0}, {9, 9, 2}, {1, 1, 1});
  sample.touch(0, 0, {}, {0, 0, 1});
  EXPECT_EQ(frame_clusters(sample.constants, sample.frame).front().percolates, (std::vector<std::uint8_t>{0, 0, 1}));
}

TEST(Clusters, ImagesAcrossAShearedBorderHaveDrifted) {
  // After time 3 the image above has gone 3 · 0.5 · 10 = 15 along x: 0.5 from the end of a period of 10.
  Sample sample(2, {2, 9.5, 7, 1.5});
  sample.make_periodic({0, 0}, {10, 10}, {1, 1});
  sample.constants.domain.shear_rate = 0.5;
  sample.frame.time = 3.0;
  sample.touch(0, 1, {}, {-2, 1});  // at (7 + 15 − 20, 11.5)
  const Cluster pair = frame_clusters(sample.constants, sample.frame).front();
  EXPECT_NEAR(pair.gyration_radius, 1.0, 1e-12);
  EXPECT_NEAR(pair.extent[1], 4.0, 1e-12);
}

TEST(Clusters, JoinWithinADistanceWhereAsked) {
  Sample sample(2, {0, 0, 2.5, 0, 5.2, 0});
  sample.touch(0, 1, {}, {}, {}, 0.5);
  sample.touch(1, 2, {}, {}, {}, 0.7);
  sample.frame.contact_gamma = {0.0, 0.0};  // neither presses nor holds
  EXPECT_EQ(frame_clusters(sample.constants, sample.frame).size(), 3U);
  EXPECT_EQ(frame_clusters(sample.constants, sample.frame, {.within = 0.5}).size(), 2U);
  EXPECT_EQ(frame_clusters(sample.constants, sample.frame, {.within = 0.7}).size(), 1U);
  EXPECT_EQ(frame_statistics(sample.constants, sample.frame, {.within = 0.7}).largest_cluster, 3);
}

TEST(Clusters, SizesAreCountedAndAveraged) {
  Sample sample(2);
  for (const int n : {1, 1, 2, 4}) {
    add_block(sample, n, 1, 100.0 * static_cast<double>(sample.constants.bodies.radius.size()));
  }
  const ClusterSizes sizes = cluster_sizes(frame_clusters(sample.constants, sample.frame));
  ASSERT_EQ(sizes.rows.size(), 3U);
  EXPECT_EQ(sizes.rows[0].size, 1);
  EXPECT_EQ(sizes.rows[0].clusters, 2);
  EXPECT_EQ(sizes.rows[2].size, 4);
  EXPECT_DOUBLE_EQ(sizes.mean, 2.0);
  EXPECT_DOUBLE_EQ(sizes.weighted, (1.0 + 1.0 + 4.0 + 16.0) / 8.0);
  const FrameStatistics row = frame_statistics(sample.constants, sample.frame);
  EXPECT_EQ(row.clusters, 4);
  EXPECT_EQ(row.largest_cluster, 4);
  EXPECT_DOUBLE_EQ(row.mean_cluster, 2.0);
}

// 0–1 lasts all frames, 1–2 is there at first and ends, 0–2 comes, goes and comes again; 3 is an obstacle.
TEST(FrameStatistics, AreThoseOfAllClustersAndPartners) {
  // Contacts at random, some of them twice, with obstacles and across a periodic border: numbers that statistics count in ways of their own.
  std::mt19937 random(7);
  const auto below = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  for (int trial = 0; trial < 50; ++trial) {
    const bool periodic = trial % 2 == 1;
    test::Sample sample(2);
    if (periodic) {
      sample.make_periodic({0.0, 0.0}, {10.0, 10.0}, {1, 1});
    }
    const int bodies = 1 + below(40);
    for (int k = 0; k < bodies; ++k) {
      sample.add({0.25 * k, 0.1 * k});
    }
    for (int c = below(50); c > 0; --c) {
      const int first = below(bodies), second = below(bodies + 2);
      for (int points = 1 + below(2); points > 0; --points) {
        sample.touch(first, second, {}, {below(3) - 1, 0}, {}, 0.1 * below(3));
      }
    }
    for (const Joining joining : {Joining{}, Joining{.within = 0.1}}) {
      const FrameStatistics row = frame_statistics(sample.constants, sample.frame, joining);
      const std::vector<Cluster> clusters = frame_clusters(sample.constants, sample.frame, joining);
      EXPECT_EQ(row.clusters, static_cast<std::int64_t>(clusters.size()));
      EXPECT_EQ(row.largest_cluster, static_cast<std::int64_t>(clusters.front().bodies.size()));
      EXPECT_EQ(row.mean_cluster, cluster_sizes(clusters).mean);
      EXPECT_EQ(row.weighted_cluster, cluster_sizes(clusters).weighted);
      EXPECT_EQ(row.coordination, coordination(sample.constants, sample.frame, joining).mean);
    }
  }
}

TEST(Lifetimes, OfASequenceByHand) {
  const Sample bodies(2, {0, 0, 2, 0, 4, 0});
  ContactLifetimes lifetimes(bodies.constants);
  const auto add = [&](double time, const std::vector<std::pair<int, int>>& pairs) {
    Sample sample = bodies;
    sample.frame.time = time;
    for (const auto& [first, second] : pairs) {
      sample.touch(first, second);
    }
    lifetimes.add(sample.frame);
  };
  add(0.0, {{0, 1}, {1, 2}, {0, 3}});
  add(1.0, {{0, 1}, {0, 1}, {0, 2}});
  add(3.0, {{1, 0}, {2, 0}});
  add(4.0, {{0, 1}});
  add(5.0, {{0, 1}, {0, 2}});

  const std::vector<ContactLifetimes::Contact> contacts = lifetimes.contacts();
  ASSERT_EQ(contacts.size(), 4U);
  EXPECT_EQ(contacts[0].first, 1);  // 1–2
  EXPECT_FALSE(contacts[0].made);
  EXPECT_TRUE(contacts[0].broken);
  EXPECT_EQ(contacts[0].begin, 0.0);
  EXPECT_EQ(contacts[0].end, 0.5);
  EXPECT_EQ(contacts[1].second, 2);  // 0–2
  EXPECT_TRUE(contacts[1].made);
  EXPECT_EQ(contacts[1].begin, 0.5);
  EXPECT_EQ(contacts[1].end, 3.5);
  EXPECT_EQ(contacts[1].frames, 2);
  EXPECT_EQ(contacts[2].frames, 5);  // 0–1
  EXPECT_FALSE(contacts[2].broken);
  EXPECT_EQ(contacts[3].begin, 4.5);  // 0–2 again
  EXPECT_EQ(contacts[3].end, 5.0);
  EXPECT_DOUBLE_EQ(lifetimes.break_rate(), 2.0 / (0.5 + 3.0 + 5.0 + 0.5));

  const std::vector<ContactLifetimes::Row>& rows = lifetimes.rows();
  ASSERT_EQ(rows.size(), 5U);
  EXPECT_EQ(rows[0].made, 2);
  EXPECT_EQ(rows[1].made, 1);
  EXPECT_EQ(rows[1].broken, 1);
  EXPECT_DOUBLE_EQ(rows[1].break_rate, 0.5);
  EXPECT_EQ(rows[2].broken, 0);
  EXPECT_EQ(rows[4].ever_made, 4);
  EXPECT_EQ(rows[4].ever_broken, 2);
  EXPECT_DOUBLE_EQ(rows[4].broken_fraction(), 0.5);
  EXPECT_EQ(rows[4].contacts, 2);
}

TEST(Coordination, CountsPartnersOnceAndLeavesRattlersOut) {
  // A square of four that all touch a fifth within it, and one that hangs on a corner by one contact.
  Sample sample(2, {0, 0, 2, 0, 2, 2, 0, 2, 1, 1, 9, 9});
  for (int k = 0; k < 4; ++k) {
    sample.touch(k, (k + 1) % 4);
    sample.touch(k, 4);
  }
  sample.touch(0, 4);  // another point of the same two
  sample.touch(0, 5);
  const Coordination all = coordination(sample.constants, sample.frame);
  EXPECT_DOUBLE_EQ(all.mean, (4.0 + 3.0 * 3.0 + 4.0 + 1.0) / 6.0);
  EXPECT_EQ(all.bodies, (std::vector<std::int64_t>{0, 1, 0, 3, 2}));
  EXPECT_EQ(all.rattlers, 1);
  EXPECT_DOUBLE_EQ(all.backbone_mean, (4.0 * 3.0 + 4.0) / 5.0);
  EXPECT_EQ(all.backbone_bodies, (std::vector<std::int64_t>{0, 0, 0, 4, 1}));
  EXPECT_EQ(coordination(sample.constants, sample.frame, {}, 4).rattlers, 6) << "one after the other, all fall";
  EXPECT_DOUBLE_EQ(frame_statistics(sample.constants, sample.frame).coordination, all.mean);
}

TEST(Coordination, CountsObstaclesAndImages) {
  Sample sample(2, {1, 1, 3, 1});
  sample.make_periodic({0, 0}, {4, 9}, {1, 0});
  sample.touch(0, 1);
  sample.touch(0, 1, {}, {-1, 0});
  sample.touch(0, 2);
  sample.touch(0, 2);  // another part of the same obstacle
  const Coordination found = coordination(sample.constants, sample.frame);
  EXPECT_DOUBLE_EQ(found.mean, (3.0 + 2.0) / 2.0);
}

}  // namespace
}  // namespace gluey::stats_clusters_test
