#pragma once
// What a generator draws: numbers of all sizes, round ones among them.

#include "core/random.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <vector>

namespace gluey::test {

class Dice {
 public:
  Dice(std::uint64_t seed, std::uint64_t stream) : random_(seed, stream) {}

  bool chance(double probability) { return random_.uniform() < probability; }
  double between(double least, double most) { return random_.uniform(least, most); }
  int whole(int least, int most) { return least + static_cast<int>(random_.uniform() * (most - least + 1)); }
  /// All orders of magnitude alike.
  double order(double least, double most) { return round(std::exp(between(std::log(least), std::log(most)))); }
  /// To few digits now and then: exact places meet in ways that others do not.
  double length(double least, double most) {
    const double x = between(least, most);
    return chance(0.3) ? std::clamp(std::round(20.0 * x) / 20.0, least, most) : round(x);
  }
  template <class Value>
  Value one_of(std::initializer_list<Value> values) {
    return *(values.begin() + whole(0, static_cast<int>(values.size()) - 1));
  }
  /// As vectors of the scene have them; a file of short numbers can be read.
  static double round(double x) {
    if (x == 0.0) {
      return 0.0;
    }
    const double unit = std::pow(10.0, 5.0 - std::floor(std::log10(std::abs(x))));
    return std::round(x * unit) / unit;
  }

 private:
  RandomStream random_;
};

}  // namespace gluey::test
