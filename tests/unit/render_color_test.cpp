#include "render/coloring.hpp"
#include "render/network.hpp"
#include "unit/render_samples.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace gluey::render::render_color_test {
namespace {

using samples::Sample;

double luminance(const Color& color) {
  const auto linear = [](double c) { return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4); };
  return 0.2126 * linear(color.red) + 0.7152 * linear(color.green) + 0.0722 * linear(color.blue);
}

TEST(RenderColor, GrowsLighterEvenlyAlongTheMap) {
  // Lightness L* of CIELAB: perceptually uniform means steps of nearly equal size.
  const auto lightness = [](double part) { return 116.0 * std::cbrt(luminance(viridis(part))) - 16.0; };
  const double step = (lightness(1.0) - lightness(0.0)) / 20.0;
  for (int k = 1; k <= 20; ++k) {
    EXPECT_NEAR(lightness(k / 20.0) - lightness((k - 1) / 20.0), step, 0.35 * step) << k;
  }
  EXPECT_GT(luminance(grey_of(0.0)), luminance(grey_of(1.0)));
  EXPECT_EQ(viridis(-1.0), viridis(0.0));
  EXPECT_EQ(viridis(2.0), viridis(1.0));
}

TEST(RenderColoring, ShowsTheMostNegativePotentialOfABody) {
  Sample sample(2);
  sample.body({0, 0}, 1.0);
  sample.body({2, 0}, 1.0);
  sample.body({9, 0}, 1.0);
  sample.contact(0, 1, {1, 0}, 0.3, -1.0);
  sample.contact(1, 3, {0, -1}, 0.4, -4.0);  // an obstacle
  EXPECT_EQ(body_values(BodyColor::gamma, sample.snapshot), (std::vector<double>{-1.0, -4.0, 0.0}));
  sample.snapshot.step_length = 0.1;
  const std::vector<double> force = body_values(BodyColor::force, sample.snapshot);
  EXPECT_DOUBLE_EQ(force[0], 3.0);
  EXPECT_DOUBLE_EQ(force[1], 7.0);
  EXPECT_DOUBLE_EQ(force[2], 0.0);
  sample.snapshot.frame.velocity = {3, 4, 0, 0, 0, 1};
  EXPECT_EQ(body_values(BodyColor::velocity, sample.snapshot), (std::vector<double>{5, 0, 1}));

  const Coloring coloring(BodyColor::gamma, {sample.snapshot}, plain_body);
  const std::vector<Color> colors = coloring.colors(sample.snapshot);
  EXPECT_LT(luminance(colors[1]), luminance(colors[0]));
  EXPECT_LT(luminance(colors[0]), luminance(colors[2]));
  ASSERT_TRUE(coloring.legend());
  EXPECT_EQ(coloring.legend()->scale.high, 0.0);
}

TEST(RenderColoring, RanksClustersBySize) {
  Sample sample(2);
  for (int k = 0; k < 6; ++k) {
    sample.body({2.0 * k, 0}, 1.0);
  }
  sample.contact(0, 1, {1, 0}, 1.0, 0.0);
  sample.contact(2, 3, {1, 0}, 0.0, -1.0);
  sample.contact(3, 4, {1, 0}, 1.0, 0.0);
  sample.contact(4, 5, {1, 0}, 0.0, 0.0);  // in range only
  EXPECT_EQ(cluster_ranks(sample.snapshot), (std::vector<int>{1, 1, 0, 0, 0, -1}));
}

TEST(RenderColoring, DrawsLabelsThatNameAColourInIt) {
  Sample sample(2);
  sample.body({0, 0}, 1.0, "black");
  sample.body({3, 0}, 1.0, "white");
  const Coloring named(BodyColor::label, {sample.snapshot}, plain_body);
  EXPECT_EQ(named.colors(sample.snapshot)[0], *named_color("black"));
  EXPECT_FALSE(named.legend());
  sample.body({6, 0}, 1.0, "grain");
  const Coloring kinds(BodyColor::label, {sample.snapshot}, plain_body);
  EXPECT_EQ(kinds.colors(sample.snapshot)[2], category(2));
  ASSERT_TRUE(kinds.legend());
  EXPECT_EQ(kinds.legend()->entries.size(), 3U);
}

TEST(RenderNetwork, IsDarkerForAMoreNegativePotential) {
  Sample sample(2);
  sample.body({0, 0}, 1.0);
  sample.body({2, 0}, 1.0);
  sample.body({4, 0}, 2.0);
  sample.contact(0, 1, {1, 0}, 0.0, -8.0);
  sample.contact(1, 2, {1, 0}, 0.0, -2.0);
  sample.contact(0, 3, {0, -1}, 5.0, 0.0);  // presses, but is not glued
  const std::vector<Tube> tubes = Network(ContactNetwork::gamma, {sample.snapshot}).tubes(sample.snapshot);
  ASSERT_EQ(tubes.size(), 2U);
  EXPECT_EQ(tubes[0].from, Vec<3>(2, 0, 0));
  EXPECT_EQ(tubes[0].to, Vec<3>(4, 0, 0));
  EXPECT_LT(luminance(tubes[1].color), luminance(tubes[0].color));
  EXPECT_EQ(tubes[0].width, tubes[1].width);
}

