#pragma once
// From values to places on a scale, and the ticks of a legend.

#include <string>
#include <vector>

namespace gluey::render {

/// A range of values. `part` is 0 at low, 1 at high, clamped; a range without length gives 0.
struct Scale {
  double low = 0.0, high = 1.0;
  [[nodiscard]] double part(double value) const;
};

/// The range of the finite values between the 1st and the 99th percentile: a few that stand out do not fade the rest. Its
/// ends are rounded outwards to three figures, but never past the smallest and largest value. {0, 1} without values.
Scale robust_scale(std::vector<double> values);

/// Multiples of 1, 2 or 5 times a power of ten within the range, at most `most` of them (two or more where most > 2).
std::vector<double> nice_ticks(const Scale& scale, int most);

/// Tick texts with as many decimals as the spacing needs, all alike; powers of ten where numbers are very large or small.
/// A typographic minus sign.
std::vector<std::string> tick_texts(const std::vector<double>& ticks);

}  // namespace gluey::render
