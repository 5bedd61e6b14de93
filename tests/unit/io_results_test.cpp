#include <gluey/errors.hpp>
#include <gluey/results.hpp>

#include "io/dataset.hpp"
#include "io/published_file.hpp"
#include "io/writer.hpp"
#include "unit/io_samples.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace gluey::io_results_test {
namespace {

namespace fs = std::filesystem;
namespace samples = io::samples;
using samples::expect_same;
using samples::message_of;

class ResultReader : public samples::InFolder {
 protected:
  Constants constants_ = samples::constants(2, 3, 1);
  std::string file_ = path("run.h5");

  void write(io::Ending ending) const {
    io::Writer writer(file_, constants_);
    for (std::int64_t k = 0; k < 4; ++k) {
      writer.add(samples::frame(constants_, k));
    }
    writer.finish(ending);
  }
  static std::string refusal(const std::string& file) {
    return message_of<Error>([&] { const Results results(file); });
  }
};

TEST_F(ResultReader, SaysThatAFileIsNotThere) {
  EXPECT_EQ(refusal(file_), "cannot read '" + file_ + "': No such file or directory");
}

TEST_F(ResultReader, SaysThatAFileIsAFolder) {
  fs::create_directory(file_);
  EXPECT_EQ(refusal(file_), "cannot read '" + file_ + "': Is a directory");
}

TEST_F(ResultReader, SaysThatAFileIsNotHdf5) {
  std::ofstream(file_) << "time,x,y\n";
  EXPECT_EQ(refusal(file_), "cannot read '" + file_ + "': it is not an HDF5 file, or it is cut off at its beginning");
}

TEST_F(ResultReader, GivesTheShapesOfBodiesWhereOneIsNoSphere) {
  write(io::Ending::stopped);
  EXPECT_TRUE(Results(file_).constants().bodies.shape.empty());
  constants_.bodies.shape_kind[1] = "box";
  constants_.bodies.shape = {R"({"kind":"sphere","radius":1})", R"({"kind":"box","size":[1,2]})",
                             R"({"kind":"sphere","radius":3})"};
  write(io::Ending::complete);
  EXPECT_EQ(Results(file_).constants().bodies.shape, constants_.bodies.shape);
}

TEST_F(ResultReader, GivesAShapeOfManyBodiesFromItsOneText) {
  const std::string box = R"({"kind":"box","size":[1,2]})", other = R"({"kind":"polygon","points":"Größe"})";
  constants_.bodies.shape = {box, "", box};
  for (const bool different : {false, true}) {
    constants_.bodies.shape[2] = different ? other : box;
    for (const io::Ending ending : {io::Ending::stopped, io::Ending::complete}) {
      write(ending);
      EXPECT_EQ(Results(file_).constants().bodies.shape, constants_.bodies.shape);
      const io::Handle file = io::open_result(file_);
      EXPECT_EQ(io::entries(file, "/shapes/json"), box.size() + (different ? other.size() : 0));
      EXPECT_EQ(io::read_numbers<std::int32_t>(file, "/bodies/shape_index"),
                (std::vector<std::int32_t>{0, -1, different ? 1 : 0}));
    }
  }
}

TEST_F(ResultReader, TakesShapesOfTheEarlierLayout) {
  constants_.bodies.shape = {R"({"kind":"box","size":[1,2]})", "", R"({"kind":"box","size":[1,2.5]})"};
  write(io::Ending::complete);
  {
    const io::Handle file(H5Fopen(file_.c_str(), H5F_ACC_RDWR, H5P_DEFAULT), H5Fclose);
    io::check(H5Ldelete(file, "/bodies/shape_index", H5P_DEFAULT));
    io::check(H5Ldelete(file, "/shapes", H5P_DEFAULT));
    io::write_texts(file, "/bodies/shape", constants_.bodies.shape);
  }
  EXPECT_EQ(Results(file_).constants().bodies.shape, constants_.bodies.shape);
}

TEST_F(ResultReader, SaysThatAFileIsCutOffWhereverThatIs) {
  write(io::Ending::complete);
  const std::uintmax_t size = fs::file_size(file_);
  for (const std::uintmax_t kept : {size - 1, size / 2, std::uintmax_t{100}, std::uintmax_t{0}}) {
    fs::resize_file(file_, kept);
    EXPECT_EQ(refusal(file_).find("cannot read '" + file_ + "': it is "), 0U) << kept << ": " << refusal(file_);
  }
}

TEST_F(ResultReader, ThrowsRatherThanCrashesOnDamage) {
  write(io::Ending::complete);
  // HDF5 itself (1.10) never returns from a global heap, where texts are, that has zeros in its middle.
  std::ifstream stream(file_, std::ios::binary);
  const std::string whole{std::istreambuf_iterator<char>(stream), {}};
  const auto in_global_heap = [&](std::uintmax_t begin) {
    constexpr std::uintmax_t heap_size = 4096;
    const std::size_t from = begin > heap_size ? begin - heap_size : 0;
    const std::size_t found = whole.find("GCOL", from);
    return found != std::string::npos && found < begin + 512;
  };
  // Zeros over each half kilobyte in turn. What is left may be readable; it must not be worse than an Error. In a process
  // that ends without HDF5's own tidying up, which complains about what its failures have left open.
  const auto read_damaged = [this, &in_global_heap] {
    const std::uintmax_t size = fs::file_size(file_);
    for (std::uintmax_t begin = 0; begin + 512 < size; begin += 512) {
      if (in_global_heap(begin)) {
        continue;
      }
      fs::copy_file(file_, path("damaged.h5"), fs::copy_options::overwrite_existing);
      std::fstream damaged(path("damaged.h5"), std::ios::in | std::ios::out | std::ios::binary);
      damaged.seekp(static_cast<std::streamoff>(begin));
      damaged << std::string(512, '\0') << std::flush;
      try {
        const Results results(path("damaged.h5"));
        for (std::int64_t k = 0; k < results.frames(); ++k) {
          static_cast<void>(results.frame(k));
        }
        static_cast<void>(results.history());
      } catch (const Error& error) {
        if (std::string(error.what()).find("damaged.h5") == std::string::npos) {
          std::_Exit(1);
        }
      }
    }
    std::_Exit(0);
  };
  EXPECT_EXIT(read_damaged(), testing::ExitedWithCode(0), "");
}

TEST_F(ResultReader, SaysThatPartsAreMissing) {
  {
    io::Writer writer(file_, constants_);
    writer.add(samples::frame(constants_, 0));
    io::Checkpoint checkpoint;
    writer.checkpoint(checkpoint);
  }
  fs::remove_all(file_ + ".parts");
  EXPECT_EQ(refusal(file_), "cannot read '" + file_ + "': its parts in '" + file_ + ".parts' are missing");
}

TEST_F(ResultReader, SaysWhichFramesThereAre) {
  write(io::Ending::complete);
  const Results results(file_);
  expect_same(results.frame(-4), samples::frame(constants_, 0));
  EXPECT_EQ(message_of<Error>([&] { static_cast<void>(results.frame(4)); }),
            "'" + file_ + "' has 4 frames; there is no frame 4");
  EXPECT_EQ(message_of<Error>([&] { static_cast<void>(results.frame(-5)); }),
            "'" + file_ + "' has 4 frames; there is no frame -5");
}

}  // namespace
}  // namespace gluey::io_results_test
