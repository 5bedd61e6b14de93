// Frames read many at a time are, digit for digit, those that a reader sees who opens each array anew for every frame.

#include <gluey/errors.hpp>
#include <gluey/results.hpp>

#include "io/dataset.hpp"
#include "io/frame_reader.hpp"
#include "io/published_file.hpp"
#include "io/writer.hpp"
#include "unit/io_samples.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <numeric>
#include <optional>
#include <type_traits>

#include <omp.h>

namespace gluey::io_frame_reader_test {
namespace {

namespace fs = std::filesystem;
namespace samples = io::samples;
using samples::message_of;

/// The reader to compare with, as simple as can be.
Frame plain_frame(const std::string& path, std::int64_t k) {
  const io::Handle file = io::open_result(path);
  Frame frame;
  const auto rows = [&](hsize_t first, hsize_t count) {
    return [&file, first, count]<class Field>(const char* column, Field& field) {
      if (!io::has_dataset(file, column)) {
        return;
      }
      if constexpr (std::is_arithmetic_v<Field>) {
        field = io::read_numbers<Field>(file, column, first, count).front();
      } else {
        field = io::read_numbers<typename Field::value_type>(file, column, first, count);
      }
    };
  };
  io::for_each_frame_field(frame, rows(static_cast<hsize_t>(k), 1));
  const auto fence = io::read_numbers<std::int64_t>(file, "/frames/contact_offset", static_cast<hsize_t>(k), 2);
  io::for_each_contact_field(frame, rows(static_cast<hsize_t>(fence[0]), static_cast<hsize_t>(fence[1] - fence[0])));
  return frame;
}

void expect_same(const Frame& found, const Frame& expected) {
  samples::expect_same(found, expected);
  EXPECT_EQ(found.image, expected.image);
  EXPECT_EQ(found.present, expected.present);
  EXPECT_EQ(found.contact_image, expected.contact_image);
  EXPECT_EQ(found.contact_log_distance, expected.contact_log_distance);
}

/// A kind of result.
struct Kind {
  int dimension;
  std::size_t bodies;
  std::int64_t frames;
  bool contacts, periodic, coming_and_going, films, shapes;
};

class FramesReadTogether : public samples::InFolder {
 protected:
  std::string file_ = path("run.h5");

  static Constants constants_of(const Kind& kind) {
    Constants constants = samples::constants(kind.dimension, kind.bodies, 2);
    const auto d = static_cast<std::size_t>(kind.dimension);
    if (kind.periodic) {
      constants.domain = {std::vector<double>(d, 0.0), std::vector<double>(d, 9.0), std::vector<std::uint8_t>(d, 1),
                          0.0};
    }
    constants.comings_and_goings = kind.coming_and_going;
    constants.films = kind.films;
    if (kind.shapes) {
      constants.bodies.shape.assign(kind.bodies, R"({"kind":"box","size":[1,2]})");
      constants.bodies.shape[0].clear();
    }
    return constants;
  }

  static Frame frame_of(const Kind& kind, const Constants& constants, std::int64_t k) {
    Frame frame = samples::frame(constants, k);
    const auto d = static_cast<std::size_t>(kind.dimension);
    if (!kind.contacts) {
      for (auto* values : {&frame.contact_normal, &frame.contact_point, &frame.contact_distance, &frame.contact_impulse,
                           &frame.contact_gamma}) {
        values->clear();
      }
      frame.contact_pair.clear();
      frame.contact_feature.clear();
    }
    const std::size_t contacts = frame.contact_gamma.size();
    if (kind.periodic) {
      frame.image.assign(kind.bodies * d, static_cast<std::int32_t>(k));
      frame.contact_image.assign(contacts * d, static_cast<std::int32_t>(-k));
    }
    if (kind.coming_and_going) {
      frame.present.assign(kind.bodies, static_cast<std::uint8_t>(k % 3 != 0));
    }
    if (kind.films) {
      frame.contact_log_distance = samples::reals(static_cast<double>(-k), contacts);
    }
    return frame;
  }

  /// Leaves a complete file, or one in so many parts as after a kill.
  void write(const Kind& kind, bool complete) const {
    const Constants constants = constants_of(kind);
    io::WriterOptions options;
    const std::size_t frame_size = kind.bodies * 16 * static_cast<std::size_t>(kind.dimension);
    options.memory = complete ? options.memory : frame_size * static_cast<std::size_t>(kind.frames) / 5 + 1;
    io::Writer writer(file_, constants, options);
    for (std::int64_t k = 0; k < kind.frames; ++k) {
      writer.add(frame_of(kind, constants, k));
    }
    if (complete) {
      writer.finish(io::Ending::complete);
    } else {
      io::Checkpoint checkpoint;
      writer.checkpoint(checkpoint);
    }
  }

