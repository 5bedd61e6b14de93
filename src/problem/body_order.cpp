#include "problem/body_order.hpp"

#include <algorithm>

namespace gluey {

void BodyOrder::order(std::size_t bodies) {
  constexpr std::size_t near = 512;
  constexpr std::int32_t many = 16;
  const auto touching = [&](std::size_t i) { return std::min(many, start_[i + 1] - start_[i]); };
  order_.resize(bodies);
  std::size_t placed = 0;
  for (std::size_t begin = 0; begin < bodies; begin += near) {
    const std::size_t end = std::min(bodies, begin + near);
    std::size_t place[many + 2] = {};
    for (std::size_t i = begin; i < end; ++i) {
      ++place[touching(i) + 1];
    }
    place[1] = 0;  // bodies that nothing touches are left out
    for (int k = 1; k < many + 2; ++k) {
      place[k] += k > 1 ? place[k - 1] : 0;
    }
    for (std::size_t i = begin; i < end; ++i) {
      if (touching(i) > 0) {
        order_[placed + place[touching(i)]++] = static_cast<std::int32_t>(i);
      }
    }
    placed += place[many];
  }
  order_.resize(placed);
}

}  // namespace gluey
