#include "io/checkpoint.hpp"

#include "io/writer.hpp"
#include "unit/io_samples.hpp"

#include <gluey/errors.hpp>

#include <bit>
#include <cstdint>
#include <filesystem>
#include <limits>

namespace gluey::io::io_checkpoint_test {
namespace {

using samples::expect_same;
using samples::message_of;

class RunCheckpoint : public samples::InFolder {
 protected:
  Constants constants_ = samples::constants(2, 4, 1);
  std::string file_ = path("run.h5");
};

TEST_F(RunCheckpoint, KeepsEveryBit) {
  Writer writer(file_, constants_);
  Checkpoint written;
  written.frame = samples::frame(constants_, 3);
  written.frame.velocity = {-0.0,
                            std::numeric_limits<double>::denorm_min(),
                            std::numeric_limits<double>::infinity(),
                            std::bit_cast<double>(std::uint64_t{0x7ff8dead'beef1234}),
                            0.1,
                            1.0 / 3.0,
                            1e-300,
                            -1e300};
  written.scene = constants_.scene;
  written.last_step = 0.1;
  written.tally = "contacts 12\nresidual_max 1e-07\n";
  written.wall_seconds = 12.5;
  writer.add(written.frame);
  writer.checkpoint(written);

  const std::optional<Checkpoint> read = read_checkpoint(file_);
  ASSERT_TRUE(read);
  for (std::size_t k = 0; k < written.frame.velocity.size(); ++k) {
    EXPECT_EQ(std::bit_cast<std::uint64_t>(read->frame.velocity[k]),
              std::bit_cast<std::uint64_t>(written.frame.velocity[k]));
  }
  Frame rest = read->frame;
  rest.velocity = written.frame.velocity = {};
  written.frame.step_length = 0.0;  // last_step tells it
  expect_same(rest, written.frame);
  EXPECT_EQ(read->scene, written.scene);
  EXPECT_EQ(read->last_step, written.last_step);
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
