#pragma once
// Keys that are valid where they stand and change nothing there: friction beside law = "gluey", step_max beside a fixed step.

#include "scene/options.hpp"

#include <string>
#include <vector>

namespace gluey::scene {

struct IdleKey {
  std::string path;    ///< "contact.friction"
  std::string reason;  ///< completes "has no effect: …"
  bool usual = false;  ///< its value is the default, so that leaving it out changes nothing
};

/// All keys of the scene that have no effect, whether the file gives them or not.
std::vector<IdleKey> idle_keys(const Scene& scene);

}  // namespace gluey::scene
