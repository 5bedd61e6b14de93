#include "render/legend.hpp"

#include <algorithm>

namespace gluey::render {

namespace {

// In CSS pixels.
constexpr double text_size = 12.0, legend_title_size = 12.5, legend_title_space = 24.0;
constexpr double bar_width = 14.0, bar_height = 190.0, tick_length = 4.0, text_gap = 5.0;
constexpr double entry_height = 20.0, sample_width = 22.0;
constexpr int most_ticks = 6;

void draw_bar(cairo_t* cairo, const Legend& legend, double x, double y, double unit) {
  const double width = bar_width * unit;
  const double height = bar_height * unit;
  cairo_pattern_t* gradient = cairo_pattern_create_linear(0.0, y + height, 0.0, y);
  constexpr int stops = 64;
  for (int k = 0; k <= stops; ++k) {
    const double part = static_cast<double>(k) / stops;
    const Color color = legend.map(part);
    cairo_pattern_add_color_stop_rgb(gradient, part, color.red, color.green, color.blue);
  }
  cairo_rectangle(cairo, x, y, width, height);
  cairo_set_source(cairo, gradient);
  cairo_fill_preserve(cairo);
  cairo_pattern_destroy(gradient);
  set_color(cairo, ink);
  cairo_set_line_width(cairo, 0.8 * unit);
  cairo_stroke(cairo);

  const std::vector<double> ticks = nice_ticks(legend.scale, most_ticks);
  const std::vector<std::string> texts = tick_texts(ticks);
  set_font(cairo, text_size * unit);
  for (std::size_t k = 0; k < ticks.size(); ++k) {
    const double at = y + height * (1.0 - legend.scale.part(ticks[k]));
    cairo_move_to(cairo, x + width, at);
    cairo_rel_line_to(cairo, tick_length * unit, 0.0);
    cairo_stroke(cairo);
    show_text(cairo, x + width + (tick_length + text_gap) * unit, at + 0.36 * text_size * unit, texts[k]);
  }
}

void draw_entries(cairo_t* cairo, const Legend& legend, double x, double y, double unit) {
  set_font(cairo, text_size * unit);
  const double middle = x + 0.5 * sample_width * unit;
  for (std::size_t k = 0; k < legend.entries.size(); ++k) {
    const Legend::Entry& entry = legend.entries[k];
    const double at = y + (static_cast<double>(k) + 0.5) * entry_height * unit;
    if (entry.line > 0.0) {
      cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND);
      cairo_set_line_width(cairo, std::max(thinnest_line, entry.line) * unit);
      const double end = std::max(4.0, 0.5 * entry.line);  // round ends stay within the sample's width
      cairo_move_to(cairo, x + end * unit, at);
      cairo_line_to(cairo, x + (sample_width - end) * unit, at);
      set_color(cairo, entry.color);
      cairo_stroke(cairo);
    } else {
      cairo_arc(cairo, middle, at, 6.5 * unit, 0.0, 6.283185307179586);
      set_color(cairo, entry.color);
      cairo_fill_preserve(cairo);
      set_color(cairo, outline_color);
      cairo_set_line_width(cairo, 0.9 * unit);
      cairo_stroke(cairo);
    }
    set_color(cairo, ink);
    show_text(cairo, x + (sample_width + text_gap) * unit, at + 0.36 * text_size * unit, entry.text);
  }
}

}  // namespace

void set_font(cairo_t* cairo, double size, bool bold) {
  cairo_select_font_face(cairo, "sans-serif", CAIRO_FONT_SLANT_NORMAL,
                         bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
  cairo_set_font_size(cairo, size);
}

void show_text(cairo_t* cairo, double x, double y, const std::string& text) {
  cairo_move_to(cairo, x, y);
  cairo_show_text(cairo, text.c_str());
  cairo_new_path(cairo);
}

double text_width(cairo_t* cairo, const std::string& text) {
  cairo_text_extents_t extents;
  cairo_text_extents(cairo, text.c_str(), &extents);
  return extents.x_advance;
}

void set_color(cairo_t* cairo, const Color& color, double opacity) {
  cairo_set_source_rgba(cairo, color.red, color.green, color.blue, opacity);
}

Extent legend_extent(cairo_t* cairo, const Legend& legend, double unit) {
  set_font(cairo, legend_title_size * unit, true);
  double width = text_width(cairo, legend.title);
  set_font(cairo, text_size * unit);
  double height = legend_title_space;
  if (legend.map != nullptr) {
    height += bar_height;
    for (const std::string& text : tick_texts(nice_ticks(legend.scale, most_ticks))) {
      width = std::max(width, (bar_width + tick_length + text_gap) * unit + text_width(cairo, text));
    }
  } else {
    height += entry_height * static_cast<double>(legend.entries.size());
    for (const Legend::Entry& entry : legend.entries) {
      width = std::max(width, (sample_width + text_gap) * unit + text_width(cairo, entry.text));
    }
  }
  return {width, height * unit};
}

void draw_legend(cairo_t* cairo, const Legend& legend, double x, double y, double unit) {
  set_font(cairo, legend_title_size * unit, true);
  set_color(cairo, ink);
  show_text(cairo, x, y + legend_title_size * unit, legend.title);
  if (legend.map != nullptr) {
    draw_bar(cairo, legend, x, y + legend_title_space * unit, unit);
  } else {
    draw_entries(cairo, legend, x, y + legend_title_space * unit, unit);
  }
}

}  // namespace gluey::render
