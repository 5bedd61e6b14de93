#pragma once
// What a picture in space is made of, collected first and painted from far to near.

#include "figure/surface.hpp"
#include "render/color.hpp"
#include "render/facet.hpp"
#include "render/projection.hpp"

#include <functional>
#include <vector>

#include <cairo.h>

namespace gluey::render {

struct Painter {
  /// One thing to paint, by its distance.
  struct Item {
    double depth;
    std::function<void()> paint;
  };
  cairo_t* cairo;
  const Projection& projection;
  double unit;  ///< pixels a CSS pixel
  std::vector<Item> items = {};

  void add_ball(const Vec<3>& center, double radius, const Color& color);
  /// A round rod between two points.
  void add_rod(const Vec<3>& from, const Vec<3>& to, double width, const Color& color);
  void add_facet(const Facet& facet, const Color& color, const Color& edge);
  /// What of a surface looks at the camera, `size` times as large as it is; `girth` tells how small its facets must be.
  void add_facets(const figure::Surface& surface, const Pose<3>& pose, double size, double girth, const Color& color);

  [[nodiscard]] Color hazy(const Color& color, double depth) const;
  void trace(const std::vector<Vec<3>>& points) const;
  void trace_edges(const Facet& facet) const;
  static void paint(std::vector<Item>& items);

 private:
  void paint_ball(const Projection::Image& at, double radius, const Color& plain) const;
};

}  // namespace gluey::render
