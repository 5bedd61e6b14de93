#pragma once
// PNG files.

#include <cstddef>
#include <cstdint>
#include <string>

namespace gluey::render {

/// Writes pixels 0x00rrggbb, `stride` bytes a row. Error where the file cannot be written.
///
/// Cairo's own writer tries all filters on every row with zlib's default effort, and takes longer than the drawing. Flat areas
/// compress best as they are, shaded ones as differences of rows; more effort gains little.
void write_png(const std::string& file, const std::uint8_t* pixels, std::size_t stride, int width, int height,
               double dpi, bool shaded = false);

}  // namespace gluey::render
