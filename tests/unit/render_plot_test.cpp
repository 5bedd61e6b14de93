#include <gtest/gtest.h>
#include <gluey/errors.hpp>
#include <gluey/plot.hpp>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace gluey::render_plot_test {
namespace {

TEST(PlotHistogram, HasAreaOneAndCountsEveryFiniteValue) {
  std::vector<double> values = {0.0, 0.1, 0.1, 0.9, 1.0, std::nan("")};
  const PlotSeries bars = histogram(values, 5);
  ASSERT_EQ(bars.x.size(), 5U);
  EXPECT_DOUBLE_EQ(bars.x[0], 0.1);
  double area = 0.0;
  for (const double height : bars.y) {
    area += 0.2 * height;
  }
  EXPECT_NEAR(area, 1.0, 1e-12);
  EXPECT_NEAR(bars.y[0], 3.0 / 5.0 / 0.2, 1e-12);
  EXPECT_NEAR(bars.y[4], 2.0 / 5.0 / 0.2, 1e-12) << "the largest value belongs to the last bar";
  EXPECT_EQ(histogram({2.0, 2.0}, 3).x.size(), 3U);
}

TEST(PlotSlope, LiesBelowThePointsWithTheGivenSlope) {
  const std::vector<double> x = {0.01, 0.1, 1.0};
  const std::vector<double> y = {0.03, 0.2, 4.0};
  const PlotSeries line = slope_line(x, y, 2.0);
  ASSERT_EQ(line.x.size(), 2U);
  EXPECT_NEAR(std::log(line.y[1] / line.y[0]) / std::log(line.x[1] / line.x[0]), 2.0, 1e-12);
  for (std::size_t k = 0; k < x.size(); ++k) {
    EXPECT_LT(line.y[0] * std::pow(x[k] / line.x[0], 2.0), y[k]);
  }
}

TEST(PlotTicks, LeaveRoomForTheirTexts) {
  const std::filesystem::path folder = std::filesystem::path(testing::TempDir()) / "ticks";
  std::filesystem::create_directories(folder);
  for (const double end : {3.7e-5, 0.00137, 0.3, 8.0, 12345.0, 4e7}) {
    for (const int columns : {1, 3}) {
      const PlotPanel panel{.series = {{.x = {end / 37.0, end}, .y = {1.0, 2.0}}}};
      write_plot({.panels = std::vector<PlotPanel>(static_cast<std::size_t>(columns), panel),
                  .columns = columns,
                  .width = 400 * columns},
                 (folder / "ticks.svg").string());
      std::ifstream script(folder / "ticks.gp");
      double step = 0.0;
      for (std::string line; std::getline(script, line);) {
        if (line.starts_with("set xtics ")) {
          step = std::stod(line.substr(10));
        }
      }
      ASSERT_GT(step, 0.0);
      // A digit is 7 pixels wide, the margins take 95 of the 400.
      double longest = 0.0;
      for (double tick = 0.0; tick < end + 0.5 * step; tick += step) {
        std::ostringstream text;
        text << tick;
        longest = std::max(longest, 7.0 * static_cast<double>(text.str().size()));
      }
      EXPECT_LT(longest, 305.0 * step / (std::ceil(end / step) * step)) << end << " by " << step;
    }
  }
}

TEST(PlotFiles, DataAndScriptLieBesideThePictureAndMakeItAgain) {
  const std::filesystem::path folder = std::filesystem::path(testing::TempDir()) / "plot it's";
  std::filesystem::create_directories(folder);
  const Plot plot{.panels = {{.x_label = "under_score",
                              .y_label = "it's γ",
                              .series = {{.title = "a", .x = {1, 10}, .y = {1, 100}}, {.title = "none"}},
                              .log_x = true,
                              .log_y = true},
                             {.series = {histogram({1, 2, 3}, 3)}}},
                  .columns = 2,
                  .width = 400};
  const auto files = write_plot(plot, (folder / "figure.svg").string());
  ASSERT_EQ(files.size(), 3U);
  std::ifstream picture(folder / "figure.svg");
  std::stringstream text;
  text << picture.rdbuf();
  EXPECT_NE(text.str().find("<svg"), std::string::npos);
  EXPECT_NE(text.str().find("under_score"), std::string::npos);
  std::ifstream data(folder / "figure.dat");
  std::stringstream rows;
  rows << data.rdbuf();
  EXPECT_NE(rows.str().find("\n10 100\n"), std::string::npos);
  EXPECT_TRUE(std::filesystem::exists(folder / "figure.gp"));
  std::filesystem::remove_all(folder);
}

TEST(PlotFiles, DrawPointsInTheColourOfTheirCurveWhereAsked) {
  const std::filesystem::path folder = std::filesystem::path(testing::TempDir()) / "plot colours";
  std::filesystem::create_directories(folder);
  const PlotSeries curve{.x = {1, 2}, .y = {1, 2}};
  PlotSeries points = curve;
  points.style = PlotSeries::Style::points;
  points.same_color = true;
  write_plot({.panels = {{.series = {curve, points, curve, points, curve}}}}, (folder / "figure.svg").string());
  std::ifstream script(folder / "figure.gp");
  std::vector<std::string> colors;
  for (std::string line; std::getline(script, line);) {
    if (const auto at = line.find(" linetype "); at != std::string::npos && line.find("index") != std::string::npos) {
      colors.push_back(line.substr(at + 10, 1));
    }
  }
  EXPECT_EQ(colors, (std::vector<std::string>{"1", "1", "2", "2", "3"}));
  std::filesystem::remove_all(folder);
}

TEST(PlotFiles, OfAnUnknownKindOrInNoFolderAreRefused) {
  EXPECT_THROW(write_plot({}, "figure.bmp"), Error);
  EXPECT_THROW(write_plot({}, "/nowhere/at/all/figure.png"), Error);
}

}  // namespace
}  // namespace gluey::render_plot_test
