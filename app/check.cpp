// gluey check SCENE.toml

#include <gluey/scene.hpp>
#include <gluey/simulation.hpp>

#include <CLI/CLI.hpp>

#include <memory>
#include <string>
#include <vector>

#include "command.hpp"

namespace gluey::app {

void add_check(CLI::App& app) {
  struct CheckCommand {
    std::string scene;
    std::vector<std::string> overrides;
    bool resolved = false;
  };
  auto command = std::make_shared<CheckCommand>();
  CLI::App* check_app = app.add_subcommand("check", "Check a scene and run nothing");
  check_app->add_option("scene", command->scene, "Scene file")->required()->type_name("SCENE.toml");
  check_app->add_option("--set", command->overrides, "Override a key of the scene; repeatable")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);
  check_app->add_flag("--resolved", command->resolved, "Print the scene with every default filled in");
  check_app->callback([command] {
    const Scene scene = Scene::load(command->scene, command->overrides);
    // Built as well: whether fills fit and nothing overlaps shows only then.
    const Simulation simulation(scene);
    for (const SceneProblem& warning : simulation.warnings()) {
      fmt::print(stderr, "warning: {}\n", warning.text());
    }
    if (command->resolved) {
      write(scene.resolved());
    } else {
      print("{}: ok\n", command->scene);
    }
  });
}

}  // namespace gluey::app
