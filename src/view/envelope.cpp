#include "view/envelope.hpp"

#include <algorithm>
#include <cstring>

namespace gluey::view {

void Envelope::Row::join(const Row& later) {
  time = later.time;
  for (std::size_t q = 0; q < low.size(); ++q) {
    low[q] = std::min(low[q], later.low[q]);
    high[q] = std::max(high[q], later.high[q]);
  }
}

void Envelope::add(const HistoryRow& row) {
  Row one;
  one.time = row.time;
  one.low = {row.kinetic_energy, row.potential_energy, row.kinetic_energy + row.potential_energy,
             static_cast<double>(row.contacts), static_cast<double>(row.iterations), row.residual,
             // Files of earlier versions do not know it: a logarithmic plot leaves zeros out.
             row.reference > 0.0 ? row.residual_95 / row.reference : 0.0, row.kept, row.overlap, row.wall_seconds};
  one.high = one.low;

  if (!rows_.empty() && filled_ < stride_) {
    rows_.back().join(one);
    ++filled_;
    return;
  }
  if (rows_.size() >= most_rows_) {
    for (std::size_t k = 0; 2 * k + 1 < rows_.size(); ++k) {
      Row joined = rows_[2 * k];
      joined.join(rows_[2 * k + 1]);
      rows_[k] = joined;
    }
    rows_.resize(rows_.size() / 2);
    stride_ *= 2;
  }
  rows_.push_back(one);
  filled_ = 1;
}

Bytes Envelope::encode() const {
  std::vector<float> values;
  values.reserve(rows_.size() * (1 + 2 * names.size()));
  for (const Row& row : rows_) {
    values.push_back(static_cast<float>(row.time));
  }
  for (std::size_t q = 0; q < names.size(); ++q) {
    for (const Row& row : rows_) {
      values.push_back(static_cast<float>(row.low[q]));
    }
    for (const Row& row : rows_) {
      values.push_back(static_cast<float>(row.high[q]));
    }
  }
  auto bytes = std::make_shared<std::string>(values.size() * sizeof(float), '\0');
  if (!values.empty()) {
    std::memcpy(bytes->data(), values.data(), bytes->size());
  }
  return bytes;
}

}  // namespace gluey::view
