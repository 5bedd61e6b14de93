#pragma once
// What can be said of methods by their names.

#include <string>
#include <string_view>

namespace gluey::solver {

/// Whether a method solves contacts with friction, or problems that have none.
bool handles_friction(std::string_view name);
bool handles_no_friction(std::string_view name);
/// Those that do, quoted and listed.
std::string methods_with_friction();
std::string methods_without_friction();

}  // namespace gluey::solver
