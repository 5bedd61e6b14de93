#pragma once
// The history of a run of any length in bounded memory, for plots: rows of neighbouring steps are joined into one that
// keeps the smallest and the largest value of each quantity, so that no peak is lost. When there are too many rows,
// each two become one and twice as many steps go into the next.

#include "view/source.hpp"

#include <gluey/results.hpp>

#include <array>
#include <cstddef>
#include <vector>

namespace gluey::view {

class Envelope {
 public:
  static constexpr std::array<const char*, 10> names = {
      "kinetic_energy", "potential_energy", "total_energy", "contacts", "iterations",
      "residual",       "accuracy",         "kept",         "overlap",  "wall_seconds"};

  explicit Envelope(std::size_t most_rows = 4096) : most_rows_(most_rows) {}

  void add(const HistoryRow& row);
  /// As floats: the times of all rows, then of each quantity all smallest and all largest values.
  [[nodiscard]] Bytes encode() const;

 private:
  struct Row {
    double time = 0.0;
    std::array<double, names.size()> low{}, high{};
    void join(const Row& later);
  };

  std::size_t most_rows_;
  std::size_t stride_ = 1;  // steps in a row
  std::size_t filled_ = 0;  // steps in the last row
  std::vector<Row> rows_;
};

}  // namespace gluey::view