TEST(RenderNetwork, IsThickerForALargerForceAndTellsPullsFromPushes) {
  Sample sample(2);
  sample.body({0, 0}, 1.0);
  sample.body({2, 0}, 1.0);
  sample.body({4, 0}, 1.0);
  sample.contact(0, 1, {1, 0}, 8.0, 0.0);
  sample.contact(1, 2, {1, 0}, -4.0, -2.0);
  sample.contact(0, 3, {0, -1}, 2.0, 0.0);
  const std::vector<Tube> tubes = Network(ContactNetwork::force, {sample.snapshot}).tubes(sample.snapshot);
  ASSERT_EQ(tubes.size(), 3U);
  EXPECT_LT(tubes[0].width, tubes[1].width);
  EXPECT_LT(tubes[1].width, tubes[2].width);
  EXPECT_EQ(tubes[0].color, tubes[2].color);
  EXPECT_FALSE(tubes[1].color == tubes[2].color);
  EXPECT_EQ(tubes[0].to, Vec<3>(0, -1, 0)) << "to the point where the obstacle is touched";
}

TEST(RenderNetwork, HasOneWidthForOneForceWhateverTheBodiesSize) {
  Sample sample(2);
  sample.body({0, 0}, 1.0);
  sample.body({2, 0}, 1.0);
  sample.body({2, 1.1}, 0.1);
  sample.contact(0, 1, {1, 0}, 3.0, 0.0);
  sample.contact(1, 2, {0, 1}, 3.0, 0.0);
  const std::vector<Tube> tubes = Network(ContactNetwork::force, {sample.snapshot}).tubes(sample.snapshot);
  ASSERT_EQ(tubes.size(), 2U);
  EXPECT_EQ(tubes[0].width, tubes[1].width);
}

TEST(RenderNetwork, LegendsSamplesAreAsThickAsTubesOfTheirForce) {
  Sample sample(2);
  for (int k = 0; k < 4; ++k) {
    sample.body({2.0 * k, 0}, 1.0);
  }
  sample.contact(0, 1, {1, 0}, 5.0, 0.0);
  sample.contact(1, 2, {1, 0}, 2.0, 0.0);
  sample.contact(2, 3, {1, 0}, 0.5, 0.0);
  const Network network(ContactNetwork::force, {sample.snapshot});
  const std::vector<Tube> tubes = network.tubes(sample.snapshot);
  for (const double scale : {10.0, 30.0, 100.0}) {
    const std::optional<Legend> legend = network.legend(scale);
    int compared = 0;
    for (const Legend::Entry& entry : legend->entries) {
      EXPECT_LE(entry.line, 14.0) << "runs into its neighbours";
      EXPECT_NE(entry.text, "pulls") << "nothing pulls here";
      for (const auto& [text, tube] : {std::pair{"5", tubes[2]}, {"2", tubes[1]}, {"0.5", tubes[0]}}) {
        if (entry.text == text) {
          EXPECT_NEAR(entry.line, scale * tube.width, 1e-9) << "scale " << scale << ", force " << text;
          ++compared;
        }
      }
    }
    EXPECT_GE(compared, 1) << "scale " << scale;
  }
}

TEST(RenderNetwork, LegendNamesPullsWhereThereAreSome) {
  Sample sample(2);
  sample.body({0, 0}, 1.0);
  sample.body({2, 0}, 1.0);
  sample.contact(0, 1, {1, 0}, -4.0, -2.0);
  const std::optional<Legend> legend = Network(ContactNetwork::force, {sample.snapshot}).legend(10.0);
  std::vector<std::string> texts;
  for (const Legend::Entry& entry : legend->entries) {
    texts.push_back(entry.text);
  }
  EXPECT_EQ(texts, (std::vector<std::string>{"pulls", "2", "1"}));
}

TEST(RenderNetwork, DrawsContactsAcrossAPeriodicBorderAsTwoHalves) {
  Sample sample(2);
  sample.body({0, 0}, 1.0);
  sample.body({50, 0}, 1.0);
  sample.contact(0, 1, {-1, 0}, 0.0, -1.0);
  const std::vector<Tube> tubes = Network(ContactNetwork::gamma, {sample.snapshot}).tubes(sample.snapshot);
  ASSERT_EQ(tubes.size(), 2U);
  EXPECT_EQ(tubes[0].to, Vec<3>(-1, 0, 0));
  EXPECT_EQ(tubes[1].to, Vec<3>(51, 0, 0));
}

}  // namespace
}  // namespace gluey::render::render_color_test
