#pragma once
// No limit.

#include <limits>

namespace gluey {

inline constexpr double infinity = std::numeric_limits<double>::infinity();

}  // namespace gluey
