#pragma once
// Pictures as pixels, and small ones held against those that were looked at. After a wanted change: GLUEY_UPDATE_GOLDEN=1,
// and look again.

#include "render/picture.hpp"
#include "render/png_file.hpp"
#include "render/surface.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

namespace gluey::render::samples {

struct Pixels {
  int width = 0, height = 0;
  std::vector<std::uint32_t> values;
};

inline Pixels copy(const std::uint8_t* data, std::size_t stride, int width, int height) {
  Pixels pixels{width, height, std::vector<std::uint32_t>(static_cast<std::size_t>(width) * height)};
  for (int y = 0; y < height; ++y) {
    std::memcpy(&pixels.values[static_cast<std::size_t>(y) * width], data + static_cast<std::size_t>(y) * stride,
                4 * static_cast<std::size_t>(width));
  }
  return pixels;
}

inline Pixels drawn(const std::vector<Snapshot>& panels, const PictureOptions& options) {
  const Picture picture(panels, panels.size(), options);
  const Surface surface(picture.width(), picture.height());
  picture.draw(surface.cairo(), panels);
  return copy(surface.pixels(), surface.stride(), picture.width(), picture.height());
}

inline Pixels read(const std::string& file) {
  const std::unique_ptr<cairo_surface_t, void (*)(cairo_surface_t*)> surface(
      cairo_image_surface_create_from_png(file.c_str()), cairo_surface_destroy);
  if (cairo_surface_status(surface.get()) != CAIRO_STATUS_SUCCESS) {
    return {};
  }
  return copy(cairo_image_surface_get_data(surface.get()),
              static_cast<std::size_t>(cairo_image_surface_get_stride(surface.get())),
              cairo_image_surface_get_width(surface.get()), cairo_image_surface_get_height(surface.get()));
}

/// Share of pixels that differ by more than a tenth of full scale in some colour; 1 for different sizes. Edges may be smoothed
/// a little differently by another version of Cairo, texts by another of FreeType; nothing may be elsewhere.
inline double difference(const Pixels& a, const Pixels& b) {
  if (a.width != b.width || a.height != b.height || a.values.empty()) {
    return 1.0;
  }
  std::size_t count = 0;
  for (std::size_t k = 0; k < a.values.size(); ++k) {
    int largest = 0;
    for (const int shift : {0, 8, 16}) {
      largest = std::max(largest, std::abs(static_cast<int>(a.values[k] >> shift & 0xff) -
                                           static_cast<int>(b.values[k] >> shift & 0xff)));
    }
    count += largest > 25 ? 1 : 0;
  }
  return static_cast<double>(count) / static_cast<double>(a.values.size());
}

inline constexpr double allowed = 0.0005;
// A text's pixels are nearly all edge.
inline constexpr double allowed_with_texts = 0.004;

inline std::string golden(const std::string& name) {
  return std::string(GLUEY_TEST_DATA) + "/data/render/" + name + ".png";
}

inline void expect_golden(const std::string& name, const Pixels& pixels, double most = allowed_with_texts) {
  if (std::getenv("GLUEY_UPDATE_GOLDEN") != nullptr) {
    write_png(golden(name), reinterpret_cast<const std::uint8_t*>(pixels.values.data()), 4UL * pixels.width,
              pixels.width, pixels.height, 96.0);
  }
  const double found = difference(pixels, read(golden(name)));
  if (found > most) {
    const std::string file = testing::TempDir() + name + ".png";
    write_png(file, reinterpret_cast<const std::uint8_t*>(pixels.values.data()), 4UL * pixels.width, pixels.width,
              pixels.height, 96.0);
    ADD_FAILURE() << 100.0 * found << " % of the pixels differ; see " << file;
  }
}

}  // namespace gluey::render::samples
