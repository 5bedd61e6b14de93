#include "io/fclib.hpp"

#include "io/dataset.hpp"
#include "io/disk.hpp"
#include "io/published_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <utility>
#include <vector>

namespace gluey::io {
namespace {

constexpr const char* kRoot = "fclib_local";

std::size_t at(std::int32_t index) { return static_cast<std::size_t>(index); }

bool exists(hid_t file, const std::string& path) {
  for (std::size_t end = path.find('/'); end != std::string::npos; end = path.find('/', end + 1)) {
    if (check(H5Lexists(file, path.substr(0, end).c_str(), H5P_DEFAULT)) == 0) {
      return false;
    }
  }
  return check(H5Lexists(file, path.c_str(), H5P_DEFAULT)) > 0;
}

/// Reads one file; every complaint names it.
class Reader {
 public:
  explicit Reader(const std::string& name) : name_(name), file_(open(name)) {}

  [[nodiscard]] Assembled read() const {
    if (!exists(file_, kRoot)) {
      fail(exists(file_, "fclib_global")
               ? "it holds a global problem (fclib_global); only local ones (fclib_local) are "
                 "solved"
               : "it is not a problem of FCLIB: the group fclib_local is missing");
    }
    if (exists(file_, std::string(kRoot) + "/V")) {
      fail("fclib_local/V: equality constraints are not solved");
    }
    const std::int32_t dimension = integer("spacedim");
    if (dimension != 2 && dimension != 3) {
      fail(fmt::format("fclib_local/spacedim is {}, must be 2 or 3", dimension));
    }
    auto offset = numbers<double>("vectors/q");
    const auto friction = numbers<double>("vectors/mu");
    if (friction.empty() || offset.size() != friction.size() * at(dimension)) {
      fail(fmt::format("fclib_local/vectors: q has {} entries and mu {}, must be {} a contact", offset.size(),
                       friction.size(), dimension));
    }
    std::vector<ConeContact> contacts;
    for (std::size_t c = 0; c < friction.size(); ++c) {
      if (!(friction[c] >= 0.0) || !std::isfinite(friction[c])) {
        fail(fmt::format("fclib_local/vectors/mu: entry {} is {}, must be ≥ 0", c, friction[c]));
      }
      contacts.push_back({static_cast<std::int32_t>(c) * dimension, dimension, Set::cone, friction[c]});
    }
    for (std::size_t k = 0; k < offset.size(); ++k) {
      if (!std::isfinite(offset[k])) {
        fail(fmt::format("fclib_local/vectors/q: entry {} is {}", k, offset[k]));
      }
    }
    const auto [start, row, value] = columns(static_cast<std::int32_t>(offset.size()));
    return assemble(start, row, value, std::move(offset), std::move(contacts));
  }

 private:
  static Handle open(const std::string& name) {
    if (!std::filesystem::exists(name)) {
      throw_read_error(name, "there is no such file");
    }
    try {
      return {H5Fopen(name.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT), H5Fclose};
    } catch (const Hdf5Failure& failure) {
      throw_read_error(name, fmt::format("it is not an HDF5 file ({})", failure.what()));
    }
  }

  [[noreturn]] void fail(const std::string& cause) const { throw_read_error(name_, cause); }

  template <class Number>
  [[nodiscard]] std::vector<Number> numbers(const std::string& name) const {
    const std::string path = fmt::format("{}/{}", kRoot, name);
    if (!exists(file_, path)) {
      fail(path + " is missing");
    }
    return read_numbers<Number>(file_, path);
  }

  [[nodiscard]] std::int32_t integer(const std::string& name) const {
    const auto values = numbers<std::int32_t>(name);
    if (values.size() != 1) {
      fail(fmt::format("{}/{} has {} entries, must be one", kRoot, name, values.size()));
    }
    return values[0];
  }

  struct Columns {
    std::vector<std::int32_t> start, row;
    std::vector<double> value;
  };

