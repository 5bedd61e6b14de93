#include "render/planar_body.hpp"

#include "render/legend.hpp"

#include <algorithm>

namespace gluey::render {

namespace {

void trace(cairo_t* cairo, const figure::Line& line, const Pose<3>& pose, const PlanarView& view) {
  cairo_new_sub_path(cairo);
  for (const Vec<3>& point : line) {
    const Vec<3> at = pose.to_world(point);
    cairo_line_to(cairo, view.x(at[0]), view.y(at[1]));
  }
}

}  // namespace

void draw_outline(cairo_t* cairo, const figure::Outline& outline, const Pose<3>& pose, const PlanarView& view,
                  double unit, const Color& color, const Color& edge, bool mark) {
  const double girth = view.scale() * outline.girth;
  const double line = std::clamp(0.12 * girth, 0.35 * unit, 1.1 * unit);
  for (const figure::Line& inside : outline.insides) {
    trace(cairo, inside, pose, view);
    cairo_close_path(cairo);
  }
  if (view.scale() * outline.reach < 1.5 * unit) {
    set_color(cairo, mix(color, edge, 0.25));
    cairo_fill(cairo);
    return;
  }
  set_color(cairo, color);
  cairo_fill_preserve(cairo);
  // The outer half of the line is cut off: the body is as large as it is.
  cairo_save(cairo);
  cairo_clip(cairo);
  for (const figure::Line& piece : outline.edges) {
    trace(cairo, piece, pose, view);
  }
  set_color(cairo, edge);
  cairo_set_line_width(cairo, 2.0 * line);
  cairo_set_line_join(cairo, CAIRO_LINE_JOIN_MITER);
  cairo_set_line_cap(cairo, CAIRO_LINE_CAP_BUTT);
  cairo_stroke(cairo);
  if (mark && outline.tip > 0.0 && girth >= 4.0 * unit) {
    const double light = 0.3 * color.red + 0.59 * color.green + 0.11 * color.blue;
    set_color(cairo, light > 0.45 ? outline_color : paper);
    cairo_set_line_width(cairo, line);
    trace(cairo, {Vec<3>::Zero(), outline.tip * Vec<3>::UnitX()}, pose, view);
    cairo_stroke(cairo);
  }
  cairo_restore(cairo);
}

}  // namespace gluey::render
