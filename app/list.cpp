// gluey list

#include <gluey/scene.hpp>

#include <CLI/CLI.hpp>

#include <algorithm>

#include "command.hpp"

namespace gluey::app {

void add_list(CLI::App& app) {
  app.add_subcommand("list", "List the built-in scenes")->callback([] {
    std::size_t width = 0;
    for (const BuiltinScene& scene : builtin_scenes()) {
      width = std::max(width, scene.name.size());
    }
    for (const BuiltinScene& scene : builtin_scenes()) {
      print("{:<{}}  {}\n", scene.name, width, scene.title);
    }
  });
}

}  // namespace gluey::app
