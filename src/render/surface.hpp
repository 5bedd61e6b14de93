#pragma once
// Where Cairo draws to: a picture in memory, or a PNG, SVG or PDF file.

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include <cairo.h>

namespace gluey::render {

class Surface {
 public:
  /// In memory.
  Surface(int width, int height);
  /// For a file; its suffix says which kind. Error for a suffix that is none of .png, .svg, .pdf.
  Surface(const std::string& file, int width, int height, double dpi);

  /// White, one unit a pixel.
  [[nodiscard]] cairo_t* cairo() const { return cairo_.get(); }
  /// Rows of 32-bit pixels 0x00rrggbb. In memory and for PNG.
  [[nodiscard]] const std::uint8_t* pixels() const;
  [[nodiscard]] std::size_t stride() const;
  /// Writes the file. Error where that fails. `shaded`: it holds more gradients than flat areas.
  void finish(bool shaded = false);

 private:
  void begin();

  struct Close {
    void operator()(cairo_surface_t* surface) const { cairo_surface_destroy(surface); }
    void operator()(cairo_t* cairo) const { cairo_destroy(cairo); }
  };
  std::string file_;
  int width_, height_;
  double dpi_ = 96.0;
  bool png_ = false;
  std::unique_ptr<cairo_surface_t, Close> surface_;
  std::unique_ptr<cairo_t, Close> cairo_;
};

}  // namespace gluey::render
