#include "io/writer.hpp"

#include "io/dataset.hpp"
#include "io/parts_store.hpp"
#include "io/published_file.hpp"
#include "io/row_buffer.hpp"
#include "io/xdmf.hpp"

#include <gluey/errors.hpp>

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cassert>
#include <chrono>
#include <filesystem>
#include <optional>
#include <span>
#include <utility>

namespace gluey::io {
namespace {

using Clock = std::chrono::steady_clock;
using Seconds = std::chrono::duration<double>;

// A publication waits this many times what the last one took, which bounds the share of the run spent on them.
constexpr double kRestFactor = 20.0;
// Parts that become one when there are too many.
constexpr std::size_t kMerge = 16;
// How long a run, before it removes parts, waits for those who read the file just replaced and may still need them.
constexpr std::chrono::milliseconds kReaderPatience(2000);

/// What of a result a checkpoint counts on: constants as they are there.
Rows rows_until(hid_t result, const Checkpoint& checkpoint) {
  Rows rows = rows_of(result);
  rows[Table::frames] = static_cast<hsize_t>(checkpoint.frames_written);
  rows[Table::contacts] = static_cast<hsize_t>(checkpoint.contacts_written);
  rows[Table::history] = static_cast<hsize_t>(checkpoint.history_written);
  return rows;
}

}  // namespace

struct Writer::Implementation {
  std::string file;
  Constants constants;
  WriterOptions options;
  std::vector<Column> columns;
  PartsStore store;
  RowBuffer buffer;
  std::vector<double> times;  // of all frames sealed or waiting, for the XDMF file
  Clock::time_point start = Clock::now(), last_publication = start;
  Seconds last_cost{0.0};
  bool all_published = false;  // all parts are shown by the file
  bool finished = false;

  Implementation(std::string file_, Constants constants_, const WriterOptions& options_, hsize_t contacts)
      : file(std::move(file_)),
        constants(std::move(constants_)),
        options(options_),
        columns(io::columns(constants)),
        store(file),
        buffer(columns, contacts) {
    for (const std::string& path : {file, checkpoint_file(file), xdmf_file(file)}) {
      ::unlink(temporary_name(path).c_str());
    }
  }

  [[nodiscard]] hsize_t rows(Table table) const { return total(store.parts())[table] + buffer.rows()[table]; }

