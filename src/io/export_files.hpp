#pragma once
// One function a format; `base` is the output's path without its extension, `numbers` are those of the frames. Each returns the files it
// wrote.

#include <gluey/results.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace gluey::io {

/// base.pvd for the bodies' centres and what is known of them, base_contacts.pvd for contacts as lines and, where there are
/// bodies that are no spheres, base_surfaces.pvd for the bodies as they are; one .vtp a frame and series in base_frames/.
std::vector<std::string> export_vtk(const Results& results, const std::vector<std::int64_t>& numbers,
                                    const std::string& base);
/// base.csv: one line a frame and body.
std::vector<std::string> export_csv(const Results& results, const std::vector<std::int64_t>& numbers,
                                    const std::string& base);
/// base.dump: LAMMPS' "dump custom" text; with shapes and quaternions where there are bodies that are no spheres.
std::vector<std::string> export_lammps(const Results& results, const std::vector<std::int64_t>& numbers,
                                       const std::string& base);
/// base.xdmf, which points into the result file.
std::vector<std::string> export_xdmf(const Results& results, const std::vector<std::int64_t>& numbers,
                                     const std::string& result_file, const std::string& base);

}  // namespace gluey::io
