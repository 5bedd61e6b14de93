#include <gluey/plot.hpp>

#include "render/child_process.hpp"
#include "render/scale.hpp"

#include <gluey/errors.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <limits>

namespace gluey {

namespace {

namespace fs = std::filesystem;

// In pixels.
constexpr int panel_height = 360;

/// A text in gnuplot's single quotes.
std::string quoted(const std::string& text) {
  std::string result = "'";
  for (const char c : text) {
    result += c == '\'' ? std::string("''") : std::string(1, c == '\n' ? ' ' : c);
  }
  return result + "'";
}

void write_text(const fs::path& file, const std::string& text) {
  std::FILE* stream = std::fopen(file.c_str(), "w");
  if (stream == nullptr) {
    throw Error(fmt::format("cannot write {}: {}", file.string(), std::strerror(errno)));
  }
  const bool written = std::fwrite(text.data(), 1, text.size(), stream) == text.size();
  if (std::fclose(stream) != 0 || !written) {
    throw Error(fmt::format("cannot write {}", file.string()));
  }
}

/// One block a series, numbered through all panels: gnuplot's `index`.
std::string data_text(const Plot& plot) {
  std::string text;
  for (const PlotPanel& panel : plot.panels) {
    for (const PlotSeries& series : panel.series) {
      text += fmt::format("{}# {}\n# {}  {}\n", text.empty() ? "" : "\n\n", series.title, panel.x_label, panel.y_label);
      for (std::size_t k = 0; k < series.x.size(); ++k) {
        text += fmt::format("{} {}\n", series.x[k], series.y[k]);
      }
      if (series.x.empty()) {
        text += "nan nan\n";  // an empty block would shift the count of those after it
      }
    }
  }
  return text;
}

// Okabe and Ito's colours: colour-blind readers tell them apart.
constexpr std::array colors = {"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#22262b"};

/// The place of each series among those of a panel that have a colour of their own.
std::vector<std::size_t> places_of(const PlotPanel& panel) {
  std::vector<std::size_t> places;
  places.reserve(panel.series.size());
  for (const PlotSeries& series : panel.series) {
    places.push_back(places.empty() ? 0 : places.back() + (series.same_color ? 0 : 1));
  }
  return places;
}

/// "linetype 3", by the place among the panel's series.
std::string color_text(std::size_t place) { return fmt::format("linetype {}", place % colors.size() + 1); }

/// Lines that share a colour differ in their dashes.
std::string dash_text(std::size_t place) {
  constexpr std::array dashes = {"", " dashtype (10,5)", " dashtype (3,4)", " dashtype (12,4,3,4)"};
  return dashes[place / colors.size() % dashes.size()];
}

std::string style_text(const PlotSeries& series, std::size_t place) {
  const std::string color = color_text(place);
  switch (series.style) {
    case PlotSeries::Style::line:
      return fmt::format("with lines {} linewidth 2{}", color, dash_text(place));
    case PlotSeries::Style::dashed:
      return fmt::format("with lines {} linewidth 1.6 dashtype 2", color);
    case PlotSeries::Style::points:
      return fmt::format("with points {} pointtype 7 pointsize 0.7", color);
    case PlotSeries::Style::line_points:
      return fmt::format("with linespoints {} linewidth 1.6 pointtype 7 pointsize 0.8", color);
    case PlotSeries::Style::bars:
      return fmt::format("with boxes {} fillstyle solid 0.55 border", color);
  }
  return {};
}

/// What an axis has to show.
struct Range {
  double low = std::numeric_limits<double>::infinity(), high = -low;
};

Range range_of(const PlotPanel& panel, std::vector<double> PlotSeries::*values, bool positive) {
  Range range;
  for (const PlotSeries& series : panel.series) {
    for (const double value : series.*values) {
      if (std::isfinite(value) && (!positive || value > 0.0)) {
        range.low = std::min(range.low, value);
        range.high = std::max(range.high, value);
      }
    }
  }
  return range;
}

bool has_values(const Plot& plot) {
  return std::any_of(plot.panels.begin(), plot.panels.end(), [](const PlotPanel& panel) {
    const Range x = range_of(panel, &PlotSeries::x, panel.log_x);
    const Range y = range_of(panel, &PlotSeries::y, panel.log_y);
    return x.low <= x.high && y.low <= y.high;
  });
}

/// Ticks with texts that stand apart on an axis of so many pixels.
std::vector<double> ticks_apart(const Range& range, int pixels) {
  constexpr double letter = 7.0, between = 10.0;  // pixels, of the terminals' fonts
  std::vector<double> ticks;
  for (int most = std::max(3, pixels / 55); most >= 2; --most) {
    std::vector<double> fewer = render::nice_ticks({range.low, range.high}, most);
    if (fewer.size() < 2) {
      break;
    }
    ticks = std::move(fewer);
    // gnuplot lengthens the axis to whole ticks.
    const double step = ticks[1] - ticks[0];
    const double steps = std::ceil(range.high / step) - std::floor(range.low / step);
    std::size_t longest = 0;
    for (const double tick : ticks) {
      longest = std::max(longest, fmt::format("{:g}", tick).size());
    }
    if (pixels / steps >= letter * static_cast<double>(longest) + between) {
      break;
    }
  }
  return ticks;
}

/// gnuplot's own choice, but for three things: on a logarithmic axis it would fill up decades, a rounding error beyond zero
/// costs it a whole tick, and on narrow panels its ticks' texts run into each other.
std::string axis_text(char axis, const Range& range, bool log, const std::vector<double>& ticks) {
  if (!(range.low <= range.high)) {
    return fmt::format("unset logscale {0}\nset {0}range [0:1]\n", axis);  // without values gnuplot would give up
  }
  if (log) {
    return fmt::format("set logscale {0}\nset format {0} '10^{{%L}}'\nset {0}tics autofreq\nset {0}range [{1}:{2}]\n",
                       axis, range.low / 1.5, range.high * 1.5);
  }
  const double rounding = 1e-6 * (range.high - range.low);
  const bool from_zero = range.low < 0.0 && range.low > -rounding;
  const bool to_zero = range.high > 0.0 && range.high < rounding;
  return fmt::format("unset logscale {0}\nset format {0} '%g'\nset {0}tics {1}\nset {0}range [{2}:{3}]\n", axis,
                     ticks.size() > 1 ? fmt::format("{}", ticks[1] - ticks[0]) : std::string("autofreq"),
                     from_zero ? fmt::format("{}", -rounding) : "*", to_zero ? fmt::format("{}", rounding) : "*");
}

std::string panel_text(const PlotPanel& panel, const std::string& data, std::size_t first_block, int width) {
  std::string text = "\n";
  text += fmt::format("set title {} noenhanced\n", quoted(panel.title));
  text +=
      fmt::format("set xlabel {} noenhanced\nset ylabel {} noenhanced\n", quoted(panel.x_label), quoted(panel.y_label));
  constexpr int margins = 95;  // pixels beside the axis
  const Range x = range_of(panel, &PlotSeries::x, panel.log_x), y = range_of(panel, &PlotSeries::y, panel.log_y);
  text += axis_text('x', x, panel.log_x, ticks_apart(x, width - margins));
  text += axis_text('y', y, panel.log_y, render::nice_ticks({y.low, y.high}, 9));
  // Above the curves there is room for a few names; dashes are told apart on longer samples only.
  const std::vector<std::size_t> places = places_of(panel);
  text += !places.empty() && places.back() >= colors.size()
              ? "set key outside right top vertical samplen 3 width 0\n"
              : "set key outside top left horizontal samplen 1.6 width -1\n";
  text += panel.equal_axes ? "set size ratio -1\n" : "set size noratio\n";
  bool zero = false;
  std::string curves;
  for (std::size_t k = 0; k < panel.series.size(); ++k) {
    const PlotSeries& series = panel.series[k];
    const bool bars = series.style == PlotSeries::Style::bars;
    zero = zero || bars;
    // A bar is as wide as the next is away.
    const double bar = bars && series.x.size() > 1 ? series.x[1] - series.x[0] : 1.0;
    const std::string columns = bars ? fmt::format("1:2:({})", bar) : "1:2";
    curves += fmt::format("{}  {} index {} using {} {} {}", k > 0 ? ", \\\n" : "", quoted(data), first_block + k,
                          columns, style_text(series, places[k]),
                          series.title.empty() ? "notitle" : fmt::format("title {} noenhanced", quoted(series.title)));
  }
  text += zero ? "set yrange [0:*]\n" : "";
  return text + "plot \\\n" + curves + "\n";
}

std::string terminal_text(const std::string& suffix, int width, int height) {
  if (suffix == ".svg") {
    return fmt::format("set terminal svg size {},{} font 'DejaVu Sans,11' enhanced background rgb 'white'\n", width,
                       height);
  }
  if (suffix == ".pdf") {
    return fmt::format("set terminal pdfcairo size {}in,{}in font 'DejaVu Sans,8' enhanced\n", width / 96.0,
                       height / 96.0);
  }
  return fmt::format("set terminal pngcairo size {},{} font 'DejaVu Sans,10' enhanced background rgb 'white'\n", width,
                     height);
}

std::string script_text(const Plot& plot, const fs::path& file, const std::string& data) {
  const int columns = std::max(1, std::min(plot.columns, static_cast<int>(plot.panels.size())));
  const int rows = (static_cast<int>(plot.panels.size()) + columns - 1) / columns;
  const int height = plot.height > 0 ? plot.height : rows * panel_height;
  std::string text = fmt::format("# gnuplot {}   makes {}\n", file.stem().string() + ".gp", file.filename().string());
  text += terminal_text(file.extension().string(), plot.width, height);
  text += fmt::format("set output {}\n", quoted(file.filename().string()));
  text += "set encoding utf8\nset minussign\nset datafile missing 'nan'\n";
  for (std::size_t k = 0; k < colors.size(); ++k) {
    text += fmt::format("set linetype {} linecolor rgb '{}'\n", k + 1, colors[k]);
  }
  text += R"(set border 3 linecolor rgb '#555b63' linewidth 1
set tics nomirror out scale 0.6 textcolor rgb '#22262b'
set grid back linecolor rgb '#d9dde3' linewidth 1 dashtype 1
set key Left reverse font ',9'
set style fill solid 0.55 border
)";
  const bool many = plot.panels.size() > 1;
  if (many) {
    text += fmt::format("set multiplot layout {},{}\n", rows, columns);
  }
  std::size_t block = 0;
  for (const PlotPanel& panel : plot.panels) {
    text += panel_text(panel, data, block, plot.width / columns);
    block += panel.series.size();
  }
  return text + (many ? "\nunset multiplot\n" : "") + "unset output\n";
}

}  // namespace

