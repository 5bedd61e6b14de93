#pragma once
// Which contacts a body has, for kernels that work off bodies one after the other. Bodies come in the order of their number of
// contacts, within blocks: a loop whose length changes from body to body is foreseen by no processor, and costs as much again.

#include <cstddef>
#include <cstdint>
#include <vector>

namespace gluey {

class BodyOrder {
 public:
  /// Contact k is between first[k] and second[k]; numbers from `bodies` on are obstacles, which have no list.
  void build(std::size_t bodies, const std::vector<std::int32_t>& first, const std::vector<std::int32_t>& second);

  /// Bodies with contacts.
  [[nodiscard]] std::size_t size() const { return order_.size(); }
  [[nodiscard]] std::size_t body(std::size_t at) const { return static_cast<std::size_t>(order_[at]); }
  [[nodiscard]] bool touches(std::size_t body) const { return start_[body] != start_[body + 1]; }
  /// Of a body, ascending: 2 · contact + (whether the body is its first).
  [[nodiscard]] const std::int32_t* begin(std::size_t body) const { return entry_.data() + start_[body]; }
  [[nodiscard]] const std::int32_t* end(std::size_t body) const { return entry_.data() + start_[body + 1]; }

 private:
  std::vector<std::int32_t> start_, entry_, order_, cursor_;
};

}  // namespace gluey
