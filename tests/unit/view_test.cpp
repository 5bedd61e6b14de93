// The server's parts without sockets: what is sent, what is kept, who may ask.

#include "io/writer.hpp"
#include "unit/io_samples.hpp"
#include "view/address.hpp"
#include "view/encode.hpp"
#include "view/envelope.hpp"
#include "view/file_source.hpp"
#include "view/guard.hpp"
#include "view/live_source.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <unistd.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <optional>
#include <string_view>
#include <thread>

namespace gluey::view::view_test {
namespace {

float float_at(const Bytes& bytes, std::size_t place) {
  float value = 0.0F;
  std::memcpy(&value, bytes->data() + place, sizeof value);
  return value;
}

HistoryRow row_at(double time, double energy) {
  HistoryRow row;
  row.time = time;
  row.kinetic_energy = energy;
  return row;
}

Constants two_discs() {
  Constants constants;
  constants.dimension = 2;
  constants.bodies.name = {"", ""};
  constants.bodies.label = {"black", "white"};
  constants.bodies.shape_kind = {"sphere", "sphere"};
  constants.bodies.material = {"grain", "grain"};
  constants.bodies.radius = {1.0, 2.0};
  constants.bodies.mass = {1.0, 1.0};
  constants.bodies.inertia = {0.5, 0.5};
  constants.obstacles.name = {"floor"};
  constants.obstacles.label = {""};
  constants.obstacles.shape_kind = {"plane"};
  constants.obstacles.material = {"wall"};
  constants.obstacles.shape = {R"({"kind":"plane","normal":[0,1]})"};
  return constants;
}

Frame frame_at(std::int64_t step) {
  Frame frame;
  frame.step = step;
  frame.time = 0.5 * static_cast<double>(step);
  frame.position = {1.0, 2.0, 3.0, 4.0};
  frame.orientation = {0.0, 0.25};
  frame.velocity = {0.0, 0.0, 0.0, 0.0};
  frame.angular_velocity = {0.0, 0.0};
  frame.obstacle_position = {0.0, 0.0};
  frame.obstacle_orientation = {0.0};
  return frame;
}

std::int64_t last_step(LiveSource& source) {
  return nlohmann::json::parse(source.status())["last"].get<std::int64_t>();
}

std::size_t frames_listed(LiveSource& source) { return source.times()->size() / (2 * sizeof(double)); }

TEST(ViewGuard, KnowsTheNamesOfThisMachine) {
  for (const char* own : {"127.0.0.1", "127.0.0.1:8765", "localhost", "localhost:1", "[::1]:80"}) {
    EXPECT_TRUE(is_own_host(own)) << own;
  }
  for (const char* foreign : {"", "evil.example", "127.0.0.1.evil.example", "localhost.", "localhost:", "localhost:80x",
                              "localhost:123456", "127.0.0.1:80@evil.example", "0.0.0.0", "127.0.0.11"}) {
    EXPECT_FALSE(is_own_host(foreign)) << foreign;
  }
}

TEST(ViewAddress, IsTakenWholeOrNotAtAll) {
  EXPECT_EQ(parse_address("/api/run/1/frame/250")->step, 250);
  EXPECT_EQ(parse_address("/api/run/1/frame/250")->run, 1U);
  EXPECT_EQ(parse_address("/api/run/0/history")->what, "history");
  for (const char* wrong :
       {"", "/", "/api/run/", "/api/run/0", "/api/run/0/", "/api/run/0/scene", "/api/run/0/header/",
        "/api/run/0/header/1", "/api/run/0/frame", "/api/run/0/frame/", "/api/run/0/frame/-1", "/api/run/0/frame/1/2",
        "/api/run/0/frame/+1", "/api/run/0/frame/99999999999999999999", "/api/run/x/header", "/api/run/-1/header",
        "/api/run/0/../0/header", "//api/run/0/header", "api/run/0/header"}) {
    EXPECT_FALSE(parse_address(wrong)) << wrong;
  }
}

TEST(ViewEncoding, FollowsItsHeader) {
  const auto header =
      nlohmann::json::parse(*encode_header({.name = "x.h5", .generation = 3, .live = false}, two_discs()));
  EXPECT_EQ(header["bodies"], 2);
  EXPECT_EQ(header["generation"], 3);
  EXPECT_EQ(header["labels"], nlohmann::json({"black", "white"}));
  EXPECT_EQ(header["obstacles"][0]["shape"]["normal"], nlohmann::json({0, 1}));
  std::size_t row = 0;
  for (const auto& field : header["frame_fields"]) {
    row += 4 * field["components"].get<std::size_t>();
  }
  const Bytes frame = encode_frame(frame_at(7), 0.5);
  EXPECT_EQ(frame->size(), 32 + 2 * row + 12);
  EXPECT_EQ(frame->substr(0, 4), "GLUE");
  EXPECT_EQ(float_at(frame, 32 + 8), 3.0F);
  EXPECT_EQ(float_at(frame, 32 + 16 + 4), 0.25F);
}

TEST(ViewEncoding, TellsEachShapeOnceAndNoneOfSpheres) {
  Constants constants = two_discs();
  const auto header = [&] { return nlohmann::json::parse(*encode_header({"run"}, constants)); };
  EXPECT_TRUE(header()["shapes"].empty());
  const std::size_t size = encode_bodies(constants)->size();
  constants.bodies.shape = {R"({"kind":"box","size":[1,2]})", ""};
  EXPECT_EQ(header()["shapes"].size(), 2U);
  EXPECT_EQ(header()["shapes"][0]["kind"], "box");
  EXPECT_TRUE(header()["shapes"][1].is_null());
  EXPECT_EQ(header()["body_fields"].back()["name"], "shape");
  EXPECT_EQ(encode_bodies(constants)->size(), size + 2 * sizeof(std::int32_t));
  constants.bodies.shape[1] = constants.bodies.shape[0];
  EXPECT_EQ(header()["shapes"].size(), 1U);
}

TEST(ViewEncoding, TellsThePeriodicDomain) {
  Constants constants = two_discs();
  const auto header = [&] { return nlohmann::json::parse(*encode_header({"run"}, constants)); };
  EXPECT_TRUE(header()["domain"].is_null());
  constants.domain = {.lower = {-1.0, 0.0}, .upper = {2.0, 0.5}, .periodic = {1, 0}, .shear_rate = 0.5};
  EXPECT_EQ(header()["domain"],
            nlohmann::json::parse(R"({"lower":[-1,0],"upper":[2,0.5],"periodic":[true,false],"shear_rate":0.5})"));
}

TEST(ViewEnvelope, KeepsPeaksOfAnyNumberOfStepsInBoundedMemory) {
  Envelope envelope(64);
  constexpr int steps = 10000;
  for (int k = 0; k < steps; ++k) {
    envelope.add(row_at(k, k == 4321 ? 100.0 : 1.0));
  }
  const Bytes bytes = envelope.encode();
  const std::size_t rows = bytes->size() / sizeof(float) / (1 + 2 * Envelope::names.size());
  EXPECT_LE(rows, 64U);
  EXPECT_GE(rows, 32U);
  float highest = 0.0F;
  float lowest = 1e9F;
  for (std::size_t k = 0; k < rows; ++k) {
    lowest = std::min(lowest, float_at(bytes, sizeof(float) * (rows + k)));
    highest = std::max(highest, float_at(bytes, sizeof(float) * (2 * rows + k)));
  }
  EXPECT_EQ(highest, 100.0F);
  EXPECT_EQ(lowest, 1.0F);
  EXPECT_EQ(float_at(bytes, sizeof(float) * (rows - 1)), static_cast<float>(steps - 1));
}

TEST(ViewEnvelope, TellsHowAccurateStepsAre) {
  const auto at = [](const HistoryRow& row, std::string_view name) {
    Envelope envelope;
    envelope.add(row);
    const auto found = std::find(Envelope::names.begin(), Envelope::names.end(), name);
    return float_at(envelope.encode(), sizeof(float) * (1 + 2 * (found - Envelope::names.begin())));
  };
  HistoryRow row;
  EXPECT_EQ(at(row, "accuracy"), 0.0F) << "files of earlier versions do not know";
  EXPECT_EQ(at(row, "kept"), 1.0F);
  row.reference = 2.0;
  row.residual_95 = 0.5;
  row.kept = 0.75;
  EXPECT_EQ(at(row, "accuracy"), 0.25F);
  EXPECT_EQ(at(row, "kept"), 0.75F);
}

TEST(ViewLive, AsksForFramesOnlyAsFastAsTheyAreFetched) {
  LiveSource source("x", [] {});
  source.begin(two_discs(), "x.h5");
  const StepReport report;
  EXPECT_FALSE(source.step(report)) << "nobody looks";
  source.attend();
  EXPECT_TRUE(source.step(report));
  source.frame(frame_at(1), false);
  std::this_thread::sleep_for(std::chrono::milliseconds(40));
  EXPECT_FALSE(source.step(report)) << "the page has not fetched it yet";
  EXPECT_NE(source.frame(last_step(source)), nullptr);
  EXPECT_TRUE(source.step(report));
}

TEST(ViewLive, KeepsTheNewestAndTheRecordedFrames) {
  LiveSource source("x", [] {});
  source.begin(two_discs(), "x.h5");
  source.frame(frame_at(0), true);
  source.frame(frame_at(3), false);
  source.frame(frame_at(5), false);
  EXPECT_EQ(last_step(source), 5);
  EXPECT_NE(source.frame(0), nullptr);
  EXPECT_EQ(source.frame(3), nullptr) << "replaced, not queued";
  EXPECT_NE(source.contacts(5), nullptr);
  EXPECT_EQ(frames_listed(source), 2U);
}

TEST(ViewLive, DropsEverySecondFrameWhenItsMemoryIsFull) {
  const std::size_t size = encode_frame(frame_at(0), 0.0)->size() + encode_contacts(frame_at(0), 0.0)->size();
  LiveSource source(
      "x", [] {}, 10 * size);
  source.begin(two_discs(), "x.h5");
  for (std::int64_t k = 0; k < 1000; ++k) {
    source.frame(frame_at(k), true);
  }
  EXPECT_LE(frames_listed(source), 11U);
  EXPECT_GE(frames_listed(source), 5U);
  EXPECT_NE(source.frame(0), nullptr) << "the beginning stays";
  EXPECT_EQ(last_step(source), 999);
}

TEST(ViewLive, IsReadWhileItIsWritten) {
  std::atomic<int> news = 0;
  LiveSource source(
      "x", [&news] { ++news; }, 1 << 14);
  source.begin(two_discs(), "x.h5");
  std::atomic<bool> stop = false;
  std::thread reader([&] {
    source.attend();
    while (!stop) {
      const std::int64_t last = last_step(source);
      if (last >= 0) {
        source.frame(last);
        source.contacts(last);
      }
      source.times();
      source.history();
    }
  });
  StepReport report;
  for (std::int64_t k = 0; k < 2000; ++k) {
    report.row = row_at(static_cast<double>(k), 1.0);
    const bool wanted = source.step(report);
    if (wanted || k % 10 == 0) {
      source.frame(frame_at(k), k % 10 == 0);
    }
  }
  source.end();
  stop = true;
  reader.join();
  EXPECT_GT(news, 1);
  EXPECT_EQ(nlohmann::json::parse(source.status())["state"], "ended");
}

class ViewFile : public io::samples::InFolder {
 protected:
  static std::string state(FileSource& source) {
    return nlohmann::json::parse(source.status())["state"].get<std::string>();
  }
  std::string file_ = path("run.h5");
};

TEST_F(ViewFile, KnowsARunThatGoesOnFromOneThatWasKilledOrStopped) {
  std::optional<io::Writer> writer(std::in_place, file_, io::samples::constants(2, 7, 2));
  FileSource source(file_);
  EXPECT_EQ(state(source), "running");
  EXPECT_FALSE(source.poll());
  io::Checkpoint checkpoint;
  writer->checkpoint(checkpoint);

  writer.reset();  // as by a kill: not a byte of the result changes
  EXPECT_TRUE(source.poll());
  EXPECT_EQ(state(source), "stopped");
  EXPECT_FALSE(source.poll());

  writer.emplace(io::Writer::resume(file_, io::samples::constants(2, 7, 2), checkpoint));
  EXPECT_TRUE(source.poll());
  EXPECT_EQ(state(source), "running");
  writer->finish(io::Ending::stopped);
  writer.reset();
  EXPECT_TRUE(source.poll());
  EXPECT_EQ(state(source), "stopped");

  writer.emplace(io::Writer::resume(file_, io::samples::constants(2, 7, 2), checkpoint));
  writer->finish(io::Ending::complete);
  writer.reset();
  EXPECT_TRUE(source.poll());
  EXPECT_EQ(state(source), "complete");
}

TEST_F(ViewFile, FindsTheRunBehindALink) {
  const io::Writer writer(file_, io::samples::constants(2, 7, 2));
  std::filesystem::create_directory(path("elsewhere"));
  std::filesystem::create_symlink(file_, path("elsewhere/link.h5"));
  EXPECT_TRUE(is_being_written(path("elsewhere/link.h5")));
}

TEST_F(ViewFile, DoesNotKeepARunFromBeginning) {
  const std::string folder = file_ + ".parts";
  std::filesystem::create_directory(folder);
  // What a viewer does that looks for the run, but for longer.
  const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY);
  ASSERT_EQ(::flock(descriptor, LOCK_SH | LOCK_NB), 0);
  EXPECT_FALSE(is_being_written(file_)) << "viewers do not take each other for the run";
  std::thread viewer([descriptor] {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
    ::close(descriptor);
  });
  EXPECT_NO_THROW(const io::Writer writer(file_, io::samples::constants(2, 7, 2)));
  viewer.join();
}

}  // namespace
}  // namespace gluey::view::view_test
