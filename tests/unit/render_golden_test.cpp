// Small pictures held against ones that were looked at (render_pixels.hpp).

#include "unit/render_pixels.hpp"
#include "unit/render_samples.hpp"

#include <gtest/gtest.h>
#include <gluey/errors.hpp>

#include <cmath>
#include <cstring>
#include <filesystem>
#include <memory>
#include <utility>

namespace gluey::render::render_golden_test {
namespace {

using namespace samples;

/// Discs that have turned, and one obstacle of every kind.
std::unique_ptr<Sample> everything_planar() {
  auto sample = std::make_unique<Sample>(2);
  sample->body({1.0, 2.6}, 0.4, "black");
  sample->body({1.75, 2.6}, 0.35, "white");
  sample->body({2.6, 3.0}, 0.3, "grain");
  sample->snapshot.frame.orientation = {0.5, 2.0, -1.0};
  sample->obstacle(R"({"kind":"plane","normal":[0,1]})", {0, 0});
  sample->obstacle(R"({"kind":"box-walls","lower":[0,0],"upper":[1,0.8]})", {0.3, 0.5}, 0.3);
  sample->obstacle(R"({"kind":"segment","from":[0,0],"to":[1,0]})", {1.7, 0.4}, 0.5);
  sample->obstacle(R"({"kind":"chain","points":[[0,0],[0.5,0.3],[1,0],[1,0.6]]})", {3, 0.3});
  sample->obstacle(R"({"kind":"box","size":[0.8,0.4]})", {3.5, 1.6}, -0.4);
  sample->obstacle(R"({"kind":"polygon","points":[[0,0],[0.7,0],[0.3,0.6]]})", {3.2, 2.2});
  sample->obstacle(R"({"kind":"capsule","radius":0.15,"length":0.6})", {2.2, 1.5}, 0.8);
  sample->obstacle(R"({"kind":"wheel","radius":0.5,"paddles":5,"thickness":0.08,"hub":0.15})", {3.4, 3.5}, 0.2);
  sample->obstacle(R"({"kind":"sphere","radius":0.25})", {0.4, 3.6});
  return sample;
}

std::unique_ptr<Sample> glued_discs(double shift = 0.0) {
  auto sample = std::make_unique<Sample>(2);
  for (int k = 0; k < 12; ++k) {
    const int row = k / 4;
    sample->body({0.5 * (k % 4) + (k == 5 ? shift : 0.0), 0.5 * row}, 0.25);
  }
  for (int k = 0; k < 12; ++k) {
    if (k % 4 < 3) {
      sample->contact(k, k + 1, {1, 0}, 1.0 + k, -0.5 * k);
    }
    if (k + 4 < 12) {
      sample->contact(k, k + 4, {0, 1}, k % 3 - 1.0, -0.2 * k);
    }
  }
  return sample;
}

std::unique_ptr<Sample> spheres() {
  auto sample = std::make_unique<Sample>(3);
  sample->constants.scene = "[environment]\ngravity = [0, 0, -1]\n";
  for (int k = 0; k < 18; ++k) {
    const int layer = k / 9;
    sample->body({0.3 + 0.6 * (k % 3), 0.3 + 0.6 * (k / 3 % 3), 0.3 + 0.6 * layer}, 0.22 + 0.01 * (k % 5));
  }
  sample->obstacle(R"({"kind":"box-walls","lower":[0,0,0],"upper":[1.8,1.8,2]})", {0, 0, 0});
  sample->obstacle(R"({"kind":"box","size":[0.5,0.5,0.4]})", {0.9, 0.9, 1.5}, 0.5);
  sample->obstacle(R"({"kind":"sphere","radius":0.2})", {0.3, 0.3, 1.6});
  sample->obstacle(R"({"kind":"capsule","radius":0.1,"length":0.8})", {1.3, 0.3, 1.6});
  return sample;
}

const PictureOptions planar_options = {.width = 260};

TEST(RenderGolden, PlaneWithEveryKindOfObstacle) {
  expect_golden("planar", drawn({everything_planar()->snapshot}, planar_options), allowed);
}

TEST(RenderGolden, NetworkOfPotentialsWithLegend) {
  expect_golden("network", drawn({glued_discs()->snapshot},
                                 {.color = BodyColor::none, .network = ContactNetwork::gamma, .width = 260}));
}

TEST(RenderGolden, ForcesOverColouredBodiesZoomed) {
  expect_golden("zoom", drawn({glued_discs()->snapshot}, {.color = BodyColor::gamma,
                                                          .network = ContactNetwork::force,
                                                          .width = 280,
                                                          .zoom = std::array{0.0, 0.0, 1.0, 1.0}}));
}

TEST(RenderGolden, SpheresAndSolidsInABox) {
  expect_golden("spatial", drawn({spheres()->snapshot}, {.color = BodyColor::radius, .width = 280}));
}

TEST(RenderGolden, PanelsWithTitlesAndTrails) {
  const auto first = glued_discs();
  const auto second = glued_discs(0.2);
  first->snapshot.title = "before";
  second->snapshot.title = "after";
  second->snapshot.trail = {first->snapshot.frame.position};
  second->snapshot.trail.front()[0] = -0.6;
  expect_golden("panels", drawn({first->snapshot, second->snapshot}, {.color = BodyColor::cluster, .width = 400}));
}

TEST(RenderGolden, ComparisonSeesAnyOneObstacleMissing) {
  const auto whole = everything_planar();
  const Pixels right = drawn({whole->snapshot}, planar_options);
  for (std::string& shape : whole->constants.obstacles.shape) {
    const std::string kept = std::exchange(shape, R"({"kind":"nothing"})");
    EXPECT_GT(difference(right, drawn({whole->snapshot}, planar_options)), 2.0 * allowed) << kept;
    shape = kept;
  }
}

/// A red ball, and perhaps something before it, seen along x.
double red_share(const std::string& shape) {
  Sample sample(3);
  sample.constants.scene = "[environment]\ngravity = [0, 0, -1]\n";
  sample.body({0, 0, 0}, 1.0, "red");
  // Out of sight of the ball: the same view with and without the other.
  sample.obstacle(R"({"kind":"sphere","radius":0.1})", {-3, -3, -3});
  sample.obstacle(R"({"kind":"sphere","radius":0.1})", {4, 3, 3});
  if (!shape.empty()) {
    sample.obstacle(shape, {2, 0, 0});
  }
  const Pixels pixels = drawn({sample.snapshot}, {.width = 200, .camera = {0.0, 0.0}});
  std::size_t red = 0;
  for (const std::uint32_t value : pixels.values) {
    red += (value >> 16 & 0xff) > (value >> 8 & 0xff) + 40 ? 1 : 0;
  }
  return static_cast<double>(red) / static_cast<double>(pixels.values.size());
}

TEST(RenderSpatial, BodiesAreSeenThroughWhatStandsBeforeThem) {
  const double free = red_share("");
  ASSERT_GT(free, 0.02);
  for (const char* shape : {R"({"kind":"box","size":[0.5,5,5]})", R"({"kind":"sphere","radius":1.5})",
                            R"({"kind":"capsule","radius":1.4,"length":0.5})",
                            R"({"kind":"compound","parts":[{"kind":"box","size":[0.5,2,5],"position":[0,1,0]},
            {"kind":"box","size":[0.5,2,5],"position":[0,-1,0]}]})"}) {
    EXPECT_GT(red_share(shape), 0.7 * free) << shape;
  }
}

