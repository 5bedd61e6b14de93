#pragma once
// The frames of a result for ParaView: an XML file that points into the HDF5 file.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace gluey::io {

/// "X.xdmf" for "X.h5".
std::string xdmf_file(const std::string& result_file);

/// Writes a temporal collection of point sets (XDMF 3) with velocity, angular velocity and radius to `path`.
/// `result_name` is how the XML names the HDF5 file: relative to where the XML is. `times` are those of all frames, `numbers` which
/// of them to show.
void write_xdmf(const std::string& path, const std::string& result_name, int dimension, std::size_t bodies,
                std::span<const double> times, std::span<const std::int64_t> numbers);
/// … all of them.
void write_xdmf(const std::string& path, const std::string& result_name, int dimension, std::size_t bodies,
                std::span<const double> times);

}  // namespace gluey::io
