#include <gluey/version.hpp>

namespace gluey {

// GLUEY_VERSION comes from project(VERSION) in CMakeLists.txt, the only place that states it.
const char* version() { return GLUEY_VERSION; }

}  // namespace gluey
