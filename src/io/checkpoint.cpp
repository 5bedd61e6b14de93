#include "io/checkpoint.hpp"

#include "io/dataset.hpp"
#include "io/disk.hpp"
#include "io/published_file.hpp"
#include "io/state_file.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <set>
#include <type_traits>

namespace gluey::io {
namespace {

constexpr const char* kCheckpointFormat = "gluey-checkpoint";
constexpr std::int64_t kCheckpointVersion = 4;

// Visits every number that is an attribute of the file, for writing and reading alike.
template <class SomeCheckpoint, class Visit>
void for_each_number(SomeCheckpoint& checkpoint, const Visit& visit) {
  visit("frames_written", checkpoint.frames_written);
  visit("history_written", checkpoint.history_written);
  visit("contacts_written", checkpoint.contacts_written);
  visit("wall_seconds", checkpoint.wall_seconds);
}

// … and every text.
template <class SomeCheckpoint, class Visit>
void for_each_text(SomeCheckpoint& checkpoint, const Visit& visit) {
  visit("scene", checkpoint.scene);
  visit("tally", checkpoint.tally);
}

Checkpoint read_from(hid_t file, const std::string& path) {
  Checkpoint checkpoint;
  std::set<std::string> known = {"format", "version"};
  const auto expect_attribute = [&](const char* name) {
    known.insert(name);
    if (!has_attribute(file, name)) {
      throw_read_error(path, fmt::format("it has no attribute '{}'", name));
    }
  };
  for_each_text(checkpoint, [&](const char* name, std::string& text) {
    expect_attribute(name);
    text = read_text_attribute(file, name);
  });
  for_each_number(checkpoint, [&]<class Number>(const char* name, Number& number) {
    expect_attribute(name);
    if constexpr (std::is_same_v<Number, double>) {
      number = read_real_attribute(file, name);
    } else {
      number = read_integer_attribute(file, name);
    }
    if (!(number >= 0)) {
      throw_read_error(path, fmt::format("its attribute '{}' is damaged: {}", name, number));
    }
  });
  for (const std::string& name : attribute_names(file)) {
    if (!known.contains(name)) {
      throw_read_error(path, fmt::format("its attribute '{}' is unknown to this gluey", name));
    }
  }
  checkpoint.state.source = fmt::format("'{}'", path);
  read_state(file, checkpoint.state);
  return checkpoint;
}

// A new run removes the checkpoint of the one before just after publishing its own first result. Killed in between, it
// leaves a checkpoint that counts on rows this result does not have.
bool belongs_to(const Checkpoint& checkpoint, const Rows& rows) {
  return static_cast<hsize_t>(checkpoint.frames_written) <= rows[Table::frames] &&
         static_cast<hsize_t>(checkpoint.history_written) <= rows[Table::history] &&
         static_cast<hsize_t>(checkpoint.contacts_written) <= rows[Table::contacts];
}

}  // namespace

std::string checkpoint_file(const std::string& result_file) { return result_file + ".checkpoint"; }

void write_checkpoint_to(const std::string& path, const Checkpoint& checkpoint) {
  write_hdf5(path, [&](OutputFile& file) {
    write_attribute(file, "format", kCheckpointFormat);
    write_attribute(file, "version", kCheckpointVersion);
    for_each_text(checkpoint, [&](const char* name, const std::string& text) { write_attribute(file, name, text); });
    for_each_number(checkpoint, [&](const char* name, auto number) { write_attribute(file, name, number); });
    write_state(file, checkpoint.state);
  });
}

void write_checkpoint(const std::string& result_file, const Checkpoint& checkpoint) {
  write_checkpoint_to(checkpoint_file(result_file), checkpoint);
}

Checkpoint read_checkpoint_from(const std::string& path) {
  const QuietHdf5 quiet;
  if (!std::filesystem::exists(path)) {
    throw_read_error(path, "there is no such file");
  }
  try {
    const Handle file(H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose);
    if (!has_attribute(file, "format") || read_text_attribute(file, "format") != kCheckpointFormat) {
      throw_read_error(path, "it is not a checkpoint of gluey");
    }
    const std::int64_t written = read_integer_attribute(file, "version");
    if (written > kCheckpointVersion) {
      throw_read_error(path, fmt::format("it was written by a newer gluey (format {}; this program reads up to {})",
                                         written, kCheckpointVersion));
    }
    if (written < kCheckpointVersion) {
      throw_read_error(path, "an earlier gluey wrote it, and this one cannot go on from it");
    }
    return read_from(file, path);
  } catch (const Hdf5Failure& failure) {
    throw_read_error(path, std::string("it is damaged or cut off (") + failure.what() + ")");
  }
}

std::optional<Checkpoint> read_checkpoint(const std::string& result_file) {
  const std::string path = checkpoint_file(result_file);
  if (!std::filesystem::exists(path) || !std::filesystem::exists(result_file)) {
    return std::nullopt;
  }
  Checkpoint checkpoint = read_checkpoint_from(path);
  const QuietHdf5 quiet;
  try {
    const Handle result = open_result(result_file);
    return belongs_to(checkpoint, rows_of(result)) ? std::optional(std::move(checkpoint)) : std::nullopt;
  } catch (const Hdf5Failure& failure) {
    throw_read_error(result_file, failure.what());
  }
}

}  // namespace gluey::io