  void begin_new();
  void begin_from(const Checkpoint& checkpoint);
  void publish_parts();
  void write_waiting_rows();
  void merge_if_many();
  void seal();
};

void Writer::Implementation::begin_new() {
  const ReaderWatch readers(file);
  try {
    buffer.add(constants.bodies);
    write_waiting_rows();
    publish_parts();
  } catch (...) {
    if (!std::filesystem::exists(file)) {  // then nobody needs the folder
      store.remove();
    }
    throw;
  }
  ::unlink(checkpoint_file(file).c_str());
  readers.wait(kReaderPatience);
  store.remove_strangers();
}

void Writer::Implementation::begin_from(const Checkpoint& checkpoint) {
  const QuietHdf5 quiet;
  // Only readers of a result in parts have something to lose; a plain file lives on as a part.
  std::optional<ReaderWatch> readers;
  try {
    const Handle result = open_result(file);
    if (!parts_of(result).empty()) {
      readers.emplace(file);
    }
    for (const Column& column : columns) {
      if (!has_dataset(result, column.path)) {
        throw Error(fmt::format("cannot resume '{}': an earlier version wrote it, without {}", file, column.path));
      }
    }
    store.take_over(result, rows_until(result, checkpoint));
    times = read_numbers<double>(result, "/frames/time", 0, static_cast<hsize_t>(checkpoint.frames_written));
  } catch (const Hdf5Failure& failure) {
    throw_read_error(file, failure.what());
  }
  publish_parts();
  if (readers) {
    readers->wait(kReaderPatience);
  }
  store.remove_strangers();
}

void Writer::Implementation::write_waiting_rows() {
  const Part part{store.new_name(), buffer.rows()};
  write_part(store.path(part), columns, buffer);
  store.append(part);
  all_published = false;
  // From here on the rows are the part's, also where publishing it fails.
  buffer.clear();
}

void Writer::Implementation::publish_parts() {
  publish(file, constants, columns, store.parts());
  const std::span<const double> shown(times.data(), total(store.parts())[Table::frames]);
  write_xdmf(xdmf_file(file), std::filesystem::path(file).filename().string(), constants.dimension,
             constants.bodies.radius.size(), shown);
  all_published = true;
}

void Writer::Implementation::merge_if_many() {
  if (store.parts().size() <= std::max(options.most_parts, kMerge)) {
    return;
  }
  const std::size_t begin = store.smallest_stretch(kMerge);
  const auto at = store.parts().begin() + static_cast<std::ptrdiff_t>(begin);
  const Rows before = total({store.parts().begin(), at});
  const Part merged{store.new_name(), total({at, at + kMerge})};
  const Handle source = open_result(file);
  write_hdf5(store.path(merged), [&](OutputFile& target) {
    copy_rows(source, target, columns, before, before + merged.rows, Storage::plain);
  });
  store.replace(begin, begin + kMerge, merged);
  publish_parts();
}

void Writer::Implementation::seal() {
  const Clock::time_point begin = Clock::now();
  if (!buffer.rows().none()) {
    write_waiting_rows();
  }
  if (!all_published) {
    publish_parts();
  }
  merge_if_many();
  store.remove_outdated();
  last_publication = Clock::now();
  last_cost = last_publication - begin;
}

Writer::Writer(const std::string& file, const Constants& constants, const WriterOptions& options)
    : implementation_(std::make_unique<Implementation>(file, constants, options, 0)) {
  implementation_->begin_new();
}

Writer::Writer(std::unique_ptr<Implementation> implementation) : implementation_(std::move(implementation)) {}

Writer Writer::resume(const std::string& file, const Constants& constants, const Checkpoint& checkpoint,
                      const WriterOptions& options) {
  auto implementation =
      std::make_unique<Implementation>(file, constants, options, static_cast<hsize_t>(checkpoint.contacts_written));
  implementation->begin_from(checkpoint);
  return Writer(std::move(implementation));
}

Writer::~Writer() = default;
Writer::Writer(Writer&&) noexcept = default;
Writer& Writer::operator=(Writer&&) noexcept = default;

void Writer::add(const Frame& frame) {
  Implementation& self = *implementation_;
  assert(!self.finished);
  self.buffer.add(frame);
  self.times.push_back(frame.time);
  if (self.buffer.bytes() > self.options.memory) {
    self.seal();
  }
}

void Writer::add(const HistoryRow& row) {
  Implementation& self = *implementation_;
  assert(!self.finished);
  self.buffer.add(row);
  if (self.buffer.bytes() > self.options.memory) {
    self.seal();
  }
}

void Writer::tick() {
  Implementation& self = *implementation_;
  const Clock::time_point now = Clock::now();
  const Seconds rest(std::max({self.options.interval, self.options.interval_growth * Seconds(now - self.start).count(),
                               kRestFactor * self.last_cost.count()}));
  if (!self.buffer.rows().none() && now - self.last_publication > rest) {
    self.seal();
  }
}

void Writer::checkpoint(Checkpoint& checkpoint) {
  Implementation& self = *implementation_;
  assert(!self.finished);
  self.seal();
  checkpoint.frames_written = static_cast<std::int64_t>(self.rows(Table::frames));
  checkpoint.history_written = static_cast<std::int64_t>(self.rows(Table::history));
  checkpoint.contacts_written = static_cast<std::int64_t>(self.rows(Table::contacts));
  write_checkpoint(self.file, checkpoint);
}

void Writer::finish(Ending ending) {
  Implementation& self = *implementation_;
  assert(!self.finished);
  self.seal();
  const ReaderWatch readers(self.file);
  publish_plain(self.file, self.constants, self.columns, ending == Ending::complete);
  self.finished = true;
  readers.wait(kReaderPatience);
  self.store.remove();
}

std::int64_t Writer::frames_written() const { return static_cast<std::int64_t>(implementation_->rows(Table::frames)); }

std::int64_t Writer::history_written() const {
  return static_cast<std::int64_t>(implementation_->rows(Table::history));
}

}  // namespace gluey::io
