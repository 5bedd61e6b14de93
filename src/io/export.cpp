#include "core/counted.hpp"
#include "io/export_files.hpp"
#include "io/xdmf.hpp"

#include <gluey/errors.hpp>

#include <fmt/format.h>

#include <filesystem>

namespace gluey::io {

std::vector<std::string> export_xdmf(const Results& results, const std::vector<std::int64_t>& numbers,
                                     const std::string& result_file, const std::string& base) {
  namespace fs = std::filesystem;
  const std::string path = base + ".xdmf";
  const fs::path folder = fs::absolute(path).parent_path();
  const std::string name = fs::absolute(result_file).lexically_relative(folder).string();
  write_xdmf(path, name, results.constants().dimension, results.constants().bodies.radius.size(), results.times(),
             numbers);
  return {path};
}

}  // namespace gluey::io

namespace gluey {

std::vector<std::string> export_results(const Results& results, const std::string& file, const std::string& format,
                                        const std::string& output, const std::vector<std::int64_t>& chosen) {
  const std::vector<std::int64_t> numbers = chosen.empty() ? results.numbers() : chosen;
  for (const std::int64_t number : numbers) {
    if (number < 0 || number >= results.frames()) {
      throw Error(
          fmt::format("'{}' has {}; there is no frame {}", file, counted(results.frames(), "frame", "frames"), number));
    }
  }
  // "run.csv", "run" and, by default, the result's own name all mean the base "run".
  std::filesystem::path base(output.empty() ? file : output);
  for (const char* usual : {".h5", ".hdf5", ".vtp", ".pvd", ".xdmf", ".csv", ".dump"}) {
    if (base.extension() == usual) {
      base.replace_extension();
    }
  }
  if (format == "vtk") {
    return io::export_vtk(results, numbers, base.string());
  }
  if (format == "xdmf") {
    return io::export_xdmf(results, numbers, file, base.string());
  }
  if (format == "csv") {
    return io::export_csv(results, numbers, base.string());
  }
  if (format == "lammps") {
    return io::export_lammps(results, numbers, base.string());
  }
  throw Error(fmt::format("cannot export to '{}': known are vtk, xdmf, csv and lammps", format));
}

}  // namespace gluey
