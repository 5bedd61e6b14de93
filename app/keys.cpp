// gluey keys: the page of all scene keys, for docs/scene.md. Not in the help, as only ./dev docs needs it.

#include <gluey/scene.hpp>

#include <CLI/CLI.hpp>

#include "command.hpp"

namespace gluey::app {

void add_keys(CLI::App& app) {
  app.add_subcommand("keys", "Print the reference page of scene keys")->group("")->callback([] {
    write(scene_reference());
  });
}

}  // namespace gluey::app
