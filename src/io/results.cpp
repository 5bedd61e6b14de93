#include <gluey/results.hpp>

#include "core/counted.hpp"
#include "core/workers.hpp"
#include "io/dataset.hpp"
#include "io/disk.hpp"
#include "io/frame_reader.hpp"
#include "io/part.hpp"
#include "io/published_file.hpp"

#include <gluey/errors.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <mutex>
#include <new>
#include <span>
#include <string_view>
#include <system_error>
#include <type_traits>
#include <variant>

namespace gluey {
namespace {

using io::Handle;

// A run that ends, or merges parts, removes files just after it has replaced the one that shows them. A reader that
// finds some missing opens the result again; more often than this only where files were taken away by hand.
constexpr int kAttempts = 5;

/// One text a body, empty for a sphere; none where all are spheres.
std::vector<std::string> read_shapes(hid_t file) {
  if (!io::has_dataset(file, io::kShapeIndex)) {
    return io::has_dataset(file, io::kPaddedShape) ? io::read_texts(file, io::kPaddedShape)
                                                   : std::vector<std::string>{};
  }
  const auto bytes = io::read_numbers<std::uint8_t>(file, io::kShapeText);
  const auto offset = io::read_numbers<std::int64_t>(file, io::kShapeOffset);
  std::vector<std::string> shapes;
  for (const std::int32_t index : io::read_numbers<std::int32_t>(file, io::kShapeIndex)) {
    if (index < 0) {
      shapes.emplace_back();
      continue;
    }
    const auto k = static_cast<std::size_t>(index);
    if (k + 1 >= offset.size() || offset[k] < 0 || offset[k] > offset[k + 1] ||
        offset[k + 1] > static_cast<std::int64_t>(bytes.size())) {
      throw io::Hdf5Failure("the numbers of its shapes make no sense");
    }
    shapes.emplace_back(bytes.begin() + offset[k], bytes.begin() + offset[k + 1]);
  }
  return shapes;
}

Constants read_constants(hid_t file) {
  Constants constants;
  constants.dimension = static_cast<int>(io::read_integer_attribute(file, "dimension"));
  constants.scene = io::read_text_attribute(file, "scene");
  io::for_each_body_field(constants.bodies, [&]<class Values>(const char* path, Values& values) {
    if constexpr (std::is_same_v<Values, std::vector<std::string>>) {
      values = io::read_texts(file, path);
    } else {
      values = io::read_numbers<double>(file, path);
    }
  });
  constants.bodies.shape = read_shapes(file);
  constants.obstacles.name = io::read_texts(file, "/obstacles/name");
  constants.obstacles.label = io::read_texts(file, "/obstacles/label");
  constants.obstacles.shape_kind = io::read_texts(file, "/obstacles/shape_kind");
  constants.obstacles.material = io::read_texts(file, "/obstacles/material");
  constants.obstacles.shape = io::read_texts(file, "/obstacles/shape");
  if (io::has_dataset(file, "/domain")) {
    constants.domain.lower = io::read_numbers<double>(file, "/domain/lower");
    constants.domain.upper = io::read_numbers<double>(file, "/domain/upper");
    constants.domain.periodic = io::read_numbers<std::uint8_t>(file, "/domain/periodic");
    const Handle group(H5Gopen2(file, "/domain", H5P_DEFAULT), H5Gclose);
    constants.domain.shear_rate = io::read_real_attribute(group, "shear_rate");
  }
  constants.comings_and_goings = io::has_dataset(file, io::kPresent);
  constants.films = io::has_dataset(file, io::kLogDistance);
  if (io::has_dataset(file, "/outlets")) {
    constants.outlets = io::read_texts(file, "/outlets/name");
  }
  return constants;
}

std::vector<HistoryRow> read_history(hid_t file) {
  // All columns first, then row by row; both visits meet the fields in the same order.
  std::vector<std::variant<std::monostate, std::vector<double>, std::vector<std::int64_t>, std::vector<std::uint8_t>>>
      columns;
  HistoryRow pattern;
  io::for_each_history_field(pattern, [&]<class Field>(const char* path, const Field&) {
    if (io::may_be_missing(path) && !io::has_dataset(file, path)) {
      columns.emplace_back();
    } else if constexpr (std::is_same_v<Field, bool>) {
      columns.emplace_back(io::read_numbers<std::uint8_t>(file, path));
    } else if constexpr (std::is_arithmetic_v<Field>) {
      columns.emplace_back(io::read_numbers<Field>(file, path));
    } else {
      columns.emplace_back(io::read_numbers<typename Field::value_type>(file, path));
    }
  });
  std::vector<HistoryRow> rows(io::entries(file, "/history/time"));
  for (std::size_t k = 0; k < rows.size(); ++k) {
    auto column = columns.begin();
    io::for_each_history_field(rows[k], [&]<class Field>(const char*, Field& field) {
      if (std::holds_alternative<std::monostate>(*column)) {
        // The field keeps the value that says so.
      } else if constexpr (std::is_same_v<Field, bool>) {
        field = std::get<std::vector<std::uint8_t>>(*column).at(k) != 0;
      } else if constexpr (std::is_arithmetic_v<Field>) {
        field = std::get<std::vector<Field>>(*column).at(k);
      } else {
        const auto& values = std::get<Field>(*column);
        const std::size_t width = values.size() / rows.size();
        const auto first = values.begin() + static_cast<std::ptrdiff_t>(k * width);
        field.assign(first, first + static_cast<std::ptrdiff_t>(width));
      }
      ++column;
    });
  }
  return rows;
}

}  // namespace

struct Results::Implementation {
  std::string path;
  Handle file;
  int opened = 0;                           // how often
  std::unique_ptr<io::FrameReader> reader;  // of single frames
  std::mutex mutex;                         // of all above and below, as HDF5 is to be called by one thread at a time
  std::vector<io::Part> parts;
  Constants constants;
  std::vector<double> times;
  std::vector<std::int64_t> steps;
  std::string program_version;
  int format_version = 0;
  bool complete = false;

