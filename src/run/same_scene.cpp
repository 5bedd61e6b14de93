#include "run/same_scene.hpp"

#include <fmt/format.h>

#include <sstream>

namespace gluey {
namespace {

/// The resolved scene without what may differ between a run and its continuation: how long it goes and what it writes.
std::string comparable(const std::string& resolved) {
  std::istringstream lines(resolved);
  std::string section, line, kept;
  while (std::getline(lines, line)) {
    if (line.starts_with('[')) {
      section = line;
    }
    const bool length = section == "[time]" && (line.starts_with("end ") || line.starts_with("steps "));
    if (!length && section != "[output]") {
      kept += line + "\n";
    }
  }
  return kept;
}

}  // namespace

std::string first_difference(const std::string& then, const std::string& now) {
  std::istringstream before(comparable(then)), after(comparable(now));
  std::string section, old_line, new_line;
  for (;;) {
    const bool more_before = static_cast<bool>(std::getline(before, old_line));
    const bool more_after = static_cast<bool>(std::getline(after, new_line));
    if (!more_before && !more_after) {
      return {};
    }
    if (old_line != new_line || more_before != more_after) {
      const auto shown = [](bool there, const std::string& line) { return there ? line : "nothing"; };
      return fmt::format("{}{} then, {} now", section, shown(more_before, old_line), shown(more_after, new_line));
    }
    if (new_line.starts_with('[')) {
      section = new_line + " ";
    }
  }
}

}  // namespace gluey
