#include "render/painter.hpp"

#include "render/legend.hpp"
#include "render/shade.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace gluey::render {

namespace {

// What is farthest away fades into the paper by this part.
constexpr double haze = 0.28;

}  // namespace

Color Painter::hazy(const Color& color, double depth) const {
  const double length = projection.farthest() - projection.nearest();
  return mix(color, paper, haze * std::clamp((depth - projection.nearest()) / length, 0.0, 1.0));
}

void Painter::trace(const std::vector<Vec<3>>& points) const {
  for (std::size_t k = 0; k < points.size(); ++k) {
    const Projection::Image at = projection.image(points[k]);
    (k == 0 ? cairo_move_to : cairo_line_to)(cairo, at.x, at.y);
  }
  cairo_close_path(cairo);
}

void Painter::trace_edges(const Facet& facet) const {
  for (std::size_t k = 0; k < facet.points.size(); ++k) {
    if (is_sharp(facet, k)) {
      const Projection::Image from = projection.image(facet.points[k]);
      const Projection::Image to = projection.image(facet.points[(k + 1) % facet.points.size()]);
      cairo_move_to(cairo, from.x, from.y);
      cairo_line_to(cairo, to.x, to.y);
    }
  }
}

/// A radial gradient around the highlight stands for Lambert's law; an edge keeps neighbours apart.
void Painter::paint_ball(const Projection::Image& at, double radius, const Color& plain) const {
  const Color color = hazy(plain, at.depth);
  const double r = at.scale * radius;
  cairo_arc(cairo, at.x, at.y, r, 0.0, 2.0 * std::numbers::pi);
  if (r < 2.0 * unit) {
    set_color(cairo, mix(color, outline_color, 0.2));
    cairo_fill(cairo);
    return;
  }
  cairo_pattern_t* gradient = cairo_pattern_create_radial(at.x - 0.36 * r, at.y - 0.42 * r, 0.03 * r, at.x - 0.1 * r,
                                                          at.y - 0.12 * r, 1.16 * r);
  const auto stop = [&](double place, const Color& shade) {
    cairo_pattern_add_color_stop_rgb(gradient, place, shade.red, shade.green, shade.blue);
  };
  stop(0.0, mix(color, paper, 0.72));
  stop(0.16, mix(color, paper, 0.36));
  stop(0.45, color);
  stop(0.8, mix(color, outline_color, 0.42));
  stop(1.0, mix(color, outline_color, 0.72));
  cairo_set_source(cairo, gradient);
  cairo_fill(cairo);
  cairo_pattern_destroy(gradient);
}

void Painter::add_ball(const Vec<3>& center, double radius, const Color& color) {
  const Projection::Image at = projection.image(center);
  items.push_back({at.depth, [this, at, radius, color] { paint_ball(at, radius, color); }});
}

/// Strokes on strokes, each narrower, lighter and nearer to the light, make it look round.
void Painter::add_rod(const Vec<3>& from, const Vec<3>& to, double width, const Color& plain) {
  const Projection::Image a = projection.image(from);
  const Projection::Image b = projection.image(to);
  const double depth = 0.5 * (a.depth + b.depth);
  const double pixels = std::max(thinnest_line * unit, 0.5 * (a.scale + b.scale) * width);
  items.push_back({depth, [this, a, b, depth, pixels, plain] {
                     const Color color = hazy(plain, depth);
                     const std::array<std::pair<double, Color>, 4> layers = {{{1.0, mix(color, outline_color, 0.55)},
                                                                              {0.78, mix(color, outline_color, 0.2)},
                                                                              {0.5, color},
                                                                              {0.18, mix(color, paper, 0.4)}}};
                     cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND);
                     for (const auto& [part, shade] : layers) {
                       const double shift = 0.22 * (1.0 - part) * pixels;
                       cairo_move_to(cairo, a.x - shift, a.y - shift);
                       cairo_line_to(cairo, b.x - shift, b.y - shift);
                       cairo_set_line_width(cairo, part * pixels);
                       set_color(cairo, shade);
                       cairo_stroke(cairo);
                     }
                   }});
}

void Painter::add_facet(const Facet& facet, const Color& color, const Color& edge) {
  Vec<3> middle = Vec<3>::Zero();
  for (const Vec<3>& point : facet.points) {
    middle += point / static_cast<double>(facet.points.size());
  }
  const double depth = projection.image(middle).depth;
  items.push_back({depth, [this, facet, color, edge, depth] {
                     trace(facet.points);
                     set_color(cairo, hazy(color, depth));
                     cairo_fill_preserve(cairo);
                     // Closes the seam that smooth edges leave between neighbours.
                     cairo_set_line_width(cairo, 0.8 * unit);
                     cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND);
                     cairo_stroke(cairo);
                     if (facet.sharp == 0) {
                       return;
                     }
                     trace_edges(facet);
                     set_color(cairo, hazy(edge, depth));
                     cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND);
                     cairo_stroke(cairo);
                   }});
}

/// A body that is no ball, facet by facet: so it is sorted among its neighbours where they are as long as it is.
void Painter::add_facets(const figure::Surface& surface, const Pose<3>& pose, double size, double girth,
                         const Color& plain) {
  for (std::size_t face = 0; face < surface.faces.size(); ++face) {
    Facet whole{{}, surface.sharp[face]};
    for (const int corner : surface.faces[face]) {
      whole.points.push_back(pose.to_world(size * surface.points[static_cast<std::size_t>(corner)]));
    }
    const Vec<3> normal = pose.orientation.apply(surface.normal(face));
    if (normal.dot(projection.eye() - whole.points[0]) <= 0.0) {
      continue;
    }
    const Color color = shaded(plain, normal, projection);
    for (const Facet& facet : split(whole, girth)) {
      add_facet(facet, color, mix(color, outline_color, 0.5));
    }
  }
}

void Painter::paint(std::vector<Item>& items) {
  std::stable_sort(items.begin(), items.end(), [](const Item& a, const Item& b) { return a.depth > b.depth; });
  for (const Item& item : items) {
    item.paint();
  }
}

}  // namespace gluey::render
