#include "render/picture.hpp"

#include "render/planar.hpp"
#include "render/spatial.hpp"
#include "render/surface.hpp"

#include <gluey/errors.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace gluey::render {

namespace {

// In CSS pixels.
constexpr double margin = 10.0, gap = 14.0, title_size = 13.0, title_space = 24.0, legend_gap = 18.0;
constexpr double view_margin = 0.015;  // around what is to be seen, in diagonals
constexpr int smallest = 16, largest = 32000;

/// Texts are as large on a small picture as on a large one, but never crowd it.
double css_pixel(const PictureOptions& options) { return options.dpi / 96.0; }

Color plain_color(const PictureOptions& options) {
  return options.network == ContactNetwork::none ? plain_body : faint_body;
}

}  // namespace

Picture::Picture(const std::vector<Snapshot>& samples, std::size_t panels, const PictureOptions& options)
    : options_(options),
      coloring_(options.color, samples, plain_color(options)),
      network_(options.network, samples),
      dimension_(samples.front().dimension()),
      unit_(css_pixel(options)),
      width_(options.width),
      height_(options.height) {
  for (const Snapshot& sample : samples) {
    if (sample.dimension() != dimension_) {
      throw Error("results in two and in three dimensions do not go into one picture");
    }
  }
  if (options.legend) {
    // The space is shared out first; how thick a tube's sample is depends on what is left for the panels.
    for (const std::optional<Legend>& legend : {coloring_.legend(), network_.legend(1.0)}) {
      if (legend) {
        legends_.push_back(*legend);
      }
    }
  }
  choose_view(samples);
  const bool titles =
      std::any_of(samples.begin(), samples.end(), [](const Snapshot& sample) { return !sample.title.empty(); });
  lay_out(panels, titles);
  if (options.legend && network_.legend(1.0)) {
    legends_.back() = *network_.legend(tube_scale());
  }
}

/// CSS pixels of a tube that is one unit of length wide; in space, of one in the middle.
double Picture::tube_scale() const {
  if (dimension_ == 2) {
    return PlanarView(region_, cell(0)).scale() / unit_;
  }
  Projection projection = *projection_;
  projection.fit(cell(0));
  return tube_share * projection.image(bounds_.center()).scale / unit_;
}

void Picture::choose_view(const std::vector<Snapshot>& samples) {
  bounds_ = bounds_of(samples);
  if (dimension_ == 3) {
    if (options_.zoom) {
      throw Error("the result is three-dimensional: the camera has a zoom of its own");
    }
    projection_.emplace(options_.camera, bounds_, upward(*samples.front().constants));
    veils_.emplace(samples, projection_->eye());
    aspect_ = projection_->aspect();
    return;
  }
  const Bounds view = bounds_.with_margin(view_margin);
  region_ = options_.zoom.value_or(std::array{view.lower[0], view.lower[1], view.upper[0], view.upper[1]});
  aspect_ = (region_[2] - region_[0]) / (region_[3] - region_[1]);
  if (!std::isfinite(aspect_) || aspect_ <= 0.0) {
    throw Error("the view has no extent: it wants x0 < x1 and y0 < y1");
  }
}

void Picture::lay_out(std::size_t panels, bool titles) {
  const std::size_t asked = options_.columns > 0 ? static_cast<std::size_t>(options_.columns) : 4;
  columns_ = std::min(panels, asked);
  rows_ = (panels + columns_ - 1) / columns_;
  title_height_ = titles ? title_space * unit_ : 0.0;
  const Surface scratch(1, 1);
  for (const Legend& legend : legends_) {
    legend_width_ = std::max(legend_width_, legend_extent(scratch.cairo(), legend, unit_).width + legend_gap * unit_);
  }
  const auto rows = static_cast<double>(rows_);
  const auto columns = static_cast<double>(columns_);
  cell_width_ = (width_ - legend_width_ - 2.0 * margin * unit_ - (columns - 1.0) * gap * unit_) / columns;
  const double around = 2.0 * margin * unit_ + (rows - 1.0) * gap * unit_ + rows * title_height_;
  if (height_ == 0) {
    // A very tall or wide view would make a picture that fits no screen.
    double wanted = 2.0 * margin * unit_ + title_height_;
    for (const Legend& legend : legends_) {
      wanted += legend_extent(scratch.cairo(), legend, unit_).height + gap * unit_;
    }
    const double natural = around + rows * cell_width_ / aspect_;
    height_ = static_cast<int>(std::lround(std::clamp(std::max(natural, wanted), 0.2 * width_, 2.5 * width_)));
  }
  cell_height_ = (height_ - around) / rows;
  if (cell_width_ < smallest || cell_height_ < smallest || width_ > largest || height_ > largest) {
    throw Error(fmt::format("a picture of {}×{} pixels is too {} for {} panel{}{}", width_, height_,
                            width_ > largest || height_ > largest ? "large" : "small", panels, panels == 1 ? "" : "s",
                            legends_.empty() ? "" : " and its legend"));
  }
}

void Picture::round_to_even() {
  width_ += width_ % 2;
  height_ += height_ % 2;
}

Cell Picture::cell(std::size_t panel) const {
  const std::size_t row = panel / columns_;
  const std::size_t column = panel % columns_;
  return {margin * unit_ + static_cast<double>(column) * (cell_width_ + gap * unit_),
          margin * unit_ + title_height_ + static_cast<double>(row) * (cell_height_ + title_height_ + gap * unit_),
          cell_width_, cell_height_};
}

void Picture::draw(cairo_t* cairo, const std::vector<Snapshot>& panels) const {
  for (std::size_t k = 0; k < panels.size(); ++k) {
    const Snapshot& panel = panels[k];
    const Cell place = cell(k);
    const bool network = options_.network != ContactNetwork::none;
    const PanelStyle style{.colors = coloring_.colors(panel),
                           .tubes = network ? network_.tubes(panel) : std::vector<Tube>{},
                           .unit = unit_,
                           .network = network,
                           .exact_area = options_.zoom.has_value(),
                           .veils = veils_ ? &*veils_ : nullptr};
    if (dimension_ == 2) {
      draw_planar(cairo, panel, PlanarView(region_, place), style);
    } else {
      Projection projection = *projection_;
      projection.fit(place);
      draw_spatial(cairo, panel, projection, bounds_, place, style);
    }
    if (!panel.title.empty()) {
      set_font(cairo, title_size * unit_);
      set_color(cairo, ink);
      const double shift = 0.5 * std::max(0.0, place.width - text_width(cairo, panel.title));
      show_text(cairo, place.x + shift, place.y - 0.55 * title_size * unit_, panel.title);
    }
  }
  double y = margin * unit_ + title_height_;
  for (const Legend& legend : legends_) {
    draw_legend(cairo, legend, width_ - legend_width_ + 0.5 * legend_gap * unit_, y, unit_);
    y += legend_extent(cairo, legend, unit_).height + gap * unit_;
  }
}

}  // namespace gluey::render
