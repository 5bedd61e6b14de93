#pragma once
// A Chebyshev interpolant of a smooth function on an interval, and its derivative.

#include <boost/math/special_functions/chebyshev.hpp>

#include <cmath>
#include <cstddef>
#include <numbers>
#include <vector>

namespace gluey::ode {

class Chebyshev {
 public:
  /// Interpolates at the `count` zeros of T_count.
  template <class Function>
  Chebyshev(Function&& function, double from, double to, std::size_t count)
      : centre_(0.5 * (from + to)), half_(0.5 * (to - from)), value_(count), slope_(count) {
    std::vector<double> samples(count);
    const auto angle = [&](std::size_t j) {
      return std::numbers::pi * (static_cast<double>(j) + 0.5) / static_cast<double>(count);
    };
    for (std::size_t j = 0; j < count; ++j) {
      samples[j] = function(centre_ + half_ * std::cos(angle(j)));
    }
    for (std::size_t k = 0; k < count; ++k) {
      for (std::size_t j = 0; j < count; ++j) {
        value_[k] += 2.0 / static_cast<double>(count) * samples[j] * std::cos(static_cast<double>(k) * angle(j));
      }
    }
    // c'_{k−1} = c'_{k+1} + 2k c_k
    for (std::size_t k = count - 1; k > 0; --k) {
      slope_[k - 1] = (k + 1 < count ? slope_[k + 1] : 0.0) + 2.0 * static_cast<double>(k) * value_[k] / half_;
    }
  }

  [[nodiscard]] double value(double x) const { return sum(value_, x); }
  [[nodiscard]] double slope(double x) const { return sum(slope_, x); }

 private:
  [[nodiscard]] double sum(const std::vector<double>& coefficients, double x) const {
    return boost::math::chebyshev_clenshaw_recurrence(coefficients.data(), coefficients.size(), (x - centre_) / half_);
  }

  double centre_, half_;
  std::vector<double> value_, slope_;
};

}  // namespace gluey::ode
