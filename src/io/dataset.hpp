#pragma once
// Datasets and attributes: the few ways in which result files and checkpoints use them.

#include "io/handle.hpp"
#include "io/layout.hpp"

#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

namespace gluey::io {

template <class Number>
hid_t native_type() {
  if constexpr (std::is_same_v<Number, double>) {
    return H5T_NATIVE_DOUBLE;
  } else if constexpr (std::is_same_v<Number, std::int64_t>) {
    return H5T_NATIVE_INT64;
  } else if constexpr (std::is_same_v<Number, std::int32_t>) {
    return H5T_NATIVE_INT32;
  } else if constexpr (std::is_same_v<Number, std::uint16_t>) {
    return H5T_NATIVE_UINT16;
  } else {
    static_assert(std::is_same_v<Number, std::uint8_t>);
    return H5T_NATIVE_UINT8;
  }
}

/// Compressing costs far more time than writing, so parts are as they are in memory; what stays is compressed.
enum class Storage { plain, compressed };

/// A new dataset of so many entries.
Handle create_dataset(hid_t file, const Column& column, hsize_t entries, Storage storage);

/// The groups that hold the columns, and the obstacles'.
void create_groups(hid_t file, const std::vector<Column>& columns);

/// `count` entries along the first axis from `first` on, to and from memory.
void write_entries(hid_t dataset, hid_t type, hsize_t first, hsize_t count, const void* values);
void read_entries(hid_t dataset, hid_t type, hsize_t first, hsize_t count, void* values);

/// A dataspace of that shape.
Handle space(const std::vector<hsize_t>& shape);
/// Narrows a dataspace to `count` entries along its first axis; its other axes stay whole.
void select_entries(hid_t space, hsize_t first, hsize_t count);
/// Throws Hdf5Failure where an array of that shape does not have those entries.
void check_range(const std::vector<hsize_t>& shape, hsize_t first, hsize_t count);
/// Extents of a dataset.
std::vector<hsize_t> shape_of(hid_t dataset);
bool has_dataset(hid_t file, const std::string& path);
Handle open_dataset(hid_t file, const std::string& path);

/// Numbers of entries `first` … `first + count − 1`, row-major.
template <class Number>
std::vector<Number> read_numbers(hid_t file, const std::string& path, hsize_t first, hsize_t count) {
  const Handle dataset = open_dataset(file, path);
  const std::vector<hsize_t> shape = shape_of(dataset);
  check_range(shape, first, count);
  hsize_t size = count;
  for (std::size_t axis = 1; axis < shape.size(); ++axis) {
    size *= shape[axis];
  }
  std::vector<Number> values(size);
  read_entries(dataset, native_type<Number>(), first, count, values.data());
  return values;
}

/// Entries along the first axis.
hsize_t entries(hid_t file, const std::string& path);

/// All numbers of a dataset.
template <class Number>
std::vector<Number> read_numbers(hid_t file, const std::string& path) {
  return read_numbers<Number>(file, path, 0, entries(file, path));
}

/// Numbers as they are in memory: one axis, neither chunked nor compressed.
template <class Number>
void write_numbers(hid_t file, const std::string& path, const std::vector<Number>& values) {
  const Handle extent = space({values.size()});
  const Handle dataset(
      H5Dcreate2(file, path.c_str(), native_type<Number>(), extent, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), H5Dclose);
  write_entries(dataset, native_type<Number>(), 0, values.size(), values.data());
}

/// Texts of variable length, UTF-8.
void write_texts(hid_t file, const std::string& path, const std::vector<std::string>& texts);
/// Texts of variable or fixed length.
std::vector<std::string> read_texts(hid_t file, const std::string& path);

void write_attribute(hid_t object, const char* name, const std::string& text);
void write_attribute(hid_t object, const char* name, std::int64_t number);
void write_attribute(hid_t object, const char* name, double number);
bool has_attribute(hid_t object, const char* name);
std::vector<std::string> attribute_names(hid_t object);
std::string read_text_attribute(hid_t object, const char* name);
std::int64_t read_integer_attribute(hid_t object, const char* name);
double read_real_attribute(hid_t object, const char* name);

}  // namespace gluey::io
