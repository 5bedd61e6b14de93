#include "io/checkpoint.hpp"

#include "core/vector.hpp"
#include "io/writer.hpp"
#include "unit/io_samples.hpp"

#include <gluey/errors.hpp>

#include <bit>
#include <cstdint>
#include <filesystem>
#include <limits>

namespace gluey::io::io_checkpoint_test {
namespace {

using samples::message_of;

class RunCheckpoint : public samples::InFolder {
 protected:
  Constants constants_ = samples::constants(2, 4, 1);
  std::string file_ = path("run.h5");
};

TEST_F(RunCheckpoint, KeepsEveryBit) {
  Writer writer(file_, constants_);
  Checkpoint written;
  const std::vector<double> reals = {-0.0,
                                     std::numeric_limits<double>::denorm_min(),
                                     std::numeric_limits<double>::infinity(),
                                     std::bit_cast<double>(std::uint64_t{0x7ff8dead'beef1234}),
                                     0.1,
                                     1.0 / 3.0,
                                     1e-300,
                                     -1e300};
  const std::vector<Vec<3>> vectors = {{1.0, 2.0, 3.0}, {4.0, 5.0, 6.0}};
  const std::vector<std::int64_t> long_integers = {0, -1, std::numeric_limits<std::int64_t>::max()};
  const std::vector<std::int32_t> integers = {std::numeric_limits<std::int32_t>::min(), 7};
  const std::vector<std::uint16_t> counts = {0, 65535};
  const std::vector<std::uint8_t> flags = {255};
  StateGroup& first = written.state.add("first", 3);
  first.put("reals", "length", reals);
  first.put("vectors", "length/time", vectors);
  first.put("long integers", "", long_integers);
  StateGroup& second = written.state.add("second", 1);
  second.put("integers", "", integers);
  second.put("counts", "", counts);
  second.put("flags", "", flags);
  second.put("none", "", std::vector<Vec<3>>{});
  written.scene = constants_.scene;
  written.tally = "contacts 12\nresidual_max 1e-07\n";
  written.wall_seconds = 12.5;
  writer.add(samples::frame(constants_, 3));
  writer.checkpoint(written);

  std::optional<Checkpoint> read = read_checkpoint(file_);
  ASSERT_TRUE(read);
  StateReader first_read = read->state.open("first", 3);
  const auto reals_read = first_read.take<double>("reals", reals.size());
  for (std::size_t k = 0; k < reals.size(); ++k) {
    EXPECT_EQ(std::bit_cast<std::uint64_t>(reals_read[k]), std::bit_cast<std::uint64_t>(reals[k]));
  }
  EXPECT_EQ(first_read.take<Vec<3>>("vectors", 2), vectors);
  EXPECT_EQ(first_read.take<std::int64_t>("long integers", 3), long_integers);
  StateReader second_read = read->state.open("second", 1);
  EXPECT_EQ(second_read.take<std::int32_t>("integers", 2), integers);
  EXPECT_EQ(second_read.take<std::uint16_t>("counts", 2), counts);
  EXPECT_EQ(second_read.take<std::uint8_t>("flags", 1), flags);
  EXPECT_TRUE(second_read.take<Vec<3>>("none", 0).empty());
  EXPECT_NO_THROW(read->state.expect_all_taken());
  EXPECT_EQ(read->scene, written.scene);
  EXPECT_EQ(read->tally, written.tally);
  EXPECT_EQ(read->wall_seconds, written.wall_seconds);
  EXPECT_EQ(read->frames_written, 1);
  EXPECT_EQ(read->history_written, 0);
  EXPECT_EQ(read->contacts_written, 3);
}

TEST_F(RunCheckpoint, IsNoneWhereThereIsNone) {
  EXPECT_FALSE(read_checkpoint(file_));
  const Writer writer(file_, constants_);
  EXPECT_FALSE(read_checkpoint(file_));
}

TEST_F(RunCheckpoint, IsNoneWhereAnEarlierRunLeftIt) {
  {
    Writer writer(file_, constants_);
    writer.add(samples::frame(constants_, 0));
    Checkpoint checkpoint;
    writer.checkpoint(checkpoint);
  }
  std::filesystem::rename(checkpoint_file(file_), path("kept"));
  const Writer writer(file_, constants_);
  // As if the new run had been killed between publishing its first result and removing the old checkpoint.
  std::filesystem::rename(path("kept"), checkpoint_file(file_));
  EXPECT_FALSE(read_checkpoint(file_));
}

TEST_F(RunCheckpoint, IsRefusedWhereItIsDamaged) {
  Writer writer(file_, constants_);
  Checkpoint checkpoint;
  writer.checkpoint(checkpoint);
  std::filesystem::resize_file(checkpoint_file(file_), 1000);
  EXPECT_NE(message_of<Error>([&] {
              read_checkpoint(file_);
            }).find("cannot read '" + checkpoint_file(file_) + "': it is damaged or cut off"),
            std::string::npos);
}

}  // namespace
}  // namespace gluey::io::io_checkpoint_test
