#pragma once
// What colours and tubes mean, drawn beside the picture.

#include "render/color.hpp"
#include "render/scale.hpp"

#include <string>
#include <vector>

#include <cairo.h>

namespace gluey::render {

struct Legend {
  std::string title = {};
  /// A bar with ticks, for numbers …
  Color (*map)(double) = nullptr;
  Scale scale = {};
  /// … or one line an entry, for kinds: a disc, or a piece of tube where `line` > 0 (its width in CSS pixels).
  struct Entry {
    Color color;
    std::string text;
    double line = 0.0;
  };
  std::vector<Entry> entries = {};
};

/// Tubes are never drawn thinner, in CSS pixels.
inline constexpr double thinnest_line = 0.7;

/// Space that the legend asks for, in units of `unit` pixels a CSS pixel.
struct Extent {
  double width = 0.0, height = 0.0;
};
Extent legend_extent(cairo_t* cairo, const Legend& legend, double unit);

/// Draws with the upper left corner at x, y.
void draw_legend(cairo_t* cairo, const Legend& legend, double x, double y, double unit);

/// Sans-serif of the given size in pixels.
void set_font(cairo_t* cairo, double size, bool bold = false);
/// Text from x on, its foot at y; leaves no current point for the next path to begin at.
void show_text(cairo_t* cairo, double x, double y, const std::string& text);
double text_width(cairo_t* cairo, const std::string& text);
void set_color(cairo_t* cairo, const Color& color, double opacity = 1.0);

}  // namespace gluey::render
