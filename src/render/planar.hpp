#pragma once
// Two-dimensional panels: bodies, obstacles, trails and tubes, exactly where and as large as they are.

#include "render/bounds.hpp"
#include "render/color.hpp"
#include "render/network.hpp"
#include "render/snapshot.hpp"

#include <array>
#include <vector>

#include <cairo.h>

namespace gluey::render {

/// From the plane to pixels: one scale for both axes, y upwards, the region in the middle of the cell.
class PlanarView {
 public:
  /// `region` is x0, y0, x1, y1.
  PlanarView(const std::array<double, 4>& region, const Cell& cell);

  [[nodiscard]] double scale() const { return scale_; }  ///< pixels a unit of length
  [[nodiscard]] double x(double world) const { return x_ + scale_ * world; }
  [[nodiscard]] double y(double world) const { return y_ - scale_ * world; }
  /// What of the cell the region covers.
  [[nodiscard]] const Cell& area() const { return area_; }
  /// The cell itself, in units of the plane: x0, y0, x1, y1.
  [[nodiscard]] const std::array<double, 4>& visible() const { return visible_; }

 private:
  double scale_, x_, y_;
  Cell area_;
  std::array<double, 4> visible_;
};

class Veils;

/// How a panel's content is drawn.
struct PanelStyle {
  std::vector<Color> colors;  ///< of the bodies
  std::vector<Tube> tubes;
  double unit = 1.0;             ///< pixels a CSS pixel
  bool network = false;          ///< bodies step back behind the tubes
  bool exact_area = false;       ///< clip to the region, and frame it
  const Veils* veils = nullptr;  ///< solids that bodies are seen through (3D)
};

void draw_planar(cairo_t* cairo, const Snapshot& snapshot, const PlanarView& view, const PanelStyle& style);

}  // namespace gluey::render