  void open() {
    reader.reset();
    file = io::open_result(path);
    ++opened;
    try {
      parts = io::parts_of(file);
    } catch (const io::Hdf5Failure& failure) {
      io::throw_read_error(path, failure.what());
    }
  }

  void read_all_but_rows() {
    constants = read_constants(file);
    times = io::read_numbers<double>(file, "/frames/time");
    steps = io::read_numbers<std::int64_t>(file, "/frames/step");
    program_version = io::read_text_attribute(file, "program_version");
    format_version = static_cast<int>(io::read_integer_attribute(file, "version"));
    complete = io::read_integer_attribute(file, "complete") != 0;
  }

  [[nodiscard]] std::int64_t index_of(std::int64_t k) const;

  /// What `read` returns, once all parts were still there after it had read.
  template <class Read>
  auto read_whole(const Read& read) {
    const io::QuietHdf5 quiet;
    for (int attempt = 0; attempt < kAttempts; ++attempt) {
      std::string cause;
      try {
        auto value = read();
        if (io::parts_present(path, parts)) {
          return value;
        }
      } catch (const io::Hdf5Failure& failure) {
        cause = failure.what();
      } catch (const std::bad_alloc&) {  // a damaged file may claim any size
        cause = "it asks for more memory than there is";
      }
      if (io::parts_present(path, parts)) {
        io::throw_read_error(path, cause);
      }
      open();
    }
    io::throw_read_error(path, "its parts in '" + io::parts_folder(path) + "' are missing");
  }
};

Results::Results(const std::string& file) : implementation_(std::make_unique<Implementation>()) {
  Implementation& self = *implementation_;
  const io::QuietHdf5 quiet;
  self.path = file;
  self.open();
  self.read_whole([&self] {
    self.read_all_but_rows();
    return true;
  });
}

Results::~Results() = default;
Results::Results(Results&&) noexcept = default;
Results& Results::operator=(Results&&) noexcept = default;

const Constants& Results::constants() const { return implementation_->constants; }
std::int64_t Results::frames() const { return static_cast<std::int64_t>(implementation_->times.size()); }
const std::vector<double>& Results::times() const { return implementation_->times; }
const std::vector<std::int64_t>& Results::steps() const { return implementation_->steps; }
std::string Results::program_version() const { return implementation_->program_version; }
int Results::format_version() const { return implementation_->format_version; }
bool Results::complete() const { return implementation_->complete; }
bool Results::has_contacts() const {
  // The scene in the file is the resolved one: every key is there, in one spelling.
  return implementation_->constants.scene.find("\ncontacts = false\n") == std::string::npos;
}

std::int64_t Results::Implementation::index_of(std::int64_t k) const {
  const auto count = static_cast<std::int64_t>(times.size());
  const std::int64_t index = k < 0 ? k + count : k;
  if (index < 0 || index >= count) {
    throw Error(fmt::format("'{}' has {}; there is no frame {}", path, counted(count, "frame", "frames"), k));
  }
  return index;
}

Frame Results::frame(std::int64_t k) const {
  Implementation& self = *implementation_;
  const std::int64_t index = self.index_of(k);
  const std::scoped_lock lock(self.mutex);
  return self.read_whole([&self, index] {
    if (!self.reader) {
      self.reader = std::make_unique<io::FrameReader>(self.file, all_arrays);
    }
    Frame frame;
    self.reader->read({&index, 1});
    self.reader->get(0, frame);
    self.reader->release();
    return frame;
  });
}

std::vector<std::int64_t> Results::numbers(std::int64_t every) const {
  std::vector<std::int64_t> numbers;
  for (std::int64_t k = 0; k < frames(); k += every) {
    numbers.push_back(k);
  }
  return numbers;
}

void Results::for_each_frame(const std::vector<std::int64_t>& numbers, const FrameArrays& arrays,
                             const std::function<InTurn(std::size_t, const Frame&)>& work) const {
  Implementation& self = *implementation_;
  std::vector<std::int64_t> indices;
  indices.reserve(numbers.size());
  for (const std::int64_t number : numbers) {
    indices.push_back(self.index_of(number));
  }
  std::unique_ptr<io::FrameReader> reader;
  int opened = 0;
  std::vector<Frame> frames(thread_limit());
  std::vector<InTurn> remaining;
  for (std::size_t done = 0; done < indices.size(); done += remaining.size()) {
    const auto left = std::span<const std::int64_t>(indices).subspan(done);
    {
      const std::scoped_lock lock(self.mutex);
      remaining.resize(self.read_whole([&] {
        if (opened != self.opened) {
          reader = std::make_unique<io::FrameReader>(self.file, arrays);
          opened = self.opened;
        }
        const std::size_t count = reader->fitting(left);
        reader->read(left.first(count));
        return count;
      }));
    }
    for_each_by_workers(remaining.size(), [&](std::size_t k, std::size_t worker) {
      reader->get(k, frames[worker]);
      remaining[k] = work(done + k, frames[worker]);
    });
    for (InTurn& in_turn : remaining) {
      if (in_turn) {
        in_turn();
        in_turn = nullptr;
      }
    }
  }
}

std::vector<HistoryRow> Results::history() const {
  Implementation& self = *implementation_;
  const std::scoped_lock lock(self.mutex);
  return self.read_whole([&self] { return read_history(self.file); });
}

bool is_being_written(const std::string& file) {
  std::error_code ignored;
  const std::filesystem::path real = std::filesystem::canonical(file, ignored);  // the parts lie beside it
  return io::folder_is_locked(io::parts_folder(real.empty() ? file : real.string()));
}

}  // namespace gluey
