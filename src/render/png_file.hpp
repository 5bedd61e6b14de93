#pragma once
// PNG files.

#include <cstddef>
#include <cstdint>
#include <string>

namespace gluey::render {

/// Writes pixels 0x00rrggbb, `stride` bytes a row. Error where the file cannot be written.
///
/// Cairo's own writer takes zlib's default effort with all filters tried on every row: seven times the time of drawing. Flat
/// areas with smooth edges compress nearly as well with one filter and little effort.
void write_png(const std::string& file, const std::uint8_t* pixels, std::size_t stride, int width, int height,
               double dpi);

}  // namespace gluey::render
