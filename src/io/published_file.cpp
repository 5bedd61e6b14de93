#include "io/published_file.hpp"

#include "io/dataset.hpp"

#include <gluey/errors.hpp>
#include <gluey/version.hpp>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <system_error>

namespace gluey::io {
namespace {

void write_constants(hid_t file, const Constants& constants, bool complete) {
  write_attribute(file, "format", kFormat);
  write_attribute(file, "version", std::int64_t{kVersion});
  write_attribute(file, "program_version", version());
  write_attribute(file, "scene", constants.scene);
  write_attribute(file, "dimension", std::int64_t{constants.dimension});
  write_attribute(file, "complete", std::int64_t{complete ? 1 : 0});
  // Few, and a shape in full may be long: variable length.
  write_texts(file, "/obstacles/name", constants.obstacles.name);
  write_texts(file, "/obstacles/label", constants.obstacles.label);
  write_texts(file, "/obstacles/shape_kind", constants.obstacles.shape_kind);
  write_texts(file, "/obstacles/material", constants.obstacles.material);
  write_texts(file, "/obstacles/shape", constants.obstacles.shape);
  if (constants.comings_and_goings) {
    const Handle group(H5Gcreate2(file, "/outlets", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), H5Gclose);
    write_texts(file, "/outlets/name", constants.outlets);
  }
  const Constants::Domain& domain = constants.domain;
  if (!domain.periodic.empty()) {
    const Handle group(H5Gcreate2(file, "/domain", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), H5Gclose);
    write_numbers(file, "/domain/lower", domain.lower);
    write_numbers(file, "/domain/upper", domain.upper);
    write_numbers(file, "/domain/periodic", domain.periodic);
    write_attribute(group, "shear_rate", domain.shear_rate);
  }
}

// What HDF5 gives for rows whose part is gone: nothing that could be taken for a result.
void set_missing_value(hid_t creation, const Column& column) {
  const double real = std::numeric_limits<double>::quiet_NaN();
  const std::int64_t integer = -1;
  const std::int32_t index = -1;
  const std::uint8_t flag = 255;
  switch (column.element) {
    case Element::real:
      check(H5Pset_fill_value(creation, H5T_NATIVE_DOUBLE, &real));
      break;
    case Element::integer:
      check(H5Pset_fill_value(creation, H5T_NATIVE_INT64, &integer));
      break;
    case Element::index:
      check(H5Pset_fill_value(creation, H5T_NATIVE_INT32, &index));
      break;
    case Element::flag:
      check(H5Pset_fill_value(creation, H5T_NATIVE_UINT8, &flag));
      break;
    case Element::text:
      break;
  }
}

// "X.h5.parts/000007.h5", with each '%' doubled, which HDF5 would take for a block number.
std::string source_name(const std::string& file, const Part& part) {
  const std::string folder = std::filesystem::path(parts_folder(file)).filename().string();
  std::string name;
  for (const char letter : folder + "/" + part.name) {
    name += letter == '%' ? "%%" : std::string(1, letter);
  }
  return name;
}

void create_virtual(hid_t target, const std::string& file, const Column& column, const std::vector<Part>& parts) {
  const hsize_t all = column.entries(total(parts)[column.table]);
  if (all * column.row_size() == 0) {
    create_dataset(target, column, all, Storage::plain);
    return;
  }
  const Handle creation(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
  set_missing_value(creation, column);
  const Handle whole = space(column.shape(all));
  hsize_t position = 0;
  for (const Part& part : parts) {
    // A fence's first entry is the last one of the part before, so only the first part gives its own.
    const hsize_t skipped = column.fence && position > 0 ? 1 : 0;
    const hsize_t held = column.entries(part.rows[column.table]);
    const hsize_t count = held - skipped;
    if (count == 0) {
      continue;
    }
    const Handle source = space(column.shape(held));
    select_entries(source, skipped, count);
    select_entries(whole, position, count);
    check(H5Pset_virtual(creation, whole, source_name(file, part).c_str(), column.path.c_str(), source));
    position += count;
  }
  const Handle extent = space(column.shape(all));
  const Handle dataset(
      H5Dcreate2(target, column.path.c_str(), column.type(), extent, H5P_DEFAULT, creation, H5P_DEFAULT), H5Dclose);
}

}  // namespace

void publish(const std::string& file, const Constants& constants, const std::vector<Column>& columns,
             const std::vector<Part>& parts) {
  write_hdf5(file, [&](OutputFile& target) {
    create_groups(target, columns);
    write_constants(target, constants, false);
    write_attribute(target, "parts", to_text(parts));
    for (const Column& column : columns) {
      create_virtual(target, file, column, parts);
    }
  });
}

void publish_plain(const std::string& file, const Constants& constants, const std::vector<Column>& columns,
                   bool complete) {
  const QuietHdf5 quiet;
  const Handle source = open_result(file);
  if (!parts_present(file, parts_of(source))) {
    throw_read_error(file, "its parts in '" + parts_folder(file) + "' are missing");
  }
  write_hdf5(file, [&](OutputFile& target) {
    copy_rows(source, target, columns, Rows{}, rows_of(source), Storage::compressed);
    write_constants(target, constants, complete);
  });
}

void throw_read_error(const std::string& file, const std::string& cause) {
  throw Error(fmt::format("cannot read '{}': {}", file, cause));
}

Handle open_result(const std::string& file) {
  // The system's own word first: HDF5 hides it behind its own.
  const int descriptor = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) {
    throw_read_error(file, std::generic_category().message(errno));
  }
  ::close(descriptor);
  if (std::filesystem::is_directory(file)) {
    throw_read_error(file, std::generic_category().message(EISDIR));
  }
  const QuietHdf5 quiet;
  try {
    if (H5Fis_hdf5(file.c_str()) <= 0) {
      H5Eclear2(H5E_DEFAULT);
      throw_read_error(file, "it is not an HDF5 file, or it is cut off at its beginning");
    }
    const hid_t id = H5Fopen(file.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
    if (id < 0) {
      throw_read_error(file, "it is damaged or cut off (" + hdf5_cause() + ")");
    }
    Handle result(id, H5Fclose);
    if (!has_attribute(result, "format") || read_text_attribute(result, "format") != kFormat) {
      throw_read_error(file, "it is an HDF5 file, but not a result of gluey");
    }
    const std::int64_t written = read_integer_attribute(result, "version");
    if (written > kVersion) {
      throw_read_error(file, fmt::format("it was written by a newer gluey (format {}; this program reads up to {})",
                                         written, kVersion));
    }
    return result;
  } catch (const Hdf5Failure& failure) {
    throw_read_error(file, failure.what());
  }
}

std::vector<Part> parts_of(hid_t result) {
  return has_attribute(result, "parts") ? parts_from_text(read_text_attribute(result, "parts")) : std::vector<Part>{};
}

Rows rows_of(hid_t result) {
  Rows rows;
  rows[Table::bodies] = entries(result, "/bodies/radius");
  rows[Table::frames] = entries(result, "/frames/time");
  rows[Table::contacts] = entries(result, "/frames/contact_gamma");
  rows[Table::history] = entries(result, "/history/time");
  if (has_dataset(result, kShapeIndex)) {
    rows[Table::shapes] = entries(result, kShapeOffset) - 1;
    rows[Table::letters] = entries(result, kShapeText);
  }
  return rows;
}

bool parts_present(const std::string& file, const std::vector<Part>& parts) {
  return std::all_of(parts.begin(), parts.end(),
                     [&](const Part& part) { return std::filesystem::exists(parts_folder(file) + "/" + part.name); });
}

}  // namespace gluey::io
