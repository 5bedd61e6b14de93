#include "io/checkpoint.hpp"

#include "io/dataset.hpp"
#include "io/disk.hpp"
#include "io/published_file.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <type_traits>

namespace gluey::io {
namespace {

constexpr const char* kCheckpointFormat = "gluey-checkpoint";
constexpr std::int64_t kCheckpointVersion = 3;

// Visits every field of a checkpoint but the frame and the scene, for writing and reading alike.
template <class SomeCheckpoint, class Visit>
void for_each_number(SomeCheckpoint& checkpoint, const Visit& visit) {
  visit("time", checkpoint.frame.time);
  visit("step", checkpoint.frame.step);
  visit("last_step", checkpoint.last_step);
  visit("frames_written", checkpoint.frames_written);
  visit("history_written", checkpoint.history_written);
  visit("contacts_written", checkpoint.contacts_written);
  visit("wall_seconds", checkpoint.wall_seconds);
}

template <class SomeFrame, class Visit>
void for_each_array(SomeFrame& frame, const Visit& visit) {
  const auto arrays_only = [&visit]<class Field>(const char* path, Field& field) {
    if constexpr (!std::is_arithmetic_v<std::remove_const_t<Field>>) {
      visit(path, field);
    }
  };
  for_each_frame_field(frame, arrays_only);
  for_each_contact_field(frame, arrays_only);
}

Checkpoint read_from(hid_t file) {
  Checkpoint checkpoint;
  checkpoint.scene = read_text_attribute(file, "scene");
  checkpoint.tally = read_text_attribute(file, "tally");
  for_each_number(checkpoint, [&]<class Number>(const char* name, Number& number) {
    if constexpr (std::is_same_v<Number, double>) {
      number = read_real_attribute(file, name);
    } else {
      number = read_integer_attribute(file, name);
    }
  });
  checkpoint.engine = read_numbers<double>(file, "/engine");
  for_each_array(checkpoint.frame, [&]<class Array>(const char* path, Array& array) {
    if (!may_be_missing(path) || has_dataset(file, path)) {
      array = read_numbers<typename Array::value_type>(file, path);
    }
  });
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
    write_attribute(file, "scene", checkpoint.scene);
    write_attribute(file, "tally", checkpoint.tally);
    for_each_number(checkpoint, [&](const char* name, auto number) { write_attribute(file, name, number); });
    const Handle group(H5Gcreate2(file, "/frames", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), H5Gclose);
    write_numbers(file, "/engine", checkpoint.engine);
    for_each_array(checkpoint.frame,
                   [&](const char* array_path, const auto& array) { write_numbers(file, array_path, array); });
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
    return read_from(file);
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
