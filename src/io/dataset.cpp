#include "io/dataset.hpp"

#include <algorithm>
#include <set>

namespace gluey::io {
namespace {

// A chunk is what is read and decompressed at a time: large enough to compress, small enough for HDF5's default cache
// of 1 MiB, so that reading frame after frame decompresses each chunk once.
constexpr hsize_t kChunkBytes = 256 * 1024;

std::vector<hsize_t> chunk_shape(std::vector<hsize_t> shape, std::size_t element_size) {
  // Whole rows first, as many as fit; a row that does not fit is cut along its own first axis.
  hsize_t inner = element_size;
  for (std::size_t axis = shape.size(); axis-- > 0;) {
    const hsize_t fitting = std::max<hsize_t>(1, kChunkBytes / inner);
    shape[axis] = std::min(shape[axis], fitting);
    inner *= shape[axis];
  }
  return shape;
}

Handle variable_text() {
  Handle type(H5Tcopy(H5T_C_S1), H5Tclose);
  check(H5Tset_size(type, H5T_VARIABLE));
  check(H5Tset_cset(type, H5T_CSET_UTF8));
  return type;
}

template <class Number>
void write_number_attribute(hid_t object, const char* name, Number number) {
  const Handle scalar(H5Screate(H5S_SCALAR), H5Sclose);
  const Handle attribute(H5Acreate2(object, name, native_type<Number>(), scalar, H5P_DEFAULT, H5P_DEFAULT), H5Aclose);
  check(H5Awrite(attribute, native_type<Number>(), &number));
}

/// An attribute that is one number or one text: there is room for no more.
Handle open_single(hid_t object, const char* name) {
  Handle attribute(H5Aopen(object, name, H5P_DEFAULT), H5Aclose);
  const Handle extent(H5Aget_space(attribute), H5Sclose);
  if (check(H5Sget_simple_extent_npoints(extent)) != 1) {
    throw Hdf5Failure(std::string("attribute ") + name + " is not a single value");
  }
  return attribute;
}

template <class Number>
Number read_number_attribute(hid_t object, const char* name) {
  const Handle attribute = open_single(object, name);
  Number number{};
  check(H5Aread(attribute, native_type<Number>(), &number));
  return number;
}

}  // namespace

Handle create_dataset(hid_t file, const Column& column, hsize_t entries, Storage storage) {
  const std::vector<hsize_t> shape = column.shape(entries);
  const Handle extent = space(shape);
  const Handle creation(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
  const bool empty = std::find(shape.begin(), shape.end(), hsize_t{0}) != shape.end();
  if (storage == Storage::compressed && !empty) {  // without elements there are no chunks
    const std::vector<hsize_t> chunk = chunk_shape(shape, column.element_size());
    check(H5Pset_chunk(creation, static_cast<int>(chunk.size()), chunk.data()));
    // Bytes of like significance side by side compress well; more effort than 1 costs time and gains little on reals.
    check(H5Pset_shuffle(creation));
    check(H5Pset_deflate(creation, 1));
  }
  check(H5Pset_fill_time(creation, H5D_FILL_TIME_NEVER));  // all of it will be written
  return {H5Dcreate2(file, column.path.c_str(), column.type(), extent, H5P_DEFAULT, creation, H5P_DEFAULT), H5Dclose};
}

void create_groups(hid_t file, const std::vector<Column>& columns) {
  std::set<std::string> paths = {"/obstacles"};
  for (const Column& column : columns) {
    paths.insert(column.path.substr(0, column.path.rfind('/')));
  }
  for (const std::string& path : paths) {
    const Handle group(H5Gcreate2(file, path.c_str(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), H5Gclose);
  }
}

Handle space(const std::vector<hsize_t>& shape) {
  return {H5Screate_simple(static_cast<int>(shape.size()), shape.data(), nullptr), H5Sclose};
}

void select_entries(hid_t space, hsize_t first, hsize_t count) {
  std::vector<hsize_t> counts(static_cast<std::size_t>(check(H5Sget_simple_extent_ndims(space))));
  check(H5Sget_simple_extent_dims(space, counts.data(), nullptr));
  std::vector<hsize_t> starts(counts.size(), 0);
  starts[0] = first;
  counts[0] = count;
  check(H5Sselect_hyperslab(space, H5S_SELECT_SET, starts.data(), nullptr, counts.data(), nullptr));
}

void check_range(const std::vector<hsize_t>& shape, hsize_t first, hsize_t count) {
  if (shape.empty() || count > shape[0] || first > shape[0] - count) {
    throw Hdf5Failure("an array is shorter than it should be");
  }
}

std::vector<hsize_t> shape_of(hid_t dataset) {
  const Handle extent(H5Dget_space(dataset), H5Sclose);
  std::vector<hsize_t> shape(static_cast<std::size_t>(check(H5Sget_simple_extent_ndims(extent))));
  check(H5Sget_simple_extent_dims(extent, shape.data(), nullptr));
  return shape;
}

bool has_dataset(hid_t file, const std::string& path) { return H5Lexists(file, path.c_str(), H5P_DEFAULT) > 0; }

Handle open_dataset(hid_t file, const std::string& path) {
  return {H5Dopen2(file, path.c_str(), H5P_DEFAULT), H5Dclose};
}

hsize_t entries(hid_t file, const std::string& path) {
  const std::vector<hsize_t> shape = shape_of(open_dataset(file, path));
  if (shape.empty()) {
    throw Hdf5Failure(path + " is a single value, not an array");
  }
  return shape[0];
}

namespace {

// Selects the entries in file and memory and hands both spaces to `transfer`; nothing to do where there is no element.
template <class Transfer>
void with_spaces(hid_t dataset, hsize_t first, hsize_t count, const Transfer& transfer) {
  std::vector<hsize_t> shape = shape_of(dataset);
  check_range(shape, first, count);
  shape[0] = count;
  if (std::find(shape.begin(), shape.end(), hsize_t{0}) != shape.end()) {
    return;
  }
  const Handle in_file(H5Dget_space(dataset), H5Sclose);
  select_entries(in_file, first, count);
  const Handle in_memory = space(shape);
  check(transfer(in_memory, in_file));
}

}  // namespace

void write_entries(hid_t dataset, hid_t type, hsize_t first, hsize_t count, const void* values) {
  with_spaces(dataset, first, count,
              [&](hid_t memory, hid_t file) { return H5Dwrite(dataset, type, memory, file, H5P_DEFAULT, values); });
}

void read_entries(hid_t dataset, hid_t type, hsize_t first, hsize_t count, void* values) {
  with_spaces(dataset, first, count,
              [&](hid_t memory, hid_t file) { return H5Dread(dataset, type, memory, file, H5P_DEFAULT, values); });
}

void write_texts(hid_t file, const std::string& path, const std::vector<std::string>& texts) {
  std::vector<const char*> pointers;
  pointers.reserve(texts.size());
  for (const std::string& text : texts) {
    pointers.push_back(text.c_str());
  }
  const Handle type = variable_text();
  const Handle extent = space({texts.size()});
  const Handle dataset(H5Dcreate2(file, path.c_str(), type, extent, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), H5Dclose);
  write_entries(dataset, type, 0, texts.size(), pointers.data());
}

std::vector<std::string> read_texts(hid_t file, const std::string& path) {
  const Handle dataset = open_dataset(file, path);
  const Handle type(H5Dget_type(dataset), H5Tclose);
  const hsize_t count = entries(file, path);
  std::vector<std::string> texts;
  if (count == 0) {
    return texts;
  }
  texts.reserve(count);
  if (check(H5Tis_variable_str(type)) > 0) {
    std::vector<char*> pointers(count, nullptr);
    read_entries(dataset, type, 0, count, pointers.data());
    for (const char* pointer : pointers) {
      texts.emplace_back(pointer == nullptr ? "" : pointer);
    }
    const Handle extent(H5Dget_space(dataset), H5Sclose);
    check(H5Dvlen_reclaim(type, extent, H5P_DEFAULT, pointers.data()));
    return texts;
  }
  const std::size_t length = H5Tget_size(type);
  std::string bytes(count * length, '\0');
  read_entries(dataset, type, 0, count, bytes.data());
  for (hsize_t k = 0; k < count; ++k) {
    const std::string padded = bytes.substr(k * length, length);
    texts.push_back(padded.substr(0, padded.find('\0')));
  }
  return texts;
}

void write_attribute(hid_t object, const char* name, const std::string& text) {
  const Handle type = variable_text();
  const Handle scalar(H5Screate(H5S_SCALAR), H5Sclose);
  const Handle attribute(H5Acreate2(object, name, type, scalar, H5P_DEFAULT, H5P_DEFAULT), H5Aclose);
  const char* pointer = text.c_str();
  check(H5Awrite(attribute, type, &pointer));
}

void write_attribute(hid_t object, const char* name, std::int64_t number) {
  write_number_attribute(object, name, number);
}

void write_attribute(hid_t object, const char* name, double number) { write_number_attribute(object, name, number); }

bool has_attribute(hid_t object, const char* name) { return check(H5Aexists(object, name)) > 0; }

std::vector<std::string> attribute_names(hid_t object) {
  std::vector<std::string> names;
  const auto keep = [](hid_t, const char* name, const H5A_info_t*, void* data) -> herr_t {
    static_cast<std::vector<std::string>*>(data)->emplace_back(name);
    return 0;
  };
  check(H5Aiterate2(object, H5_INDEX_NAME, H5_ITER_INC, nullptr, keep, &names));
  return names;
}

std::string read_text_attribute(hid_t object, const char* name) {
  const Handle attribute = open_single(object, name);
  const Handle stored(H5Aget_type(attribute), H5Tclose);
  if (H5Tget_class(stored) != H5T_STRING) {
    throw Hdf5Failure(std::string("attribute ") + name + " is not a text");
  }
  if (check(H5Tis_variable_str(stored)) == 0) {
    std::string text(H5Tget_size(stored), '\0');
    check(H5Aread(attribute, stored, text.data()));
    return text.substr(0, text.find('\0'));
  }
  char* pointer = nullptr;
  check(H5Aread(attribute, stored, &pointer));
  std::string text(pointer == nullptr ? "" : pointer);
  H5free_memory(pointer);
  return text;
}

std::int64_t read_integer_attribute(hid_t object, const char* name) {
  return read_number_attribute<std::int64_t>(object, name);
}

double read_real_attribute(hid_t object, const char* name) { return read_number_attribute<double>(object, name); }

}  // namespace gluey::io
