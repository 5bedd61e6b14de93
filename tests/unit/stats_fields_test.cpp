// Pair correlation, profiles and stress of frames whose numbers are known.

#include "stats_sample.hpp"

#include "core/random.hpp"
#include "stats/solid_part.hpp"

#include <gtest/gtest.h>
#include <gluey/errors.hpp>

#include <cmath>
#include <map>
#include <numbers>
#include <numeric>

namespace gluey::stats_fields_test {
namespace {

using std::numbers::pi;
using test::Sample;

/// n^d points a distance 1 apart, periodic.
Sample lattice(int n, int dimension) {
  Sample sample(dimension);
  for (int k = 0; k < (dimension == 2 ? n * n : n * n * n); ++k) {
    const int row = k / n % n, layer = k / n / n;
    std::vector<double> place{k % n + 0.25, row + 0.25, layer + 0.25};
    place.resize(static_cast<std::size_t>(dimension));
    sample.add(place, 0.5);
  }
  const auto d = static_cast<std::size_t>(dimension);
  sample.make_periodic(std::vector<double>(d, 0.0), std::vector<double>(d, n), std::vector<std::uint8_t>(d, 1));
  return sample;
}

/// Points of the infinite lattice at each squared distance from one of them.
std::map<int, int> shells(int dimension, int reach) {
  std::map<int, int> count;
  for (int x = -reach; x <= reach; ++x) {
    for (int y = -reach; y <= reach; ++y) {
      for (int z = dimension == 3 ? -reach : 0; z <= (dimension == 3 ? reach : 0); ++z) {
        ++count[x * x + y * y + z * z];
      }
    }
  }
  return count;
}

TEST(PairCorrelation, OfALatticeCountsItsShells) {
  for (const int dimension : {2, 3}) {
    const int n = dimension == 2 ? 12 : 8;
    const double range = 0.7479 * n;  // beyond half a period: several images of one body are neighbours
    const Sample sample = lattice(n, dimension);
    const PairCorrelation found = pair_correlation(sample.constants, sample.frame, range, 60);
    const double bodies = std::pow(n, dimension);
    for (const PairCorrelation::Row& row : found.rows) {
      std::int64_t near = 0;
      for (const auto& [square, count] : shells(dimension, n)) {
        const double r = std::sqrt(square);
        ASSERT_GT(std::min(std::abs(r - row.from), std::abs(r - row.to)), square == 0 ? -1.0 : 1e-9) << "on a border";
        near += square > 0 && r >= row.from && r < row.to ? count : 0;
      }
      EXPECT_EQ(row.pairs, near * static_cast<std::int64_t>(bodies) / 2) << row.from;
      const double shell = dimension == 2 ? pi * (row.to * row.to - row.from * row.from)
                                          : 4.0 / 3.0 * pi * (std::pow(row.to, 3) - std::pow(row.from, 3));
      EXPECT_NEAR(row.value, static_cast<double>(near) * bodies / ((bodies - 1.0) * shell), 1e-9);
    }
  }
}

/// Points at random in [0,1] × [0,2] (× [0,3]); a sample a number.
Sample random_points(int dimension, std::uint64_t number, int count) {
  Sample sample(dimension);
  RandomStream random(7, number);
  for (int k = 0; k < count; ++k) {
    std::vector<double> place{random.uniform(), 2.0 * random.uniform(), 3.0 * random.uniform()};
    place.resize(static_cast<std::size_t>(dimension));
    sample.add(place, 0.01);
  }
  return sample;
}

/// That the mean of g over many samples is one, to five of its own standard errors and a bias of `bias`.
template <class Make>
void expect_one(const Make& make, double bias) {
  constexpr int samples = 20;
  std::vector<double> sum, square;
  for (int k = 0; k < samples; ++k) {
    const PairCorrelation found = make(static_cast<std::uint64_t>(k));
    sum.resize(found.rows.size());
    square.resize(found.rows.size());
    for (std::size_t row = 0; row < sum.size(); ++row) {
      sum[row] += found.rows[row].value / samples;
      square[row] += found.rows[row].value * found.rows[row].value / samples;
    }
  }
  for (std::size_t row = 0; row < sum.size(); ++row) {
    const double error = std::sqrt((square[row] - sum[row] * sum[row]) / (samples - 1));
    EXPECT_LT(error, 0.07) << "or the test says nothing";
    EXPECT_NEAR(sum[row], 1.0, 5.0 * error + bias) << row;
  }
}

TEST(PairCorrelation, OfRandomPointsIsOne) {
  constexpr int count = 600;
  for (const int dimension : {2, 3}) {
    const auto d = static_cast<std::size_t>(dimension);
    Region box{{0.0, 0.0, 0.0}, {1.0, 2.0, 3.0}};
    box.lower.resize(d);
    box.upper.resize(d);
    Region part = box;
    part.upper[0] = 0.6;
    const auto with = [&](std::uint64_t number, const std::vector<std::uint8_t>& periodic, double range,
                          const Region& region) {
      Sample sample = random_points(dimension, number, count);
      if (!periodic.empty()) {
        sample.make_periodic(box.lower, box.upper, periodic);
        sample.constants.domain.periodic.resize(d);
      }
      return pair_correlation(sample.constants, sample.frame, range, 6, region);
    };
    // Free borders: corrected, both with the box they were drawn in and with that of the centres, which is smaller.
    expect_one([&](std::uint64_t k) { return with(k, {}, 0.9, box); }, 0.0);
    expect_one([&](std::uint64_t k) { return with(k, {}, 0.5, {}); }, 2.0 * dimension / count);
    expect_one([&](std::uint64_t k) { return with(k, {1, 0, 1}, 0.9, box); }, 0.0);
    // A strip thinner than the range: only neighbours along it are seen.
    Region strip = box;
    strip.upper[1] = 0.3;
    expect_one([&](std::uint64_t k) { return with(k, {}, 0.9, strip); }, 0.0);
    // A part of a periodic direction has borders like any other.
    expect_one([&](std::uint64_t k) { return with(k, {1, 1, 1}, 0.5, part); }, 0.0);
  }
}

TEST(PairCorrelation, RefusesARangeBeyondTheRegion) {
  const Sample sample = lattice(4, 2);
  EXPECT_THROW(pair_correlation(sample.constants, sample.frame, 4.5, 10), Error);
  EXPECT_THROW(pair_correlation(sample.constants, sample.frame, 1.0, 0), Error);
  EXPECT_EQ(pair_correlation(sample.constants, sample.frame).rows.back().to, 2.0) << "half of the shortest edge";
}

/// ∫ of the cross-section from −r to h, by the midpoint rule after x = r sin t, which has no corners.
double below_by_quadrature(double r, double h, int dimension) {
  const int n = 20000;
  const double from = -0.5 * pi, width = (std::asin(h / r) - from) / n;
  double sum = 0.0;
  for (int k = 0; k < n; ++k) {
    const double t = from + (k + 0.5) * width;
    const double half = r * std::cos(t);
    sum += (dimension == 2 ? 2.0 * half : pi * half * half) * r * std::cos(t) * width;
  }
  return sum;
}

TEST(SolidPart, OfABallIsItsSegmentOrCap) {
  for (const int dimension : {2, 3}) {
    for (const double h : {-1.29, -0.7, 0.0, 0.4, 1.2, 1.3}) {
      EXPECT_NEAR(stats::ball_below(1.3, h, dimension), below_by_quadrature(1.3, h, dimension), 1e-7) << h;
    }
    EXPECT_NEAR(stats::ball_below(1.3, -5.0, dimension), 0.0, 1e-15);
    EXPECT_DOUBLE_EQ(stats::ball_below(1.3, 5.0, dimension), dimension == 2 ? pi * 1.69 : 4.0 / 3.0 * pi * 2.197);
  }
}

TEST(FrameProfile, CutsBallsAtTheBordersOfSlices) {
  for (const int dimension : {2, 3}) {
    std::vector<double> places{0.3, 1.0, 5.0, 2.0, 1.5, 2.0};
    if (dimension == 3) {
      places = {0.3, 1.0, 1.0, 5.0, 2.0, 4.0, 2.0, 1.5, 1.5};
    }
    const Sample sample(dimension, places);
    const std::vector<ProfileRow> rows = frame_profile(sample.constants, sample.frame, 0, 7);
    const Region region = frame_region(sample.constants, sample.frame);
    double across = region.upper[1] - region.lower[1];
    across *= dimension == 3 ? region.upper[2] - region.lower[2] : 1.0;
    double sum = 0.0;
    for (const ProfileRow& row : rows) {
      double solid = 0.0;
      for (std::size_t body = 0; body < 3; ++body) {
        const double x = sample.frame.position[body * static_cast<std::size_t>(dimension)];
        const auto below = [&](double to) {
          return below_by_quadrature(1.0, std::clamp(to - x, -1.0, 1.0), dimension);
        };
        solid += below(row.to) - below(row.from);
      }
      EXPECT_NEAR(row.solid_fraction * (row.to - row.from) * across, solid, 1e-6);
      sum += row.solid_fraction * (row.to - row.from) * across;
    }
    EXPECT_NEAR(sum, 3.0 * (dimension == 2 ? pi : 4.0 / 3.0 * pi), 1e-12);
  }
}

TEST(FrameProfile, GoesOnBeyondAPeriodicBorder) {
  Sample sample(2, {0.0, 1.0});
  sample.make_periodic({0, 0}, {8, 2}, {1, 0});
  const std::vector<ProfileRow> rows = frame_profile(sample.constants, sample.frame, 0, 4);
  EXPECT_NEAR(rows[0].solid_fraction, 0.5 * pi / 4.0, 1e-12);
  EXPECT_NEAR(rows[3].solid_fraction, 0.5 * pi / 4.0, 1e-12);
  EXPECT_EQ(rows[1].solid_fraction, 0.0);
  EXPECT_EQ(rows[0].bodies, 1);
  EXPECT_EQ(rows[3].bodies, 0);
}

TEST(FrameProfile, CutsOtherShapesAsTheyStand) {
  // A beam 2 × 0.5 turned upright: a quarter of it in each slice of a quarter of its length.
  Sample sample(2, {1.0, 1.0});
  sample.constants.bodies.shape = {R"({"kind":"box","size":[2,0.5]})"};
  sample.frame.orientation = {0.5 * pi};
  const Region region{{0, 0}, {2, 2}};
  for (const ProfileRow& row : frame_profile(sample.constants, sample.frame, 1, 4, region)) {
    EXPECT_NEAR(row.solid_fraction, 0.25, 1e-3);
  }
  const std::vector<ProfileRow> rows = frame_profile(sample.constants, sample.frame, 0, 4, region);
  EXPECT_NEAR(rows[0].solid_fraction, 0.0, 1e-3);
  EXPECT_NEAR(rows[1].solid_fraction, 0.5, 1e-2);
}

TEST(FrameProfile, TemperatureIsTheVarianceOfVelocity) {
  Sample sample(2, {1, 1, 1, 3, 9, 1});
  sample.frame.velocity = {1.0, 5.0, 3.0, 5.0, 7.0, 7.0};
  const std::vector<ProfileRow> rows = frame_profile(sample.constants, sample.frame, 0, 2);
  EXPECT_DOUBLE_EQ(rows[0].temperature, 0.5);  // (1² + 1²) / 2 along x, nothing along y
  EXPECT_EQ(rows[1].temperature, 0.0);
}

TEST(FrameProfile, CountsWhatIsCentredInTheRegion) {
  const Sample sample(2, {1, 1, 1, 9, 9, 1});
  const std::vector<ProfileRow> rows = frame_profile(sample.constants, sample.frame, 0, 1, {{0, 0}, {4, 4}});
  EXPECT_EQ(rows[0].bodies, 1);
  EXPECT_NEAR(rows[0].solid_fraction, pi / 16.0, 1e-12);
  EXPECT_THROW(frame_profile(sample.constants, sample.frame, 0, 1, {{0}, {4}}), Error);
  EXPECT_THROW(frame_profile(sample.constants, sample.frame, 0, 1, {{0, 4}, {4, 0}}), Error);
}

TEST(Stress, OfAGasIsItsKineticPressure) {
  // Velocities ±u along each axis, on a drift that does not count: p = Σ m u² / (d V), no shear.
  for (const int dimension : {2, 3}) {
    const auto d = static_cast<std::size_t>(dimension);
    Sample gas(dimension);
    for (std::size_t k = 0; k < 2 * d; ++k) {
      gas.add(std::vector<double>(d, 1.0 + static_cast<double>(k)), 1.0, 2.0);
      for (std::size_t axis = 0; axis < d; ++axis) {
        gas.frame.velocity[k * d + axis] = 5.0 + (k / 2 == axis ? (k % 2 == 0 ? 3.0 : -3.0) : 0.0);
      }
    }
    const double volume = std::pow(10.0, dimension);
    gas.make_periodic(std::vector<double>(d, 0.0), std::vector<double>(d, 10.0), std::vector<std::uint8_t>(d, 1));
    const StressCell cell = frame_stress(gas.constants, gas.frame).front();
    EXPECT_NEAR(cell.pressure, 2.0 * static_cast<double>(d) * 2.0 * 9.0 / (dimension * volume), 1e-12);
    EXPECT_NEAR(cell.shear, 0.0, 1e-12);
    EXPECT_EQ(cell.bodies, 2 * dimension);
    EXPECT_EQ(cell.stress, cell.kinetic);
  }
}

TEST(Stress, OfAShearFlowLeavesTheFlowOut) {
  Sample sample(2, {2, 2, 5, 5, 7, 8});
  sample.make_periodic({0, 0}, {10, 10}, {1, 1});
  sample.constants.domain.shear_rate = 0.3;
  sample.frame.velocity = {0.6, 0.0, 1.5, 0.0, 2.4, 0.0};
  const StressCell cell = frame_stress(sample.constants, sample.frame).front();
  for (const double component : cell.stress) {
    EXPECT_NEAR(component, 0.0, 1e-15);
  }
}

TEST(Stress, OfAContactIsForceTimesBranch) {
  Sample sample(2, {1, 1, 3, 1});
  sample.frame.step_length = 0.5;
  sample.touch(0, 1, {2.0, 1.0});                   // pushes and rubs: f = (4, 2), l = (2, 0)
  sample.touch(0, 2, {0.0, -3.0}, {}, {1.0, 0.0});  // an obstacle below: f = (0, −6), l = (0, −1)
  const Region region{{0, 0}, {4, 4}};
  const StressCell whole = frame_stress(sample.constants, sample.frame, {}, region).front();
  EXPECT_EQ(whole.stress, (std::vector<double>{-0.5, 0.0, -0.25, -0.375}));
  EXPECT_DOUBLE_EQ(whole.pressure, 0.4375);
  // s = ((−0.0625, −0.125), (−0.125, 0.0625)): q² = (2 · 0.0625² + 2 · 0.125²) / 2.
  EXPECT_DOUBLE_EQ(whole.shear, std::hypot(0.0625, 0.125));
  EXPECT_DOUBLE_EQ(whole.ratio(), whole.shear / whole.pressure);
  // Spread over slices along x: a half of the branch in each of the middle two of [0, 1], …, [3, 4].
  const std::vector<StressCell> slices = frame_stress(sample.constants, sample.frame, {4, 1}, region);
  ASSERT_EQ(slices.size(), 4U);
  EXPECT_EQ(slices[0].stress[0], 0.0);
  EXPECT_DOUBLE_EQ(slices[1].stress[0], -1.0);
  EXPECT_DOUBLE_EQ(slices[2].stress[0], -1.0);
  EXPECT_EQ(slices[3].stress[0], 0.0);
  sample.frame.step_length = 0.0;
  EXPECT_TRUE(std::isnan(frame_stress(sample.constants, sample.frame).front().pressure));
}

TEST(Stress, OfCellsAddsUpToTheWhole) {
  Sample sample(3);
  RandomStream random(3, 1);
  for (int k = 0; k < 20; ++k) {
    sample.add({4.0 * random.uniform(), 5.0 * random.uniform(), 6.0 * random.uniform()});
  }
  sample.make_periodic({0, 0, 0}, {4, 5, 6}, {1, 1, 0});
  sample.constants.domain.shear_rate = 0.7;
  sample.frame.time = 1.234;
  // The flow itself, so that cells have no kinetic part, whose mean is each cell's own.
  for (std::size_t k = 0; k < 20; ++k) {
    sample.frame.velocity[3 * k] = 0.7 * sample.frame.position[3 * k + 1];
  }
  for (int k = 0; k + 1 < 20; ++k) {
    const int x = k % 3 - 1, y = k % 5 == 0 ? 1 : 0;
    sample.touch(k, k + 1, {random.uniform(), random.uniform(), random.uniform()}, {x, y, 0});
  }
  const Region region{{0, 0, -1}, {4, 5, 7}};
  const StressCell whole = frame_stress(sample.constants, sample.frame, {}, region).front();
  const std::vector<StressCell> cells = frame_stress(sample.constants, sample.frame, {3, 4, 5}, region);
  ASSERT_EQ(cells.size(), 60U);
  for (std::size_t k = 0; k < 9; ++k) {
    double mean = 0.0;
    for (const StressCell& cell : cells) {
      mean += cell.stress[k] / 60.0;
    }
    EXPECT_NEAR(mean, whole.stress[k], 1e-12);
  }
  EXPECT_EQ(std::accumulate(cells.begin(), cells.end(), std::int64_t{0},
                            [](std::int64_t sum, const StressCell& cell) { return sum + cell.bodies; }),
            20);
}

TEST(Stress, GoesOnBeyondAPeriodicBorder) {
  Sample sample(2, {9.5, 1, 1.5, 1});
  sample.make_periodic({0, 0}, {10, 10}, {1, 1});
  sample.touch(0, 1, {1.0, 0.0}, {1, 0});  // from 9.5 to 11.5
  const std::vector<StressCell> slices = frame_stress(sample.constants, sample.frame, {10, 1});
  EXPECT_NEAR(slices[9].stress[0], -0.5 / 10.0, 1e-12);
  EXPECT_NEAR(slices[0].stress[0], -1.0 / 10.0, 1e-12);
  EXPECT_NEAR(slices[1].stress[0], -0.5 / 10.0, 1e-12);
  EXPECT_EQ(slices[5].stress[0], 0.0);
}

}  // namespace
}  // namespace gluey::stats_fields_test