std::vector<std::string> write_plot(const Plot& plot, const std::string& file) {
  const fs::path picture(file);
  const std::string suffix = picture.extension().string();
  if (suffix != ".png" && suffix != ".svg" && suffix != ".pdf") {
    throw Error(fmt::format("{}: a plot's name must end in .png, .svg or .pdf", file));
  }
  if (!has_values(plot)) {
    throw Error(fmt::format("{}: there is nothing to plot", file));
  }
  fs::path data = picture;
  data.replace_extension(".dat");
  fs::path script = picture;
  script.replace_extension(".gp");
  write_text(data, data_text(plot));
  const std::string text = script_text(plot, picture, data.filename().string());
  write_text(script, text);
  // In the picture's folder, as the script names its files without one.
  render::ChildProcess gnuplot({"gnuplot"}, picture.has_parent_path() ? picture.parent_path().string() : "",
                               "gnuplot-nox");
  gnuplot.write(text);
  gnuplot.finish();
  std::error_code missing;
  if (fs::file_size(picture, missing) == 0 || missing) {
    throw Error(fmt::format("gnuplot did not write {}", file));
  }
  return {file, data.string(), script.string()};
}

PlotSeries slope_line(const std::vector<double>& x, const std::vector<double>& y, double slope) {
  PlotSeries line{.title = fmt::format("slope {}", slope), .style = PlotSeries::Style::dashed};
  if (x.empty()) {
    return line;
  }
  // The line nearest below all points, by a factor that keeps it apart.
  double factor = y[0] / std::pow(x[0], slope);
  for (std::size_t k = 0; k < x.size(); ++k) {
    factor = std::min(factor, y[k] / std::pow(x[k], slope));
  }
  const auto [low, high] = std::minmax_element(x.begin(), x.end());
  for (const double end : {*low, *high}) {
    line.x.push_back(end);
    line.y.push_back(0.6 * factor * std::pow(end, slope));
  }
  return line;
}

PlotSeries histogram(const std::vector<double>& values, int bins) {
  std::vector<double> finite = values;
  std::erase_if(finite, [](double value) { return !std::isfinite(value); });
  PlotSeries bars{.style = PlotSeries::Style::bars};
  if (finite.empty()) {
    return bars;
  }
  const auto [low, high] = std::minmax_element(finite.begin(), finite.end());
  // Values that are all alike get one bar's width around them.
  const double width = *high > *low ? (*high - *low) / bins : std::max(1e-12, 0.01 * std::abs(*low));
  const double start = *high > *low ? *low : *low - 0.5 * bins * width;
  std::vector<double> counts(static_cast<std::size_t>(bins), 0.0);
  for (const double value : finite) {
    const auto bin = static_cast<int>((value - start) / width);
    counts[static_cast<std::size_t>(std::clamp(bin, 0, bins - 1))] += 1.0;
  }
  for (int k = 0; k < bins; ++k) {
    bars.x.push_back(start + (k + 0.5) * width);
    bars.y.push_back(counts[static_cast<std::size_t>(k)] / (static_cast<double>(finite.size()) * width));
  }
  return bars;
}

}  // namespace gluey
