#include "render/png_file.hpp"

#include <gluey/errors.hpp>

#include <fmt/format.h>
#include <png.h>
#include <zlib.h>

#include <cerrno>
#include <cmath>
#include <csetjmp>
#include <cstdio>
#include <cstring>
#include <memory>

namespace gluey::render {

namespace {

/// All that libpng may jump out of: no destructor may be skipped here.
bool encode(std::FILE* stream, const std::uint8_t* pixels, std::size_t stride, int width, int height, double dpi,
            bool shaded, std::uint8_t* row) {
  png_structp png =
      png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, nullptr, [](png_structp, png_const_charp) {});
  png_infop info = png != nullptr ? png_create_info_struct(png) : nullptr;
  if (info == nullptr) {
    png_destroy_write_struct(&png, nullptr);
    return false;
  }
  if (setjmp(png_jmpbuf(png)) != 0) {  // NOLINT(cert-err52-cpp): libpng's way to report errors
    png_destroy_write_struct(&png, &info);
    return false;
  }
  png_init_io(png, stream);
  png_set_IHDR(png, info, static_cast<png_uint_32>(width), static_cast<png_uint_32>(height), 8, PNG_COLOR_TYPE_RGB,
               PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  const auto per_metre = static_cast<png_uint_32>(std::lround(dpi / 0.0254));
  png_set_pHYs(png, info, per_metre, per_metre, PNG_RESOLUTION_METER);
  png_set_compression_level(png, 3);
  png_set_filter(png, PNG_FILTER_TYPE_BASE, shaded ? PNG_FILTER_UP : PNG_FILTER_NONE);
  png_write_info(png, info);
  for (int y = 0; y < height; ++y) {
    const std::uint8_t* from = pixels + static_cast<std::size_t>(y) * stride;
    for (int x = 0; x < width; ++x) {
      std::uint32_t pixel = 0;
      std::memcpy(&pixel, from + 4 * static_cast<std::size_t>(x), 4);
      std::uint8_t* to = row + 3 * static_cast<std::size_t>(x);
      to[0] = static_cast<std::uint8_t>(pixel >> 16);
      to[1] = static_cast<std::uint8_t>(pixel >> 8);
      to[2] = static_cast<std::uint8_t>(pixel);
    }
    png_write_row(png, row);
  }
  png_write_end(png, info);
  png_destroy_write_struct(&png, &info);
  return true;
}

}  // namespace

void write_png(const std::string& file, const std::uint8_t* pixels, std::size_t stride, int width, int height,
               double dpi, bool shaded) {
  const auto row = std::make_unique<std::uint8_t[]>(3 * static_cast<std::size_t>(width));
  std::FILE* stream = std::fopen(file.c_str(), "wb");
  if (stream == nullptr) {
    throw Error(fmt::format("cannot write {}: {}", file, std::strerror(errno)));
  }
  const bool encoded = encode(stream, pixels, stride, width, height, dpi, shaded, row.get());
  if (std::fclose(stream) != 0 || !encoded) {
    throw Error(fmt::format("cannot write {}", file));
  }
}

}  // namespace gluey::render
