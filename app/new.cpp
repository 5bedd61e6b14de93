// gluey new NAME [FILE]

#include <gluey/errors.hpp>
#include <gluey/scene.hpp>

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <string>

#include "command.hpp"

namespace gluey::app {

namespace {

const BuiltinScene& find_scene(const std::string& name) {
  const auto& scenes = builtin_scenes();
  const auto found = std::find_if(scenes.begin(), scenes.end(), [&](const auto& scene) { return scene.name == name; });
  if (found == scenes.end()) {
    std::string names;
    for (const BuiltinScene& scene : scenes) {
      names += (names.empty() ? "" : ", ") + scene.name;
    }
    throw UsageError(fmt::format("no built-in scene '{}'; there are: {}", name, names));
  }
  return *found;
}

void write_new_file(const std::string& file, const std::string& text) {
  // "x": fails where the file exists, without a moment between looking and writing.
  std::FILE* stream = std::fopen(file.c_str(), "wx");
  if (stream == nullptr) {
    if (errno == EEXIST) {
      throw UsageError(fmt::format("{} exists and is not overwritten", file));
    }
    throw Error(fmt::format("cannot write {}: {}", file, std::strerror(errno)));
  }
  const bool written = std::fwrite(text.data(), 1, text.size(), stream) == text.size();
  if (std::fclose(stream) != 0 || !written) {
    throw Error(fmt::format("cannot write {}: {}", file, std::strerror(errno)));
  }
}

}  // namespace

void add_new(CLI::App& app) {
  struct NewCommand {
    std::string name, file;
  };
  auto command = std::make_shared<NewCommand>();
  CLI::App* new_app = app.add_subcommand("new", "Write a built-in scene to a file");
  new_app->add_option("name", command->name, "One of `gluey list`")->required()->type_name("NAME");
  new_app->add_option("file", command->file, "Where to (default: NAME.toml)")->type_name("FILE");
  new_app->callback([command] {
    const BuiltinScene& scene = find_scene(command->name);
    const std::string file = command->file.empty() ? scene.name + ".toml" : command->file;
    write_new_file(file, scene.text);
    print("{}\n", file);
    for (const BuiltinScene::File& read : scene.files) {
      const std::string beside = (std::filesystem::path(file).parent_path() / read.name).string();
      write_new_file(beside, read.text);
      print("{}\n", beside);
    }
  });
}

}  // namespace gluey::app
