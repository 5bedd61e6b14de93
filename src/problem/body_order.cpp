#include "problem/body_order.hpp"

#include <algorithm>

namespace gluey {

void BodyOrder::order() {
  constexpr std::size_t near = 512;
  constexpr std::int32_t many = 16;
  static_assert(block_size % near == 0);
  const std::size_t bodies = incidence_.bodies();
  before_.assign(block_count(bodies) + 1, 0);
  for_blocks(bodies, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      before_[begin / block_size] += incidence_.touches(i) ? 1 : 0;
    }
  });
  order_.resize(exclusive_scan(before_));
  for_blocks(bodies, [&](std::size_t block_begin, std::size_t block_end) {
    std::size_t placed = before_[block_begin / block_size];
    for (std::size_t begin = block_begin; begin < block_end; begin += near) {
      const std::size_t end = std::min(block_end, begin + near);
      const auto touching = [&](std::size_t i) { return std::min(many, incidence_.count(i)); };
      std::size_t place[many + 2] = {};
      for (std::size_t i = begin; i < end; ++i) {
        ++place[touching(i) + 1];
      }
      place[1] = 0;  // bodies that nothing touches are left out
      for (int k = 2; k < many + 2; ++k) {
        place[k] += place[k - 1];
      }
      for (std::size_t i = begin; i < end; ++i) {
        if (touching(i) > 0) {
          order_[placed + place[touching(i)]++] = static_cast<std::int32_t>(i);
        }
      }
      placed += place[many];
    }
  });
}

}  // namespace gluey
