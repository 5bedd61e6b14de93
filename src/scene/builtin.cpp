#include "scene/builtin.hpp"

#include <gluey/scene.hpp>

#include <toml++/toml.h>

namespace gluey {

const std::vector<BuiltinScene>& builtin_scenes() {
  static const std::vector<BuiltinScene> scenes = [] {
    std::vector<BuiltinScene> list;
    for (const auto& [name, text] : scene::embedded_scenes()) {
      const toml::table root = toml::parse(text, name);
      BuiltinScene& scene = list.emplace_back(
          BuiltinScene{std::string(name), root["title"].value_or(std::string()), std::string(text), {}});
      for (const auto& [file, content] : scene::embedded_files()) {
        if (text.find('"' + std::string(file) + '"') != std::string_view::npos) {
          scene.files.push_back({std::string(file), std::string(content)});
        }
      }
    }
    return list;
  }();
  return scenes;
}

}  // namespace gluey