  void expect_plain_frames(const std::vector<std::int64_t>& numbers) const {
    const Results results(file_);
    std::vector<Frame> found(numbers.size());
    std::vector<std::size_t> order;
    results.for_each_frame(numbers, all_arrays, [&](std::size_t k, const Frame& frame) -> Results::InTurn {
      found[k] = frame;
      return [&order, k] { order.push_back(k); };
    });
    std::vector<std::size_t> in_turn(numbers.size());
    std::iota(in_turn.begin(), in_turn.end(), 0);
    EXPECT_EQ(order, in_turn);
    for (std::size_t k = 0; k < numbers.size(); ++k) {
      SCOPED_TRACE(numbers[k]);
      const Frame plain = plain_frame(file_, numbers[k] < 0 ? numbers[k] + results.frames() : numbers[k]);
      expect_same(found[k], plain);
      expect_same(results.frame(numbers[k]), plain);
    }
  }
};

TEST_F(FramesReadTogether, AreThoseReadOneByOne) {
  const Kind kinds[] = {
      {2, 3, 11, true, false, false, false, false},    // few: one chunk of each column
      {2, 300, 400, true, false, false, false, true},  // several chunks, frames across their borders
      {3, 200, 150, true, true, true, true, false},    // every column there is
      {3, 100, 90, false, false, true, false, true},   // no contacts
      {2, 40000, 4, true, true, false, false, false},  // a frame is several chunks
      {2, 0, 5, false, false, false, false, false},    // nothing at all
  };
  for (const Kind& kind : kinds) {
    for (const bool complete : {true, false}) {
      SCOPED_TRACE(testing::Message() << kind.bodies << " bodies in " << kind.dimension << "D, complete: " << complete);
      write(kind, complete);
      EXPECT_EQ(fs::exists(file_ + ".parts"), !complete);
      const Results results(file_);
      std::vector<std::int64_t> numbers = results.numbers();
      EXPECT_EQ(static_cast<std::int64_t>(numbers.size()), kind.frames);
      expect_plain_frames(numbers);
      std::reverse(numbers.begin(), numbers.end());
      expect_plain_frames(numbers);
      expect_plain_frames(results.numbers(7));
      expect_plain_frames({3, 1, 3, -1, 0, 2});
      fs::remove_all(file_ + ".parts");
    }
  }
}

TEST_F(FramesReadTogether, AreSplitIntoBlocksWhereTheyAreMany) {
  const Kind kind{3, 3000, 80, true, false, false, false, false};  // 2.5 times the memory for frames
  for (const bool complete : {true, false}) {
    write(kind, complete);
    const Results results(file_);
    expect_plain_frames(results.numbers());
    expect_plain_frames(results.numbers(3));
  }
}

TEST_F(FramesReadTogether, DoNotDependOnTheNumberOfThreads) {
  write({3, 200, 150, true, true, true, true, false}, true);
  const int before = omp_get_max_threads();
  for (const int threads : {1, 2, 5}) {
    omp_set_num_threads(threads);
    expect_plain_frames(Results(file_).numbers());
  }
  omp_set_num_threads(before);
}

TEST_F(FramesReadTogether, HaveTheArraysThatWereAskedForAndNoOthers) {
  const Kind kind{3, 20, 9, true, true, true, true, false};
  write(kind, true);
  const Results results(file_);
  results.for_each_frame(results.numbers(), {.places = true},
                         [&](std::size_t k, const Frame& frame) -> Results::InTurn {
                           const Frame plain = plain_frame(file_, static_cast<std::int64_t>(k));
                           Frame places;
                           places.time = plain.time;
                           places.step = plain.step;
                           places.step_length = plain.step_length;
                           places.position = plain.position;
                           places.image = plain.image;
                           places.present = plain.present;
                           expect_same(frame, places);
                           return {};
                         });
}

TEST_F(FramesReadTogether, TellTheLengthsOfStepsWhereTheFileDoesNot) {
  const Constants constants = samples::constants(2, 3, 1);
  {
    io::Writer writer(file_, constants);
    for (std::int64_t k = 0; k < 6; ++k) {
      writer.add(samples::frame(constants, k));
    }
    for (std::int64_t k = 1; k <= 50; ++k) {
      HistoryRow row = samples::row(constants, k);
      row.time = 0.001 * static_cast<double>(k * k);
      writer.add(row);
    }
    writer.finish(io::Ending::complete);
    const io::Handle file(H5Fopen(file_.c_str(), H5F_ACC_RDWR, H5P_DEFAULT), H5Fclose);
    io::check(H5Ldelete(file, io::kStepLength, H5P_DEFAULT));
  }
  const Results results(file_);
  // Frame k is that of step 10 k.
  EXPECT_EQ(results.frame(0).step_length, 0.0);
  EXPECT_EQ(results.frame(2).step_length, 0.001 * 400 - 0.001 * 361);
  std::vector<double> lengths(6);
  results.for_each_frame(results.numbers(), {}, [&](std::size_t k, const Frame& frame) -> Results::InTurn {
    lengths[k] = frame.step_length;
    return {};
  });
  for (std::int64_t k = 0; k < 6; ++k) {
    EXPECT_EQ(lengths[static_cast<std::size_t>(k)], results.frame(k).step_length);
  }
}

TEST_F(FramesReadTogether, ShowTheContactsPointWhereTheFileDoesNotTellImages) {
  write({2, 5, 8, true, true, false, false, false}, true);
  {
    const io::Handle file(H5Fopen(file_.c_str(), H5F_ACC_RDWR, H5P_DEFAULT), H5Fclose);
    io::check(H5Ldelete(file, io::kContactImage, H5P_DEFAULT));
  }
  const Results results(file_);
  results.for_each_frame({3}, {.contacts = true}, [&](std::size_t, const Frame& frame) -> Results::InTurn {
    EXPECT_EQ(frame.contact_point, results.frame(3).contact_point);
    EXPECT_FALSE(frame.contact_point.empty());
    return {};
  });
}

TEST_F(FramesReadTogether, GoOnWhereTheRunEndsMeanwhile) {
  const Kind kind{3, 3000, 80, true, false, false, false, false};
  const Constants constants = constants_of(kind);
  io::WriterOptions options;
  options.memory = 4 << 20;
  std::optional<io::Writer> writer(std::in_place, file_, constants, options);
  for (std::int64_t k = 0; k < kind.frames; ++k) {
    writer->add(frame_of(kind, constants, k));
  }
  io::Checkpoint checkpoint;
  writer->checkpoint(checkpoint);
  const Results results(file_);
  ASSERT_EQ(results.frames(), kind.frames);
  results.for_each_frame(results.numbers(), all_arrays, [&](std::size_t k, const Frame& frame) -> Results::InTurn {
    expect_same(frame, frame_of(kind, constants, static_cast<std::int64_t>(k)));
    return [&writer, k] {
      if (k == 0) {  // the parts go, and the file is another
        writer->finish(io::Ending::complete);
        writer.reset();
      }
    };
  });
  EXPECT_FALSE(fs::exists(file_ + ".parts"));
}

TEST_F(FramesReadTogether, PassOnTheFirstFailureInTheOrderOfFrames) {
  write({2, 300, 400, true, false, false, false, false}, true);
  const Results results(file_);
  std::size_t done = 0;
  const auto fails = [&](std::size_t k, const Frame&) -> Results::InTurn {
    if (k >= 250) {
      throw Error("frame " + std::to_string(k));
    }
    return [&done] { ++done; };
  };
  EXPECT_EQ(message_of<Error>([&] { results.for_each_frame(results.numbers(), all_arrays, fails); }), "frame 250");
  EXPECT_LE(done, 250U);
  EXPECT_EQ(message_of<Error>([&] {
              results.for_each_frame({0, 400}, all_arrays, fails);
            }),
            "'" + file_ + "' has 400 frames; there is no frame 400");
}

TEST_F(FramesReadTogether, SayWhichFileHasADamagedChunk) {
  write({2, 300, 400, true, false, false, false, false}, true);
  {
    const io::Handle file(H5Fopen(file_.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose);
    const io::Handle positions = io::open_dataset(file, "/frames/position");
    const io::Handle everything(H5Dget_space(positions), H5Sclose);
    hsize_t offset[3], size = 0;
    haddr_t address = 0;
    unsigned mask = 0;
    io::check(H5Dget_chunk_info(positions, everything, 2, offset, &mask, &address, &size));
    EXPECT_EQ(offset[0], 2 * 54U);  // of 54 frames each
    std::fstream damaged(file_, std::ios::in | std::ios::out | std::ios::binary);
    damaged.seekp(static_cast<std::streamoff>(address + size / 2));
    damaged << std::string(64, '\x5a');
  }
  const std::string message = "cannot read '" + file_ + "': a piece of /frames/position is damaged";
  const Results results(file_);
  expect_same(results.frame(107), plain_frame(file_, 107));
  EXPECT_EQ(message_of<Error>([&] { static_cast<void>(results.frame(108)); }), message);
  expect_same(results.frame(162), plain_frame(file_, 162));
  const auto nothing = [](std::size_t, const Frame&) -> Results::InTurn { return {}; };
  EXPECT_EQ(message_of<Error>([&] { results.for_each_frame(results.numbers(), all_arrays, nothing); }), message);
  // What does not need the damaged array is read all the same.
  EXPECT_EQ(message_of<Error>([&] { results.for_each_frame(results.numbers(), {.motion = true}, nothing); }), "");
}

TEST_F(FramesReadTogether, AreNoMoreAtATimeThanTheMemoryForThemHolds) {
  const auto fitting = [&](const Kind& kind, const FrameArrays& arrays) {
    write(kind, true);
    const io::Handle file = io::open_result(file_);
    io::FrameReader reader(file, arrays);
    std::vector<std::int64_t> numbers(static_cast<std::size_t>(kind.frames));
    std::iota(numbers.begin(), numbers.end(), 0);
    return reader.fitting(numbers);
  };
  // 3000 bodies in space have 3 · 8 · 3000 bytes of places; time, step and its length are 24.
  EXPECT_EQ(fitting({3, 3000, 300, false, false, false, false, false}, {.places = true}),
            io::FrameReader::kMemory / (72000 + 24));
  // One frame at least, however large.
  EXPECT_EQ(fitting({3, 250000, 3, false, false, false, false, false}, all_arrays), 1U);
}

}  // namespace
}  // namespace gluey::io_frame_reader_test
