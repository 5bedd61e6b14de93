#include "scene/builtin.hpp"

#include <gluey/scene.hpp>

#include <toml++/toml.h>

namespace gluey {

const std::vector<BuiltinScene>& builtin_scenes() {
  static const std::vector<BuiltinScene> scenes = [] {
    std::vector<BuiltinScene> list;
    for (const auto& [name, text] : scene::embedded_scenes()) {
      const toml::table root = toml::parse(text, name);
      list.push_back({std::string(name), root["title"].value_or(std::string()), std::string(text)});
    }
    return list;
  }();
  return scenes;
}

}  // namespace gluey
