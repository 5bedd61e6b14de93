#pragma once
// A whole picture: panels in rows and columns with titles, and legends at the right.

#include "render/bounds.hpp"
#include "render/coloring.hpp"
#include "render/legend.hpp"
#include "render/network.hpp"
#include "render/projection.hpp"
#include "render/snapshot.hpp"
#include "render/veil.hpp"

#include <gluey/render.hpp>

#include <array>
#include <optional>
#include <vector>

#include <cairo.h>

namespace gluey::render {

class Picture {
 public:
  /// View, colours and sizes are made from the samples: the panels themselves, or frames from all over a movie.
  Picture(const std::vector<Snapshot>& samples, std::size_t panels, const PictureOptions& options);

  [[nodiscard]] int width() const { return width_; }
  [[nodiscard]] int height() const { return height_; }
  void draw(cairo_t* cairo, const std::vector<Snapshot>& panels) const;
  /// Makes width and height even, as video codecs ask for.
  void round_to_even();

 private:
  void choose_view(const std::vector<Snapshot>& samples);
  void lay_out(std::size_t panels, bool titles);
  [[nodiscard]] Cell cell(std::size_t panel) const;
  [[nodiscard]] double tube_scale() const;

  PictureOptions options_;
  Coloring coloring_;
  Network network_;
  std::vector<Legend> legends_;
  std::size_t dimension_;
  Bounds bounds_;
  std::array<double, 4> region_ = {};     // 2D
  std::optional<Projection> projection_;  // 3D
  std::optional<Veils> veils_;            // 3D
  double unit_;                           // pixels a CSS pixel
  double aspect_ = 1.0;                   // width by height of a panel's content
  int width_, height_;
  std::size_t rows_ = 1, columns_ = 1;
  double title_height_ = 0.0, legend_width_ = 0.0;
  double cell_width_ = 0.0, cell_height_ = 0.0;
};

}  // namespace gluey::render
