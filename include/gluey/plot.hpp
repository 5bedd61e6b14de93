#pragma once
// Plots by gnuplot. Data and script stay beside the picture, so that it can be restyled and made again.

#include <gluey/export.hpp>

#include <string>
#include <vector>

namespace gluey {

struct PlotSeries {
  enum class Style { line, dashed, points, line_points, bars };
  std::string title = {};  ///< in the key; none where empty
  std::vector<double> x = {}, y = {};
  Style style = Style::line;
  bool same_color = false;  ///< as the series before, as points of the same curve are
};

struct PlotPanel {
  std::string title = {}, x_label = {}, y_label = {};
  std::vector<PlotSeries> series = {};
  bool log_x = false, log_y = false;
  bool equal_axes = false;  ///< one scale for both axes
};

struct Plot {
  std::vector<PlotPanel> panels = {};  ///< row by row
  int columns = 1;
  int width = 800, height = 0;  ///< pixels at 96 dpi; 0: what the panels ask for
};

/// Draws PNG, SVG or PDF, by the file's suffix, and writes FILE.dat and FILE.gp beside it; `gnuplot FILE.gp` in that folder
/// makes the picture again. Returns the files written. Throws Error where a file cannot be written or gnuplot fails; data and
/// script are there all the same.
GLUEY_API std::vector<std::string> write_plot(const Plot& plot, const std::string& file);

/// A straight line of the given slope in a log–log plot, over the range of x, below the last of the points: what an error of
/// that order would follow.
GLUEY_API PlotSeries slope_line(const std::vector<double>& x, const std::vector<double>& y, double slope);

/// Bars of equal width over the finite values' range, their area one.
GLUEY_API PlotSeries histogram(const std::vector<double>& values, int bins);

}  // namespace gluey
