#include "render/surface.hpp"

#include "render/legend.hpp"
#include "render/png_file.hpp"

#include <gluey/errors.hpp>

#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <fmt/format.h>

#include <filesystem>

namespace gluey::render {

Surface::Surface(int width, int height) : width_(width), height_(height) {
  surface_.reset(cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height));
  begin();
}

Surface::Surface(const std::string& file, int width, int height, double dpi)
    : file_(file), width_(width), height_(height), dpi_(dpi) {
  const std::string suffix = std::filesystem::path(file).extension().string();
  const double points = 72.0 / dpi;
  if (suffix == ".png") {
    png_ = true;
    surface_.reset(cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height));
  } else if (suffix == ".svg") {
    surface_.reset(cairo_svg_surface_create(file.c_str(), width * points, height * points));
  } else if (suffix == ".pdf") {
    surface_.reset(cairo_pdf_surface_create(file.c_str(), width * points, height * points));
  } else {
    throw Error(fmt::format("{}: a picture's name must end in .png, .svg or .pdf", file));
  }
  begin();
  if (!png_) {
    cairo_scale(cairo_.get(), points, points);
  }
}

void Surface::begin() {
  const cairo_status_t status = cairo_surface_status(surface_.get());
  if (status != CAIRO_STATUS_SUCCESS) {
    throw Error(file_.empty() ? fmt::format("cannot draw: {}", cairo_status_to_string(status))
                              : fmt::format("cannot write {}: {}", file_, cairo_status_to_string(status)));
  }
  cairo_.reset(cairo_create(surface_.get()));
  // The same glyphs on every screen and in print.
  cairo_font_options_t* font = cairo_font_options_create();
  cairo_font_options_set_antialias(font, CAIRO_ANTIALIAS_GRAY);
  cairo_font_options_set_hint_style(font, CAIRO_HINT_STYLE_NONE);
  cairo_font_options_set_hint_metrics(font, CAIRO_HINT_METRICS_OFF);
  cairo_set_font_options(cairo_.get(), font);
  cairo_font_options_destroy(font);
  set_color(cairo_.get(), paper);
  cairo_paint(cairo_.get());
}

const std::uint8_t* Surface::pixels() const {
  cairo_surface_flush(surface_.get());
  return cairo_image_surface_get_data(surface_.get());
}

std::size_t Surface::stride() const { return static_cast<std::size_t>(cairo_image_surface_get_stride(surface_.get())); }

void Surface::finish(bool shaded) {
  if (png_) {
    write_png(file_, pixels(), stride(), width_, height_, dpi_, shaded);
    return;
  }
  cairo_.reset();
  cairo_surface_finish(surface_.get());
  const cairo_status_t status = cairo_surface_status(surface_.get());
  if (status != CAIRO_STATUS_SUCCESS) {
    throw Error(fmt::format("cannot write {}: {}", file_, cairo_status_to_string(status)));
  }
}

}  // namespace gluey::render