TEST(RenderGolden, ComparisonSeesADiscThatMovedByAFifthOfItsRadius) {
  const PictureOptions options{.color = BodyColor::none, .width = 260};
  const Pixels right = drawn({glued_discs()->snapshot}, options);
  EXPECT_EQ(difference(right, right), 0.0);
  EXPECT_GT(difference(right, drawn({glued_discs(0.05)->snapshot}, options)), allowed);
}

TEST(RenderFiles, ArePngSvgOrPdf) {
  const auto sample = glued_discs();
  const Picture picture({sample->snapshot}, 1, {.width = 120});
  for (const auto& [suffix, magic] : {std::pair{".png", "\x89PNG"}, {".svg", "<?xml"}, {".pdf", "%PDF"}}) {
    const std::string file = testing::TempDir() + "picture" + suffix;
    Surface surface(file, picture.width(), picture.height(), 96.0);
    picture.draw(surface.cairo(), {sample->snapshot});
    surface.finish();
    std::FILE* stream = std::fopen(file.c_str(), "rb");
    char start[8] = {};
    ASSERT_NE(stream, nullptr);
    EXPECT_EQ(std::fread(start, 1, 4, stream), 4U);
    std::fclose(stream);
    EXPECT_EQ(std::strncmp(start, magic, 4), 0) << suffix;
    std::filesystem::remove(file);
  }
  EXPECT_THROW(Surface("picture.bmp", 10, 10, 96.0), Error);
  Surface nowhere("/nowhere/picture.png", 10, 10, 96.0);
  EXPECT_THROW(nowhere.finish(), Error);
  EXPECT_THROW(Surface("/nowhere/picture.pdf", 10, 10, 96.0), Error);
}

TEST(RenderFiles, PngGivesBackWhatWasDrawn) {
  const Pixels pixels = drawn({glued_discs()->snapshot}, {.width = 120});
  const std::string file = testing::TempDir() + "exact.png";
  write_png(file, reinterpret_cast<const std::uint8_t*>(pixels.values.data()), 4UL * pixels.width, pixels.width,
            pixels.height, 96.0);
  const Pixels back = read(file);
  ASSERT_EQ(back.values.size(), pixels.values.size());
  for (std::size_t k = 0; k < back.values.size(); ++k) {
    ASSERT_EQ(back.values[k] & 0xffffff, pixels.values[k] & 0xffffff);
  }
  std::filesystem::remove(file);
}

TEST(RenderPicture, RefusesWhatItCannotShow) {
  const auto flat = glued_discs();
  const auto deep = spheres();
  EXPECT_THROW(Picture({flat->snapshot, deep->snapshot}, 2, {}), Error);
  EXPECT_THROW(Picture({deep->snapshot}, 1, {.zoom = std::array{0.0, 0.0, 1.0, 1.0}}), Error);
  EXPECT_THROW(Picture({flat->snapshot}, 1, {.zoom = std::array{1.0, 0.0, 0.0, 1.0}}), Error);
  EXPECT_THROW(Picture({flat->snapshot}, 1, {.width = 5}), Error);
}

}  // namespace
}  // namespace gluey::render::render_golden_test
