#include "io/writer.hpp"

#include "unit/io_samples.hpp"

#include <gluey/errors.hpp>

#include <utility>

namespace gluey::io::io_writer_test {
namespace {

namespace fs = std::filesystem;
using samples::expect_run;
using samples::expect_same;
using samples::message_of;

class ResultWriter : public samples::InFolder {
 protected:
  Constants constants_ = samples::constants(2, 7, 2);
  std::string file_ = path("run.h5");
  // Rows stay in memory until told otherwise.
  WriterOptions lazy_{64 << 20, 1e9, 0.0, 200};

  /// Frames `first` … `last − 1` with three rows of history each.
  void add(Writer& writer, std::int64_t first, std::int64_t last) const {
    for (std::int64_t k = first; k < last; ++k) {
      for (std::int64_t step = 3 * k; step < 3 * k + 3; ++step) {
        writer.add(samples::row(constants_, step));
      }
      writer.add(samples::frame(constants_, k));
      writer.tick();
    }
  }
  static Checkpoint checkpoint(Writer& writer) {
    Checkpoint checkpoint;
    writer.checkpoint(checkpoint);
    return checkpoint;
  }
};

TEST_F(ResultWriter, PublishesAResultWithoutFramesAtOnce) {
  const Writer writer(file_, constants_, lazy_);
  const Results results(file_);
  expect_run(results, constants_, 0, 0);
  EXPECT_FALSE(results.complete());
  EXPECT_EQ(results.format_version(), 1);
}

TEST_F(ResultWriter, ShowsSealedRowsWhileTheRunGoesOn) {
  Writer writer(file_, constants_, lazy_);
  add(writer, 0, 5);
  checkpoint(writer);
  add(writer, 5, 9);
  EXPECT_EQ(writer.frames_written(), 9);
  EXPECT_EQ(writer.history_written(), 27);
  expect_run(Results(file_), constants_, 5, 15);
  checkpoint(writer);
  expect_run(Results(file_), constants_, 9, 27);
}

TEST_F(ResultWriter, MakesOnePlainFileAtTheEnd) {
  Writer writer(file_, constants_, lazy_);
  add(writer, 0, 5);
  checkpoint(writer);
  add(writer, 5, 12);
  writer.finish(Ending::complete);
  // The checkpoint stays: a longer run can go on from it.
  EXPECT_EQ(names(), (std::vector<std::string>{"run.h5", "run.h5.checkpoint", "run.xdmf"}));
  const Results results(file_);
  EXPECT_TRUE(results.complete());
  expect_run(results, constants_, 12, 36);
  expect_same(results.frame(-1), samples::frame(constants_, 11));
}

TEST_F(ResultWriter, KeepsTheCheckpointOfAStoppedRun) {
  Writer writer(file_, constants_, lazy_);
  add(writer, 0, 2);
  checkpoint(writer);
  writer.finish(Ending::stopped);
  EXPECT_EQ(names(), (std::vector<std::string>{"run.h5", "run.h5.checkpoint", "run.xdmf"}));
  EXPECT_FALSE(Results(file_).complete());
}

TEST_F(ResultWriter, WritesThreeDimensions) {
  constants_ = samples::constants(3, 5, 1);
  Writer writer(file_, constants_, lazy_);
  add(writer, 0, 6);
  checkpoint(writer);
  expect_run(Results(file_), constants_, 6, 18);
  writer.finish(Ending::complete);
  expect_run(Results(file_), constants_, 6, 18);
}

TEST_F(ResultWriter, NeedsNeitherBodiesNorObstacles) {
  for (const auto& [bodies, obstacles] : {std::pair{0, 0}, std::pair{3, 0}, std::pair{0, 2}}) {
    constants_ = samples::constants(2, static_cast<std::size_t>(bodies), static_cast<std::size_t>(obstacles));
    Writer writer(file_, constants_, lazy_);
    add(writer, 0, 3);
    checkpoint(writer);
    add(writer, 3, 4);
    checkpoint(writer);
    expect_run(Results(file_), constants_, 4, 12);
    writer.finish(Ending::complete);
    expect_run(Results(file_), constants_, 4, 12);
  }
}

TEST_F(ResultWriter, SealsWhenTheRowsInMemoryExceedTheirBound) {
  WriterOptions options = lazy_;
  options.memory = 4096;
  Writer writer(file_, constants_, options);
  add(writer, 0, 40);
  // A frame has some 600 bytes, so no more than the last few can be waiting.
  EXPECT_GE(Results(file_).frames(), 33);
}

TEST_F(ResultWriter, PublishesOnceTheIntervalIsOver) {
  WriterOptions options = lazy_;
  options.interval = 0.0;
  Writer writer(file_, constants_, options);
  add(writer, 0, 1);
  EXPECT_EQ(Results(file_).frames(), 1);
}

TEST_F(ResultWriter, MergesPartsBeforeThereAreTooMany) {
  WriterOptions options = lazy_;
  options.memory = 1;  // each row a part
  options.most_parts = 20;
  Writer writer(file_, constants_, options);
  add(writer, 0, 30);
  expect_run(Results(file_), constants_, 30, 90);
  Writer moved = std::move(writer);
  moved.finish(Ending::complete);
  expect_run(Results(file_), constants_, 30, 90);
}

TEST_F(ResultWriter, DropsRowsAfterTheCheckpointOnResuming) {
  Checkpoint from;
  {
    Writer writer(file_, constants_, lazy_);
    add(writer, 0, 3);
    checkpoint(writer);
    add(writer, 3, 5);
    from = checkpoint(writer);
    EXPECT_EQ(from.frames_written, 5);
    EXPECT_EQ(from.history_written, 15);
    EXPECT_EQ(from.contacts_written, 0 + 1 + 2 + 3 + 0);
    add(writer, 5, 8);
    writer.add(samples::row(constants_, 24));
    Checkpoint beyond;
    writer.checkpoint(beyond);
  }  // as by a kill
  ASSERT_EQ(Results(file_).frames(), 8);
  Writer writer = Writer::resume(file_, constants_, from, lazy_);
  expect_run(Results(file_), constants_, 5, 15);
  add(writer, 5, 9);
  writer.finish(Ending::complete);
  expect_run(Results(file_), constants_, 9, 27);
}

TEST_F(ResultWriter, ResumesFromAPlainFile) {
  Checkpoint from;
  {
    Writer writer(file_, constants_, lazy_);
    add(writer, 0, 5);
    from = checkpoint(writer);
    add(writer, 5, 7);  // more than the checkpoint knows of
    writer.finish(Ending::stopped);
  }
  ASSERT_FALSE(fs::exists(file_ + ".parts"));
  Writer writer = Writer::resume(file_, constants_, from, lazy_);
  expect_run(Results(file_), constants_, 5, 15);
  add(writer, 5, 9);
  checkpoint(writer);
  expect_run(Results(file_), constants_, 9, 27);
  writer.finish(Ending::complete);
  expect_run(Results(file_), constants_, 9, 27);
}

TEST_F(ResultWriter, RefusesToResumeWhereRowsAreMissing) {
  { const Writer writer(file_, constants_, lazy_); }
  Checkpoint from;
  from.frames_written = 2;
  EXPECT_EQ(message_of<Error>([&] { Writer::resume(file_, constants_, from); }),
            "cannot resume '" + file_ + "': it has fewer rows than its checkpoint counts on");
}

TEST_F(ResultWriter, ReplacesAnEarlierResultWithItsPartsAndItsCheckpoint) {
  {
    Writer writer(file_, constants_, lazy_);
    add(writer, 0, 5);
    checkpoint(writer);
  }  // as by a kill
  constants_ = samples::constants(3, 2, 0);
  Writer writer(file_, constants_, lazy_);
  EXPECT_FALSE(fs::exists(file_ + ".checkpoint"));
  expect_run(Results(file_), constants_, 0, 0);
  add(writer, 0, 2);
  writer.finish(Ending::complete);
  expect_run(Results(file_), constants_, 2, 6);
  EXPECT_EQ(names(), (std::vector<std::string>{"run.h5", "run.xdmf"}));
}

TEST_F(ResultWriter, RefusesAFileThatAnotherRunWrites) {
  const Writer writer(file_, constants_, lazy_);
  EXPECT_EQ(message_of<Error>([&] { const Writer second(file_, constants_); }),
            "cannot write '" + file_ + "': another run is writing it");
}

TEST_F(ResultWriter, SaysWhereAndWhyItCannotWrite) {
  const std::string nowhere = path("no/such/folder/run.h5");
  EXPECT_EQ(message_of<Error>([&] { const Writer writer(nowhere, constants_); }),
            "cannot write '" + nowhere + "': No such file or directory");
}

TEST_F(ResultWriter, RefusesAFrameOfTheWrongSize) {
  Writer writer(file_, constants_, lazy_);
  Frame frame = samples::frame(constants_, 0);
  frame.velocity.pop_back();
  EXPECT_EQ(message_of<Error>([&] { writer.add(frame); }), "1 rows of /frames/velocity need 14 values, got 13");
}

TEST_F(ResultWriter, CanBeMovedWithItsParts) {
  {
    Writer writer(file_, constants_, lazy_);
    add(writer, 0, 3);
    checkpoint(writer);
  }
  fs::create_directory(path("elsewhere"));
  fs::rename(file_, path("elsewhere/run.h5"));
  fs::rename(file_ + ".parts", path("elsewhere/run.h5.parts"));
  expect_run(Results(path("elsewhere/run.h5")), constants_, 3, 9);
}

TEST_F(ResultWriter, TakesNamesThatHdf5WouldRead) {
  file_ = path("50%b of it.h5");  // HDF5 would put a block's number for %b
  Writer writer(file_, constants_, lazy_);
  add(writer, 0, 3);
  checkpoint(writer);
  expect_run(Results(file_), constants_, 3, 9);
}

TEST_F(ResultWriter, LeavesAReaderItsFrames) {
  Writer writer(file_, constants_, lazy_);
  add(writer, 0, 3);
  checkpoint(writer);
  const Results results(file_);
  add(writer, 3, 6);
  writer.finish(Ending::complete);  // the parts `results` shows are gone; it opens the plain file instead
  expect_run(results, constants_, 3, 18);
}

}  // namespace
}  // namespace gluey::io::io_writer_test
