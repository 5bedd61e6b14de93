#pragma once
// How numbers ≥ 0 are spread: counts in bins that are a quarter of an octave wide, from which quantiles follow to within the width
// of a bin. Counts may be added in any order, so that neither threads nor islands show.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>

namespace gluey {

class Spread {
 public:
  void put(double value) { ++count_[bin_of(value)]; }
  void add(const Spread& other) {
    for (std::size_t k = 0; k < bins; ++k) {
      count_[k] += other.count_[k];
    }
  }
  [[nodiscard]] std::int64_t count() const {
    std::int64_t total = 0;
    for (const std::uint32_t count : count_) {
      total += count;
    }
    return total;
  }
  /// The number of values in a bin, for all bins that have any: visit(bin, count). put() takes them back.
  template <class Visit>
  void for_each_bin(const Visit& visit) const {
    for (std::size_t k = 0; k < bins; ++k) {
      if (count_[k] > 0) {
        visit(k, count_[k]);
      }
    }
  }
  void put(std::size_t bin, std::uint32_t count) { count_[std::min(bin, bins - 1)] += count; }
  /// The number below which this share of all are, 0 where there are none. Those of one bin are taken to be spread evenly over
  /// it; what is below the first bin is called 0.
  [[nodiscard]] double quantile(double share) const {
    const double rank = share * static_cast<double>(count());
    double below = 0.0;
    std::size_t k = 0;
    for (; k + 1 < bins && below + count_[k] < rank; ++k) {
      below += count_[k];
    }
    const double inside = count_[k] > 0 ? (rank - below) / count_[k] : 0.0;
    return k == 0 ? 0.0 : edge(k) + inside * (edge(k + 1) - edge(k));
  }

 private:
  // The first bits of a number are its exponent and then its leading digits: as an integer they are its bin.
  static constexpr std::int64_t lowest = -44, octaves = 64, bits = 2;
  static constexpr std::size_t bins = static_cast<std::size_t>(octaves) << bits;
  static constexpr std::int64_t first = (1023 + lowest) << bits;

  static std::size_t bin_of(double value) {
    std::int64_t leading = 0;
    std::memcpy(&leading, &value, sizeof value);
    leading >>= 52 - bits;
    return static_cast<std::size_t>(std::clamp<std::int64_t>(leading - first, 0, static_cast<std::int64_t>(bins) - 1));
  }
  /// The lower end of a bin.
  static double edge(std::size_t bin) {
    const auto octave = static_cast<int>(bin >> bits), quarter = static_cast<int>(bin % (std::size_t{1} << bits));
    return std::ldexp(1.0 + quarter / static_cast<double>(1 << bits), octave + static_cast<int>(lowest));
  }

  std::array<std::uint32_t, bins> count_{};
};

}  // namespace gluey
