// Hillairet, Lozinski, Szopos 2011, table 1: ε of (9) and (10) from viscosity, densities and radius,
//   2D: 3ν/(ρ_s R^{3/2}) √(2ρ_s/(g(ρ_s − ρ_f))),   3D: 9ν/(2ρ_s R^{3/2}) √(ρ_s/(g(ρ_s − ρ_f))),
// with g = 10, water of 1e-3 Pa s and 1000 kg/m³, glycerin of 1.5 Pa s and 1260 kg/m³. The paper does not print its glycerin:
// 1.499 Pa s, or 1261 kg/m³, would move ε by a thousandth, so that its rows are met within that, twice.

#include <fmt/format.h>

#include <array>
#include <cmath>

#include "reproduce/experiment.hpp"

namespace gluey::app {

namespace {

struct Row {
  const char* liquid;
  double viscosity, density, ratio, radius;
  double printed_2d, printed_3d;  ///< as the paper has them
  double half_digit, unknown;     ///< half of the last digit; what the liquid leaves open, relative
};
constexpr std::array<Row, 4> fluids = {{{"water", 1e-3, 1000.0, 1.1, 1e-3, 0.13, 0.14, 0.005, 0.0},
                                        {"water", 1e-3, 1000.0, 1.5, 1e-4, 1.55, 1.64, 0.005, 0.0},
                                        {"glycerin", 1.5, 1260.0, 1.1, 1e-3, 152.0, 161.0, 0.5, 0.002},
                                        {"glycerin", 1.5, 1260.0, 1.5, 1e-4, 1843.0, 1954.0, 0.5, 0.002}}};

double epsilon(const Row& row, int dimension) {
  const double g = 10.0;
  const double solid = row.ratio * row.density;
  const double scale = row.viscosity / (solid * std::pow(row.radius, 1.5));
  const double fall = solid / (g * (solid - row.density));
  return dimension == 2 ? 3.0 * scale * std::sqrt(2.0 * fall) : 4.5 * scale * std::sqrt(fall);
}

}  // namespace

void hillairet_table1(Report& report) {
  std::vector<double> index, found_2d, found_3d, printed_2d, printed_3d;
  report.section("epsilon, as printed");
  for (const Row& row : fluids) {
    const std::string at = fmt::format("{}, density ratio {}, R = {} mm: ", row.liquid, row.ratio, row.radius * 1e3);
    index.push_back(static_cast<double>(index.size() + 1));
    found_2d.push_back(epsilon(row, 2));
    found_3d.push_back(epsilon(row, 3));
    printed_2d.push_back(row.printed_2d);
    printed_3d.push_back(row.printed_3d);
    report.number(at + "2D", found_2d.back(), row.printed_2d, row.half_digit + row.unknown * row.printed_2d);
    report.number(at + "3D", found_3d.back(), row.printed_3d, row.half_digit + row.unknown * row.printed_3d);
  }
  report.curve("epsilon", {{"row", &index}, {"epsilon_2d", &found_2d}, {"epsilon_3d", &found_3d}});
  report.plot(
      "figure",
      {.panels =
           {{.x_label = "row of table 1",
             .y_label = "ε",
             .series = {{.title = "2D, formula", .x = index, .y = found_2d},
                        {.title = "2D, printed", .x = index, .y = printed_2d, .style = PlotSeries::Style::points},
                        {.title = "3D, formula", .x = index, .y = found_3d},
                        {.title = "3D, printed", .x = index, .y = printed_3d, .style = PlotSeries::Style::points}},
             .log_y = true}},
       .width = 640});
}

}  // namespace gluey::app