  /// W by columns, whichever way it is stored. Rows and columns may be exchanged on the way, so they are sorted anew.
  [[nodiscard]] Columns columns(std::int32_t size) const {
    if (const auto m = integer("W/m"), n = integer("W/n"); m != size || n != size) {
      fail(fmt::format("fclib_local/W is {} by {}, but q has {} entries", m, n, size));
    }
    const std::int32_t nz = integer("W/nz");
    const auto index = numbers<std::int32_t>("W/i"), pointer = numbers<std::int32_t>("W/p");
    const auto value = numbers<double>("W/x");
    const bool compressed = nz == -1 || nz == -2;
    if (nz < -2 || (compressed && pointer.size() != at(size) + 1)) {
      fail("fclib_local/W: nz and p do not tell a way of storing a matrix");
    }
    const std::size_t entries = compressed ? at(std::max(pointer.back(), 0)) : at(nz);
    if (index.size() < entries || value.size() < entries || (!compressed && pointer.size() < entries)) {
      fail(fmt::format("fclib_local/W: i and x are shorter than the {} entries it should have", entries));
    }

    std::vector<std::int32_t> other(entries);
    if (compressed) {
      for (std::int32_t j = 0; j < size; ++j) {
        const std::int32_t begin = pointer[at(j)], end = pointer[at(j) + 1];
        if (begin < 0 || end < begin || at(end) > entries) {
          fail("fclib_local/W/p does not ascend");
        }
        std::fill(other.begin() + begin, other.begin() + end, j);
      }
    } else {
      std::copy_n(pointer.begin(), entries, other.begin());
    }
    Columns result;
    result.start.assign(at(size) + 1, 0);
    for (std::size_t k = 0; k < entries; ++k) {
      if (index[k] < 0 || index[k] >= size || other[k] < 0 || other[k] >= size || !std::isfinite(value[k])) {
        fail(fmt::format("fclib_local/W: entry {} is ({}, {}) = {}", k, index[k], other[k], value[k]));
      }
      ++result.start[at(nz == -2 ? index[k] : other[k]) + 1];
    }
    for (std::size_t j = 0; j < at(size); ++j) {
      result.start[j + 1] += result.start[j];
    }
    result.row.resize(entries);
    result.value.resize(entries);
    std::vector<std::int32_t> cursor(result.start.begin(), result.start.end() - 1);
    for (std::size_t k = 0; k < entries; ++k) {
      const auto [row, column] = nz == -2 ? std::pair(other[k], index[k]) : std::pair(index[k], other[k]);
      const std::size_t place = at(cursor[at(column)]++);
      result.row[place] = row;
      result.value[place] = value[k];
    }
    return result;
  }

  std::string name_;
  Handle file_;
};

void create_group(hid_t file, const std::string& path) {
  const Handle group(H5Gcreate2(file, path.c_str(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), H5Gclose);
}

}  // namespace

Assembled read_fclib(const std::string& file) {
  const QuietHdf5 quiet;
  try {
    return Reader(file).read();
  } catch (const Hdf5Failure& failure) {
    throw_read_error(file, failure.what());
  }
}

void write_fclib(const std::string& file, const Assembled& problem, std::span<const double> velocity,
                 std::span<const double> impulse) {
  const auto size = static_cast<std::int32_t>(problem.size());
  // Columns of the whole matrix; entries above the diagonal come before those below, since columns are taken in order.
  std::vector<std::int32_t> start(at(size) + 1, 0);
  const auto visit = [&](auto&& put) {
    for (std::int32_t j = 0; j < size; ++j) {
      for (std::int32_t k = problem.start[at(j)]; k < problem.start[at(j) + 1]; ++k) {
        const std::int32_t i = problem.row[at(k)];
        put(j, i, problem.value[at(k)]);
        if (i != j) {
          put(i, j, problem.upper.empty() ? problem.value[at(k)] : problem.upper[at(k)]);
        }
      }
    }
  };
  visit([&](std::int32_t column, std::int32_t /*row*/, double /*value*/) { ++start[at(column) + 1]; });
  for (std::size_t j = 0; j < at(size); ++j) {
    start[j + 1] += start[j];
  }
  std::vector<std::int32_t> row(at(start.back())), cursor(start.begin(), start.end() - 1);
  std::vector<double> value(row.size()), friction;
  visit([&](std::int32_t column, std::int32_t i, double entry) {
    const std::size_t place = at(cursor[at(column)]++);
    row[place] = i;
    value[place] = entry;
  });
  for (const ConeContact& contact : problem.contact) {
    friction.push_back(contact.parameter);
  }

  write_hdf5(file, [&](OutputFile& out) {
    const std::string root = kRoot;
    for (const std::string& group : {root, root + "/W", root + "/vectors"}) {
      create_group(out, group);
    }
    const std::int32_t dimension = problem.contact.empty() ? 3 : problem.contact[0].size;
    const auto entries = static_cast<std::int32_t>(value.size());
    for (const auto& [name, number] : {std::pair<const char*, std::int32_t>{"/spacedim", dimension},
                                       {"/W/m", size},
                                       {"/W/n", size},
                                       {"/W/nz", -1},
                                       {"/W/nzmax", entries}}) {
      write_numbers(out, root + name, std::vector<std::int32_t>{number});
    }
    write_numbers(out, root + "/W/p", start);
    write_numbers(out, root + "/W/i", row);
    write_numbers(out, root + "/W/x", value);
    write_numbers(out, root + "/vectors/q", problem.offset);
    write_numbers(out, root + "/vectors/mu", friction);
    if (!impulse.empty()) {
      create_group(out, "solution");
      write_numbers(out, "solution/u", std::vector<double>(velocity.begin(), velocity.end()));
      write_numbers(out, "solution/r", std::vector<double>(impulse.begin(), impulse.end()));
    }
  });
}

}  // namespace gluey::io
