// Numbers, quotes and guesses in messages and printed scenes.

#include "scene/wording.hpp"

#include <gtest/gtest.h>

namespace gluey::scene::scene_wording_test {
namespace {

TEST(NumberText, IsTheShortestThatReadsBackAndAlwaysAFloat) {
  EXPECT_EQ(number_text(1.0), "1.0");
  EXPECT_EQ(number_text(-0.0), "-0.0");
  EXPECT_EQ(number_text(0.1), "0.1");
  EXPECT_EQ(number_text(0.1 + 0.2), "0.30000000000000004");
  EXPECT_EQ(number_text(1e22), "1e+22");
  EXPECT_EQ(number_text(-infinity), "-inf");
}

TEST(InQuotes, EscapesWhatTomlWants) {
  EXPECT_EQ(in_quotes("a\"b\\c\nd\x01"), "\"a\\\"b\\\\c\\nd\\u0001\"");
  EXPECT_EQ(in_quotes("γ"), "\"γ\"");
}

TEST(BoundsText, NamesEveryBound) {
  EXPECT_EQ(bounds_text({}), "");
  EXPECT_EQ(bounds_text({.above = 0}), "> 0");
  EXPECT_EQ(bounds_text({.minimum = 1, .maximum = 2.5}), ">= 1 and <= 2.5");
}

TEST(Nearest, FindsMisspeltNamesAndBeginnings) {
  const std::vector<std::string_view> known{"law", "gamma_min", "viscosity", "release", "range"};
  EXPECT_EQ(nearest("gama_min", known), "gamma_min");
  EXPECT_EQ(nearest("gamma_nim", known), "gamma_min");
  EXPECT_EQ(nearest("gama", known), "gamma_min");
  EXPECT_EQ(nearest("viscosty", known), "viscosity");
  EXPECT_EQ(nearest("lwa", known), "law");
}

TEST(Nearest, IsSilentWhenNothingIsNear) {
  const std::vector<std::string_view> known{"law", "gamma_min", "release"};
  EXPECT_EQ(nearest("colour", known), "");
  EXPECT_EQ(nearest("x", known), "");
  EXPECT_EQ(nearest("", known), "");
}

}  // namespace
}  // namespace gluey::scene::scene_wording_test
