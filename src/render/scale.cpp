#include "render/scale.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace gluey::render {

namespace {

/// Value at a part of the sorted list, linear between neighbours.
double quantile(const std::vector<double>& sorted, double part) {
  const double place = part * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  return std::lerp(sorted[below], sorted[above], place - static_cast<double>(below));
}

std::string with_minus_sign(std::string text) {
  for (std::size_t place = text.find('-'); place != std::string::npos; place = text.find('-', place)) {
    text.replace(place, 1, "−");
  }
  return text;
}

}  // namespace

double Scale::part(double value) const { return high > low ? std::clamp((value - low) / (high - low), 0.0, 1.0) : 0.0; }

Scale robust_scale(std::vector<double> values) {
  std::erase_if(values, [](double value) { return !std::isfinite(value); });
  if (values.empty()) {
    return {};
  }
  std::sort(values.begin(), values.end());
  const double low = quantile(values, 0.01);
  const double high = quantile(values, 0.99);
  if (high - low <= 1e-12 * std::max(std::abs(low), std::abs(high))) {
    // All alike, but for a few: those few are then what is to be seen.
    return {values.front(), values.back()};
  }
  const double unit = std::pow(10.0, std::floor(std::log10(high - low)) - 2.0);
  return {std::max(values.front(), unit * std::floor(low / unit)),
          std::min(values.back(), unit * std::ceil(high / unit))};
}

std::vector<double> nice_ticks(const Scale& scale, int most) {
  const double length = scale.high - scale.low;
  if (!(length > 0.0)) {
    return {scale.low};
  }
  // The smallest spacing of the series 1, 2, 5, 10, … that needs no more ticks than allowed.
  double power = std::pow(10.0, std::floor(std::log10(length / most)));
  for (;; power *= 10.0) {
    for (const double digit : {1.0, 2.0, 5.0}) {
      const double spacing = digit * power;
      // Ends that are a tick but for rounding belong to the range.
      const double first = std::ceil(scale.low / spacing - 1e-9);
      const double last = std::floor(scale.high / spacing + 1e-9);
      if (last - first + 1.0 <= most) {
        std::vector<double> ticks;
        for (double k = first; k <= last; k += 1.0) {
          ticks.push_back(k * spacing + 0.0);  // −0 becomes 0
        }
        return ticks;
      }
    }
  }
}

std::vector<std::string> tick_texts(const std::vector<double>& ticks) {
  double largest = 0.0;
  double spacing = ticks.size() > 1 ? ticks[1] - ticks[0] : 0.0;
  for (const double tick : ticks) {
    largest = std::max(largest, std::abs(tick));
  }
  std::vector<std::string> texts;
  const bool plain = largest == 0.0 || (largest < 1e5 && largest >= 1e-3);
  if (spacing <= 0.0) {
    spacing = largest > 0.0 ? std::pow(10.0, std::floor(std::log10(largest)) - 2.0) : 1.0;
  }
  const int decimals = std::max(0, static_cast<int>(-std::floor(std::log10(spacing) + 1e-9)));
  for (const double tick : ticks) {
    if (plain) {
      texts.push_back(with_minus_sign(fmt::format("{:.{}f}", tick, decimals)));
    } else {
      texts.push_back(tick == 0.0 ? "0" : with_minus_sign(fmt::format("{:.2g}", tick)));
    }
  }
  return texts;
}

}  // namespace gluey::render
