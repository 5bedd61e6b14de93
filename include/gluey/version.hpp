#pragma once
#include <gluey/export.hpp>

namespace gluey {

/// "0.1.0"
GLUEY_API const char* version();

}  // namespace gluey
