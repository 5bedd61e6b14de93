#include "render/scale.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace gluey::render::render_scale_test {
namespace {

TEST(RenderScale, MapsItsEndsToZeroAndOneAndClampsBeyond) {
  const Scale scale{-10.0, 30.0};
  EXPECT_EQ(scale.part(-10.0), 0.0);
  EXPECT_EQ(scale.part(0.0), 0.25);
  EXPECT_EQ(scale.part(30.0), 1.0);
  EXPECT_EQ(scale.part(-11.0), 0.0);
  EXPECT_EQ(scale.part(31.0), 1.0);
  EXPECT_EQ((Scale{2.0, 2.0}).part(2.0), 0.0);
}

TEST(RenderScale, IsNotStretchedByAFewValuesThatStandOut) {
  std::vector<double> values;
  for (int k = 0; k <= 1000; ++k) {
    values.push_back(0.001 * k);
  }
  values.push_back(1e6);
  values.push_back(std::numeric_limits<double>::quiet_NaN());
  values.push_back(-std::numeric_limits<double>::infinity());
  const Scale scale = robust_scale(values);
  EXPECT_NEAR(scale.low, 0.01, 0.011);
  EXPECT_NEAR(scale.high, 0.99, 0.011);
}

TEST(RenderScale, OfValuesThatAreNearlyAllAlikeReachesTheOthers) {
  std::vector<double> values(1000, 3.0);
  values.push_back(7.0);
  const Scale scale = robust_scale(values);
  EXPECT_EQ(scale.low, 3.0);
  EXPECT_EQ(scale.high, 7.0);
  EXPECT_EQ(robust_scale({}).high, 1.0);
}

TEST(RenderTicks, AreMultiplesOfOneTwoOrFiveWithinTheRange) {
  EXPECT_EQ(nice_ticks({-10.0, 0.0}, 6), (std::vector<double>{-10, -8, -6, -4, -2, 0}));
  EXPECT_EQ(nice_ticks({0.0, 1.0}, 3), (std::vector<double>{0.0, 0.5, 1.0}));
  EXPECT_EQ(nice_ticks({3.0, 3.0}, 6), (std::vector<double>{3.0}));
  for (const double low : {-7.3, 0.0, 0.0123, 1e4}) {
    for (const double length : {1e-3, 0.77, 13.0, 4.2e6}) {
      const std::vector<double> ticks = nice_ticks({low, low + length}, 6);
      ASSERT_GE(ticks.size(), 2U);
      ASSERT_LE(ticks.size(), 6U);
      const double spacing = ticks[1] - ticks[0];
      const double digit = spacing / std::pow(10.0, std::floor(std::log10(spacing) + 1e-6));
      EXPECT_TRUE(std::abs(digit - 1.0) < 1e-4 || std::abs(digit - 2.0) < 1e-4 || std::abs(digit - 5.0) < 1e-4)
          << digit;
      EXPECT_GE(ticks.front(), low - 1e-6 * length);
      EXPECT_LE(ticks.back(), low + length + 1e-6 * length);
    }
  }
}

TEST(RenderTicks, HaveTheDecimalsTheirSpacingNeeds) {
  EXPECT_EQ(tick_texts({-0.5, 0.0, 0.5}), (std::vector<std::string>{"−0.5", "0.0", "0.5"}));
  EXPECT_EQ(tick_texts({0.0, 20.0, 40.0}), (std::vector<std::string>{"0", "20", "40"}));
  EXPECT_EQ(tick_texts({0.02, 0.022}), (std::vector<std::string>{"0.020", "0.022"}));
  EXPECT_EQ(tick_texts({0.0, 2e-7}), (std::vector<std::string>{"0", "2e−07"}));
  EXPECT_EQ(tick_texts({3.0}), (std::vector<std::string>{"3.00"}));
}

}  // namespace
}  // namespace gluey::render::render_scale_test
