#pragma once
// Whether somebody writes a result at this moment. A run keeps the folder of its parts, X.h5.parts, locked; the system
// drops the lock however the run ends, also by a kill.

#include <string>

namespace gluey::view {

/// True, too, where the file system has no locks to ask.
bool is_being_written(const std::string& result_file);

}  // namespace gluey::view
