#pragma once
// One function a format; `base` is the output's path without its extension. Each returns the files it wrote.

#include <gluey/results.hpp>

#include <string>
#include <vector>

namespace gluey::io {

/// base_000000.vtp … with the bodies of a frame, base_contacts_000000.vtp … with its contacts as lines, and one .pvd for
/// each series.
std::vector<std::string> export_vtk(const Results& results, const std::string& base);
/// base.csv: one line a frame and body.
std::vector<std::string> export_csv(const Results& results, const std::string& base);
/// base.dump: LAMMPS' "dump custom" text.
std::vector<std::string> export_lammps(const Results& results, const std::string& base);
/// base.xdmf, which points into the result file.
std::vector<std::string> export_xdmf(const Results& results, const std::string& result_file, const std::string& base);

}  // namespace gluey::io
