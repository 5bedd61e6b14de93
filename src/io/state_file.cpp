#include "io/state_file.hpp"

#include "io/dataset.hpp"

#include <gluey/errors.hpp>

#include <fmt/format.h>

#include <limits>

namespace gluey::io {
namespace {

[[noreturn]] void refuse(const State& state, const std::string& why) {
  throw Error(fmt::format("cannot go on from {}: {}", state.source, why));
}

void write_field(hid_t group, const StateField& field) {
  std::visit(
      [&]<class Number>(const std::vector<Number>& numbers) {
        std::vector<hsize_t> shape = {field.entries()};
        if (field.width > 1) {
          shape.push_back(field.width);
        }
        const Handle extent = space(shape);
        const Handle dataset(
            H5Dcreate2(group, field.name.c_str(), native_type<Number>(), extent, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT),
            H5Dclose);
        if (!field.unit.empty()) {
          write_attribute(dataset, "unit", field.unit);
        }
        if (!numbers.empty()) {
          check(H5Dwrite(dataset, native_type<Number>(), H5S_ALL, H5S_ALL, H5P_DEFAULT, numbers.data()));
        }
      },
      field.values);
}

/// Names of what a group holds.
std::vector<std::string> names_in(hid_t group) {
  H5G_info_t info{};
  check(H5Gget_info(group, &info));
  std::vector<std::string> names;
  for (hsize_t k = 0; k < info.nlinks; ++k) {
    const auto length = static_cast<std::size_t>(
        check(H5Lget_name_by_idx(group, ".", H5_INDEX_NAME, H5_ITER_INC, k, nullptr, 0, H5P_DEFAULT)));
    std::string name(length + 1, '\0');
    check(H5Lget_name_by_idx(group, ".", H5_INDEX_NAME, H5_ITER_INC, k, name.data(), name.size(), H5P_DEFAULT));
    name.resize(length);
    names.push_back(std::move(name));
  }
  return names;
}

/// Opens what a group holds under a name, where it is of that type.
Handle open_member(hid_t group, const std::string& name, H5I_type_t type) {
  Handle member(H5Oopen(group, name.c_str(), H5P_DEFAULT), H5Oclose);
  return H5Iget_type(member) == type ? std::move(member) : Handle();
}

/// No numbers yet, of the kind that a dataset has. False where fields have no such kind.
bool choose_kind(hid_t dataset, StateField::Values& values) {
  const Handle type(H5Dget_type(dataset), H5Tclose);
  const auto is = [&]<class Number>(const std::vector<Number>&) {
    return check(H5Tequal(type, native_type<Number>())) > 0;
  };
  const auto choose = [&]<class... Numbers>(const std::variant<std::vector<Numbers>...>&) {
    return ((is(std::vector<Numbers>{}) ? (values = std::vector<Numbers>{}, true) : false) || ...);
  };
  return choose(values);
}

StateField read_field(hid_t dataset, const State& state, const std::string& path, const std::string& name,
                      hsize_t file_size) {
  StateField field;
  field.name = name;
  if (!choose_kind(dataset, field.values)) {
    refuse(state, fmt::format("its '{}' has numbers of a kind that no field has", path));
  }
  const std::vector<hsize_t> shape = shape_of(dataset);
  if (shape.empty() || shape.size() > 2 || (shape.size() == 2 && shape[1] == 0)) {
    refuse(state, fmt::format("its '{}' is no list of entries", path));
  }
  const hsize_t width = shape.size() == 2 ? shape[1] : 1;
  // A file says in a few bytes how large its arrays are: they are believed as far as it has room for them.
  if (width > file_size || shape[0] > file_size / width) {
    refuse(state, fmt::format("its '{}' is larger than the file", path));
  }
  field.width = width;
  std::visit(
      [&]<class Number>(std::vector<Number>& numbers) {
        numbers.resize(shape[0] * width);
        if (!numbers.empty()) {
          check(H5Dread(dataset, native_type<Number>(), H5S_ALL, H5S_ALL, H5P_DEFAULT, numbers.data()));
        }
      },
      field.values);
  return field;
}

}  // namespace

void write_state(OutputFile& file, const State& state) {
  for (const StateGroup& group : state.groups) {
    const Handle handle(H5Gcreate2(file, group.name.c_str(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), H5Gclose);
    write_attribute(handle, "version", group.version);
    for (const StateField& field : group.fields) {
      write_field(handle, field);
    }
    file.check_disk();
  }
}

void read_state(hid_t file, State& state) {
  hsize_t file_size = 0;
  check(H5Fget_filesize(file, &file_size));
  for (const std::string& owner : names_in(file)) {
    const Handle group = open_member(file, owner, H5I_GROUP);
    if (group < 0) {
      refuse(state, fmt::format("its '{}' is no group of fields", owner));
    }
    if (!has_attribute(group, "version")) {
      refuse(state, fmt::format("its '{}' has no version", owner));
    }
    StateGroup& fields = state.add(owner, read_integer_attribute(group, "version"));
    for (const std::string& name : names_in(group)) {
      const std::string path = owner + "/" + name;
      const Handle dataset = open_member(group, name, H5I_DATASET);
      if (dataset < 0) {
        refuse(state, fmt::format("its '{}' is no field", path));
      }
      fields.fields.push_back(read_field(dataset, state, path, name, file_size));
    }
  }
}

}  // namespace gluey::io
