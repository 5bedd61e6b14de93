#pragma once
// The contacts of bodies for kernels that work off bodies one after the other. Bodies come in the order of their number of
// contacts, within blocks: a loop whose length changes from body to body is foreseen by no processor, and costs as much again.

#include "problem/incidence.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace gluey {

class BodyOrder {
 public:
  /// first(k) and second(k) are the bodies of contact k; numbers from `bodies` on are obstacles.
  template <class First, class Second>
  void build(std::size_t bodies, std::size_t contacts, First&& first, Second&& second) {
    incidence_.build(bodies, contacts, first, second);
    order();
  }

  /// Bodies with contacts.
  [[nodiscard]] std::size_t size() const { return order_.size(); }
  [[nodiscard]] std::size_t body(std::size_t at) const { return static_cast<std::size_t>(order_[at]); }
  [[nodiscard]] bool touches(std::size_t body) const { return incidence_.touches(body); }
  [[nodiscard]] std::span<const std::int32_t> ends(std::size_t body) const { return incidence_.ends(body); }

 private:
  void order();

  Incidence incidence_;
  std::vector<std::int32_t> order_;
  std::vector<std::size_t> before_;  // bodies with contacts before each block
};

}  // namespace gluey
