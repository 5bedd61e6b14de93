#pragma once
// Mean, standard deviation and 95 % interval of a few values; quantiles of many.

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

namespace gluey::app {

struct MeanAndSpread {
  std::size_t count = 0;
  double mean = std::numeric_limits<double>::quiet_NaN();
  double deviation = std::numeric_limits<double>::quiet_NaN();  ///< from two values on
  double interval =
      std::numeric_limits<double>::quiet_NaN();  ///< the mean is within it in 95 % of cases; from two values on
};

/// Student's t, two-sided 95 %.
inline double student_95(std::size_t freedom) {
  static constexpr std::array<double, 30> table = {
      12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131,
      2.120,  2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042};
  // Beyond the table the first terms of the expansion in 1/ν are exact to a thousandth.
  return freedom <= table.size() ? table[freedom - 1] : 1.96 + 2.4 / static_cast<double>(freedom);
}

/// The smallest of the values that this share of them does not exceed; 0 where there are none.
inline double not_exceeded_by(std::vector<double> values, double share) {
  if (values.empty()) {
    return 0.0;
  }
  const double rank = std::max(0.0, std::ceil(share * static_cast<double>(values.size())) - 1.0);
  const auto place = values.begin() + static_cast<std::ptrdiff_t>(rank);
  std::nth_element(values.begin(), place, values.end());
  return *place;
}

inline MeanAndSpread mean_and_spread(const std::vector<double>& values) {
  MeanAndSpread result;
  result.count = values.size();
  if (values.empty()) {
    return result;
  }
  double sum = 0.0;
  for (const double value : values) {
    sum += value;
  }
  const auto n = static_cast<double>(values.size());
  result.mean = sum / n;
  if (values.size() > 1) {
    double squares = 0.0;
    for (const double value : values) {
      squares += (value - result.mean) * (value - result.mean);
    }
    result.deviation = std::sqrt(squares / (n - 1.0));
    result.interval = student_95(values.size() - 1) * result.deviation / std::sqrt(n);
  }
  return result;
}

}  // namespace gluey::app
