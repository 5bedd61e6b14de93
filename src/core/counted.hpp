#pragma once
// Numbers of things in messages.

#include <fmt/format.h>

#include <string>
#include <string_view>

namespace gluey {

/// "1 frame", "3 frames"
template <class Count>
std::string counted(Count count, std::string_view singular, std::string_view plural) {
  return fmt::format("{} {}", count, count == Count{1} ? singular : plural);
}

}  // namespace gluey
